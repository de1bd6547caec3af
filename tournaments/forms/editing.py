"""The terms of a competition that is announced already."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from accounts.models import Club
from games.engine import OPTION_KEYS
from tournaments.forms.competition import CompetitionForm
from tournaments.forms.shape_fields import TIE_BREAK_FIELDS, every_choice
from tournaments.forms.written import written
from tournaments.models import Competition
from tournaments.services.competition.editing import is_settled
from tournaments.services.competition.terms import Terms

SETTLED: Final = ("format", "preset", "best_of", "with_cards", *OPTION_KEYS, *TIE_BREAK_FIELDS)
"""What stays as it is once somebody has entered, beside the choices of the format."""


class EditForm(CompetitionForm):
    """The form of a competition of its own; what is settled is neither shown nor read."""

    def __init__(
        self, data: Mapping[str, str] | None = None, *, competition: Competition, now: datetime
    ) -> None:
        club = competition.club
        known = written(Terms.of(competition), club.zone)
        self.is_settled = is_settled(competition)
        self._settled = {name: known[name] for name in (*SETTLED, *every_choice()) if name in known}
        if data is not None:
            data = {**data, "club": club.slug} | (self._settled if self.is_settled else {})
        self._competition = competition
        super().__init__(
            data,
            clubs=Club.objects.filter(pk=club.pk),
            now=now,
            initial={**known, "club": club.slug},
        )

    @property
    def settled(self) -> Iterator[tuple[str, Any]]:
        """What is settled, for the summary that follows what is written."""
        return ((name, value) for name, value in self._settled.items() if value)

    def add_error(self, field: str | None, error: Any) -> None:
        """Blame what does not fit on a field that can be changed."""
        super().add_error("cap" if self.is_settled and field in self._settled else field, error)

    def _is_taken(self, name: str) -> bool:
        return name != self._competition.name and super()._is_taken(name)
