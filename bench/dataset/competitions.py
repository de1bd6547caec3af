"""Competitions of the dataset as rows, from the first entry to the champion."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from accounts.models import User
from bench.dataset.bulk_rows import insert_rows, insert_values, number_rows
from bench.dataset.match_records import record
from bench.dataset.people import Dataset
from tournaments.competitions.settings import stages_of
from tournaments.formats.bracket import LoserOf, Seed, Slot, WinnerOf
from tournaments.formats.knockout import single_elimination
from tournaments.formats.options import FormatOptions
from tournaments.formats.round_robin import round_robin
from tournaments.models import (
    Competition,
    Entry,
    Group,
    Match,
    MatchSlot,
    Place,
    RosterPlayer,
    Round,
    StageSlot,
)
from tournaments.standings.queries import first_ranked

Fixture = tuple[str, int, int, tuple[Slot, Slot]]


@dataclass(frozen=True)
class Plan:
    """One competition: its format, its number of entries, and the players per entry."""

    format: str
    entries: int
    per_side: int = 1


PLANS = (
    Plan("single", 128),
    Plan("single", 64, per_side=2),
    Plan("round-robin", 20),
    Plan("single", 128),
)


def hold(dataset: Dataset, plan: Plan) -> int:
    """Play a competition from its first entry to its champion; return its number of matches."""
    rng, at = dataset.rng, dataset.instant()
    club = rng.choice([*dataset.members])
    competition = Competition.objects.create(
        club=club,
        name=f"Copa {next(dataset.number)}",
        state=Competition.State.FINISHED,
        preset=dataset.preset(),
        options={"seats": str(2 * plan.per_side)} if plan.per_side > 1 else {},
        cap=plan.entries,
        draw_seed=f"{rng.getrandbits(64):016x}",
        created_at=at - timedelta(days=3),
        started_at=at,
        finished_at=at + timedelta(hours=20),
    )
    teams = _enter(dataset, competition, plan, at)
    group, seeds = _draw(competition, plan, [*teams])
    matches = _play(dataset, competition, group, seeds, teams, _fixtures(plan))
    is_bracket = plan.format == "single"
    competition.champion_id = _last_winner(matches) if is_bracket else first_ranked(competition)
    competition.save(update_fields=["champion"])
    return len(matches)


def _enter(
    dataset: Dataset, competition: Competition, plan: Plan, at: datetime
) -> dict[Entry, list[User]]:
    """Enter mostly members of the club, each at most once."""
    numbers = range(1, plan.entries + 1)
    places = insert_rows(Place(competition=competition, number=number) for number in numbers)
    own = dataset.members[competition.club]
    strangers = dataset.rng.sample(dataset.players, plan.entries)
    candidates = list(dict.fromkeys([*dataset.rng.sample(own, len(own) * 2 // 3), *strangers]))
    chosen = dataset.rng.sample(candidates, plan.entries * plan.per_side)
    sides = [chosen[place :: plan.entries] for place in range(plan.entries)]
    entries = insert_rows(
        Entry(
            competition=competition,
            name=" y ".join(map(str, side))[:90],
            state=Entry.State.CONFIRMED,
            place=place,
            seed=place.number,
            strength=0.0,
            created_at=at,
            complete_at=at,
        )
        for place, side in zip(places, sides, strict=True)
    )
    dataset.meet(competition.club, chain.from_iterable(sides), at)
    insert_rows(
        RosterPlayer(
            entry=entry,
            competition=competition,
            number=number,
            user=user,
            person=dataset.persons[competition.club_id, user.pk],
            name=str(user)[:40],
        )
        for entry, side in zip(entries, sides, strict=True)
        for number, user in enumerate(side, start=1)
    )
    return dict(zip(entries, sides, strict=True))


def _draw(
    competition: Competition, plan: Plan, entries: Sequence[Entry]
) -> tuple[Group, list[StageSlot]]:
    stage = next(stages_of(FormatOptions(format=plan.format)))
    stage.competition = competition
    stage.save()
    group = Group.objects.create(stage=stage)
    seeds = insert_rows(
        StageSlot(stage=stage, group=group, number=entry.seed, entry=entry) for entry in entries
    )
    return group, seeds


def _fixtures(plan: Plan) -> list[Fixture]:
    """Return the fixtures, by seeds or by earlier matches."""
    if plan.format == "single":
        nodes = single_elimination(plan.entries).nodes
        return [(node.part, node.round, node.position, node.slots) for node in nodes]
    rounds = round_robin(range(1, plan.entries + 1))
    return [
        ("main", number, position, (Seed(pairing.first), Seed(pairing.second or 0)))
        for number, pairings in enumerate(rounds, start=1)
        for position, pairing in enumerate(pairings, start=1)
    ]


def _play(
    dataset: Dataset,
    competition: Competition,
    group: Group,
    seeds: Sequence[StageSlot],
    teams: Mapping[Entry, list[User]],
    fixtures: Sequence[Fixture],
) -> list[Match]:
    """Play all matches in order, with their slots, games, results and ledger lines."""
    matches = number_rows(_matches(competition, group, fixtures))
    keys = [f"{part}.{number}.{position}" for part, number, position, _ in fixtures]
    by_key = dict(zip(keys, matches, strict=True))
    stood: dict[str, list[Entry]] = {}  # by match: the winner, the loser
    slots, sides = [], []
    for match, key, (*_, sources) in zip(matches, keys, fixtures, strict=True):
        pair = [_occupant(source, seeds, stood) for source in sources]
        people = [teams[entry] for entry in pair]
        match.winner = 0 if dataset.won_by_first(people) else 1
        stood[key] = pair if match.winner == 0 else pair[::-1]
        sides.append(people)
        slots += [
            {
                "match_id": match.pk,
                "round_id": match.round_id,
                "side": side,
                "entry_id": entry.pk,
                **_origin(source, seeds, by_key),
            }
            for side, (entry, source) in enumerate(zip(pair, sources, strict=True))
        ]
    insert_rows(matches)
    insert_values(MatchSlot, slots)
    record(dataset, competition, matches, sides)
    return matches


def _matches(
    competition: Competition, group: Group, fixtures: Sequence[Fixture]
) -> Iterator[Match]:
    """Yield the matches as played at the time of their round, not stored and without winner."""
    rounds = _rounds(group, fixtures)
    for place, (part, number, position, _) in enumerate(fixtures, start=1):
        yield Match(
            round=rounds[part, number],
            position=position,
            number=place,
            state=Match.State.COMPLETED,
            points_reason=Match.PointsReason.PLAYED,
            called_at=competition.started_at,
            sit_by=competition.started_at,
            completed_at=competition.started_at + timedelta(hours=number, minutes=position % 60),
        )


def _rounds(group: Group, fixtures: Sequence[Fixture]) -> dict[tuple[str, int], Round]:
    keys = dict.fromkeys((part, number) for part, number, *_ in fixtures)
    rounds = insert_rows(Round(group=group, part=part, number=number) for part, number in keys)
    return dict(zip(keys, rounds, strict=True))


def _occupant(
    source: Slot, seeds: Sequence[StageSlot], stood: Mapping[str, Sequence[Entry]]
) -> Entry:
    match source:
        case Seed(number):
            return seeds[number - 1].entry
        case WinnerOf(key):
            return stood[key][0]
        case LoserOf(key):
            return stood[key][1]
    raise AssertionError("the fields are powers of two: no byes")


def _origin(
    source: Slot, seeds: Sequence[StageSlot], by_key: Mapping[str, Match]
) -> dict[str, object]:
    match source:
        case Seed(number):
            is_bracket = seeds[0].stage.format == "single"
            seed = seeds[number - 1].pk if is_bracket else None
            return {"seed_id": seed, "source_id": None, "outcome": ""}
        case WinnerOf(key):
            return _sent_by(by_key[key], MatchSlot.SourceRole.WINNER)
        case LoserOf(key):
            return _sent_by(by_key[key], MatchSlot.SourceRole.LOSER)
    raise AssertionError("the fields are powers of two: no byes")


def _sent_by(match: Match, role: MatchSlot.SourceRole) -> dict[str, object]:
    return {"seed_id": None, "source_id": match.pk, "outcome": role}


def _last_winner(matches: Sequence[Match]) -> int | None:
    last = matches[-1]
    return last.slots.get(side=last.winner).entry_id
