"""The judge at a table: nothing moves while it waits, and what was ruled is in the log."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from accounts.common.errors import RefusedError
from games.engine import (
    Award,
    IllegalActionError,
    Loss,
    Proceed,
    Ruling,
    SetScore,
    Void,
    read_tgn,
    replay,
)
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Action, Game
from games.play import actions, clock, judge, presence
from games.play.seat_names import Names
from games.table_page.live import TABLES
from games.table_view.labels import ruling as in_words
from tests.games.races import ROUNDS, at_once
from tests.games.records.test_record import is_right, record_of, text_of
from tests.games.tables import (
    a_person,
    a_table,
    act,
    fold_to_the_end,
    may_fold,
    state_of,
    whoever_acts,
)
from tournaments.verification.games import GAME_CHECKS, Case

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
GO_ON = Proceed()


def an_event(now: datetime, **more: Any) -> Game:
    return a_table(now, competitive=True, **{"target": "5", **more})


def stop(game: Game, now: datetime) -> None:
    judge.pause_for_judge(game_id=game.pk, now=now)
    game.refresh_from_db()


def go_on(game: Game, now: datetime, ruling: Ruling = GO_ON) -> None:
    judge.resume_after_ruling(game_id=game.pk, ruling=ruling, note="lo vi yo", now=now)
    game.refresh_from_db()


def ruled(game: Game, now: datetime, ruling: Ruling = GO_ON) -> Game:
    stop(game, now)
    go_on(game, now + SECOND, ruling)
    return game


def rendered_table(game: Game, seat: int | None = 0, language: str = "es-ar") -> str:
    audience = RenderKey(seat, language)
    return render_tree(TABLES.render(game.pk, [audience]).pieces[audience], "table")


def problems(game: Game) -> list[tuple[str, str]]:
    game.refresh_from_db()
    case = Case(game, list(game.actions.order_by("seq")))
    return [problem for check in GAME_CHECKS for problem in check(case)]


# ---- the clock is stopped ----
def test_nobody_and_nothing_acts_at_a_table_that_waits_for_the_judge(now):
    game = an_event(now)
    seat = whoever_acts(game).number
    stop(game, now)
    assert game.act_by is None
    before = game.version
    later = now + HOUR
    for by in (Action.By.PERSON, Action.By.ROBOT):
        with pytest.raises(RefusedError, match="closed"):
            act(game, "mazo", later, seat=seat, by=by)
    assert not clock.act_on_timeout(game_id=game.pk, seen_version=before, now=later)
    assert not Game.objects.overdue(later).filter(pk=game.pk).exists()
    game.refresh_from_db()
    assert (game.version, game.actions.count()) == (before, 0)
    assert game.status == Game.Status.JUDGED


def test_an_absence_does_not_run_out_while_the_judge_is_awaited(now):
    game = an_event(now)
    user_id = game.seats.get(number=0).user_id
    presence.arrive(game_id=game.pk, seat=0, user_id=user_id, socket="tab", now=now)
    presence.leave(game_id=game.pk, socket="tab", now=now)
    stop(game, now)
    clock.replace_absent(now=now + HOUR)
    assert not game.seats.filter(automatic=True).exists()
    go_on(game, now + HOUR)
    clock.replace_absent(now=now + HOUR + 30 * SECOND)
    assert not game.seats.filter(automatic=True).exists()
    clock.replace_absent(now=now + HOUR + 50 * SECOND)
    assert game.seats.get(number=0).automatic


def test_the_dogs_stay_where_they_are_while_the_judge_is_awaited(now):
    game = an_event(now, preset="uruguayo", perros="on", dealt=may_fold)
    act(game, "mazo", now)
    stop(game, now)
    with pytest.raises(RefusedError, match="closed"):
        act(game, "perros", now, seat=0)


def test_a_stopped_table_is_stopped_once_and_a_finished_one_never(now):
    game = an_event(now)
    stop(game, now)
    with pytest.raises(RefusedError, match="judge-called"):
        stop(game, now)
    over = an_event(now)
    fold_to_the_end(over, now)
    waiting = a_table(now, seated=False)
    for closed in (over, waiting):
        with pytest.raises(RefusedError, match="closed"):
            stop(closed, now)


def test_everybody_at_the_table_sees_that_the_judge_was_called(now):
    game = an_event(now)
    stop(game, now)
    for seat in (0, 1, None):
        page = rendered_table(game, seat)
        assert "El juez fue llamado" in page
        assert 'data-act-by="0"' in page


# ---- rulings ----
def test_whoever_is_awaited_has_at_least_twenty_seconds_when_it_goes_on(now):
    game = an_event(now, turn_seconds=15)
    stop(game, now)
    go_on(game, now + HOUR)
    assert game.status == Game.Status.LIVE
    assert game.act_by == now + HOUR + 20 * SECOND
    assert [row.token for row in game.actions.all()] == ["continue"]
    assert problems(game) == []


def test_a_table_goes_on_once(now):
    game = ruled(an_event(now), now)
    with pytest.raises(RefusedError, match="already-ruled"):
        go_on(game, now)


def test_a_void_hand_is_dealt_anew_with_the_same_mano_and_score(now):
    game = an_event(now, target="15")
    act(game, "envido", now)
    game.refresh_from_db()
    act(game, "no", now)
    before = state_of(game)
    ruled(game, now, Void())
    assert game.score == [0, 0]
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    after = state_of(game)
    assert after.start.label == "2"
    assert after.start.mano == before.start.mano
    assert after.deal.hands != before.deal.hands
    assert problems(game) == []


def test_a_corrected_score_is_the_score_and_the_hand_goes_on(now):
    game = ruled(an_event(now), now, SetScore((3, 4)))
    assert (game.score, game.status) == ([3, 4], Game.Status.LIVE)
    row = game.actions.get()
    assert (row.token, row.by, row.seq) == ("score=3-4", Action.By.JUDGE, 1)
    act(game, "mazo", now + 2 * SECOND)
    assert problems(game) == []


@pytest.mark.parametrize("ruling", [SetScore((5, 2)), Award(0, 5), Loss(1)])
def test_a_ruling_that_decides_the_game_ends_it_with_a_result(now, ruling):
    game = ruled(an_event(now), now, ruling)
    assert (game.status, game.winner) == (Game.Status.FINISHED, 0)
    assert game.revealed_seed
    assert problems(game) == []


def test_a_ruling_that_cannot_be_leaves_the_table_stopped(now):
    game = an_event(now)
    stop(game, now)
    with pytest.raises(IllegalActionError, match="bad-score"):
        go_on(game, now, SetScore((6, 0)))
    game.refresh_from_db()
    assert (game.status, game.actions.count()) == (Game.Status.JUDGED, 0)


def test_a_table_that_a_fault_stopped_can_be_shown_and_is_not_played_on(now):
    game = an_event(now)
    seat = whoever_acts(game).number
    act(game, "mazo", now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FROZEN, act_by=None)
    Action.objects.filter(game=game).update(token="quiero")  # no seat could have called that
    stop(game, now)
    assert "El juez fue llamado" in rendered_table(game, seat)
    with pytest.raises(RefusedError, match="table-broken"):
        go_on(game, now)


def test_a_frozen_table_that_can_be_read_goes_on(now):
    game = an_event(now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FROZEN, act_by=None)
    ruled(game, now)
    assert game.status == Game.Status.LIVE


def test_the_table_tells_the_ruling(now):
    game = ruled(an_event(now), now, Award(1, 2))
    assert "Juez: 2 puntos para" in rendered_table(game)
    void = ruled(an_event(now), now, Void())
    assert "El juez anuló la mano" in rendered_table(void)


def test_rulings_are_said_in_words():
    names = Names(("Ana", "Luis"), None)
    said = [
        in_words(word, names) for word in ("continue", "void", "score=3-4", "points=0:1", "loss=1")
    ]
    assert said == [
        "sigue la mano",
        "la mano se juega de nuevo",
        "el marcador queda Ana 3, Luis 4",
        "1 punto para Ana",
        "partida perdida para Luis",
    ]


# ---- the record ----
def test_the_record_of_a_ruled_game_replays_and_every_deal_is_checked(now, tmp_path):
    game = an_event(now, target="15")
    act(game, "truco", now)
    ruled(game, now, Void())
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    ruled(game, now, SetScore((7, 9)))
    fold_to_the_end(game, now + HOUR)
    text = text_of(game)
    assert '[Rulings "1:1 void" "2:0 score=7-9"]' in text
    assert is_right(text, tmp_path)
    played = replay(read_tgn(text))
    assert played.final.winner == game.winner
    assert [hand.is_void for hand in played.hands][:2] == [True, False]
    assert problems(game) == []


def test_a_step_of_a_record_knows_what_was_ruled_by_then(now):
    game = an_event(now)
    act(game, "truco", now)
    ruled(game, now, SetScore((1, 2)))
    fold_to_the_end(game, now + HOUR)
    record = record_of(game)
    assert [record.step(0, index).state.score for index in (0, 1)] == [(0, 0), (1, 2)]


def test_the_record_page_marks_a_void_hand(now, client):
    game = an_event(now)
    ruled(game, now, Void())
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    fold_to_the_end(game, now + HOUR)
    page = client.get(f"/tables/{game.pk}/record/").content.decode()
    assert "anulada por el juez" in page
    assert "lo vi yo" in page


# ---- races ----
@races
def test_of_a_card_and_a_call_at_once_the_log_holds_what_came_first(now):
    people = [a_person(), a_person()]
    for _ in range(ROUNDS):
        game = a_table(now, people=people, competitive=True)
        seat, version, action_id = whoever_acts(game).number, game.version, uuid4().hex
        card = partial(
            actions.play,
            game_id=game.pk,
            seat=seat,
            token="mazo",
            seen_version=version,
            action_id=action_id,
            now=now,
        )
        played, called = at_once(card, partial(judge.pause_for_judge, game_id=game.pk, now=now))
        game.refresh_from_db()
        assert (called, game.status) == (None, Game.Status.JUDGED)
        assert game.actions.count() == (0 if isinstance(played, RefusedError) else 1)
        assert problems(game) == []


@races
def test_two_rulings_at_once_have_one_effect(now):
    people = [a_person(), a_person()]
    for _ in range(ROUNDS):
        game = a_table(now, people=people, competitive=True)
        stop(game, now)
        ruling = partial(
            judge.resume_after_ruling, game_id=game.pk, ruling=Award(0, 2), note="", now=now
        )
        first, second = at_once(ruling, ruling)
        game.refresh_from_db()
        assert {str(first), str(second)} == {"None", "already-ruled"}
        assert (game.score, game.actions.count()) == ([2, 0], 1)
