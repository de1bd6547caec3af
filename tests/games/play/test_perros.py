"""Echar los perros at a table: between hands, once, by the first team, and kept for the record."""

import pytest

from games.engine import IllegalActionError, legal_actions, to_token
from games.models import Game
from games.play import clock, perros
from games.play.replay import DealSource, every_hand
from tests.games.tables import a_table, act, may_fold, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
URUGUAY = {"preset": "uruguayo-online", "perros": "on"}


def between_hands(now, **options) -> Game:
    """A table whose first hand has just been given up."""
    game = a_table(now, dealt=may_fold, **(URUGUAY | options))
    act(game, "mazo", now)
    game.refresh_from_db()
    return game


def tokens(game: Game) -> set[str]:
    state = state_of(game)
    return {to_token(action) for action in legal_actions(state, state.to_act[0])}


def next_hand(game: Game) -> None:
    game.refresh_from_db()
    assert game.act_by is not None
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()


@pytest.mark.feature("Playing", "Perros are thrown between hands")
def test_the_dogs_are_thrown_between_hands_and_hold_for_the_next(now):
    game = between_hands(now)
    act(game, "perros", now, seat=1)
    assert perros.challenging_team(game, state_of(game), "2") == 1
    next_hand(game)
    state = state_of(game)
    assert (state.start.label, state.deal.perros) == ("2", 1)
    assert all(seat % 2 == 0 for seat in state.to_act)  # the other team answers (R-X2)


def test_only_the_first_team_has_them(now):
    game = between_hands(now)
    act(game, "perros", now, seat=1)
    game.refresh_from_db()
    with pytest.raises(IllegalActionError, match="perros-thrown"):
        act(game, "perros", now, seat=0)


def test_not_while_a_hand_is_played_and_not_without_the_rule(now):
    game = a_table(now, **URUGUAY)
    with pytest.raises(IllegalActionError, match="perros-too-late"):
        act(game, "perros", now, seat=0)
    plain = a_table(now)
    act(plain, "mazo", now)
    plain.refresh_from_db()
    with pytest.raises(IllegalActionError, match="no-perros"):
        act(plain, "perros", now, seat=0)


def test_a_hand_without_dogs_follows_one_with_them_and_the_record_tells_both(now):
    game = between_hands(now)
    act(game, "perros", now, seat=0)
    next_hand(game)
    act(game, next(token for token in tokens(game) if token.endswith("pasa:pasa")), now)
    next_hand(game)
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    assert [hand.deal.perros for hand in hands] == [None, 0, None]


@pytest.mark.feature("Playing", "Perros can be taken back before the deal")
def test_the_team_that_threw_takes_them_back_and_either_may_throw_then(now):
    """R-X5: what stands at the deal counts, in the record too."""
    game = between_hands(now)
    act(game, "perros", now, seat=1)
    game.refresh_from_db()
    with pytest.raises(IllegalActionError, match="perros-not-yours"):
        act(game, "perros:back", now, seat=0)
    act(game, "perros:back", now, seat=1)
    game.refresh_from_db()
    assert perros.challenging_team(game, state_of(game), "2") is None
    act(game, "perros", now, seat=0)
    next_hand(game)
    assert state_of(game).deal.perros == 0
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    assert [hand.deal.perros for hand in hands] == [None, 0]


def test_dogs_stay_where_the_house_says_so_until_they_are_taken_back(now):
    """R-X6."""
    game = between_hands(now, perros_stay="on", legs_to_win="3")
    act(game, "perros", now, seat=0)
    for number in ("2", "3"):
        next_hand(game)
        assert (state_of(game).start.label, state_of(game).deal.perros) == (number, 0)
        passed = next(token for token in tokens(game) if token.endswith("pasa:pasa"))
        act(game, passed, now)
        game.refresh_from_db()
    act(game, "perros:back", now, seat=0)
    next_hand(game)
    assert state_of(game).deal.perros is None
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    assert [hand.deal.perros for hand in hands] == [None, 0, 0, None]
