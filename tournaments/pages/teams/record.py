"""What a team did in all: its figures, its last matches and whom it met, kept by a mark.

Of a team that has played for years these are thousands of matches, which are gone through once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import Count, F, Max, Q, Sum
from django.db.models.functions import Length

from accounts.models import User
from games.live.marks import mark_of
from tournaments.models import Competition, Match, MatchSlot, Team
from tournaments.pages.people.teams import sums_of
from tournaments.services.ranking.history import COUNTED

LIFE: Final = 300  # seconds a record is kept: names and teams of others change without its mark
LAST: Final = 12  # matches
RIVALS_NAME: Final = "match__slots__entry__team__name"
COLUMNS: Final = (
    *("pk", "match", "side", "match__winner", "match__points_reason", "rival", "named"),
)  # none that is converted: it would be for each of thousands


class EntryRow(NamedTuple):
    """An entry of a team, with its step on the podium if it has one."""

    pk: int
    created_at: datetime
    rank: int | None


class Score(NamedTuple):
    """How often another team with a name was met, and how often it won."""

    met: int
    lost: int


@dataclass(frozen=True)
class Record:
    """What was done in some entries together."""

    sums: Mapping[str, int]  # nothing before a match counts
    last: Mapping[int, int]  # the last matches, each with the own place in it, by keys
    rivals: Mapping[int, Score]  # by team


@dataclass(frozen=True)
class Played:
    """What a team entered, as far as a reader may see it."""

    team: Team
    reader: User | AnonymousUser

    @property
    def entries(self) -> Sequence[EntryRow]:
        """All it entered, the latest first."""
        return self._marked[0]

    @cached_property
    def record(self) -> Record:
        """What it did there."""
        entries, mark = self._marked
        key = f"team:{self.team.pk}:{mark}"
        made = partial(_record, self.team.pk, [row.pk for row in entries])
        return cast("Record", caches["pages"].get_or_set(key, made, LIFE))

    @cached_property
    def _marked(self) -> tuple[Sequence[EntryRow], str]:
        """The entries, and what every result in them changes: none is put or taken back unseen."""
        seen = Competition.objects.visible_to(self.reader).filter(rehearsal="", hidden_at=None)
        ended = Q(slots__match__state__in=Match.WITH_RESULT)
        rows = (
            self.team.entries.filter(competition__in=seen)
            .values("pk", "created_at")
            .annotate(
                rank=Max("titles__rank"),
                ended=Count("slots", filter=ended),
                taken_back=Sum("slots__match__reopened"),
                matches=Sum("slots__match"),
                unranked=Count("slots", filter=ended & Q(slots__match__awaits_ranking=True)),
            )
        )
        told = list(
            rows.order_by("-created_at", "-pk").values_list(
                *EntryRow._fields, "ended", "taken_back", "matches", "unranked"
            )
        )
        kept = [(pk, *counted) for pk, _at, _rank, *counted in told]
        return [EntryRow(*row[:3]) for row in told], mark_of(kept)


def _record(team_id: int, entries: Sequence[int]) -> Record:
    """Go through the matches of these entries in the order they ended."""
    own = MatchSlot.objects.filter(entry__in=entries, match__state__in=Match.WITH_RESULT)
    rows = (
        own.filter(match__slots__side=1 - F("side"))
        .annotate(rival=F("match__slots__entry__team"), named=Length(RIVALS_NAME))
        .order_by("match__completed_at", "match", "pk")
        .values_list(*COLUMNS)
    )
    won: dict[int, bool] = {}
    last: dict[int, int] = {}
    met, lost = Counter[int](), Counter[int]()
    for pk, match, side, winner, reason, rival, named in rows:
        last[match] = pk
        if reason in COUNTED:
            won[pk] = winner == side
        if winner is not None and named and rival != team_id:
            met[rival] += 1
            lost[rival] += winner != side
    return Record(
        sums_of(entries, [*won.values()]),
        dict([*last.items()][: -LAST - 1 : -1]),
        {rival: Score(number, lost[rival]) for rival, number in met.items()},
    )
