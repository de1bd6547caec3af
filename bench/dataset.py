"""Three years of the site as rows: people, clubs, competitions, their results.

Every table that pages read is filled as the services fill it, from the same pure functions; only
the cards of old games are missing. What follows from results is left to `rebuild_ranking`.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.utils.text import slugify

from accounts.models import Club, Membership, User
from games.engine import make_rules
from games.house_rules import family_of
from games.models import Game, Seat, SeatStatistics
from tournaments.formats.graph import LoserOf, Seed, Slot, WinnerOf
from tournaments.formats.knockout import single_elimination
from tournaments.formats.round_robin import round_robin
from tournaments.formats.shape import Shape
from tournaments.models import (
    Competition,
    Entry,
    Group,
    Match,
    MatchGame,
    MatchSlot,
    Place,
    PlayerResult,
    PointsEntry,
    RosterPlayer,
    Round,
    StageSlot,
)
from tournaments.results.stored import Result, row_of
from tournaments.results.venue import Venue
from tournaments.services.ranking import rebuilding

PLAYERS, MATCHES, CLUBS, MEMBERS = 10_000, 100_000, 25, 500
CASUAL = 10_000  # of the matches, at open tables
REGULAR = 2_000  # of those, all with one player
DAYS = 3 * 365
TARGET = 15
FIRST = ("Ana", "Beto", "Cora", "Dani", "Elsa", "Fito", "Gabi", "Hugo", "Inés", "Juan", "Lola")
LAST = ("Acosta", "Benítez", "Cabrera", "Díaz", "Espínola", "Ferreyra", "Giménez", "Ibarra")
PRESETS = ("argentino", "argentino", "argentino-flor", "trucoestrella", "uruguayo", "truc")
SHARDS = 30_000  # values in one statement; SQLite takes 250,000


@dataclass(frozen=True)
class Plan:
    """One competition: how it is played, by how many entries of how many players."""

    format: str
    entries: int
    per_side: int = 1


PLANS = (
    Plan("single", 128),
    Plan("single", 64, per_side=2),
    Plan("round-robin", 20),
    Plan("single", 128),
)
Fixture = tuple[str, int, int, tuple[Slot, Slot]]


@dataclass
class Dataset:
    """Its people and clubs while competitions are made up."""

    rng: Random
    now: datetime
    players: Sequence[User]
    members: Mapping[Club, Sequence[User]]
    skill: Mapping[int, float]
    number: Iterator[int] = field(default_factory=lambda: count(1))

    def won_by_first(self, sides: Sequence[Sequence[User]]) -> bool:
        """Who is better wins more often."""
        first, second = (sum(self.skill[user.pk] for user in side) for side in sides)
        return self.rng.random() < 1 / (1 + math.exp(second - first))

    def preset(self) -> str:
        """The rules of a competition or a table."""
        return self.rng.choice(PRESETS)

    def instant(self) -> datetime:
        """Some moment of the three years."""
        return self.now - timedelta(days=self.rng.uniform(1, DAYS))


def furnish(now: datetime) -> Dataset:
    """Fill an empty database up to `MATCHES` results; derive everything else."""
    connection.features.max_query_params = SHARDS
    dataset = _found(now)
    plans, made = count(), 0
    with transaction.atomic():
        while made < MATCHES - CASUAL:
            made += _hold(dataset, PLANS[next(plans) % len(PLANS)])
        _play_casually(dataset, MATCHES - made)
    rebuilding.rebuild_ranking()
    return dataset


def _found(now: datetime) -> Dataset:
    """People with names that repeat, clubs, and who belongs to which."""
    rng = Random(1)
    people = [
        User(
            username=f"jugador{number}",
            email=f"jugador{number}@bench.example",
            display_name=f"{FIRST[number % len(FIRST)]} {LAST[number // 7 % len(LAST)]} {number}",
            password="!",
        )
        for number in range(PLAYERS)
    ]
    players = User.objects.bulk_create(people)
    names = [f"Club {LAST[number % len(LAST)]} {number}" for number in range(CLUBS)]
    clubs = Club.objects.bulk_create(Club(name=name, slug=slugify(name)) for name in names)
    members = {club: rng.sample(players, MEMBERS) for club in clubs}
    roles = [Membership.Role.OWNER, *[Membership.Role.MEMBER] * (MEMBERS - 1)]
    Membership.objects.bulk_create(
        Membership(club=club, user=user, role=role)
        for club, users in members.items()
        for user, role in zip(users, roles, strict=True)
    )
    skill = {user.pk: rng.gauss(0, 1) for user in players}
    return Dataset(rng, now, players, members, skill)


def _hold(dataset: Dataset, plan: Plan) -> int:
    """Hold a competition from its first entry to its champion; return how many matches it had."""
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
    competition.champion = _champion(matches)
    competition.save(update_fields=["champion"])
    return len(matches)


def _enter(
    dataset: Dataset, competition: Competition, plan: Plan, at: datetime
) -> dict[Entry, list[User]]:
    """Most of those who enter belong to the club; nobody enters twice."""
    numbers = range(1, plan.entries + 1)
    places = Place.objects.bulk_create(
        Place(competition=competition, number=number) for number in numbers
    )
    own = dataset.members[competition.club]
    strangers = dataset.rng.sample(dataset.players, plan.entries)
    known = list(dict.fromkeys([*dataset.rng.sample(own, len(own) * 2 // 3), *strangers]))
    chosen = dataset.rng.sample(known, plan.entries * plan.per_side)
    sides = [chosen[place :: plan.entries] for place in range(plan.entries)]
    entries = Entry.objects.bulk_create(
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
    RosterPlayer.objects.bulk_create(
        RosterPlayer(
            entry=entry, competition=competition, number=number, user=user, name=str(user)[:40]
        )
        for entry, side in zip(entries, sides, strict=True)
        for number, user in enumerate(side, start=1)
    )
    return dict(zip(entries, sides, strict=True))


def _draw(
    competition: Competition, plan: Plan, entries: Sequence[Entry]
) -> tuple[Group, list[StageSlot]]:
    stage = next(Shape(format=plan.format).stages())
    stage.competition = competition
    stage.save()
    group = Group.objects.create(stage=stage)
    seeds = StageSlot.objects.bulk_create(
        StageSlot(stage=stage, group=group, number=entry.seed, entry=entry) for entry in entries
    )
    return group, seeds


def _fixtures(plan: Plan) -> list[Fixture]:
    """Who meets whom, by seed or by earlier matches."""
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
    """Play it all in order: matches with their slots, games, results, and their ledger lines."""
    rounds = _rounds(group, fixtures)
    matches = Match.objects.bulk_create(
        Match(
            round=rounds[part, number],
            position=position,
            number=place,
            state=Match.State.COMPLETED,
            winner=0,
            points_reason=Match.PointsReason.PLAYED,
            called_at=competition.started_at,
            sit_by=competition.started_at,
            completed_at=competition.started_at + timedelta(hours=number, minutes=position % 60),
        )
        for place, (part, number, position, _) in enumerate(fixtures, start=1)
    )
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
            MatchSlot(
                match=match,
                round=match.round,
                side=side,
                entry=entry,
                **_origin(source, seeds, by_key),
            )
            for side, (entry, source) in enumerate(zip(pair, sources, strict=True))
        ]
    Match.objects.bulk_update(matches, ["winner"], batch_size=200)
    MatchSlot.objects.bulk_create(slots)
    _record(dataset, competition, matches, sides)
    return matches


def _rounds(group: Group, fixtures: Sequence[Fixture]) -> dict[tuple[str, int], Round]:
    keys = dict.fromkeys((part, number) for part, number, *_ in fixtures)
    rounds = Round.objects.bulk_create(
        Round(group=group, part=part, number=number) for part, number in keys
    )
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
            return {"seed": seeds[number - 1]} if is_bracket else {}
        case WinnerOf(key):
            return {"source": by_key[key], "outcome": MatchSlot.SourceRole.WINNER}
        case LoserOf(key):
            return {"source": by_key[key], "outcome": MatchSlot.SourceRole.LOSER}
    raise AssertionError("the fields are powers of two: no byes")


def _champion(matches: Sequence[Match]) -> Entry:
    """Who won the last match; in a league good enough for a bench."""
    last = matches[-1]
    return last.slots.select_related("entry").get(side=last.winner).entry


def _play_casually(dataset: Dataset, number: int) -> None:
    """Competitive tables outside any competition; one player never tires of them."""
    regular, *others = dataset.players
    for first in range(0, number, 1000):
        pairs = [
            [regular, dataset.rng.choice(others)]
            if place < REGULAR
            else dataset.rng.sample(others, 2)
            for place in range(first, min(first + 1000, number))
        ]
        matches = Match.objects.bulk_create(
            Match(
                state=Match.State.COMPLETED,
                winner=0 if dataset.won_by_first([[one], [two]]) else 1,
                points_reason=Match.PointsReason.PLAYED,
                completed_at=dataset.instant(),
            )
            for one, two in pairs
        )
        _record(dataset, None, matches, [[[one], [two]] for one, two in pairs])


def _record(
    dataset: Dataset,
    competition: Competition | None,
    matches: Sequence[Match],
    sides: Sequence[Sequence[Sequence[User]]],
) -> None:
    """The game of each match, who sat there, what they did, and what the result says of them."""
    preset = competition.preset if competition else dataset.preset()
    rules = make_rules(preset, {"seats": str(2 * len(sides[0][0]))})
    venue = _venue(competition, preset)
    games = Game.objects.bulk_create(
        Game(
            title=competition.name if competition else "",
            preset=preset,
            options=rules.options(),
            competitive=True,
            status=Game.Status.FINISHED,
            version=100,
            score=_score(dataset.rng, match.winner or 0),
            legs=[int(match.winner == 0), int(match.winner == 1)],
            winner=match.winner,
            revealed_seed="00" * 32,
            created_at=match.completed_at,
            started_at=match.completed_at,
            finished_at=match.completed_at,
        )
        for match in matches
    )
    MatchGame.objects.bulk_create(
        MatchGame(match=match, game=game) for match, game in zip(matches, games, strict=True)
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=number, user=user, sat_at=game.created_at)
        for game, people in zip(games, sides, strict=True)
        for number, user in enumerate(_around(people))
    )
    SeatStatistics.objects.bulk_create(_statistics(dataset.rng, seat) for seat in seats)
    results = [
        [
            PlayerResult(match=match, user=user, side=side)
            for side, users in enumerate(people)
            for user in users
        ]
        for match, people in zip(matches, sides, strict=True)
    ]
    PlayerResult.objects.bulk_create(row for rows in results for row in rows)
    PointsEntry.objects.bulk_create(
        row_of(posting, match.pk, venue)
        for match, rows in zip(matches, results, strict=True)
        for posting in _result(match, rows).ranked.postings()
    )


def _around(sides: Sequence[Sequence[User]]) -> list[User]:
    """Partners sit across: the order of the seats."""
    return [user for pair in zip(*sides, strict=True) for user in pair]


def _score(rng: Random, winner: int) -> list[int]:
    lost = rng.randrange(TARGET)
    return [TARGET, lost] if winner == 0 else [lost, TARGET]


def _statistics(rng: Random, seat: Seat) -> SeatStatistics:
    hands = rng.randint(6, 16)
    return SeatStatistics(
        seat=seat,
        hands=hands,
        hands_won=rng.randint(2, hands - 2),
        envidos_called=rng.randint(0, 4),
        envidos_won=rng.randint(0, 4),
        trucos_called=rng.randint(0, 5),
        trucos_accepted=rng.randint(0, 4),
        trucos_won=rng.randint(0, 5),
        flores=rng.randint(0, 1),
        comeback=rng.randint(0, 6),
    )


def _venue(competition: Competition | None, preset: str) -> Venue:
    if competition is None:
        return Venue(None, "", family_of(preset), UTC)
    stage = competition.stages.get()
    zone = ZoneInfo(competition.club.zone)
    return Venue(competition.club_id, stage.format, family_of(preset), zone)


def _result(match: Match, players: Sequence[PlayerResult]) -> Result:
    assert match.completed_at is not None
    reason = Match.PointsReason(match.points_reason)
    return Result(match.pk, 0, match.completed_at, reason, match.winner, players)
