"""The model in C: compiled by the system into a temporary folder, called by ctypes."""

import ctypes
import math
import subprocess
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from games.engine import CallName, Rules
from games.engine.envido import LADDERS
from games.engine.ranks import RANKS
from games.robots.policy_tables import Table
from games.robots.policy_tables.rule_mapping import TERMS

SOURCES: Final = ("cards.c", "hand.c", "situation.c", "learn.c", "respond.c")
ACTIONS: Final = (
    *("slot0", "slot1", "slot2", "envido", "real", "falta", "truco", "quiero", "no", "mazo"),
)
"""The model's actions in its order; a slot is a position in the dealt hand, from low to high."""
LEAST_MOST: Final = 8
"""The limit of the points per hand and seat in the counts, unless one truco pays more."""
_ORDERS: Final = ("spanish", "paulista", "mineiro", "venezolano", "mallorqui")
ANY: Final = -1
"""Each seat is the mano in turn."""
FOLDER: Final = Path(__file__).parent

_HAND_BYTES: Final = 256  # an upper bound for the size of a Hand


@contextmanager
def compiled(rules: Rules, *, end_fine: bool = True) -> Iterator[ctypes.CDLL]:
    """Compile the model for these house rules.

    With `end_fine`, where the family has a table of the end, its situations are those of that
    table, and most deals that are learnt lie there.

    Raises CalledProcessError, or FileNotFoundError without a C compiler.
    """
    with tempfile.TemporaryDirectory(prefix="truco-training-") as folder:
        built = Path(folder) / "model.so"
        sources = [str(FOLDER / source) for source in SOURCES]
        flags = ["-std=c11", "-O2", "-Wall", "-Wextra", "-shared", "-fPIC"]
        subprocess.run(
            ["cc", *flags, *_defined(rules, end_fine), "-o", str(built), *sources], check=True
        )
        library = ctypes.CDLL(str(built))
        library.situation.restype = library.learn_copy.restype = ctypes.c_uint64
        library.learn_size.restype = ctypes.c_uint64
        yield library


def _defined(rules: Rules, end_fine: bool) -> Iterator[str]:
    """Yield the rules as compiler options with the names in `hand.h`."""
    ladder = LADDERS[rules.envido_ladder]
    values = {
        "TARGET": rules.target,
        "MALAS": rules.falta == "malas",
        "BONUS": rules.mazo_bonus,
        "ONE": rules.envido_refusal == "one",
        "REPEATS": ladder.repeats,
        "REAL_OPENS": CallName.REAL in ladder.openings,
        "VUELVO": rules.envido_ladder == "vuelvo",
        "FREE": ladder.is_free,
        "STEPS": ladder.steps,
        "LATE": rules.envido_at_end,
        "TOP": rules.top_level,
        "PAIRS": rules.tie_two_cards,
        "DECK": rules.deck,
        "MUESTRA": rules.muestra,
        "FLOR": rules.flor,
        "EACH": rules.flor_contest == "argentine" and rules.flor_vs_flor != "4",
        "SILENT": rules.envido_ladder == "none",
        "ORDER": _ORDERS.index(rules.ranks),
        "ADDS": RANKS[rules.ranks].adds_piezas,
        "MAO_X": rules.mao_x,
        "WINLESS": rules.all_tied == "nobody",
        "PASSES": rules.tie_leader == "tied_it",
        "HIGHEST": rules.tie_highest,
        "END_APART": TERMS[rules.preset].end is not None,
        "END_FINE": TERMS[rules.preset].end is not None and end_fine,
    }
    yield from (f"-D{name}={int(value)}" for name, value in values.items())
    yield f"-DPRICES={','.join(map(str, rules.truco_prices))}"


def most_paid(rules: Rules) -> int:
    """Return the limit of the points per hand and seat in the counts."""
    return max(LEAST_MOST, *rules.truco_prices)


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
    def tried(self) -> set[str]:
        """The names of the legal actions that learning tries."""
        actions = (ctypes.c_int * len(ACTIONS))()
        return {ACTIONS[actions[at]] for at in range(self._library.tried(self._hand, actions))}

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


class Learner:
    """Regrets and strategies of all known situations; at most one instance per process."""

    def __init__(self, library: ctypes.CDLL, seed: int, room: int, most: int = LEAST_MOST) -> None:
        """Start without knowledge, with room for `room` situations.

        Hands are counted as if they paid `most` points at most.
        """
        self._library, self._most = library, most
        library.learn_begin(ctypes.c_uint64(seed), ctypes.c_uint64(room))

    def set_prices(self, gains: Sequence[float]) -> None:
        """Value every score of a game by the points of hands, and by what was met at the score."""
        size = (self._most + 1) ** 2
        self._library.learn_prices((ctypes.c_double * size)(*gains), self._most)

    def go_on(self, learnt: int, deals: int, planned: int) -> None:
        """Learn from `deals` further deals."""
        self._library.learn_go_on(
            ctypes.c_uint64(learnt), ctypes.c_uint64(deals), ctypes.c_uint64(planned)
        )

    def gains(self, hands: int) -> list[float]:
        """Return how often hands paid (x to the mano, y to the other), row by row."""
        counts = (ctypes.c_double * (self._most + 1) ** 2)()
        self._library.learn_count(ctypes.c_uint64(hands), counts, self._most)
        return list(counts)

    def strategies(self) -> Iterator[Strategy]:
        """Yield every situation with how often each action was played there."""
        room = int(self._library.learn_size())
        keys, played = (ctypes.c_uint64 * room)(), (ctypes.c_float * (room * len(ACTIONS)))()
        self._library.learn_copy(keys, played, ctypes.c_uint64(room))
        shares = array("f", bytes(played))
        for place, key in enumerate(keys):
            yield key, shares[place * len(ACTIONS) : (place + 1) * len(ACTIONS)]


class Responder:
    """A best response to a table, learned from scratch; its gain shows the table's weakness."""

    def __init__(self, library: ctypes.CDLL, seed: int, room: int, *tables: Table) -> None:
        """Start without knowledge against fixed tables: of whole games, and perhaps of the end."""
        self._library = library
        parts = b"".join(each.policies[place] for each in tables for place in each.chosen)
        count = sum(len(each.keys) for each in tables)
        keys = (ctypes.c_uint64 * count)(*(key for each in tables for key in each.keys))
        library.respond_begin(
            ctypes.c_uint64(seed), ctypes.c_uint64(room), keys, parts, ctypes.c_uint64(count)
        )

    def count_games(self, hands: int) -> None:
        """Value the scores of a game by playing so many hands of the table at each."""
        self._library.respond_value(ctypes.c_uint64(hands))

    def start_at(self, own: int, theirs: int) -> None:
        """Forget, and count the chance of winning the game from this score from now on."""
        self._library.respond_at(own, theirs)

    def go_on(self, deals: int, mano: int = ANY) -> None:
        """Learn from `deals` further deals with this mano, or with each in turn."""
        self._library.respond_go_on(ctypes.c_uint64(deals), mano)

    def gain(self, hands: int, mano: int = ANY) -> tuple[float, float]:
        """Return what the response wins above the table in its place, and half its 95 % interval.

        It is counted in points per hand, or as a chance of winning the game.
        """
        more, squares = ctypes.c_double(), ctypes.c_double()
        self._library.respond_count(
            ctypes.c_uint64(hands), mano, ctypes.byref(more), ctypes.byref(squares)
        )
        mean = more.value / hands
        return mean, 1.96 * math.sqrt((squares.value / hands - mean**2) / hands)
