"""Records of the dataset's matches: games, seats, statistics, results and ledger lines."""

from collections.abc import Sequence
from datetime import UTC
from random import Random
from zoneinfo import ZoneInfo

from accounts.models import User
from bench.dataset.bulk_rows import insert_rows, insert_values, next_key
from bench.dataset.people import Dataset
from games.engine import Rules, make_rules
from games.fair import shuffle
from games.house_rules import family_of
from games.models import Game, Seat, SeatStatistics
from games.play.finished_game import FIRST_SCHEME
from tournaments.models import Competition, Match, MatchGame, PlayerResult, PointsEntry
from tournaments.ranking.ledger import LedgerScope, Result, row_of, scorer_of

TARGET = 15
SEED = bytes(shuffle.SEED_BYTES)


def record(
    dataset: Dataset,
    competition: Competition | None,
    matches: Sequence[Match],
    sides: Sequence[Sequence[Sequence[User]]],
) -> None:
    """Store the game of each match, its seats, their statistics, and the players' results."""
    preset = competition.preset if competition else dataset.preset()
    rules = make_rules(preset, {"seats": str(2 * len(sides[0][0]))})
    venue = _venue(competition, preset)
    games = _games(dataset, competition, rules, matches)
    insert_values(
        MatchGame,
        (
            {"match_id": match.pk, "game_id": game}
            for match, game in zip(matches, games, strict=True)
        ),
    )
    seats = insert_values(
        Seat,
        (
            {"game_id": game, "number": number, "user_id": user.pk, "sat_at": match.completed_at}
            for game, match, people in zip(games, matches, sides, strict=True)
            for number, user in enumerate(_seat_order(people))
        ),
    )
    insert_values(SeatStatistics, (_deeds(dataset.rng, seat) for seat in seats))
    results = _results(dataset, competition, matches, sides)
    insert_rows(
        _played(row_of(posting, match.pk, venue, accounts[posting.player]))
        for match, rows in zip(matches, results, strict=True)
        for accounts in [{scorer_of(row): row.user_id for row in rows}]
        for posting in _result(match, rows).ranked.postings()
    )


def _played(line: PointsEntry) -> PointsEntry:
    """Mark a ledger line as played at a table between accounts."""
    line.provenance = PointsEntry.Provenance.TABLE
    return line


def _games(
    dataset: Dataset, competition: Competition | None, rules: Rules, matches: Sequence[Match]
) -> list[int]:
    common = {
        "title": competition.name if competition else "",
        "preset": rules.preset,
        "options": rules.options(),
        "competitive": True,
        "status": Game.Status.FINISHED,
        "version": 100,
        "scheme": FIRST_SCHEME,
        "revealed_seed": SEED.hex(),
    }
    return insert_values(
        Game,
        (
            {
                **common,
                "id": number,
                "commitment": shuffle.commitment(SEED, number, FIRST_SCHEME),
                "score": _score(dataset.rng, match.winner or 0),
                "legs": [int(match.winner == 0), int(match.winner == 1)],
                "winner": match.winner,
                "created_at": match.completed_at,
                "started_at": match.completed_at,
                "finished_at": match.completed_at,
            }
            for number, match in enumerate(matches, start=next_key(Game))
        ),
    )


def _results(
    dataset: Dataset,
    competition: Competition | None,
    matches: Sequence[Match],
    sides: Sequence[Sequence[Sequence[User]]],
) -> list[list[PlayerResult]]:
    club = competition.club_id if competition else None
    results = [
        [
            PlayerResult(
                match=match, user=user, person=dataset.persons.get((club, user.pk)), side=side
            )
            for side, users in enumerate(people)
            for user in users
        ]
        for match, people in zip(matches, sides, strict=True)
    ]
    insert_rows(row for rows in results for row in rows)
    return results


def _seat_order(sides: Sequence[Sequence[User]]) -> list[User]:
    """Return the players in the order of the seats: partners sit across."""
    return [user for pair in zip(*sides, strict=True) for user in pair]


def _score(rng: Random, winner: int) -> list[int]:
    lost = rng.randrange(TARGET)
    return [TARGET, lost] if winner == 0 else [lost, TARGET]


def _deeds(rng: Random, seat: int) -> dict[str, int]:
    hands = rng.randint(6, 16)
    return {
        "seat_id": seat,
        "hands": hands,
        "hands_won": rng.randint(2, hands - 2),
        "envidos_called": rng.randint(0, 4),
        "envidos_won": rng.randint(0, 4),
        "trucos_called": rng.randint(0, 5),
        "trucos_accepted": rng.randint(0, 4),
        "trucos_won": rng.randint(0, 5),
        "flores": rng.randint(0, 1),
        "comeback": rng.randint(0, 6),
    }


def _venue(competition: Competition | None, preset: str) -> LedgerScope:
    if competition is None:
        return LedgerScope(None, "", family_of(preset), UTC)
    stage = competition.stages.get()
    zone = ZoneInfo(competition.club.zone)
    return LedgerScope(competition.club_id, stage.format, family_of(preset), zone)


def _result(match: Match, players: Sequence[PlayerResult]) -> Result:
    assert match.completed_at is not None
    reason = Match.PointsReason(match.points_reason)
    return Result(match.pk, 0, match.completed_at, reason, match.winner, players)
