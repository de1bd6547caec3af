"""A federation of 60 clubs and five seasons: a circuit a season, an event of 32 in each club.

There are 3,000 players, one in five without an account; most play in several clubs. The last season
has events to come. Events have entries and final ranks and no matches: pages of federations read
none.
"""

from datetime import datetime, timedelta
from itertools import repeat

from django.db import connection, transaction
from django.db.models import Count
from django.urls import reverse

from accounts.models import Club, User
from bench.dataset.bulk_rows import insert_rows
from bench.dataset.generate import SHARDS
from bench.dataset.people import Dataset, create_dataset
from tournaments.models import (
    Competition,
    Entry,
    Federation,
    FederationChange,
    FederationClub,
    FederationRole,
    Person,
    PersonLink,
    Place,
    RosterPlayer,
    Series,
    Team,
)
from tournaments.names.comparison import comparison_key

PLAYERS, CLUBS, SEASONS = 3000, 60, 5
WITHOUT_ACCOUNT = 5  # one of so many players
COMING = 8
A_YEAR = timedelta(days=365)
RANKS = (1, 2, 3, 3, *repeat(5, 4), *repeat(9, 8), *repeat(17, 16))  # of a knockout of 32


def furnish(now: datetime) -> Dataset:
    """Fill an empty database with the federation."""
    connection.features.max_query_params = SHARDS
    dataset = create_dataset(now, PLAYERS, CLUBS)
    with transaction.atomic():
        federation = _create_federation(dataset)
        for season in range(SEASONS):
            series = _open_circuit(dataset, federation, season)
            for place, club in enumerate(dataset.members):
                at = series.created_at + timedelta(days=6 * place)
                _hold_event(dataset, series, club, at)
        _announce_events(dataset, series)
        _link_namesakes(dataset, federation, list(dataset.persons.values()))
    return dataset


def organiser_of(dataset: Dataset) -> User:
    """Return the organiser of the federation: the owner of its first club."""
    return next(iter(dataset.members)).memberships.get(role="owner").user


def addresses() -> dict[str, str]:
    """Return the URLs by content."""
    federation = Federation.objects.get()
    series = Series.objects.order_by("pk").last()
    assert series is not None
    slug, table = [federation.slug], reverse("series:series", args=[series.pk])
    people = reverse("federations:people", args=slug)
    club = federation.clubs.order_by("pk")[0]
    of_club = RosterPlayer.objects.filter(person__club=club, person__user__isnull=False)
    (regular,) = (
        of_club.values("person", "user__username").annotate(n=Count("pk")).order_by("-n")[:1]
    )
    return {
        "federations": reverse("federations:list"),
        "federation": reverse("federations:federation", args=slug),
        "its circuits": reverse("federations:series", args=slug),
        "its events": reverse("federations:events", args=slug),
        "its events, page 5": reverse("federations:events", args=slug) + "?page=5",
        "its teams": reverse("federations:teams", args=slug),
        "table of a circuit": table,
        "table of a circuit, page 10": f"{table}?page=10",
        "table of a circuit, every event": f"{table}?all=yes",
        "person of a club": reverse("person", args=[regular["person"]]),
        "player": reverse("player", args=[regular["user__username"]]),
        "closed: persons of a club": reverse("club_people", args=[club.slug]),
        "closed: its players": people,
        "closed: its players, search": f"{people}?q=Ana",
        "closed: its namesakes": reverse("federations:namesakes", args=slug),
        "closed: its log": reverse("federations:changes", args=slug),
        "closed: events of a circuit": reverse("series:competitions", args=[series.pk]),
        "closed: weights of a circuit": reverse("series:weights", args=[series.pk]),
        "closed: terms of a circuit": reverse("series:edit", args=[series.pk]),
    }


def _create_federation(dataset: Dataset) -> Federation:
    begin, organiser = dataset.now - SEASONS * A_YEAR, organiser_of(dataset)
    federation = Federation.objects.create(
        name="Liga de sesenta clubes", slug="liga", created_at=begin
    )
    FederationRole.objects.create(federation=federation, user=organiser, role="organiser")
    insert_rows(
        FederationClub(
            federation=federation, club=club, state="member", invited_at=begin, joined_at=begin
        )
        for club in dataset.members
    )
    insert_rows(
        FederationChange(federation=federation, actor=organiser, act="join", club=club, at=begin)
        for club in dataset.members
    )
    insert_rows(
        Team(club=club, name=f"Equipo {number}", created_at=begin)
        for number, club in enumerate(dataset.members)
    )
    return federation


def _open_circuit(dataset: Dataset, federation: Federation, season: int) -> Series:
    return Series.objects.create(
        federation=federation,
        name=f"Temporada {season + 1}",
        counted=20,
        planned=CLUBS + COMING,
        finalists=16,
        created_at=dataset.now - (SEASONS - season) * A_YEAR,
    )


def _hold_event(dataset: Dataset, series: Series, club: Club, at: datetime) -> None:
    """Create a finished event of half members, half strangers."""
    event = Competition.objects.create(
        club=club,
        series=series,
        name=f"Fecha {next(dataset.number)}",
        state=Competition.State.FINISHED,
        preset="argentino",
        cap=len(RANKS),
        draw_seed="bench",
        created_at=at,
        started_at=at,
        finished_at=at + timedelta(hours=8),
    )
    half = len(RANKS) // 2
    own = dataset.rng.sample(dataset.members[club], half)
    strangers = dataset.rng.sample(dataset.players, len(RANKS))  # some of them may be among `own`
    chosen = list({each.pk: each for each in (*own, *strangers)}.values())[: len(RANKS)]
    dataset.rng.shuffle(chosen)
    places = insert_rows(
        Place(competition=event, number=number) for number in range(1, len(RANKS) + 1)
    )
    entries = insert_rows(
        Entry(
            competition=event,
            name=str(user),
            state=Entry.State.CONFIRMED,
            place=place,
            final_rank=rank,
            created_at=at,
            complete_at=at,
        )
        for user, rank, place in zip(chosen, RANKS, places, strict=True)
    )
    dataset.meet(club, chosen, at, without_account=WITHOUT_ACCOUNT)
    persons = dataset.persons
    insert_rows(
        RosterPlayer(
            entry=entry,
            competition=event,
            number=1,
            user_id=persons[club.pk, user.pk].user_id,
            person=persons[club.pk, user.pk],
            name=str(user)[:40],
        )
        for entry, user in zip(entries, chosen, strict=True)
    )


def _announce_events(dataset: Dataset, series: Series) -> None:
    insert_rows(
        Competition(
            club=club,
            series=series,
            name="La que viene",
            state=Competition.State.REGISTRATION,
            preset="argentino",
            starts_at=dataset.now + timedelta(days=7),
            created_at=dataset.now,
        )
        for club in list(dataset.members)[:COMING]
    )


def _link_namesakes(dataset: Dataset, federation: Federation, persons: list[Person]) -> None:
    """Join every other name without an account over the clubs; leave the others as proposals."""
    by_name: dict[str, list[Person]] = {}
    for person in persons:
        if person.user_id is None:
            by_name.setdefault(comparison_key(person.name), []).append(person)
    organiser = organiser_of(dataset)
    insert_rows(
        PersonLink(
            federation=federation,
            first=namesakes[0],
            second=other,
            is_same=True,
            made_by=organiser,
            made_at=dataset.now,
        )
        for number, namesakes in enumerate(by_name.values())
        if number % 2
        for other in namesakes[1:]
    )
