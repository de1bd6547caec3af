"""Echar los perros at a table: between hands, once, by the first team, and kept for the record."""

from datetime import timedelta

import pytest

from games.common.errors import ClosedError
from games.engine import IllegalActionError, legal_actions, to_token
from games.models import Game
from games.play import clock, cut_secrets, hand_pause, perros, seats
from games.play.finished_game import GameRecord
from games.play.replay import DealSource, every_hand
from tests.games.tables import CORTE, a_person, a_table, act, may_fold, sealed, state_of
from tournaments.verification import violations

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
    assert perros.challenging_team(game, "2") == 1
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
    assert perros.challenging_team(game, "2") is None
    act(game, "perros", now, seat=0)
    next_hand(game)
    assert state_of(game).deal.perros == 0
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    assert [hand.deal.perros for hand in hands] == [None, 0]


def test_dogs_thrown_again_and_again_do_not_put_off_the_deal(now):
    game = between_hands(now)
    due = game.act_by
    for second, token in enumerate(("perros", "perros:back", "perros"), 1):
        throw(game, now + timedelta(seconds=second), 1, token)
        assert game.act_by == due
    next_hand(game)
    assert state_of(game).deal.perros == 1


def test_dogs_thrown_at_a_paused_table_resume_it(now):
    game = between_hands(now)
    game.seats.update(automatic=True)
    next_hand(game)
    assert game.status == Game.Status.PAUSED
    throw(game, now, 1)
    assert (game.status, game.act_by > now) == (Game.Status.LIVE, True)


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


def pass_over(game: Game, now) -> None:
    """Pass or fold in the place of every seat that is due, and deal the next hand."""
    while not state_of(game).over:
        offered = tokens(game)
        passed = [token for token in offered if token.endswith("pasa:pasa")]
        (token, *_) = passed or offered & {"mazo"} or offered & {"flor", "quiero"}
        act(game, token, now)
        game.refresh_from_db()
    next_hand(game)


def test_dogs_that_stay_wait_for_the_end_of_a_pico_round(now):
    """R-X4, R-X6: the round has none, and the hand after it has them again."""
    people = [a_person() for _ in range(6)]
    game = before_the_first(now, people=people, perros_stay="on")
    throw(game, now, 1)
    deal(game)
    for _ in ("1", "2a", "2b", "2c"):
        pass_over(game, now)
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    dogs = [(hand.start.label, hand.deal.perros) for hand in hands]
    assert dogs == [("1", 1), ("2a", None), ("2b", None), ("2c", None), ("3", 1)]


# ---- before the first hand (R-X4) ----


def before_the_first(now, **options) -> Game:
    """A table whose cuts are opened and whose first hand is not dealt yet."""
    return a_table(now, waits_for_dogs=True, **(URUGUAY | options))


def throw(game: Game, now, seat: int, token: str = "perros") -> None:
    act(game, token, now, seat=seat)
    game.refresh_from_db()


def deal(game: Game) -> None:
    assert game.act_by is not None
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()


@pytest.mark.feature("Playing", "Perros are thrown before the first hand, too")
def test_the_dogs_are_thrown_before_the_first_hand_and_taken_back(now):
    game = before_the_first(now)
    assert (game.status, game.start) == (Game.Status.OPENING, None)
    throw(game, now, 1)
    with pytest.raises(IllegalActionError, match="perros-thrown"):
        act(game, "perros", now, seat=0)
    with pytest.raises(IllegalActionError, match="perros-not-yours"):
        act(game, "perros:back", now, seat=0)
    throw(game, now, 1, "perros:back")
    throw(game, now, 0)
    assert list(violations(live=False)) == []
    deal(game)
    state = state_of(game)
    assert (state.start.label, state.deal.perros) == ("1", 0)
    assert list(violations(live=False)) == []
    passed = next(token for token in tokens(game) if token.endswith("pasa:pasa"))
    act(game, passed, now)
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    assert [hand.deal.perros for hand in hands] == [0]
    record = GameRecord(game, list(game.seats.order_by("number"))).notation()
    assert [hand.perros for hand in record.hands] == [0]
    assert list(violations(live=False)) == []


def test_a_record_with_dogs_taken_back_is_in_order(now):
    """R-X5: the two lines belong to no hand."""
    game = between_hands(now)
    act(game, "perros", now, seat=1)
    game.refresh_from_db()
    act(game, "perros:back", now, seat=1)
    assert list(violations(live=False)) == []
    next_hand(game)
    assert list(violations(live=False)) == []


def test_cuts_opened_after_the_dogs_are_steps_of_the_table(now):
    people = [a_person(), a_person()]
    game = a_table(now, people=people, seated=False, **URUGUAY)
    for user in people:
        seats.sit_down(
            game_id=game.pk, user=user, corte_hash=sealed(game), address="", now=now
        )  # fmt: skip
    game.refresh_from_db()
    throw(game, now, 0)
    for user in people:
        cut_secrets.reveal_cut(game_id=game.pk, user=user, corte=CORTE, now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.OPENING
    assert list(violations(live=False)) == []
    deal(game)
    assert state_of(game).deal.perros == 0
    assert list(violations(live=False)) == []


def test_dogs_that_stay_stand_after_the_first_hand(now):
    game = before_the_first(now, perros_stay="on", legs_to_win="3")
    throw(game, now, 0)
    deal(game)
    act(game, next(token for token in tokens(game) if token.endswith("pasa:pasa")), now)
    next_hand(game)
    assert state_of(game).deal.perros == 0


def test_no_card_is_played_and_no_dogs_thrown_where_they_are_not_kept(now):
    game = before_the_first(now)
    with pytest.raises(ClosedError):
        act(game, "mazo", now, seat=0)
    plain = a_table(now, seated=False, people=[a_person(), a_person()])
    with pytest.raises(ClosedError):
        act(plain, "perros", now, seat=0)


def test_the_first_hand_is_dealt_at_once_when_all_have_seen_the_rules(now):
    game = before_the_first(now)
    one, other = game.seats.order_by("number")
    hand_pause.go_on(game_id=game.pk, user_id=one.user_id, hand="0", now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.OPENING
    hand_pause.go_on(game_id=game.pk, user_id=other.user_id, hand="0", now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_a_table_of_robots_alone_waits_for_no_dogs(now):
    game = a_table(now, people=[a_person(), None], waits_for_dogs=True, **URUGUAY)
    assert game.status == Game.Status.OPENING
    game.seats.update(user=None, robot=True)
    assert not cut_secrets.may_throw_first(game)
