"""Every match of a competition at once, for the page that shows them all.

Rows are put together here: Django's prefetching makes a manager for each relation of each match,
which took longer than the queries, and cycles that only the collector takes apart.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F

from games.models import Game
from tournaments.models import Competition, Entry, Match, MatchSlot
from tournaments.pages.matches import (
    ORIGINS,
    WRITTEN,
    MatchView,
    fetch_terms,
    view_of,
)

UNSHOWN = ("called_at", "completed_at", "points_reason", "awaits_ranking")
OF_GAMES = ("preset", "options", "status", "score", "legs", "winner")
WHOLE = "round__group__stage__competition"


def all_matches(competition: Competition, entries: Mapping[int, Entry]) -> list[MatchView]:
    """Read the matches of a competition, whose entries were read before: three queries."""
    found = Match.objects.of(competition.pk).placed().select_related("round", "sheet")
    matches = list(found.defer(*UNSHOWN).annotate(**WRITTEN))
    slots, games = _slots(competition, entries), _games(competition)
    fetch_terms(matches)
    return [view_of(match, slots[match.pk], games[match.pk]) for match in matches]


def _slots(
    competition: Competition, entries: Mapping[int, Entry]
) -> Mapping[int, Sequence[MatchSlot]]:
    by_match: dict[int, list[MatchSlot]] = defaultdict(list)
    found = MatchSlot.objects.filter(**{f"match__{WHOLE}": competition}).annotate(**ORIGINS)
    for slot in found.order_by("side", "number"):
        slot.entry = None if slot.entry_id is None else entries[slot.entry_id]
        by_match[slot.match_id].append(slot)
    return by_match


def _games(competition: Competition) -> Mapping[int, Sequence[tuple[int, Game]]]:
    """Return the games that count, each with its board, in their order, by match."""
    played = {"match_game__voided": False, f"match_game__match__{WHOLE}": competition}
    found = Game.objects.filter(**played).annotate(
        of_match=F("match_game__match"), board=F("match_game__board")
    )
    by_match: dict[int, list[tuple[int, Game]]] = defaultdict(list)
    for game in found.only(*OF_GAMES).order_by("match_game__number"):
        told: Any = game  # with what was annotated
        by_match[told.of_match].append((told.board, game))
    return by_match
