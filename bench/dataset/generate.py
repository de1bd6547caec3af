"""Fill an empty database with three years of play: every table that pages read.

Each table is filled like the services do, by the same pure functions; only the cards of old games
are missing. Values derived from results are left to `rebuild_ranking`.
"""

from datetime import datetime
from itertools import count

from django.db import connection, transaction

from bench.dataset.bulk_rows import insert_rows
from bench.dataset.competitions import PLANS, hold
from bench.dataset.match_records import record
from bench.dataset.people import Dataset, create_dataset
from tournaments.models import Match
from tournaments.ranking.rebuild import rebuild_ranking

MATCHES = 100_000
CASUAL = 0.1  # share of the matches at open tables
REGULAR = 0.2  # share of those with one particular player
SHARDS = 30_000  # values in one statement; SQLite accepts 250,000


def furnish(now: datetime, matches: int = MATCHES) -> Dataset:
    """Fill an empty database up to this number of results; derive everything else."""
    connection.features.max_query_params = SHARDS
    dataset = create_dataset(now)
    plans, played = count(), 0
    with transaction.atomic():
        while played < matches * (1 - CASUAL):
            played += hold(dataset, PLANS[next(plans) % len(PLANS)])
        _play_casually(dataset, matches - played)
    rebuild_ranking()
    return dataset


def _play_casually(dataset: Dataset, number: int) -> None:
    """Create competitive tables outside competitions; one player takes part in many."""
    regular, *others = dataset.players
    for first in range(0, number, 1000):
        pairs = [
            [regular, dataset.rng.choice(others)]
            if place < REGULAR * number
            else dataset.rng.sample(others, 2)
            for place in range(first, min(first + 1000, number))
        ]
        matches = insert_rows(
            Match(
                state=Match.State.COMPLETED,
                winner=0 if dataset.won_by_first([[one], [two]]) else 1,
                points_reason=Match.PointsReason.PLAYED,
                completed_at=dataset.instant(),
            )
            for one, two in pairs
        )
        record(dataset, None, matches, [[[one], [two]] for one, two in pairs])
