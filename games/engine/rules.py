"""House rules as a value: each difference between the families is a field of `Rules`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from .calls import TRUCOS, CallName
from .cards import DECKS, FULL_DECK
from .errors import RulesError
from .ranks import RANKS

Seats = Literal[2, 4, 6]
FlorValue = Literal["three", "two", "piezas", "piezas6"]
FlorContest = Literal["argentine", "uruguayan", "ladder"]
FlorVsFlor = Literal["6", "4", "each"]
FloresPaid = Literal["each", "best"]
FlorSung = Literal["seat", "auto"]
Resto = Literal["shortfall", "game", "none"]
EnvidoLadder = Literal["argentine", "uruguayan", "noreal", "vuelvo", "libre", "illes", "none"]
EnvidoRefusal = Literal["accepted", "one"]
EnvidoCallers = Literal["any", "team", "pies"]
UnshownEnvido = Literal["kept", "lost", "passed"]
SpokenOrder = Literal["order", "alternate"]
Falta = Literal["shortfall", "malas", "half", "half_winner"]
Halves = Literal["two", "one"]
TrucoTop = Literal["vale4", "fuera"]
Prices = Literal["1-2-3-4", "1-3-6-9", "1-3-6-9-12", "2-4-6-10-12", "2-4-8-10-12", "2-4-6-8-12"]
Turn = Literal["own", "any"]
FueraWins = Literal["game", "leg"]
MazoBonus = Literal[0, 1]
Pico = Literal["off", "malas", "range", "fixed_range"]
AllTied = Literal["mano", "dealer", "nobody"]
TieLeader = Literal["led", "first_tied", "tied_it", "mano"]
TieBeneath = Literal["all", "tied"]
CoverFrom = Literal[1, 2]
MaoXSees = Literal["team", "own", "both"]
MaoXTruco = Literal["banned", "loses_hand", "loses_leg"]
MaoXTied = Literal["hand", "rivals"]
Ferro = Literal["off", "blind", "open", "first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Options of a game, named as in the rulebook. An impossible combination cannot be built."""

    preset: str
    seats: Seats = 2
    target: int = 30
    legs_to_win: int = 1
    halves: Halves = "two"
    """R-S8: a leg of one stretch has no malas and buenas."""
    deck: int = FULL_DECK
    """A key of `cards.DECKS`."""
    muestra: bool = False
    flor: bool = False
    flor_value: FlorValue = "three"
    flor_contest: FlorContest = "argentine"
    flor_vs_flor: FlorVsFlor = "6"
    """R-F7: what flor against flor pays in the Argentine contest."""
    flores_paid: FloresPaid = "each"
    """R-F10: 3 for each flor of a team, or 3 in all."""
    flor_sung: FlorSung = "seat"
    """R-F11: the system announces a flor that leaves its seat no choice."""
    resto: Resto = "shortfall"
    resto_flores: bool = False
    """R-F8: an accepted resto pays the flores on top."""
    envido_ladder: EnvidoLadder = "argentine"
    envido_refusal: EnvidoRefusal = "accepted"
    envido_callers: EnvidoCallers = "any"
    """R-E10: who may open an envido."""
    declaration: SpokenOrder = "order"
    """R-E11: in which order seats say their points."""
    envido_shown: bool = True
    """R-E12: the counted cards are shown when the hand ends."""
    unshown_envido: UnshownEnvido = "kept"
    """R-M5: what a fold with a won, unshown envido costs."""
    falta: Falta = "shortfall"
    envido_first: bool = True
    truco_refuses_envido: bool = False
    truco_top: TrucoTop = "vale4"
    fuera_wins: FueraWins = "game"
    prices: Prices = "1-2-3-4"
    """R-C7: what each level pays, from the level without a call; one call for each other level."""
    truco_turn: Turn = "own"
    """R-C5: truco is called in one's own turn, or at any time."""
    raise_past: bool = True
    """R-C6: a team may raise although the level that stands wins the leg."""
    mazo_bonus: MazoBonus = 0
    mazo_turn: Turn = "own"
    """R-M4: a seat folds in its own turn, or at any time."""
    covered: bool = False
    cover_from: CoverFrom = 1
    """R-V4: the first trick with covered cards."""
    cover_lead: bool = True
    """R-V4: the leader of a trick may cover."""
    cover_after_tie: bool = True
    """R-V4: a card may be covered in the trick after a tied one."""
    cover_binds: bool = True
    """R-V4: a seat that covered in the first trick covers the rest."""
    cover_counts: bool = False
    """R-V4: a covered card counts for the envido."""
    all_tied: AllTied = "mano"
    """R-T7: the team that wins three tied tricks."""
    tie_leader: TieLeader = "led"
    """R-T8: who leads after a tied trick."""
    tie_highest: bool = False
    """R-T9: after a tied first trick every seat shows its highest card."""
    tie_two_cards: bool = False
    tie_beneath: TieBeneath = "all"
    """R-V3: whose cards beneath are compared."""
    envido_at_end: bool = False
    mao_x: bool = False
    """R-B1: a team that needs the first price decides before the first card whether it plays."""
    mao_x_sees: MaoXSees = "team"
    """R-B2: who sees the cards of their team until then: that team, both teams, or nobody."""
    mao_x_truco: MaoXTruco = "banned"
    """R-B3: what a truco call does in it."""
    mao_x_tied: MaoXTied = "hand"
    """R-B4: who wins three ties in it."""
    ferro: Ferro = "off"
    """R-B5: with both teams at that score nobody decides, calls, or (`blind`) sees their cards."""
    pico: Pico = "off"
    """R-P1, R-P4. No table chooses `fixed_range`, 5 to 24 at every target: it is the `range` of
    records of the first edition."""
    pico_from: int = 5
    """R-P4: the first score of the leader at which `range` plays picos."""
    pico_left: int = 5
    """R-P4: `range` ends when the leader needs this many points."""
    pico_falta_cap: int = 10
    perros: bool = False
    perros_stay: bool = False
    """R-X6: the dogs are armed again for each hand until they are taken back."""
    signals: bool = False
    ranks: str = "spanish"
    """The name of a table of `ranks.RANKS`. The preset sets it, and no table does."""
    truco_prices: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The prices as numbers (R-C7)."""
    truco_ladder: tuple[CallName, ...] = field(init=False, repr=False, compare=False)
    """The truco calls, from low to high."""
    truco_raises: tuple[tuple[CallName, ...], ...] = field(init=False, repr=False, compare=False)
    """By level: the call that raises it, if any."""
    is_one_card_open: bool = field(init=False, repr=False, compare=False)
    """Whether a seat in turn may always play any of its cards, and only one, face up."""
    is_plain_turn: bool = field(init=False, repr=False, compare=False)
    """Whether no option changes who may call or fold, and when.

    Every seat may open an envido. A seat calls truco and folds in its own turn only, may raise past
    what the leg needs, and never has to show a won envido (R-C5, R-C6, R-E10, R-M4, R-M5).
    """

    def __post_init__(self) -> None:
        wrong = tuple(key for key in OPTION_KEYS if not _is_allowed(key, self.option(key)))
        if wrong:
            raise RulesError("bad-value", wrong)
        object.__setattr__(self, "truco_prices", tuple(map(int, self.prices.split("-"))))
        for code, keys, clashes in _CLASHES:
            if clashes(self):
                raise RulesError(code, keys)
        ladder = TRUCOS[: self.top_level - 1]
        raises = ((), *((call,) for call in ladder), ())
        ways = self.covered or self.tie_two_cards or self.tie_highest
        object.__setattr__(self, "truco_ladder", ladder)
        object.__setattr__(self, "truco_raises", raises)
        object.__setattr__(self, "is_one_card_open", not ways)
        turns = (self.truco_turn, self.mazo_turn) == ("own", "own") and self.raise_past
        envido = self.envido_callers == "any" and self.unshown_envido == "kept"
        object.__setattr__(self, "is_plain_turn", turns and envido)

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
        implied = _implied(base, {key: getattr(self, key) for key in OPTION_KEYS})
        expected = {key: _written(implied.get(key, getattr(base, key))) for key in OPTION_KEYS}
        return {key: self.option(key) for key in OPTION_KEYS if self.option(key) != expected[key]}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _is_allowed(key: str, text: str) -> bool:
    if key == "deck":
        return text in map(str, DECKS)
    if key in CHOICES:
        return text in CHOICES[key] or (key, text) == ("pico", FIXED_RANGE)
    return text in _NUMBERS[key]


FIXED_RANGE: Final = "fixed_range"
_OF_THE_FAMILY: Final = frozenset(("preset", "ranks"))
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
            values = tuple(map(str, get_args(types[key])))
            yield key, tuple(value for value in values if value != FIXED_RANGE)
    yield "deck", tuple(map(str, DECKS))


CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(dict(_choices()))
RANGES: Final[Mapping[str, range]] = MappingProxyType(
    {
        "target": range(5, 61),
        "legs_to_win": range(1, 4),
        "pico_from": range(61),
        "pico_left": range(1, 61),
        "pico_falta_cap": range(1, 61),
    }
)
_NUMBERS: Final = {key: frozenset(map(str, numbers)) for key, numbers in RANGES.items()}

_WITH_PIEZAS: Final = ("piezas", "piezas6")
_UNLIKE_FLORES: Final = ("none", "vuelvo", "illes")
"""Envido ladders whose calls flores cannot be bid with (R-F9)."""
_CLASHES: Final[tuple[tuple[str, tuple[str, ...], Callable[[Rules], bool]], ...]] = (
    (
        "flor-needs-40-cards",
        ("flor", "deck"),
        lambda r: r.flor and not DECKS[r.deck].has_flores,
    ),
    (
        "muestra-needs-40-cards",
        ("muestra", "deck"),
        lambda r: r.muestra and bool(RANKS[r.ranks].piezas) and not DECKS[r.deck].has_flores,
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
    ("pico-needs-halves", ("pico", "halves"), lambda r: r.pico == "malas" and r.halves == "one"),
    (
        "empty-pico-range",
        ("pico_from", "pico_left", "target"),
        lambda r: r.pico == "range" and r.pico_from + r.pico_left >= r.target,
    ),
    (
        "resto-flores-need-shortfall",
        ("resto_flores", "resto"),
        lambda r: r.resto_flores and r.resto != "shortfall",
    ),
    (
        "ladder-needs-envido",
        ("flor_contest", "envido_ladder"),
        lambda r: r.flor and r.flor_contest == "ladder" and r.envido_ladder in _UNLIKE_FLORES,
    ),
    (
        "ladder-needs-resto-flores",
        ("flor_contest", "resto_flores"),
        lambda r: r.flor_contest == "ladder" and r.resto == "shortfall" and not r.resto_flores,
    ),
    (
        "unshown-needs-showing",
        ("unshown_envido", "envido_shown"),
        lambda r: r.unshown_envido != "kept" and not r.envido_shown,
    ),
    (
        "unshown-needs-early-envido",
        ("unshown_envido", "envido_at_end"),
        lambda r: r.unshown_envido != "kept" and r.envido_at_end,
    ),
    ("perros-need-flor", ("perros", "flor"), lambda r: r.perros and not r.flor),
    (
        "perros-need-envido",
        ("perros", "envido_ladder"),
        lambda r: r.perros and r.envido_ladder == "none",
    ),
    ("perros-need-resto", ("perros", "resto"), lambda r: r.perros and r.resto == "none"),
    (
        "bonus-needs-envido",
        ("mazo_bonus", "envido_ladder"),
        lambda r: r.mazo_bonus > 0 and r.envido_ladder == "none",
    ),
    (
        "no-fuera-here",
        ("truco_top", "prices"),
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
        Rules(
            preset="paulista",
            seats=4,
            target=12,
            halves="one",
            muestra=True,
            envido_ladder="none",
            prices="1-3-6-9-12",
            covered=True,
            cover_from=2,
            cover_lead=False,
            cover_binds=False,
            all_tied="nobody",
            tie_leader="first_tied",
            mao_x=True,
            ferro="blind",
            signals=True,
            ranks="paulista",
        ),
        Rules(
            preset="mineiro",
            seats=4,
            target=12,
            halves="one",
            envido_ladder="none",
            prices="2-4-6-10-12",
            covered=True,
            cover_from=2,
            cover_binds=False,
            all_tied="nobody",
            tie_leader="tied_it",
            tie_highest=True,
            mao_x=True,
            ferro="blind",
            signals=True,
            ranks="mineiro",
        ),
        Rules(
            preset="gauderio",
            seats=4,
            target=24,
            flor=True,
            flor_vs_flor="each",
            signals=True,
        ),
        Rules(
            preset="venezolano",
            seats=4,
            target=24,
            halves="one",
            muestra=True,
            flor=True,
            flor_value="piezas",
            flor_contest="ladder",
            resto="none",
            envido_ladder="libre",
            truco_top="fuera",
            fuera_wins="leg",
            prices="1-3-6-9",
            covered=True,
            cover_binds=False,
            cover_counts=True,
            tie_two_cards=True,
            tie_beneath="tied",
            ranks="venezolano",
        ),
        Rules(
            preset="mallorqui",
            seats=4,
            target=24,
            deck=36,
            envido_ladder="illes",
            falta="malas",
            truco_top="fuera",
            fuera_wins="leg",
            prices="1-3-6-9",
            envido_at_end=True,
            signals=True,
            ranks="mallorqui",
        ),
    )
}
"""The base of each preset: what a record means that names no option."""

_SHORT: Final = "15"
_ONE_AT_15: Final[Mapping[str, str]] = MappingProxyType({"halves": "one"})
HOUSE: Final[Mapping[str, Mapping[str, str]]] = {
    "trucoestrella": {
        "envido_callers": "team",
        "truco_turn": "any",
        "mazo_turn": "any",
        "unshown_envido": "lost",
    },
    "uruguayo": {"flor_contest": "ladder", "resto": "none", "envido_shown": "off"},
    "uruguayo-online": {"flor_sung": "auto"},
}
"""What a new table is proposed where it differs from the base of its preset."""
_HOUSE_AT: Final[Mapping[str, tuple[str, str, Mapping[str, str]]]] = {
    "argentino": ("target", _SHORT, _ONE_AT_15),
    "argentino-flor": ("target", _SHORT, _ONE_AT_15),
    "trucoestrella": ("target", _SHORT, _ONE_AT_15),
    "gauderio": ("seats", "2", MappingProxyType({"target": "18"})),
}
"""What it is proposed besides at a value of another option."""

_PICO_AT_SIX: Final[Mapping[str, Pico]] = MappingProxyType(
    {"uruguayo-online": "malas", "gauderio": "malas"}
)
_CALLERS: Final = ("any", "team", "pies")
_HALVES: Final = ("two", "one")

USUAL: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "argentino": {
        "seats": ("2", "4", "6"),
        "target": ("30", "15"),
        "halves": _HALVES,
        "falta": ("malas", "shortfall", "half", "half_winner"),
        "envido_callers": _CALLERS,
    },
    "argentino-flor": {
        "seats": ("2", "4", "6"),
        "target": ("30", "15"),
        "halves": _HALVES,
        "falta": ("shortfall", "half", "half_winner", "malas"),
        "flor_vs_flor": ("6", "4", "each"),
        "resto_flores": _SWITCH,
        "envido_callers": _CALLERS,
        "pico": ("off", "range"),
        "signals": _SWITCH,
    },
    "trucoestrella": {
        "seats": ("2", "4", "6"),
        "target": ("30", "15"),
        "flor": _SWITCH,
        "envido_callers": _CALLERS,
        "truco_turn": ("any", "own"),
        "mazo_turn": ("any", "own"),
        "unshown_envido": ("lost", "kept", "passed"),
        "falta": ("shortfall", "half"),
        "flor_vs_flor": ("6", "4"),
        "pico": ("off", "range"),
    },
    "uruguayo": {
        "seats": ("2", "4"),
        "target": ("40", "30"),
        "flor_contest": ("ladder", "uruguayan"),
        "resto": ("none", "shortfall"),
        "resto_flores": _SWITCH,
        "declaration": ("order", "alternate"),
        "envido_shown": _SWITCH,
        "deck": ("40", "38"),
    },
    "uruguayo-online": {
        "seats": ("2", "4", "6"),
        "target": ("40", "30"),
        "flor_sung": ("auto", "seat"),
        "flor_contest": ("uruguayan", "ladder"),
        "resto": ("game", "shortfall"),
        "declaration": ("order", "alternate"),
        "perros": _SWITCH,
        "perros_stay": _SWITCH,
    },
    "truc": {
        "seats": ("2", "4"),
        "target": ("24", "18"),
        "legs_to_win": ("1", "2", "3"),
        "deck": ("22", "26"),
        "falta": ("malas", "half"),
        "tie_beneath": ("all", "tied"),
    },
    "paulista": {
        "seats": ("4", "2", "6"),
        "target": ("12",),
        "legs_to_win": ("1", "2"),
        "deck": ("40", "24"),
        "truco_turn": ("own", "any"),
        "raise_past": _SWITCH,
        "all_tied": ("nobody", "dealer", "mano"),
        "tie_leader": ("first_tied", "led", "tied_it", "mano"),
        "tie_highest": _SWITCH,
        "covered": _SWITCH,
        "cover_lead": _SWITCH,
        "cover_after_tie": _SWITCH,
        "mao_x_sees": ("team", "own", "both"),
        "mao_x_truco": ("banned", "loses_hand", "loses_leg"),
        "mao_x_tied": ("hand", "rivals"),
        "ferro": ("blind", "open", "first"),
    },
    "mineiro": {
        "seats": ("4", "2", "6"),
        "target": ("12",),
        "legs_to_win": ("1", "2"),
        "prices": ("2-4-6-10-12", "2-4-8-10-12", "2-4-6-8-12"),
        "all_tied": ("nobody", "mano"),
        "tie_leader": ("tied_it", "mano", "led"),
        "tie_highest": _SWITCH,
        "covered": _SWITCH,
        "cover_lead": _SWITCH,
        "mao_x_sees": ("team", "own"),
        "mao_x_truco": ("banned", "loses_leg"),
        "ferro": ("blind", "open"),
    },
    "gauderio": {
        "seats": ("4", "2", "6"),
        "target": ("24", "18", "12"),
        "flor": _SWITCH,
        "flor_vs_flor": ("each", "6"),
        "envido_ladder": ("argentine", "libre"),
        "envido_first": _SWITCH,
        "falta": ("shortfall", "half"),
        "truco_turn": ("own", "any"),
        "mazo_bonus": ("0", "1"),
        "covered": _SWITCH,
        "all_tied": ("mano", "nobody"),
        "pico": ("malas", "off", "range"),
    },
    "venezolano": {
        "seats": ("4", "2"),
        "target": ("24", "12"),
        "legs_to_win": ("1", "2"),
        "flor": _SWITCH,
        "flores_paid": ("each", "best"),
        "covered": _SWITCH,
        "tie_two_cards": _SWITCH,
    },
    "mallorqui": {
        "seats": ("4", "2", "6"),
        "target": ("24", "18"),
        "legs_to_win": ("1", "2", "3"),
        "deck": ("36", "40", "30"),
        "fuera_wins": ("leg", "game"),
        "envido_at_end": _SWITCH,
    },
}
"""The options that tables of each preset can change; they keep the preset's value of the others."""


def _implied(base: Rules, values: Mapping[str, object]) -> dict[str, Any]:
    """Return the options that follow from others, unless the table sets them.

    `values` are those of all options. Some presets play pico a pico with six seats; without envido
    no mazo pays for one; con-flor bids count the flores in a resto (R-F9).
    """
    implied: dict[str, Any] = {}
    if values["seats"] == 6 and base.preset in _PICO_AT_SIX:
        implied["pico"] = _PICO_AT_SIX[base.preset]
    if values["envido_ladder"] == "none":
        implied["mazo_bonus"] = 0
    if values["flor_contest"] == "ladder":
        implied["resto_flores"] = values["resto"] == "shortfall"
    return implied


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
    values = {key: changes.get(key, getattr(base, key)) for key in OPTION_KEYS}
    return replace(base, **(_implied(base, values) | changes))


def house_values(preset: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return what a table with these options is proposed where it differs from the base.

    A proposal that does not go together with these options is left out.
    """
    key, value, more = _HOUSE_AT.get(preset, ("", "", {}))
    house = {**HOUSE.get(preset, {}), **(more if key and options.get(key) == value else {})}
    try:
        make_rules(preset, {**house, **options})
    except RulesError as error:
        return {key: value for key, value in house.items() if key not in error.keys}
    return house


def house_rules(preset: str, options: Mapping[str, str] = MappingProxyType({})) -> Rules:
    """Return the rules that a new table is proposed, with some options changed.

    Raises RulesError like `make_rules`.
    """
    return make_rules(preset, {**house_values(preset, options), **options})


def seated(rules: Rules, seats: int) -> Rules:
    """Return these rules for another number of seats; pico a pico needs six (R-P1)."""
    options = {key: text for key, text in rules.options().items() if key != "pico" or seats == 6}
    return make_rules(rules.preset, {**options, "seats": str(seats)})


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
