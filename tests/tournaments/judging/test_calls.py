"""Calls for the judge: permissions, rate limit, and the wait for absent players."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from accounts.common.errors import RefusedError
from games.models import Game
from games.play import actions
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person, whoever_acts
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
    win,
)
from tests.tournaments.events import organiser_of
from tests.tournaments.judging.judges import (
    SECOND,
    Ruling,
    a_live_match,
    answer,
    ask,
    races,
    refused,
)
from tournaments.judging import officials
from tournaments.judging.services import Verdict
from tournaments.matches import services as matches
from tournaments.matches import tables
from tournaments.models import AuditEvent, Dispute, Match

pytestmark = [pytest.mark.both, pytest.mark.django_db]


# ---- calling ----
@pytest.mark.feature("Judging", "Players call the judge and the table pauses")
def test_a_player_calls_and_the_table_stands_still(now):
    _, match, game = a_live_match(now)
    dispute = ask(match, now)
    game.refresh_from_db()
    assert (game.status, game.act_by) == (Game.Status.JUDGED, None)
    assert (dispute.game, dispute.side, dispute.is_open) == (game, 0, True)


def test_a_call_is_in_the_log_with_its_reason(now):
    cup, match, _ = a_live_match(now)
    ask(match, now)
    event = cup.audit.get(act=AuditEvent.Act.CALL_JUDGE)
    assert (event.actor, event.match, event.reason) == (
        players_of(match, 0)[0],
        match,
        "¡Fue renuncio!",
    )


def test_a_judge_of_the_match_may_stop_it_too(now):
    cup, match, _ = a_live_match(now)
    judge = a_person()
    officials.appoint_official(
        competition_id=cup.pk, actor=organiser_of(cup), user=judge, role="judge", now=now
    )
    assert ask(match, now, judge).side is None


def test_a_spectator_does_not_call_the_judge(now):
    _, match, game = a_live_match(now)
    for stranger in (a_person(), an_organiser()):
        with refused("not-in-match"):
            ask(match, now, stranger)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_a_call_says_why(now):
    _, match, _ = a_live_match(now)
    with refused("reason-missing"):
        ask(match, now, text="  ")


def test_a_side_calls_twice_in_a_match_and_no_more(now):
    _, match, _ = a_live_match(now)
    for _ in range(2):
        answer(ask(match, now), now)
    with refused("too-many-calls"):
        ask(match, now)
    assert ask(match, now, players_of(match, 1)[0]).side == 1


def test_there_is_one_open_call_at_a_time(now):
    _, match, _ = a_live_match(now)
    dispute = ask(match, now)
    with refused("judge-called"):
        ask(match, now, players_of(match, 1)[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.create(
            match=match, kind="call", raised_by=dispute.raised_by, text="otra", opened_at=now
        )


def test_nobody_calls_before_the_table_plays_nor_after_the_match(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    with refused("match-not-open"):
        ask(match, now)
    game = call(match, now)
    with refused("closed"):
        ask(match, now)
    everybody_sits(match, now)
    win(game, 0, now)
    with refused("wrong-state"):
        ask(match, now)


def test_with_real_cards_the_judge_is_called_to_a_match_without_a_table(now):
    cup = a_running_cup(an_organiser(), now, entries=2, with_cards=True)
    match = match_at(cup, 1, 1)
    dispute = ask(match, now)
    assert dispute.game is None
    with refused("no-table"):
        answer(dispute, now, Verdict(Ruling.POINTS, side=0, points=2))
    answer(dispute, now, Verdict(Ruling.REPLAY))
    assert dispute.ruling == Ruling.REPLAY


# ---- waiting for the missing ----
@pytest.mark.feature("Judging", "Five minutes more for players who are missing")
def test_players_who_are_missing_get_five_minutes_more(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    before = match.sit_by
    until = tables.extend_sit_down(match_id=match.pk, actor=organiser_of(cup), now=now)
    match.refresh_from_db()
    assert match.sit_by == until == before + timedelta(minutes=5)
    assert not matches.end_sit_down_window(match_id=match.pk, now=before + SECOND)
    late = until + SECOND
    again = tables.extend_sit_down(match_id=match.pk, actor=organiser_of(cup), now=late)
    assert again == late + timedelta(minutes=5)
    assert cup.audit.filter(act=AuditEvent.Act.EXTEND).count() == 2


def test_only_a_judge_or_an_organiser_waits_and_only_for_who_is_missing(now):
    cup, match, _ = a_live_match(now)
    with refused("match-not-open"):
        tables.extend_sit_down(match_id=match.pk, actor=organiser_of(cup), now=now)
    with refused("not-judge"):
        tables.extend_sit_down(match_id=match.pk, actor=players_of(match, 0)[0], now=now)


# ---- races ----
@races
def test_of_two_calls_at_once_one_is_heard(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    everybody_sits(match, now)
    people = [players_of(match, side)[0] for side in (0, 1)]
    for number in range(ROUNDS):
        Dispute.objects.filter(match=match).update(side=None)  # the limit is not what is raced for
        calls = [partial(ask, match, now, person) for person in people]
        heard = [result for result in at_once(*calls) if isinstance(result, Dispute)]
        assert len(heard) == 1, number
        assert Dispute.objects.open().count() == 1
        answer(heard[0], now)


@races
def test_a_last_card_and_a_call_at_once_leave_a_result_or_a_stopped_table(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    for number in range(ROUNDS):
        match.refresh_from_db()
        call(match, now)
        game = everybody_sits(match, now)
        answer(ask(match, now), now, Verdict(Ruling.SCORE, score=(4, 4)), organiser)
        Dispute.objects.filter(match=match).update(side=None)
        game.refresh_from_db()
        last = partial(
            actions.play,
            game_id=game.pk,
            seat=whoever_acts(game).number,
            token="mazo",
            seen_version=game.version,
            action_id=f"la-ultima-{number}",
            now=now,
        )
        played, asked = at_once(last, partial(ask, match, now))
        match.refresh_from_db()
        game.refresh_from_db()
        if isinstance(asked, Dispute):
            assert isinstance(played, RefusedError), number
            assert game.status == Game.Status.JUDGED
            matches.annul_match(match_id=match.pk, actor=organiser, reason="otra", now=now)
        else:
            assert str(asked) in {"wrong-state", "match-not-open"}, number
            assert match.state == Match.State.COMPLETED
            cup = a_running_cup(organiser, now, entries=2)
            match = match_at(cup, 1, 1)
