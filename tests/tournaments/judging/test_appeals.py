"""Appeals: what was not decided by the cards may be taken back, once asked, within a day."""

from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match, players_of
from tests.tournaments.events import award, nobody_comes, organiser_of
from tests.tournaments.judging.judges import a_live_match, ask
from tests.tournaments.judging.judges import answer as rule
from tournaments.judging import officials
from tournaments.judging import services as judging
from tournaments.judging.services import Verdict
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Dispute, Match
from tournaments.results import services as result_services
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
Ruling = Dispute.Ruling


@pytest.fixture
def cup(now: datetime) -> Competition:
    return a_running_cup(an_organiser(), now)


@pytest.fixture
def lost(cup: Competition, now: datetime) -> Match:
    """A match that the first side won because the other did not come."""
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    match.refresh_from_db()
    return match


def appeal(match: Match, now: datetime, actor: User | None = None, text: str = "Estábamos"):
    asker = actor or players_of(match, 1)[0]
    return judging.appeal(match_id=match.pk, actor=asker, text=text, now=now)


def answer(
    asked: Dispute, now: datetime, *, granted: bool, actor: User | None = None, note: str = "leído"
) -> None:
    organiser = actor or organiser_of(asked.match.competition)
    judging.answer_appeal(dispute_id=asked.pk, actor=organiser, granted=granted, note=note, now=now)
    asked.refresh_from_db()


def refused(code: str):
    return pytest.raises(RefusedError, match=f"^{code}$")


def test_the_captain_of_who_was_missing_appeals(cup, lost, now):
    asked = appeal(lost, now + 23 * HOUR)
    assert (asked.kind, asked.side, asked.is_open) == (Dispute.Kind.APPEAL, 1, True)
    assert cup.audit.get(act=AuditEvent.Act.APPEAL).reason == "Estábamos"
    assert not list(violations(live=False))


def test_both_sides_may_appeal_when_nobody_came(cup, now):
    match = match_at(cup, 1, 1)
    nobody_comes(match, now)
    match.refresh_from_db()
    asked = appeal(match, match.completed_at, players_of(match, 0)[0])
    with refused("already-appealed"):
        appeal(match, match.completed_at)
    answer(asked, match.completed_at, granted=False)
    appeal(match, match.completed_at)


@pytest.mark.feature("Judging", "Captains appeal, organisers answer")
@pytest.mark.parametrize("granted", [True, False])
def test_an_appeal_is_answered_by_the_organiser_in_public(cup, lost, now, granted):
    asked = appeal(lost, now)
    answer(asked, now + HOUR, granted=granted)
    lost.refresh_from_db()
    assert asked.ruling == (Ruling.GRANTED if granted else Ruling.UPHELD)
    assert lost.state == (Match.State.READY if granted else Match.State.WALKOVER)
    assert cup.audit.get(act=AuditEvent.Act.ANSWER_APPEAL).reason == "leído"
    assert not list(violations(live=False))


def test_what_was_given_again_can_be_appealed_again(cup, lost, now):
    answer(appeal(lost, now), now, granted=True)
    award(lost, 0, now + HOUR)
    lost.refresh_from_db()
    assert appeal(lost, now + HOUR).is_open


def test_a_sanction_can_be_appealed(now):
    _, match, _ = a_live_match(now)
    rule(ask(match, now), now, Verdict(Ruling.LOSS, side=1))
    match.refresh_from_db()
    assert match.state == Match.State.COMPLETED
    assert appeal(match, now + HOUR).is_open


def test_what_was_played_cannot_be_appealed(cup, now):
    match = match_at(cup, 1, 1)
    later = play_match(match, 0, now)
    match.refresh_from_db()
    with refused("nothing-to-appeal"):
        appeal(match, later)
    with refused("nothing-to-appeal"):
        appeal(match_at(cup, 1, 2), now)


def test_an_appeal_comes_within_a_day_once_and_with_a_reason(lost, now):
    with refused("nothing-to-appeal"):
        appeal(lost, now + 25 * HOUR)
    with refused("reason-missing"):
        appeal(lost, now, text=" ")
    answer(appeal(lost, now), now, granted=False)
    with refused("already-appealed"):
        appeal(lost, now)


def test_only_the_captain_of_a_side_that_did_not_win_appeals(now):
    cup = a_running_cup(an_organiser(), now, per_side=2, entries=2)
    match = match_at(cup, 1, 1)
    award(match, 0, now)
    match.refresh_from_db()
    for stranger in (players_of(match, 0)[0], players_of(match, 1)[1], a_person()):
        with refused("not-your-appeal"):
            appeal(match, now, stranger)
    assert appeal(match, now).is_open


def test_nothing_is_appealed_in_what_was_given_up(cup, lost, now):
    lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), reason="llueve", now=now)
    with refused("wrong-state"):
        appeal(lost, now)


def test_only_an_organiser_answers_once_and_with_a_reason(cup, lost, now):
    asked, judge = appeal(lost, now), a_person()
    officials.appoint_official(
        competition_id=cup.pk, actor=organiser_of(cup), user=judge, role="judge", now=now
    )
    for stranger in (judge, an_organiser(), asked.raised_by):
        with refused("not-organiser"):
            answer(asked, now, granted=True, actor=stranger)
    with refused("reason-missing"):
        answer(asked, now, granted=True, note=" ")
    answer(asked, now, granted=False)
    with refused("already-ruled"):
        answer(asked, now, granted=True)


def test_a_result_taken_back_otherwise_is_not_appealed_any_more(cup, lost, now):
    asked = appeal(lost, now)
    result_services.reopen_match(match_id=lost.pk, actor=organiser_of(cup), reason="error", now=now)
    asked.refresh_from_db()
    assert asked.ruling == Ruling.MOOT
    assert not list(violations(live=False))


def test_a_call_is_no_appeal_and_an_appeal_no_call(cup, lost, now):
    asked = appeal(lost, now)
    with refused("already-ruled"):
        rule(asked, now)
    other, match, _ = a_live_match(now)
    call = ask(match, now)
    with refused("already-ruled"):
        answer(call, now, granted=False, actor=organiser_of(other))


@races
def test_of_two_answers_at_once_one_counts(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    for number in range(ROUNDS):
        at = now + number * HOUR
        match.refresh_from_db()
        if match.state == Match.State.READY:
            award(match, 0, at)
        Dispute.objects.filter(match=match).update(opened_at=now - HOUR)
        match.refresh_from_db()
        asked = appeal(match, match.completed_at)

        def give(granted: bool, asked: Dispute = asked, at: datetime = at) -> None:
            judging.answer_appeal(
                dispute_id=asked.pk, actor=organiser, granted=granted, note="sí", now=at
            )

        results = sorted(map(str, at_once(lambda: give(True), lambda: give(False))))
        assert results == ["None", "already-ruled"], number
        asked.refresh_from_db()
        match.refresh_from_db()
        expected = Match.State.READY if asked.ruling == Ruling.GRANTED else Match.State.WALKOVER
        assert match.state == expected
