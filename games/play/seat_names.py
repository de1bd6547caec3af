"""Who is who at a table, as one reader calls them: `Vos`, `Marta`, `Nosotros`, `Ana y Luis`."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from accounts.i18n.languages import cached_per_language
from accounts.i18n.languages import gettext as _
from accounts.names.display import join_names, nameless_initials
from games.engine import State
from games.models import Game, Seat

TEAMS = (0, 1)


class Names(NamedTuple):
    """The seats' names for one viewer (None: a spectator)."""

    people: tuple[str, ...]
    viewer: int | None

    @property
    def side(self) -> int:
        """The team on whose side this viewer looks at the table."""
        return 0 if self.viewer is None else self.viewer % 2

    def seat(self, number: int) -> str:
        """Call one seat."""
        return _("Vos") if number == self.viewer else self.people[number]

    def plate(self, number: int) -> str:
        """Call one seat where there is little room: four and six go by their first names."""
        return self.first(number) if len(self.people) > len(TEAMS) else self.seat(number)

    def first(self, number: int) -> str:
        """Call a seat by its first name, or by the whole name if that is ambiguous.

        Another seat may share it; a guest ("Invitado 31") is distinguished by the number.
        """
        first, *rest = self.seat(number).split()
        others = (name.split()[0] for seat, name in enumerate(self.people) if seat != number)
        needs_all = rest and (first in others or rest[-1].isdigit())
        return self.seat(number) if needs_all else first

    def tag(self, number: int) -> str:
        """Return the letters of a seat's avatar, which no other seat of this table has."""
        return tags(self.people)[number]

    def team(self, team: int) -> str:
        """Call a team."""
        if self.viewer is None or len(self.people) == len(TEAMS):
            return join_names(self.seat(number) for number in range(team, len(self.people), 2))
        return _("Nosotros") if team == self.side else _("Ellos")

    def in_sentence(self, team: int) -> str:
        """Call a team within a sentence: `para vos`, `para nosotros`."""
        if self.viewer is None:
            return self.team(team)
        if len(self.people) == len(TEAMS):
            return _("vos") if team == self.side else self.team(team)
        return _("nosotros") if team == self.side else _("ellos")


def names_for(seats: Sequence[Seat], viewer: int | None) -> Names:
    """Name those at a table, robots by theirs; nobody yet is a numbered place."""
    return _names(seats[0].game.names_of(seats), viewer)


@cached_per_language
def _names(known: tuple[str, ...], viewer: int | None) -> Names:
    people = (
        name or _("Lugar %(number)s") % {"number": number}
        for number, name in enumerate(known, start=1)
    )
    return Names(tuple(people), viewer)


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """Return the one or two letters of an avatar; of a nameless guest, the last digits."""
    if last_digits := nameless_initials(name):
        return last_digits
    words = name.split()
    return "".join(word[0] for word in words[:2]).upper() if len(words) > 1 else name[:2].upper()


@lru_cache(maxsize=4096)
def tags(people: tuple[str, ...]) -> tuple[str, ...]:
    """Return everybody's initials at one table; where they are equal, what tells names apart.

    That is the first letter with the first later one in whose place the others have another
    (`CA` and `CO` of Chacho and Chola), else with a digit.
    """
    plain = [initials(name) for name in people]
    told = [tag if plain.count(tag) == 1 else "" for tag in plain]
    for number, name in enumerate(people):
        if not told[number]:
            others = [people[seat] for seat, tag in enumerate(plain) if tag == plain[number]]
            others.remove(name)
            free = (tag for tag in _apart(name, others) if tag not in (*told, *plain))
            told[number] = next(free)
    return tuple(told)


def _apart(name: str, others: Sequence[str]) -> Iterator[str]:
    """Return what may tell a name from others, the best first; after its letters come numbers."""
    first, *letters = _letters(name) or [""]
    elsewhere = [_letters(other)[1:] for other in others]
    for place, letter in enumerate(letters):
        if all(letter not in other[place : place + 1] for other in elsewhere):
            yield first + letter
    yield from (f"{first}{digit}" for digit in count(1))


def _letters(name: str) -> list[str]:
    return [letter.upper() for letter in name if letter.isalnum()]


@lru_cache(maxsize=4096)
def brief(name: str) -> str:
    """Return what a narrow place shows of a name: `Pocha I.`, `María Á.` of `María de los Ángeles`.

    It is "" where that is all of it.
    """
    first, *rest = name.split()
    initial = next((word[0] for word in rest if not word[0].islower()), rest[0][0] if rest else "")
    short = f"{first} {initial}." if rest else name
    return short if len(short) < len(name) else ""


def seats_on_device(seats: Sequence[Seat]) -> tuple[int, ...]:
    """Return the seats whose people share one device; none at any other table."""
    if not any(seat.companion for seat in seats):
        return ()
    return tuple(seat.number for seat in seats if seat.user_id or seat.companion)


def eyes_of(game: Game, seats: Sequence[Seat], seat: int | None) -> int | None:
    """Return the seat whose hand a reader is shown: their own, or on one device that in hand."""
    if seat is None or not seats_on_device(seats):
        return seat
    return game.in_hand


def due_on_device(seats: Sequence[Seat], due: Collection[int]) -> tuple[int, ...]:
    """Return who of the people on the device is awaited."""
    return tuple(number for number in seats_on_device(seats) if number in due)


def still_in_hand(game: Game, seats: Sequence[Seat], state: State) -> int | None:
    """Return whose hand stays open when a table comes to `state`.

    It is covered for the other person's turn, and at the end of the hand, which both look at.
    """
    if state.over:
        return None
    due = due_on_device(seats, state.to_act)
    return None if due and game.in_hand not in due else game.in_hand
