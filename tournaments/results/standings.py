"""Who stands where: tables and brackets read from stored results, ranked by the pure formats."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from tournaments.formats.graph import BYE, Graph, LoserOf, Node, Part, Seed, Slot, WinnerOf
from tournaments.formats.outcome import REST, Outcome
from tournaments.formats.places import FinalPlace, champion, places
from tournaments.formats.progress import MatchState, Occupant
from tournaments.formats.series import VERDICTS, Verdict
from tournaments.formats.standings import Row, final_ranks, standings, surely_first
from tournaments.formats.table import Edition, Result, Table, tabulate
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Competition, Group, Match, MatchSlot, Stage, StageSlot, sides_of
from tournaments.results.endings import EndedGame, ended_games

State = Match.State
SOURCES: Mapping[str, type[WinnerOf] | type[LoserOf]] = {
    MatchSlot.SourceRole.WINNER: WinnerOf,
    MatchSlot.SourceRole.LOSER: LoserOf,
}


@dataclass(frozen=True)
class Played:
    """A match with what its table or its bracket reads of it."""

    match: Match
    slots: Sequence[MatchSlot]  # by side, and as they sit in it
    ended_games: Sequence[EndedGame]  # of a decided match: the games that count

    @classmethod
    def of(cls, match: Match) -> "Played":
        """Return a match whose slots, games and submissions were fetched."""
        games = ended_games(match) if match.state == State.COMPLETED else ()
        return replace(cls.without_games(match), ended_games=games)

    @classmethod
    def without_games(cls, match: Match) -> "Played":
        """Return a match whose slots were fetched, for what no points decide."""
        first, second = sides_of(match.slots.all())
        return cls(match, [*first, *second], ())


def group_table(group: Group) -> Table[int]:
    """What the results of a group add up to; entries go by their pk."""
    return table_of(
        group.slots.filter(entry__isnull=False),
        map(Played.of, _matches(group).prefetch_related("games__game", "submissions")),
        group.stage,
    )


def table_of(members: Iterable[StageSlot], matches: Iterable[Played], stage: Stage) -> Table[int]:
    """What the results of these matches add up to; their rounds were fetched."""
    left = {slot.entry_id: slot.left for slot in members if slot.entry_id is not None}
    competition = stage.competition
    rest = REST if competition.changing_partners else Outcome.BYE
    results = [result for played in matches for result in _results(played, rest)]
    return tabulate(
        left,
        results,
        lot_seed=competition.draw_seed,
        edition=Edition(competition.tie_break_edition),
        left={entry for entry, has_left in left.items() if has_left},
        drawn=max((result.round for result in results), default=0)
        if stage.how.is_paired_by_results
        else None,
    )


def rows_of(table: Table[int], stage: Stage) -> tuple[Row[int], ...]:
    """The standings of a table, with the tie-break that decided each."""
    return standings(table, [TieBreak(name) for name in stage.tie_breaks])


def surely(places: int, table: Table[int], matches: Sequence[Played], stage: Stage) -> set[int]:
    """Return who ends among the first of a table whatever is played yet; rounds were fetched."""
    if not places:
        return set()
    numbers = [played.match.round.number for played in matches if played.match.round]
    to_come = max((stage.swiss_rounds or 0) - max(numbers, default=0), 0)
    left = Counter(dict.fromkeys(table.scores, to_come))
    for played in matches:
        if not played.match.is_decided:
            left.update(slot.entry_id for slot in played.slots if slot.entry_id is not None)
    return surely_first(table, [TieBreak(name) for name in stage.tie_breaks], left, places)


def group_rows(group: Group) -> tuple[Row[int], ...]:
    """The standings of a group that plays for a table."""
    return rows_of(group_table(group), group.stage)


def is_seeded(group: Group) -> bool:
    """Tell whether a bracket was drawn, and whoever comes from the stage before is known."""
    slots = MatchSlot.objects.filter(match__round__group=group)
    unknown = slots.filter(entry__isnull=True, source__isnull=True, bye=False)
    return slots.exists() and not unknown.exists()


def bracket_places(group: Group) -> list[FinalPlace]:
    """The places of a bracket whose seeds are all known; `seed` is the pk of the entry."""
    return places_of([Played.without_games(match) for match in _matches(group)])


def places_of(matches: Sequence[Played]) -> list[FinalPlace]:
    """The places that the matches of a whole bracket come to; their rounds were fetched."""
    keys = {played.match.pk: _key(played.match) for played in matches}
    states = {keys[played.match.pk]: _state(played) for played in matches}
    return places(Graph(tuple(_node(played, keys) for played in matches)), states)


def champion_of(competition: Competition) -> int | None:
    """Return who ends a competition first, by pk: nobody where nobody ever won.

    Of a bracket the finals are read, and nothing else: it is asked while a competition is locked.
    """
    group = _deciding_group(competition)
    return champion(_finals(group)) if group.stage.is_bracket else first_ranked(competition)


def first_ranked(competition: Competition) -> int | None:
    """Return the same from the places of everybody."""
    rank, entry = final_places(competition)[0]
    return entry if rank == 1 else None


def final_places(competition: Competition) -> list[tuple[int, int]]:
    """Return (rank, pk of the entry) of all in what decides a competition, best first."""
    group = _deciding_group(competition)
    is_bracket = group.stage.is_bracket
    return ranked(bracket_places(group)) if is_bracket else final_ranks(group_rows(group))


def _deciding_group(competition: Competition) -> Group:
    """Return the last stage; in a league with divisions, the highest of them."""
    groups = Group.objects.filter(stage__competition=competition)
    return groups.select_related("stage__competition").order_by("stage__tier", "-stage__number")[0]


def _finals(group: Group) -> list[MatchState]:
    """Return the matches that decide a bracket, in their order."""
    grand = [_state(Played.without_games(match)) for match in _matches(group, Part.FINAL)]
    main = _matches(group, Part.MAIN).order_by("-round__number")
    return grand or [_state(Played.without_games(match)) for match in main[:1]]


def ranked(found: Iterable[FinalPlace]) -> list[tuple[int, int]]:
    """Return (rank, pk of the entry) of those whose way through a bracket has ended."""
    return [(place.rank, place.seed) for place in found if place.rank is not None]


def verdict_of(match: Match) -> Verdict | None:
    """Return how a match ended; None while it is open, or if it was given up."""
    if not match.is_decided or match.state == State.ANNULLED:
        return None
    return Verdict.NEITHER if match.winner is None else VERDICTS[match.winner]


def _matches(group: Group, *parts: Part) -> QuerySet[Match]:
    """Return the matches of a group, or of parts of it."""
    own = Match.objects.filter(round__group=group).order_by("number")
    matches = own.filter(round__part__in=parts) if parts else own
    return matches.prefetch_related("round", "slots")


def _results(played: Played, rest: Outcome) -> Iterator[Result[int]]:
    """What a match says of each of its entries.

    Where a side is several, each is told against who sits across: it is the same result for all.
    """
    match = played.match
    assert match.round is not None
    games = played.ended_games if match.state == State.COMPLETED else ()
    for first, second in zip(*sides_of(played.slots), strict=True):
        assert first.entry_id is not None, "only the second side of a table's match is a bye"
        yield Result(
            first.entry_id,
            second.entry_id,
            verdict_of(match),
            round=match.round.number,
            walkover=match.state in (State.WALKOVER, State.DOUBLE_WALKOVER),
            games=_pair([game.winner == side for game in games] for side in (0, 1)),
            chico_points=_pair([game.score[side] for game in games] for side in (0, 1)),
            bye=Outcome(match.asked_bye or rest),
        )


def _pair(figures: Iterable[Sequence[int]]) -> tuple[int, int]:
    first, second = map(sum, figures)
    return first, second


def _node(played: Played, keys: Mapping[int, str]) -> Node:
    match = played.match
    assert match.round is not None
    first, second = (_slot(slot, keys) for slot in played.slots)
    return Node(Part(match.round.part), match.round.number, match.position, (first, second))


def _state(played: Played) -> MatchState:
    """Return a match as it is stored: who left before a bye goes no further than that."""
    first, second = map(_occupant, played.slots)
    return MatchState((first, second), verdict_of(played.match))


def _occupant(slot: MatchSlot) -> Occupant:
    if slot.bye:
        return BYE
    return None if slot.entry_id is None else Seed(slot.entry_id)


def _slot(slot: MatchSlot, keys: Mapping[int, str]) -> Slot:
    if slot.source_id is not None:
        return SOURCES[slot.outcome](keys[slot.source_id])
    if slot.bye:
        return BYE
    assert slot.entry_id is not None, "every seed is known"
    return Seed(slot.entry_id)


def _key(match: Match) -> str:
    assert match.round is not None
    return f"{match.round}.{match.position}"
