"""The order in which a draw takes the entries, and how strong each of them is."""

from collections.abc import Sequence

from tournaments.formats.apart import seed_rows, set_apart
from tournaments.formats.seeds import seed_by_hand, seed_by_lot, seed_by_rank, seed_by_rating
from tournaments.models import Competition, Entry, RosterPlayer
from tournaments.results import rating
from tournaments.results.previous_edition import previous_ranks

Seeding = Competition.Seeding


def strengths(entries: Sequence[Entry]) -> dict[int, float]:
    """Return each entry's strength: its players' ratings together, newcomers as such.

    Who is still awaited counts as newcomers.
    """
    new = rating.strength(rating.NEWCOMER)
    found = {
        entry.pk: new * entry.competition.players_per_side if entry.awaited else 0.0
        for entry in entries
    }
    players = RosterPlayer.objects.playing().filter(entry__in=found)
    rated = players.values_list("entry_id", "user__standing__mu", "user__standing__sigma")
    for entry_id, mu, sigma in rated:
        found[entry_id] += rating.strength(rating.NEWCOMER if mu is None else (mu, sigma))
    return found


def in_seeded_order(competition: Competition, entries: Sequence[Entry], seed: str) -> list[Entry]:
    """Return the entries with their strength, unsaved, from the first seed to the last.

    Entries come in the order they came in: with the published seed it gives the same draw again.
    """
    by_pk = {entry.pk: entry for entry in entries}
    known = strengths(entries)
    order = _order(competition, entries, known, seed)
    for entry in entries:
        entry.strength = known[entry.pk]
    return [by_pk[pk] for pk in _parted(competition, by_pk, order)]


def by_hand(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries as the organiser ordered them.

    Equal numbers keep their order of entry, gaps close, entries without a number come last.
    """
    last = len(entries) + max((entry.manual_seed or 0 for entry in entries), default=0)
    return sorted(entries, key=lambda entry: entry.manual_seed or last)


def clubs(competition: Competition, entries: Sequence[Entry]) -> dict[int, str]:
    """Return the club of each entry that is to be kept apart from its mates."""
    if not competition.keep_apart:
        return {}
    known = ((entry.pk, entry.club_key) for entry in entries)
    return {pk: club for pk, club in known if club is not None}


def _order(
    competition: Competition, entries: Sequence[Entry], known: dict[int, float], seed: str
) -> list[int]:
    match competition.seeding:
        case Seeding.RANDOM:
            seedings = seed_by_lot([entry.pk for entry in entries], seed)
        case Seeding.MANUAL:
            seedings = seed_by_hand([entry.pk for entry in by_hand(entries)])
        case Seeding.PREVIOUS:
            seedings = seed_by_rank(_ranks(competition, entries, known, seed), seed)
        case _:
            seedings = seed_by_rating(known, seed)
    return [seeding.entry for seeding in seedings]


def _ranks(
    competition: Competition, entries: Sequence[Entry], known: dict[int, float], seed: str
) -> dict[int, int]:
    """Return the ranks of the previous edition; who did not play in it follows by strength."""
    ranks = previous_ranks(competition, entries)
    new = {pk: strength for pk, strength in known.items() if pk not in ranks}
    last = max(ranks.values(), default=0)
    followers = seed_by_rating(new, seed)
    return ranks | {follower.entry: last + follower.seed for follower in followers}


def _parted(
    competition: Competition, by_pk: dict[int, Entry], order: Sequence[int]
) -> Sequence[int]:
    """Set club-mates apart in a bracket; elsewhere groups or rounds see to that."""
    first = competition.stages.order_by("number")[0]
    mates = clubs(competition, [*by_pk.values()])
    if not first.is_bracket or not mates:
        return order
    return set_apart(seed_rows(order), mates)
