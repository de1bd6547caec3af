"""Rulings of a judge: the effect of each on the match, and permissions."""

from functools import partial

import pytest

from games.models import Game
from games.play import clock
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person, state_of
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    table_of,
)
from tests.tournaments.events import organiser_of
from tests.tournaments.judging.judges import (
    GO_ON,
    SECOND,
    Ruling,
    a_live_match,
    answer,
    ask,
    races,
    refused,
)
from tournaments.judging import officials
from tournaments.judging.services import Verdict, rule_on_call
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Competition, Dispute, Match
from tournaments.verification import violations

# ---- ruling ----
pytestmark = [pytest.mark.both, pytest.mark.django_db]


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
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    start = state_of(game).start
    assert (start.label, start.mano, start.score, dispute.word) == ("2", mano, (0, 0), "void")
    assert not list(violations(live=False))


@pytest.mark.feature("Judging", "A judge rules: the hand again, the score, points")
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


@pytest.mark.feature("Judging", "A forfeit of the match")
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
    officials.appoint_official(
        competition_id=other.competition.pk, user=elsewhere, role="judge", match=other, **post
    )
    officials.appoint_official(competition_id=cup.pk, user=scorer, role="scorer", **post)
    for stranger in (an_organiser(), elsewhere, scorer, dispute.raised_by):
        with refused("not-judge"):
            answer(dispute, now, actor=stranger)
    judge = a_person()
    officials.appoint_official(competition_id=cup.pk, user=judge, role="judge", match=match, **post)
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
    matches.annul_match(match_id=match.pk, actor=organiser_of(cup), reason="así no", now=now)
    dispute.refresh_from_db()
    assert (dispute.ruling, dispute.ruled_by) == (Ruling.MOOT, None)
    with refused("already-ruled"):
        answer(dispute, now)


def test_a_cancelled_competition_has_no_open_call(now):
    cup, match, _ = a_live_match(now)
    ask(match, now)
    lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), reason="llueve", now=now)
    assert not Dispute.objects.open().exists()


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
