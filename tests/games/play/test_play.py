"""The write path: permissions, repeated, late and concurrent actions, and state after refusals."""

from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import transaction

from accounts.common.errors import RefusedError
from games.common.errors import StaleError
from games.engine import (
    IllegalActionError,
    NotationError,
    State,
    apply,
    from_token,
    joint_actions,
    legal_actions,
    to_token,
)
from games.models import Action, Game, SeatAddress
from games.play import actions
from games.play.actions import ActionResult
from games.play.clock import act_on_timeout
from games.play.replay import DealSource, every_hand
from tests.games.races import at_once
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    play_to_the_end,
    state_of,
    whoever_acts,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def everything_about(game: Game) -> tuple[Any, ...]:
    """All that an action could change, to be compared."""
    return (
        Game.objects.filter(pk=game.pk).values().get(),
        list(game.seats.order_by("number").values()),
        list(game.actions.order_by("seq").values()),
    )


def the_other(number: int) -> int:
    return 1 - number


def a_card_of(game: Game, seat: int) -> str:
    return str(state_of(game).held[seat][0])


# ---- what an action does ----
def test_an_accepted_action_is_written_down_and_the_next_one_gets_their_time(now):
    game = a_table(now, turn_seconds=40)
    version, due = game.version, whoever_acts(game)
    outcome = act(game, a_card_of(game, due.number), now + SECOND, action_id="the-first")
    game.refresh_from_db()
    assert outcome == ActionResult(version + 1, repeated=False)
    assert (game.version, game.act_by) == (version + 1, now + 41 * SECOND)
    row = game.actions.get()
    assert (row.seq, row.hand, row.seat, row.by) == (1, "1", due.number, Action.By.PERSON)
    assert (row.action_id, row.version, row.at) == ("the-first", game.version, now + SECOND)
    assert whoever_acts(game).number == the_other(due.number)


def test_an_automatic_seat_is_its_persons_again_as_soon_as_they_act(now):
    game = a_table(now)
    seat = whoever_acts(game)
    game.seats.filter(pk=seat.pk).update(automatic=True, timeouts=2, absent_since=now)
    act(game, a_card_of(game, seat.number), now)
    seat.refresh_from_db()
    assert (seat.automatic, seat.timeouts, seat.absent_since) == (False, 0, None)


def test_where_a_person_acts_from_is_remembered_once(now):
    game = a_table(now)
    seat = whoever_acts(game)
    for token in ("truco", "no"):
        act(game, token, now, address="a-keyed-hash")
    assert SeatAddress.objects.filter(seat=seat).values_list("key", flat=True).get()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_log_has_no_gap_and_folds_into_what_is_stored(now, seats):
    game = a_table(now, people=[a_person() for _ in range(seats)], target="15")
    while not game.is_over:
        now = step(game, now)
        hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
        assert sum(len(hand.actions) for hand in hands) == game.actions.count()
        assert hands[-1].start.to_json() == game.start
        assert (list(hands[-1].score), list(hands[-1].legs)) == (game.score, game.legs)
        assert hands[-1].winner == game.winner
    rows = game.actions.order_by("seq")
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert sorted({row.version for row in rows}) == [row.version for row in rows]


def step(game: Game, now: datetime) -> datetime:
    """One action of whoever is due, anything legal; or the next deal."""
    state, now = state_of(game), now + SECOND
    if state.over:
        now = game.act_by
        assert act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
    else:
        chance = Random(game.version)
        seat = chance.choice(state.to_act)
        act(game, to_token(chance.choice(legal_actions(state, seat))), now, seat=seat)
    game.refresh_from_db()
    return now


# ---- twice ----
@pytest.mark.feature("Playing", "An action is done once, whatever the network does")
def test_the_same_action_id_gets_the_first_outcome_however_late(now):
    game = a_table(now)
    seat, card = whoever_acts(game), a_card_of(game, whoever_acts(game).number)
    again = partial(
        actions.play,
        game_id=game.pk,
        seat=seat.number,
        seen_version=game.version,
        action_id="minted-once",
        now=now,
    )
    first = again(token=card)
    act(game, a_legal_token(game), now)
    before = everything_about(game)
    assert (
        again(token=card) == again(token=card.upper()) == ActionResult(first.version, repeated=True)
    )
    assert everything_about(game) == before


def test_the_first_outcome_is_told_even_when_the_game_is_over(now):
    game = a_table(now, target="5")
    now = play_to_the_end(game, now)
    last = game.actions.order_by("seq").last()
    echo = actions.play(
        game_id=game.pk,
        seat=last.seat,
        token=last.token,
        seen_version=last.version - 1,
        action_id=last.action_id,
        now=now,
    )
    assert echo == ActionResult(last.version, repeated=True)


def test_the_same_action_id_with_another_token_is_refused(now):
    game = a_table(now)
    seat = whoever_acts(game).number
    act(game, a_card_of(game, seat), now, action_id="minted-once")
    before = everything_about(game)
    with pytest.raises(RefusedError) as refused:
        act(game, "mazo", now, seat=seat, action_id="minted-once")
    assert refused.value.code == "other-action"
    assert everything_about(game) == before


def test_an_action_id_belongs_to_one_seat_of_one_game(now):
    game, other = a_table(now), a_table(now)
    for table in (game, other):
        for _ in (1, 2):  # one of each seat
            act(table, a_card_of(table, whoever_acts(table).number), now, action_id="same-id")
            table.refresh_from_db()
    assert Action.objects.filter(action_id="same-id").count() == 4


# ---- a card and a call in one act ----
def takes_the_trick(state: State) -> bool:
    """Whether the one who plays second can take the trick with their first card."""
    first, second = state.to_act[0], 1 - state.to_act[0]
    led = apply(state, from_token(first, str(state.held[first][0])))
    return any(
        str(card.card) == str(state.held[second][0]) for card, _ in joint_actions(led, second)
    )


@pytest.fixture
def led(now) -> Game:
    """A table where the card that was led can be taken by the first card of the other seat."""
    game = a_table(now, dealt=takes_the_trick)
    act(game, a_card_of(game, whoever_acts(game).number), now)
    game.refresh_from_db()
    return game


def test_a_card_and_a_call_are_one_act_of_two_rows(led, now):
    seat, version = whoever_acts(led).number, led.version
    both = f"{a_card_of(led, seat)}+truco"
    done = act(led, both, now + SECOND, action_id="both-at-once")
    assert done == ActionResult(version + 2)
    card, call = led.actions.order_by("-seq")[:2][::-1]
    assert f"{card.token}+{call.token}" == both
    assert (card.version, call.version, card.at) == (version + 1, version + 2, call.at)
    assert whoever_acts(led).number == the_other(seat)
    before = everything_about(led)
    led.version = version  # the browser sends it again
    again = act(led, both, now, seat=seat, action_id="both-at-once")
    assert again == ActionResult(version + 2, repeated=True)
    with pytest.raises(RefusedError) as refused:
        act(led, "truco", now, seat=seat, action_id="both-at-once")
    assert refused.value.code == "other-action"
    assert everything_about(led) == before


@pytest.mark.parametrize(
    "token", ["{card}+envido", "{card}+retruco", "{card}+mazo", "truco+{card}"]
)
def test_a_card_and_a_call_that_do_not_go_together_leave_no_trace(led, now, token):
    seat, before = whoever_acts(led).number, everything_about(led)
    with pytest.raises(IllegalActionError) as refused:
        act(led, token.format(card=a_card_of(led, seat)), now)
    assert refused.value.code == "not-together"
    assert everything_about(led) == before


# ---- too late, too early, too rude ----
@pytest.mark.parametrize("off", [-1, 1, 999_999])
def test_a_version_that_is_not_the_tables_is_stale(now, off):
    game = a_table(now)
    version, before = game.version, everything_about(game)
    game.version += off
    with pytest.raises(StaleError) as refused:
        actions.play(
            game_id=game.pk,
            seat=whoever_acts(a_copy(game)).number,
            token="mazo",
            seen_version=game.version,
            action_id="anything",
            now=now,
        )
    assert (refused.value.code, refused.value.version) == ("stale", version)
    assert everything_about(game) == before


def a_copy(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize("status", ["waiting", "paused", "frozen", "finished", "annulled"])
def test_a_table_that_is_not_in_play_is_closed(now, status):
    game = a_table(now, competitive=True, seated=status != "waiting")
    if status != "waiting":
        winner = 0 if status == "finished" else None
        Game.objects.filter(pk=game.pk).update(
            status=status, act_by=None, winner=winner, revealed_seed="00"
        )
    before = everything_about(game)
    with pytest.raises(RefusedError) as refused:
        act(a_copy(game), "mazo", now, seat=0)
    assert refused.value.code == "closed"
    assert everything_about(game) == before


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ("retruco", "wrong-level"),  # R-C1: one level after the other
        ("quiero", "nothing-pending"),
        ("flor", "not-in-these-rules"),
    ],
)
def test_what_the_rules_forbid_changes_nothing(now, token, code):
    refused_with(a_table(now), token, code, now)


def test_nobody_plays_a_card_of_another(now):
    game = a_table(now)
    due = whoever_acts(game).number
    refused_with(game, a_card_of(game, the_other(due)), "card-not-held", now)


def test_nobody_plays_out_of_turn(now):
    game = a_table(now)
    rival = the_other(whoever_acts(game).number)
    refused_with(game, a_card_of(game, rival), "not-your-turn", now, seat=rival)


def test_envido_is_closed_once_the_first_trick_is_played(now):
    game = a_table(now)
    for _ in (1, 2):
        act(game, a_card_of(game, whoever_acts(game).number), now)
    refused_with(game, "envido", "envido-closed", now)


def refused_with(game: Game, token: str, code: str, now: datetime, seat: int | None = None) -> None:
    before = everything_about(game)
    with pytest.raises(IllegalActionError) as refused:
        act(a_copy(game), token, now, seat=seat)
    assert refused.value.code == code
    assert everything_about(game) == before


@pytest.mark.parametrize("token", ["", "8e", "7x", "trucooo", "7e 7o", "\x00", "７e", "7e/", "()"])
def test_what_is_badly_written_changes_nothing(now, token):
    game = a_table(now)
    before = everything_about(game)
    with pytest.raises(NotationError):
        act(game, token, now)
    assert everything_about(game) == before


def test_a_fault_of_the_engine_changes_nothing_and_freezes_nothing(now):
    """A client that finds a fault must not be able to stop a table with it."""
    game = a_table(now)
    with_a_corrupt_start(game)
    before = everything_about(game)
    with pytest.raises(KeyError):
        act(game, "mazo", now, seat=0)
    assert everything_about(game) == before


def with_a_corrupt_start(game: Game) -> None:
    """Corrupt the first state of a game, as a bug could."""
    Game.objects.filter(pk=game.pk).update(start={"number": 1})


# ---- hints ----
@races
def test_whoever_watches_is_told_after_the_commit(now, hints):
    game = a_table(now)
    hints.clear()
    act(game, a_legal_token(game), now)
    moved = {"type": "moved", "game": game.pk, "version": game.version + 1}
    assert hints == [(f"game.{game.pk}", moved)]


@races
def test_nobody_is_told_what_was_rolled_back(now, hints):
    game = a_table(now)
    hints.clear()
    with transaction.atomic():
        act(game, a_legal_token(game), now)
        assert hints == []
        transaction.set_rollback(True)
    assert hints == []


# ---- at once ----
@pytest.mark.feature("Playing", "Of two tabs that act at once one wins")
@races
def test_of_two_tabs_that_act_at_once_one_wins_and_the_other_is_stale(now):
    game = a_table(now, target="30")
    for _ in range(50):
        now = in_the_middle_of_a_hand(game, now)
        seat, token = whoever_acts(game).number, a_legal_token(game)
        click = partial(act, game, token, now, seat=seat)
        results = at_once(click, click)
        assert sorted(type(one).__name__ for one in results) == ["ActionResult", "StaleError"]
    assert_whole(game)


def test_a_refusal_is_logged_with_what_the_player_saw_and_without_the_card(now, caplog):
    game = a_table(now)
    seat, seen = whoever_acts(game).number, game.version
    with caplog.at_level("INFO", "games.play"), pytest.raises(IllegalActionError):
        act(game, "quiero", now, seat=seat)
    assert caplog.messages == [f"game {game.pk}: seat {seat} at version {seen}: nothing-pending"]


@races
@pytest.mark.parametrize("times", [2, 5, 16])
def test_a_double_click_is_one_action(now, times):
    game = a_table(now, target="30")
    for number in range(5):
        now = in_the_middle_of_a_hand(game, now)
        seat, token, logged = whoever_acts(game).number, a_legal_token(game), game.actions.count()
        click = partial(act, game, token, now, seat=seat, action_id=f"click-{number}")
        results = at_once(*[click] * times)
        assert [one for one in results if isinstance(one, Exception)] == []
        assert {one.version for one in results} == {game.version + 1}
        assert sum(not one.repeated for one in results) == 1
        assert game.actions.count() == logged + 1
    assert_whole(game)


@races
def test_an_action_and_the_timeout_of_one_instant_make_one_line(now):
    game = a_table(now, target="30", competitive=True)
    for _ in range(25):
        now = in_the_middle_of_a_hand(game, now)
        now, logged = game.act_by, game.actions.count()
        seat, token = whoever_acts(game).number, a_legal_token(game)
        clock = partial(act_on_timeout, game_id=game.pk, seen_version=game.version, now=now)
        played, advanced = at_once(partial(act, game, token, now, seat=seat), clock)
        assert isinstance(played, ActionResult) != advanced
        assert isinstance(played, ActionResult | StaleError)
        assert game.actions.count() == logged + 1
    assert_whole(game)


@races
def test_when_both_sides_call_at_once_the_table_decides_and_the_late_one_sees_why(now):
    """R-E8: envido está primero; it waits for the turn all the same, by the log's order."""
    for _ in range(10):
        game = a_table(now)
        mano = whoever_acts(game).number
        truco = partial(act, game, "truco", now, seat=mano)
        envido = partial(act, game, "envido", now, seat=the_other(mano))
        said, refused = at_once(truco, envido)
        assert isinstance(said, ActionResult)
        assert refused.args
        assert isinstance(refused, StaleError | IllegalActionError)
        assert state_of(game).to_act == (the_other(mano),)
        act(game, "envido", now, seat=the_other(mano))
        assert [row.token for row in game.actions.order_by("seq")] == ["truco", "envido"]


def in_the_middle_of_a_hand(game: Game, now: datetime) -> datetime:
    """Advance to the next decision; the game must not be over."""
    game.refresh_from_db()
    if state_of(game).over:
        now = game.act_by
        act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        game.refresh_from_db()
    assert not game.is_over
    return now + SECOND


def assert_whole(game: Game) -> None:
    game.refresh_from_db()
    hands = every_hand(game, DealSource(game, list(game.seats.order_by("number"))))
    assert sum(len(hand.actions) for hand in hands) == game.actions.count()
    seqs = game.actions.order_by("seq").values_list("seq", flat=True)
    assert list(seqs) == list(range(1, len(seqs) + 1))


def test_a_whole_game_ends_with_its_seed_opened(now):
    game = a_table(now, target="15")
    play_to_the_end(game, now)
    assert (game.status, game.act_by) == (Game.Status.FINISHED, None)
    assert game.winner in (0, 1)
    assert game.revealed_seed
