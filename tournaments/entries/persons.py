"""The persons of the players in a roster.

An account has one person in a club. A name without an account is the club's person of exactly that
name, if there is one and they are not in the competition already: two people of one name stay two.
A similar name is not enough; the page of a pasted list asks about those.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.common.batches import batches
from tournaments.entries.attribution import credit_accounts, move_results
from tournaments.models import Competition, Entry, Person, RosterPlayer
from tournaments.names.comparison import comparison_key


def assign_persons(
    competition: Competition, players: Sequence[RosterPlayer], now: datetime
) -> None:
    """Set the person of unsaved players of a competition; new names become persons of the club.

    A player with a person keeps it, or gets the person into which it was merged. Hidden persons are
    entered with their initials. The invented names of a rehearsal get no persons. The caller has
    locked the competition, and saves the players.
    """
    if competition.rehearsal:
        return
    _follow_merges(players)
    _find_or_create(competition, players, now)
    for player in players:
        if player.person is not None and player.person.hidden and player.user is None:
            player.name = player.person.public_name


def _find_or_create(
    competition: Competition, players: Sequence[RosterPlayer], now: datetime
) -> None:
    """Set the persons of those who have none; the others are in the competition, too."""
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
            namesakes = by_name.get(comparison_key(player.name), [])
            free = [each for each in namesakes if each.pk not in in_play]
            person = free[0] if len(namesakes) == len(free) == 1 else None
        if person is None:
            person = Person(
                club_id=competition.club_id,
                name=player.name,
                match_key=comparison_key(player.name),
                user=user,
                created_at=now,
            )
            created.append(person)
        else:
            in_play.add(person.pk)
        player.person = person
    Person.objects.bulk_create(created)
    for player in unknown:
        player.person = player.person  # one just created has a key now


def _follow_merges(players: Sequence[RosterPlayer]) -> None:
    """Lock the persons of these players; replace those that have been merged into another."""
    keys = sorted({player.person_id for player in players if player.person_id is not None})
    person_by_id: dict[int, Person] = {}
    for some in batches(keys):
        rows = _lock(Person.objects.filter(pk__in=some))
        person_by_id |= {row.pk: person for row, person in rows}
    for player in players:
        if player.person_id is not None:
            player.person = person_by_id[player.person_id]


def follow_account(player: RosterPlayer, now: datetime) -> None:
    """Set the person of a roster place after its account has changed; its results follow.

    If the account has a person in the club, the place becomes that person's. Otherwise the account
    gets the person of the place, if that person has no places of others: a history is given only by
    a confirmed claim.
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
    elif person.is_known and person.user_id is None and _is_known_only_here(person, player):
        person.user = user
        person.save(update_fields=["user"])
        credit_accounts([person])


def _move_by_name(player: RosterPlayer, now: datetime) -> None:
    """Assign a place that its account has left to the person of its name."""
    person = player.person
    assert person is not None
    if person.match_key == comparison_key(player.name):
        if _is_known_only_here(person, player):
            person.user = None
            person.save(update_fields=["user"])
            credit_accounts([person])
        return
    place = RosterPlayer(entry=player.entry, competition=player.competition, name=player.name)
    assign_persons(player.competition, [place], now)
    assert place.person is not None
    move_results([(player, place.person)])


def _drop_unknown(person: Person) -> None:
    """Delete a person without places, results or notes: the name was the account's."""
    nothing = {"user": None, "nickname": "", "notes": ""}
    uses = ("roster_places", "match_results", "points", "leaderboard_lines", "aliases", "changes")
    Person.objects.filter(pk=person.pk, **nothing, **dict.fromkeys(uses)).delete()


def _is_known_only_here(person: Person, player: RosterPlayer) -> bool:
    others = RosterPlayer.ever.filter(person=person).exclude(pk=player.pk)
    if player.user_id is not None:
        others = others.exclude(user=player.user_id)
    return not others.exists()


def _find_persons(
    club_id: int, players: Iterable[RosterPlayer]
) -> tuple[dict[int, Person], dict[str, list[Person]]]:
    """Lock the club's persons that may be these players; return them by account and by name.

    A merge of one of them ends before its row is locked here.
    """
    accounts = sorted({player.user_id for player in players if player.user_id is not None})
    names = sorted({comparison_key(player.name) for player in players} - {""})
    people = Person.objects.filter(club=club_id, forgotten_at=None)
    by_account: dict[int, Person] = {}
    by_name: dict[str, dict[int, Person]] = {}
    none: list[Any] = []
    for keys, users in zip_longest(batches(names), batches(accounts), fillvalue=none):
        for each, person in _lock(people.filter(Q(match_key__in=keys) | Q(user__in=users))):
            by_name.setdefault(each.match_key, {})[person.pk] = person
            if each.user_id is not None:
                by_account[each.user_id] = each
    return by_account, {key: list(persons.values()) for key, persons in by_name.items()}


def _lock(people: QuerySet[Person]) -> list[tuple[Person, Person]]:
    """Lock persons; return each with itself, or with the person it was merged into.

    A second query reads those: a join would see them as they were before the wait for the lock.
    """
    rows = list(people.select_for_update(no_key=True).order_by("pk"))
    keys = {row.merged_into_id for row in rows if row.merged_into_id is not None}
    others = Person.objects.in_bulk(keys)
    return [(row, others[row.merged_into_id] if row.merged_into_id else row) for row in rows]


def _persons_in(competition: Competition) -> set[int | None]:
    players = RosterPlayer.ever.filter(competition=competition, person__isnull=False)
    in_play = players.exclude(entry__state=Entry.State.WITHDRAWN).order_by()
    return set(in_play.values_list("person", flat=True))
