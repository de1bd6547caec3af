"""Changes to the persons of a club by its organisers: names, merges, splits and erasure.

Locks are taken in one order: the club, competitions, persons, each by primary key. So two
organisers who change the same persons come one after the other.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.common.transactions import transactional
from accounts.models import Club, User
from accounts.names.display import ERASED
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import NotOrganiserError
from tournaments.common.locks import lock_in_play
from tournaments.entries import rosters
from tournaments.entries.attribution import credit_accounts, move_results
from tournaments.models import (
    AuditEvent,
    Competition,
    Contact,
    Entry,
    Person,
    PersonChange,
    PersonClaim,
    RosterPlayer,
    TeamPlayer,
)
from tournaments.models.entries import RosterPlayerQuerySet
from tournaments.names.comparison import comparison_key
from tournaments.people.errors import (
    ChangedSinceError,
    HasAccountError,
    NoSuchPersonError,
    NothingToSplitError,
    PlayedTogetherError,
    SamePersonError,
    TwoAccountsError,
    UndoOverError,
)
from tournaments.players.services import erase_person
from tournaments.players.table_names import (
    AT_TABLES,
    Changes,
    hide_at_tables,
    restore_at_tables,
    tables_of,
)

Act = PersonChange.Act
UNDO_FOR: Final = timedelta(days=30)
DESCRIBED: Final = ("name", "nickname", "notes", "hidden")
"""What a merge may change of the person who stays."""


@dataclass(frozen=True)
class Locked:
    """Persons of a club, and the competitions in which they played, locked."""

    club: Club
    competitions: Mapping[int, Competition]
    people: Mapping[int, Person]

    def known(self, person_id: int) -> Person:
        """Return a person, or raise RefusedError `no-such-person`."""
        person = self.people[person_id]
        if not person.is_known:
            raise NoSuchPersonError()
        return person


@transactional
def rename_person(*, person_id: int, name: str, actor: User, now: datetime) -> bool:
    """Correct a name wherever the person was written by it; return whether another one has it.

    Raises RefusedError `not-organiser` or `no-such-person`.
    """
    locked = lock_organised([person_id], actor)
    person = locked.known(person_id)
    if person.name != name:
        before, person.name = person.name, name
        person.save(update_fields=["name"])
        log_change(Act.RENAME, person, actor, now, before=before, after=name)
        _write_name(locked, person, actor, now)
    return Person.objects.filter(club=locked.club).named(name).exclude(pk=person.pk).exists()


@transactional
def describe_person(*, person_id: int, nickname: str, notes: str, actor: User) -> None:
    """Store the nickname, by which lists may call the person, and the organisers' notes.

    Raises as `rename_person` does.
    """
    person = lock_organised([person_id], actor).known(person_id)
    person.nickname, person.notes = nickname, notes
    person.save(update_fields=["nickname", "notes"])


@transactional
def hide_person(*, person_id: int, hidden: bool, actor: User, now: datetime) -> None:
    """Show a person by initials alone wherever the club wrote their name, or by name again.

    Raises as `rename_person` does.
    """
    locked = lock_organised([person_id], actor)
    person = locked.known(person_id)
    if person.hidden == hidden:
        return
    person.hidden = hidden
    person.save(update_fields=["hidden"])
    if hidden:
        log_change(Act.HIDE, person, actor, now, restore=_hide_at_tables(person))
    else:
        log_change(Act.SHOW, person, actor, now)
        _show_at_tables(person)
    _write_name(locked, person)


@transactional
def forget_person(*, person_id: int, actor: User, now: datetime) -> None:
    """Erase what is known of a person without an account; results and points stay.

    Raises as `rename_person` does, and `has-account`.
    """
    person = lock_organised([person_id], actor).known(person_id)
    if person.user_id is not None:
        raise HasAccountError()
    erase_person(person=person, actor=actor, now=now)
    log_change(Act.FORGET, person, actor, now)


@transactional
def merge_people(
    *, person_id: int, other_id: int, name: str, actor: User, now: datetime
) -> PersonChange:
    """Make two persons one: the first stays, and gets the places, results and points of the other.

    The other's name leads to the first from now on. Raises as `rename_person` does, and
    `same-person`, `two-accounts` or `played-together`.
    """
    locked = lock_organised([person_id, other_id], actor)
    if person_id == other_id or are_merged(locked.people[person_id], locked.people[other_id]):
        raise SamePersonError()
    person, other = locked.known(person_id), locked.known(other_id)
    if person.user_id is not None and other.user_id is not None:
        raise TwoAccountsError()
    if shared_event(person, other) is not None:
        raise PlayedTogetherError()
    return merge_locked(locked, person, other, name, actor, now)


def are_merged(one: Person, other: Person) -> bool:
    """Return whether a merge made two persons one, whichever of them stayed."""
    return one.merged_into_id == other.pk or other.merged_into_id == one.pk


def merge_locked(
    locked: Locked, person: Person, other: Person, name: str, actor: User, now: datetime
) -> PersonChange:
    """Merge two locked persons that fit; return the undo."""
    was = {field: getattr(person, field) for field in DESCRIBED}
    places = list(RosterPlayer.ever.filter(person=other).order_by("pk"))
    aliases = list(other.aliases.values_list("pk", flat=True))
    account, other.user = other.user, None
    other.merged_into = person
    other.save(update_fields=["user", "merged_into"])
    Person.objects.filter(pk__in=aliases).update(merged_into=person)
    has_contact = Contact.objects.filter(person=person).exists()
    contact = 0 if has_contact else Contact.objects.filter(person=other).update(person=person)
    open_claims = PersonClaim.objects.filter(person=other, state__in=PersonClaim.OPEN)
    open_claims.update(person=person)  # they stay there if the merge is undone
    person.user = account or person.user
    person.name, person.nickname = name, person.nickname or other.nickname
    person.notes = person.notes or other.notes
    person.hidden = person.hidden or other.hidden
    person.save(update_fields=["user", *DESCRIBED])
    move_results([(place, person) for place in places])
    if account is not None:
        credit_accounts([person])
    if was["name"] != name:
        log_change(Act.RENAME, person, actor, now, before=was["name"], after=name)
    change = log_change(Act.MERGE, person, actor, now, other=other, before=other.name, after=name)
    change.restore = {
        "places": [place.pk for place in places],
        "aliases": aliases,
        "account": account is not None and account.pk,
        "contact": bool(contact),
        "was": was,
        "became": {field: getattr(person, field) for field in DESCRIBED},
        **_hide_at_tables(person),
        **_write_name(locked, person, actor, now),
    }
    change.save(update_fields=["restore"])
    return change


@transactional
def undo_merge(*, change_id: int, actor: User, now: datetime) -> Person:
    """Undo a merge: restore both persons with their own places; return the second one.

    An account that the second one gets back takes along what it has entered since, and the claim
    that brought it is closed. Raises as `rename_person` does, `undo-over` after 30 days, and
    `changed-since` if something has changed that a merge cannot give back.
    """
    unlocked = PersonChange.objects.filter(pk=change_id, act=Act.MERGE).first()
    if unlocked is None or unlocked.other_id is None:
        raise NoSuchPersonError()
    locked = lock_organised([unlocked.person_id, unlocked.other_id], actor)
    change = PersonChange.objects.get(pk=change_id)
    person, other = locked.known(unlocked.person_id), locked.people[unlocked.other_id]
    if change.undone_at is not None or not change.restore:
        raise ChangedSinceError()
    if now - change.at > UNDO_FOR:
        raise UndoOverError()
    restore: dict[str, Any] = change.restore
    places = list(RosterPlayer.ever.filter(pk__in=restore["places"]).order_by("pk"))
    account = restore["account"] or None
    is_theirs = all(place.person_id == person.pk for place in places)
    if other.merged_into_id != person.pk or not is_theirs or len(places) < len(restore["places"]):
        raise ChangedSinceError()
    if account is not None and person.user_id != account:
        raise ChangedSinceError()
    for field in DESCRIBED:
        if getattr(person, field) == restore["became"][field]:
            setattr(person, field, restore["was"][field])
    if account is not None:
        person.user = None
    person.save(update_fields=["user", *DESCRIBED])
    other.merged_into, other.user_id = None, account
    other.save(update_fields=["user", "merged_into"])
    aliases = Person.objects.filter(pk__in=restore["aliases"], merged_into=person)
    aliases.update(merged_into=other)
    if account is not None:
        places += places_since(person, account, change.at).exclude(pk__in=restore["places"])
    move_results([(place, other) for place in places])
    if restore.get("contact"):  # merges of before contacts tell nothing of one
        Contact.objects.filter(person=person).update(person=other)
    if account is not None:
        credit_accounts([person, other])
        _close_claim(change, actor, now)
    _restore_names(locked, restore)
    change.undone_at, change.restore = now, restore_at_tables(restore)
    change.save(update_fields=["undone_at", "restore"])
    for each in (person, other):
        _show_what_waited(each)
    return other


def places_since(person: Person, user_id: int, at: datetime) -> RosterPlayerQuerySet:
    """Return the person's places that an account has entered since then."""
    played = RosterPlayer.ever.filter(person=person, user=user_id, entry__created_at__gte=at)
    return played.order_by("pk")


def _close_claim(change: PersonChange, actor: User, now: datetime) -> None:
    """Close the claim by whose confirmation two persons were merged."""
    claims = PersonClaim.objects.filter(merge=change, state=PersonClaim.State.CONFIRMED)
    for claim in claims.select_related("person", "user"):
        claim.state, claim.decided_by, claim.decided_at = PersonClaim.State.CLOSED, actor, now
        claim.save(update_fields=["state", "decided_by", "decided_at"])
        log_change(Act.UNCLAIM, claim.person, actor, now, before=str(claim.user))


@transactional
def split_person(
    *, person_id: int, place_ids: Collection[int], name: str, actor: User, now: datetime
) -> Person:
    """Move some competitions of a person to a new person; return the new one.

    Nights that were played with the person's account stay. Merging the two undoes it. Raises as
    `rename_person` does, and `nothing-to-split`.
    """
    locked = lock_organised([person_id], actor)
    person = locked.known(person_id)
    places = list(splittable(person).filter(pk__in=place_ids).order_by("pk"))
    if not places or len(places) == RosterPlayer.ever.filter(person=person).count():
        raise NothingToSplitError()
    other = Person(club=locked.club, name=name, hidden=person.hidden, created_at=now)
    other.save()
    move_results([(place, other) for place in places])
    _write_name(locked, other, actor, now)
    log_change(Act.SPLIT, person, actor, now, other=other, before=person.name, after=name)
    return other


def nameless_places(club: Club) -> QuerySet[RosterPlayer]:
    """Return the places of names without a person, which are older than persons."""
    places = RosterPlayer.ever.filter(competition__club=club, competition__rehearsal="")
    by_club = Q(user=None) | Q(user__is_guest=True)
    return places.filter(by_club, person=None).exclude(name=ERASED).order_by("pk")


def shared_event(person: Person, other: Person) -> Competition | None:
    """Return a competition in which both played; an entry that never was drawn does not count."""
    withdrawn = Q(entry__state=Entry.State.WITHDRAWN, entry__seed=None)
    places = RosterPlayer.ever.exclude(withdrawn)
    own = places.filter(person=person).values("competition")
    theirs = places.filter(person=other).values("competition")
    return Competition.objects.filter(pk__in=own).filter(pk__in=theirs).order_by("pk").first()


def splittable(person: Person) -> QuerySet[RosterPlayer]:
    """Return the roster places that may turn out to be another person's."""
    places = RosterPlayer.ever.filter(person=person)
    return places if person.user_id is None else places.exclude(user=person.user_id)


@transaction.atomic
def tell_apart(*, person_id: int, other_id: int, actor: User, now: datetime) -> None:
    """Store that two persons of similar names are two. Raises as `rename_person` does."""
    locked = lock_organised([person_id, other_id], actor)
    person, other = locked.known(person_id), locked.known(other_id)
    log_change(Act.APART, person, actor, now, other=other, before=person.name, after=other.name)


@transactional
def recognise_names(
    *, club_id: int, chosen: Mapping[str, int | None], actor: User, now: datetime
) -> int:
    """Assign places of names without a person to persons; return the number of places.

    `chosen` holds normalised names, each with a person, or None for a new one. Of two of one name
    in a competition the second becomes a person of their own. Raises RefusedError `not-organiser`
    or `no-such-person`.
    """
    club = _lock_club(club_id, actor)
    unlocked = [place for place in nameless_places(club) if comparison_key(place.name) in chosen]
    keys = {place.competition_id for place in unlocked}
    locked = _lock_rows(club, {key for key in chosen.values() if key is not None}, keys)
    places = list(
        RosterPlayer.ever.filter(pk__in=[place.pk for place in unlocked], person=None).order_by(
            "pk"
        )
    )
    people = {
        name: None if key is None else locked.known(key)
        for name, key in chosen.items()
        if key is None or key in locked.people
    }
    if people.keys() != chosen.keys():
        raise NoSuchPersonError()
    old = {person.pk for person in people.values() if person is not None}
    busy = set(
        RosterPlayer.ever.filter(competition__in=keys, person__in=old).values_list(
            "competition", "person"
        )
    )
    moves = []
    for place in places:
        name = comparison_key(place.name)
        person = people[name]
        if person is None or (place.competition_id, person.pk) in busy:
            new_person = Person(club=club, name=place.name, created_at=now)
            new_person.save()
            log_change(Act.RECOGNISE, new_person, actor, now, after=new_person.name)
            people[name], person = person or new_person, new_person
        busy.add((place.competition_id, person.pk))
        moves.append((place, person))
    move_results(moves)
    return len(moves)


def lock_organised(people: Collection[int], actor: User) -> Locked:
    """Lock persons for an organiser. Raises as `lock_people` does, and `not-organiser`."""
    locked = lock_people(people)
    if not locked.club.can_organise(actor):
        raise NotOrganiserError()
    return locked


def lock_people(people: Collection[int]) -> Locked:
    """Lock persons of one club after it and their competitions, or raise `no-such-person`."""
    clubs = set(Person.objects.filter(pk__in=people).values_list("club", flat=True))
    if len(clubs) != 1:
        raise NoSuchPersonError()
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(pk=clubs.pop())
    locked = _lock_rows(club, people)
    if locked.people.keys() != {*people}:
        raise NoSuchPersonError()
    return locked


def _lock_club(club_id: int, actor: User) -> Club:
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    if not club.can_organise(actor):
        raise NotOrganiserError()
    return club


def _lock_rows(club: Club, people: Collection[int], more: Collection[int] = ()) -> Locked:
    """Lock what the persons have still to play, competitions, `more` among them, and persons.

    A result that is being written names the persons of its moment, so it is awaited. If one of the
    persons is entered or paired meanwhile, the locks are given back, and taken again with that.
    """
    own = Person.objects.filter(club=club, pk__in=people)
    rows = own.select_for_update(of=("self",), no_key=True).order_by("pk")
    while True:
        keys = {*more, *_competitions_of(people)}
        to_lock = Competition.objects.filter(pk__in=keys).select_for_update(of=("self",))
        with transaction.atomic():
            in_play = lock_in_play(*_entries_of(people))
            competitions = {each.pk: each for each in to_lock.order_by("pk")}
            locked = {each.pk: each for each in rows}
            if in_play is not None and _competitions_of(people) <= keys:
                return Locked(club, competitions, locked)
            transaction.set_rollback(True)


def _entries_of(people: Collection[int]) -> set[int]:
    places = RosterPlayer.objects.filter(person__in=people).order_by()
    return set(places.values_list("entry", flat=True))


def _competitions_of(people: Collection[int]) -> set[int]:
    places = RosterPlayer.ever.filter(person__in=people).order_by()
    return set(places.values_list("competition", flat=True))


def log_change(
    act: PersonChange.Act, person: Person, actor: User, now: datetime, **more: Any
) -> PersonChange:
    return PersonChange.objects.create(person=person, actor=actor, act=act, at=now, **more)


def _hide_at_tables(person: Person) -> Changes:
    return {} if person.public_name == person.name else hide_at_tables(person)


def _show_at_tables(person: Person) -> None:
    """Write the person's name at tables again, wherever hiding the person replaced it."""
    for change in PersonChange.objects.filter(person=person).exclude(restore={}):
        _restore_at_tables(change)
    _show_what_waited(person)


def _show_what_waited(person: Person) -> None:
    """Write titles of the person's tables again that waited until the person is shown."""
    keys = tables_of(Q(person=person)).values_list("pk", flat=True)
    tables = set(map(str, keys))
    shown = PersonChange.objects.filter(person__club=person.club_id, person__hidden=False)
    waiting = [each for each in shown if tables & {*each.restore.get("titles", ())}]
    while any(_restore_at_tables(each) for each in waiting):
        pass  # a title that is written may be what another one waits for


def _restore_at_tables(change: PersonChange) -> bool:
    """Write at tables what a change replaced; return whether that was a title at least."""
    titles, waiting = change.restore.get("titles", ()), restore_at_tables(change.restore)
    kept = {key: value for key, value in change.restore.items() if key not in AT_TABLES}
    change.restore = kept | waiting
    change.save(update_fields=["restore"])
    return len(waiting.get("titles", ())) < len(titles)


Written = dict[str, dict[str, tuple[str, str]]]


def _write_name(
    locked: Locked, person: Person, actor: User | None = None, now: datetime | None = None
) -> Written:
    """Write a person's public name in their places, and in entries named after their players.

    Places of accounts keep the name of the account. Returns the names before and after, by row. If
    an actor is given the competitions' logs say so; initials in a log would be of no use.
    """
    public_name = person.public_name
    by_club = Q(user=None) | Q(user__is_guest=True)
    places = RosterPlayer.ever.filter(by_club, person=person).exclude(name=public_name)
    changes: Written = {"players": {}, "entries": {}}
    for place in places.select_related("entry").order_by("pk"):
        entry, entry_name = place.entry, place.entry.name
        before = rosters.playing(entry)
        changes["players"][str(place.pk)] = (place.name, public_name)
        _rename_in_team(entry, place.name, person)
        old_name, place.name = place.name, public_name
        place.save(update_fields=["name"])
        rosters.rename_team(entry, before)
        if entry.name != entry_name:
            changes["entries"][str(entry.pk)] = (entry_name, entry.name)
        if actor is not None and now is not None and not person.hidden:
            audit.log_event(
                AuditEvent.Act.RENAME_PLAYER,
                competition=locked.competitions[place.competition_id],
                actor=actor,
                now=now,
                before={"player": old_name},
                after={"entry": entry.name, "entry_id": entry.pk, "player": public_name},
            )
        broadcast_competition(place.competition_id)
    return changes


def _rename_in_team(entry: Entry, name: str, person: Person) -> None:
    """Rename a player in the team that the club remembers; a named team has a public page."""
    if entry.team is None:
        return
    own = TeamPlayer.objects.filter(team=entry.team, user=None, name=name)
    own.update(name=person.public_name if entry.team.name else person.name)


def _restore_names(locked: Locked, changes: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    """Write the earlier names again, where the later ones still stand."""
    competitions: set[int] = set()
    for key, (before, after) in changes["players"].items():
        place = RosterPlayer.ever.filter(pk=key, name=after).select_related("entry__team").first()
        if place is None:
            continue
        competitions.add(place.competition_id)
        if place.entry.team is not None:
            TeamPlayer.objects.filter(team=place.entry.team, user=None, name=after).update(
                name=before
            )
        place.name = before
        place.save(update_fields=["name"])
    for key, (before, after) in changes["entries"].items():
        Entry.objects.filter(pk=key, name=after).update(name=before)
    for competition in sorted(competitions):
        broadcast_competition(competition)
