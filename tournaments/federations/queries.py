"""Reads for the pages of federations: clubs, events, players, teams, namesakes to join."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Min, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Club, User
from accounts.names.collation import SortKey, fold
from tournaments.models import (
    Competition,
    CompetitionQuerySet,
    Federation,
    FederationClub,
    Person,
    PersonLink,
    PersonQuerySet,
    Team,
    TeamQuerySet,
)
from tournaments.series.identities import Key, account_key, join_persons, linked_members

COMING = 8  # events on the page of a federation
PROPOSED = 30  # pairs of namesakes at once
NAMES = 200  # names that several clubs have, looked at for these pairs


def listed_federations() -> QuerySet[Federation]:
    """Return all federations by name, with the number of their clubs (`size`)."""
    members = Count("affiliations", filter=Q(affiliations__state=FederationClub.State.MEMBER))
    return Federation.objects.annotate(size=members).order_by(SortKey("name"))


def affiliations_of(federation: Federation) -> Sequence[FederationClub]:
    """Return the clubs that are members, are invited or were members, by name."""
    affiliations = federation.affiliations.select_related("club").order_by(SortKey("club__name"))
    return list(
        affiliations.filter(Q(joined_at__isnull=False) | Q(state=FederationClub.State.INVITED))
    )


def affiliations_at(club: Club) -> Sequence[FederationClub]:
    """Return the federations that a club is in, and those that invite it."""
    current = club.affiliations.exclude(state=FederationClub.State.LEFT)
    return list(current.select_related("federation").order_by(SortKey("federation__name")))


def events_of(federation: Federation, reader: User | AnonymousUser) -> CompetitionQuerySet:
    """Return the events of all circuits that a reader may see, the latest first."""
    events = Competition.objects.visible_to(reader).filter(series__federation=federation)
    at = Coalesce("started_at", "starts_at", "created_at")
    return events.select_related("club", "series", "champion").order_by(at.desc(), "-pk")


def coming_events(federation: Federation, reader: User | AnonymousUser) -> Sequence[Competition]:
    """Return the next events that are not over, the first one first."""
    open_ = events_of(federation, reader).exclude(state__in=Competition.OVER)
    return list(open_.order_by(F("starts_at").asc(nulls_last=True), "pk")[:COMING])


def teams_of(federation: Federation) -> TeamQuerySet:
    """Return the teams of its clubs, by name."""
    members = federation.affiliations.members().values("club")
    going = Team.objects.going().filter(club__in=members)
    return going.select_related("club").order_by(SortKey("name"), "pk")


@dataclass(frozen=True)
class FederationPlayer:
    """A player of a federation, with the persons that they are in its clubs."""

    person: Person
    persons: Sequence[Person]

    @property
    def clubs(self) -> list[Club]:
        """Return the clubs that know the player."""
        return [each.club for each in self.persons]

    @property
    def username(self) -> str:
        """Return the user name of the player's account; empty without one."""
        user = self.person.user
        return user.username if user is not None and user.has_page else ""


def joined_in(federation: Federation) -> dict[int, Key]:
    """Return the player that each joined person is."""
    return join_persons(linked_members(federation))


def people_of(federation: Federation, joined: Mapping[int, Key], words: str = "") -> PersonQuerySet:
    """Return one person for each player of the federation's clubs, by name.

    Hidden persons are not found by their name.
    """
    persons = _persons(federation)
    # an account, or else the first of those who were joined, stands for the others
    users = Person.objects.filter(pk__in=joined).values("user")
    rows = persons.filter(Q(pk__in=joined) | Q(user__in=users)).order_by("pk")
    members = list(rows.values_list("pk", "user_id"))
    accounts = {account_key(user) for _, user in members if user is not None}
    first_of: dict[Key, int] = {}
    for person, user in members:
        if user is None:
            first_of.setdefault(joined[person], person)
    repeated = [
        person
        for person, user in members
        if user is None and (joined[person] in accounts or first_of[joined[person]] != person)
    ]
    with_account = persons.filter(user__isnull=False)
    first_of_account = with_account.order_by().values("user").annotate(first=Min("pk"))
    whole = persons.filter(Q(user__isnull=True) | Q(pk__in=first_of_account.values("first")))
    whole = whole.exclude(user__isnull=True, pk__in=repeated)
    if words:
        findable = Q(hidden=False) | Q(user__isnull=False)
        whole = whole.filter(findable, name__fold__contains=fold(words))
    return whole.select_related("club", "user").order_by(SortKey("name"), "pk")


def with_clubs(
    federation: Federation, joined: Mapping[int, Key], people: Iterable[Person]
) -> list[FederationPlayer]:
    """Return the players of a page of persons, with the same players' persons in other clubs."""
    listed = list(people)
    keys = {each.pk: _key(each, joined) for each in listed}
    users = [each.user_id for each in listed if each.user_id is not None]
    listed_keys = set(keys.values())
    linked = [person for person, key in joined.items() if key in listed_keys]
    others = _persons(federation).filter(Q(user__in=users) | Q(pk__in=linked))
    persons: dict[Key, list[Person]] = defaultdict(list)
    for person in others.select_related("club").order_by("pk"):
        persons[_key(person, joined)].append(person)
    return [FederationPlayer(each, persons[keys[each.pk]] or [each]) for each in listed]


def _persons(federation: Federation) -> PersonQuerySet:
    members = federation.affiliations.members().values("club")
    return Person.objects.known().filter(club__in=members)


def _key(person: Person, joined: Mapping[int, Key]) -> Key:
    if person.user_id is not None:
        return account_key(person.user_id)
    return joined.get(person.pk, person.pk)


@dataclass(frozen=True)
class Namesakes:
    """Two persons of different clubs with the same name, and no decision about them yet."""

    first: Person
    second: Person


def namesakes_in(federation: Federation) -> list[Namesakes]:
    """Return the pairs that may be one person: the same name in two clubs, one without account.

    A person whom a club shows by initials only is left out: the namesake would tell the full name.
    """
    people = _persons(federation).exclude(match_key="").exclude(hidden=True, user=None)
    shared = people.values("match_key").annotate(clubs=Count("club", distinct=True))
    keys = shared.filter(clubs__gt=1).order_by("match_key").values_list("match_key", flat=True)
    namesakes = people.filter(match_key__in=list(keys[:NAMES])).order_by("match_key", "pk")
    decided = set(PersonLink.objects.filter(federation=federation).values_list("first", "second"))
    joined = joined_in(federation)
    pairs = [
        (first.pk, second.pk)
        for _name, group in groupby(
            namesakes.only("match_key", "club", "user"), key=lambda each: each.match_key
        )
        for first, second in combinations(group, 2)
        if first.club_id != second.club_id
        and None in (first.user_id, second.user_id)
        and (first.pk, second.pk) not in decided
        and _key(first, joined) != _key(second, joined)
    ][:PROPOSED]
    persons = Person.objects.select_related("club").in_bulk({pk for pair in pairs for pk in pair})
    return [Namesakes(persons[first], persons[second]) for first, second in pairs]


def links_of(federation: Federation) -> QuerySet[PersonLink]:
    """Return the decisions about persons, the latest first."""
    whole = federation.links.select_related("first__club", "second__club", "made_by")
    return whole.order_by("-made_at", "-pk")
