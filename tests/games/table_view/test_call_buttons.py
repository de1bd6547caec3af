"""The call buttons of a table: exactly what can become legal there, each in a fixed place."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from accounts.common.errors import all_refusals
from games.common.errors import ENGINE_REFUSALS, refusal
from games.engine import (
    AnswerPerros,
    CallName,
    Card,
    PlayBlind,
    PlayCard,
    PlayPair,
    Rules,
    State,
    apply,
    apply_log,
    deal,
    deck_for,
    first_start,
    from_token,
    known_calls,
    legal_actions,
    lines,
    make_rules,
    to_token,
    view,
)
from games.table_view.call_buttons import CallButton, call_rows
from tests.games.engine.hands import every_table

TABLES = {"-".join((t.preset, *t.options().values())): t for t in every_table()}
HANDS = 120  # four times what the rarest call was seen to need
LOOKED_AT = 4  # of them, in every state; later ones where something is said for the first time
STATES = 60
TRUCO_PLACE = (0, 1)  # row and column that the levels of truco share
Rows = tuple[tuple[CallButton, ...], ...]


def hands(rules: Rules, chance: Random) -> Iterator[tuple[int, State]]:
    """Every state of some hands of random play; two in three of them give flores to both teams."""
    for number in range(HANDS):
        start = first_start(rules, chance.randrange(rules.seats))
        thrown = chance.choice((None, 0, 1)) if rules.perros else None
        state = apply_log(
            deal(start, a_deck(rules, chance, has_flores=number % 3 > 0)), lines(thrown)
        )
        yield number, state
        while not state.over:
            state = apply(state, some_action(state, chance))
            yield number, state


def a_deck(rules: Rules, chance: Random, *, has_flores: bool) -> list[Card]:
    """A shuffled deck; with flores its first hands are of one suit each, in turns by seat."""
    deck = chance.sample(deck_for(rules), len(deck_for(rules)))
    if not has_flores or rules.deck != 40:
        return deck
    suits = [[card for card in deck if card.suit == suit] for suit in chance.sample("eboc", 4)]
    holders = [suits[seat] for seat in range(min(rules.seats, 4))]
    rest = [card for suit in suits for card in suit[3:]]
    rounds = [
        [holder[turn] if seat < len(holders) else rest.pop() for seat, holder in enumerate(seats)]
        for turn in range(3)
        for seats in [[*holders, *([rest] * (rules.seats - len(holders)))]]
    ]
    dealt = [card for cards in rounds for card in cards]
    return [*dealt, *(card for card in deck if card not in dealt)]


def some_action(state: State, chance: Random):
    """A call rather than a card, and the mazo seldom, so that ladders are climbed."""
    legal = legal_actions(state, chance.choice(state.to_act))
    said = [a for a in legal if not isinstance(a, PlayCard | PlayPair) and to_token(a) != "mazo"]
    return chance.choice(said if said and chance.random() < 0.7 else legal)


def sayable(state: State, seat: int) -> set[str]:
    """Return the calls that a seat can make now, without cards; all numbers share a button."""
    cards = PlayCard | PlayPair | PlayBlind
    said = (to_token(act) for act in legal_actions(state, seat) if not isinstance(act, cards))
    return {"mas" if token.startswith("mas:") else token for token in said}


def answers_perros(state: State, seat: int) -> bool:
    return any(isinstance(action, AnswerPerros) for action in legal_actions(state, seat))


def places(rows: Rows) -> list[list[str]]:
    """The tokens in their places; the levels of truco are one."""
    tokens = [[str(button.token) for button in row] for row in rows]
    tokens[TRUCO_PLACE[0]][TRUCO_PLACE[1]] = "truco"
    return tokens


@pytest.mark.feature("Playing", "The buttons are the calls of the table's rules")
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_the_buttons_are_exactly_what_can_become_legal_at_this_table(rules: Rules) -> None:
    buttons: set[str] = set()
    reached: set[str] = set()
    for number, state in hands(rules, Random(f"buttons {rules}")):
        for seat in range(rules.seats):
            said = sayable(state, seat)
            if number >= LOOKED_AT and said <= reached:
                continue
            rows = call_rows(view(state, seat))
            assert {button.token for row in rows for button in row if not button.why_not} == said
            reached |= said
            buttons.update(str(button.token) for row in rows for button in row)
    assert buttons == reached


REASONS = ENGINE_REFUSALS.keys() | {kind.code for kind in all_refusals()} - {"badly-written"}


@pytest.mark.feature("Playing", "Calls stand in fixed places and say why they are closed")
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_button_keeps_its_place_and_says_in_words_why_it_is_dead(rules: Rules) -> None:
    words = {refusal(code, rules.preset) for code in REASONS}
    seen: list[list[list[str]]] = []
    for _, state in islice(hands(rules, Random(f"places {rules}")), STATES):
        for seat in range(rules.seats):
            if answers_perros(state, seat):
                continue
            rows = call_rows(view(state, seat))
            if places(rows) not in seen:
                seen.append(places(rows))
            assert all(button.why_not in {"", *words} for row in rows for button in row)
    assert len(seen) == 1


def test_contraflor_has_no_button_where_it_is_con_flor_envido() -> None:
    rules = make_rules("uruguayo")  # R-F5
    row = call_rows(view(deal(first_start(rules, 0), deck_for(rules)), 0))[-1]
    assert [button.token for button in row] == ["flor", "conflor", "resto"]


def test_every_call_is_known_somewhere() -> None:
    tables = every_table()
    known = {call for rules in tables for family in known_calls(rules) for call in family}
    assert known == set(CallName)


def test_a_table_that_stands_still_says_so_on_every_button() -> None:
    state = deal(first_start(make_rules("argentino"), 0), deck_for(make_rules("argentino")))
    over = apply(state, from_token(0, "mazo"))
    reasons = {button.why_not for row in call_rows(view(over, 0)) for button in row}
    assert reasons == {"La mano ya terminó."}
