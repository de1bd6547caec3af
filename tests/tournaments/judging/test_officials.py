"""Judges and scorers: who appoints them, and where they may act."""

from datetime import datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, players_of
from tests.tournaments.events import an_event, organiser_of
from tournaments.common.permissions import assigned_to, judged_by, may_judge, may_score
from tournaments.judging import officials
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Match, Official

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(now: datetime) -> Competition:
    return a_running_cup(an_organiser(), now)


def appoint(cup: Competition, user: User, now: datetime, role: str = "judge", **scope) -> Official:
    return officials.appoint_official(
        competition_id=cup.pk, actor=organiser_of(cup), user=user, role=role, now=now, **scope
    )


def refused(code: str):
    return pytest.raises(RefusedError, match=code)


def test_an_organiser_judges_and_scores_every_match_of_the_club_and_none_of_another(
    cup: Competition, now: datetime
) -> None:
    stranger = an_organiser()
    match = match_at(cup, 1, 1)
    assert may_judge(match, organiser_of(cup))
    assert may_score(match, organiser_of(cup))
    assert not may_judge(match, stranger)
    assert not may_score(match, stranger)


def test_a_judge_of_the_competition_judges_and_scores_all_of_its_matches(
    cup: Competition, now: datetime
) -> None:
    judge, other_cup = a_person(), a_running_cup(an_organiser(), now)
    appoint(cup, judge, now)
    assert set(judged_by(judge)) == set(Match.objects.of(cup.pk))
    assert may_score(match_at(cup, 1, 1), judge)
    assert not may_judge(match_at(other_cup, 1, 1), judge)


@pytest.mark.feature(
    "Judging", "Judges and scorers are appointed for a competition, group or match"
)
def test_a_judge_of_one_group_judges_that_group_alone(now: datetime) -> None:
    event = an_event(now, "groups", 6, group_count=2)
    here, there = event.stages.get(number=1).groups.order_by("number")[:2]
    judge = a_person()
    appoint(event, judge, now, group=here)
    assert set(judged_by(judge)) == set(Match.objects.filter(round__group=here))
    assert not judged_by(judge).filter(round__group=there).exists()


def test_a_scorer_of_one_match_scores_it_and_judges_nothing(
    cup: Competition, now: datetime
) -> None:
    scorer, match = a_person(), match_at(cup, 1, 1)
    appoint(cup, scorer, now, role="scorer", match=match)
    assert may_score(match, scorer)
    assert not may_score(match_at(cup, 1, 2), scorer)
    assert not may_judge(match, scorer)
    assert list(assigned_to(scorer)) == [match]


def test_nobody_who_was_appointed_judges_a_match_they_play_in(
    cup: Competition, now: datetime
) -> None:
    own, other = match_at(cup, 1, 1), match_at(cup, 1, 2)
    player = players_of(own, 0)[0]
    appoint(cup, player, now)
    assert not may_judge(own, player)
    assert may_judge(other, player)


def test_nobody_is_an_official_without_an_account(cup: Competition) -> None:
    assert not may_judge(match_at(cup, 1, 1), AnonymousUser())


def test_an_official_sees_a_competition_that_is_not_public(now: datetime) -> None:
    cup, judge = a_running_cup(an_organiser(), now, public=False), a_person()
    assert cup not in Competition.objects.visible_to(judge)
    appoint(cup, judge, now)
    assert cup in Competition.objects.visible_to(judge)


def test_only_the_organiser_appoints_and_dismisses(cup: Competition, now: datetime) -> None:
    post = appoint(cup, a_person(), now)
    stranger = an_organiser()
    with refused("not-organiser"):
        officials.appoint_official(
            competition_id=cup.pk, actor=stranger, user=stranger, role="judge", now=now
        )
    with refused("not-organiser"):
        officials.dismiss_official(official_id=post.pk, actor=stranger, now=now)
    assert Official.objects.get() == post


def test_a_post_is_given_once_and_taken_back_once(cup: Competition, now: datetime) -> None:
    judge = a_person()
    post = appoint(cup, judge, now)
    with refused("already-official"):
        appoint(cup, judge, now)
    officials.dismiss_official(official_id=post.pk, actor=organiser_of(cup), now=now)
    assert not may_judge(match_at(cup, 1, 1), judge)
    with refused("wrong-state"):
        officials.dismiss_official(official_id=post.pk, actor=organiser_of(cup), now=now)


def test_a_post_is_in_its_own_competition(cup: Competition, now: datetime) -> None:
    foreign = match_at(a_running_cup(an_organiser(), now), 1, 1)
    for scope in ({"match": foreign}, {"group": foreign.round.group}):
        with refused("no-such-post"):
            appoint(cup, a_person(), now, **scope)
    with refused("no-such-post"):
        appoint(cup, a_person(), now, role="king")


def test_no_post_is_given_in_what_is_over(cup: Competition, now: datetime) -> None:
    lifecycle.cancel(competition_id=cup.pk, actor=organiser_of(cup), reason="llueve", now=now)
    with refused("wrong-state"):
        appoint(cup, a_person(), now)


def test_appointing_and_dismissing_are_in_the_log(cup: Competition, now: datetime) -> None:
    judge = a_person()
    post = appoint(cup, judge, now, match=match_at(cup, 1, 1))
    officials.dismiss_official(official_id=post.pk, actor=organiser_of(cup), now=now)
    dismissal, appointment = cup.audit.order_by("-pk")[:2]
    assert appointment.act == AuditEvent.Act.APPOINT
    assert appointment.after["official"] == str(judge)
    assert dismissal.act == AuditEvent.Act.DISMISS
    assert dismissal.before == appointment.after
    assert dismissal.match == match_at(cup, 1, 1)


def test_the_database_holds_every_post_once(cup: Competition, now: datetime) -> None:
    judge = a_person()
    for scope in ({}, {"match": match_at(cup, 1, 1)}, {"group": match_at(cup, 1, 1).round.group}):
        appoint(cup, judge, now, **scope)
        with pytest.raises(IntegrityError), transaction.atomic():
            Official.objects.create(competition=cup, user=judge, role="judge", **scope)
