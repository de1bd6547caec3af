"""Clocks of timed rounds as pages show them: the time left, or that the bell rang.

Whether the bell rang depends only on the row, so all readers of one version see the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Subquery

from games.common.browser_times import milliseconds, minutes
from games.models import Game
from tournaments.competitions.format_labels import format_name
from tournaments.competitions.round_labels import bracket_round, round_of_table
from tournaments.formats.bracket import Part
from tournaments.models import Competition, Group, Match, MatchGame, Round, RoundClock, Stage

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
HAS_RUNG: Final = Exists(_OWN.filter(told_at__gte=F("bell_at")))
"""Whether the bell of a match's round was announced to the tables."""

SOONEST: Final = timedelta(seconds=10)
"""The least that a waiting entry is told: a table that is overdue may end at any moment."""
_SPAN: Final = ("game__started_at", "game__finished_at")


@dataclass(frozen=True)
class ClockView:
    """The clock of one round; None until it is started."""

    round_id: int
    name: str
    clock: RoundClock | None
    is_closing: bool = False  # it ends a stage that is open for a set time

    @property
    def is_paused(self) -> bool:
        return self.clock is not None and self.clock.is_paused

    @property
    def has_rung(self) -> bool:
        """Whether the bell was announced to the tables."""
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
        """The remaining time of a paused clock: `9:12`."""
        remaining = None if self.clock is None else self.clock.left
        return minutes(remaining or timedelta())


def round_clocks(competition: Competition) -> list[ClockView]:
    """Return a clock for each round with matches to play; empty if rounds are not timed."""
    if competition.round_minutes is None:
        return []
    clocks = {
        (clock.stage_id, clock.part, clock.number): clock
        for clock in RoundClock.objects.filter(stage__competition=competition)
    }
    rounds = Round.objects.filter(
        group__stage__competition=competition, matches__state__in=Match.PLAYABLE
    )
    by_key: dict[tuple[int, str, int], Round] = {}
    rows = rounds.select_related("group__stage").annotate(**of_rounds())
    for row in rows.distinct().order_by("pk"):
        by_key.setdefault((row.group.stage_id, row.part, row.number), row)
    return [ClockView(row.pk, round_name(row, row), clocks.get(key)) for key, row in by_key.items()]


def closing_clocks(stages: Iterable[Stage]) -> list[ClockView]:
    """Return the clock of each stage that is open for a set time."""
    return [
        ClockView(
            0,
            format_name(stage.format).capitalize(),
            _closing(stage),
            is_closing=True,
        )
        for stage in stages
        if stage.pairs_when_free and not stage.competition.is_over
    ]


def _closing(stage: Stage) -> RoundClock:
    """Return the clock of a stage that is open for a set time; a pause stops it."""
    paused_at, closes_at = stage.competition.paused_at, stage.closes_at
    if paused_at is None or closes_at is None:
        return RoundClock(stage=stage, bell_at=closes_at)
    return RoundClock(stage=stage, left=max(timedelta(), closes_at - paused_at))


def next_free_at(group: Group, now: datetime) -> datetime | None:
    """Estimate when an entry of an open table becomes free, by how long its games have lasted.

    None while no game is played, or none has ended yet.
    """
    games = MatchGame.objects.filter(match__round__group=group, voided=False)
    ended = games.filter(game__started_at__isnull=False, game__finished_at__isnull=False)
    spans = [end - begun for begun, end in ended.values_list(*_SPAN)]
    running = games.filter(game__status=Game.Status.LIVE, game__started_at__isnull=False)
    begun = [at for at in running.values_list("game__started_at", flat=True) if at is not None]
    if not spans or not begun:
        return None
    usual = sum(spans, timedelta()) / len(spans)
    return max(now + SOONEST, min(begun) + usual)


def clock_of(match: Match) -> ClockView | None:
    """Return the clock of a match's round once it is started."""
    competition = match.competition
    if match.round is None or competition is None or competition.round_minutes is None:
        return None
    clock = RoundClock.objects.of(match.round).first()
    if clock is None:
        return None
    annotated = Round.objects.annotate(**of_rounds()).get(pk=match.round.pk)
    return ClockView(match.round.pk, round_name(match.round, annotated), clock)


def round_name(row: Round, annotated: Any) -> str:
    """Name a round as its stage does; `annotated` is a row with what `of_rounds` reads along."""
    stage: Stage = row.group.stage
    if not stage.is_bracket:
        return round_of_table(stage, row.number)
    return bracket_round(
        stage,
        row.part,
        row.number,
        annotated.round_size,
        is_alone=not annotated.has_losers,
        is_last=row.number == annotated.rounds_of_part,
    )


def of_rounds(path: str = "") -> dict[str, Exists | Subquery]:
    """Return what the names of rounds tell besides the rows; `path` leads to them from others."""
    within = Round.objects.filter(group=OuterRef(f"{path}group")).order_by()
    of_part = within.filter(part=OuterRef(f"{path}part")).values("part")
    matches = Match.objects.filter(round=OuterRef(f"{path}pk")).order_by().values("round")
    return {
        "rounds_of_part": Subquery(of_part.annotate(number_of=Count("pk")).values("number_of")),
        "round_size": Subquery(matches.annotate(number_of=Count("pk")).values("number_of")),
        "has_losers": Exists(within.filter(part=Part.LOSERS)),
    }
