"""House rules as a value: each difference between the families is a field of `Rules`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from games.engine.calls import TRUCOS, CallName
from games.engine.cards import DECKS, FULL_DECK
from games.engine.errors import RulesError
from games.engine.ranks import RANKS

Seats = Literal[2, 4, 6]
FlorValue = Literal["three", "two", "piezas", "piezas6"]
FlorContest = Literal["argentine", "uruguayan"]
Resto = Literal["shortfall", "game"]
EnvidoLadder = Literal["argentine", "uruguayan", "noreal", "vuelvo", "none"]
EnvidoRefusal = Literal["accepted", "one"]
Falta = Literal["shortfall", "malas"]
TrucoTop = Literal["vale4", "fuera"]
FueraWins = Literal["game", "leg"]
MazoBonus = Literal[0, 1]
Pico = Literal["off", "malas", "range"]
AllTied = Literal["mano", "dealer", "nobody"]
TieLeader = Literal["led", "first_tied", "tied_it", "mano"]
CoverFrom = Literal[1, 2]
MaoXSees = Literal["team", "own", "both"]
Ferro = Literal["off", "blind", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Options of a game, named as in the rulebook. An impossible combination cannot be built.

    The fields from `ranks` on define a family of truco: the preset sets them, and no table does.
    """

    preset: str
    seats: Seats = 2
    target: int = 30
    legs_to_win: int = 1
    deck: int = FULL_DECK
    """A key of `games.engine.cards.DECKS`."""
    muestra: bool = False
    flor: bool = False
    flor_value: FlorValue = "three"
    flor_contest: FlorContest = "argentine"
    resto: Resto = "shortfall"
    envido_ladder: EnvidoLadder = "argentine"
    envido_refusal: EnvidoRefusal = "accepted"
    falta: Falta = "shortfall"
    envido_first: bool = True
    truco_refuses_envido: bool = False
    truco_top: TrucoTop = "vale4"
    fuera_wins: FueraWins = "game"
    mazo_bonus: MazoBonus = 0
    covered: bool = False
    tie_two_cards: bool = False
    envido_at_end: bool = False
    pico: Pico = "off"
    pico_falta_cap: int = 10
    perros: bool = False
    signals: bool = False
    ranks: str = "spanish"
    """The name of a table in `games.engine.ranks`."""
    truco_prices: tuple[int, ...] = (1, 2, 3, 4)
    """R-C1: what each level pays, from the level without a call; one call for each other level."""
    all_tied: AllTied = "mano"
    """R-T7: the team that wins three tied tricks."""
    tie_leader: TieLeader = "led"
    """R-T8: who leads after a tied trick."""
    tie_highest: bool = False
    """R-T9: after a tied first trick every seat shows its highest card."""
    cover_from: CoverFrom = 1
    """R-V4: the first trick with covered cards."""
    cover_lead: bool = True
    """R-V4: the leader of a trick may cover."""
    cover_binds: bool = True
    """R-V4: a seat that covered in the first trick covers the rest."""
    mao_x: bool = False
    """R-B1: a team that needs the first price decides before the first card whether it plays."""
    mao_x_sees: MaoXSees = "team"
    """R-B2: who sees the cards of their team until then: that team, both teams, or nobody."""
    ferro: Ferro = "off"
    """R-B5: with both teams at that score nobody decides, calls, or (`blind`) sees their cards."""
    truco_ladder: tuple[CallName, ...] = field(init=False, repr=False, compare=False)
    """The truco calls, from low to high."""
    truco_raises: tuple[tuple[CallName, ...], ...] = field(init=False, repr=False, compare=False)
    """By level: the call that raises it, if any."""
    is_one_card_open: bool = field(init=False, repr=False, compare=False)
    """Whether a seat in turn may always play any of its cards, and only one, face up."""

    def __post_init__(self) -> None:
        wrong = tuple(key for key in OPTION_KEYS if not _is_allowed(key, self.option(key)))
        if wrong:
            raise RulesError("bad-value", wrong)
        for code, keys, clashes in _CLASHES:
            if clashes(self):
                raise RulesError(code, keys)
        ladder = TRUCOS[: self.top_level - 1]
        raises = ((), *((call,) for call in ladder), ())
        ways = self.covered or self.tie_two_cards or self.tie_highest
        object.__setattr__(self, "truco_ladder", ladder)
        object.__setattr__(self, "truco_raises", raises)
        object.__setattr__(self, "is_one_card_open", not ways)

    @property
    def top_level(self) -> int:
        """The highest level; a juego fuera is above the levels with a price in points."""
        return len(self.truco_prices) + (self.truco_top == "fuera")

    def option(self, key: str) -> str:
        """Return the value of the option in the notation of records and forms."""
        return _written(getattr(self, key))

    def options(self) -> dict[str, str]:
        """Return the options that differ from the preset, for the TGN tag `Options`."""
        base = PRESETS[self.preset]
        implied = _implied(base, seats=self.seats, ladder=self.envido_ladder)
        expected = {key: _written(implied.get(key, getattr(base, key))) for key in OPTION_KEYS}
        return {key: self.option(key) for key in OPTION_KEYS if self.option(key) != expected[key]}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _is_allowed(key: str, text: str) -> bool:
    if key == "deck":
        return text in map(str, DECKS)
    return text in CHOICES[key] if key in CHOICES else text in _NUMBERS[key]


_OF_THE_FAMILY: Final = frozenset(
    (
        *("preset", "ranks", "truco_prices", "all_tied", "tie_leader", "tie_highest"),
        *("cover_from", "cover_lead", "cover_binds", "mao_x", "mao_x_sees", "ferro"),
    )
)
OPTION_KEYS: Final = tuple(
    field.name for field in fields(Rules) if field.init and field.name not in _OF_THE_FAMILY
)
_SWITCH: Final = ("on", "off")


def _choices() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the values of each option that is chosen from a list, by the type of its field."""
    types = get_type_hints(Rules)
    for key in OPTION_KEYS:
        if types[key] is bool:
            yield key, _SWITCH
        elif get_origin(types[key]) is Literal:
            yield key, tuple(map(str, get_args(types[key])))
    yield "deck", tuple(map(str, DECKS))


CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(dict(_choices()))
RANGES: Final[Mapping[str, range]] = MappingProxyType(
    {"target": range(5, 61), "legs_to_win": range(1, 4), "pico_falta_cap": range(1, 61)}
)
_NUMBERS: Final = {key: frozenset(map(str, numbers)) for key, numbers in RANGES.items()}

_WITH_PIEZAS: Final = ("piezas", "piezas6")
_CLASHES: Final[tuple[tuple[str, tuple[str, ...], Callable[[Rules], bool]], ...]] = (
    (
        "flor-needs-40-cards",
        ("flor", "deck"),
        lambda r: r.flor and not DECKS[r.deck].is_full,
    ),
    (
        "muestra-needs-40-cards",
        ("muestra", "deck"),
        lambda r: r.muestra and bool(RANKS[r.ranks].piezas) and not DECKS[r.deck].is_full,
    ),
    (
        "piezas-need-muestra",
        ("flor_value", "muestra"),
        lambda r: r.flor_value in _WITH_PIEZAS and not r.muestra,
    ),
    (
        "muestra-needs-piezas",
        ("muestra", "flor_value"),
        lambda r: r.muestra and r.flor and r.flor_value not in _WITH_PIEZAS,
    ),
    ("deck-not-for-ranks", ("deck",), lambda r: r.deck not in RANKS[r.ranks].decks),
    (
        "vira-needs-muestra",
        ("muestra",),
        lambda r: RANKS[r.ranks].manilhas is not None and not r.muestra,
    ),
    (
        "one-tie-rule",
        ("tie_highest", "tie_two_cards"),
        lambda r: r.tie_highest and r.tie_two_cards,
    ),
    ("pico-needs-six-seats", ("pico", "seats"), lambda r: r.pico != "off" and r.seats != 6),
    ("perros-need-flor", ("perros", "flor"), lambda r: r.perros and not r.flor),
    (
        "perros-need-envido",
        ("perros", "envido_ladder"),
        lambda r: r.perros and r.envido_ladder == "none",
    ),
    (
        "bonus-needs-envido",
        ("mazo_bonus", "envido_ladder"),
        lambda r: r.mazo_bonus > 0 and r.envido_ladder == "none",
    ),
    (
        "no-fuera-here",
        ("truco_top",),
        lambda r: r.top_level > len(TRUCOS) + 1,
    ),
    (
        "mao-x-without-envido",
        ("mao_x", "envido_ladder", "flor"),
        lambda r: r.mao_x and (r.flor or r.envido_ladder != "none"),
    ),
    ("mao-x-without-pico", ("mao_x", "pico"), lambda r: r.mao_x and r.pico != "off"),
    ("ferro-needs-mao-x", ("ferro", "mao_x"), lambda r: r.ferro != "off" and not r.mao_x),
)

_ARGENTINO: Final = Rules(preset="argentino", falta="malas", mazo_bonus=1)
_URUGUAYO: Final = Rules(
    preset="uruguayo",
    target=40,
    muestra=True,
    flor=True,
    flor_value="piezas6",
    flor_contest="uruguayan",
    envido_ladder="noreal",
    envido_refusal="one",
)

PRESETS: Final[Mapping[str, Rules]] = {
    rules.preset: rules
    for rules in (
        _ARGENTINO,
        Rules(preset="argentino-flor", flor=True, mazo_bonus=1),
        Rules(
            preset="trucoestrella",
            flor=True,
            flor_value="two",
            envido_refusal="one",
            truco_refuses_envido=True,
            mazo_bonus=1,
            signals=True,
        ),
        _URUGUAYO,
        replace(
            _URUGUAYO,
            preset="uruguayo-online",
            flor_value="piezas",
            resto="game",
            envido_ladder="uruguayan",
            envido_refusal="accepted",
            signals=True,
        ),
        Rules(
            preset="truc",
            target=24,
            deck=22,
            envido_ladder="vuelvo",
            envido_refusal="one",
            falta="malas",
            truco_top="fuera",
            covered=True,
            tie_two_cards=True,
            envido_at_end=True,
        ),
    )
}

_PICO_AT_SIX: Final[Mapping[str, Pico]] = MappingProxyType({"uruguayo-online": "malas"})

USUAL: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "argentino": {"seats": ("2", "4", "6"), "target": ("30", "15")},
    "argentino-flor": {
        "seats": ("2", "4", "6"),
        "target": ("30", "15"),
        "pico": ("off", "range"),
        "signals": _SWITCH,
    },
    "trucoestrella": {
        "seats": ("2", "4", "6"),
        "target": ("30", "15"),
        "flor": _SWITCH,
        "pico": ("off", "range"),
    },
    "uruguayo": {"seats": ("2", "4"), "target": ("40", "30")},
    "uruguayo-online": {
        "seats": ("2", "4", "6"),
        "target": ("40", "30"),
        "perros": _SWITCH,
    },
    "truc": {
        "seats": ("2", "4"),
        "target": ("24", "18"),
        "legs_to_win": ("1", "2", "3"),
    },
}
"""The options that tables of each preset can change; they keep the preset's value of the others."""


def _implied(base: Rules, *, seats: object, ladder: object) -> dict[str, Any]:
    """Return the options that follow from other options, unless the table sets them.

    Some presets play pico a pico with six seats; without envido no mazo pays for one.
    """
    pico = _PICO_AT_SIX.get(base.preset) if seats == 6 else None
    return ({"pico": pico} if pico else {}) | ({"mazo_bonus": 0} if ladder == "none" else {})


def make_rules(preset: str, options: Mapping[str, str] = MappingProxyType({})) -> Rules:
    """Return the preset with some options changed, as written in a form or in a record.

    Raises RulesError: `unknown-preset`, `unknown-option`, `bad-value`, or the code of a clash.
    """
    base = PRESETS.get(preset)
    if base is None:
        raise RulesError("unknown-preset", ("preset",))
    unknown = tuple(key for key in options if key not in OPTION_KEYS)
    if unknown:
        raise RulesError("unknown-option", unknown)
    wrong = tuple(key for key, text in options.items() if not _is_allowed(key, text))
    if wrong:
        raise RulesError("bad-value", wrong)
    changes = dict(_read(base, options))
    implied = _implied(
        base,
        seats=changes.get("seats", base.seats),
        ladder=changes.get("envido_ladder", base.envido_ladder),
    )
    return replace(base, **(implied | changes))


def seated(rules: Rules, seats: int) -> Rules:
    """Return these rules for another number of seats; pico a pico needs six (R-P1)."""
    kept = {key: text for key, text in rules.options().items() if key != "pico" or seats == 6}
    return make_rules(rules.preset, {**kept, "seats": str(seats)})


def _read(base: Rules, options: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """Yield each option, converted to the type of its field."""
    for key, text in options.items():
        match getattr(base, key):
            case bool():
                yield key, text == "on"
            case int():
                yield key, int(text)
            case _:
                yield key, text
