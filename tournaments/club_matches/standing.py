"""A match of several boards as it stands: who sits where, once that may be seen; who won what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Case, OuterRef, Prefetch, Q, Subquery, When, prefetch_related_objects

from games.models import Game
from tournaments.formats.club_match import Standing, standing
from tournaments.formats.legs import MatchUnit
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
"""Who sits at which board for one side, in the order they sit."""


@dataclass(frozen=True)
class BoardStanding:
    """One board of a match; its people are empty as long as line-ups are secret."""

    number: int
    people: tuple[Sequence[RosterPlayer], Sequence[RosterPlayer]]
    result: BoardResult | None = None
    is_tie_break: bool = False


def fetch_boards(matches: Sequence[Match]) -> None:
    """Fetch all that is read of the boards of matches, for pages: nothing of it is asked again."""
    people = LineUpPlace.objects.select_related("player").order_by("board", "place")
    prefetch_related_objects(
        matches, "boards", "line_ups", Prefetch("line_ups__places", people), "slots__entry__roster"
    )


def of_boards(now: datetime) -> dict[str, Any]:
    """Return what changes as boards do, to be read with matches: what was done, and the hour."""
    acts = AuditEvent.objects.filter(match=OuterRef("pk")).order_by("-pk").values("pk")
    is_over = Q(scheduled_at__lte=now) | Q(scheduled_at__isnull=True, sit_by__lte=now)
    return {"last_act": Subquery(acts[:1]), "hour_came": Case(When(is_over, then=1), default=0)}


def usual_order(entry: Entry, sizes: Sequence[int]) -> list[list[RosterPlayer]]:
    """Return the line-up of a side that named none: its list, in its order, reserves last."""
    people = iter(sorted(entry.roster.all(), key=lambda one: (one.reserve, one.number)))
    return [list(islice(people, size)) for size in sizes]


def named(line_up: LineUp) -> dict[int, list[RosterPlayer]]:
    """Return whom a line-up has at each board. It may be secret: ask `are_open` first."""
    boards: dict[int, list[RosterPlayer]] = {}
    for place in line_up.places.all():
        boards.setdefault(place.board, []).append(place.player)
    return boards


def results_of(match: Match) -> dict[int, BoardResult]:
    """Return how its boards ended, those that are over."""
    return {row.board: row for row in match.boards.all() if not row.voided}


def standing_of(match: Match, results: Mapping[int, BoardResult]) -> Standing:
    """Tell whether boards are open, the tie-break is due, or all is decided."""
    won = {number: row.winner for number, row in results.items()}
    competition = match.competition
    has_tie_break = competition is None or not competition.first_board_decides
    return standing(len(sizes_of(match)), won, has_tie_break=has_tie_break)


def boards_of(match: Match, now: datetime) -> list[BoardStanding]:
    """Return the boards of a match as anybody may see them, the tie-break once it is due."""
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
    """Return its boards as the games of a match, the chicos of each.

    A board that was given away counts as one without an answer; one to which nobody came is none.
    """
    target = measure_of_board(match).target
    given = ([[target, 0]], [[0, target]])
    rows = (row for _, row in sorted(results.items()))
    return [row.chicos or given[row.winner] for row in rows if row.winner is not None]


def chicos_at_table(game: Game) -> list[list[int]]:
    """Return how a finished game of the site ended, chico by chico.

    A table keeps the points of the last one; of those before it is known who won them.
    """
    assert game.winner is not None, "it is over"
    target, side = game.rules.target, game.winner
    won = ([target, 0], [0, target])
    first, second = game.legs
    before = (first - 1, second) if side == 0 else (first, second - 1)
    return [*[won[0]] * before[0], *[won[1]] * before[1], list(game.score)]


def measure_of_board(match: Match) -> MatchUnit:
    """Return how far a board goes: one game by the rules of its competition."""
    assert match.competition is not None, "only matches of competitions have boards"
    rules = match.competition.rules
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
