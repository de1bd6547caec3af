"""People, clubs and memberships of a dataset with three years of history, as rows."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random

from django.db import transaction
from django.utils.text import slugify

from accounts.models import Club, Membership, User
from bench.dataset.bulk_rows import insert_rows
from tournaments.models import Person
from tournaments.names.comparison import comparison_key

PLAYERS, CLUBS, MEMBERS = 10_000, 25, 500
DAYS = 3 * 365
FIRST = ("Ana", "Beto", "Cora", "Dani", "Elsa", "Fito", "Gabi", "Hugo", "Inés", "Juan", "Lola")
LAST = ("Acosta", "Benítez", "Cabrera", "Díaz", "Espínola", "Ferreyra", "Giménez", "Ibarra")
PRESETS = ("argentino", "argentino", "argentino-flor", "trucoestrella", "uruguayo", "truc")


@dataclass
class Dataset:
    """Its people and clubs while competitions are made up."""

    rng: Random
    now: datetime
    players: Sequence[User]
    members: Mapping[Club, Sequence[User]]
    skill: Mapping[int, float]
    number: Iterator[int] = field(default_factory=lambda: count(1))
    persons: dict[tuple[int, int], Person] = field(default_factory=dict)  # by club and player

    def meet(
        self, club: Club, players: Iterable[User], at: datetime, *, without_account: int = 0
    ) -> None:
        """Make players persons of a club, if they are not yet; one of so many has no account."""
        new = [one for one in players if (club.pk, one.pk) not in self.persons]
        rows = insert_rows(
            Person(
                club=club,
                user=None if without_account and user.pk % without_account == 0 else user,
                name=str(user),
                match_key=comparison_key(str(user)),
                created_at=at,
            )
            for user in new
        )
        self.persons |= {(club.pk, user.pk): row for user, row in zip(new, rows, strict=True)}

    def won_by_first(self, sides: Sequence[Sequence[User]]) -> bool:
        """Decide a match at random; the better player wins more often."""
        first, second = (sum(self.skill[user.pk] for user in side) for side in sides)
        return self.rng.random() < 1 / (1 + math.exp(second - first))

    def preset(self) -> str:
        """Return a random preset for a competition or a table."""
        return self.rng.choice(PRESETS)

    def instant(self) -> datetime:
        """Some moment of the three years."""
        return self.now - timedelta(days=self.rng.uniform(1, DAYS))


@transaction.atomic
def create_dataset(now: datetime, number: int = PLAYERS, houses: int = CLUBS) -> Dataset:
    """People with names that repeat, clubs, and who belongs to which."""
    rng = Random(1)
    people = [
        User(
            username=f"jugador{place}",
            email=f"jugador{place}@bench.example",
            display_name=f"{FIRST[place % len(FIRST)]} {LAST[place // 7 % len(LAST)]} {place}",
            password="!",
        )
        for place in range(number)
    ]
    players = User.objects.bulk_create(people)  # `pre_save` derives columns
    names = [f"Club {LAST[place % len(LAST)]} {place}" for place in range(houses)]
    clubs = Club.objects.bulk_create(Club(name=name, slug=slugify(name)) for name in names)
    members = {club: rng.sample(players, MEMBERS) for club in clubs}
    roles = [Membership.Role.OWNER, *[Membership.Role.MEMBER] * (MEMBERS - 1)]
    insert_rows(
        Membership(club=club, user=user, role=role, joined_at=now)
        for club, users in members.items()
        for user, role in zip(users, roles, strict=True)
    )
    skill = {user.pk: rng.gauss(0, 1) for user in players}
    return Dataset(rng, now, players, members, skill)
