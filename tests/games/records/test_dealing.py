"""Deals: the committed cards, reproducible, and known to the seed alone."""

import logging
from datetime import datetime

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.db import models

from games.engine import deck_for
from games.fair import shuffle
from games.models import Game
from games.play import clock
from games.play.replay import DealSource, current_state, every_hand
from tests.games.tables import (
    CORTE,
    a_person,
    a_table,
    act,
    fold_to_the_end,
    play_to_the_end,
    state_of,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]


def dealer_of(game: Game) -> DealSource:
    return DealSource(game, list(game.seats.order_by("number")))


def every_state(game: Game) -> list:
    return every_hand(game, dealer_of(game))


def play_keeping_each_hand(game: Game, now: datetime) -> list:
    """Play to the end; return the state in which each hand was left."""
    hands = {}
    while not game.is_over:
        state = state_of(game)
        if state.over:
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        else:
            seat = state.to_act[0]
            act(game, "mazo" if not state.actions else _a_card(state), now, seat=seat)
            hands[state.start.label] = state_of(game)
        game.refresh_from_db()
    return list(hands.values())


def _a_card(state) -> str:
    return str(state.held[state.to_act[0]][0])


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_game_folds_from_its_log_into_the_hands_that_were_played(now, seats):
    game = a_table(now, people=[a_person() for _ in range(seats)], target="5")
    assert play_keeping_each_hand(game, now) == every_state(game)


def test_the_first_mano_is_drawn_and_then_goes_round(now):
    game = a_table(now, people=[a_person() for _ in range(4)], target="15")
    drawn = dealer_of(game).draw()
    assert state_of(game).start.mano == drawn.mano
    fold_to_the_end(game, now)
    manos = [hand.start.mano for hand in every_state(game)]
    assert manos == [(drawn.mano + turn) % 4 for turn in range(len(manos))]


def test_every_card_is_dealt_once(now):
    game = a_table(now, people=[a_person() for _ in range(4)], target="5")
    fold_to_the_end(game, now)
    for hand in every_state(game):
        cards = [card for held in hand.deal.hands for card in held]
        assert len(set(cards)) == len(cards) == 12
        assert set(cards) <= set(deck_for(game.rules))


def test_hands_differ_between_games_and_within_them(now):
    games = [a_table(now, target="15") for _ in range(3)]
    for game in games:
        fold_to_the_end(game, now)
    dealt = [hand.deal.hands for game in games for hand in every_state(game)]
    assert len(set(dealt)) == len(dealt)


@pytest.mark.feature("Records", "Players add their own randomness (the cut)")
def test_what_a_player_adds_changes_the_cards(now):
    game = a_table(now)
    seats = list(game.seats.order_by("number"))
    with_corte = current_state(game, DealSource(game, seats))
    assert [seat.contribution for seat in seats] == [CORTE, CORTE]
    seats[1].contribution = ""
    assert current_state(game, DealSource(game, seats)).held != with_corte.held


def test_a_hand_that_was_not_finished_is_the_last_one(now):
    game = a_table(now)
    assert [hand.start.label for hand in every_state(game)] == ["1"]
    act(game, "mazo", now)
    assert [hand.over for hand in every_state(game)] == [True]
    game.refresh_from_db()
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    assert [hand.start.label for hand in every_state(game)] == ["1", "2"]


def test_a_finished_game_is_replayed_without_the_key_of_its_seed(now, settings):
    game = a_table(now, target="5")
    hands = play_keeping_each_hand(game, now)
    settings.DEAL_KEYS = [Fernet.generate_key().decode()]
    assert every_state(game) == hands


# ---- the seed stays secret ----


def test_no_row_holds_the_seed_or_an_unplayed_card_while_the_game_is_played(now):
    game = a_table(now)
    seed = shuffle.unseal(game.sealed_seed)
    hidden = [str(card) for held in state_of(game).held for card in held]
    text = everything_stored()
    assert seed.hex() not in text
    assert not any(f'"{card}"' in text or f"'{card}'" in text for card in hidden)


def everything_stored() -> str:
    rows: list[models.Model] = []
    for model in apps.get_models():
        rows += model._default_manager.values()
    return repr(rows)


def test_neither_reprs_nor_logs_tell_the_seed_or_the_cards(now, caplog):
    caplog.set_level(logging.DEBUG)
    game = a_table(now, target="5")
    seed = shuffle.unseal(game.sealed_seed)
    play_to_the_end(game, now)
    dealer = dealer_of(game)
    live = a_table(now)
    told = caplog.text + repr(game) + str(dealer.seats) + repr(live) + repr(DealSource(live, ()))
    for secret in (seed.hex(), repr(seed), shuffle.unseal(live.sealed_seed).hex()):
        assert secret not in told
