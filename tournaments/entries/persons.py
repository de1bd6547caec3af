"""Which person of the club a player of an entry is.

An account has one person in a club. A name without an account is the club's person of exactly that
name, if there is one and they are not in the competition already: two people of one name stay two.
Nobody is recognised by a name that is only similar; the page of the list asks about those.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import TypeVar

from django.db.models import Q, QuerySet

from tournaments.entries.attribution import credit_accounts, move_results
from tournaments.models import Competition, Entry, Person, RosterPlayer
from tournaments.names.comparison import alike

T = TypeVar("T")
A_QUERY = 400  # names or accounts in a query; databases limit the number of parameters


def assign_persons(
    competition: Competition, players: Sequence[RosterPlayer], now: datetime
) -> None:
    """Set the person of unsaved players of a competition; new names become persons of the club.

    Who has a person already keeps it. In a rehearsal nobody is a person: its names are invented.
    Who turned out to be somebody else is that person. Who does not want to be shown by name is
    entered with initials. The caller has locked the
    competition, and saves the players.
    """
    _assign_persons(competition, players, now)
    for player in players:
        if player.person is not None and player.person.hidden and player.user is None:
            player.name = player.person.public_name


def _assign_persons(
    competition: Competition, players: Sequence[RosterPlayer], now: datetime
) -> None:
    if competition.rehearsal:
        return
    _follow_merges(players)
    unknown = [player for player in players if player.person_id is None]
    if not unknown:
        return
    by_account, by_name = _find_persons(competition.club_id, unknown)
    in_play = _persons_in(competition) | {player.person_id for player in players}
    created: list[Person] = []
    for player in unknown:
        user = None if player.user is None or player.user.is_guest else player.user
        if user is not None:
            person = by_account.get(user.pk)
        else:
            known = by_name.get(alike(player.name), [])
            free = [each for each in known if each.pk not in in_play]
            person = free[0] if len(known) == len(free) == 1 else None
        if person is None:
            person = Person(
                club_id=competition.club_id, name=player.name, user=user, created_at=now
            )
            person.match_key = alike(person.name)
            created.append(person)
        else:
            in_play.add(person.pk)
        player.person = person
    Person.objects.bulk_create(created)
    for player in unknown:
        player.person = player.person  # one just created has a key now


def _follow_merges(players: Sequence[RosterPlayer]) -> None:
    """Lock the persons that these players have; one who has been merged is the other one now."""
    keys = sorted({player.person_id for player in players if player.person_id is not None})
    found: dict[int, Person] = {}
    for some in _parts(keys):
        rows = _lock(Person.objects.filter(pk__in=some))
        found |= {row.pk: person for row, person in rows}
    for player in players:
        if player.person_id is not None:
            player.person = found[player.person_id]


def follow_account(player: RosterPlayer, now: datetime) -> None:
    """Find whose place it is after an account took it over, or left it; results go along.

    A person of whom the club knows nothing but this place becomes the account's, unless the account
    has a person there already. Who has a history keeps it until the club confirms the claim.
    """
    person, user = player.person, player.user
    if person is None:
        return
    if user is None or user.is_guest:
        if person.user_id is not None:
            _move_by_name(player, now)
        return
    own = Person.objects.filter(club=person.club_id, user=user).first()
    if own is not None:
        move_results([(player, own)])
        _drop_unknown(person)
    elif person.user_id is None and _is_known_only_here(person, player):
        person.user = user
        person.save(update_fields=["user"])
        credit_accounts([person])


def _move_by_name(player: RosterPlayer, now: datetime) -> None:
    """Give a place that its account has left to the person of its name."""
    person = player.person
    assert person is not None
    if person.match_key == alike(player.name):
        if _is_known_only_here(person, player):
            person.user = None
            person.save(update_fields=["user"])
            credit_accounts([person])
        return
    found = RosterPlayer(entry=player.entry, competition=player.competition, name=player.name)
    assign_persons(player.competition, [found], now)
    assert found.person is not None
    move_results([(player, found.person)])


def _drop_unknown(person: Person) -> None:
    """Delete a person of whom nothing is left: the name was an account's all along."""
    nothing = {"user": None, "nickname": "", "notes": ""}
    left = ("roster_places", "match_results", "points", "leaderboard_lines", "aliases", "changes")
    rows = Person.objects.filter(pk=person.pk, **nothing, **dict.fromkeys(left))
    rows.delete()


def _is_known_only_here(person: Person, player: RosterPlayer) -> bool:
    return not RosterPlayer.ever.filter(person=person).exclude(pk=player.pk).exists()


def _find_persons(
    club_id: int, players: Iterable[RosterPlayer]
) -> tuple[dict[int, Person], dict[str, list[Person]]]:
    """Return the club's persons by account and by name, as far as they may be these players.

    Their rows are locked: whoever is being merged turns out to be somebody else first.
    """
    accounts = sorted({player.user_id for player in players if player.user_id is not None})
    names = sorted({alike(player.name) for player in players} - {""})
    people = Person.objects.filter(club=club_id, forgotten_at=None)
    by_account: dict[int, Person] = {}
    by_name: dict[str, dict[int, Person]] = {}
    for keys, users in zip_longest(_parts(names), _parts(accounts), fillvalue=()):
        for each, person in _lock(people.filter(Q(match_key__in=keys) | Q(user__in=users))):
            by_name.setdefault(each.match_key, {})[person.pk] = person
            if each.user_id is not None:
                by_account[each.user_id] = each
    return by_account, {key: list(found.values()) for key, found in by_name.items()}


def _lock(people: QuerySet[Person]) -> list[tuple[Person, Person]]:
    """Lock persons; return each with who it is: itself, or the one it was merged into.

    They are read by a second query: a join sees them as they were before the wait for the lock.
    """
    rows = list(people.select_for_update(no_key=True).order_by("pk"))
    keys = {row.merged_into_id for row in rows if row.merged_into_id is not None}
    others = Person.objects.in_bulk(keys)
    return [(row, others[row.merged_into_id] if row.merged_into_id else row) for row in rows]


def _persons_in(competition: Competition) -> set[int | None]:
    players = RosterPlayer.ever.filter(competition=competition, person__isnull=False)
    in_play = players.exclude(entry__state=Entry.State.WITHDRAWN).order_by()
    return set(in_play.values_list("person", flat=True))


def _parts(rows: Sequence[T]) -> Iterable[Sequence[T]]:
    return (rows[first : first + A_QUERY] for first in range(0, len(rows), A_QUERY))
