"""The drawn face of each seat, and its mood.

A mood depends on public events and on chance, never on cards that a reader must not know: `bluff`
is worn after a share of all calls, true or not.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

from accounts.names.display import FACES, avatar_symbol
from games.artwork.faces import Mood, face
from games.engine import View
from games.models import Game, Seat
from games.robots.cast import character_named

SHARES: Final = {Mood.BLUFF: 0.4, Mood.WORRIED: 0.6, Mood.HAPPY: 0.8}
"""How often a seat shows the mood that an event suggests."""


def seat_faces(seats: Sequence[Seat], names: Sequence[str]) -> tuple[str, ...]:
    """Return the symbols of the faces at rest; "" for an empty seat.

    Faces that players did not choose are different from all others at the table.
    """
    game = seats[0].game_id or 0
    return _distinct(
        tuple(_face(seat, name, game) for seat, name in zip(seats, names, strict=True))
    )


def _face(seat: Seat, name: str, game: int) -> tuple[str, bool]:
    """Return the symbol of a seat's face, and whether its player chose it."""
    if seat.user is not None:
        user = seat.user
        return avatar_symbol(user.avatar, user.pk or 0), user.avatar is not None
    if seat.robot and (character := character_named(name)) is not None:
        return face(character.face), True
    if seat.robot or seat.companion:
        return avatar_symbol(None, game + seat.number), False
    return "", True


@lru_cache(maxsize=4096)
def _distinct(symbols: tuple[tuple[str, bool], ...]) -> tuple[str, ...]:
    taken = {symbol for symbol, is_chosen in symbols if is_chosen}
    distinct = []
    for symbol, is_chosen in symbols:
        if not is_chosen:
            first = int(symbol[1:])
            free = (avatar_symbol((first + step) % FACES, 0) for step in range(FACES))
            symbol = next(each for each in free if each not in taken)
            taken.add(symbol)
        distinct.append(symbol)
    return tuple(distinct)


def seat_mood(view: View | None, game: Game, seat: int) -> Mood:
    if view is None:
        return Mood.NEUTRAL
    mood, event = _suggested(view, seat)
    if mood is Mood.NEUTRAL:
        return mood
    chance = sha256(f"{game.commitment} {view.label} {event} {seat}".encode()).digest()[0] / 256
    return mood if chance < SHARES[mood] else Mood.NEUTRAL


def _suggested(view: View, seat: int) -> tuple[Mood, str]:
    """Return the mood that the last public event suggests to a seat, and that event."""
    if view.over:
        if view.hand_winner is None:
            return Mood.NEUTRAL, "over"
        return (Mood.HAPPY if seat % 2 == view.hand_winner else Mood.WORRIED), "over"
    if view.pending is not None:
        event = f"{view.pending.call} {view.pending.by} {view.stake}"
        if seat == view.pending.by:
            return Mood.BLUFF, event
        return (Mood.WORRIED if seat in view.to_act else Mood.NEUTRAL), event
    finished = [trick for trick in view.tricks if trick.winner is not None]
    if finished and finished[-1].winner == seat % 2:
        return Mood.HAPPY, f"trick {len(finished)}"
    return Mood.NEUTRAL, ""
