"""The dashboard and the snapshot it is drawn from.

The rows are read once for all parts of the page and all languages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.utils.translation import gettext

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
from tournaments.dashboard.facts import CompetitionFlags, facts_of
from tournaments.dashboard.matches import MatchCase, Tile, Urgency, cases_of, tiles
from tournaments.dashboard.next_step import (
    DeskState,
    Drafted,
    NextStep,
    Step,
    next_round,
    next_step,
    progress_steps,
    upcoming_rounds,
)
from tournaments.dashboard.recent import (
    LINES,
    ActivityContext,
    ActivityLine,
    last_acts,
    last_changes,
    last_results,
    recent_activity,
)
from tournaments.draw.drafts import is_current
from tournaments.draw.queries import FormatPreview, being_drawn, format_preview, publishing
from tournaments.entries.check_in import number_to_draw
from tournaments.entries.queries import EntryLine, entry_list
from tournaments.formats.catalogue import FORMATS
from tournaments.lifecycle.forecast import Forecast, expected_end
from tournaments.lifecycle.queries import missing_accounts
from tournaments.matches.queries import MatchView
from tournaments.models import AuditEvent, Competition, Draft, Entry, Match
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


@dataclass(frozen=True)
class Snapshot:
    """A competition at one moment. Each part is read on first access."""

    competition: Competition
    now: datetime
    told: CompetitionFlags | None = None  # if they were read with other rows

    @cached_property
    def facts(self) -> CompetitionFlags:
        """The flags of the competition."""
        return self.told or facts_of(self.competition, self.now)

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
        return self.facts.claimed if self.competition.can_claim_names else 0

    @cached_property
    def conflicts(self) -> list[HeldView | HeldResult]:
        """Conflicting offline marks and results."""
        return held_by_scorers(self.competition) if self.facts.holds_marks else []

    @cached_property
    def feeders(self) -> list[FeederView]:
        """The feeders that send entries here."""
        return feeders_of(self.competition) if self.facts.is_fed else []

    @cached_property
    def draft(self) -> Draft | None:
        """The unpublished draft, if any."""
        if not self.facts.is_drafted:
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
        is_out = any(entry.state == Entry.State.WITHDRAWN for entry in entries)
        may_be = is_out or self.facts.has_absences
        return entries_out(self.competition, entries) if may_be else []

    @cached_property
    def absentees(self) -> list[FrequentAbsentee]:
        """The entries that missed their last matches."""
        is_going = self.competition.state in Competition.GOING
        return frequent_absentees(self.competition) if is_going and self.facts.has_no_shows else []

    @cached_property
    def log(self) -> list[AuditEvent]:
        """The latest acts of the audit log."""
        return last_acts(self.competition)

    @cached_property
    def results(self) -> list[MatchView]:
        """The latest matches decided without a logged act."""
        return last_results(self.competition) if self.facts.has_results else []


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
            *feeder_cards(competition, read.feeders, read.facts.asked_for),
            *entry_cards(competition, read.lines),
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
        return ActivityContext(self.competition, entries, self.snapshot.facts.has_moved)

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
            self.competition, self.snapshot.rounds, self.snapshot.facts.last_stage
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
        tables = self.snapshot.facts.tables or None
        return format_preview(self.snapshot.settings, self._to_draw, tables)

    @cached_property
    def forecast(self) -> Forecast | None:
        """When it ends, by what is left, its tables and the pace so far."""
        read, tables = self.snapshot, self.snapshot.facts.tables or None
        if self.competition.is_drawn or self.competition.is_over:
            return expected_end(self.competition, 0, tables=tables, now=read.now)
        return expected_end(
            self.competition, self._to_draw, tables=tables, now=read.now, terms=read.settings
        )

    @property
    def _state(self) -> DeskState:
        competition, facts, rounds = self.competition, self.snapshot.facts, self.snapshot.rounds
        grave = [case for case in self.cases if case.urgency in GRAVE]
        first = grave[0].view.match if grave else None
        return DeskState(
            pk=competition.pk,
            status=competition.state,
            per_side=competition.players_per_side,
            cap=competition.cap,
            least=FORMATS[facts.format].least,
            entered=len(self.entered),
            checked_in=sum(entry.checked_in_at is not None for entry in self.entered),
            to_draw=self._to_draw,
            outlook=self.outlook.in_full if self.outlook else "",
            publishes_alone=competition.publishes_alone,
            draft=self._drafted,
            being_drawn=being_drawn(competition) if facts.is_being_drawn else "",
            decisions=len(grave),
            first_decision=(first.pk, first.place) if first else (0, ""),
            missing=self.missing,
            playing=len(self.cases) - self.decided,
            clock_to_start=self._clock_to_start,
            is_dated=self._is_dated,
            in_seasons=facts.is_league,
            by_hand=competition.with_cards,
            follows=upcoming_rounds(rounds, facts.last_stage),
            next_round=next_round(rounds),
            may_close_season=self._may_close,
            has_champion=competition.champion_id is not None,
        )

    @property
    def _drafted(self) -> Drafted | None:
        draft = self.snapshot.draft
        if draft is None:
            return None
        return Drafted(publishing(draft), draft.mark, not self.snapshot.is_outdated)

    @property
    def _reported(self) -> int:
        """The number of open reports at its tables; 0 before the draw."""
        has_tables = self.competition.is_drawn or self.competition.is_over
        return self.snapshot.facts.reported if has_tables else 0

    @property
    def _is_dated(self) -> bool:
        """Whether a competition whose matches have dates is in progress."""
        has_dates = self.competition.has_own_days or (
            self.competition.round_days is not None and self.snapshot.facts.is_league
        )
        return has_dates and self.competition.state in Competition.GOING

    @property
    def _late(self) -> int:
        return self.snapshot.facts.overdue if self._is_dated else 0

    @property
    def _undated(self) -> int:
        return self.snapshot.facts.undated if self._is_dated else 0

    @property
    def _may_close(self) -> bool:
        facts = self.snapshot.facts
        is_closable = self.competition.is_completed
        return is_closable and facts.is_league and not facts.has_next_season

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
