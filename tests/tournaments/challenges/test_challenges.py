"""Challenges of a ladder: who may, the answer, silence, the match, rest, inactivity, the end."""

from datetime import timedelta

import pytest

from games.models import Heartbeat
from games.play.outages import CLOCK, credit_outage
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import an_event, award, organiser_of, ready
from tournaments import verification
from tournaments.challenges.errors import (
    ChallengeClosedError,
    OnHolidayError,
    OutOfRangeError,
    RematchTooSoonError,
    SeasonEndsError,
)
from tournaments.challenges.queries import places_of
from tournaments.challenges.services import (
    answer,
    apply_inactivity,
    send_challenge,
    settle_challenge,
    take_back,
)
from tournaments.changes.endings import Cut, finish_early, undo_finish
from tournaments.common.errors import NotInEntryError, WrongStateError
from tournaments.draw.rounds import draw_awaited
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle.services import cancel, pause, resume
from tournaments.matches.services import call_match, give_walkover
from tournaments.models import Challenge, Competition, Group, Match
from tournaments.models.competitions import EarlyEnd
from tournaments.results.services import reopen_match, submit_result
from tournaments.schedule.errors import TimeOutsideError
from tournaments.schedule.services import accept_time, propose_times
from tournaments.standings.queries import group_rows
from tournaments.withdrawals.errors import ChallengeOpenError
from tournaments.withdrawals.pauses import pause_entry, resume_entry
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


def a_ladder(now, entries=6, **choices):
    choices = {"season_days": 60, **choices}
    return an_event(now, "ladder", entries, **choices)


def violations():
    return [str(each) for each in verification.violations(live=False)]


def group_of(event):
    return Group.objects.select_related("stage__competition").get(stage__competition=event)


def order(event):
    """Return the ladder as the seeds of its entries."""
    seeds = dict(event.entries.values_list("pk", "seed"))
    return [seeds[pk] for pk in places_of(group_of(event))]


def entry(event, seed):
    return event.entries.get(seed=seed)


def player(event, seed):
    return entry(event, seed).roster.get().user


def dare(event, challenger, challenged, at):
    return send_challenge(
        challenger_id=entry(event, challenger).pk,
        challenged_id=entry(event, challenged).pk,
        actor=player(event, challenger),
        now=at,
    )


def accept(event, made, at):
    answer(challenge_id=made.pk, accepts=True, actor=made.challenged.roster.get().user, now=at)
    made.refresh_from_db()
    return made.match


def play(event, made, at, *, wins):
    """Accept a challenge and decide its match for the challenger, or against."""
    match = accept(event, made, at)
    actor = organiser_of(event)
    give_walkover(
        match_id=match.pk, winner=0 if wins else 1, actor=actor, reason="resultado", now=at
    )
    sweep(at)
    return match


def sweep(at):
    for pk in Challenge.objects.due(at).values_list("pk", flat=True):
        settle_challenge(challenge_id=pk, now=at)
    for group in Group.objects.due(at):
        draw_awaited(group_id=group.pk, now=at)


@pytest.mark.feature("Formats", "Ladder: challenges within a range, the winner takes the place")
def test_the_winner_takes_the_place_and_those_between_fall(now):
    event = a_ladder(now)
    assert order(event) == [1, 2, 3, 4, 5, 6]
    play(event, dare(event, 5, 2, now), now, wins=True)
    assert order(event) == [1, 5, 2, 3, 4, 6]
    play(event, dare(event, 4, 2, now + DAY), now + DAY, wins=False)
    assert order(event) == [1, 5, 2, 3, 4, 6]
    assert violations() == []


def test_they_change_places_where_the_ladder_says_so(now):
    event = a_ladder(now, climb="swap")
    play(event, dare(event, 5, 2, now), now, wins=True)
    assert order(event) == [1, 5, 3, 4, 2, 6]


def test_open_matches_end_a_ladder_that_takes_no_more_challenges(now):
    shape = FormatOptions(format="ladder", season_days=60)
    event = a_running_cup(an_organiser(), now, entries=6, shape=shape, cap=8, with_cards=True)
    play(event, dare(event, 6, 5, now), now, wins=True)
    match, asked = accept(event, dare(event, 2, 1, now), now), dare(event, 4, 3, now)
    ends = {"cut": Cut.TABLES, "rule": EarlyEnd.STANDINGS}
    finish_early(competition_id=event.pk, **ends, actor=organiser_of(event), now=now)
    with pytest.raises(WrongStateError):
        dare(event, 6, 3, now)
    with pytest.raises(WrongStateError):
        accept(event, asked, now)
    late = now + 5 * DAY
    sweep(late)
    award(match, 0, late)
    sweep(late)
    event.refresh_from_db()
    assert (event.state, order(event)) == (Competition.State.FINISHED, [2, 1, 3, 4, 6, 5])
    assert event.champion == entry(event, 2)
    assert violations() == []


def test_a_match_of_an_undone_end_is_an_open_challenge(now):
    event = a_ladder(now)
    play(event, dare(event, 5, 4, now), now, wins=True)
    match, at = accept(event, dare(event, 2, 1, now), now), now + HOUR
    ends = {"cut": Cut.RESULTS, "rule": EarlyEnd.STANDINGS}
    finish_early(competition_id=event.pk, **ends, actor=organiser_of(event), now=at)
    sweep(at)
    undo_finish(competition_id=event.pk, actor=organiser_of(event), now=at)
    assert ready(event) == [match]
    with pytest.raises(ChallengeOpenError):
        dare(event, 4, 1, at)
    assert violations() == []


@pytest.mark.parametrize("how", ["refused", "silent"])
@pytest.mark.parametrize(
    ("refusal", "expected"), [("concedes", [1, 2, 6, 3, 4, 5]), ("lapses", [1, 2, 3, 4, 5, 6])]
)
def test_a_refusal_or_silence_follows_the_rule(refusal, expected, how, now):
    event = a_ladder(now, refusal=refusal)
    made = dare(event, 6, 3, now)
    if how == "refused":
        answer(challenge_id=made.pk, accepts=False, actor=player(event, 3), now=now)
    else:
        sweep(now + 3 * DAY - HOUR)
        assert order(event) == [1, 2, 3, 4, 5, 6]
        with pytest.raises(ChallengeClosedError):
            answer(challenge_id=made.pk, accepts=True, actor=player(event, 3), now=made.answer_by)
        sweep(now + 3 * DAY)
    made.refresh_from_db()
    assert made.answer == how
    assert order(event) == expected
    assert violations() == []


def test_who_may_challenge_whom(now):
    event = a_ladder(now, entries=7)
    for challenger, challenged in ((6, 2), (2, 3), (3, 3)):
        with pytest.raises(OutOfRangeError):
            dare(event, challenger, challenged, now)
    made = dare(event, 6, 3, now)
    for challenger, challenged in ((6, 5), (4, 3), (7, 6)):
        with pytest.raises(ChallengeOpenError):
            dare(event, challenger, challenged, now)
    take_back(challenge_id=made.pk, actor=player(event, 6), now=now)
    with pytest.raises(ChallengeClosedError):
        answer(challenge_id=made.pk, accepts=True, actor=player(event, 3), now=now)
    dare(event, 6, 3, now)
    with pytest.raises(NotInEntryError):
        send_challenge(
            challenger_id=entry(event, 5).pk,
            challenged_id=entry(event, 4).pk,
            actor=a_person(),
            now=now,
        )


def test_the_same_two_wait_for_their_rematch(now):
    event = a_ladder(now, rematch_days=10)
    play(event, dare(event, 4, 3, now), now, wins=True)
    assert order(event)[2:4] == [4, 3]
    with pytest.raises(RematchTooSoonError):
        dare(event, 3, 4, now + 10 * DAY - HOUR)
    dare(event, 3, 4, now + 10 * DAY)


def test_who_is_on_holiday_neither_challenges_nor_is_challenged(now):
    event = a_ladder(now)
    resting, user = entry(event, 3), player(event, 3)
    pause_entry(entry_id=resting.pk, actor=user, now=now)
    for challenger, challenged in ((3, 2), (4, 3)):
        with pytest.raises(OnHolidayError):
            dare(event, challenger, challenged, now)
    resume_entry(entry_id=resting.pk, actor=user, now=now)
    dare(event, 4, 3, now)
    with pytest.raises(ChallengeOpenError):
        pause_entry(entry_id=resting.pk, actor=user, now=now)


def test_who_is_inactive_falls_a_place_and_who_rests_later(now):
    event = a_ladder(now, inactive_days=14, holiday_days=14, entries=4)
    group = group_of(event)
    assert apply_inactivity(group_id=group.pk, now=now + 14 * DAY - HOUR) == 0
    play(event, dare(event, 3, 2, now + 10 * DAY), now + 10 * DAY, wins=False)
    pause_entry(entry_id=entry(event, 4).pk, actor=player(event, 4), now=now + 10 * DAY)
    assert apply_inactivity(group_id=group.pk, now=now + 14 * DAY + HOUR) == 1
    assert order(event) == [2, 1, 3, 4]
    assert apply_inactivity(group_id=group.pk, now=now + 14 * DAY + HOUR) == 0
    apply_inactivity(group_id=group.pk, now=now + 24 * DAY)  # 2 and 3 played 14 days ago
    assert order(event) == [1, 2, 4, 3]
    assert violations() == []


def test_a_rest_puts_inactivity_off_and_does_not_wipe_it_out(now):
    event = a_ladder(now, inactive_days=14, holiday_days=7, entries=3)
    group, first, at = group_of(event), player(event, 1), now + 13 * DAY
    play(event, dare(event, 3, 2, at), at, wins=False)
    pause_entry(entry_id=entry(event, 1).pk, actor=first, now=at)
    resume_entry(entry_id=entry(event, 1).pk, actor=first, now=at + 2 * HOUR)
    assert apply_inactivity(group_id=group.pk, now=now + 14 * DAY + HOUR) == 0
    assert apply_inactivity(group_id=group.pk, now=now + 14 * DAY + 3 * HOUR) == 1
    assert order(event) == [2, 1, 3]


def test_all_rests_of_an_entry_share_its_holidays(now):
    event = a_ladder(now, inactive_days=14, holiday_days=7, entries=3)
    group, first = group_of(event), player(event, 1)
    for day in (0, 5, 10):
        pause_entry(entry_id=entry(event, 1).pk, actor=first, now=now + day * DAY)
        resume_entry(entry_id=entry(event, 1).pk, actor=first, now=now + (day + 5) * DAY)
    play(event, dare(event, 3, 2, now + 15 * DAY), now + 15 * DAY, wins=False)
    assert apply_inactivity(group_id=group.pk, now=now + 21 * DAY - HOUR) == 0
    assert apply_inactivity(group_id=group.pk, now=now + 21 * DAY + HOUR) == 1


def test_nobody_falls_where_the_ladder_has_no_such_rule(now):
    event = a_ladder(now, inactive_days=0)
    assert apply_inactivity(group_id=group_of(event).pk, now=now + 59 * DAY) == 0


def test_the_sides_agree_on_an_hour_within_the_time_to_play(now):
    event = a_ladder(now)
    match = accept(event, dare(event, 2, 1, now), now)
    assert match.awaits_date
    late = now + 8 * DAY
    with pytest.raises(TimeOutsideError):
        propose_times(match_id=match.pk, user=player(event, 2), times=[late], now=now)
    at = now + 2 * DAY
    propose_times(match_id=match.pk, user=player(event, 2), times=[at], now=now)
    accept_time(proposal_id=match.proposals.get().pk, user=player(event, 1), now=now)
    assert not Match.objects.callable(at - HOUR).filter(pk=match.pk).exists()
    assert Match.objects.callable(at).filter(pk=match.pk).exists()


def test_what_was_not_played_in_time_is_annulled(now):
    event = a_ladder(now)
    made = dare(event, 2, 1, now)
    match = accept(event, made, now)
    sweep(now + 7 * DAY - HOUR)
    assert ready(event) == [match]
    sweep(now + 7 * DAY)
    match.refresh_from_db()
    assert match.state == Match.State.ANNULLED
    assert order(event) == [1, 2, 3, 4, 5, 6]
    assert event.state == Competition.State.RUNNING
    dare(event, 3, 1, now + 7 * DAY)
    assert violations() == []


def test_nobody_is_challenged_across_the_end_and_the_first_is_champion(now):
    event = a_ladder(now, entries=4)
    end = event.started_at + 60 * DAY
    with pytest.raises(SeasonEndsError):
        dare(event, 2, 1, end - 3 * DAY + HOUR)
    made = dare(event, 2, 1, end - 3 * DAY)
    match = accept(event, made, end - 2 * DAY)
    assert made.play_by == end
    sweep(end - HOUR)
    event.refresh_from_db()
    assert event.state == Competition.State.RUNNING
    play(event, dare(event, 4, 3, end - 3 * DAY), end - DAY, wins=True)
    sweep(end)
    sweep(end)
    match.refresh_from_db()
    event.refresh_from_db()
    assert match.state == Match.State.ANNULLED
    assert event.state == Competition.State.FINISHED
    assert event.champion == entry(event, 1)
    assert [row.entry for row in group_rows(group_of(event))] == [
        entry(event, seed).pk for seed in (1, 2, 4, 3)
    ]
    assert violations() == []


def test_a_ladder_that_nobody_played_has_no_champion(now):
    event = a_ladder(now, entries=3)
    sweep(event.started_at + 60 * DAY)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert event.champion is None
    assert violations() == []


def test_who_withdraws_leaves_the_ladder_and_its_challenge_is_void(now):
    event = a_ladder(now)
    made = dare(event, 5, 3, now)
    withdraw(entry_id=entry(event, 3).pk, actor=organiser_of(event), now=now)
    sweep(now)
    made.refresh_from_db()
    assert made.answer == Challenge.Answer.VOID
    assert order(event) == [1, 2, 4, 5, 6]
    again = dare(event, 5, 1, now)
    assert violations() == []
    take_back(challenge_id=again.pk, actor=player(event, 5), now=now)
    reinstate(entry_id=entry(event, 3).pk, actor=organiser_of(event), reason="volvió", now=now)
    assert order(event) == [1, 2, 3, 4, 5, 6]
    assert violations() == []


def test_a_corrected_result_keeps_its_place_in_the_history(now):
    event = a_ladder(now)
    match = play(event, dare(event, 5, 4, now), now, wins=True)
    play(event, dare(event, 6, 4, now + DAY), now + DAY, wins=True)
    assert order(event) == [1, 2, 3, 5, 6, 4]
    reopen_match(match_id=match.pk, actor=organiser_of(event), reason="mal", now=now + 2 * DAY)
    match.refresh_from_db()
    assert order(event) == [1, 2, 3, 6, 4, 5]
    give_walkover(
        match_id=match.pk,
        winner=0,
        actor=organiser_of(event),
        reason="así era",
        now=now + 2 * DAY,
    )
    assert order(event) == [1, 2, 3, 5, 6, 4]
    assert violations() == []


def test_a_reopened_match_is_an_open_challenge_again_and_has_its_time(now):
    event = a_ladder(now)
    match, back = play(event, dare(event, 5, 4, now), now, wins=True), now + 10 * DAY
    dare(event, 6, 5, back)
    reopen_match(match_id=match.pk, actor=organiser_of(event), reason="mal", now=back)
    assert violations() == []
    with pytest.raises(ChallengeOpenError):
        dare(event, 4, 3, back)
    sweep(back + 7 * DAY - HOUR)
    match.refresh_from_db()
    assert not match.is_decided
    sweep(back + 7 * DAY)
    match.refresh_from_db()
    assert match.state == Match.State.ANNULLED
    assert order(event) == [1, 2, 3, 4, 6, 5]  # 5 did not answer
    assert violations() == []


def test_an_entry_that_returns_does_not_reopen_what_was_not_played_in_time(now):
    event = a_ladder(now)
    match, back = accept(event, dare(event, 5, 3, now), now), now + 8 * DAY
    sweep(now + 7 * DAY)
    withdraw(entry_id=entry(event, 3).pk, actor=organiser_of(event), now=back)
    reinstate(entry_id=entry(event, 3).pk, actor=organiser_of(event), now=back)
    match.refresh_from_db()
    assert match.state == Match.State.ANNULLED
    dare(event, 5, 4, back)
    assert violations() == []


def test_a_match_restored_with_its_entry_has_its_time_again(now):
    event = a_ladder(now)
    match, back = accept(event, dare(event, 5, 3, now), now), now + 10 * DAY
    withdraw(entry_id=entry(event, 3).pk, actor=organiser_of(event), now=now)
    sweep(now)
    reinstate(entry_id=entry(event, 3).pk, actor=organiser_of(event), now=back)
    with pytest.raises(ChallengeOpenError):
        dare(event, 5, 4, back)
    sweep(back + 7 * DAY)
    match.refresh_from_db()
    assert match.state == Match.State.ANNULLED
    assert violations() == []


def test_time_stands_still_in_a_pause(now):
    event = a_ladder(now)
    organiser = organiser_of(event)
    made = dare(event, 2, 1, now)
    pause(competition_id=event.pk, actor=organiser, now=now + DAY)
    with pytest.raises(WrongStateError):
        dare(event, 4, 3, now + DAY)
    sweep(now + 5 * DAY)
    resume(competition_id=event.pk, actor=organiser, now=now + 11 * DAY)
    made.refresh_from_db()
    assert not made.answer
    assert made.answer_by == now + 13 * DAY
    stage = group_of(event).stage
    assert stage.closes_at == event.started_at + 70 * DAY


def test_a_pause_is_no_inactivity(now):
    event = a_ladder(now, inactive_days=21, entries=4)
    group, organiser, back = group_of(event), organiser_of(event), now + 22 * DAY
    pause(competition_id=event.pk, actor=organiser, now=now + DAY)
    resume(competition_id=event.pk, actor=organiser, now=back)
    play(event, dare(event, 4, 3, back), back, wins=False)
    assert apply_inactivity(group_id=group.pk, now=back + DAY) == 0
    assert apply_inactivity(group_id=group.pk, now=back + 20 * DAY + HOUR) == 2
    assert order(event) == [3, 1, 2, 4]


def test_a_cancelled_ladder_leaves_no_challenge_open(now):
    event = a_ladder(now)
    made = dare(event, 2, 1, now)
    cancel(competition_id=event.pk, actor=organiser_of(event), reason="no", now=now)
    sweep(now)
    made.refresh_from_db()
    assert made.answer == Challenge.Answer.VOID
    assert violations() == []


def test_an_outage_gives_the_time_to_answer_and_to_play_back(now):
    event = a_ladder(now)
    asked, accepted = dare(event, 2, 1, now), dare(event, 5, 4, now)
    accept(event, accepted, now)
    Heartbeat.objects.create(name=CLOCK, at=now)
    assert credit_outage(now=now + DAY)
    for one, column in ((asked, "answer_by"), (accepted, "play_by")):
        before = getattr(one, column)
        one.refresh_from_db()
        assert getattr(one, column) == before + DAY


def test_only_the_challenged_answers_and_only_the_challenger_takes_back(now):
    event = a_ladder(now)
    made = dare(event, 2, 1, now)
    with pytest.raises(NotInEntryError):
        answer(challenge_id=made.pk, accepts=True, actor=player(event, 2), now=now)
    with pytest.raises(NotInEntryError):
        take_back(challenge_id=made.pk, actor=player(event, 1), now=now)


def test_with_real_cards_a_match_is_called_at_once_and_its_result_kept(now):
    shape = FormatOptions(format="ladder", season_days=60)
    event = a_running_cup(an_organiser(), now, entries=4, shape=shape, cap=8, with_cards=True)
    made = dare(event, 2, 1, now)
    match = accept(event, made, now)
    assert call_match(match_id=match.pk, now=now)
    submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser_of(event), now=now)
    sweep(now + 7 * DAY)
    assert order(event) == [2, 1, 3, 4]
    assert violations() == []
