"""The model in C: compiled by the system into a temporary folder, called by ctypes."""

import ctypes
import math
import subprocess
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from games.engine import Rules
from games.robots.policy_tables import Table

SOURCES: Final = ("cards.c", "hand.c", "situation.c", "learn.c", "respond.c")
ACTIONS: Final = (
    *("slot0", "slot1", "slot2", "envido", "real", "falta", "truco", "quiero", "no", "mazo"),
)
"""The model's actions in its order; a slot is a position in the dealt hand, from low to high."""
MOST: Final = 8
"""The limit of the points per hand and seat in the counts."""
FOLDER: Final = Path(__file__).parent

_HAND_BYTES: Final = 256  # an upper bound for the size of a Hand


@contextmanager
def compiled(rules: Rules) -> Iterator[ctypes.CDLL]:
    """Compile the model for these house rules.

    Raises CalledProcessError, or FileNotFoundError without a C compiler.
    """
    with tempfile.TemporaryDirectory(prefix="truco-training-") as folder:
        built = Path(folder) / "model.so"
        sources = [str(FOLDER / source) for source in SOURCES]
        flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC"]
        subprocess.run(["cc", *flags, *_defined(rules), "-o", str(built), *sources], check=True)
        library = ctypes.CDLL(str(built))
        library.situation.restype = library.learn_copy.restype = ctypes.c_uint64
        library.learn_size.restype = library.respond_size.restype = ctypes.c_uint64
        library.respond_copy.restype = ctypes.c_uint64
        yield library


def _defined(rules: Rules) -> Iterator[str]:
    """Yield the rules as compiler options with the names in `hand.h`."""
    values = {
        "TARGET": rules.target,
        "MALAS": rules.falta == "malas",
        "BONUS": rules.mazo_bonus,
        "ONE": rules.envido_refusal == "one",
        "REPEATS": rules.envido_ladder in ("uruguayan", "vuelvo"),
        "VUELVO": rules.envido_ladder == "vuelvo",
        "LATE": rules.envido_at_end,
        "TOP": rules.top_level,
        "PAIRS": rules.tie_two_cards,
        "DECK": rules.deck,
        "MUESTRA": rules.muestra,
        "FLOR": rules.flor,
    }
    return (f"-D{name}={int(value)}" for name, value in values.items())


class ModelHand:
    """A hand of the model, with the interface that the comparison with the engine uses."""

    def __init__(
        self, library: ctypes.CDLL, cards: Sequence[int], score: tuple[int, int], mano: int
    ) -> None:
        """Deal three cards to seat 0, three to seat 1 and the muestra, by positions in the deck."""
        self._library = library
        self._hand = ctypes.create_string_buffer(_HAND_BYTES)
        library.hand_deal(self._hand, (ctypes.c_int8 * len(cards))(*cards), *score, mano)

    @property
    def actor(self) -> int:
        """The seat that must act."""
        return int(self._library.hand_actor(self._hand))

    @property
    def legal(self) -> set[str]:
        """The names of its legal actions."""
        bits = int(self._library.hand_legal(self._hand))
        return {name for place, name in enumerate(ACTIONS) if bits >> place & 1}

    @property
    def situation(self) -> int:
        """The key of the acting seat's information set."""
        return int(self._library.situation(self._hand))

    @property
    def score(self) -> tuple[int, int]:
        """The points of both seats."""
        return (
            int(self._library.hand_score(self._hand, 0)),
            int(self._library.hand_score(self._hand, 1)),
        )

    @property
    def is_over(self) -> bool:
        """Whether no seat can act any more."""
        return bool(self._library.hand_is_over(self._hand))

    def act(self, name: str) -> None:
        """Do a legal action."""
        self._library.hand_act(self._hand, ACTIONS.index(name))


Strategy = tuple[int, Sequence[float]]
"""A situation, and how often each action was played there."""


def _rows(room: int, copy: Callable[..., int]) -> Iterator[Strategy]:
    """Yield the rows that the library copies into buffers for `room` of them."""
    keys, played = (ctypes.c_uint64 * room)(), (ctypes.c_float * (room * len(ACTIONS)))()
    found = int(copy(keys, played, ctypes.c_uint64(room)))
    shares = array("f", bytes(played))
    for place in range(found):
        yield keys[place], shares[place * len(ACTIONS) : (place + 1) * len(ACTIONS)]


class Learner:
    """Regrets and strategies of all known situations; at most one instance per process."""

    def __init__(self, library: ctypes.CDLL, seed: int, room: int) -> None:
        """Start without knowledge, with room for `room` situations."""
        self._library = library
        library.learn_begin(ctypes.c_uint64(seed), ctypes.c_uint64(room))

    def deal_anywhere(self, one_in: int) -> None:
        """Deal one in `one_in` hands at any two scores, the others at close scores.

        With 0 all are dealt at close scores. Distant scores are rare, but situations never dealt
        are missing from the table.
        """
        self._library.learn_anywhere(one_in)

    def set_prices(self, gains: Sequence[float]) -> None:
        """Use the points of hands to value the way from any score to the end of a game."""
        size = (MOST + 1) ** 2
        self._library.learn_prices((ctypes.c_double * size)(*gains), MOST)

    def go_on(self, done: int, deals: int, planned: int) -> None:
        """Learn from `deals` further deals."""
        self._library.learn_go_on(
            ctypes.c_uint64(done), ctypes.c_uint64(deals), ctypes.c_uint64(planned)
        )

    def gains(self, hands: int) -> list[float]:
        """Return how often hands paid (x to the mano, y to the other), row by row."""
        counted = (ctypes.c_double * (MOST + 1) ** 2)()
        self._library.learn_count(ctypes.c_uint64(hands), counted, MOST)
        return list(counted)

    def strategies(self) -> Iterator[Strategy]:
        """Yield every situation with how often each action was played there."""
        yield from _rows(int(self._library.learn_size()), self._library.learn_copy)


class Responder:
    """A best response to a table, learned from scratch; its gain shows the table's weakness."""

    def __init__(self, library: ctypes.CDLL, seed: int, room: int, table: Table) -> None:
        """Start without knowledge against a fixed table."""
        self._library = library
        parts = b"".join(table.policies[place] for place in table.chosen)
        count = len(table.keys)
        keys = (ctypes.c_uint64 * count)(*table.keys)
        library.respond_begin(
            ctypes.c_uint64(seed), ctypes.c_uint64(room), keys, parts, ctypes.c_uint64(count)
        )

    def count_games(self, hands: int) -> None:
        """Measure gains as won games, in points, from now on.

        Sampled hands give the value of scores.
        """
        size = (MOST + 1) ** 2
        counted = (ctypes.c_double * size)()
        self._library.respond_gains(ctypes.c_uint64(hands), counted, MOST)
        self._library.learn_prices(counted, MOST)
        self._library.respond_in_games()

    def go_on(self, deals: int, *, whole: bool = False) -> None:
        """Learn from `deals` further deals, of the first half of games or of complete ones."""
        self._library.respond_go_on(ctypes.c_uint64(deals), whole)

    def strategies(self) -> Iterator[Strategy]:
        """Yield every known situation, with all weight on the best action."""
        yield from _rows(int(self._library.respond_size()), self._library.respond_copy)

    def gain(self, hands: int) -> tuple[float, float]:
        """Return the points per hand won from the table, and half of their 95 % interval."""
        points, squares = ctypes.c_double(), ctypes.c_double()
        self._library.respond_count(
            ctypes.c_uint64(hands), ctypes.byref(points), ctypes.byref(squares)
        )
        mean = points.value / hands
        return mean, 1.96 * math.sqrt((squares.value / hands - mean**2) / hands)
