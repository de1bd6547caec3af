"""When a competition ends, from the matches left, the tables and the pace so far.

Every page that shows an hour reads it here. The guess itself is `formats.outline.minutes`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, OuterRef, Subquery
from django.utils.translation import gettext, ngettext

from tournaments.competitions.format_labels import count_tables as in_tables
from tournaments.competitions.settings import CompetitionSettings, pace, plans_of, waves
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import (
    GUESS_WEIGHT,
    Batch,
    Pace,
    alongside,
    measured_speed,
    minutes,
    rounded,
    turns,
    waves_left,
)
from tournaments.matches.queries import MatchView
from tournaments.models import Competition, Entry, Match, MatchSlot, Stage, StageSlot
from tournaments.stages.queries import Event

AN_EVENING = timedelta(hours=12)
WITHDRAWN = Entry.State.WITHDRAWN
MATCHES = "groups__rounds__matches"  # of a stage
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
        """Return the end as a sentence: `Termina hacia las 23:40`."""
        return gettext("Termina hacia las %(hour)s") % {"hour": self.hour(zone)}

    @property
    def in_words(self) -> str:
        """Explain the forecast.

        For example `11 partidos por ronda en 6 mesas: 2 tandas de unos 35 minutos`.
        """
        number = turns(self.largest, self.tables)
        matches = ngettext(
            "%(number)s partido por ronda", "%(number)s partidos por ronda", self.largest
        ) % {"number": self.largest}
        tables = in_tables(self.tables) if self.tables else gettext("una mesa para cada uno")
        lasts = ngettext(
            "%(turns)s tanda de unos %(minutes)s minutos",
            "%(turns)s tandas de unos %(minutes)s minutos",
            number,
        ) % {"turns": number, "minutes": round(self.turn_minutes)}
        sentence = gettext("%(matches)s, %(tables)s: %(lasts)s") % {
            "matches": matches,
            "tables": tables,
            "lasts": lasts,
        }
        if self.is_measured:
            return gettext("%(said)s, como se viene jugando") % {"said": sentence}
        return sentence


def expected_end(
    competition: Competition,
    entries: int,
    *,
    tables: int | None,
    now: datetime,
    event: Event | None = None,
    terms: CompetitionSettings | None = None,
) -> Forecast | None:
    """Forecast a competition: what is left of it, or before the draw what `entries` would play.

    A caller that has already read its stages and matches passes them as `event`, and before the
    draw its settings as `terms`: no query is made.
    """
    if competition.is_over or competition.is_dated:
        return None
    if competition.is_drawn:
        stages = _stages_of(event) if event and event.slots else _read_stages(competition)
        return _forecast_of_rest(competition, stages, tables=tables, now=now)
    coming = (terms or CompetitionSettings.of(competition)).played_by(entries)
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


@dataclass(frozen=True)
class _MatchTimes:
    """The columns of a match that a forecast needs."""

    round: int
    best_of: int
    state: str
    called_at: datetime | None
    completed_at: datetime | None


@dataclass(frozen=True)
class _DrawnStage:
    """A stage with the number of its places, and its matches without foreseen byes."""

    stage: Stage
    places: int
    remaining_places: int  # without those of withdrawn entries
    matches: Sequence[_MatchTimes]


def _stages_of(event: Event) -> list[_DrawnStage]:
    """Return the stages of an event, including those that a page does not show yet."""
    stages = []
    for stage, own in groupby(event.slots, key=lambda slot: slot.stage):
        slots = list(own)
        withdrawn = sum(slot.entry is not None and slot.entry.state == WITHDRAWN for slot in slots)
        groups = {slot.group_id for slot in slots}
        matches = [
            _times_of(view.match)
            for group in groups
            for view in event.by_group.get(group, ())
            if not _is_foreseen_bye(view)
        ]
        stages.append(_DrawnStage(stage, len(slots), len(slots) - withdrawn, matches))
    return stages


def _is_foreseen_bye(view: MatchView) -> bool:
    """Return whether the entry expected no match: a bye may take the place of one."""
    return view.is_bye and all(side.slot.only_side is None for side in view.sides)


def _times_of(match: Match) -> _MatchTimes:
    row = match.round
    assert row is not None
    return _MatchTimes(row.number, row.best_of, match.state, match.called_at, match.completed_at)


def _read_stages(competition: Competition) -> list[_DrawnStage]:
    """Read the stages of a competition with their matches: one query, a row for each match."""
    slots = StageSlot.objects.filter(stage=OuterRef("pk")).order_by().values("stage")
    withdrawn = slots.filter(entry__state=WITHDRAWN)
    expected = MatchSlot.objects.filter(match=OuterRef(MATCHES), only_side__isnull=False)
    rows = competition.stages.order_by("number").annotate(
        places=Subquery(slots.annotate(count=Count("pk")).values("count")),
        gone=Subquery(withdrawn.annotate(count=Count("pk")).values("count")),
        match=F(MATCHES),
        round_number=F("groups__rounds__number"),
        round_best_of=F("groups__rounds__best_of"),
        match_state=F(f"{MATCHES}__state"),
        called_at=F(f"{MATCHES}__called_at"),
        completed_at=F(f"{MATCHES}__completed_at"),
        is_foreseen=Exists(expected),
    )
    return [_drawn_stage(list(own)) for _, own in groupby(rows, key=lambda row: row.number)]


def _drawn_stage(rows: Sequence[Any]) -> _DrawnStage:
    places, withdrawn = rows[0].places or 0, rows[0].gone or 0
    matches = [
        _MatchTimes(
            row.round_number, row.round_best_of, row.match_state, row.called_at, row.completed_at
        )
        for row in rows
        if row.match and (row.match_state != Match.State.BYE or row.is_foreseen)
    ]
    return _DrawnStage(rows[0], places, places - withdrawn, matches)


def _forecast_of_rest(
    competition: Competition, stages: Sequence[_DrawnStage], *, tables: int | None, now: datetime
) -> Forecast:
    """Forecast a drawn competition from what is left of it."""
    matches = [match for stage in stages for match in stage.matches]
    lengths = [
        ((match.completed_at - match.called_at) / timedelta(minutes=1), match.best_of)
        for match in matches
        if match.state == Match.State.COMPLETED
        and match.called_at
        and match.completed_at
        and now - AN_EVENING < match.completed_at
    ]
    open_since = [match.called_at for match in matches if match.state == Match.State.CALLED]
    announced = competition.starts_at if competition.started_at is None else None
    return Forecast(
        waves=_waves_of_stages(stages),
        tables=tables,
        pace=pace(competition, measured_speed(lengths, pace(competition))),
        starts_at=max(now, announced or now),
        best_of=competition.best_of,
        final_best_of=stages[-1].stage.final_best_of,
        passed=(now - min(filter(None, open_since), default=now)) / timedelta(minutes=1),
        is_measured=len(lengths) >= GUESS_WEIGHT,
    )


def _waves_of_stages(stages: Sequence[_DrawnStage]) -> tuple[Batch, ...]:
    first: list[tuple[Batch, ...]] = []
    later: dict[int, list[Batch]] = defaultdict(list)
    for one, plan in zip(stages, plans_of([one.stage for one in stages]), strict=True):
        waves = _waves_of_stage(one)
        if plan.takes is None:
            first.append(waves)
        else:
            later[one.stage.tier].extend(waves)
    return *alongside(first), *alongside([*later.values()])


def _waves_of_stage(drawn_stage: _DrawnStage) -> tuple[Batch, ...]:
    """Return the waves that a stage still has to play."""
    stage, matches = drawn_stage.stage, drawn_stage.matches
    if stage.is_bracket:
        decided = sum(match.state in Match.DECIDED for match in matches)
        return waves_left(_waves_of_bracket(stage.shape, drawn_stage.places), decided)
    open_in = Counter(match.round for match in matches if match.state not in Match.DECIDED)
    paired = tuple(Batch(open_in[number]) for number in sorted(open_in))
    if not stage.how.pairs_rounds:
        return paired
    last = max((match.round for match in matches), default=0)
    rounds = replace(stage.shape, finalists=0, play_in=0)  # the finals are a stage of their own
    return *paired, *stage.how.waves(rounds, drawn_stage.remaining_places)[last:]


def _waves_of_bracket(shape: FormatOptions, places: int) -> tuple[Batch, ...]:
    how = FORMATS[shape.format]
    return how.waves(shape, places) if places >= how.least else ()
