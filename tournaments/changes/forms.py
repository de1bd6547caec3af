"""The settings form of a drawn competition."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.changes.rounds import possible_rounds, stage_with_rounds
from tournaments.competitions.forms import AnnouncementForm
from tournaments.models import Competition

ROUNDS: Final = "swiss_rounds"


class SettingsForm(AnnouncementForm):
    """The settings that affect no result, and the number of rounds while it can be chosen."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, competition: Competition) -> None:
        super().__init__(data, competition=competition)
        stage = stage_with_rounds(competition)
        numbers = possible_rounds(stage) if stage is not None else []
        if stage is not None and numbers:
            self.initial[ROUNDS] = stage.swiss_rounds
            self.fields[ROUNDS] = forms.TypedChoiceField(
                label=_("Rondas en total"),
                choices=[(number, _rounds(number)) for number in numbers],
                coerce=int,
                required=False,
                empty_value=None,
            )

    def announcement(self) -> dict[str, Any]:
        """Return the settings that affect no result."""
        return {name: value for name, value in self.cleaned_data.items() if name != ROUNDS}

    def rounds(self) -> int | None:
        """Return the new number of rounds; None if it stays."""
        rounds: int | None = self.cleaned_data.get(ROUNDS)
        return None if rounds == self.initial.get(ROUNDS) else rounds


def _rounds(number: int) -> str:
    return ngettext("%(number)s ronda", "%(number)s rondas", number) % {"number": number}
