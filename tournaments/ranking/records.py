"""Players' records at their clubs, from the ledger and the statistics of games.

As with statistics, rows are rewritten whole for the players of a match and never incremented, so
writing is idempotent, and a revoked result takes its record with it.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Feat
from tournaments.ranking.history import History
from tournaments.ranking.ledger import year_of

EVER = ""
FIGURES = ("value", "at", "match_id", "game_id")
Kind = Feat.Kind


class Key(NamedTuple):
    """Whose best of what, where and in which year."""

    user_id: int
    club_id: int
    kind: str
    year: str


class Best(NamedTuple):
    """A record's value, with the match and the game it comes from."""

    value: int
    at: datetime
    match_id: int
    game_id: int | None = None


Bests = dict[Key, Best]


@dataclass
class _Totals:
    """What one player has won at one club up to a result."""

    streaks: dict[str, int] = field(default_factory=dict)  # unbroken now, by year and EVER
    envidos: dict[str, int] = field(default_factory=dict)  # by year


def best_records(
    users: Collection[int],
    clubs: Collection[int] | None = None,
    history: History | None = None,
) -> Bests:
    """Compute the bests of these players, at all clubs or some."""
    history = History.of(users) if history is None else history
    bests: Bests = {}
    results: dict[tuple[int, int], tuple[int, str, datetime]] = {}
    totals: dict[tuple[int, int], _Totals] = {}
    for user, club, _, month, won, at, match in history.lines:
        if club is None or (clubs is not None and club not in clubs):
            continue
        year = year_of(month)
        results[user, match] = club, year, at
        own = totals.setdefault((user, club), _Totals())
        for period in (EVER, year):
            run = own.streaks[period] = own.streaks.get(period, 0) + 1 if won else 0
            _keep(bests, Key(user, club, Kind.STREAK, period), Best(run, at, match))
    for user, match, game, _, figures in history.deeds or ():
        if (user, match) not in results:
            continue  # of another club, or its result is not in the ledger yet
        behind, envidos = figures["comeback"], figures["envidos_won"]
        club, year, at = results[user, match]
        for period in (EVER, year):
            _keep(bests, Key(user, club, Kind.COMEBACK, period), Best(behind, at, match, game))
            _keep(bests, Key(user, club, Kind.ENVIDOS, period), Best(envidos, at, match, game))
        own = totals[user, club]
        own.envidos[year] = total = own.envidos.get(year, 0) + envidos
        if envidos:
            bests[Key(user, club, Kind.YEAR, year)] = Best(total, at, match)
    return bests


def update_records(
    users: Collection[int],
    clubs: Collection[int] | None = None,
    history: History | None = None,
    *,
    newest: int | None = None,
) -> None:
    """Write the bests of these players; the caller holds the ranking lock.

    With `newest` only this match was added since the bests were written: no other can be a new one.
    """
    due = best_records(users, clubs, history)
    if newest is not None:
        new = {key: best for key, best in due.items() if best.match_id == newest}
    else:
        stored = {key_of(row): row for row in stored_records(users, clubs)}
        stale = [row.pk for key, row in stored.items() if key not in due]
        Feat.objects.filter(pk__in=stale).delete()
        new = {
            key: best
            for key, best in due.items()
            if key not in stored or best_of(stored[key]) != best
        }
    Feat.objects.bulk_create(
        (Feat(**key._asdict(), **best._asdict()) for key, best in new.items()),
        update_conflicts=True,
        unique_fields=["user", "club", "kind", "year"],
        update_fields=["value", "at", "match", "game"],
    )


def stored_records(users: Collection[int], clubs: Collection[int] | None = None) -> QuerySet[Feat]:
    """Return the stored records of these players."""
    records = Feat.objects.filter(user__in=users).order_by("pk")
    return records if clubs is None else records.filter(club__in=clubs)


def key_of(row: Feat) -> Key:
    """Return whose and what a stored best is."""
    return Key(row.user_id, row.club_id, row.kind, row.year)


def best_of(row: Feat) -> Best:
    """Return a stored best as a value."""
    return Best(*(getattr(row, name) for name in FIGURES))


def _keep(bests: Bests, key: Key, new: Best) -> None:
    """Keep what is more; of equals the one that came first."""
    if new.value > (bests[key].value if key in bests else 0):
        bests[key] = new
