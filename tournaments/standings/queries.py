"""Standings, ranks and skill, computed from stored results with the pure formats.

Covers the end of each game, groups and brackets, equal ranks compared across groups, the second
cup, and the previous edition. Skill is a normal distribution per player, updated by every match
between teams (Plackett-Luce).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from django.db.models import Exists, Min, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from openskill.models import PlackettLuce

from accounts.names.collation import fold
from tournaments.formats.bracket import (
    BYE,
    Graph,
    LoserOf,
    MatchState,
    Node,
    Occupant,
    Part,
    Seed,
    Slot,
    WinnerOf,
)
from tournaments.formats.bracket_places import FinalPlace, champion, places
from tournaments.formats.bracket_places import places_at_early_end as bracket_at_early_end
from tournaments.formats.challenge_ladder import Climb, ladder_order
from tournaments.formats.later_stages import SILVER_TIER
from tournaments.formats.league import HALVES_OF_A_SEASON, half_of
from tournaments.formats.options import Refusal
from tournaments.formats.pairing import REST, Outcome
from tournaments.formats.qualification import best_first, half_champions
from tournaments.formats.results_table import Edition, Result, Table, tabulate
from tournaments.formats.series import WrittenGame
from tournaments.formats.standings import Row, final_ranks, standings, surely_first
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import (
    Challenge,
    Competition,
    Entry,
    Group,
    LadderFall,
    Match,
    MatchSlot,
    RosterPlayer,
    Stage,
    StageSlot,
    sides_of,
)
from tournaments.models.competitions import EarlyEnd


class EndedGame(Protocol):
    """The counted values of a game, with or without cards; sides are teams."""

    @property
    def score(self) -> Sequence[int]:
        """Return the points of its last chico."""

    @property
    def winner(self) -> int | None:
        """Return the side that won it; none while it is played."""


def ended_games(match: Match) -> Sequence[EndedGame]:
    """Return the games that count, in order; prefetch `submissions` and `games__game`."""
    return written_of(match) or [
        link.game for link in match.games.all() if not (link.voided or link.board)
    ]


def written_of(match: Match) -> Sequence[WrittenGame]:
    """Return the games of the current result entered by hand; prefetch `submissions`."""
    standing = (one for one in match.submissions.all() if one.number == match.reopened)
    return next((one.games for one in standing), ())


Rating = tuple[float, float]
"""Mean and standard deviation of a person's skill."""
_MODEL = PlackettLuce()
NEWCOMER: Rating = (_MODEL.mu, _MODEL.sigma)
SURE = 3  # standard deviations: what is almost certainly reached


def strength(rating: Rating) -> float:
    """Return the one figure that orders players: it starts at 0 and grows with certainty."""
    mu, sigma = rating
    return mu - SURE * sigma


def rate(sides: Sequence[Sequence[Rating]], winner: int | None) -> list[list[Rating]]:
    """Return the ratings of all players after a match between two sides; None is a draw."""
    teams = [[_MODEL.create_rating([mu, sigma]) for mu, sigma in side] for side in sides]
    ranks = [0.0 if number == winner else 1.0 for number in range(len(sides))]
    return [[(one.mu, one.sigma) for one in team] for team in _MODEL.rate(teams, ranks=ranks)]


State = Match.State


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


def group_table(group: Group, without: Collection[int] = ()) -> Table[int]:
    """Return the standings of a group; entries are identified by pk.

    Matches of `without`, by pk, count as annulled.
    """
    matches = _matches(group).prefetch_related("games__game", "submissions")
    played = map(Played.of, _annulled(matches, without))
    return table_of(group.slots.filter(entry__isnull=False), played, group.stage)


def table_of(members: Iterable[StageSlot], matches: Iterable[Played], stage: Stage) -> Table[int]:
    """Return the standings after these matches; their rounds were fetched.

    A bye counts from the first result of its round on: until then it would lead the table. In a
    round that was called off it gives nothing.
    """
    matches = list(matches)
    valid_rounds = rounds_that_count(one.match for one in matches)
    entries = {slot.entry_id: slot.left for slot in members if slot.entry_id is not None}
    competition = stage.competition
    rest = REST if competition.changing_partners else Outcome.BYE
    early = _early_rounds(matches, stage)
    results = [
        result
        for played in matches
        if _number_of(played) in valid_rounds
        for result in _results(played, None if played.match.round_id in early else rest)
    ]
    return tabulate(
        entries,
        results,
        scale=stage.points_scale,
        lot_seed=competition.draw_seed,
        edition=Edition(competition.tie_break_edition),
        left={entry for entry, has_left in entries.items() if has_left},
        drawn=max((result.round for result in results), default=0)
        if stage.how.pairs_rounds
        else None,
        tantos=competition.most_tantos if stage.by_tantos else 0,
        streak=stage.how.play.streak,
        ladder=_ladder([*entries], matches, stage) if stage.how.play.is_by_challenge else (),
    )


def rounds_that_count(matches: Iterable[Match]) -> set[int]:
    """Return the numbers of the rounds of a table that were not called off; rounds were fetched.

    One was if it has annulled matches and, but for byes, no others.
    """
    kinds = {(_round_number(match), match.state) for match in matches}
    counted = {number for number, state in kinds if state not in (State.ANNULLED, State.BYE)}
    annulled = {number for number, state in kinds if state == State.ANNULLED}
    return counted | {number for number, _ in kinds} - annulled


def _ladder(members: Sequence[int], matches: Iterable[Played], stage: Stage) -> tuple[int, ...]:
    """Return the entries of a ladder from its first place to its last; they come as drawn.

    A correction keeps the place of its match in the order of time.
    """
    challenges = Challenge.objects.filter(group__stage=stage)
    rows = challenges.filter(match__isnull=False).annotate(
        first=Coalesce("settled_at", Min("match__revoked__completed_at"))
    )
    settled = dict(rows.values_list("match", "first"))
    climbs: list[Climb[int]] = []
    for played in matches:
        at = settled.get(played.match.pk) or played.match.completed_at
        if played.match.winner != 0 or at is None:
            continue
        for first, second in zip(*sides_of(played.slots), strict=True):
            assert first.entry_id is not None, "a challenge has two entries"
            assert second.entry_id is not None, "a challenge has two entries"
            climbs.append(Climb(at.timestamp(), first.entry_id, second.entry_id))
    if stage.refusal == Refusal.CONCEDES:
        for one in challenges.filter(answer__in=Challenge.CONCEDED):
            assert one.answered_at is not None, "it is answered"
            at = one.answered_at
            climbs.append(Climb(at.timestamp(), one.challenger_id, one.challenged_id))
    for fall in LadderFall.objects.filter(group__stage=stage):
        at = fall.at
        climbs.append(Climb(at.timestamp(), fall.passed_by_id, fall.entry_id, is_fall=True))
    return ladder_order(members, climbs, stage.climb)


def _early_rounds(matches: Iterable[Played], stage: Stage) -> set[int | None]:
    """Return the drawn rounds without a result, by pk: their byes do not count yet."""
    if not stage.how.pairs_rounds:
        return set()
    games = [played.match for played in matches if played.match.state != State.BYE]
    open_ = {match.round_id for match in games if not match.is_decided}
    return open_ - {match.round_id for match in games if match.is_decided}


def _number_of(played: Played) -> int:
    return _round_number(played.match)


def _round_number(match: Match) -> int:
    assert match.round is not None, "matches of a table have a round"
    return match.round.number


def _annulled(matches: Iterable[Match], pks: Collection[int]) -> Iterator[Match]:
    """Yield matches, some as if they were annulled; nothing is stored."""
    for match in matches:
        if match.pk in pks:
            match.state = State.ANNULLED
        yield match


def rows_of(table: Table[int], stage: Stage) -> tuple[Row[int], ...]:
    """Return the standings of a table, with the tie-break that decided each."""
    return standings(table, [TieBreak(name) for name in stage.tie_breaks])


def surely(places: int, table: Table[int], matches: Sequence[Played], stage: Stage) -> set[int]:
    """Return the entries certain of the first places of a table; rounds were fetched."""
    if not places or not stage.how.play.is_round_by_round:
        return set()  # without rounds the number of further matches is unknown
    numbers = [played.match.round.number for played in matches if played.match.round]
    to_come = max((stage.swiss_rounds or 0) - max(numbers, default=0), 0)
    open_matches = Counter(dict.fromkeys(table.scores, to_come))
    early = _early_rounds(matches, stage)
    for played in matches:
        if not played.match.is_decided or played.match.round_id in early:
            open_matches.update(slot.entry_id for slot in played.slots if slot.entry_id is not None)
    return surely_first(table, [TieBreak(name) for name in stage.tie_breaks], open_matches, places)


def group_rows(group: Group) -> tuple[Row[int], ...]:
    """Return the standings of a group that plays for a table."""
    return rows_of(group_table(group), group.stage)


def in_half(played: Iterable[Played], members: Collection[StageSlot], half: int) -> list[Played]:
    """Return the matches of a half of a season, 1 or 2, by their rounds."""
    return [one for one in played if half_of(_number_of(one), len(members)) == half]


def finalists_of_halves(group: Group) -> list[int]:
    """Return the entries of the final between the champions of both halves of a season, by pk."""
    members = list(group.slots.filter(entry__isnull=False))
    matches = _matches(group).prefetch_related("games__game", "submissions")
    played = list(map(Played.of, matches))
    numbers = range(1, HALVES_OF_A_SEASON + 1)
    halves = [in_half(played, members, half) for half in numbers]
    season, *parts = (
        rows_of(table_of(members, part, group.stage), group.stage) for part in (played, *halves)
    )
    return half_champions(parts, season)


def is_seeded(group: Group) -> bool:
    """Return whether a bracket was drawn and all its qualified entries are known."""
    slots = MatchSlot.objects.filter(match__round__group=group)
    unknown = slots.filter(entry__isnull=True, source__isnull=True, bye=False)
    return slots.exists() and not unknown.exists()


def bracket_places(group: Group) -> list[FinalPlace]:
    """Return the places of a bracket whose seeds are all known; `seed` is the pk of the entry."""
    return places_of([Played.without_games(match) for match in _matches(group)])


def places_of(matches: Sequence[Played]) -> list[FinalPlace]:
    """Return the places that follow from a whole bracket's matches; rounds were fetched."""
    return places(*_graph_of(matches))


def _graph_of(matches: Sequence[Played]) -> tuple[Graph, dict[str, MatchState]]:
    keys = {played.match.pk: _key(played.match) for played in matches}
    states = {keys[played.match.pk]: _state(played) for played in matches}
    return Graph(tuple(_node(played, keys) for played in matches)), states


def champion_of(competition: Competition) -> int | None:
    """Return the winner of a competition, by pk; None if no entry ever won.

    Of a bracket only the finals are read, because the competition is locked meanwhile.
    """
    if competition.early_end:
        return first_ranked(competition)
    group = _deciding_group(competition)
    return champion(_finals(group)) if group.stage.is_bracket else first_ranked(competition)


def first_ranked(competition: Competition) -> int | None:
    """Return the same from the places of everybody."""
    rank, entry = final_places(competition)[0]
    return entry if rank == 1 else None


def final_places(competition: Competition) -> list[tuple[int, int]]:
    """Return (rank, pk of the entry) of all in what decides a competition, best first."""
    if competition.early_end:
        return places_at_early_end(competition, EarlyEnd(competition.early_end))
    group = _deciding_group(competition)
    is_bracket = group.stage.is_bracket
    return ranked(bracket_places(group)) if is_bracket else final_ranks(group_rows(group))


def places_at_early_end(
    competition: Competition, rule: EarlyEnd, without: Collection[int] = ()
) -> list[tuple[int, int]]:
    """Return the places in the last stage with a result, if the competition ends there.

    Matches of `without`, by pk, count as annulled.
    """
    stage = stage_of_early_end(competition, without)
    if stage.is_bracket:
        return _bracket_at_early_end(stage, rule, without)
    rows = rows_across_groups(stage, without)
    ranks = final_ranks(rows[0]) if len(rows) == 1 else _ranks_across(stage, rows)
    is_vacant = rule == EarlyEnd.NOBODY and ranks[0][0] == 1
    return [(rank + is_vacant, entry) for rank, entry in ranks]


def stage_of_early_end(competition: Competition, without: Collection[int] = ()) -> Stage:
    """Return the last stage of the first tier with a result, else its first one."""
    stages = competition.stages.filter(tier=1).select_related("competition")
    decided = Match.objects.filter(
        round__group__stage=OuterRef("pk"), state__in=Match.WITH_RESULT
    ).exclude(pk__in=without)
    played = stages.filter(Exists(decided)).order_by("-number").first()
    return played or stages.order_by("number")[0]


def rows_across_groups(stage: Stage, without: Collection[int] = ()) -> list[Sequence[Row[int]]]:
    """Return the standings of every group of a table stage."""
    groups = stage.groups.select_related("stage__competition").order_by("number")
    return [rows_of(group_table(group, without), group.stage) for group in groups]


def _ranks_across(stage: Stage, tables: Sequence[Sequence[Row[int]]]) -> list[tuple[int, int]]:
    """Rank the entries of several groups: the first of each before the second, best first."""
    most = max(map(len, tables))
    rows = [row for rank in range(1, most + 1) for row in _at_rank(stage, tables, rank)]
    is_vacant = not any(row.has_scored for row in rows if not row.has_left)
    return [(place + is_vacant, row.entry) for place, row in enumerate(rows, start=1)]


def _bracket_at_early_end(
    stage: Stage, rule: EarlyEnd, without: Collection[int]
) -> list[tuple[int, int]]:
    matches = list(_annulled(_matches(stage.groups.get()), without))
    places = bracket_at_early_end(
        *_graph_of([Played.without_games(match) for match in matches]),
        dict(stage.slots.filter(entry__isnull=False).values_list("entry", "number")),
        out=set(
            stage.slots.filter(entry__state=Entry.State.WITHDRAWN).values_list("entry", flat=True)
        ),
        has_champion=rule != EarlyEnd.NOBODY,
    )
    return ranked(places)


def _deciding_group(competition: Competition) -> Group:
    """Return the last stage; in a league with divisions, the highest of them."""
    groups = Group.objects.filter(stage__competition=competition)
    return groups.select_related("stage__competition").order_by("stage__tier", "-stage__number")[0]


def _finals(group: Group) -> list[MatchState]:
    """Return the matches that decide a bracket, in their order."""
    grand = [_state(Played.without_games(match)) for match in _matches(group, Part.FINAL)]
    main = _matches(group, Part.MAIN).order_by("-round__number")
    return grand or [_state(Played.without_games(match)) for match in main[:1]]


def ranked(places: Iterable[FinalPlace]) -> list[tuple[int, int]]:
    """Return (rank, pk of the entry) of those whose way through a bracket has ended."""
    return [(place.rank, place.seed) for place in places if place.rank is not None]


def _matches(group: Group, *parts: Part) -> QuerySet[Match]:
    """Return the matches of a group, or of parts of it."""
    own = Match.objects.filter(round__group=group).order_by("number")
    matches = own.filter(round__part__in=parts) if parts else own
    return matches.prefetch_related("round", "slots")


def _results(played: Played, rest: Outcome | None) -> Iterator[Result[int]]:
    """Yield the result of a match for each of its entries. Without `rest` a bye does not count yet.

    Where a side has several entries, each is paired with the one opposite; all share one result.
    """
    match = played.match
    assert match.round is not None
    games = played.ended_games if match.state == State.COMPLETED else ()
    for first, second in zip(*sides_of(played.slots), strict=True):
        assert first.entry_id is not None, "only the second side of a table's match is a bye"
        yield Result(
            first.entry_id,
            second.entry_id,
            match.verdict,
            round=match.round.number,
            walkover=match.state in (State.WALKOVER, State.DOUBLE_WALKOVER),
            games=_pair([game.winner == side for game in games] for side in (0, 1)),
            chico_points=_pair([game.score[side] for game in games] for side in (0, 1)),
            bye=None if rest is None else Outcome(match.asked_bye or rest),
        )


def _pair(figures: Iterable[Sequence[int]]) -> tuple[int, int]:
    first, second = map(sum, figures)
    return first, second


def _node(played: Played, keys: Mapping[int, str]) -> Node:
    match = played.match
    assert match.round is not None
    first, second = (_slot(slot, keys) for slot in played.slots)
    return Node(match.round.part, match.round.number, match.position, (first, second))


def _state(played: Played) -> MatchState:
    """Return a match's stored state; an entry that left before a bye advances no further."""
    first, second = map(_occupant, played.slots)
    return MatchState((first, second), played.match.verdict)


def _occupant(slot: MatchSlot) -> Occupant:
    if slot.bye:
        return BYE
    return None if slot.entry_id is None else Seed(slot.entry_id)


def _slot(slot: MatchSlot, keys: Mapping[int, str]) -> Slot:
    if slot.source_id is not None:
        key = keys[slot.source_id]
        is_loser = slot.outcome == MatchSlot.SourceRole.LOSER
        return LoserOf(key, only=slot.only_side) if is_loser else WinnerOf(key)
    if slot.bye:
        return BYE
    assert slot.entry_id is not None, "every seed is known"
    return Seed(slot.entry_id)


def _key(match: Match) -> str:
    assert match.round is not None
    return f"{match.round}.{match.position}"


def best_of(stage: Stage, rank: int) -> list[Row[int]]:
    """Return the lines at a rank of all groups of a stage, best first."""
    return _at_rank(stage, rows_across_groups(stage), rank)


def _at_rank(stage: Stage, tables: Sequence[Sequence[Row[int]]], rank: int) -> list[Row[int]]:
    lines = [rows[rank - 1] for rows in tables if len(rows) >= rank]
    order = [TieBreak(name) for name in stage.tie_breaks]
    return best_first(lines, order, stage.competition.draw_seed)


def second_cup(competition: Competition) -> Entry | None:
    """Return the winner of the second cup; None before its end, or without winner or cup."""
    if not competition.stages.filter(silver=True).exists():
        return None
    groups = Group.objects.filter(stage__competition=competition, stage__tier=SILVER_TIER)
    group = groups.exclude(slots__source_rank__isnull=True).select_related("stage").first()
    if group is None or not is_seeded(group):
        return None
    first = [entry for rank, entry in ranked(bracket_places(group)) if rank == 1]
    return competition.entries.filter(pk__in=first).first()


FORMER = 100  # of a club, to choose among
Person = int | str
"""An account, or the name of somebody without one."""


def previous_edition(competition: Competition) -> Competition | None:
    """Return the season before; else the last one that the club played under the same name."""
    played = Competition.objects.filter(state__in=Competition.COMPLETED)
    if competition.previous_id is not None:
        return played.filter(pk=competition.previous_id).first()
    namesakes = played.filter(club=competition.club_id, name__fold=fold(competition.name))
    return namesakes.exclude(pk=competition.pk).order_by("-finished_at", "-pk").first()


def previous_ranks(competition: Competition, entries: Iterable[Entry]) -> dict[int, int]:
    """Return the rank of each entry that has a player of the previous edition: of their best."""
    edition = previous_edition(competition)
    return {} if edition is None else ranks_in(edition, entries)


def former_standings(competition: Competition) -> QuerySet[Competition]:
    """Return what its club has played to the end, the latest first: each has a standing."""
    played = Competition.objects.filter(state__in=Competition.COMPLETED, club=competition.club_id)
    own = played.filter(rehearsal="").exclude(pk=competition.pk)
    latest = own.order_by("-finished_at", "-pk")
    return latest.filter(pk__in=latest.values("pk")[:FORMER])


def ranks_in(edition: Competition, entries: Iterable[Entry]) -> dict[int, int]:
    """Return the rank in a finished competition of each entry that has a player of it."""
    final = edition_ranks(edition)
    earned: dict[Person, int] = {}
    for entry_id, person in _people(edition.entries.all()):
        rank = final.get(entry_id, len(final) + 1)
        earned[person] = min(rank, earned.get(person, rank))
    ranks: dict[int, int] = {}
    for entry_id, person in _people(entries):
        if person in earned:
            ranks[entry_id] = min(earned[person], ranks.get(entry_id, earned[person]))
    return ranks


def edition_ranks(competition: Competition) -> dict[int, int]:
    """Return the final rank of every entry of a finished competition, by pk.

    Later stages rank before earlier ones, higher divisions before lower ones. Entries of a second
    cup rank after those of the first, by their result in it. Equals share a rank. If it ended early
    the stage that decided it comes first.
    """
    ranks: dict[int, int] = {}
    ended_in = stage_of_early_end(competition) if competition.early_end else None
    later = Exists(StageSlot.objects.filter(stage=OuterRef("pk"), source_rank__isnull=False))
    stages = list(competition.stages.annotate(later=later).order_by("-later", "tier", "-number"))
    if any(stage.how.has_seasons for stage in stages):  # each division with its play-offs
        stages = [stage for stage in stages if not (stage.is_bracket and stage.promotion)]
        stages.sort(key=lambda one: one.tier)
    for stage in sorted(stages, key=lambda one: one != ended_in):
        groups = stage.groups.select_related("stage__competition")
        stage_ranks = (
            dict(entry_and_rank[::-1] for entry_and_rank in final_places(competition))
            if stage == ended_in
            else dict(place for group in groups for place in _group_ranks(group))
        )
        new = {entry: rank for entry, rank in stage_ranks.items() if entry not in ranks}
        order = sorted(new.values())
        ranked = len(ranks)
        ranks |= {entry: ranked + 1 + order.index(rank) for entry, rank in new.items()}
    return ranks


def _group_ranks(group: Group) -> Iterable[tuple[int, int]]:
    if not group.stage.is_bracket:
        return [(row.entry, row.rank) for row in group_rows(group)]
    if not is_seeded(group):  # it was not played, because the competition ended before
        return []
    places = bracket_places(group)
    return [(place.seed, place.rank or len(places)) for place in places]


def _people(entries: Iterable[Entry]) -> list[tuple[int, Person]]:
    players = RosterPlayer.objects.filter(entry__in=entries)
    return [
        (entry_id, user_id or fold(name))
        for entry_id, user_id, name in players.values_list("entry_id", "user_id", "name")
    ]
