"""The kinds of case that are about the cards: each is a function of the engine, asked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine import (
    CallName,
    More,
    PlayCard,
    PlayPair,
    Ranking,
    RulesError,
    apply,
    deck_for,
    first_start,
    legal_actions,
    make_rules,
    next_hand_start,
    parse_card,
    view,
)
from games.engine.envido import (
    accepted_points,
    declare,
    declare_envido,
    raises,
    refusal_points,
    value,
)
from games.engine.flor import is_flor
from games.engine.flor import value as flor_value
from games.engine.last_hand import deciding_team
from games.engine.pico import next_part
from games.engine.ranks import ranking
from games.engine.score import falta, in_buenas, leg_winner, pay
from games.engine.state import PARDA
from games.engine.tricks import hand_winner, next_leader, seat_if_all_tied
from games.house_rules.call_names import canto
from tests.conformance import arming, scripts
from tests.conformance.staging import (
    TEAMS,
    Case,
    cards,
    is_usual,
    muestra_of,
    rules_of,
    say,
    sit,
    token,
    tokens,
    without_flor,
)
from tests.conformance.words import flor, mazo, perros, said, transcript, truc


def ranking_of(case: Case) -> Ranking:
    """Rank the cards with the case's muestra, in the order of its preset."""
    (rules, *_) = rules_of(case)
    return ranking(rules.ranks, muestra_of(case), rules.deck)


def card_cmp(case: Case) -> None:
    """R-T1, R-T2."""
    strength = ranking_of(case).strength
    a, b = strength[parse_card(case["a"])], strength[parse_card(case["b"])]
    assert {">": a > b, "<": a < b, "=": a == b}[case["expect"]], (a, b)


def acts_as_pieza(case: Case) -> None:
    """R-T2."""
    pieza = ranking_of(case).piezas.get(parse_card(case["card"]))
    assert (pieza.rank if pieza else None) == case["expect"]


def envido_value(case: Case) -> None:
    """R-E4."""
    assert value(cards(case["cards"]), ranking_of(case)) == case["expect"]


def check_flor_value(case: Case) -> None:
    """R-F1, R-F3."""
    dealt, ranked = cards(case["cards"]), ranking_of(case)
    for rules in rules_of(case):
        found = flor_value(dealt, ranked, rules.flor_value) if is_flor(dealt, ranked) else None
        assert found == case["expect"], found


def hand_winner_seq(case: Case) -> None:
    """R-T5."""
    results = tuple(PARDA if won == "=" else TEAMS.index(won) for won in case["tricks"])
    mano = TEAMS.index(case["mano"])
    for rules in rules_of(case):
        winner = hand_winner(results, seat_if_all_tied(rules, mano))
        is_over = len(results) == 3
        nobody = "nobody" if is_over and case["expect"] == "nobody" else None
        assert (nobody if winner is None else TEAMS[winner]) == case["expect"]


def check_next_leader(case: Case) -> None:
    """R-T4."""
    leader = TEAMS.index(case["first_leader"])
    for won in case["tricks"]:
        leader = next_leader(leader, None if won == "=" else TEAMS.index(won))
    assert TEAMS[leader] == case["expect"]


def _team(text: str) -> int:
    """`A`, `seat1`, `seats0+2`."""
    return TEAMS.index(text) if text in TEAMS else int(text.lstrip("seat")[0]) % 2


def hand_winner_cards(case: Case) -> None:
    """R-T: the cards are dealt in columns and played in turn."""
    seats = len(case["tricks"][0])
    columns = [
        [cards([name])[0] for name in column] for column in zip(*case["tricks"], strict=True)
    ]
    muestra = case.get("muestra", "7c")
    for rules in without_flor({**case, "seats": seats}):
        state = sit(
            rules, _filled(rules, columns, muestra), mano=int(_team(case["mano"])), muestra=muestra
        )
        while not state.over:
            column = columns[state.turn]
            number = len(state.tricks) - 1
            action = PlayCard(state.turn, column[number])
            if action not in legal_actions(state, state.turn):
                state = apply(state, PlayPair(state.turn, *column[number:]))
            else:
                state = apply(state, action)
        assert state.hand_winner == _team(case["expect"])


def _filled(rules: Any, columns: list[list[Any]], muestra: str) -> list[list[str]]:
    """Deal three cards each: those the case names, then any free ones."""
    used = {card for column in columns for card in column} | {parse_card(muestra)}
    spare = (card for card in deck_for(rules) if card not in used)
    return [
        [str(card) for card in (*column, *(next(spare) for _ in range(3 - len(column))))]
        for column in columns
    ]


def envido_ladder(case: Case) -> None:
    """R-E3, called in turn by two seats."""
    calls = cantos(case["calls"])
    for rules in without_flor(case):
        state = sit(rules)
        for number, called in enumerate(calls):
            state = say(state, number % 2, called.value)
        assert refusal_points(rules, calls) == case["no_quiero"]
        if case["quiero"] == "falta":
            assert CallName.FALTA in calls
        else:
            assert accepted_points(state, 0) == case["quiero"]


def envido_legal(case: Case) -> None:
    """R-E3: what may answer."""
    for rules in without_flor(case):
        state = sit(rules)
        for number, name in enumerate(case["after"]):
            state = say(state, number % 2, name)
        _check_tokens(case, tokens(state, len(case["after"]) % 2))
        if case["after"]:
            calls = cantos(case["after"])
            assert {canto.value for canto in raises(rules, calls)} <= tokens(state, len(calls) % 2)


def cantos(names: Sequence[str]) -> tuple[CallName | More, ...]:
    """Return calls by their names."""
    told = map(token, names)
    return tuple(More(name) if name.startswith("mas:") else CallName(name) for name in told)


def _check_tokens(case: Case, legal: set[str]) -> None:
    assert {token(name) for name in case.get("legal", ())} <= legal, legal
    assert not {token(name) for name in case.get("illegal", ())} & legal, legal


def truco_ladder(case: Case) -> None:
    """R-C1, R-C3, called in turn by two seats."""
    for rules in without_flor(case):
        state = sit(rules)
        for number, name in enumerate(case["calls"]):
            state = say(state, number % 2, name)
        answering = len(case["calls"]) % 2
        if not case["calls"]:
            assert case["no_quiero"] is None
            assert view(state, None).stake == case["quiero"]
            continue
        refused = say(state, answering, "no")
        assert refused.points[-1].points == case["no_quiero"]
        won = say(say(state, answering, "quiero"), state.turn, "mazo")
        _check_prize(case["quiero"], won)


def hand_kind(case: Case) -> None:
    """R-B1."""
    score = (case["score"][0], case["score"][1])
    for rules in rules_of(case):
        state = sit(rules, _filled(rules, [[] for _ in range(rules.seats)], "4c"), score=score)
        told = {"": "normal", "mao_x": "mao-x"}.get(state.deal.last_hand, state.deal.last_hand)
        team = TEAMS[deciding_team(state.deal)] if told == "mao-x" else None
        assert (told, team) == (case["expect"], case.get("team"))


def manilha(case: Case) -> None:
    """R-T1a."""
    for rules in rules_of(case):
        ranked = ranking(rules.ranks, parse_card(case["vira"]), rules.deck)
        assert ranked.manilhas == cards(case["expect"])


def deck_has(case: Case) -> None:
    """R-D7."""
    for rules in rules_of(case):
        known = deck_for(rules)
        assert len(known) == case["count"]
        assert set(cards(case.get("present", ()))) <= set(known)
        assert not set(cards(case.get("missing", ()))) & set(known)


def next_leader_cards(case: Case) -> None:
    """R-T4, R-T8: the tricks are played, the first led by mano."""
    names = zip(*case["tricks"], strict=True)
    columns = [[cards([name])[0] for name in column] for column in names]
    muestra = case.get("muestra", "7c")
    for rules in rules_of(case, flor="off", envido_ladder="none"):
        state = sit(rules, _filled(rules, columns, muestra), mano=case["mano"], muestra=muestra)
        for number in range(len(case["tricks"])):
            for _ in range(rules.seats):
                state = apply(state, PlayCard(state.turn, columns[state.turn][number]))
        assert state.turn == case["expect"]


def declaration_alternate(case: Case) -> None:
    """R-E11."""
    for rules in rules_of(case):
        told = declare(rules, _in_order(case))
        spoken = [f"{seat}:{value}" for seat, value in told.values if value is not None]
        assert spoken == case["spoken"]
        assert TEAMS[told.winner % 2] == case["winner"]


def rules_valid(case: Case) -> None:
    """The clashes."""
    code = "ok"
    try:
        rules_of(case)
    except RulesError as error:
        code = error.code
    assert code == case["expect"], code


def check_preset(case: Case) -> None:
    """The values of a preset, as text."""
    for rules in rules_of(case):
        told = {key: rules.option(key) for key in case["expect"]}
        assert told == case["expect"], told


def word(case: Case) -> None:
    """The words of a family."""
    assert canto(case["token"], case["variant"]) == case["expect"]


def _check_prize(expected: object, won: Any) -> None:
    """Check the points; juego fuera is compared as words."""
    if isinstance(expected, int):
        assert won.points[-1].points == expected
    elif expected == "wins_leg":
        assert won.score[won.points[-1].team] == won.deal.rules.target
    else:
        assert won.winner is not None


def falta_value(case: Case) -> None:
    """R-E5."""
    winner = TEAMS.index(case["winner"])
    score = (case["score"][0], case["score"][1])
    for rules in rules_of(case):
        whole_leg = case["expect"] in ("wins_cama", "wins_leg", "wins_match")
        expected = rules.target - score[winner] if whole_leg else case["expect"]
        assert falta(rules, score, winner) == expected


def half(case: Case) -> None:
    """R-S4."""
    for rules in rules_of(case):
        in_half = "buenas" if in_buenas(rules, tuple(case["score"])) else "malas"
        assert (None if rules.halves == "one" else in_half) == case["expect"]


def end_order(case: Case) -> None:
    """R-S1: flor, envido, truco; nothing counts after the target."""
    for rules in without_flor(case):
        state = sit(rules, score=tuple(case["score"]))
        for reason in ("flor", "envido", "truco"):
            if reason in case:
                team, points = case[reason]
                state = pay(state, TEAMS.index(team), points, reason)
        winner = leg_winner(state)
        assert (None if winner is None else TEAMS[winner]) == case["expect_winner"]


def _in_order(case: Case) -> dict[int, int]:
    """The values by seat, from mano in order of play."""
    values, mano = case["values"], case["mano_seat"]
    order = [(mano + step) % len(values) for step in range(len(values))]
    return {seat: values[seat] for seat in order}


def envido_winner(case: Case) -> None:
    """R-E6."""
    assert TEAMS[declare_envido(_in_order(case)).winner % 2] == case["expect"]


def declaration(case: Case) -> None:
    """R-E6."""
    told = declare_envido(_in_order(case)).values
    lines = [f"{TEAMS[s % 2]}:{'son buenas' if value is None else value}" for s, value in told]
    assert lines == case["expect"]


def deck(case: Case) -> None:
    """R-T1: the cards in play."""
    for rules in rules_of(case):
        names = {str(card).upper() for card in deck_for(rules)}
        assert names == set(case["expect"])
        assert len(deck_for(rules)) == case["count"]


def match_format(case: Case) -> None:
    """The choices of the preset's tables."""
    options = {"legs_to_win": str(case["camas"]), "target": str(case["target"])}
    try:
        valid = is_usual(make_rules(case["variant"], options))
    except RulesError:
        valid = False
    assert valid == (case["expect"] == "valid")


def mano_rotation(case: Case) -> None:
    """R-D2: seats are numbered in order of play, to the right."""
    for rules in without_flor(case):
        state = sit(rules, mano=case["mano"])
        while not state.over:
            state = apply(state, legal_actions(state, state.to_act[0])[0])
        following = next_hand_start(state)
        assert following is not None
        expected = case["expect_next"]
        right = (case["mano"] + 1) % rules.seats
        assert following.mano == (right if expected == "right neighbour" else expected)


def six_player_round(case: Case) -> None:
    """R-P1."""
    for rules in rules_of({**case, "seats": 6}):
        score = (case["score"][0], case["score"][1])
        if case["history"]:
            part = next_part(rules, score, after="" if case["history"][-1] == "redonda" else "c")
        else:
            part = first_start(rules, 0, score).part
        assert case["expect"].startswith("pico" if part else "redonda")


def pico_falta_cap(case: Case) -> None:
    """R-P2."""
    for rules in rules_of({**case, "seats": 6}):
        assert rules.pico_falta_cap == case["expect"]


KINDS: Mapping[str, Callable[[Case], object]] = {
    "card_cmp": card_cmp,
    "acts_as_pieza": acts_as_pieza,
    "envido_value": envido_value,
    "flor_value": check_flor_value,
    "hand_winner_seq": hand_winner_seq,
    "next_leader": check_next_leader,
    "hand_winner_cards": hand_winner_cards,
    "envido_ladder": envido_ladder,
    "envido_legal": envido_legal,
    "truco_ladder": truco_ladder,
    "truco_legal": said.legal_after,
    "envido_primero": said.legal_after,
    "envido_window": said.legal_after,
    "truco_and_envido_answer": said.truco_and_envido_answer,
    "falta_value": falta_value,
    "half": half,
    "mazo_points": mazo.mazo_points,
    "mazo_team": mazo.mazo_team,
    "end_order": end_order,
    "envido_winner": envido_winner,
    "declaration": declaration,
    "flor_contest": flor.flor_contest,
    "deck": deck,
    "truc_rule": truc.truc_rule,
    "match_format": match_format,
    "mano_rotation": mano_rotation,
    "six_player_round": six_player_round,
    "pico_falta_cap": pico_falta_cap,
    "perros": perros.perros,
    "score_script": transcript.score_script,
    "manilha": manilha,
    "deck_has": deck_has,
    "next_leader_cards": next_leader_cards,
    "declaration_alternate": declaration_alternate,
    "rules_valid": rules_valid,
    "preset": check_preset,
    "hand_kind": hand_kind,
    "word": word,
    "script": scripts.script,
    "view": scripts.check_view,
    "perros_arm": arming.perros_arm,
}
