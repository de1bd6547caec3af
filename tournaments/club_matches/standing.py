"""The current state of a club match: revealed line-ups, board results and the score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Case, OuterRef, Prefetch, Q, Subquery, When, prefetch_related_objects

from games.models import Game
from tournaments.formats.club_match import Standing, standing, winner
from tournaments.formats.series import MatchUnit
from tournaments.models import (
    AuditEvent,
    BoardResult,
    Entry,
    LineUp,
    LineUpPlace,
    Match,
    RosterPlayer,
)
from tournaments.models.club_matches import SIDES, are_open, sizes_of

People = Mapping[int, Sequence[RosterPlayer]]
"""Players of one side by board, in their seating order."""


@dataclass(frozen=True)
class BoardStanding:
    """One board of a match. It has no players while line-ups are secret."""

    number: int
    people: tuple[Sequence[RosterPlayer], Sequence[RosterPlayer]]
    result: BoardResult | None = None
    is_tie_break: bool = False


def fetch_boards(matches: Sequence[Match]) -> None:
    """Prefetch all rows about the boards of matches, for pages."""
    people = LineUpPlace.objects.select_related("player").order_by("board", "place")
    prefetch_related_objects(
        matches, "boards", "line_ups", Prefetch("line_ups__places", people), "slots__entry__roster"
    )


def of_boards(now: datetime) -> dict[str, Any]:
    """Return annotations that change with the boards: the last act, and if the time has come."""
    acts = AuditEvent.objects.filter(match=OuterRef("pk")).order_by("-pk").values("pk")
    is_over = Q(scheduled_at__lte=now) | Q(scheduled_at__isnull=True, sit_by__lte=now)
    return {"last_act": Subquery(acts[:1]), "hour_came": Case(When(is_over, then=1), default=0)}


def usual_order(entry: Entry, sizes: Sequence[int]) -> list[list[RosterPlayer]]:
    """Return the default line-up of a side: its list in order, reserves last."""
    people = iter(sorted(entry.roster.all(), key=lambda one: (one.reserve, one.number)))
    return [list(islice(people, size)) for size in sizes]


def named(line_up: LineUp) -> dict[int, list[RosterPlayer]]:
    """Return the players of a line-up by board. It may be secret: check `are_open` first."""
    boards: dict[int, list[RosterPlayer]] = {}
    for place in line_up.places.all():
        boards.setdefault(place.board, []).append(place.player)
    return boards


def results_of(match: Match) -> dict[int, BoardResult]:
    """Return the results of the finished boards by number."""
    return {row.board: row for row in match.boards.all() if not row.voided}


def standing_of(match: Match, results: Mapping[int, BoardResult]) -> Standing:
    """Return whether boards are open, the tie-break is due, or all is decided."""
    won = {number: row.winner for number, row in results.items()}
    competition = match.competition
    has_tie_break = competition is None or not (
        competition.first_board_decides or match.may_be_drawn
    )
    return standing(len(sizes_of(match)), won, has_tie_break=has_tie_break)


def winner_of(match: Match, results: Mapping[int, BoardResult]) -> int | None:
    """Return the side that wins a match whose boards are decided; None if neither does."""
    won = {number: row.winner for number, row in results.items()}
    return winner(won, may_be_drawn=match.may_be_drawn)


def boards_of(match: Match, now: datetime) -> list[BoardStanding]:
    """Return the boards of a match as the public may see them, with a tie-break that is due."""
    sizes, results = sizes_of(match), results_of(match)
    hidden: tuple[People, People] = ({}, {})
    people = _people(match, sizes) if are_open(match, now) else hidden
    tie_break = len(sizes) + 1
    is_due = tie_break in results or standing_of(match, results) is Standing.LEVEL
    return [
        BoardStanding(
            number,
            (people[0].get(number, ()), people[1].get(number, ())),
            results.get(number),
            is_tie_break=number == tie_break,
        )
        for number in range(1, tie_break + is_due)
    ]


def summed_up(match: Match, results: Mapping[int, BoardResult]) -> list[list[list[int]]]:
    """Return the boards of a match as its games, with the chicos of each.

    An awarded board counts as a win to zero. A board that neither side attended is left out.
    """
    target = measure_of_board(match).target
    awarded = ([[target, 0]], [[0, target]])
    rows = (row for _, row in sorted(results.items()))
    return [row.chicos or awarded[row.winner] for row in rows if row.winner is not None]


def chicos_at_table(game: Game) -> list[list[int]]:
    """Return the score of a finished game of the site, chico by chico.

    A table stores the points of the last chico only. Of the earlier ones it stores the winner, so
    they count as wins to zero.
    """
    assert game.winner is not None, "it is over"
    target, side = game.rules.target, game.winner
    won = ([target, 0], [0, target])
    first, second = game.legs
    before = (first - 1, second) if side == 0 else (first, second - 1)
    return [*[won[0]] * before[0], *[won[1]] * before[1], list(game.score)]


def measure_of_board(match: Match) -> MatchUnit:
    """Return the length of a board: one game by the rules of its match."""
    rules = match.rules
    return MatchUnit(rules.target, rules.legs_to_win)


def _people(match: Match, sizes: Sequence[int]) -> tuple[People, People]:
    line_ups = {line_up.side: line_up for line_up in match.line_ups.all()}
    slots = {slot.side: slot for slot in match.slots.all()}
    first, second = (
        named(line_ups[side]) if side in line_ups else _in_usual_order(slots[side].entry, sizes)
        for side in SIDES
    )
    return first, second


def _in_usual_order(entry: Entry | None, sizes: Sequence[int]) -> People:
    return {} if entry is None else dict(enumerate(usual_order(entry, sizes), start=1))
