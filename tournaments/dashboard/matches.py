"""Current matches on the dashboard: urgency, presence and the tiles of tables.

A tile keeps its position, so that a result changes only one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Final

from django.utils.translation import gettext, ngettext

from games.models import Game, Seat
from tournaments.entries.queries import EntryLine
from tournaments.matches.queries import MatchView, SideView
from tournaments.models import (
    Competition,
    Dispute,
    Match,
    SlipClaim,
)
from tournaments.models.matches import Plate
from tournaments.results.queries import MatchWithIssues


class Urgency(IntEnum):
    """Degree to which a match needs an organiser; the lowest value is the most urgent."""

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
    Match.State.CALLED: Urgency.PLAYING,  # without a table: it is played with real cards
}


@dataclass(frozen=True)
class MatchCase:
    """A current match as the organiser sees it."""

    view: MatchView
    sides: Sequence[Sequence[EntryLine]]  # entries of each side, in seating order
    seats: tuple[Seat, ...]  # of tables at which not all players have sat down
    with_cards: bool = False
    dispute: str = ""  # the kind of the open dispute
    asked: str = ""  # text of the dispute
    asked_at: datetime | None = None
    asked_often: int = 0  # number of boards with such a dispute
    has_scorer: bool = True
    claims: Sequence[SlipClaim] = ()  # what both sides' slips say, if that is disputed

    @property
    def urgency(self) -> Urgency:
        """The urgency of the match for an organiser."""
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
    def is_no_show(self) -> bool:
        """Whether a called player has not sat down."""
        return self.urgency in (Urgency.HALF_SEATED, Urgency.EMPTY)

    def is_early(self, now: datetime) -> bool:
        """Return whether the missing players have more than half of the time left to sit down.

        The time counts from when the table was opened, or restarted after a pause.
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
        """The text of the oldest dispute, and the number of further ones at other boards."""
        more = self.asked_often - 1
        if more < 1:
            return f"«{self.asked}»"
        text = ngettext(
            "«%(words)s», y en %(more)s mesa más", "«%(words)s», y en %(more)s mesas más", more
        )
        return text % {"words": self.asked, "more": more}

    @property
    def with_reserves(self) -> list[EntryLine]:
        """The entries with reserves to bring in."""
        return [line for side in self.sides for line in side if line.reserves]

    @property
    def sat(self) -> list[str]:
        """The names of the seated players. A robot that replaces a player does not count."""
        return [self._name(seat) for seat in self.seats if seat.sat_at and seat.user]

    @property
    def missing(self) -> list[str]:
        """The players who have not sat down."""
        return [self._name(seat) for seat in self.seats if not seat.sat_at]

    @property
    def unclaimed(self) -> list[EntryLine]:
        """The entries of a ready match in which no player has an account, so no table can open."""
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
        """Return the name of a seat's user, or the roster name: partners face each other."""
        if seat.user is not None:
            return str(seat.user)
        players = [player for line in self.sides[seat.team] for player in line.players]
        return players[seat.number // 2].name


def cases_of(
    matches: Iterable[MatchWithIssues],
    competition: Competition,
    lines: Iterable[EntryLine],
    now: datetime,
) -> list[MatchCase]:
    """Return the current and disputed matches, the most urgent first.

    A match with a later time is left out unless it is disputed.
    """
    by_entry = {line.entry.pk: line for line in lines}
    at_hand = [one for one in matches if one.annotated.open_dispute or not _waits(one.match, now)]
    return sorted((_read(one, by_entry, competition) for one in at_hand), key=_order)


def case_of(view: MatchView) -> MatchCase:
    """Return one match as the organiser sees it. Rosters and seats are prefetched.

    Matches of several boards have no single table; each board is shown separately.
    """
    lines = {entry.pk: EntryLine(entry) for side in view.sides for entry in side.entries}
    competition = view.match.competition
    tables = [] if view.game is None else [view.game]
    return _case(view, lines, tables, with_cards=competition is not None and competition.with_cards)


def _waits(match: Match, now: datetime) -> bool:
    hour = match.scheduled_at
    return match.state == Match.State.READY and hour is not None and hour > now


def _read(
    issues: MatchWithIssues, lines: Mapping[int, EntryLine], competition: Competition
) -> MatchCase:
    row, is_disputed = issues.annotated, bool(issues.annotated.open_dispute)
    are_both = is_disputed and len(issues.claims) == len(issues.view.sides)
    return replace(
        _case(issues.view, lines, issues.view.all_tables, with_cards=competition.with_cards),
        dispute=row.open_dispute or "",
        asked=row.asked or "",
        asked_at=row.asked_at,
        asked_often=row.asked_often or 0,
        has_scorer=row.has_scorer,
        claims=issues.claims if are_both else (),
    )


def _case(
    view: MatchView, lines: Mapping[int, EntryLine], tables: Sequence[Game], *, with_cards: bool
) -> MatchCase:
    waiting = (game for game in tables if game.status in Game.NOT_DEALT and view.is_sitting_down)
    seats = tuple(seat for game in waiting for seat in game.seats.all())
    sides = [[lines[entry.pk] for entry in side.entries] for side in view.sides]
    return MatchCase(view, sides, seats, with_cards)


def _order(case: MatchCase) -> tuple[Urgency, float, int]:
    match = case.view.match
    return case.urgency, match.sit_by.timestamp() if match.sit_by else 0, match.number


MOST: Final = 64  # listed tables


@dataclass(frozen=True)
class Tile:
    """A table with its mark and its state in words."""

    match: Match
    sides: tuple[SideView, ...]
    plate: Plate
    kind: str  # CSS kind
    mark: str
    state: str
    at: datetime | None  # since when, or when it ended
    due: datetime | None  # scheduled time, if the match has one


def tiles(cases: Iterable[MatchCase]) -> list[Tile]:
    """Return the tiles by number, at most `MOST`. Finished ones are dropped first."""
    listed = sorted(map(_tile, cases), key=lambda tile: tile.kind == DONE)[:MOST]
    return sorted(listed, key=lambda tile: tile.match.number)


def _tile(case: MatchCase) -> Tile:
    kind, mark, words = _describe_status(case)
    match = case.view.match
    due = None if match.is_decided else match.scheduled_at
    called_at = None if due else match.called_at
    at = match.completed_at if kind == DONE else case.asked_at or called_at
    return Tile(match, case.view.sides, match.plate, kind, mark, words, at, due)


def _describe_status(case: MatchCase) -> tuple[str, str, str]:
    match, urgency = case.view.match, case.urgency
    if urgency <= Urgency.FROZEN or urgency == Urgency.APPEALED:
        return TROUBLED, "!", gettext("pide una decisión")
    if case.is_no_show:
        return WAITED, "○", gettext("falta alguien")
    if match.is_decided:
        is_played = match.state == Match.State.COMPLETED and not match.by_time
        words = gettext("cargado") if is_played else str(match.get_state_display())
        return DONE, "✓", words
    if urgency == Urgency.UNCLAIMED:
        return WAITED, "○", gettext("sin cuenta")
    if urgency == Urgency.PAUSED:
        return WAITED, "■", gettext("en pausa")
    if match.waits_since is not None:
        return READY, "○", gettext("espera mesa")
    if match.state == Match.State.READY:
        is_unscored = case.with_cards and not case.has_scorer
        return READY, "○", gettext("falta quien anote") if is_unscored else gettext("por llamar")
    return PLAYING, "●", gettext("jugando")


TROUBLED, WAITED, PLAYING, READY, DONE = "odd", "wait", "play", "ready", "done"
