"""Players' records at their clubs, and the titles (podium places) of finished competitions.

Records come from the ledger and the statistics of games. As with statistics, rows are rewritten
whole for the players of a match and never incremented, so writing is idempotent, and a revoked
result takes its record with it. When a competition ends or reopens it is marked
(`awaits_titles`); a task writes its titles, and a periodic task those that no task wrote. In a
competition of a series it writes the final rank of every entry too.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.common.transactions import transactional
from tournaments.common import broadcast
from tournaments.formats.errors import FormatError
from tournaments.models import Competition, Entry, Feat, Match, MatchSlot, Title
from tournaments.models.club_history import STEPS
from tournaments.ranking.history import History
from tournaments.ranking.ledger import year_of
from tournaments.standings.queries import edition_ranks, final_places

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
class _PlayerStreaks:
    """One player's results at one club, in order."""

    streaks: dict[str, int] = field(default_factory=dict)  # by year, and EVER
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
    ways: dict[tuple[int, int], _PlayerStreaks] = {}
    for user, club, _, month, won, at, match in history.lines:
        if club is None or (clubs is not None and club not in clubs):
            continue
        year = year_of(month)
        results[user, match] = club, year, at
        way = ways.setdefault((user, club), _PlayerStreaks())
        for period in (EVER, year):
            run = way.streaks[period] = way.streaks.get(period, 0) + 1 if won else 0
            _keep(bests, Key(user, club, Kind.STREAK, period), Best(run, at, match))
    for user, match, game, _, figures in history.deeds or ():
        if (user, match) not in results:
            continue  # of another club, or its result is not in the ledger yet
        behind, envidos = figures["comeback"], figures["envidos_won"]
        club, year, at = results[user, match]
        for period in (EVER, year):
            _keep(bests, Key(user, club, Kind.COMEBACK, period), Best(behind, at, match, game))
            _keep(bests, Key(user, club, Kind.ENVIDOS, period), Best(envidos, at, match, game))
        way = ways[user, club]
        way.envidos[year] = total = way.envidos.get(year, 0) + envidos
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

    `newest` is the match after which nothing else has changed: only bests of it can be new.
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


@transactional
def write_titles(*, competition_id: int) -> bool:
    """Write the titles of a competition whose end has changed; return whether it had."""
    rows = Competition.objects.select_for_update(of=("self",))
    competition = rows.filter(pk=competition_id, awaits_titles=True).first()
    if competition is None:
        return False
    before = dict(competition.titles.values_list("entry", "rank"))
    due = titles_due(competition)
    competition.titles.all().delete()
    Title.objects.bulk_create(
        Title(competition=competition, entry_id=entry, rank=rank) for entry, rank in due.items()
    )
    if due and due != before:
        podium = [{"rank": rank, "entry": entry} for entry, rank in due.items()]
        broadcast.record_event(broadcast.Kind.FINISHED, competition, timezone.now(), podium=podium)
    _write_ranks(competition)
    competition.awaits_titles = False
    competition.save(update_fields=["awaits_titles"])
    return True


def _write_ranks(competition: Competition) -> None:
    """Write the final rank of each entry that changed its rank."""
    due = ranks_due(competition)
    entries = list(competition.entries.only("competition", "final_rank"))
    changed = [entry for entry in entries if entry.final_rank != due.get(entry.pk)]
    for entry in changed:
        entry.final_rank = due.get(entry.pk)
    Entry.objects.bulk_update(changed, ["final_rank"])


def awaiting_titles() -> QuerySet[Competition]:
    """Return the competitions whose titles are to be written."""
    return Competition.objects.filter(awaits_titles=True)


def rebuild_titles() -> None:
    """Rewrite the titles of all finished competitions, one competition at a time."""
    Title.objects.exclude(competition__state__in=Competition.COMPLETED).delete()
    over = Competition.objects.filter(state__in=Competition.COMPLETED)
    for pk in list(over.order_by("pk").values_list("pk", flat=True)):
        Competition.objects.filter(pk=pk).update(awaits_titles=True)
        write_titles(competition_id=pk)


def titles_due(competition: Competition) -> dict[int, int]:
    """Return the rank of each entry on the podium, by pk; empty before the end.

    A rehearsal gives no titles.
    """
    if not competition.is_completed or competition.rehearsal or not competition.is_drawn:
        return {}
    try:
        places = final_places(competition)
    except FormatError:  # its stored results cannot be: `verify` names it
        return {}
    return {entry: rank for rank, entry in places if rank <= STEPS}


def ranks_due(competition: Competition) -> dict[int, int]:
    """Return the final rank of each entry that played, by pk, in a competition of a series.

    Empty before the end, and outside a series.
    """
    is_over = competition.is_completed and competition.is_drawn
    if competition.series_id is None or not is_over or competition.rehearsal:
        return {}
    try:
        ranks = edition_ranks(competition)
    except FormatError:  # its stored results cannot be: `verify` names it
        return {}
    played = set(_who_played(competition))
    return {entry: rank for entry, rank in ranks.items() if entry in played}


def _who_played(competition: Competition) -> QuerySet[MatchSlot, int | None]:
    """Return the entries that played or came in vain: an opponent was absent, or a round free."""
    slots = MatchSlot.objects.filter(match__round__group__stage__competition=competition)
    was_present = (
        Q(match__state=Match.State.COMPLETED)
        | Q(match__state=Match.State.WALKOVER, match__winner=F("side"))
        | (Q(match__state=Match.State.BYE) & ~Q(entry__state=Entry.State.WITHDRAWN))
    )
    return slots.filter(was_present, entry__isnull=False).values_list("entry", flat=True)
