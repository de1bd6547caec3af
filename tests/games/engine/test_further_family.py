"""A family that the site does not offer: truc of La Garrotxa, as two rows of tables.

Source: cartescatalanes.com/reglaments/TrucCat.htm. Pairs, three cards, order 3 2 1 king knight
knave and down, no envido, to 12. Ties are those of R-T5; who led a tied trick leads again. That
page does not say what is paid: here it is 1 to 4. Its 8s and 9s are no cards of the notation.
"""

from random import Random

import pytest

from games.engine import (
    PRESETS,
    Rules,
    apply,
    apply_log,
    deal,
    deck_for,
    events,
    first_start,
    legal_actions,
    make_rules,
    next_hand_start,
    read_tgn,
    replay,
    view,
    write_tgn,
)
from games.engine.ranks import RANKS, Ranks, order_of
from games.robots import decide
from tests.games.engine.hands import legal_tokens, play, table

HANDS = ("3e 6b 4o", "2e 1b 5o", "1c 12e 4c", "11e 10o 5c")


@pytest.fixture(autouse=True)
def garrotxa(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two rows that make the family: its preset and the order of its cards."""
    ranks = Ranks(plain=order_of("3 2 1 12 11 10 7 6 5 4"), signs=("3", "2", "1"))
    monkeypatch.setitem(RANKS, "garrotxa", ranks)  # type: ignore[arg-type]
    preset = Rules(
        preset="garrotxa",
        seats=4,
        target=12,
        halves="one",
        envido_ladder="none",
        all_tied="nobody",
        signals=True,
        ranks="garrotxa",
    )
    monkeypatch.setitem(PRESETS, preset.preset, preset)  # type: ignore[arg-type]


def test_the_order_of_the_cards_is_that_of_the_family() -> None:
    state = play(table("garrotxa", *HANDS), "0:3e 1:2e 2:1c 3:11e")
    assert (state.tricks[0].winner, state.turn) == (0, 0)
    assert legal_tokens(state, 0) == {"6b", "4o", "truco", "mazo"}


def test_a_tied_trick_is_led_again_and_three_of_them_pay_nobody() -> None:
    state = table("garrotxa", "3e 1b 4o", "3b 1e 4e", "7e 6e 5e", "7b 6b 5b")
    state = play(state, "0:3e 1:3b 2:7e 3:7b")
    assert state.turn == 0
    state = play(state, "0:1b 1:1e 2:6e 3:6b 0:4o 1:4e 2:5e 3:5b")
    assert (state.over, state.hand_winner, state.points) == (True, None, ())


@pytest.mark.parametrize("seats", ["2", "4", "6"])
def test_whole_games_are_played_recorded_and_read_again(seats: str) -> None:
    rules, rng = make_rules("garrotxa", {"seats": seats}), Random(int(seats))
    start = first_start(rules, 0)
    while start is not None:
        state = deal(start, rng.sample(deck_for(rules), len(deck_for(rules))))
        dealt = state
        while not state.over:
            seat = state.to_act[0]
            seen, legal = view(state, seat), legal_actions(state, seat)
            action = rng.choice(legal) if rng.random() < 0.5 else decide(seen, legal, rng)
            assert action in legal
            state = apply(state, action)
            hidden = {card for other in state.deal.seats if other != seat
                      for card in state.held[other]}  # fmt: skip
            assert not hidden & {card for event in events(state, seat) for card in event.cards}
        assert apply_log(dealt, state.actions) == state
        start = next_hand_start(state)
    assert max(state.score) == 12


def test_its_records_name_it_like_any_other() -> None:
    text = (
        '[Rules "garrotxa"]\n[Options "seats=2"]\n[Seats "Jordi" "Mercè"]\n\n'
        "hand 1 mano=0 deal=3e,6b,4o/2e,1b,5o\n0:truco 1:quiero 0:3e 1:2e 0:6b 1:1b 1:5o 0:4o\n"
    )
    record = read_tgn(text)
    assert replay(record).hands[-1].score == (0, 2)
    assert read_tgn(write_tgn(record)) == record
