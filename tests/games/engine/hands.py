"""Hands to test with: a deal in one line, a game in another."""

from games.engine import (
    Action,
    IllegalActionError,
    Ranking,
    Rules,
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
    ]


PRESET_NAMES = (
    "argentino",
    "argentino-flor",
    "trucoestrella",
    "uruguayo",
    "uruguayo-online",
    "truc",
)
