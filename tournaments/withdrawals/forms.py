"""Forms of a match that a side did not come to, and of an entry that rests."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tournaments.common.form_fields import NEITHER
from tournaments.models import Entry
from tournaments.withdrawals.no_shows import Stay, stay_field


class PauseForm(forms.Form):
    """Whether an entry rests or returns."""

    paused = forms.ChoiceField(choices=[(each, each) for each in ("yes", "no")])


class AbsentSidesForm(forms.Form):
    """The sides that did not come."""

    who = forms.ChoiceField(choices=[(each, each) for each in ("0", "1", NEITHER)])

    def sides(self) -> Sequence[int]:
        """Return the absent sides of a valid form."""
        who = self.cleaned_data["who"]
        return (0, 1) if who == NEITHER else (int(who),)


class StaysForm(forms.Form):
    """What each absent entry does next."""

    def __init__(self, data: Mapping[str, Any], *, entries: Sequence[Entry]) -> None:
        super().__init__(data)
        self.entries = entries
        for entry in entries:
            self.fields[stay_field(entry)] = forms.ChoiceField(
                choices=[(each, each) for each in Stay], required=False
            )

    def stays(self) -> dict[int, str]:
        """Return the choice for each entry, by pk; without a choice it plays."""
        told = ((entry.pk, self.cleaned_data[stay_field(entry)]) for entry in self.entries)
        return {pk: stay for pk, stay in told if stay}
