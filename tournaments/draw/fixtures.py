"""Storage of a drawn stage: bracket graphs and rounds as matches and slots.

Matches are stored after those that feed them, and after those of earlier rounds.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from django.db.models import Max

from tournaments.formats.bracket import Bye, Graph, LoserOf, Part, Seed, Slot, WinnerOf
from tournaments.formats.pairing import Pairing, SwissPairing
from tournaments.formats.round_draft import Pools, changed_pools
from tournaments.models import Group, Match, MatchQuerySet, MatchSlot, Round, StageSlot


def store_bracket(group: Group, graph: Graph, seeds: Sequence[StageSlot]) -> list[Match]:
    """Store a bracket for these seeds, best first."""
    keys = dict.fromkeys((node.part, node.round) for node in graph.nodes)
    finals = [key for key in keys if graph.is_final(*key)]
    rounds = dict(zip(keys, _store_rounds(group, keys, finals), strict=True))
    numbers = _numbers(group)
    matches = Match.objects.bulk_create(
        Match(round=rounds[node.part, node.round], position=node.position, number=next(numbers))
        for node in graph.nodes
    )
    by_key = {node.key: match for node, match in zip(graph.nodes, matches, strict=True)}
    MatchSlot.objects.bulk_create(
        _slot(by_key[node.key], side, **_occupancy(slot, by_key, seeds))
        for node in graph.nodes
        for side, slot in enumerate(node.slots)
    )
    return matches


def store_table(group: Group, rounds: Sequence[Sequence[Pairing[int]]]) -> list[Match]:
    """Store all rounds of a table. A bye has no match."""
    stored = _store_rounds(group, (("main", number) for number in range(1, len(rounds) + 1)))
    numbers = _numbers(group)
    meetings = [
        (Match(round=round_, position=position, number=next(numbers)), pairing)
        for round_, pairings in zip(stored, rounds, strict=True)
        for position, pairing in enumerate(_without_byes(pairings), start=1)
    ]
    Match.objects.bulk_create(match for match, _ in meetings)
    MatchSlot.objects.bulk_create(
        _slot(match, side, entry_id=entry)
        for match, pairing in meetings
        for side, entry in enumerate((pairing.first, pairing.second))
    )
    return [match for match, _ in meetings]


def store_paired_round(
    group: Group, number: int, pairings: Sequence[SwissPairing[int]]
) -> list[Match]:
    """Store matches that were paired in play as a round, with the facts of each pairing."""
    by_points = group.stage.how.pairs_rounds
    (round_,) = _store_rounds(group, (("main", number),))
    numbers = _numbers(group)
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            position=position,
            number=next(numbers),
            rematch=pairing.is_rematch and not pairing.is_bye,
            asked_bye=pairing.asked or "",
        )
        for position, pairing in enumerate(pairings, start=1)
    )
    MatchSlot.objects.bulk_create(
        _slot(
            match,
            side,
            number=number,
            entry_id=entry,
            bye=entry is None,
            score=pairing.points[side] if by_points else None,
        )
        for match, pairing in zip(matches, pairings, strict=True)
        for side, entries in enumerate(pairing.sides)
        for number, entry in enumerate(entries, start=1)
    )
    return matches


def mark_by_hand(matches: MatchQuerySet, drawn: Pools[int], pools: Pools[int]) -> None:
    """Mark the first matches of a draft that the draw would not have made.

    Entries swapped between groups meet all others of their group anyway, so no match there is by
    hand.
    """
    changed = {frozenset(pool) - {None} for pool in changed_pools(drawn, pools)}
    if not changed:
        return
    first = matches.filter(slots__source__isnull=True).prefetch_related("slots").distinct()
    match_ids = [
        match.pk
        for match in first
        if frozenset(slot.entry_id for slot in match.slots.all()) - {None} in changed
    ]
    Match.objects.filter(pk__in=match_ids).update(by_hand=True)


def _without_byes(pairings: Iterable[Pairing[int]]) -> list[Pairing[int]]:
    return [pairing for pairing in pairings if not pairing.is_bye]


def _numbers(group: Group) -> Iterator[int]:
    """Yield match numbers after the last one of the competition."""
    numbers = Match.objects.of(group.stage.competition_id).aggregate(last=Max("number"))
    return count((numbers["last"] or 0) + 1)


def _store_rounds(
    group: Group, keys: Iterable[tuple[str, int]], finals: Container[tuple[str, int]] = ()
) -> list[Round]:
    """Store rounds. Those that decide the stage may have more games than the others.

    In matches of several boards each board is a game.
    """
    stage = group.stage
    boards = len(stage.competition.board_sizes)

    def games(key: tuple[str, int]) -> int:
        last = stage.final_best_of if key in finals else None
        return boards or last or stage.games_of(key[1] if key[0] == Part.MAIN else 0)

    return Round.objects.bulk_create(
        Round(group=group, part=key[0], number=key[1], best_of=games(key)) for key in keys
    )


def _slot(match: Match, side: int, **columns: Any) -> MatchSlot:
    return MatchSlot(match=match, round=match.round, side=side, **columns)


def _occupancy(slot: Slot, by_key: Mapping[str, Match], seeds: Sequence[StageSlot]) -> Any:
    """Return the columns that name the entry of a slot or its source."""
    match slot:
        case Seed(number):
            return {"seed": seeds[number - 1], "entry": seeds[number - 1].entry}
        case Bye():
            return {"bye": True}
        case WinnerOf(key):
            return {"source": by_key[key], "outcome": MatchSlot.SourceRole.WINNER}
        case LoserOf(key, only):
            role = MatchSlot.SourceRole.LOSER
            return {"source": by_key[key], "outcome": role, "only_side": only}
