"""A person's road: which rounds are won, which one is next."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import TourGame
from games.tour.road import ROAD, Bar

Key = tuple[str, int]


@dataclass(frozen=True)
class Next:
    """The round that waits for the player."""

    bar: Bar
    number: int
    losses: int

    @property
    def is_final(self) -> bool:
        return self.number == len(self.bar.rounds)


@dataclass(frozen=True)
class Road:
    """The rounds that a person has won, and how often they lost each."""

    won: frozenset[Key] = frozenset()
    lost: Mapping[Key, int] = field(default_factory=dict)

    def has_won(self, bar: Bar, number: int) -> bool:
        return (bar.slug, number) in self.won

    def has_trophy(self, bar: Bar) -> bool:
        """Return whether the bar's final is won."""
        return self.has_won(bar, len(bar.rounds))

    def is_open(self, bar: Bar, number: int) -> bool:
        """Return whether a round can be played: all before it are won, or it is won itself.

        At a bar that was begun the rounds stay open when the road gets new bars before it.
        """
        if not 1 <= number <= len(bar.rounds):
            return False
        if self.has_won(bar, number) or self.has_won(bar, number - 1):
            return True
        following = self.next
        return following is not None and (following.bar, following.number) == (bar, number)

    @cached_property
    def next(self) -> Next | None:
        """The first round that is not won; None after the last."""
        for bar in ROAD:
            for number in range(1, len(bar.rounds) + 1):
                if not self.has_won(bar, number):
                    return Next(bar, number, self.lost.get((bar.slug, number), 0))
        return None

    @property
    def trophies(self) -> int:
        return sum(map(self.has_trophy, ROAD))


def road_of(user: User | AnonymousUser) -> Road:
    """Read a person's road in one query; a visitor stands at its beginning."""
    if not isinstance(user, User):
        return Road()
    rows = TourGame.objects.filter(user=user, won__isnull=False).values_list("bar", "round", "won")
    played = [((bar, number), is_won) for bar, number, is_won in rows]
    return Road(
        won=frozenset(key for key, is_won in played if is_won),
        lost=Counter(key for key, is_won in played if not is_won),
    )
