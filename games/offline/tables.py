"""The tables of the rules as a JavaScript module, for the game that a browser plays by itself."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from games.engine import PRESETS, USUAL, house_rules
from games.engine.calls import TRUCOS
from games.engine.cards import DECKS, FIGURES
from games.engine.envido import LADDERS, Ladder
from games.engine.flor import BIDS, CHALLENGES, SOTA_IN_PIEZAS6
from games.engine.ranks import RANKS, SUBSTITUTE, Ranks
from games.engine.rules import OPTION_KEYS, Rules

HEAD: Final = "// Written by `manage.py write_offline_tables` from games/engine. Do not edit."
WIDTH: Final = 100
TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^",]+|,')
_OF_MORE_SEATS: Final = frozenset(
    ("seats", "pico", "pico_from", "pico_left", "pico_falta_cap", "perros", "perros_stay")
)
"""Options that make no difference to two seats, or that the browser does not play."""


def offered() -> tuple[str, ...]:
    """Return the presets that two seats can play without a connection: all of them."""
    return tuple(preset for preset, usual in USUAL.items() if "2" in usual["seats"])


def offline_rules(preset: str) -> Rules:
    """Return the rules of the game in the browser: two seats, the shortest usual target."""
    target = min(USUAL[preset]["target"], key=int)
    return house_rules(preset, {"seats": "2", "target": target})


def module() -> str:
    """Return the text of `static/js/offline/tables.js`."""
    return "\n".join([HEAD, *_lines(), ""])


def _lines() -> Iterator[str]:
    yield _line("TRUCOS", list(TRUCOS))
    yield _line("FIGURES", list(FIGURES))
    yield _line("SUBSTITUTE", SUBSTITUTE)
    yield _line("SOTA_IN_PIEZAS6", SOTA_IN_PIEZAS6)
    yield _line("BIDS", BIDS)
    yield _line("CHALLENGES", CHALLENGES)
    yield _line("DECKS", {size: list(map(str, deck.cards)) for size, deck in DECKS.items()})
    yield _line("RANKS", {name: _ranks(table) for name, table in RANKS.items()})
    yield _line("LADDERS", {name: _ladder(ladder) for name, ladder in LADDERS.items()})
    yield _line("PRESETS", {name: _preset(rules) for name, rules in PRESETS.items()})
    yield _line("PROPOSED", {name: _options(offline_rules(name)) for name in offered()})


def _line(name: str, value: Any) -> str:
    """Return a declaration, broken after commas that are in no string."""
    declaration = f"export const {name} = {json.dumps(value, separators=(',', ':'))};"
    lines = [""]
    for part in TOKENS.findall(declaration):
        if len(lines[-1]) + len(part) > WIDTH and lines[-1].endswith(","):
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _ranks(table: Ranks) -> dict[str, Any]:
    manilhas = table.manilhas
    return {
        "plain": table.plain,
        "piezas": table.piezas,
        "adds": table.adds_piezas,
        "fixed": dict(table.fixed_piezas),
        "manilhas": manilhas and {"suits": manilhas.suits, "sequence": manilhas.sequence},
    }


def _ladder(ladder: Ladder) -> dict[str, Any]:
    return {
        "openings": ladder.openings,
        "answers": {call.value: answers for call, answers in ladder.answers.items()},
        "repeats": ladder.repeats,
        "steps": ladder.steps,
        "free": ladder.is_free,
    }


def _preset(rules: Rules) -> dict[str, Any]:
    options = {key: getattr(rules, key) for key in OPTION_KEYS if key not in _OF_MORE_SEATS}
    return {**options, "ranks": rules.ranks}


def _options(rules: Rules) -> dict[str, str]:
    return {key: text for key, text in rules.options().items() if key not in _OF_MORE_SEATS}
