"""A federation of 60 clubs and five seasons: a circuit a season, an event of 32 in each club.

Players are 3,000 with an account and some without; most play in several clubs. The last season is
still going on. Rows are created like those of the general dataset (`bench.dataset.generate`).
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.urls import reverse

from accounts.models import Club, User
from bench.dataset.competitions import Plan, hold
from bench.dataset.generate import SHARDS
from bench.dataset.people import Dataset, create_dataset
from tournaments.models import (
    Competition,
    Federation,
    FederationClub,
    FederationRole,
    Person,
    PersonLink,
    RosterPlayer,
    Series,
    Team,
)
from tournaments.names.comparison import alike

PLAYERS, CLUBS, SEASONS, ENTRIES = 3000, 60, 5, 32
WITHOUT_ACCOUNT = 5  # one of so many players
COMING = 8
A_YEAR = timedelta(days=365)
RANKS = [1, 2, 3, 3, *[5] * 4, *[9] * 8, *[17] * 16]  # of a knockout of 32


def furnish(now: datetime) -> Dataset:
    """Fill an empty database with the federation."""
    connection.features.max_query_params = SHARDS
    dataset = create_dataset(now, PLAYERS, CLUBS)
    with transaction.atomic():
        for _ in range(SEASONS * CLUBS):
            hold(dataset, Plan("single", ENTRIES))
        federation = _found(dataset)
        _play_seasons(dataset, federation)
        _write_ranks(dataset)
        _know_players(dataset)
        _join_some(dataset, federation)
    return dataset


def owner_of_first_club(dataset: Dataset) -> User:
    """Return the organiser of the federation."""
    return next(iter(dataset.members)).memberships.get(role="owner").user


def addresses() -> dict[str, str]:
    """Return the URLs by content."""
    federation = Federation.objects.get()
    series = Series.objects.order_by("pk").last()
    assert series is not None
    slug, table = [federation.slug], reverse("series:series", args=[series.pk])
    return {
        "federations": reverse("federations:list"),
        "federation": reverse("federations:federation", args=slug),
        "its circuits": reverse("federations:series", args=slug),
        "its events": reverse("federations:events", args=slug),
        "its events, page 5": reverse("federations:events", args=slug) + "?page=5",
        "its teams": reverse("federations:teams", args=slug),
        "table of a circuit": table,
        "table of a circuit, page 10": f"{table}?page=10",
        "closed: its players": reverse("federations:people", args=slug),
        "closed: its players, search": reverse("federations:people", args=slug) + "?q=Ana",
        "closed: its namesakes": reverse("federations:namesakes", args=slug),
        "closed: its log": reverse("federations:changes", args=slug),
    }


def _found(dataset: Dataset) -> Federation:
    begin = dataset.now - SEASONS * A_YEAR
    federation = Federation.objects.create(
        name="Liga de sesenta clubes", slug="liga", created_at=begin
    )
    FederationRole.objects.create(
        federation=federation, user=owner_of_first_club(dataset), role="organiser"
    )
    FederationClub.objects.bulk_create(
        FederationClub(
            federation=federation, club=club, state="member", invited_at=begin, joined_at=begin
        )
        for club in dataset.members
    )
    Team.objects.bulk_create(
        Team(club=club, name=f"Equipo {number}", created_at=begin)
        for number, club in enumerate(dataset.members)
    )
    return federation


def _play_seasons(dataset: Dataset, federation: Federation) -> None:
    """Put the competitions into circuits, one of every club in each, as time goes on."""
    clubs: list[Club] = list(dataset.members)
    events = list(Competition.objects.order_by("pk"))
    for number, event in enumerate(events):
        season, place = divmod(number, CLUBS)
        if place == 0:
            series = Series.objects.create(
                federation=federation,
                name=f"Temporada {season + 1}",
                counted=20,
                planned=CLUBS + COMING,
                finalists=16,
                created_at=dataset.now - (SEASONS - season) * A_YEAR,
            )
        event.started_at = dataset.now - (SEASONS - season) * A_YEAR + timedelta(days=6 * place)
        event.finished_at = event.started_at + timedelta(hours=8)
        event.series, event.club = series, clubs[place]
    Competition.objects.bulk_update(
        events, ["series", "club", "started_at", "finished_at"], batch_size=100
    )
    Competition.objects.bulk_create(
        Competition(
            club=club,
            name="Fecha que viene",
            state=Competition.State.REGISTRATION,
            preset="argentino",
            series=series,
            starts_at=dataset.now + timedelta(days=7),
            created_at=dataset.now,
        )
        for club in clubs[:COMING]
    )


def _write_ranks(dataset: Dataset) -> None:
    for event in Competition.objects.filter(finished_at__isnull=False):
        entries = list(event.entries.order_by("pk"))
        for entry, rank in zip(entries, dataset.rng.sample(RANKS, ENTRIES), strict=True):
            entry.final_rank = rank
        event.entries.bulk_update(entries, ["final_rank"])


def _know_players(dataset: Dataset) -> None:
    """Make every player a person of the clubs they played in; some lose their account."""
    roster = list(RosterPlayer.objects.select_related("competition", "user").order_by("pk"))
    keys = list(dict.fromkeys((row.competition.club_id, row.user_id) for row in roster))
    names = {row.user_id: row.name for row in roster}
    persons = Person.objects.bulk_create(_persons(keys, names, dataset.now))
    known = dict(zip(keys, persons, strict=True))
    for row in roster:
        row.person = known[row.competition.club_id, row.user_id]
        row.user_id = row.person.user_id
    RosterPlayer.objects.bulk_update(roster, ["person", "user"], batch_size=500)


def _persons(
    keys: list[tuple[int, int | None]], names: dict[int | None, str], now: datetime
) -> Iterator[Person]:
    for club, user in keys:
        has_account = user is None or user % WITHOUT_ACCOUNT
        yield Person(
            club_id=club,
            user_id=user if has_account else None,
            name=names[user],
            match_key=alike(names[user]),
            created_at=now,
        )


def _join_some(dataset: Dataset, federation: Federation) -> None:
    """Join every other pair of namesakes without an account."""
    first_of: dict[str, Person] = {}
    pairs = []
    for person in Person.objects.filter(user=None).order_by("pk"):
        first = first_of.setdefault(person.match_key, person)
        if first is not person and len(first_of) % 2:
            pairs.append((first, person))
    organiser = owner_of_first_club(dataset)
    PersonLink.objects.bulk_create(
        PersonLink(
            federation=federation,
            first=first,
            second=second,
            is_same=True,
            made_by=organiser,
            made_at=dataset.now,
        )
        for first, second in pairs
    )
