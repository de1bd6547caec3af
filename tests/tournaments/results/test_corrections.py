"""Corrections of results: permissions, notifications, and the right result in one step."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import Club
from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    match_at,
    play_cup,
    play_match,
    players_of,
)
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tests.tournaments.reopening import HOUR, State, entries_at, in_order, reopen
from tests.tournaments.soundness import sound
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match
from tournaments.models import AuditEvent, Competition, Match, PointsEntry
from tournaments.results import services as result_services
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db


def test_a_preview_names_who_loses_which_points(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=3)
    play_cup(cup, now)
    semifinal, final = match_at(cup, 1, 2), match_at(cup, 2, 1)
    falls = result_services.preview_reopening(match_id=semifinal.pk, actor=organiser)
    lost = {person.user: points for person, points in falls.points}
    winner, loser = players_of(semifinal, 0)[0], players_of(semifinal, 1)[0]
    assert lost[loser] == 5
    assert lost[winner] == 20 + (20 if winner in players_of(final, 0) else 5)
    assert sum(lost.values()) == 50
    reopen(semifinal, now + HOUR)
    heal_rankings()
    reversed_ = PointsEntry.objects.filter(reversal=True)
    assert -sum(reversed_.values_list("points", flat=True)) == 50


def test_every_act_is_told_with_what_it_found(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=3)
    play_cup(cup, now)
    cup.refresh_from_db()
    match, champion = match_at(cup, 1, 2), str(cup.champion)
    reopen(match, now + HOUR)
    event = AuditEvent.objects.get(act=AuditEvent.Act.REOPEN)
    assert (event.match, event.reason) == (match, "se anotó al revés")
    assert event.before["champion"] == champion
    assert event.before["fallen"] == [match_at(cup, 2, 1).number]
    assert sum(event.before["points"].values()) == 50
    assert event.after == {"state": "ready", "competition": "running"}
    revoked = match.revoked.get()
    assert (revoked.state, revoked.winner, revoked.revoked_by) == ("completed", 0, event.actor)


def test_only_organisers_reopen_and_they_say_why(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    for who, why, code in (
        (a_person(), "porque sí", "not-organiser"),
        (an_organiser(), "otro club", "not-organiser"),
        (organiser_of(cup), "  ", "reason-missing"),
    ):
        with pytest.raises(RefusedError, match=code):
            reopen(match, now, actor=who, reason=why)
    assert match_at(cup, 2, 1).slots.filter(entry__isnull=False).exists()
    assert Club.objects.count() == 2


def test_what_has_no_result_is_not_reopened(now: datetime) -> None:
    event = an_event(now, "single", 3)
    bye, open_ = Match.objects.of(event.pk)[:2]
    assert (bye.state, open_.state) == (State.BYE, State.READY)
    for match in (bye, open_, match_at(event, 2, 1)):
        with pytest.raises(RefusedError, match="no-result"):
            reopen(match, now)


def test_a_result_is_taken_back_once(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    reopen(match, now)
    with pytest.raises(RefusedError, match="no-result"):
        reopen(match, now)
    assert match.revoked.count() == 1


@pytest.mark.parametrize("over", ["cancelled", "archived"])
def test_what_was_given_up_or_archived_stays(over: str, now: datetime) -> None:
    event = an_event(now, "single", 4)
    match = ready(event)[0]
    award(match, 0, now)
    if over == "cancelled":
        who = organiser_of(event)
        lifecycle.cancel(competition_id=event.pk, actor=who, now=now, reason="lluvia")
    else:
        award_all(event, now)
        Competition.objects.filter(pk=event.pk).update(state=over)
    with pytest.raises(RefusedError, match="wrong-state"):
        reopen(match, now)


def test_a_preview_that_is_out_of_date_is_refused(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    first, second = match_at(cup, 1, 1), match_at(cup, 1, 2)
    award(first, 0, now)
    mark = result_services.preview_reopening(match_id=first.pk, actor=organiser_of(cup)).mark
    award(second, 0, now)
    with pytest.raises(RefusedError, match="changed-meanwhile"):
        reopen(first, now, seen=mark)
    mark = result_services.preview_reopening(match_id=first.pk, actor=organiser_of(cup)).mark
    reopen(first, now, seen=mark)
    assert first.state == State.READY


def test_a_paused_competition_stays_paused(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    lifecycle.pause(competition_id=cup.pk, actor=organiser_of(cup), now=now)
    reopen(match, now)
    cup.refresh_from_db()
    assert cup.state == Competition.State.PAUSED


def test_a_competition_that_ended_in_a_pause_is_paused_again(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    final, deciding = match_at(cup, 1, 1), {"competition_id": cup.pk, "actor": organiser_of(cup)}
    lifecycle.pause(now=now, **deciding)
    award(final, 0, now + HOUR)
    cup.refresh_from_db()
    assert cup.state == Competition.State.FINISHED
    reopen(final, now + 2 * HOUR)
    cup.refresh_from_db()
    assert cup.state == Competition.State.PAUSED
    assert not call_match(match_id=final.pk, now=now + 2 * HOUR)
    lifecycle.resume(now=now + 3 * HOUR, **deciding)
    cup.refresh_from_db()
    assert cup.time_played(now + 4 * HOUR) == HOUR
    assert in_order()


def test_a_casual_result_stays(now: datetime) -> None:
    match = Match.objects.create(
        state=State.COMPLETED, winner=0, points_reason="played", completed_at=now
    )
    with pytest.raises(RefusedError, match="no-competition"):
        result_services.reopen_match(match_id=match.pk, actor=a_person(), reason="no", now=now)


def test_ranking_before_between_and_after_corrections_comes_out_the_same(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    for position in (1, 2):
        now = play_match(match_at(cup, 1, position), 0, now)
    now = play_match(match_at(cup, 2, 1), 1, now)
    reopen(match_at(cup, 1, 1), now)
    assert sound()
    now = play_match(match_at(cup, 1, 1), 1, now)
    assert sound()
    now = play_match(match_at(cup, 2, 1), 0, now)
    assert in_order()
    heal_rankings()
    assert in_order()


def test_the_right_result_is_written_at_once(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=3)
    play_cup(cup, now)
    heal_rankings()
    match, later = match_at(cup, 1, 2), now + HOUR
    result_services.correct_result(
        match_id=match.pk, games=[(3, 5)], actor=organiser_of(cup), reason="al revés", now=later
    )
    match.refresh_from_db()
    assert (match.state, match.winner, match.completed_at) == (State.COMPLETED, 1, later)
    final = match_at(cup, 2, 1)
    assert (final.state, entries_at(final)[1]) == (State.READY, entries_at(match)[1])
    assert in_order()


def test_a_right_result_that_cannot_be_changes_nothing(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    play_cup(cup, now)
    match = match_at(cup, 1, 1)
    for games, code in (([(4, 3)], "impossible-score"), ([], "series-open")):
        with pytest.raises(RefusedError, match=code):
            result_services.correct_result(
                match_id=match.pk, games=games, actor=organiser_of(cup), reason="x", now=now
            )
    match.refresh_from_db()
    assert (match.state, match.reopened, match.games.get().voided) == (State.COMPLETED, 0, False)
    assert in_order()
