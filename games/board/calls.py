"""The call buttons: every call of the rules has its place, usable or with the reason why not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.board.words import PERROS_ANSWERS, answer_to_perros, refusal, short_canto
from games.engine import Rules, View, to_token

TRUCO: Final[Mapping[str, tuple[str, ...]]] = {
    "vale4": ("truco", "retruco", "vale4"),
    "fuera": ("truco", "retruco", "vale4", "fuera"),
}
ENVIDO: Final[Mapping[str, tuple[str, ...]]] = {
    "argentine": ("envido", "real", "falta"),
    "uruguayan": ("envido", "real", "falta"),
    "noreal": ("envido", "falta"),
    "vuelvo": ("envido", "vuelvo", "falta"),
}
FLOR: Final[Mapping[str, tuple[str, ...]]] = {
    "argentine": ("flor", "contraflor", "resto", "achico"),
    "uruguayan": ("flor", "contraflor", "conflor", "resto"),
}
KEYS: Final[Mapping[str, str]] = {
    "envido": "e",
    "quiero": "q",
    "no": "n",
    "mazo": "m",
    "falta": "f",
    **dict.fromkeys(("truco", "retruco", "vale4", "fuera"), "t"),
}
ASK_AGAIN: Final = frozenset({"mazo", "vale4", "fuera", "falta", "resto"})


@dataclass(frozen=True)
class CallButton:
    """One call in its place; without a reason it can be said now."""

    token: str
    label: str
    key: str = ""
    asks_again: bool = False
    why_not: str = ""


def call_rows(view: View) -> tuple[tuple[CallButton, ...], ...]:
    """Return the buttons of this hand's rules, row by row; the last row holds what has no place."""
    legal = {to_token(action) for action in view.legal}
    if not legal.isdisjoint(PERROS_ANSWERS):
        mazo = _button("mazo", legal, view.blocked)
        return _perros_rows([token for token in PERROS_ANSWERS if token in legal], mazo)
    rows = tuple(tuple(_button(token, legal, view.blocked) for token in row) for row in _rows(view))
    placed = {button.token for row in rows for button in row}
    others = tuple(
        _button(token, legal, view.blocked)
        for token in sorted(legal - placed)
        if token in view.blocked
    )
    return (*rows, others) if others else rows


def _perros_rows(answers: Sequence[str], mazo: CallButton) -> tuple[tuple[CallButton, ...], ...]:
    """R-X2: to take both parts, one of them, or none."""
    both, *one, none = (CallButton(token, answer_to_perros(token)) for token in answers)
    return (both,), tuple(one), (replace(none, asks_again=True), mazo)


def _rows(view: View) -> Iterator[tuple[str, ...]]:
    rules = view.rules
    yield "quiero", _next_truco(view, rules), "no"
    yield *ENVIDO[rules.envido_ladder], "mazo"
    if rules.flor:
        yield FLOR[rules.flor_contest]


def _next_truco(view: View, rules: Rules) -> str:
    """Return the only level of truco that can come next: the levels share one place."""
    ladder = TRUCO[rules.truco_top]
    level = view.truco_level
    if view.pending and view.pending.call in ladder:
        level = ladder.index(view.pending.call) + 2
    return ladder[min(level, len(ladder)) - 1]


def _button(token: str, legal: set[str], blocked: Mapping[str, str]) -> CallButton:
    return CallButton(
        token=token,
        label=short_canto(token),
        key=KEYS.get(token, ""),
        asks_again=token in ASK_AGAIN,
        why_not="" if token in legal else refusal(blocked.get(token, "not-your-turn")),
    )
