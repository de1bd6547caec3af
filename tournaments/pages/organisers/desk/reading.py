"""The desk as it is now, read once: what needs its organiser, what is played, what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.utils.translation import gettext

from tournaments.models import Competition, Draft, Entry, Match, Round
from tournaments.pages.entry_list import EntryLine, entry_list
from tournaments.pages.organisers.desk.cards import Card, match_cards
from tournaments.pages.organisers.desk.cases import Case, Urgency, read_cases
from tournaments.pages.organisers.desk.evening import Step, evening, follows, round_number
from tournaments.pages.organisers.desk.latest import Line, latest
from tournaments.pages.organisers.desk.more_cards import entry_cards, evening_cards
from tournaments.pages.organisers.desk.next_step import (
    DeskState,
    Drafted,
    NextStep,
    next_step,
)
from tournaments.pages.organisers.desk.tiles import Tile, tiles
from tournaments.pages.organisers.desk.waiting_cards import waiting_cards
from tournaments.pages.organisers.draft import being_drawn, publishing
from tournaments.pages.organisers.league_desk import LeagueDesk, league_desk
from tournaments.pages.organisers.missing_accounts import missing_accounts
from tournaments.pages.organisers.reported import reported_at
from tournaments.pages.organisers.results_grid import current_rounds
from tournaments.pages.round_clock import ClockView, round_clocks, round_name
from tournaments.services.competition.seasons import may_close
from tournaments.services.draw.drafts import is_current
from tournaments.services.entries.check_in import number_to_draw

GRAVE: Final = (Urgency.DISPUTED, Urgency.FROZEN, Urgency.APPEALED)
CARDS: Final = 12  # that are listed: who has more to decide begins with these


@dataclass(frozen=True)
class Desk:
    """A competition as its organiser looks after it."""

    competition: Competition
    now: datetime

    @cached_property
    def lines(self) -> list[EntryLine]:
        """Who takes part."""
        return entry_list(self.competition)

    @cached_property
    def entered(self) -> list[Entry]:
        """Who is in."""
        confirmed = Entry.State.CONFIRMED
        return [line.entry for line in self.lines if line.entry.state == confirmed]

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds that are played now, or were the last."""
        if not self.competition.is_drawn:
            return []
        pks = current_rounds(self.competition, self.now)
        rows = Round.objects.filter(pk__in=pks).select_related("group__stage__competition")
        return list(rows.order_by("pk"))

    @cached_property
    def cases(self) -> list[Case]:
        """The matches at hand, the neediest first."""
        if not self.competition.is_drawn:
            return []
        rounds = [row.pk for row in self.rounds]
        return read_cases(self.competition, rounds, self.lines, self.now)

    @cached_property
    def cards(self) -> list[Card]:
        """What needs the organiser."""
        missing = missing_accounts(self.competition, self.lines)
        whole = evening_cards(self.competition, missing, self._reported, self.league)
        if self.competition.is_over:
            going = [case for case in self.cases if case.dispute]
        else:
            going = self.cases
        return [
            *match_cards(going, self.competition.club.zone),
            *waiting_cards(self.competition),
            *entry_cards(self.competition, self.lines),
            *whole,
        ]

    @cached_property
    def tiles(self) -> list[Tile]:
        """The tables of what is played."""
        return tiles(self.cases)

    @property
    def title(self) -> str:
        """Name what is played."""
        names = {round_name(row) for row in self.rounds}
        if len(names) != 1:
            return gettext("Las mesas")
        return gettext("Las mesas: %(round)s") % {"round": names.pop()}

    @property
    def decided(self) -> int:
        """How many of the tables have ended."""
        return sum(case.view.match.is_decided for case in self.cases)

    @cached_property
    def clocks(self) -> list[ClockView]:
        """The clocks of timed rounds, started or not."""
        is_going = self.competition.state in Competition.GOING
        return round_clocks(self.competition) if is_going else []

    @cached_property
    def latest(self) -> list[Line]:
        """What was done last."""
        return latest(self.competition)

    @cached_property
    def league(self) -> LeagueDesk | None:
        """What is late in a league with dates."""
        is_going = self.competition.state in Competition.GOING
        return league_desk(self.competition, self.now) if is_going else None

    @cached_property
    def missing(self) -> int:
        """How many results a person can write now."""
        if self.competition.state not in Competition.GOING:
            return 0
        going = [case for case in self.cases if case.view.match.state in Match.PLAYABLE]
        if self.competition.with_cards:
            return len(going)
        return sum(case.urgency == Urgency.UNCLAIMED for case in going)

    @property
    def evening(self) -> Sequence[Step]:
        """The evening as a line of steps."""
        return evening(self.competition, self.rounds)

    @cached_property
    def next_step(self) -> NextStep:
        """The one thing to do now."""
        return next_step(self._state)

    @property
    def _state(self) -> DeskState:
        competition = self.competition
        grave = [case for case in self.cases if case.urgency in GRAVE]
        first = grave[0].view.match if grave else None
        return DeskState(
            pk=competition.pk,
            status=competition.state,
            per_side=competition.players_per_side,
            cap=competition.cap,
            entered=len(self.entered),
            checked_in=sum(entry.checked_in_at is not None for entry in self.entered),
            to_draw=self._to_draw,
            publishes_alone=competition.publishes_alone,
            draft=_drafted(competition),
            being_drawn=being_drawn(competition) if competition.is_drawn else "",
            decisions=len(grave),
            first_decision=(first.pk, first.place) if first else (0, ""),
            missing=self.missing,
            playing=len(self.cases) - self.decided,
            clock_to_start=self._clock_to_start,
            is_dated=self.league is not None,
            follows=follows(competition, self.rounds),
            next_round=round_number(self.rounds) + 1,
            may_close_season=may_close(competition),
            has_champion=competition.champion_id is not None,
        )

    @property
    def _reported(self) -> int:
        """How many lines of its tables were reported; before the draw there are none."""
        has_tables = self.competition.is_drawn or self.competition.is_over
        return reported_at(self.competition) if has_tables else 0

    @property
    def _to_draw(self) -> int:
        """Who a draw would take: at a check-in who is here, and those who wait."""
        if self.competition.state == Competition.State.CHECK_IN:
            return number_to_draw(self.competition)
        return len(self.entered)

    @property
    def _clock_to_start(self) -> int | None:
        """The round whose clock nobody started: with real cards it does not start alone."""
        if not self.competition.with_cards:
            return None
        return next((view.round_id for view in self.clocks if view.clock is None), None)


def _drafted(competition: Competition) -> Drafted | None:
    draft = Draft.objects.filter(competition=competition).select_related(*WHOLE).first()
    if draft is None:
        return None
    return Drafted(publishing(draft), draft.mark, is_current(draft))


WHOLE = ("competition", "group__stage__competition")
