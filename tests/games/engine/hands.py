"""Hands to test with: a deal in one line, a game in another."""

from random import Random

from games.engine import (
    CHOICES,
    HOUSE,
    OPTION_KEYS,
    RANGES,
    Action,
    IllegalActionError,
    Ranking,
    Rules,
    RulesError,
    Start,
    State,
    apply,
    apply_log,
    deal_hands,
    first_start,
    from_token,
    legal_actions,
    lines,
    make_rules,
    parse_card,
    to_token,
)
from games.engine.ranks import ranking


def cards(names: str):
    """`7e 10o` as cards."""
    return tuple(map(parse_card, names.split()))


def ranking_with_muestra(muestra: str | None) -> Ranking:
    """Return the rank of each Spanish card with a given muestra."""
    return ranking("spanish", None if muestra is None else parse_card(muestra))


def table(
    preset: str,
    *hands: str,
    mano: int = 0,
    score: tuple[int, int] = (0, 0),
    muestra: str | None = None,
    perros: int | None = None,
    **options: str,
) -> State:
    """A dealt hand of this preset; as many seats as hands."""
    rules = make_rules(preset, {"seats": str(len(hands)), **options})
    return dealt(first_start(rules, mano, score), *hands, muestra=muestra, perros=perros)


def dealt(
    start: Start, *hands: str, muestra: str | None = None, perros: int | None = None
) -> State:
    """A hand dealt from this start."""
    turned = None if muestra is None else parse_card(muestra)
    return apply_log(deal_hands(start, [cards(hand) for hand in hands], turned), lines(perros))


def play(state: State, line: str) -> State:
    """The hand after a line of the notation."""
    for word in line.split():
        seat, _, token = word.partition(":")
        state = apply(state, from_token(int(seat), token))
    return state


def legal_tokens(state: State, seat: int) -> set[str]:
    """The tokens of what a seat may do."""
    return {to_token(action) for action in legal_actions(state, seat)}


def refused(state: State, word: str) -> str | None:
    """The code an action is refused with; None if it is legal."""
    try:
        play(state, word)
    except IllegalActionError as error:
        return error.code
    return None


def refused_action(state: State, action: Action) -> str | None:
    """The code an action is refused with; None if it is accepted."""
    try:
        apply(state, action)
    except IllegalActionError as error:
        return error.code
    return None


def scored(state: State) -> list[tuple[int, int, str]]:
    """Return the points paid in this hand."""
    return [tuple(entry) for entry in state.points]


def every_table() -> list[Rules]:
    """Every preset at every number of seats, and the dogs and the picos that presets leave off."""
    tables = [make_rules(name, {"seats": seats}) for name in PRESET_NAMES for seats in "246"]
    return [
        *tables,
        make_rules("uruguayo-online", {"seats": "2", "perros": "on"}),
        make_rules("uruguayo-online", {"seats": "6", "perros": "on"}),
        make_rules("argentino-flor", {"seats": "4", "perros": "on"}),
        make_rules("trucoestrella", {"seats": "6", "pico": "range"}),
        make_rules("truc", {"seats": "4", "legs_to_win": "3", "fuera_wins": "leg"}),
        make_rules("uruguayo", {"flor": "off", "envido_ladder": "vuelvo"}),
        make_rules("argentino", {"envido_ladder": "none"}),
        make_rules("uruguayo", {"seats": "4", "envido_ladder": "none"}),
        make_rules("argentino", {"covered": "on"}),
        *with_options(),
    ]


def with_options() -> list[Rules]:
    """Presets with options of the second edition."""
    return [make_rules(preset, options) for preset, options in OPTIONS]


def random_tables(count: int, rng: Random) -> list[Rules]:
    """Return so many tables with options drawn from all their values, the presets in turn.

    Options that exclude each other are left out, as often as that is necessary.
    """
    return [_random_table(PRESET_NAMES[place % len(PRESET_NAMES)], rng) for place in range(count)]


def _random_table(preset: str, rng: Random) -> Rules:
    keys = rng.sample(OPTION_KEYS, rng.randint(3, 20))
    options = {key: rng.choice(VALUES[key]) for key in keys}
    while True:
        try:
            return make_rules(preset, options)
        except RulesError as error:
            at_fault = [key for key in error.keys if key in options]
            del options[rng.choice(at_fault or list(options))]


VALUES = {**CHOICES, **{key: [*map(str, numbers)] for key, numbers in RANGES.items()}}
OPTIONS: tuple[tuple[str, dict[str, str]], ...] = (
    ("paulista", {"deck": "24", "ferro": "first", "mao_x_truco": "loses_leg", "target": "5"}),
    ("paulista", {"mao_x_tied": "rivals", "mao_x_truco": "loses_hand", "truco_turn": "any"}),
    ("paulista", {"seats": "2", "raise_past": "off", "cover_lead": "on", "ferro": "open"}),
    ("paulista", {"cover_after_tie": "off", "cover_lead": "on", "tie_leader": "tied_it"}),
    ("mineiro", {"legs_to_win": "2", "prices": "2-4-8-10-12"}),
    ("gauderio", {"seats": "2", "envido_ladder": "libre", "target": "18", "falta": "half"}),
    ("gauderio", {"covered": "on", "truco_turn": "any", "all_tied": "nobody"}),
    ("venezolano", {"flores_paid": "best", "fuera_wins": "game", "target": "12"}),
    ("mallorqui", {"deck": "40", "envido_at_end": "off", "halves": "one"}),
    ("trucoestrella", {"seats": "4", **HOUSE["trucoestrella"]}),
    ("trucoestrella", {"seats": "6", **HOUSE["trucoestrella"], "unshown_envido": "passed"}),
    ("trucoestrella", {"seats": "4", "envido_callers": "pies", "flor_vs_flor": "4"}),
    ("uruguayo", {"seats": "4", **HOUSE["uruguayo"], "declaration": "alternate"}),
    ("uruguayo-online", {"seats": "4", "flor_contest": "ladder", "resto": "shortfall"}),
    ("uruguayo-online", {"seats": "6", "flor_contest": "ladder", "resto": "none"}),
    ("uruguayo-online", {"seats": "4", **HOUSE["uruguayo-online"], "perros": "on"}),
    ("argentino-flor", {"seats": "6", "pico": "range", "target": "15", "resto_flores": "on"}),
    ("argentino-flor", {"seats": "4", "flor_sung": "auto", "flor_vs_flor": "each"}),
    ("truc", {"deck": "26", "tie_beneath": "tied", "cover_from": "2", "falta": "half_winner"}),
)

PRESET_NAMES = (
    "argentino",
    "argentino-flor",
    "trucoestrella",
    "uruguayo",
    "uruguayo-online",
    "truc",
    "paulista",
    "mineiro",
    "gauderio",
    "venezolano",
    "mallorqui",
)
