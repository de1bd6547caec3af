"""A bracket as its pages and sockets show it: read once, worded when it is rendered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from django.db.models import F, Prefetch
from django.utils.translation import gettext_lazy as _

from games.board.names import Names
from games.board.tally import Score, scores
from games.models import Game, Seat
from tournaments.models import Entry, Match, MatchGame, MatchQuerySet, MatchSlot

TITLES = {  # by the matches that a round has room for
    1: _("Final"),
    2: _("Semifinales"),
    4: _("Cuartos de final"),
    8: _("Octavos de final"),
    16: _("Dieciseisavos"),
    32: _("32 avos"),
    64: _("64 avos"),
}
SHORT_TITLES = {1: _("Final"), 2: _("Semis"), 4: _("4tos"), 8: _("8vos"), 16: _("16avos")}
NOT_SHOWN = ("game__start", "game__sealed_seed", "game__revealed_seed", "game__commitment")


@dataclass(frozen=True)
class SideView:
    """One side of a match: who stands there, or where they will come from; and how they do."""

    slot: MatchSlot
    source: int | None  # the number of the match that still decides who stands here
    points: int | None  # in the game on the table, or in the only game
    games: int  # won
    score: int | None  # of these two, what there is room for
    won: bool
    lost: bool

    @property
    def entry(self) -> Entry | None:
        """Who stands here, if known."""
        return self.slot.entry

    @property
    def bye(self) -> bool:
        """Whether nobody ever will."""
        return self.slot.bye


@dataclass(frozen=True)
class MatchView:
    """One match and its table."""

    match: Match
    game: Game | None  # its latest, if any was opened
    sides: tuple[SideView, ...]

    @property
    def is_live(self) -> bool:
        """Whether cards are on the move."""
        return self._is_called and self.game is not None and self.game.status in Game.MOVING

    @property
    def is_sitting_down(self) -> bool:
        """Whether its players are called and have not all sat down."""
        return self._is_called and self.game is not None and self.game.status == Game.Status.WAITING

    @property
    def look(self) -> str:
        """How it is drawn: by its state, and whether it moves."""
        return f"{self.match.state} live" if self.is_live else str(self.match.state)

    @property
    def tells_state(self) -> bool:
        """Whether its state is not plain from who stands in it and the score."""
        return self.match.state not in (Match.State.PENDING, Match.State.COMPLETED)

    @property
    def is_bye(self) -> bool:
        """Whether nobody has to play for it."""
        return self.match.state == Match.State.BYE

    @property
    def winner(self) -> SideView | None:
        """The side that passes on."""
        return next((side for side in self.sides if side.won), None)

    @property
    def loser(self) -> SideView | None:
        """The side that went out."""
        return next((side for side in self.sides if side.lost), None)

    @cached_property
    def tally(self) -> tuple[Score, ...]:
        """The score of its table as match-sticks."""
        if self.game is None:
            return ()
        people = tuple(str(side.entry or "") for side in self.sides)
        points, legs = self.game.score or (0, 0), self.game.legs or (0, 0)
        return scores(Names(people, None), points, legs, self.game.rules.target)

    def has(self, entry_id: int | None) -> bool:
        """Tell whether an entry plays here."""
        return entry_id is not None and any(side.slot.entry_id == entry_id for side in self.sides)

    @property
    def _is_called(self) -> bool:
        return self.match.state == Match.State.CALLED


@dataclass(frozen=True)
class RoundView:
    """Matches that stand in one column."""

    number: int
    matches: tuple[MatchView, ...]

    @property
    def title(self) -> str:
        """Its name by how many matches it has."""
        return str(TITLES.get(len(self.matches), self.number))

    @property
    def short_title(self) -> str:
        """Its name where there is little room."""
        return str(SHORT_TITLES.get(len(self.matches), self.title))


@dataclass(frozen=True)
class Bracket:
    """The rounds of a knockout, from the first to the final."""

    rounds: tuple[RoundView, ...] = ()

    @cached_property
    def matches(self) -> tuple[MatchView, ...]:
        """Every match, byes included, in the order of the bracket."""
        return tuple(match for each in self.rounds for match in each.matches)

    @property
    def live(self) -> list[MatchView]:
        """The matches being played, those of later rounds first."""
        return [view for view in reversed(self.matches) if view.is_live]

    @property
    def podium(self) -> list[tuple[int, list[Entry]]]:
        """Who came first, second, and out in the semifinals: the ranks 1 2 3 3."""
        last, before = self.rounds[-1:], self.rounds[-2:-1]
        steps = [
            (1, [view.winner for each in last for view in each.matches]),
            (2, [view.loser for each in last for view in each.matches]),
            (3, [view.loser for each in before for view in each.matches]),
        ]
        return [(rank, found) for rank, sides in steps if (found := _entries(sides))]

    def next_of(self, entry_id: int | None) -> MatchView | None:
        """The match an entry has to play now or next."""
        own = (view for view in self.matches if view.has(entry_id))
        return next((view for view in own if not view.match.is_decided), None)


def read_bracket(competition_id: int, *more: "Prefetch[Any]") -> Bracket:
    """Read a whole bracket: three queries, whatever its size."""
    views = read_matches(Match.objects.of(competition_id), *more)
    columns = groupby(views, key=lambda view: view.match.round and view.match.round.number)
    return Bracket(tuple(RoundView(number or 0, tuple(column)) for number, column in columns))


def read_matches(matches: MatchQuerySet, *more: "Prefetch[Any]") -> list[MatchView]:
    """Read matches with all that is shown of them; `more` is fetched along."""
    slots = MatchSlot.objects.select_related("entry").annotate(source_number=F("source__number"))
    links = MatchGame.objects.filter(voided=False).select_related("game").order_by("number")
    whole = matches.select_related("round").prefetch_related(
        Prefetch("slots", slots.order_by("side")),
        Prefetch("games", links.defer(*NOT_SHOWN), to_attr="counted_games"),
        *more,
    )
    return [_view(match) for match in whole]


def with_seats() -> "Prefetch[Any]":
    """Fetch the seats along, for who tells which players have sat down."""
    people = Seat.objects.select_related("user").order_by("number")
    return Prefetch("counted_games__game__seats", people)


def _view(match: Match) -> MatchView:
    links: list[MatchGame] = match.counted_games  # type: ignore[attr-defined]  # prefetched
    shown = links[-1].game if links else None
    wins = [link.game.winner for link in links]
    return MatchView(
        match, shown, tuple(_side(match, slot, shown, wins) for slot in match.slots.all())
    )


def _side(match: Match, slot: MatchSlot, game: Game | None, wins: Sequence[int | None]) -> SideView:
    source: int | None = slot.source_number  # type: ignore[attr-defined]  # annotated
    points, games = _points(match, game, slot.side), wins.count(slot.side)
    return SideView(
        slot=slot,
        source=None if slot.is_settled else source,
        points=points,
        games=games,
        score=games if points is None and game and match.best_of > 1 else points,
        won=match.winner == slot.side,
        lost=match.winner == 1 - slot.side and slot.entry_id is not None,
    )


def _points(match: Match, game: Game | None, side: int) -> int | None:
    """The score of the game on the table; of a series that is over the games tell enough."""
    if game is None or not game.score:
        return None
    moving = game.status in Game.MOVING
    return game.score[side] if moving or (game.winner is not None and match.best_of == 1) else None


def _entries(sides: Iterable[SideView | None]) -> list[Entry]:
    return [side.entry for side in sides if side is not None and side.entry is not None]
