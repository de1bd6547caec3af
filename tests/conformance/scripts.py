"""Hands of the cases, action by action, and what a viewer then sees (kinds `script`, `view`)."""

from typing import Any

from games.engine import (
    Action,
    IllegalActionError,
    NotationError,
    State,
    apply,
    deal_hands,
    first_start,
    from_token,
    parse_card,
    to_token,
    view,
)
from games.engine.deals import deal_opening
from tests.conformance.staging import TEAMS, Case, cards, rules_of, tokens


def script(case: Case) -> None:
    """Play the actions; each expected fact is asked after the last of them."""
    expect = case["expect"]
    if "error" in expect:
        *earlier, last = case["actions"].split()
        code = refused(play(case, earlier), last)
        assert code == expect["error"], code
        return
    state = play(case, case["actions"].split())
    for key, told in expect.items():
        found = FACTS[key](state, told, case) if key in FACTS else UNKNOWN
        assert found is not UNKNOWN, f"no fact {key}"
        assert found == told, f"{key}: {found}"


UNKNOWN = object()


def dealt(case: Case) -> State:
    """Deal the hands of a case."""
    (rules,) = rules_of(case)
    score = case.get("score", (0, 0))
    return deal_hands(
        first_start(rules, case["mano"], (score[0], score[1])),
        [cards(hand.split(",")) for hand in case["deal"].split("/")],
        parse_card(case["muestra"]) if rules.muestra else None,
    )


def play(case: Case, words: list[str]) -> State:
    """Return the hand after these actions."""
    state = dealt(case)
    for text in words:
        state = act(state, text)
    return state


def act(state: State, text: str) -> State:
    return apply(state, read(text))


def refused(state: State, text: str) -> str | None:
    """Return the code that an action is refused with; None if it is accepted."""
    try:
        act(state, text)
    except (IllegalActionError, NotationError) as error:
        return error.code
    return None


def read(text: str) -> Action:
    seat, _, token = text.partition(":")
    return from_token(int(seat), token)


def _legal(state: State, told: dict[str, list[str]], _case: Case) -> dict[str, list[str]]:
    return {
        seat: [each for each in wanted if each in tokens(state, int(seat))]
        for seat, wanted in told.items()
    }


def _illegal(state: State, told: dict[str, list[str]], _case: Case) -> dict[str, list[str]]:
    return {
        seat: [each for each in unwanted if each not in tokens(state, int(seat))]
        for seat, unwanted in told.items()
    }


def _declared(state: State, _told: Any, _case: Case) -> list[str]:
    told = state.envido.declared or state.flor.declared
    values = dict(told.values) if told else {}
    return [
        f"{seat}:{'son buenas' if values[seat] is None else values[seat]}"
        for seat in state.deal.seats
        if seat in values
    ]


def _hand(state: State, _told: Any, _case: Case) -> str | None:
    if not state.over:
        return None
    return "nobody" if state.hand_winner is None else TEAMS[state.hand_winner]


def _shown(state: State, told: dict[str, Any], _case: Case) -> dict[str, Any]:
    """Return the cards in the order of the case: it names a set of cards."""
    shown = {str(seat): set(held) for seat, held in view(state, None).shown.items()}
    expected = {seat: set(cards(names)) for seat, names in told.items()}
    return told if shown == expected else {seat: sorted(map(str, s)) for seat, s in shown.items()}


def _made(state: State, _told: Any, case: Case) -> list[str]:
    """Return the actions of the hand that the case does not make itself."""
    made = [f"{action.seat}:{to_token(action)}" for action in state.actions]
    for text in case["actions"].split():
        if text in made:
            made.remove(text)
    return made


FACTS = {
    "score": lambda state, _told, _case: list(state.score),
    "points": lambda state, _told, _case: [list(entry) for entry in state.points],
    "to_act": lambda state, _told, _case: list(state.to_act),
    "legal": _legal,
    "illegal": _illegal,
    "hand": _hand,
    "over": lambda state, _told, _case: state.winner is not None,
    "winner": lambda state, _told, _case: None if state.winner is None else TEAMS[state.winner],
    "declared": _declared,
    "shown": _shown,
    "made": _made,
}


def check_view(case: Case) -> None:
    """The cards that a viewer gets, and those of which seats it does not."""
    state, viewer = play(case, case["actions"].split()), case["viewer"]
    seen = view(state, viewer)
    found = {seat: set(held) for seat, held in seen.mates.items()}
    if viewer is not None and seen.own:
        found[viewer] = set(seen.own)
    assert found == {int(seat): set(cards(names)) for seat, names in case["sees"].items()}, found
    assert not found.keys() & set(case["hides"])
    opening = deal_opening(state.deal)
    hidden = {card for seat in case["hides"] for card in state.held[seat]}
    assert not hidden & {card for event in seen.events for card in event.cards}
    assert opening.deal is state.deal
