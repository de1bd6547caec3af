"""Names of the seats for one reader (`Vos`, `Marta`, `Nosotros`, `Ana y Luis`).

Two people can share a device: one is signed in or a guest, the other is only a name on a seat
(`Seat.companion`). The device shows the hand of the seat that `Game.in_hand` names, or a cover
while no player has confirmed holding it.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from accounts.i18n.languages import cached_per_language
from accounts.i18n.languages import gettext as _
from accounts.names.display import initials, join_names, letters_of
from games.engine import State
from games.models import Game, Seat

TEAMS = (0, 1)


class Names(NamedTuple):
    """The seats' names for one viewer (None: a spectator)."""

    people: tuple[str, ...]
    viewer: int | None

    @property
    def side(self) -> int:
        """The team on whose side this viewer sees the table."""
        return 0 if self.viewer is None else self.viewer % 2

    def seat(self, number: int) -> str:
        return _("Vos") if number == self.viewer else self.people[number]

    def plate(self, number: int) -> str:
        """Return a short name for a seat: tables of four and six use first names."""
        return self.first(number) if len(self.people) > len(TEAMS) else self.seat(number)

    def first(self, number: int) -> str:
        """Return a seat's first name, or the full name if the first name is ambiguous.

        Another seat may share it; a guest ("Invitado 31") is distinguished by the number.
        """
        first, *rest = self.seat(number).split()
        others = (name.split()[0] for seat, name in enumerate(self.people) if seat != number)
        needs_all = rest and (first in others or rest[-1].isdigit())
        return self.seat(number) if needs_all else first

    def tag(self, number: int) -> str:
        """Return the letters of a seat's avatar, unique at this table."""
        return tags(self.people)[number]

    def team(self, team: int) -> str:
        if self.viewer is None or len(self.people) == len(TEAMS):
            return join_names(self.seat(number) for number in range(team, len(self.people), 2))
        return _("Nosotros") if team == self.side else _("Ellos")

    def in_sentence(self, team: int) -> str:
        """Return a team's name for use within a sentence: `para vos`, `para nosotros`."""
        if self.viewer is None:
            return self.team(team)
        if len(self.people) == len(TEAMS):
            return _("vos") if team == self.side else self.team(team)
        return _("nosotros") if team == self.side else _("ellos")


def names_for(seats: Sequence[Seat], viewer: int | None) -> Names:
    """Return the names at a table.

    Robots use their own names; an empty seat is a numbered place.
    """
    return _names(seats[0].game.names_of(seats), viewer)


@cached_per_language
def _names(names: tuple[str, ...], viewer: int | None) -> Names:
    people = (
        name or _("Lugar %(number)s") % {"number": number}
        for number, name in enumerate(names, start=1)
    )
    return Names(tuple(people), viewer)


@lru_cache(maxsize=4096)
def tags(people: tuple[str, ...]) -> tuple[str, ...]:
    """Return the initials of all players at a table; equal initials get a distinguishing letter.

    That is the first letter plus the first later letter that differs from the other names (`CA` and
    `CO` of Chacho and Chola), or else a digit.
    """
    plain = [initials(name) for name in people]
    marks = [tag if plain.count(tag) == 1 else "" for tag in plain]
    for number, name in enumerate(people):
        if not marks[number]:
            others = [people[seat] for seat, tag in enumerate(plain) if tag == plain[number]]
            others.remove(name)
            free = (
                tag for tag in _distinguishing_marks(name, others) if tag not in (*marks, *plain)
            )
            marks[number] = next(free)
    return tuple(marks)


def _distinguishing_marks(name: str, others: Sequence[str]) -> Iterator[str]:
    """Yield letters that distinguish a name from others, the best first, then numbers."""
    first, *letters = letters_of(name) or [""]
    elsewhere = [letters_of(other)[1:] for other in others]
    for place, letter in enumerate(letters):
        if all(letter not in other[place : place + 1] for other in elsewhere):
            yield first + letter
    yield from (f"{first}{digit}" for digit in count(1))


@lru_cache(maxsize=4096)
def brief(name: str) -> str:
    """Return the short form of a name for narrow places.

    It is `Pocha I.`, or `María Á.` for `María de los Ángeles`, and "" for a name that is already
    short, or whose other words are numbers and signs.
    """
    first, *rest = name.split()
    letters = [word[0] for word in rest if word[0].isalpha()]
    if not letters:
        return ""
    initial = next((letter for letter in letters if not letter.islower()), letters[0])
    short = f"{first} {initial}."
    return short if len(short) < len(name) else ""


def seats_on_device(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the seats whose players share one device; none at any other table."""
    if not any(seat.companion for seat in seats):
        return ()
    return tuple(seat.number for seat in seats if seat.user_id or seat.companion)


def eyes_of(game: Game, seats: Sequence[Seat], seat: int | None) -> int | None:
    """Return the seat whose hand a reader sees.

    It is their own seat, or the one in hand on a shared device.
    """
    if seat is None or not seats_on_device(seats):
        return seat
    return game.in_hand


def due_on_device(seats: Sequence[Seat], due: Collection[int]) -> tuple[int, ...]:
    """Return the awaited seats among those on the shared device."""
    return tuple(number for number in seats_on_device(seats) if number in due)


def still_in_hand(game: Game, seats: Sequence[Seat], state: State) -> int | None:
    """Return the seat whose hand stays open when a table reaches `state`.

    It is covered for the other player's turn, and at the end of the hand, which both players see.
    """
    if state.over:
        return None
    due = due_on_device(seats, state.to_act)
    return None if due and game.in_hand not in due else game.in_hand
