"""Calling the judge: who may, how often, and what each ruling does to the match."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from games.models import Game
from games.services import clock, play
from games.services.refusals import RefusedError
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person, state_of, whoever_acts
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
    table_of,
    win,
)
from tests.tournaments.events import organiser_of
from tournaments.models import AuditEvent, Competition, Dispute, Match
from tournaments.services.competition import lifecycle
from tournaments.services.judging import posts
from tournaments.services.judging.calls import Verdict, call_judge, rule_on_call
from tournaments.services.matches import deciding, waiting
from tournaments.verify import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]

races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
Ruling = Dispute.Ruling
GO_ON = Verdict(Ruling.CONTINUE)


def a_live_match(now: datetime, **terms) -> tuple[Competition, Match, Game]:
    cup = a_running_cup(an_organiser(), now, **{"entries": 2, **terms})
    match = match_at(cup, 1, 1)
    call(match, now)
    return cup, match, everybody_sits(match, now)


def ask(match: Match, now: datetime, actor: User | None = None, text: str = "¡Fue renuncio!"):
    asker = actor or players_of(match, 0)[0]
    return call_judge(match_id=match.pk, actor=asker, text=text, now=now)


def answer(dispute: Dispute, now: datetime, verdict: Verdict = GO_ON, actor: User | None = None):
    rule_on_call(
        dispute_id=dispute.pk,
        actor=actor or organiser_of(dispute.match.competition),
        verdict=verdict,
        note="lo vi yo",
        now=now,
    )
    dispute.refresh_from_db()


def refused(code: str):
    return pytest.raises(RefusedError, match=f"^{code}$")


# ---- calling ----


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
    posts.appoint(competition_id=cup.pk, actor=organiser_of(cup), user=judge, role="judge", now=now)
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


# ---- ruling ----


def test_the_table_goes_on_and_the_note_is_kept(now):
    cup, match, game = a_live_match(now)
    dispute = ask(match, now)
    answer(dispute, now + SECOND)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert game.act_by >= now + 21 * SECOND
    assert (dispute.note, dispute.ruled_by) == ("lo vi yo", organiser_of(cup))
    event = cup.audit.get(act=AuditEvent.Act.RULE)
    assert event.after["ruling"] == "continue"
    assert not list(violations(live=False))


def test_a_hand_is_played_again(now):
    _, match, game = a_live_match(now)
    mano = state_of(game).start.mano
    dispute = ask(match, now)
    answer(dispute, now, Verdict(Ruling.REPLAY))
    game.refresh_from_db()
    clock.advance(game_id=game.pk, seen_version=game.version, now=game.act_by)
    start = state_of(game).start
    assert (start.label, start.mano, start.score, dispute.word) == ("2", mano, (0, 0), "void")
    assert not list(violations(live=False))


def test_a_score_is_corrected(now):
    cup, match, game = a_live_match(now)
    answer(ask(match, now), now, Verdict(Ruling.SCORE, score=(3, 4)))
    game.refresh_from_db()
    assert game.score == [3, 4]
    event = cup.audit.get(act=AuditEvent.Act.RULE)
    assert (event.before["score"], event.after["score"]) == ([0, 0], [3, 4])
    assert not list(violations(live=False))


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict(Ruling.SCORE, score=(1, 5)),
        Verdict(Ruling.POINTS, side=0, points=5),
        Verdict(Ruling.LOSS, side=0),
    ],
)
def test_a_ruling_that_decides_the_game_decides_the_match(now, verdict):
    cup, match, _ = a_live_match(now)
    answer(ask(match, now), now, verdict)
    match.refresh_from_db()
    cup.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.COMPLETED, 1)
    assert cup.state == Competition.State.FINISHED
    assert not list(violations(live=False))


def test_a_lost_game_of_a_series_is_followed_by_the_next(now):
    _, match, game = a_live_match(now, best_of=3)
    answer(ask(match, now), now, Verdict(Ruling.LOSS, side=0))
    match.refresh_from_db()
    assert match.state == Match.State.CALLED
    assert table_of(match) != game


def test_a_forfeited_match_goes_to_the_other_side_whatever_is_on_its_table(now):
    _, match, game = a_live_match(now, best_of=3)
    answer(ask(match, now), now, Verdict(Ruling.FORFEIT, side=1))
    match.refresh_from_db()
    game.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.WALKOVER, 0)
    assert game.status == Game.Status.ANNULLED
    assert not list(violations(live=False))


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        (Verdict(Ruling.SCORE, score=(6, 0)), "bad-score"),
        (Verdict(Ruling.SCORE, score=(5, 5)), "bad-score"),
        (Verdict(Ruling.SCORE), "badly-written"),
        (Verdict(Ruling.POINTS, side=0, points=0), "bad-score"),
        (Verdict(Ruling.POINTS, side=0), "badly-written"),
        (Verdict(Ruling.LOSS), "badly-written"),
        (Verdict(Ruling.FORFEIT), "badly-written"),
        (Verdict(Ruling.MOOT), "badly-written"),
    ],
)
def test_a_ruling_that_cannot_be_changes_nothing(now, verdict, code):
    _, match, game = a_live_match(now)
    dispute = ask(match, now)
    with refused(code):
        answer(dispute, now, verdict)
    game.refresh_from_db()
    dispute.refresh_from_db()
    assert (dispute.is_open, game.status) == (True, Game.Status.JUDGED)


def test_only_a_judge_of_the_match_or_an_organiser_rules(now):
    cup, match, _ = a_live_match(now)
    dispute = ask(match, now)
    elsewhere, scorer = a_person(), a_person()
    other = match_at(a_running_cup(organiser_of(cup), now), 1, 1)
    post = {"actor": organiser_of(cup), "now": now}
    posts.appoint(
        competition_id=other.competition.pk, user=elsewhere, role="judge", match=other, **post
    )
    posts.appoint(competition_id=cup.pk, user=scorer, role="scorer", **post)
    for stranger in (an_organiser(), elsewhere, scorer, dispute.raised_by):
        with refused("not-judge"):
            answer(dispute, now, actor=stranger)
    judge = a_person()
    posts.appoint(competition_id=cup.pk, user=judge, role="judge", match=match, **post)
    answer(dispute, now, actor=judge)
    assert dispute.ruled_by == judge


def test_a_ruling_says_why(now):
    cup, match, _ = a_live_match(now)
    with refused("reason-missing"):
        rule_on_call(
            dispute_id=ask(match, now).pk,
            actor=organiser_of(cup),
            verdict=GO_ON,
            note=" ",
            now=now,
        )


def test_a_second_ruling_is_refused(now):
    _, match, _ = a_live_match(now)
    dispute = ask(match, now)
    answer(dispute, now)
    with refused("already-ruled"):
        answer(dispute, now, Verdict(Ruling.LOSS, side=0))


def test_what_is_annulled_or_given_up_is_not_disputed_any_more(now):
    cup, match, _ = a_live_match(now)
    dispute = ask(match, now)
    deciding.annul_match(match_id=match.pk, actor=organiser_of(cup), reason="así no", now=now)
    dispute.refresh_from_db()
    assert (dispute.ruling, dispute.ruled_by) == (Ruling.MOOT, None)
    with refused("already-ruled"):
        answer(dispute, now)


def test_a_cancelled_competition_has_no_open_call(now):
    cup, match, _ = a_live_match(now)
    ask(match, now)
    lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), reason="llueve", now=now)
    assert not Dispute.objects.open().exists()


# ---- waiting for the missing ----


def test_players_who_are_missing_get_five_minutes_more(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    before = match.sit_by
    until = waiting.extend_sit_down(match_id=match.pk, actor=organiser_of(cup), now=now)
    match.refresh_from_db()
    assert match.sit_by == until == before + timedelta(minutes=5)
    assert not deciding.close_sit_down(match_id=match.pk, now=before + SECOND)
    late = until + SECOND
    again = waiting.extend_sit_down(match_id=match.pk, actor=organiser_of(cup), now=late)
    assert again == late + timedelta(minutes=5)
    assert cup.audit.filter(act=AuditEvent.Act.EXTEND).count() == 2


def test_only_a_judge_or_an_organiser_waits_and_only_for_who_is_missing(now):
    cup, match, _ = a_live_match(now)
    with refused("match-not-open"):
        waiting.extend_sit_down(match_id=match.pk, actor=organiser_of(cup), now=now)
    with refused("not-judge"):
        waiting.extend_sit_down(match_id=match.pk, actor=players_of(match, 0)[0], now=now)


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
def test_of_two_rulings_at_once_one_counts(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    for number in range(ROUNDS):
        Dispute.objects.filter(match=match).update(side=None)
        dispute = ask(match, now)
        score = (number % 3, number % 4)
        rulings = [
            partial(answer, dispute, now, Verdict(Ruling.SCORE, score=score), organiser),
            partial(answer, dispute, now, Verdict(Ruling.CONTINUE), organiser),
        ]
        results = sorted(map(str, at_once(*rulings)))
        assert results == ["None", "already-ruled"], number
        game.refresh_from_db()
        assert game.status == Game.Status.LIVE
        assert game.actions.count() == number + 1


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
            play.play,
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
            deciding.annul_match(match_id=match.pk, actor=organiser, reason="otra", now=now)
        else:
            assert str(asked) in {"wrong-state", "match-not-open"}, number
            assert match.state == Match.State.COMPLETED
            cup = a_running_cup(organiser, now, entries=2)
            match = match_at(cup, 1, 1)
