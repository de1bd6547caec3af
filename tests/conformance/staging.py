"""Tables for cases: rules from a case, uncontested deals, and calls in turn."""

from collections.abc import Mapping, Sequence
from typing import Any
from unittest import SkipTest

from games.engine import (
    USUAL,
    Card,
    Rules,
    State,
    apply,
    apply_log,
    deal_hands,
    first_start,
    from_token,
    house_rules,
    legal_actions,
    lines,
    make_rules,
    parse_card,
    to_token,
)

Case = Mapping[str, Any]

TEAMS = "AB"
TOKENS = {
    "no_quiero": "no",
    "no quiero": "no",
    "me achico": "achico",
    "con flor me achico": "achico",
    "vale cuatro": "vale4",
    "vale 4": "vale4",
    "vale_cuatro": "vale4",
    "juego fuera": "fuera",
    "juego_fuera": "fuera",
    "real envido": "real",
    "real_envido": "real",
    "falta envido": "falta",
    "falta_envido": "falta",
    "con flor envido": "conflor",
    "contraflor al resto": "resto",
    "contraflor_al_resto": "resto",
}
PLAIN_HANDS = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c")
"""No flor, no pieza of 7c, no tied trick; in both decks. The first two seats win in turn."""
BEST_FLOR, WORSE_FLOR = "7e 6e 5e", "4o 5o 1o"
FALTA_RULES = {"leader_to_target": "shortfall", "malas_wins_cama": "malas"}


def token(words: str) -> str:
    """A call in the words of a source, as a token."""
    return TOKENS.get(words, words)


def cards(names: str | Sequence[str]) -> tuple[Card, ...]:
    """`7E 6E 1O`, or a list of names."""
    return tuple(map(parse_card, names.split() if isinstance(names, str) else names))


def muestra_of(case: Case) -> Card | None:
    """The muestra a case names."""
    return parse_card(case["muestra"]) if "muestra" in case else None


def is_usual(rules: Rules) -> bool:
    """Whether tables of this preset really play so; unusual but sensible rules are allowed too."""
    usual = USUAL[rules.preset]
    return all(text in usual.get(key, ()) for key, text in rules.options().items())


ALL = ("argentino", "argentino-flor", "trucoestrella", "uruguayo", "uruguayo-online", "truc")
"""The presets of the first edition."""


def rules_of(case: Case, **options: str) -> list[Rules]:
    """The rules a case is about; `all` means every preset that these cases were written for."""
    options = {**case.get("options", {}), **options}
    for key in ("seats", "target"):
        if key in case:
            options[key] = str(case[key])
    if "rule" in case:
        options["falta"] = FALTA_RULES[case["rule"]]
    names = ALL if case["variant"] == "all" else (case["variant"],)
    make = house_rules if case.get("house") else make_rules
    return [make(name, options) for name in names]


def without_flor(case: Case, **options: str) -> list[Rules]:
    """Return the same rules for a situation in which no seat holds a flor."""
    return rules_of(case, **options, flor="off")


def sit(
    rules: Rules,
    hands: Sequence[str | Sequence[str]] = PLAIN_HANDS,
    *,
    mano: int = 0,
    score: tuple[int, int] = (0, 0),
    muestra: str = "7c",
    perros: int | None = None,
) -> State:
    """A dealt hand."""
    dealt = deal_hands(
        first_start(rules, mano, score),
        [cards(hand) for hand in hands[: rules.seats]],
        parse_card(muestra) if rules.muestra else None,
    )
    return apply_log(dealt, lines(perros))


def say(state: State, seat: int, *words: str) -> State:
    """The seat's actions, in tokens or in the words of a source."""
    for text in words:
        state = apply(state, from_token(seat, token(text)))
    return state


def tokens(state: State, seat: int) -> set[str]:
    """Return the tokens of the seat's legal actions."""
    return {to_token(action) for action in legal_actions(state, seat)}


def play_on(state: State, seat: int) -> State:
    """The others play a card each until it is this seat's turn."""
    while seat not in state.to_act:
        state = apply(state, legal_actions(state, state.turn)[0])
    return state


def paid(state: State, *reasons: str) -> dict[str, int]:
    """Return the points paid to each team for these reasons."""
    sums = {"A": 0, "B": 0}
    for entry in state.points:
        if entry.reason in reasons:
            sums[TEAMS[entry.team]] += entry.points
    return {team: points for team, points in sums.items() if points}


def unread(text: str) -> SkipTest:
    """A case whose words this reader does not understand."""
    return SkipTest(f"words not understood: {text!r}")
