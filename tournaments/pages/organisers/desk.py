"""The organiser's desk: which matches need an act, the most urgent first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum
from itertools import groupby
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from tournaments.models import Competition, Dispute, Match, MatchQuerySet, Official
from tournaments.pages.entry_list import EntryLine
from tournaments.pages.matches import MatchView, read_matches, with_seats


class Urgency(IntEnum):
    """How much a match needs an organiser, the neediest first."""

    DISPUTED = 0
    FROZEN = 1
    HALF_SEATED = 2
    EMPTY = 3
    UNCLAIMED = 4
    UNSCORED = 5
    APPEALED = 6
    PAUSED = 7
    READY = 8
    PLAYING = 9
    PENDING = 10


SHORTLY: Final[Mapping[Urgency, str | Promise]] = {
    Urgency.DISPUTED: _("al juez"),
    Urgency.FROZEN: _("en revisión"),
    Urgency.HALF_SEATED: _("falta alguien"),
    Urgency.EMPTY: _("sin nadie"),
    Urgency.UNCLAIMED: _("sin cuenta"),
    Urgency.UNSCORED: _("sin tanteador"),
    Urgency.APPEALED: _("apelados"),
    Urgency.PAUSED: _("en pausa"),
    Urgency.READY: _("por llamar"),
    Urgency.PLAYING: _("en juego"),
    Urgency.PENDING: _("por definirse"),
}
OF_DISPUTES = {Dispute.Kind.CALL: Urgency.DISPUTED, Dispute.Kind.APPEAL: Urgency.APPEALED}
OF_TABLES = {
    Game.Status.FROZEN: Urgency.FROZEN,
    Game.Status.PAUSED: Urgency.PAUSED,
    Game.Status.LIVE: Urgency.PLAYING,
}
OF_MATCHES = {
    Match.State.READY: Urgency.READY,
    Match.State.CALLED: Urgency.PLAYING,  # without a table: real cards are played
    Match.State.PENDING: Urgency.PENDING,
}


@dataclass(frozen=True)
class Case:
    """A match that is not decided, or is appealed, as the organiser sees it."""

    view: MatchView
    teams: Mapping[int, EntryLine]  # by side
    seats: tuple[Seat, ...]  # of a table at which not everybody has sat down
    with_cards: bool = False
    dispute: str = ""  # the kind of what waits for a ruling
    asked: str = ""  # and its words
    has_scorer: bool = True

    @property
    def urgency(self) -> Urgency:
        """How much it needs an organiser."""
        match, game = self.view.match, self.view.game
        if self.dispute:
            return OF_DISPUTES[Dispute.Kind(self.dispute)]
        if match.state != Match.State.CALLED or game is None:
            return self._without_table
        if game.status in Game.NOT_DEALT:
            return Urgency.HALF_SEATED if self.sat else Urgency.EMPTY
        return OF_TABLES.get(Game.Status(game.status), Urgency.PENDING)

    @property
    def label(self) -> str:
        """What it needs, in a word or two."""
        return str(SHORTLY[self.urgency])

    @property
    def needs_decision(self) -> bool:
        """Whether an organiser or a judge has to decide: `APPEALED` or more urgent."""
        return self.urgency <= Urgency.APPEALED

    @property
    def is_no_show(self) -> bool:
        """Whether a called player has not sat down."""
        return self.urgency in (Urgency.HALF_SEATED, Urgency.EMPTY)

    @property
    def with_reserves(self) -> list[EntryLine]:
        """The sides that have reserves to bring in."""
        return [team for team in self.teams.values() if team.reserves]

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
            team for team in self.teams.values() if len(team.without_account) == len(team.players)
        ]

    @property
    def _without_table(self) -> Urgency:
        state = Match.State(self.view.match.state)
        if self.unclaimed:
            return Urgency.UNCLAIMED
        if state == Match.State.READY and self.with_cards and not self.has_scorer:
            return Urgency.UNSCORED
        return OF_MATCHES.get(state, Urgency.PENDING)

    def _name(self, seat: Seat) -> str:
        """Call a seat by its person, or by the name written down: partners face each other."""
        if seat.user is not None:
            return str(seat.user)
        return self.teams[seat.team].players[seat.number // 2].name


@dataclass(frozen=True)
class Desk:
    """A competition as its organiser looks after it."""

    found: Sequence[Case]
    views: Sequence[MatchView]  # all matches, decided or not

    @property
    def cases(self) -> list[Case]:
        """What can be done something about, the neediest first."""
        return [case for case in self.found if case.urgency != Urgency.PENDING]

    @property
    def pending(self) -> list[Case]:
        """The matches whose sides are not known yet."""
        return [case for case in self.found if case.urgency == Urgency.PENDING]

    @property
    def counts(self) -> list[tuple[Case, int]]:
        """How many are in need of what, each with the first of them."""
        groups = groupby(self.cases, key=lambda case: case.urgency)
        return [(each[0], len(each)) for each in (list(group) for __, group in groups)]


def read_desk(competition: Competition, entries: Iterable[EntryLine], now: datetime) -> Desk:
    """Read a competition's matches: those that wait for an hour of their own need nobody."""
    lines = {line.entry.pk: line for line in entries}
    views = read_matches(_matches(competition), with_seats())
    cases = [_read(view, lines, competition) for view in views if _is_open(_annotated(view), now)]
    return Desk(found=sorted(cases, key=_order), views=views)


def case_of(view: MatchView) -> Case:
    """Return one match as the organiser sees it; seats and rosters were fetched."""
    entries = [side.entry for side in view.sides if side.entry is not None]
    lines = {entry.pk: EntryLine(entry) for entry in entries}
    competition = view.match.competition
    return _case(view, lines, with_cards=competition is not None and competition.with_cards)


def _matches(competition: Competition) -> MatchQuerySet:
    """Fetch along, in the same query, what is disputed and who keeps the points."""
    this = OuterRef("pk")
    disputes = Dispute.objects.open().filter(match=this)
    scorers = Official.objects.filter(
        Q(match=this) | Q(group=OuterRef("round__group")) | Q(match=None, group=None),
        competition=competition,
        role__in=Official.NAMED,
    )
    return Match.objects.of(competition.pk).annotate(
        open_dispute=Subquery(disputes.values("kind")[:1]),
        asked=Subquery(disputes.values("text")[:1]),
        has_scorer=Exists(scorers),
    )


def _annotated(view: MatchView) -> Any:
    """The match with what `_matches` added to it."""
    return view.match


def _is_open(match: Any, now: datetime) -> bool:
    """Whether an organiser has to look at it: an appeal is about what is decided."""
    if match.is_decided:
        return match.open_dispute is not None
    return not _waits_for_its_hour(match, now)


def _waits_for_its_hour(match: Match, now: datetime) -> bool:
    hour = match.scheduled_at
    return match.state == Match.State.READY and hour is not None and hour > now


def _read(view: MatchView, lines: Mapping[int, EntryLine], competition: Competition) -> Case:
    match = _annotated(view)
    return replace(
        _case(view, lines, with_cards=competition.with_cards),
        dispute=match.open_dispute or "",
        asked=match.asked or "",
        has_scorer=match.has_scorer,
    )


def _case(view: MatchView, lines: Mapping[int, EntryLine], *, with_cards: bool) -> Case:
    game = view.game if view.is_sitting_down else None
    teams = {side.slot.side: lines[side.entry.pk] for side in view.sides if side.entry}
    return Case(view, teams, tuple(game.seats.all()) if game else (), with_cards)


def _order(case: Case) -> tuple[Urgency, float, int]:
    match = case.view.match
    return case.urgency, match.sit_by.timestamp() if match.sit_by else 0, match.number
