"""Matches and their sides as all pages show them.

`all_matches` assembles its rows by hand: Django's prefetching creates a manager for each relation
of each match, which took longer than the queries, and reference cycles that only the garbage
collector frees.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Subquery, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext

from accounts.names.display import join_names
from games.models import Game, Seat
from games.play.seat_names import Names
from games.table_view.clock import Score, scores
from tournaments.competitions.round_labels import (
    best_of_rank,
    champion_of_half,
    loser_at,
    loser_of,
    loser_of_first_match,
    ranked_in_group,
    ranked_in_table,
    winner_at,
    winner_of,
)
from tournaments.competitions.table_labels import figure
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.score_sheet import Sheet
from tournaments.formats.series import WrittenGame
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchGame,
    MatchQuerySet,
    MatchSlot,
    ResultSubmission,
    sides_of,
    who_stands,
)
from tournaments.models.matches import COMPETITION
from tournaments.models.venues import sign_of
from tournaments.standings.queries import EndedGame, Played


@dataclass(frozen=True)
class SideView:
    """One side of a match: its entries or the match that decides them, and its score."""

    slots: Sequence[MatchSlot]  # of all who play on it: several where partners change
    source: int | None  # the number of the match that still decides who stands here
    source_sign: str  # the table of the hall at which that is played; empty elsewhere
    points: int | None  # in the game on the table, or in the only game
    games: int  # won
    score: int | None  # of these two, what there is room for
    won: bool
    lost: bool

    @property
    def slot(self) -> MatchSlot:
        """Return the first slot of this side."""
        return self.slots[0]

    @property
    def entry(self) -> Entry | None:
        """Return the first entry on this side, or None if it is still unknown."""
        return self.slot.entry

    @property
    def entries(self) -> list[Entry]:
        """Return all entries on this side."""
        return [slot.entry for slot in self.slots if slot.entry is not None]

    @property
    def name(self) -> str:
        """Return the names of the entries on this side; empty while none is known."""
        return who_stands(self.slots)

    @property
    def marks(self) -> str:
        """Return the pks of all entries on this side, for the page to mark the reader's own."""
        return " ".join(str(entry.pk) for entry in self.entries)

    def has(self, entry_id: int | None) -> bool:
        """Return whether an entry plays on this side."""
        return entry_id is not None and any(slot.entry_id == entry_id for slot in self.slots)

    @property
    def bye(self) -> bool:
        """Whether this side stays empty."""
        return self.slot.bye

    @property
    def before(self) -> str:
        """Return the points it had as a Swiss round was paired; empty elsewhere."""
        score = self.slot.score
        return "" if score is None else figure(score)

    @property
    def origin(self) -> str:
        """Return the match or rank that fills this side; empty once it is filled."""
        return self._origin_at(self.source_sign)

    @property
    def origin_by_number(self) -> str:
        """Return the origin for paper: a match by its number, also one at a table of the hall."""
        return self._origin_at("")

    def _origin_at(self, sign: str) -> str:
        if self.slot.is_settled:
            return ""
        if self.source is not None:
            loses = self.slot.outcome == MatchSlot.SourceRole.LOSER
            if self.slot.only_side is not None:
                return loser_of_first_match(self.source)
            if sign:
                return (loser_at if loses else winner_at)(sign)
            return loser_of(self.source) if loses else winner_of(self.source)
        slot: Any = self.slot  # annotated with its origin
        if slot.source_place is not None:
            return best_of_rank(slot.source_rank, slot.source_place)
        if slot.source_half:
            return champion_of_half(slot.source_half)
        if not FORMATS[slot.source_format].sends_on:
            is_of_lower = slot.source_tier > 1 or slot.own_tier > 1
            division = slot.source_tier if is_of_lower else None
            return ranked_in_table(slot.source_rank, division)
        return ranked_in_group(slot.source_rank, slot.source_group)


NOT_SHOWN = ("game__start", "game__sealed_seed", "game__revealed_seed", "game__commitment")
OF_HALL = ("hall_table__number", "hall_table__name", "waits_since")  # what is said of its table
ORIGINS = {
    "source_number": F("source__number"),
    "source_table": F("source__hall_table__number"),
    "source_table_name": F("source__hall_table__name"),
    "source_group": F("seed__source_group__number"),
    "source_rank": F("seed__source_rank"),
    "source_place": F("seed__source_place"),
    "source_half": F("seed__source_half"),
    "source_format": F("seed__source_group__stage__format"),
    "source_tier": F("seed__source_group__stage__tier"),
    "own_tier": F("round__group__stage__tier"),
}
_STANDING = ResultSubmission.objects.filter(match=OuterRef("pk"), number=OuterRef("reopened"))
WRITTEN = {
    "written": Subquery(_STANDING.values("chicos")),
    "written_stopped": Subquery(_STANDING.values("stopped")),
    "written_winner": Subquery(_STANDING.values("winner")),
}
"""What was written down by hand and stands, of a match."""


@dataclass(frozen=True)
class MatchView:
    """One match and its table, or its sheet where real cards are played."""

    match: Match
    game: Game | None  # its latest, if any was opened
    sides: tuple[SideView, ...]
    sheet: Sheet | None = None
    ended_games: Sequence[EndedGame] = ()  # the games that count, once it is decided
    tables: Mapping[int, Game] = field(default_factory=dict)  # of its boards, by their numbers

    @property
    def is_live(self) -> bool:
        """Whether cards are on the move."""
        moves = any(game.status in Game.MOVING for game in self.all_tables)
        return self.sheet is not None or (self._is_called and moves)

    @property
    def page(self) -> str:
        """Return the URL to watch the match at: its table, or its own page."""
        if self.game is None:
            return reverse("match", args=[self.match.pk])
        return reverse("tables:table", args=[self.game.pk])

    @property
    def is_sitting_down(self) -> bool:
        """Whether its players are called and have not all sat down."""
        return self._is_called and any(game.status in Game.NOT_DEALT for game in self.all_tables)

    @property
    def css_classes(self) -> str:
        """Return the CSS classes of the match: its state, and `live` while it is being played."""
        return f"{self.match.state} live" if self.is_live else str(self.match.state)

    @property
    def state_in_words(self) -> str:
        """Return its state; in a hall also that it waits for a table."""
        if self.match.waits_since is not None:
            return gettext("espera mesa")
        return str(self.match.get_state_display())

    @property
    def tells_state(self) -> bool:
        """Whether its state is not plain from who stands in it, its hour and the score."""
        match = self.match
        if match.state == Match.State.READY:
            return match.scheduled_at is None or match.waits_since is not None
        if match.state == Match.State.PENDING:
            return match.awaits_date
        return match.by_time or match.is_drawn or match.state != Match.State.COMPLETED

    @property
    def left_by(self) -> str:
        """Return the annulled entries of an annulled match; empty for any other match."""
        sides = self.sides if self.match.state == Match.State.ANNULLED else ()
        annulled = [str(entry) for side in sides for entry in side.entries if entry.annulled]
        return join_names(annulled) if annulled else ""

    @property
    def is_bye(self) -> bool:
        """Whether the match is a bye."""
        return self.match.state == Match.State.BYE

    @property
    def is_empty(self) -> bool:
        """Whether no entry ever plays in it: two byes met, or no second final was needed."""
        return self.is_bye and all(side.entry is None for side in self.sides)

    @property
    def winner(self) -> SideView | None:
        """Return the side that advances."""
        return next((side for side in self.sides if side.won), None)

    @property
    def loser(self) -> SideView | None:
        """Return the side that was eliminated."""
        return next((side for side in self.sides if side.lost), None)

    @cached_property
    def tally(self) -> tuple[Score, ...]:
        """Return the score of its table or of its sheet as match-sticks."""
        names = Names(tuple(side.name for side in self.sides), None)
        if self.sheet is not None:
            sheet = self.sheet
            halves = self.match.rules.halves
            return scores(names, sheet.points, sheet.legs, sheet.measure.target, halves)
        if self.game is None:
            return ()
        points, legs = tuple(self.game.score or (0, 0)), tuple(self.game.legs or (0, 0))
        rules = self.game.rules
        return scores(names, points, legs, rules.target, rules.halves)

    @property
    def written(self) -> list[WrittenGame]:
        """Return the finished games that were entered by hand."""
        if self.sheet is not None:
            return list(self.sheet.games)
        return [game for game in self.ended_games if isinstance(game, WrittenGame)]

    @property
    def played(self) -> Played:
        """It, as its table or its bracket reads it."""
        slots = [slot for side in self.sides for slot in side.slots]
        return Played(self.match, slots, self.ended_games)

    @property
    def faces(self) -> list[tuple[SideView, Score | None]]:
        """Return each side, with its match-sticks while it plays; several boards have their own."""
        return list(zip(self.sides, (self.is_live and self.tally) or (None, None), strict=False))

    def has(self, entry_id: int | None) -> bool:
        """Return whether an entry plays in this match."""
        return self.side_of(entry_id) is not None

    def side_of(self, entry_id: int | None) -> SideView | None:
        """Return the side of an entry; None if it does not play here."""
        return next((side for side in self.sides if side.has(entry_id)), None)

    def at(self, board: int) -> "MatchView":
        """Return the match as seen by the players of one of its boards; 0 is no board."""
        return replace(self, game=self.tables.get(board), tables={})

    @property
    def links(self) -> "list[MatchGame]":
        """Return its games that count, as they were opened, if `read_matches` has read it."""
        match: Any = self.match
        return sorted(match.games.all(), key=lambda link: link.pk) if match.has_tables else []

    @property
    def all_tables(self) -> list[Game]:
        """Return its table, or those of its boards."""
        return [*self.tables.values()] if self.game is None else [self.game]

    @property
    def _is_called(self) -> bool:
        return self.match.state == Match.State.CALLED


def byes_in(views: Iterable[MatchView]) -> list[Entry]:
    """Return the entries with a bye."""
    return [entry for view in views if view.is_bye for side in view.sides for entry in side.entries]


def read_matches(matches: MatchQuerySet, *more: "Prefetch[Any]") -> list[MatchView]:
    """Read matches with all that is shown of them, in two queries; `more` is fetched along.

    What was written down by hand counts of decided matches alone. Where a match has games that
    count, a third query fetches them, in their order.
    """
    slots = MatchSlot.objects.select_related("entry").annotate(**ORIGINS)
    links = MatchGame.objects.filter(voided=False)
    whole = (
        matches.placed()
        .select_related("round", "sheet", "venue")
        .annotate(has_tables=Exists(links.filter(match=OuterRef("pk"))), **WRITTEN)
        .prefetch_related(Prefetch("slots", slots.order_by("side", "number")), *more)
    )
    games = links.select_related("game").order_by("number").defer(*NOT_SHOWN)
    with_tables = [match for match in whole if match.has_tables]  # type: ignore[attr-defined]
    prefetch_related_objects(with_tables, Prefetch("games", games))
    fetch_terms(whole)
    return [_fetched(match) for match in whole]


def fetch_terms(matches: Iterable[Match]) -> None:
    """Fetch the competitions of matches with a score sheet, for their rules."""
    with_sheets = [match for match in matches if hasattr(match, "sheet") and not match.is_decided]
    prefetch_related_objects(with_sheets, "round__group__stage__competition")


def fetch_seats(games: Iterable[Game | None]) -> None:
    """Prefetch the seats of tables, for callers that show which players have sat down."""
    people = Seat.objects.select_related("user").order_by("number")
    prefetch_related_objects([game for game in games if game], Prefetch("seats", people))


def _fetched(match: Any) -> MatchView:
    links = match.games.all() if match.has_tables else ()
    return view_of(match, match.slots.all(), [(link.board, link.game) for link in links])


def _games_that_count(match: Any, games: Sequence[Game]) -> Sequence[EndedGame]:
    """Return the games that count of a decided match: those that were written down, if any.

    Annotate `WRITTEN`.
    """
    if not match.is_decided:
        return ()
    if match.written is None:
        return games
    stands = ResultSubmission(
        chicos=match.written, stopped=match.written_stopped, winner=match.written_winner
    )
    return stands.games


def view_of(
    match: Match, slots: Iterable[MatchSlot], played: Sequence[tuple[int, Game]]
) -> MatchView:
    """Return a match from its slots and from its games that were not voided, each with its board.

    Annotate `WRITTEN`; select `sheet`, and the competition where there is one.
    """
    games = [game for board, game in played if not board]
    ended = _games_that_count(match, games)
    last_game = games[-1] if games else None
    sheet = _live_sheet(match)
    counting = sheet.games if sheet is not None else ended if match.is_decided else games
    points = sheet.points if sheet is not None else _points(match, last_game, counting)
    sides = tuple(_side(match, side, points, counting) for side in sides_of(slots) if side)
    tables = {board: game for board, game in played if board}
    return MatchView(match, last_game, sides, sheet, ended, tables)


def _live_sheet(match: Match) -> Sheet | None:
    """Return what is on the sheet of a match with real cards that is being played."""
    row = getattr(match, "sheet", None)
    if row is None or row.version == 0 or match.state != Match.State.CALLED:
        return None
    sheet: Sheet = row.value(match.measure)
    return sheet


def _side(
    match: Match,
    slots: Sequence[MatchSlot],
    figures: Sequence[int] | None,
    ended: Sequence[EndedGame],
) -> SideView:
    slot = slots[0]
    source: int | None = slot.source_number  # type: ignore[attr-defined]  # annotated
    table: int | None = slot.source_table  # type: ignore[attr-defined]  # annotated
    name: str = slot.source_table_name  # type: ignore[attr-defined]  # annotated
    points = figures[slot.side] if figures else None
    games = [each.winner for each in ended].count(slot.side)
    return SideView(
        slots=slots,
        source=None if slot.is_settled else source,
        source_sign=sign_of(table, name) if table and not slot.is_settled else "",
        points=points,
        games=games,
        score=games if points is None and ended and match.best_of > 1 else points,
        won=match.winner == slot.side,
        lost=match.winner == 1 - slot.side and slot.entry_id is not None,
    )


def _points(match: Match, game: Game | None, ended: Sequence[EndedGame]) -> Sequence[int] | None:
    """Return the score of the current or only game; None if a series is over or nothing is won."""
    if game is not None and game.status in Game.MOVING and not match.is_decided:
        score: list[int] = game.score
        return score
    last = ended[-1] if ended and match.best_of == 1 else None
    return last.score if last is not None and last.winner is not None else None


UNSHOWN = ("points_reason", "awaits_ranking")
OF_GAMES = ("preset", "options", "status", "score", "legs", "winner")


def all_matches(competition: Competition, entries: Mapping[int, Entry]) -> list[MatchView]:
    """Read the matches of a competition, whose entries were read before: three queries."""
    rows = Match.objects.of(competition.pk).placed().select_related("round", "sheet")
    matches = list(rows.defer(*UNSHOWN).annotate(**WRITTEN))
    slots, games = _slots(competition, entries), _games(competition)
    fetch_terms(matches)
    return [view_of(match, slots[match.pk], games[match.pk]) for match in matches]


def _slots(
    competition: Competition, entries: Mapping[int, Entry]
) -> Mapping[int, Sequence[MatchSlot]]:
    by_match: dict[int, list[MatchSlot]] = defaultdict(list)
    slots = MatchSlot.objects.filter(**{f"match__{COMPETITION}": competition}).annotate(**ORIGINS)
    for slot in slots.order_by("side", "number"):
        slot.entry = None if slot.entry_id is None else entries[slot.entry_id]
        by_match[slot.match_id].append(slot)
    return by_match


def _games(competition: Competition) -> Mapping[int, Sequence[tuple[int, Game]]]:
    """Return the games that count, each with its board, in their order, by match."""
    played = {"match_game__voided": False, f"match_game__match__{COMPETITION}": competition}
    games = Game.objects.filter(**played).annotate(
        of_match=F("match_game__match"), board=F("match_game__board")
    )
    by_match: dict[int, list[tuple[int, Game]]] = defaultdict(list)
    for game in games.only(*OF_GAMES).order_by("match_game__number"):
        annotated: Any = game  # with what was annotated
        by_match[annotated.of_match].append((annotated.board, game))
    return by_match
