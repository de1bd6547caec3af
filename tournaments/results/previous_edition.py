"""The edition of a competition before this one, and how it ended."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from accounts.values.collation import fold
from tournaments.models import Competition, Entry, Group, RosterPlayer, StageSlot
from tournaments.results.standings import bracket_places, group_rows

PLAYED = (Competition.State.FINISHED, Competition.State.ARCHIVED)
FORMER = 100  # of a club, to choose among

Person = int | str
"""An account, or the name of somebody without one."""


def previous_edition(competition: Competition) -> Competition | None:
    """Return the season before; else the last one that the club played under the same name."""
    played = Competition.objects.filter(state__in=PLAYED)
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
    played = Competition.objects.filter(state__in=PLAYED, club=competition.club_id)
    own = played.filter(rehearsal="").exclude(pk=competition.pk)
    latest = own.order_by("-finished_at", "-pk")
    return latest.filter(pk__in=latest.values("pk")[:FORMER])


def ranks_in(edition: Competition, entries: Iterable[Entry]) -> dict[int, int]:
    """Return the rank in a finished competition of each entry that has a player of it."""
    final = final_ranks(edition)
    earned: dict[Person, int] = {}
    for entry_id, person in _people(edition.entries.all()):
        rank = final.get(entry_id, len(final) + 1)
        earned[person] = min(rank, earned.get(person, rank))
    ranks: dict[int, int] = {}
    for entry_id, person in _people(entries):
        if person in earned:
            ranks[entry_id] = min(earned[person], ranks.get(entry_id, earned[person]))
    return ranks


def final_ranks(competition: Competition) -> dict[int, int]:
    """Return how every entry of a finished competition ended, by pk.

    Later stages before earlier ones, higher divisions before lower ones; who plays a second cup
    comes after those of the first, by how that ended. Equals share a rank.
    """
    ranks: dict[int, int] = {}
    later = Exists(StageSlot.objects.filter(stage=OuterRef("pk"), source_rank__isnull=False))
    for stage in competition.stages.annotate(later=later).order_by("-later", "tier", "-number"):
        groups = stage.groups.select_related("stage__competition")
        found = dict(place for group in groups for place in _group_ranks(group))
        new = {entry: rank for entry, rank in found.items() if entry not in ranks}
        order = sorted(new.values())
        ranked = len(ranks)
        ranks |= {entry: ranked + 1 + order.index(rank) for entry, rank in new.items()}
    return ranks


def _group_ranks(group: Group) -> Iterable[tuple[int, int]]:
    if not group.stage.is_bracket:
        return [(row.entry, row.rank) for row in group_rows(group)]
    places = bracket_places(group)
    return [(place.seed, place.rank or len(places)) for place in places]


def _people(entries: Iterable[Entry]) -> list[tuple[int, Person]]:
    players = RosterPlayer.objects.filter(entry__in=entries)
    return [
        (entry_id, user_id or fold(name))
        for entry_id, user_id, name in players.values_list("entry_id", "user_id", "name")
    ]
