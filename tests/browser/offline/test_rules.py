"""The browser's rules: the stored cases, and random games beside the engine, action by action."""

import json
import random
from typing import Any

import pytest

from games.engine import (
    Fold,
    Rules,
    Start,
    State,
    apply,
    deal,
    deck_for,
    first_start,
    house_rules,
    legal_actions,
    next_hand_start,
    to_token,
    view,
)
from games.engine.conformance.corpus import (
    Capabilities,
    mismatch,
    questions,
    read_cases,
)
from games.offline.tables import module, offered, offline_rules
from tests.browser.offline.conftest import ROOT, call

pytestmark = [pytest.mark.browser]

FOLDS = 0.1  # share of the folds that are offered and made: hands should be played
GAMES = 2  # of each rules
TABLES = ROOT / "static/js/offline/tables.js"
OTHERS = (
    ("argentino", {"target": "30"}),
    ("argentino", {"falta": "half"}),
    ("argentino-flor", {"flor_vs_flor": "4", "resto_flores": "on"}),
    ("trucoestrella", {"unshown_envido": "passed", "truco_turn": "any", "mazo_turn": "any"}),
    ("uruguayo", {"resto": "shortfall", "flor_contest": "uruguayan"}),
    ("uruguayo-online", {"resto": "shortfall"}),
    ("truc", {"legs_to_win": "2", "deck": "26", "tie_beneath": "tied"}),
    ("paulista", {"deck": "24", "ferro": "first", "mao_x_truco": "loses_leg"}),
    ("paulista", {"raise_past": "off", "truco_turn": "any", "mao_x_tied": "rivals"}),
    ("mineiro", {"prices": "2-4-8-10-12", "ferro": "open"}),
    ("gauderio", {"covered": "on", "envido_ladder": "libre"}),
    ("venezolano", {"flores_paid": "best", "fuera_wins": "game"}),
    ("mallorqui", {"deck": "30", "legs_to_win": "2"}),
)


def test_the_tables_are_those_of_the_engine():
    assert TABLES.read_text() == module(), "run manage.py write_offline_tables"


@pytest.mark.feature("Playing", "The rules in the browser agree with the engine's cases")
def test_the_stored_cases_hold(rules_page):
    able = Capabilities(
        name="browser",
        kinds=frozenset(rules_page.evaluate("Object.keys(rules.KINDS)")),
        codes=False,
    )
    asked = [
        (case, question)
        for case in read_cases()
        for question in questions(case)
        if able.supports(question)
    ]
    replies = rules_page.evaluate(
        "all => all.map(rules.answer)", [question for _, question in asked]
    )
    told = [(case, reply) for (case, _), reply in zip(asked, replies, strict=True)]
    broken = [reply for _, reply in told if "error" in reply]
    wrong = {
        case["id"]: found
        for case, reply in told
        if "answer" in reply and (found := mismatch(case, reply["answer"], able))
    }
    assert not broken
    assert not wrong
    assert len([reply for _, reply in told if "answer" in reply]) > 300


@pytest.mark.parametrize(
    ("preset", "options"),
    [*((preset, None) for preset in offered()), *OTHERS],
)
def test_random_games_go_as_in_the_engine(rules_page, preset, options):
    rules = (
        offline_rules(preset) if options is None else house_rules(preset, options | {"seats": "2"})
    )
    seed = f"{preset} {options}"
    rng = random.Random(seed)
    for _ in range(GAMES):
        played = a_game(rules, rng)
        found = call(rules_page, "follow", written(played, rules))
        for hand, seen in zip(played, found, strict=True):
            assert seen["seen"] == hand["seen"], seed
            assert seen["next"] == hand["next"], seed


def a_game(rules: Rules, rng: random.Random) -> list[dict[str, Any]]:
    """Play a game by chance, with what is to be seen after each action."""
    start: Start | None = first_start(rules, rng.randrange(2))
    hands = []
    while start is not None:
        state = deal(start, rng.sample(deck_for(rules), len(deck_for(rules))))
        seen, sung = [facts(state)], len(state.actions)
        made = []
        while not state.over:
            seats = [seat for seat in (0, 1) if legal_actions(state, seat)]
            seat = rng.choice(seats)
            legal = legal_actions(state, seat)
            action = rng.choice(legal)
            if isinstance(action, Fold) and rng.random() > FOLDS:
                continue
            state = apply(state, action)
            made.append([seat, to_token(action)])
            seen.append(facts(state))
        following = next_hand_start(state)
        hands.append(
            {"state": state, "start": start, "made": made, "seen": seen, "sung": sung}
            | {"next": bare(following)}
        )
        start = following
    return hands


def bare(start: Start | None) -> dict[str, Any] | None:
    return start and {key: value for key, value in start.to_json().items() if key != "part"}


def written(hands: list[dict[str, Any]], rules: Rules) -> dict[str, Any]:
    """Return the game as the adapter reads it."""
    options = {key: text for key, text in rules.options().items() if key != "seats"}
    return {
        "preset": rules.preset,
        "options": options,
        "hands": [
            bare(hand["start"])
            | {
                "dealt": [[*map(str, cards)] for cards in hand["state"].deal.hands],
                "muestra": str(muestra) if (muestra := hand["state"].deal.muestra) else None,
                "actions": hand["made"],
            }
            for hand in hands
        ],
    }


def facts(state: State) -> dict[str, Any]:
    """Return what both must agree on."""
    told = state.envido.declared or state.flor.declared
    values = dict(told.values) if told else {}
    hand = None
    if state.over:
        hand = "nobody" if state.hand_winner is None else "AB"[state.hand_winner]
    seen = {
        "score": state.score,
        "points": state.points,
        "to_act": state.to_act,
        "legal": {seat: sorted(map(to_token, legal_actions(state, seat))) for seat in (0, 1)},
        "hand": hand,
        "over": state.winner is not None,
        "winner": None if state.winner is None else "AB"[state.winner],
        "declared": [
            f"{seat}:{'son buenas' if values[seat] is None else values[seat]}"
            for seat in state.deal.seats
            if seat in values
        ],
        "shown": {seat: [*map(str, held)] for seat, held in view(state, None).shown.items()},
        "actions": [f"{action.seat}:{to_token(action)}" for action in state.actions],
    }
    return json.loads(json.dumps(seen))
