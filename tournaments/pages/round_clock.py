"""The clocks of timed rounds as pages show them: what is left, or that the bell has rung.

Whether it has rung is told by the row alone, so that all who read one version are shown the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, OuterRef, Subquery

from games.board.clock import milliseconds, minutes
from tournaments.formats.graph import Part
from tournaments.models import Competition, Match, Round, RoundClock, Stage
from tournaments.wording import stages

_ALL = RoundClock.objects.filter(stage__competition=OuterRef("pk"))
CLOCKS: Final[Mapping[str, Subquery]] = {
    "bell": Subquery(_ALL.order_by("-bell_at").values("bell_at")[:1]),
    "told": Subquery(_ALL.order_by("-told_at").values("told_at")[:1]),
}
"""What of its clocks marks a version of a competition; what people do to them is in its log."""
_OWN = RoundClock.objects.filter(
    stage=OuterRef("round__group__stage"),
    part=OuterRef("round__part"),
    number=OuterRef("round__number"),
)
OF_MATCH: Final[Mapping[str, Subquery]] = {
    name: Subquery(_OWN.values(column)[:1])
    for name, column in (("bell", "bell_at"), ("told", "told_at"), ("left", "left"))
}
"""The same of a match."""


@dataclass(frozen=True)
class ClockView:
    """The clock of one round; None until it is started."""

    round_id: int
    name: str
    clock: RoundClock | None

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self.clock is not None and self.clock.is_paused

    @property
    def has_rung(self) -> bool:
        """Whether the tables were told of the bell."""
        clock = self.clock
        if clock is None or clock.bell_at is None or clock.told_at is None:
            return False
        return clock.told_at >= clock.bell_at

    @property
    def bell_at(self) -> datetime | None:
        """When it rings."""
        return None if self.clock is None else self.clock.bell_at

    @property
    def bell(self) -> int:
        """The same as browsers count it."""
        return milliseconds(self.bell_at) if self.bell_at else 0

    @property
    def left(self) -> str:
        """What is left of one that is paused: `9:12`."""
        left = None if self.clock is None else self.clock.left
        return minutes(left or timedelta())


def round_clocks(competition: Competition) -> list[ClockView]:
    """Return a clock for each round in which something is to be played; none if not timed."""
    if competition.round_minutes is None:
        return []
    clocks = {
        (clock.stage_id, clock.part, clock.number): clock
        for clock in RoundClock.objects.filter(stage__competition=competition)
    }
    rounds = Round.objects.filter(
        group__stage__competition=competition, matches__state__in=Match.PLAYABLE
    )
    found: dict[tuple[int, str, int], Round] = {}
    for row in rounds.select_related("group__stage").distinct().order_by("pk"):
        found.setdefault((row.group.stage_id, row.part, row.number), row)
    return [ClockView(row.pk, round_name(row), clocks.get(key)) for key, row in found.items()]


def clock_of(match: Match) -> ClockView | None:
    """Return the clock of a match's round once it is started."""
    competition = match.competition
    if match.round is None or competition is None or competition.round_minutes is None:
        return None
    clock = RoundClock.objects.of(match.round).first()
    return ClockView(match.round.pk, round_name(match.round), clock) if clock else None


def round_name(row: Round) -> str:
    """Name a round as its stage does."""
    stage: Stage = row.group.stage
    if not stage.is_bracket:
        return stages.table_round(row.number)
    parts = dict(
        Round.objects.filter(group=row.group).order_by().values_list("part").annotate(Count("pk"))
    )
    return stages.bracket_round(
        row.part,
        row.number,
        row.matches.count(),
        is_alone=Part.LOSERS not in parts,
        is_last=row.number == parts[row.part],
    )
