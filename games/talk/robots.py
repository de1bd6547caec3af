"""What robots say: now and then, after a hand, and from what everybody saw of it alone.

Nothing is stored or sent by a clock: what a robot says follows from the table's number, the hand's
label and who won it, so every process and every reader gets the same.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

WINS: Final = ("smile", "laugh", "lets-go", "again")
LOSES: Final = ("well-played", "luck", "good-hand", "cry", "wow")
RARELY: Final = 4  # one hand in so many


def said_after(game: int, label: str, winner: int, robots: Sequence[int]) -> tuple[int, str] | None:
    """Return the robot seat that speaks after a hand, and the phrase's code; mostly nobody does.

    `winner` is the team that scored in this hand, and `robots` are the seats robots play.
    """
    chance = sha256(f"{game}:{label}:{winner}".encode()).digest()
    if not robots or chance[0] % RARELY:
        return None
    seat = robots[chance[1] % len(robots)]
    said = WINS if seat % 2 == winner else LOSES
    return seat, said[chance[2] % len(said)]
