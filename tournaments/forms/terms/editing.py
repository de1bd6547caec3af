"""The terms of a competition that is announced already."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from accounts.models import Club
from games.engine import OPTION_KEYS
from tournaments.forms.terms.competition import CompetitionForm
from tournaments.forms.terms.written import written
from tournaments.models import Competition
from tournaments.services.competition.editing import is_settled
from tournaments.services.competition.terms import Terms

SETTLED: Final = ("preset", *OPTION_KEYS)
"""What stays as it is once somebody has entered: the rules of the game."""


class EditForm(CompetitionForm):
    """The form of a competition of its own; rules that are settled are neither shown nor read."""

    def __init__(
        self, data: Mapping[str, str] | None = None, *, competition: Competition, now: datetime
    ) -> None:
        club = competition.club
        known = written(Terms.of(competition), club.zone)
        self.is_settled = is_settled(competition)
        self._settled = {name: known[name] for name in SETTLED if name in known}
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

    def _is_taken(self, name: str) -> bool:
        return name != self._competition.name and super()._is_taken(name)
