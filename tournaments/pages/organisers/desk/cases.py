"""The matches at hand as an organiser sees them: how much each needs them, and who is there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum

from django.utils.translation import ngettext

from games.models import Game, Seat
from tournaments.models import Competition, Dispute, Match, SlipClaim
from tournaments.pages.entry_list import EntryLine
from tournaments.pages.matches import MatchView
from tournaments.pages.organisers.at_hand import MatchAtHand


class Urgency(IntEnum):
    """How much a match needs an organiser, the neediest first."""

    DISPUTED = 0
    FROZEN = 1
    HALF_SEATED = 2
    EMPTY = 3
    UNCLAIMED = 4
    APPEALED = 5
    PAUSED = 6
    READY = 7
    PLAYING = 8
    DECIDED = 9


OF_DISPUTES = {Dispute.Kind.CALL: Urgency.DISPUTED, Dispute.Kind.APPEAL: Urgency.APPEALED}
OF_TABLES = {
    Game.Status.FROZEN: Urgency.FROZEN,
    Game.Status.PAUSED: Urgency.PAUSED,
    Game.Status.LIVE: Urgency.PLAYING,
}
OF_MATCHES = {
    Match.State.READY: Urgency.READY,
    Match.State.CALLED: Urgency.PLAYING,  # without a table: real cards are played
}


@dataclass(frozen=True)
class Case:
    """A match of those at hand, as the organiser sees it."""

    view: MatchView
    sides: Sequence[Sequence[EntryLine]]  # who is on each, as they sit
    seats: tuple[Seat, ...]  # of a table at which not everybody has sat down
    with_cards: bool = False
    dispute: str = ""  # the kind of what waits for a ruling
    asked: str = ""  # its words
    asked_at: datetime | None = None
    asked_often: int = 0  # at how many boards
    has_scorer: bool = True
    claims: Sequence[SlipClaim] = ()  # what both sides' slips say, where that is disputed

    @property
    def urgency(self) -> Urgency:
        """How much it needs an organiser."""
        if self.dispute:
            return OF_DISPUTES[Dispute.Kind(self.dispute)]
        games = self.view.all_tables
        if self.view.match.state != Match.State.CALLED or not games:
            return self._without_table
        if self.view.is_sitting_down and self.missing:
            return Urgency.HALF_SEATED if self.sat else Urgency.EMPTY
        if self.view.is_sitting_down:  # all sit, and the cards are about to be dealt
            return Urgency.PLAYING
        most = min(OF_TABLES.get(Game.Status(game.status), Urgency.DECIDED) for game in games)
        return min(most, Urgency.PLAYING) if self.view.tables else most

    @property
    def needs_decision(self) -> bool:
        """Whether an organiser or a judge has to decide: `APPEALED` or more urgent."""
        return self.urgency <= Urgency.APPEALED

    @property
    def is_no_show(self) -> bool:
        """Whether a called player has not sat down."""
        return self.urgency in (Urgency.HALF_SEATED, Urgency.EMPTY)

    def is_early(self, now: datetime) -> bool:
        """Tell whether who is missing has still more than half of the time to sit down.

        The time counts from when the table was opened, or was begun anew after a pause.
        """
        match, competition = self.view.match, self.view.match.competition
        if not self.is_no_show or match.sit_by is None or competition is None:
            return False
        window = timedelta(minutes=competition.sit_down_minutes)
        tables = (game for game in self.view.all_tables if game.status in Game.NOT_DEALT)
        opened = min((game.created_at for game in tables), default=match.sit_by)
        return now - max(opened, match.sit_by - window) < match.sit_by - now

    @property
    def asked_in_words(self) -> str:
        """What waits longest, and that there is more of it at other boards."""
        more = self.asked_often - 1
        if more < 1:
            return f"«{self.asked}»"
        told = ngettext(
            "«%(words)s», y en %(more)s mesa más", "«%(words)s», y en %(more)s mesas más", more
        )
        return told % {"words": self.asked, "more": more}

    @property
    def with_reserves(self) -> list[EntryLine]:
        """The sides that have reserves to bring in."""
        return [line for side in self.sides for line in side if line.reserves]

    @property
    def sat(self) -> list[str]:
        """Who has sat down; a robot that stands in for a name is nobody."""
        return [self._name(seat) for seat in self.seats if seat.sat_at and seat.user]

    @property
    def missing(self) -> list[str]:
        """The players who have not sat down."""
        return [self._name(seat) for seat in self.seats if not seat.sat_at]

    @property
    def unclaimed(self) -> list[EntryLine]:
        """The sides of a ready match of which nobody has an account: no table can be opened."""
        if self.with_cards or self.view.match.state != Match.State.READY:
            return []
        return [
            line
            for side in self.sides
            for line in side
            if len(line.without_account) == len(line.players)
        ]

    @property
    def _without_table(self) -> Urgency:
        if self.unclaimed:
            return Urgency.UNCLAIMED
        return OF_MATCHES.get(Match.State(self.view.match.state), Urgency.DECIDED)

    def _name(self, seat: Seat) -> str:
        """Call a seat by its person, or by the name written down: partners face each other."""
        if seat.user is not None:
            return str(seat.user)
        players = [player for line in self.sides[seat.team] for player in line.players]
        return players[seat.number // 2].name


def cases_of(
    matches: Iterable[MatchAtHand],
    competition: Competition,
    lines: Iterable[EntryLine],
    now: datetime,
) -> list[Case]:
    """Return what is played and what is disputed, the neediest first.

    What waits for an hour of its own needs nobody, and is left out unless it is disputed.
    """
    by_entry = {line.entry.pk: line for line in lines}
    at_hand = [one for one in matches if one.told.open_dispute or not _waits(one.match, now)]
    return sorted((_read(one, by_entry, competition) for one in at_hand), key=_order)


def case_of(view: MatchView) -> Case:
    """Return one match as the organiser sees it; rosters were fetched, and its table's seats.

    Of several boards each is seen for itself.
    """
    lines = {entry.pk: EntryLine(entry) for side in view.sides for entry in side.entries}
    competition = view.match.competition
    tables = [] if view.game is None else [view.game]
    return _case(view, lines, tables, with_cards=competition is not None and competition.with_cards)


def _waits(match: Match, now: datetime) -> bool:
    hour = match.scheduled_at
    return match.state == Match.State.READY and hour is not None and hour > now


def _read(found: MatchAtHand, lines: Mapping[int, EntryLine], competition: Competition) -> Case:
    told, is_disputed = found.told, bool(found.told.open_dispute)
    are_both = is_disputed and len(found.claims) == len(found.view.sides)
    return replace(
        _case(found.view, lines, found.view.all_tables, with_cards=competition.with_cards),
        dispute=told.open_dispute or "",
        asked=told.asked or "",
        asked_at=told.asked_at,
        asked_often=told.asked_often or 0,
        has_scorer=told.has_scorer,
        claims=found.claims if are_both else (),
    )


def _case(
    view: MatchView, lines: Mapping[int, EntryLine], tables: Sequence[Game], *, with_cards: bool
) -> Case:
    waiting = (game for game in tables if game.status in Game.NOT_DEALT and view.is_sitting_down)
    seats = tuple(seat for game in waiting for seat in game.seats.all())
    sides = [[lines[entry.pk] for entry in side.entries] for side in view.sides]
    return Case(view, sides, seats, with_cards)


def _order(case: Case) -> tuple[Urgency, float, int]:
    match = case.view.match
    return case.urgency, match.sit_by.timestamp() if match.sit_by else 0, match.number
