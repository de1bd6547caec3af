"""The dashboard and the snapshot it is drawn from.

The rows are read once for all parts of the page and all languages. The flags, which one query
reads, say which parts are empty, so that the queries of these are skipped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from django.db.models import (
    Case,
    Count,
    Exists,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.expressions import BaseExpression
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from games.models import Report, Seat
from tournaments.common.lookups import LEAGUE, TABLES
from tournaments.competitions.settings import CompetitionSettings
from tournaments.dashboard.cards import (
    Card,
    absentee_cards,
    bell_cards,
    claim_cards,
    entry_cards,
    evening_cards,
    feeder_cards,
    held_cards,
    match_cards,
)
from tournaments.dashboard.matches import MatchCase, Tile, Urgency, cases_of, tiles
from tournaments.dashboard.next_step import (
    DeskState,
    Drafted,
    NextPhase,
    NextStep,
    Step,
    next_round,
    next_step,
    progress_steps,
    upcoming_rounds,
)
from tournaments.dashboard.recent import (
    BY_ITSELF,
    LINES,
    ActivityContext,
    ActivityLine,
    last_acts,
    last_changes,
    last_results,
    recent_activity,
)
from tournaments.draw.draft_page import being_drawn, publish_label
from tournaments.draw.drafts import is_current
from tournaments.draw.format_preview import FormatPreview, format_preview
from tournaments.entries.check_in import number_to_draw
from tournaments.entries.places import refusal_to_join
from tournaments.entries.queries import EntryLine, entry_list, missing_accounts
from tournaments.formats.catalogue import FORMATS, by_challenge
from tournaments.lifecycle.forecast import Forecast, expected_end
from tournaments.matches.queries import MatchView
from tournaments.models import (
    Absence,
    AuditEvent,
    Berth,
    Competition,
    Draft,
    Entry,
    Feeder,
    Group,
    HeldMarks,
    Match,
    NameClaim,
    Stage,
)
from tournaments.models.matches import COMPETITION
from tournaments.qualifiers.queries import FeederView, feeders_of
from tournaments.results.queries import CurrentMatches, CurrentRound, read_current_matches
from tournaments.round_clock.queries import ClockView, round_clocks
from tournaments.score_sheets.conflicts import HeldResult, HeldView, held_by_scorers
from tournaments.withdrawals.queries import (
    EntryOut,
    FrequentAbsentee,
    entries_out,
    frequent_absentees,
)

HALF_A_MINUTE: Final = 30
WITHOUT_PLAY: Final = (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)


@dataclass(frozen=True)
class CompetitionFlags:
    """Facts about a competition besides its matches and entries."""

    seated: int  # who has sat down so far
    awaited: int  # while players are awaited at a table: the half minute, as cards depend on it
    tables: int  # of the hall that it can use now
    reported: int  # reports of its tables that wait for a decision
    claimed: int  # names taken by phone that wait for one
    overdue: int  # matches of a league that are late
    undated: int  # matches that were postponed without a date
    format: str  # of its first stage
    last_stage: int  # number of the last stage of the main tier
    holds_marks: bool
    is_drafted: bool
    is_being_drawn: bool
    is_league: bool
    has_next_season: bool
    is_fed: bool  # by other competitions
    news_of_berths: int  # unread news about berths
    feeder_requests: int  # unanswered, of other competitions
    has_absences: bool  # of rounds to come or past
    has_no_shows: bool  # matches that a side lost because it did not come
    has_results: bool  # results that no user wrote
    has_moved: bool  # a card or a point counts already, so the draw cannot be undone


def read_flags(competition: Competition, now: datetime) -> CompetitionFlags:
    """Read the flags of a competition in one query."""
    rows = Competition.objects.filter(pk=competition.pk).annotate(**flag_columns(now))
    names = (field.name for field in fields(CompetitionFlags))
    return CompetitionFlags(**rows.values(*names).get())


def flag_columns(now: datetime) -> Mapping[str, BaseExpression | Q]:
    """Return the flags as columns of a competition; two of them depend on the time."""
    unopened = Q(scheduled_at__isnull=True) | Q(scheduled_at__lte=now)
    late = Q(round__deadline_at__lte=now) | (Q(state=Match.State.READY) & unopened)
    half_minute = Value(int(now.timestamp()) // HALF_A_MINUTE)
    return {
        "awaited": Case(When(_IS_AWAITED, then=half_minute), default=Value(0)),
        "overdue": _number(_OWN.undecided().filter(late, awaits_date=False), COMPETITION),
        **_FLAGS,
    }


def _number(rows: "QuerySet[Any]", whole: str) -> Coalesce:
    """Count the distinct rows of a competition."""
    totals = rows.order_by().values(whole).annotate(number_of=Count("pk", distinct=True))
    return Coalesce(Subquery(totals.values("number_of")), 0)


_PK: Final = OuterRef("pk")
_OWN: Final = Match.objects.filter(**{COMPETITION: _PK}).order_by()
_IS_AWAITED: Final = Exists(_OWN.sitting_down())
_STAGES: Final = Stage.objects.filter(competition=_PK).order_by()
_AT_TABLES: Final = f"game__match_game__match__{COMPETITION}"
_FLAGS: Final[Mapping[str, BaseExpression | Q]] = {
    "seated": _number(Seat.objects.filter(**{_AT_TABLES: _PK}, sat_at__isnull=False), _AT_TABLES),
    "tables": TABLES,
    "reported": _number(Report.objects.open().filter(**{_AT_TABLES: _PK}), _AT_TABLES),
    "claimed": _number(NameClaim.objects.of(_PK).pending(), "competition"),
    "undated": _number(_OWN.undecided().filter(awaits_date=True), COMPETITION),
    "format": Subquery(_STAGES.order_by("number").values("format")[:1]),
    "last_stage": Coalesce(
        Subquery(
            _STAGES.filter(tier=1).values("competition").annotate(last=Max("number")).values("last")
        ),
        0,
    ),
    "holds_marks": Exists(HeldMarks.objects.open().filter(**{f"match__{COMPETITION}": _PK})),
    "is_drafted": Exists(Draft.objects.filter(competition=_PK)),
    "is_being_drawn": Exists(
        Group.objects.awaiting()
        .filter(stage__competition=_PK)
        .exclude(stage__format__in=by_challenge())  # it awaits the end of its season
    ),
    "is_league": LEAGUE,
    "has_next_season": Exists(Competition.objects.filter(previous=_PK)),
    "is_fed": Exists(Feeder.objects.filter(final=_PK)),
    "news_of_berths": _number(
        Berth.objects.filter(feeder__final=_PK, is_news=True), "feeder__final"
    ),
    "feeder_requests": _number(Feeder.objects.filter(source=_PK).unanswered(), "source"),
    "has_absences": Exists(Absence.objects.filter(group__stage__competition=_PK)),
    "has_no_shows": Exists(_OWN.filter(state__in=WITHOUT_PLAY)),
    "has_results": Exists(_OWN.filter(BY_ITSELF)),
    "has_moved": Exists(_OWN.live()) | Exists(_OWN.filter(state=Match.State.COMPLETED)),
}


@dataclass(frozen=True)
class Snapshot:
    """A competition at one moment. Each part is read on first access."""

    competition: Competition
    now: datetime
    known_flags: CompetitionFlags | None = None  # if they were read with other rows

    @cached_property
    def flags(self) -> CompetitionFlags:
        """The flags of the competition."""
        return self.known_flags or read_flags(self.competition, self.now)

    @cached_property
    def settings(self) -> CompetitionSettings:
        return CompetitionSettings.of(self.competition)

    @cached_property
    def lines(self) -> list[EntryLine]:
        return entry_list(self.competition)

    @cached_property
    def at_hand(self) -> CurrentMatches:
        """The matches of the rounds in play; none before the draw."""
        if not self.competition.is_drawn:
            return CurrentMatches(())
        return read_current_matches(Match.objects.all(), self.competition, self.now)

    @cached_property
    def rounds(self) -> list[CurrentRound]:
        """The rounds in play, or the latest ones."""
        return self.at_hand.rounds

    @property
    def claimed(self) -> int:
        """The number of pending name claims; 0 while claims are closed."""
        return self.flags.claimed if self.competition.can_claim_names else 0

    @cached_property
    def conflicts(self) -> list[HeldView | HeldResult]:
        """Conflicting offline marks and results."""
        return held_by_scorers(self.competition) if self.flags.holds_marks else []

    @cached_property
    def feeders(self) -> list[FeederView]:
        """The feeders that send entries here."""
        return feeders_of(self.competition) if self.flags.is_fed else []

    @cached_property
    def draft(self) -> Draft | None:
        """The unpublished draft, if any."""
        if not self.flags.is_drafted:
            return None
        whole = ("competition", "group__stage__competition")
        return Draft.objects.filter(competition=self.competition).select_related(*whole).first()

    @cached_property
    def is_outdated(self) -> bool:
        """Whether the draft no longer matches the entries and results."""
        return self.draft is not None and not is_current(self.draft)

    @cached_property
    def out(self) -> list[EntryOut]:
        """The entries out of play that may come back."""
        entries = [line.entry for line in self.lines if not line.entry.awaited]
        states = (Entry.State.WITHDRAWN, Entry.State.FORMING)
        is_out = any(entry.state in states for entry in entries)
        may_be = is_out or self.flags.has_absences
        return entries_out(self.competition, entries) if may_be else []

    @cached_property
    def may_join(self) -> bool:
        """Whether an incomplete entry can still come in; asked only if there is one."""
        if not any(line.entry.state == Entry.State.FORMING for line in self.lines):
            return False
        return not self.competition.is_drawn or refusal_to_join(self.competition) is None

    @cached_property
    def absentees(self) -> list[FrequentAbsentee]:
        """The entries that missed their last matches."""
        is_going = self.competition.state in Competition.GOING
        return frequent_absentees(self.competition) if is_going and self.flags.has_no_shows else []

    @cached_property
    def log(self) -> list[AuditEvent]:
        """The latest acts of the audit log."""
        return last_acts(self.competition)

    @cached_property
    def results(self) -> list[MatchView]:
        """The latest matches decided without a logged act."""
        return last_results(self.competition) if self.flags.has_results else []


GRAVE: Final = (Urgency.DISPUTED, Urgency.FROZEN, Urgency.APPEALED)
CARDS: Final = 12  # listed cards; the others follow once these are decided


@dataclass(frozen=True)
class Dashboard:
    """The dashboard of a competition, in the active language."""

    snapshot: Snapshot

    @property
    def competition(self) -> Competition:
        return self.snapshot.competition

    @cached_property
    def entered(self) -> list[Entry]:
        confirmed = Entry.State.CONFIRMED
        lines = self.snapshot.lines
        return [line.entry for line in lines if line.entry.state == confirmed]

    @cached_property
    def cases(self) -> list[MatchCase]:
        """The current matches, the most urgent first."""
        read = self.snapshot
        return cases_of(read.at_hand.matches, read.competition, read.lines, read.now)

    @cached_property
    def cards(self) -> list[Card]:
        """The cards of the dashboard, the grave ones first."""
        read, competition = self.snapshot, self.competition
        missing = missing_accounts(competition, read.lines)
        going = [case for case in self.cases if case.dispute or not competition.is_over]
        cards = [
            *claim_cards(competition, read.claimed),
            *match_cards(going, competition.club.zone, read.now),
            *bell_cards(competition, self.clocks, going),
            *held_cards(competition, read.conflicts),
            *feeder_cards(competition, read.feeders, read.flags.feeder_requests),
            *entry_cards(competition, read.lines, may_join=read.may_join),
            *absentee_cards(competition, read.absentees),
            *evening_cards(competition, missing, self._reported, self._late, self._undated),
        ]
        return sorted(cards, key=lambda card: not card.is_grave)

    @cached_property
    def tiles(self) -> list[Tile]:
        """The tiles of the current matches."""
        return tiles(self.cases)

    @property
    def title(self) -> str:
        """The heading with the name of the current round."""
        names = {one.name for one in self.snapshot.rounds}
        if len(names) != 1 or names == {gettext("Partidos")}:  # a format without rounds
            return gettext("Los partidos")
        return gettext("Los partidos: %(round)s") % {"round": names.pop()}

    @property
    def decided(self) -> int:
        """The number of decided matches among the current ones."""
        return sum(case.view.match.is_decided for case in self.cases)

    @cached_property
    def clocks(self) -> list[ClockView]:
        """The clocks of timed rounds, started or not."""
        is_going = self.competition.state in Competition.GOING
        return round_clocks(self.competition) if is_going else []

    @cached_property
    def latest(self) -> list[ActivityLine]:
        """The latest acts and results."""
        return recent_activity(self.snapshot.log, self.snapshot.results, self._context)

    @property
    def latest_with_changes(self) -> list[ActivityLine]:
        """The same, and the latest changes that newer results have moved out of it."""
        acts = {event.pk: event for event in self.snapshot.log}
        acts |= {event.pk: event for event in last_changes(self.competition)}
        newest_first = [acts[pk] for pk in sorted(acts, reverse=True)]
        return recent_activity(newest_first, self.snapshot.results, self._context, limit=2 * LINES)

    @property
    def _context(self) -> ActivityContext:
        entries = {line.entry.pk: line.entry for line in self.snapshot.lines}
        return ActivityContext(self.competition, entries, self.snapshot.flags.has_moved)

    @cached_property
    def missing(self) -> int:
        """The number of results that can be written by hand now."""
        if self.competition.state not in Competition.GOING:
            return 0
        going = [case for case in self.cases if case.view.match.state in Match.PLAYABLE]
        if self.competition.with_cards:
            return len(going)
        return sum(case.urgency == Urgency.UNCLAIMED for case in going)

    @property
    def progress(self) -> Sequence[Step]:
        """The progress of the competition as a row of steps."""
        return progress_steps(
            self.competition, self.snapshot.rounds, self.snapshot.flags.last_stage
        )

    @cached_property
    def next_step(self) -> NextStep:
        """The next action of the organiser."""
        return next_step(self._state)

    @cached_property
    def outlook(self) -> FormatPreview | None:
        """Preview of the format that a draw would produce; None after the draw."""
        if self.competition.state not in Competition.DRAWABLE:
            return None
        tables = self.snapshot.flags.tables or None
        return format_preview(self.snapshot.settings, self._to_draw, tables)

    @cached_property
    def forecast(self) -> Forecast | None:
        """When it ends, by what is left, its tables and the pace so far."""
        read, tables = self.snapshot, self.snapshot.flags.tables or None
        if self.competition.is_drawn or self.competition.is_over:
            return expected_end(self.competition, 0, tables=tables, now=read.now)
        return expected_end(
            self.competition, self._to_draw, tables=tables, now=read.now, terms=read.settings
        )

    @property
    def _state(self) -> DeskState:
        competition, flags, rounds = self.competition, self.snapshot.flags, self.snapshot.rounds
        grave = [case for case in self.cases if case.urgency in GRAVE]
        first = grave[0].view.match if grave else None
        return DeskState(
            pk=competition.pk,
            status=competition.state,
            per_side=competition.players_per_side,
            cap=competition.cap,
            least=FORMATS[flags.format].least,
            entered=len(self.entered),
            checked_in=sum(entry.checked_in_at is not None for entry in self.entered),
            to_draw=self._to_draw,
            outlook=self.outlook.in_full if self.outlook else "",
            publishes_alone=competition.publishes_alone,
            draft=self._drafted,
            being_drawn=being_drawn(competition) if flags.is_being_drawn else "",
            decisions=len(grave),
            first_decision=(first.pk, first.place) if first else (0, ""),
            missing=self.missing,
            playing=len(self.cases) - self.decided,
            clock_to_start=self._clock_to_start,
            is_dated=self._is_dated,
            in_seasons=flags.is_league,
            by_hand=competition.with_cards,
            follows=self._next_phase,
            next_round=next_round(rounds),
            may_close_season=self._may_close,
            has_champion=competition.champion_id is not None,
        )

    @property
    def _next_phase(self) -> NextPhase:
        flags = self.snapshot.flags
        if FORMATS[flags.format].play.is_by_challenge:
            return NextPhase.CHALLENGES
        return upcoming_rounds(self.snapshot.rounds, flags.last_stage)

    @property
    def _drafted(self) -> Drafted | None:
        draft = self.snapshot.draft
        if draft is None:
            return None
        return Drafted(publish_label(draft), draft.mark, not self.snapshot.is_outdated)

    @property
    def _reported(self) -> int:
        """The number of open reports at its tables; 0 before the draw."""
        has_tables = self.competition.is_drawn or self.competition.is_over
        return self.snapshot.flags.reported if has_tables else 0

    @property
    def _is_dated(self) -> bool:
        """Whether a competition whose matches have dates is in progress."""
        has_dates = self.competition.has_own_days or (
            self.competition.round_days is not None and self.snapshot.flags.is_league
        )
        return has_dates and self.competition.state in Competition.GOING

    @property
    def _late(self) -> int:
        return self.snapshot.flags.overdue if self._is_dated else 0

    @property
    def _undated(self) -> int:
        return self.snapshot.flags.undated if self._is_dated else 0

    @property
    def _may_close(self) -> bool:
        flags = self.snapshot.flags
        is_closable = self.competition.is_completed
        return is_closable and flags.is_league and not flags.has_next_season

    @cached_property
    def _to_draw(self) -> int:
        """The number of entries a draw would take; during the check-in, those checked in."""
        if self.competition.state == Competition.State.CHECK_IN:
            return number_to_draw(self.competition)
        return len(self.entered)

    @property
    def _clock_to_start(self) -> int | None:
        """The round whose clock must be started by hand, as it must with real cards."""
        if not self.competition.with_cards:
            return None
        return next((view.round_id for view in self.clocks if view.clock is None), None)
