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
    apply_line,
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
from ..perros import check_take_back, check_throw
from ..pico import next_part
from ..ranks import ranking
from ..score import falta, in_buenas, leg_winner, pay
from ..state import PARDA
from ..tricks import hand_winner, next_leader, team_if_all_tied
from ..truco import is_juego_fuera
from .corpus import VERSION

Question = Mapping[str, Any]
TEAMS: Final = "AB"
PLAIN_HANDS: Final = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c")
"""No flor, no pieza of 7c, no tied trick; in every deck. The first two seats win in turn."""
MUESTRA: Final = "7c"
_LABEL: Final = re.compile(r"([0-9]+)([abc]?)")


def rules_of(question: Question, **options: str) -> Rules:
    """Return the rules a question is about."""
    make = house_rules if question.get("house") else make_rules
    return make(question["preset"], {**question["options"], **options})


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


def _ranking(question: Question) -> Ranking:
    rules = rules_of(question)
    muestra = question.get("muestra", question.get("vira"))
    return ranking(rules.ranks, None if muestra is None else parse_card(muestra), rules.deck)


def _card_cmp(question: Question) -> str:
    strength = _ranking(question).strength
    a, b = strength[parse_card(question["a"])], strength[parse_card(question["b"])]
    return "=" if a == b else ">" if a > b else "<"


def _acts_as_pieza(question: Question) -> int | None:
    pieza = _ranking(question).piezas.get(parse_card(question["card"]))
    return pieza.rank if pieza else None


def _manilha(question: Question) -> list[str]:
    return list(map(str, _ranking(question).manilhas))


def _deck(question: Question) -> list[str]:
    return list(map(str, deck_for(rules_of(question))))


def _envido_value(question: Question) -> int:
    return value(cards(question["cards"]), _ranking(question))


def _flor_value(question: Question) -> int | None:
    dealt, ranked = cards(question["cards"]), _ranking(question)
    rules = rules_of(question)
    return flor_value(dealt, ranked, rules.flor_value) if is_flor(dealt, ranked) else None


def _hand_winner_seq(question: Question) -> str | None:
    results = tuple(PARDA if won == "=" else TEAMS.index(won) for won in question["tricks"])
    if_all_tied = team_if_all_tied(rules_of(question), TEAMS.index(question["mano"]))
    winner = hand_winner(results, if_all_tied)
    if winner is None:
        return "nobody" if len(results) == 3 else None
    return TEAMS[winner]


def _next_leader(question: Question) -> str:
    leader = TEAMS.index(question["first_leader"])
    for won in question["tricks"]:
        leader = next_leader(leader, None if won == "=" else TEAMS.index(won))
    return TEAMS[leader]


def _columns(question: Question) -> list[list[Card]]:
    """Return the named cards by seat."""
    return [list(cards(column)) for column in zip(*question["tricks"], strict=True)]


def filled(rules: Rules, columns: Sequence[Sequence[Card]], muestra: str) -> list[list[str]]:
    """Deal three cards each: those that are named, then any free ones."""
    used = {card for column in columns for card in column} | {parse_card(muestra)}
    spare = (card for card in deck_for(rules) if card not in used)
    return [
        [str(card) for card in (*column, *(next(spare) for _ in range(3 - len(column))))]
        for column in columns
    ]


def _hand_winner_cards(question: Question) -> str | None:
    columns, muestra = _columns(question), question.get("muestra", MUESTRA)
    rules = rules_of(question, flor="off")
    hands = filled(rules, columns, muestra)
    state = sit(rules, hands, mano=TEAMS.index(question["mano"]), muestra=muestra)
    while not state.over:
        column, number = columns[state.turn], len(state.tricks) - 1
        action = PlayCard(state.turn, column[number])
        if action in legal_actions(state, state.turn):
            state = apply(state, action)
        else:
            state = apply(state, PlayPair(state.turn, column[number], column[number + 1]))
    return None if state.hand_winner is None else TEAMS[state.hand_winner]


def _next_leader_cards(question: Question) -> int:
    columns, muestra = _columns(question), question.get("muestra", MUESTRA)
    rules = rules_of(question, flor="off", envido_ladder="none")
    state = sit(rules, filled(rules, columns, muestra), mano=question["mano"], muestra=muestra)
    for number in range(len(question["tricks"])):
        for _ in range(rules.seats):
            state = apply(state, PlayCard(state.turn, columns[state.turn][number]))
    return state.turn


def _hand_after_calls(rules: Rules, calls: Iterable[str]) -> State:
    """Return a hand without flor in which the first two seats call in turn."""
    state = sit(rules)
    for number, called in enumerate(calls):
        state = apply(state, from_token(number % 2, called))
    return state


def _envido_ladder(question: Question) -> dict[str, Any]:
    rules = rules_of(question, flor="off")
    calls = [
        More(name) if name.startswith("mas:") else CallName(name) for name in question["calls"]
    ]
    state = _hand_after_calls(rules, question["calls"])
    accepted = "falta" if CallName.FALTA in calls else accepted_points(state, 0)
    return {"quiero": accepted, "no_quiero": refusal_points(rules, tuple(calls))}


def _envido_legal(question: Question) -> list[str]:
    state = _hand_after_calls(rules_of(question, flor="off"), question["after"])
    return sorted(tokens(state, len(question["after"]) % 2))


def _truco_ladder(question: Question) -> dict[str, Any]:
    rules, calls = rules_of(question, flor="off"), question["calls"]
    state = _hand_after_calls(rules, calls)
    if not calls:
        return {"quiero": view(state, None).stake, "no_quiero": None}
    seat = len(calls) % 2
    refused = apply(state, from_token(seat, "no"))
    accepted = apply(state, from_token(seat, "quiero"))
    won = apply(accepted, from_token(accepted.turn, "mazo"))
    entry = won.points[-1]
    price: int | str = entry.points
    if is_juego_fuera(rules, accepted.truco.level):
        price = "wins_match" if rules.fuera_wins == "game" else "wins_leg"
    return {"quiero": price, "no_quiero": refused.points[-1].points}


def _falta_value(question: Question) -> int:
    score = question["score"]
    return falta(rules_of(question), (score[0], score[1]), TEAMS.index(question["winner"]))


def _half(question: Question) -> str | None:
    rules, score = rules_of(question), question["score"]
    if rules.halves == "one":
        return None
    return "buenas" if in_buenas(rules, (score[0], score[1])) else "malas"


def _end_order(question: Question) -> str | None:
    """R-S1: flor, envido, truco; nothing counts after the target."""
    state = sit(rules_of(question, flor="off"), score=question["score"])
    for reason in ("flor", "envido", "truco"):
        if reason in question:
            team, points = question[reason]
            state = pay(state, TEAMS.index(team), points, reason)
    winner = leg_winner(state)
    return None if winner is None else TEAMS[winner]


def _in_order(question: Question) -> dict[int, int]:
    """Return the values by seat, from mano in order of play."""
    values, mano = question["values"], question["mano_seat"]
    return {(mano + step) % len(values): values[(mano + step) % len(values)]
            for step in range(len(values))}  # fmt: skip


def _envido_winner(question: Question) -> str:
    return TEAMS[declare(rules_of(question), _in_order(question)).winner % 2]


def _declaration(question: Question) -> list[str]:
    values = declare(rules_of(question), _in_order(question)).values
    return [f"{TEAMS[s % 2]}:{'son buenas' if points is None else points}" for s, points in values]


def _declaration_alternate(question: Question) -> dict[str, Any]:
    declaration = declare(rules_of(question), _in_order(question))
    spoken = [f"{seat}:{points}" for seat, points in declaration.values if points is not None]
    return {"spoken": spoken, "winner": TEAMS[declaration.winner % 2]}


def _mano_rotation(question: Question) -> int | None:
    state = sit(rules_of(question, flor="off"), mano=question["mano"])
    while not state.over:
        state = apply(state, legal_actions(state, state.to_act[0])[0])
    following = next_hand_start(state)
    return None if following is None else following.mano


def _six_player_round(question: Question) -> str:
    rules, score = rules_of(question), (question["score"][0], question["score"][1])
    if question["history"]:
        part = next_part(rules, score, after="" if question["history"][-1] == "redonda" else "c")
    else:
        part = first_start(rules, 0, score).part
    return "pico" if part else "redonda"


def _pico_falta_cap(question: Question) -> int:
    return rules_of(question).pico_falta_cap


def _hand_kind(question: Question) -> dict[str, Any]:
    rules = rules_of(question)
    hands = filled(rules, [[] for _ in range(rules.seats)], "4c")
    deal = sit(rules, hands, score=question["score"], muestra="4c").deal
    if deal.last_hand == "mao_x":
        return {"kind": "mao-x", "team": TEAMS[deciding_team(deal)]}
    return {"kind": deal.last_hand or "normal", "team": None}


def _perros_arm(question: Question) -> int | str | None:
    """Return the team whose dogs stand; `refused` if a step is not allowed."""
    label = _LABEL.fullmatch(question["hand"])
    assert label is not None
    part: Any = label[2]
    start = Start(rules_of(question), int(label[1]), part, 0, (0, 0), (0, 0))
    armed: int | None = None
    for step in question["steps"]:
        seat, _, deed = step.partition(" ")
        try:
            if deed == "throws":
                check_throw(start, armed)
                armed = int(seat) % 2
            else:
                check_take_back(start, armed, int(seat) % 2)
                armed = None
        except IllegalActionError:
            return "refused"
    return armed


def _match_format(question: Question) -> str:
    """Return whether tables of this preset usually choose so."""
    try:
        rules = rules_of(question)
    except RulesError:
        return "invalid"
    usual = USUAL[rules.preset]
    is_usual = all(text in usual.get(key, ()) for key, text in rules.options().items())
    return "valid" if is_usual else "invalid"


def _rules_valid(question: Question) -> str:
    try:
        rules_of(question)
    except RulesError as error:
        return error.code
    return "ok"


def _preset(question: Question) -> dict[str, str]:
    rules = rules_of(question)
    return {key: rules.option(key) for key in question["keys"]}


def played(question: Question) -> State:
    """Return the hand of a question after its actions; raises what the engine refuses with."""
    hands = [hand.split(",") for hand in question["deal"].split("/")]
    state = sit(
        rules_of(question),
        hands,
        mano=question["mano"],
        score=question.get("score", (0, 0)),
        muestra=question.get("muestra", MUESTRA),
        perros=question.get("perros"),
    )
    for text in question["actions"].split():
        seat, _, token = text.partition(":")
        state = apply_line(state, from_token(int(seat), token))
    return state


def _script(question: Question) -> dict[str, Any]:
    try:
        state = played(question)
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
        "shown": {str(seat): [*map(str, cards)] for seat, cards in view(state, None).shown.items()},
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


def _view(question: Question) -> dict[str, list[str]]:
    seat_view = view(played(question), question["viewer"])
    hands = {str(seat): list(map(str, cards)) for seat, cards in seat_view.mates.items()}
    if seat_view.own:
        hands[str(question["viewer"])] = list(map(str, seat_view.own))
    return hands


ANSWERS: Final[Mapping[str, Callable[[Question], Any]]] = {
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


def answer(question: Question) -> Any:
    """Answer a question, as it would come over the wire."""
    return json.loads(json.dumps(ANSWERS[question["kind"]](question)))


def main() -> None:
    """Say what is supported, then answer a question a line until the input ends."""
    able = {"truco_conformance": VERSION, "name": "truco-engine", "kinds": sorted(ANSWERS)}
    print(json.dumps(able), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            reply = {"id": question["id"], "answer": answer(question)}
        except Exception as error:  # one question that breaks is one failure
            reply = {"id": question["id"], "error": f"{type(error).__name__} {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
