"""The adapter of this engine: answers questions of the suite, as any other adapter would."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from .. import (
    USUAL,
    CallName,
    Card,
    IllegalActionError,
    More,
    NotationError,
    PlayCard,
    PlayPair,
    Ranking,
    Rules,
    RulesError,
    Start,
    State,
    apply,
    apply_log,
    deal_hands,
    deck_for,
    first_start,
    from_token,
    house_rules,
    legal_actions,
    lines,
    make_rules,
    next_hand_start,
    parse_card,
    to_token,
    view,
)
from ..envido import accepted_points, declare, refusal_points, value
from ..flor import is_flor
from ..flor import value as flor_value
from ..last_hand import deciding_team
from ..perros import take_back, throw
from ..pico import next_part
from ..ranks import ranking
from ..score import falta, in_buenas, leg_winner, pay
from ..state import PARDA
from ..tricks import hand_winner, next_leader, seat_if_all_tied
from .corpus import VERSION

Asked = Mapping[str, Any]
TEAMS: Final = "AB"
PLAIN_HANDS: Final = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c")
"""No flor, no pieza of 7c, no tied trick; in every deck. The first two seats win in turn."""
MUESTRA: Final = "7c"
_LABEL: Final = re.compile(r"([0-9]+)([abc]?)")


def rules_of(asked: Asked, **options: str) -> Rules:
    """Return the rules a question is about."""
    make = house_rules if asked.get("house") else make_rules
    return make(asked["preset"], {**asked["options"], **options})


def cards(names: str | Sequence[str]) -> tuple[Card, ...]:
    """Parse `7e 6e 1o`, or a list of names."""
    return tuple(map(parse_card, names.split() if isinstance(names, str) else names))


def sit(
    rules: Rules,
    hands: Sequence[str | Sequence[str]] = PLAIN_HANDS,
    *,
    mano: int = 0,
    score: Sequence[int] = (0, 0),
    muestra: str = MUESTRA,
    perros: int | None = None,
) -> State:
    """Return the first hand with these cards, after the dogs that `perros` throws, if it is set."""
    dealt = deal_hands(
        first_start(rules, mano, (score[0], score[1])),
        [cards(hand) for hand in hands[: rules.seats]],
        parse_card(muestra) if rules.muestra else None,
    )
    return apply_log(dealt, lines(perros))


def tokens(state: State, seat: int) -> set[str]:
    """Return the tokens of the seat's legal actions."""
    return {to_token(action) for action in legal_actions(state, seat)}


def _ranking(asked: Asked) -> Ranking:
    rules = rules_of(asked)
    muestra = asked.get("muestra", asked.get("vira"))
    return ranking(rules.ranks, None if muestra is None else parse_card(muestra), rules.deck)


def _card_cmp(asked: Asked) -> str:
    strength = _ranking(asked).strength
    a, b = strength[parse_card(asked["a"])], strength[parse_card(asked["b"])]
    return "=" if a == b else ">" if a > b else "<"


def _acts_as_pieza(asked: Asked) -> int | None:
    pieza = _ranking(asked).piezas.get(parse_card(asked["card"]))
    return pieza.rank if pieza else None


def _manilha(asked: Asked) -> list[str]:
    return list(map(str, _ranking(asked).manilhas))


def _deck(asked: Asked) -> list[str]:
    return list(map(str, deck_for(rules_of(asked))))


def _envido_value(asked: Asked) -> int:
    return value(cards(asked["cards"]), _ranking(asked))


def _flor_value(asked: Asked) -> int | None:
    dealt, ranked = cards(asked["cards"]), _ranking(asked)
    rules = rules_of(asked)
    return flor_value(dealt, ranked, rules.flor_value) if is_flor(dealt, ranked) else None


def _hand_winner_seq(asked: Asked) -> str | None:
    results = tuple(PARDA if won == "=" else TEAMS.index(won) for won in asked["tricks"])
    if_all_tied = seat_if_all_tied(rules_of(asked), TEAMS.index(asked["mano"]))
    winner = hand_winner(results, if_all_tied)
    if winner is None:
        return "nobody" if len(results) == 3 else None
    return TEAMS[winner]


def _next_leader(asked: Asked) -> str:
    leader = TEAMS.index(asked["first_leader"])
    for won in asked["tricks"]:
        leader = next_leader(leader, None if won == "=" else TEAMS.index(won))
    return TEAMS[leader]


def _columns(asked: Asked) -> list[list[Card]]:
    """Return the named cards by seat."""
    return [list(cards(column)) for column in zip(*asked["tricks"], strict=True)]


def filled(rules: Rules, columns: Sequence[Sequence[Card]], muestra: str) -> list[list[str]]:
    """Deal three cards each: those that are named, then any free ones."""
    used = {card for column in columns for card in column} | {parse_card(muestra)}
    spare = (card for card in deck_for(rules) if card not in used)
    return [
        [str(card) for card in (*column, *(next(spare) for _ in range(3 - len(column))))]
        for column in columns
    ]


def _hand_winner_cards(asked: Asked) -> str | None:
    columns, muestra = _columns(asked), asked.get("muestra", MUESTRA)
    rules = rules_of(asked, flor="off")
    hands = filled(rules, columns, muestra)
    state = sit(rules, hands, mano=TEAMS.index(asked["mano"]), muestra=muestra)
    while not state.over:
        column, number = columns[state.turn], len(state.tricks) - 1
        action = PlayCard(state.turn, column[number])
        if action in legal_actions(state, state.turn):
            state = apply(state, action)
        else:
            state = apply(state, PlayPair(state.turn, column[number], column[number + 1]))
    return None if state.hand_winner is None else TEAMS[state.hand_winner]


def _next_leader_cards(asked: Asked) -> int:
    columns, muestra = _columns(asked), asked.get("muestra", MUESTRA)
    rules = rules_of(asked, flor="off", envido_ladder="none")
    state = sit(rules, filled(rules, columns, muestra), mano=asked["mano"], muestra=muestra)
    for number in range(len(asked["tricks"])):
        for _ in range(rules.seats):
            state = apply(state, PlayCard(state.turn, columns[state.turn][number]))
    return state.turn


def _hand_after_calls(rules: Rules, calls: Iterable[str]) -> State:
    """Return a hand without flor in which the first two seats call in turn."""
    state = sit(rules)
    for number, called in enumerate(calls):
        state = apply(state, from_token(number % 2, called))
    return state


def _envido_ladder(asked: Asked) -> dict[str, Any]:
    rules = rules_of(asked, flor="off")
    calls = [More(name) if name.startswith("mas:") else CallName(name) for name in asked["calls"]]
    state = _hand_after_calls(rules, asked["calls"])
    taken = "falta" if CallName.FALTA in calls else accepted_points(state, 0)
    return {"quiero": taken, "no_quiero": refusal_points(rules, tuple(calls))}


def _envido_legal(asked: Asked) -> list[str]:
    state = _hand_after_calls(rules_of(asked, flor="off"), asked["after"])
    return sorted(tokens(state, len(asked["after"]) % 2))


def _truco_ladder(asked: Asked) -> dict[str, Any]:
    rules, calls = rules_of(asked, flor="off"), asked["calls"]
    state = _hand_after_calls(rules, calls)
    if not calls:
        return {"quiero": view(state, None).stake, "no_quiero": None}
    seat = len(calls) % 2
    refused = apply(state, from_token(seat, "no"))
    accepted = apply(state, from_token(seat, "quiero"))
    won = apply(accepted, from_token(accepted.turn, "mazo"))
    entry = won.points[-1]
    taken: int | str = entry.points
    if calls[-1] == "fuera":
        taken = "wins_match" if rules.fuera_wins == "game" else "wins_leg"
    return {"quiero": taken, "no_quiero": refused.points[-1].points}


def _falta_value(asked: Asked) -> int:
    score = asked["score"]
    return falta(rules_of(asked), (score[0], score[1]), TEAMS.index(asked["winner"]))


def _half(asked: Asked) -> str | None:
    rules, score = rules_of(asked), asked["score"]
    if rules.halves == "one":
        return None
    return "buenas" if in_buenas(rules, (score[0], score[1])) else "malas"


def _end_order(asked: Asked) -> str | None:
    """R-S1: flor, envido, truco; nothing counts after the target."""
    state = sit(rules_of(asked, flor="off"), score=asked["score"])
    for reason in ("flor", "envido", "truco"):
        if reason in asked:
            team, points = asked[reason]
            state = pay(state, TEAMS.index(team), points, reason)
    winner = leg_winner(state)
    return None if winner is None else TEAMS[winner]


def _in_order(asked: Asked) -> dict[int, int]:
    """Return the values by seat, from mano in order of play."""
    values, mano = asked["values"], asked["mano_seat"]
    return {(mano + step) % len(values): values[(mano + step) % len(values)]
            for step in range(len(values))}  # fmt: skip


def _envido_winner(asked: Asked) -> str:
    return TEAMS[declare(rules_of(asked), _in_order(asked)).winner % 2]


def _declaration(asked: Asked) -> list[str]:
    values = declare(rules_of(asked), _in_order(asked)).values
    return [f"{TEAMS[s % 2]}:{'son buenas' if said is None else said}" for s, said in values]


def _declaration_alternate(asked: Asked) -> dict[str, Any]:
    declaration = declare(rules_of(asked), _in_order(asked))
    spoken = [f"{seat}:{said}" for seat, said in declaration.values if said is not None]
    return {"spoken": spoken, "winner": TEAMS[declaration.winner % 2]}


def _mano_rotation(asked: Asked) -> int | None:
    state = sit(rules_of(asked, flor="off"), mano=asked["mano"])
    while not state.over:
        state = apply(state, legal_actions(state, state.to_act[0])[0])
    following = next_hand_start(state)
    return None if following is None else following.mano


def _six_player_round(asked: Asked) -> str:
    rules, score = rules_of(asked), (asked["score"][0], asked["score"][1])
    if asked["history"]:
        part = next_part(rules, score, after="" if asked["history"][-1] == "redonda" else "c")
    else:
        part = first_start(rules, 0, score).part
    return "pico" if part else "redonda"


def _pico_falta_cap(asked: Asked) -> int:
    return rules_of(asked).pico_falta_cap


def _hand_kind(asked: Asked) -> dict[str, Any]:
    rules = rules_of(asked)
    hands = filled(rules, [[] for _ in range(rules.seats)], "4c")
    deal = sit(rules, hands, score=asked["score"], muestra="4c").deal
    if deal.last_hand == "mao_x":
        return {"kind": "mao-x", "team": TEAMS[deciding_team(deal)]}
    return {"kind": deal.last_hand or "normal", "team": None}


def _perros_arm(asked: Asked) -> int | str | None:
    """Return the team whose dogs stand; `refused` if a step is not allowed."""
    label = _LABEL.fullmatch(asked["hand"])
    assert label is not None
    part: Any = label[2]
    start = Start(rules_of(asked), int(label[1]), part, 0, (0, 0), (0, 0))
    armed: int | None = None
    for step in asked["steps"]:
        seat, _, deed = step.partition(" ")
        try:
            if deed == "throws":
                armed = throw(start, armed, int(seat) % 2)
            else:
                take_back(start, armed, int(seat) % 2)
                armed = None
        except IllegalActionError:
            return "refused"
    return armed


def _match_format(asked: Asked) -> str:
    """Return whether tables of this preset usually choose so."""
    try:
        rules = rules_of(asked)
    except RulesError:
        return "invalid"
    usual = USUAL[rules.preset]
    is_usual = all(text in usual.get(key, ()) for key, text in rules.options().items())
    return "valid" if is_usual else "invalid"


def _rules_valid(asked: Asked) -> str:
    try:
        rules_of(asked)
    except RulesError as error:
        return error.code
    return "ok"


def _preset(asked: Asked) -> dict[str, str]:
    rules = rules_of(asked)
    return {key: rules.option(key) for key in asked["keys"]}


def played(asked: Asked) -> State:
    """Return the hand of a question after its actions; raises what the engine refuses with."""
    hands = [hand.split(",") for hand in asked["deal"].split("/")]
    state = sit(
        rules_of(asked),
        hands,
        mano=asked["mano"],
        score=asked.get("score", (0, 0)),
        muestra=asked.get("muestra", MUESTRA),
        perros=asked.get("perros"),
    )
    for text in asked["actions"].split():
        seat, _, token = text.partition(":")
        state = apply(state, from_token(int(seat), token))
    return state


def _script(asked: Asked) -> dict[str, Any]:
    try:
        state = played(asked)
    except (IllegalActionError, NotationError) as error:
        return {"error": error.code}
    hand = None
    if state.over:
        hand = "nobody" if state.hand_winner is None else TEAMS[state.hand_winner]
    return {
        "score": list(state.score),
        "points": [list(entry) for entry in state.points],
        "to_act": list(state.to_act),
        "legal": {str(seat): sorted(tokens(state, seat)) for seat in state.deal.seats},
        "hand": hand,
        "over": state.winner is not None,
        "winner": None if state.winner is None else TEAMS[state.winner],
        "declared": _declared(state),
        "shown": {str(seat): [*map(str, held)] for seat, held in view(state, None).shown.items()},
        "actions": [f"{action.seat}:{to_token(action)}" for action in state.actions],
    }


def _declared(state: State) -> list[str]:
    declaration = state.envido.declared or state.flor.declared
    values = dict(declaration.values) if declaration else {}
    return [
        f"{seat}:{'son buenas' if values[seat] is None else values[seat]}"
        for seat in state.deal.seats
        if seat in values
    ]


def _view(asked: Asked) -> dict[str, list[str]]:
    seen = view(played(asked), asked["viewer"])
    hands = {str(seat): list(map(str, held)) for seat, held in seen.mates.items()}
    if seen.own:
        hands[str(asked["viewer"])] = list(map(str, seen.own))
    return hands


ANSWERS: Final[Mapping[str, Callable[[Asked], Any]]] = {
    "card_cmp": _card_cmp,
    "acts_as_pieza": _acts_as_pieza,
    "manilha": _manilha,
    "deck": _deck,
    "deck_has": _deck,
    "envido_value": _envido_value,
    "flor_value": _flor_value,
    "hand_winner_seq": _hand_winner_seq,
    "hand_winner_cards": _hand_winner_cards,
    "next_leader": _next_leader,
    "next_leader_cards": _next_leader_cards,
    "envido_ladder": _envido_ladder,
    "envido_legal": _envido_legal,
    "truco_ladder": _truco_ladder,
    "falta_value": _falta_value,
    "half": _half,
    "end_order": _end_order,
    "envido_winner": _envido_winner,
    "declaration": _declaration,
    "declaration_alternate": _declaration_alternate,
    "mano_rotation": _mano_rotation,
    "six_player_round": _six_player_round,
    "pico_falta_cap": _pico_falta_cap,
    "hand_kind": _hand_kind,
    "perros_arm": _perros_arm,
    "match_format": _match_format,
    "rules_valid": _rules_valid,
    "preset": _preset,
    "script": _script,
    "view": _view,
}


def answer(asked: Asked) -> Any:
    """Answer a question, as it would come over the wire."""
    return json.loads(json.dumps(ANSWERS[asked["kind"]](asked)))


def main() -> None:
    """Say what is supported, then answer a question a line until the input ends."""
    able = {"truco_conformance": VERSION, "name": "truco-engine", "kinds": sorted(ANSWERS)}
    print(json.dumps(able), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            reply = {"id": asked["id"], "answer": answer(asked)}
        except Exception as error:  # one question that breaks is one failure
            reply = {"id": asked["id"], "error": f"{type(error).__name__} {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
