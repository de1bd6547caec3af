"""When a competition ends, from the matches left, the tables and the pace so far.

Every page that shows an hour reads it here. The guess itself is `formats.outline.minutes`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.utils.translation import gettext, ngettext

from tournaments.competitions.describe import pace, waves
from tournaments.competitions.labels import tables as in_tables
from tournaments.competitions.settings import CompetitionSettings, plans_of
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import (
    AS_MANY_AS,
    Batch,
    Pace,
    after,
    alongside,
    measured_speed,
    minutes,
    rounded,
    turns,
)
from tournaments.models import Competition, Entry, Match, Stage

AN_EVENING = timedelta(hours=12)
WITHDRAWN = Entry.State.WITHDRAWN
UNDER_WAY = 0.8  # how much of a turn may have passed while its matches are open


def round_up(at: datetime) -> datetime:
    """Return the next full five minutes."""
    hour = at.replace(minute=0, second=0, microsecond=0)
    return hour + timedelta(minutes=rounded((at - hour) / timedelta(minutes=1)))


@dataclass(frozen=True)
class Forecast:
    """The waves left, and when the last one ends."""

    waves: Sequence[Batch]
    tables: int | None  # None: one for every match
    pace: Pace
    starts_at: datetime
    best_of: int = 1
    final_best_of: int | None = None
    passed: float = 0  # minutes since the open matches were called
    is_measured: bool = False  # whether matches of this evening correct the guess

    @property
    def minutes(self) -> int:
        """The minutes from `starts_at` to the end."""
        of_all = minutes(
            self.waves,
            self.pace,
            best_of=self.best_of,
            final_best_of=self.final_best_of,
            tables=self.tables,
        )
        return max(0, round(of_all - min(self.passed, UNDER_WAY * self.turn_minutes)))

    @property
    def ends_at(self) -> datetime:
        """The hour of the end, rounded up as a page shows it."""
        return round_up(self.starts_at + timedelta(minutes=self.minutes))

    @property
    def largest(self) -> int:
        """The matches of the largest wave that is left."""
        return max((wave.matches for wave in self.waves), default=0)

    @property
    def turn_minutes(self) -> float:
        """The length of one turn at the tables."""
        one = (Batch(min(self.largest, self.tables or self.largest)),) if self.largest else ()
        return minutes(one, self.pace, best_of=self.best_of)

    def with_tables(self, tables: int | None) -> "Forecast":
        """Return the forecast for another number of tables."""
        return replace(self, tables=tables)

    def hour(self, zone: str) -> str:
        """Return the hour of the end in a time zone."""
        return f"{self.ends_at.astimezone(ZoneInfo(zone)):%H:%M}"

    def end_in_words(self, zone: str) -> str:
        """Return the hour in words."""
        return gettext("Termina hacia las %(hour)s") % {"hour": self.hour(zone)}

    @property
    def in_words(self) -> str:
        """Describe what the hour is made of.

        It is `11 partidos por ronda en 6 mesas: 2 tandas de unos 35 minutos`.
        """
        number = turns(self.largest, self.tables)
        told = ngettext(
            "%(number)s partido por ronda", "%(number)s partidos por ronda", self.largest
        ) % {"number": self.largest}
        told_tables = gettext("una mesa para cada uno")
        if self.tables:
            told_tables = in_tables(self.tables)
        lasts = ngettext(
            "%(turns)s tanda de unos %(minutes)s minutos",
            "%(turns)s tandas de unos %(minutes)s minutos",
            number,
        ) % {"turns": number, "minutes": round(self.turn_minutes)}
        said = gettext("%(matches)s, %(tables)s: %(lasts)s") % {
            "matches": told,
            "tables": told_tables,
            "lasts": lasts,
        }
        if self.is_measured:
            return gettext("%(said)s, como se viene jugando") % {"said": said}
        return said


def expected_end(
    competition: Competition, entries: int, *, tables: int | None, now: datetime
) -> Forecast | None:
    """Forecast a competition: what is left of it, or before the draw what `entries` would play."""
    if competition.is_over or competition.is_dated:
        return None
    if competition.is_drawn:
        return read_forecast(competition, tables=tables, now=now)
    coming = CompetitionSettings.of(competition).played_by(entries)
    return coming and forecast_of_plan(coming, tables=tables, now=now)


def forecast_of_plan(terms: CompetitionSettings, *, tables: int | None, now: datetime) -> Forecast:
    """Forecast a competition that is not drawn yet, for a full field."""
    return Forecast(
        waves=waves(terms),
        tables=tables,
        pace=pace(terms),
        starts_at=max(now, terms.starts_at or now),
        best_of=terms.best_of,
        final_best_of=terms.shape.final_best_of,
    )


def read_forecast(competition: Competition, *, tables: int | None, now: datetime) -> Forecast:
    """Forecast a drawn competition from what is left of it."""
    stages = list(
        competition.stages.order_by("number").annotate(
            places=Count("slots"), there=Count("slots", filter=~Q(slots__entry__state=WITHDRAWN))
        )
    )
    rows = _rows(competition)
    lengths = [
        ((row.completed_at - row.called_at) / timedelta(minutes=1), row.best_of)
        for row in rows
        if row.state == Match.State.COMPLETED
        and row.called_at
        and row.completed_at
        and now - AN_EVENING < row.completed_at
    ]
    open_since = [row.called_at for row in rows if row.state == Match.State.CALLED]
    return Forecast(
        waves=_waves_left(stages, rows),
        tables=tables,
        pace=pace(competition, measured_speed(lengths, pace(competition))),
        starts_at=now,
        best_of=competition.best_of,
        final_best_of=stages[-1].final_best_of,
        passed=(now - min(filter(None, open_since), default=now)) / timedelta(minutes=1),
        is_measured=len(lengths) >= AS_MANY_AS,
    )


@dataclass(frozen=True)
class _Row:
    """Columns of a match."""

    stage: int
    round: int
    best_of: int
    state: str
    called_at: datetime | None
    completed_at: datetime | None


def _rows(competition: Competition) -> list[_Row]:
    columns = ("round__group__stage__number", "round__number", "round__best_of")
    found = Match.objects.of(competition.pk).exclude(state=Match.State.BYE).order_by("pk")
    return [_Row(*row) for row in found.values_list(*columns, "state", "called_at", "completed_at")]


def _waves_left(stages: Sequence[Stage], rows: Iterable[_Row]) -> tuple[Batch, ...]:
    by_stage: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_stage[row.stage].append(row)
    first: list[tuple[Batch, ...]] = []
    later: dict[int, list[Batch]] = defaultdict(list)
    for stage, plan in zip(stages, plans_of(stages), strict=True):
        waves = _of_stage(stage, by_stage[stage.number])
        if plan.takes is None:
            first.append(waves)
        else:
            later[stage.tier].extend(waves)
    return *alongside(first), *alongside([*later.values()])


def _of_stage(stage: Stage, rows: Sequence[_Row]) -> tuple[Batch, ...]:
    """Return the waves that a stage still has to play.

    It is annotated with its `places`, and with those whose entry is `there`.
    """
    places, there = stage.places, stage.there  # type: ignore[attr-defined]  # annotated
    open_in = Counter(row.round for row in rows if row.state not in Match.DECIDED)
    if stage.is_bracket:
        decided = sum(row.state in Match.DECIDED for row in rows)
        return after(_of_bracket(stage.shape, places), decided)
    drawn = tuple(Batch(open_in[number]) for number in sorted(open_in))
    if not stage.how.pairs_rounds:
        return drawn
    last = max((row.round for row in rows), default=0)
    return *drawn, *stage.how.waves(stage.shape, there)[last:]


def _of_bracket(shape: FormatOptions, places: int) -> tuple[Batch, ...]:
    how = FORMATS[shape.format]
    return how.waves(shape, places) if places >= how.least else ()
