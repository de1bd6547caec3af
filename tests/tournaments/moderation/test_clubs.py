"""Suspensions within a club: what they keep from, who gives and lifts them."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.clubs import services as clubs
from accounts.common.errors import RefusedError
from accounts.models import Measure, Membership
from accounts.sanctions import services as sanctions
from games.models import Report
from games.play import seats
from games.reports.services import Complaint, report_person
from tests.games.races import at_once
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    club_of,
    enter,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.moderation.keepers import an_operator, refused
from tournaments.entries import services as entries
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now()


def suspend(organiser, user, now, until=None, reason="insultó"):
    return sanctions.suspend_in_club(
        club_id=club_of(organiser).pk,
        by=organiser,
        user_id=user.pk,
        reason=reason,
        until=until,
        now=now,
    )


def path_of(organiser) -> str:
    return f"/clubs/{club_of(organiser).slug}/keeping/"


@pytest.mark.feature("Playing", "A member suspended in a club neither enters nor sits down there")
def test_who_is_suspended_enters_nothing_of_the_club_and_all_of_another(organiser, now):
    ana, rival = a_person("ana"), an_organiser()
    cup, other = a_cup(organiser, now), a_cup(rival, now)
    measure = suspend(organiser, ana, now)
    with refused("suspended-in-club"):
        entries.register(competition_id=cup.pk, user=ana, now=now)
    with refused("suspended-in-club"):
        enter(cup, organiser, now, ana)
    assert not cup.entries.exists()
    page = a_browser(ana).post(f"/competitions/{cup.pk}/register/")
    assert page.status_code == 409
    assert "La cuenta está suspendida en el club" in text_of(page)
    entries.register(competition_id=other.pk, user=ana, now=now)
    sanctions.lift(measure_id=measure.pk, by=organiser, reason="pidió disculpas", now=now)
    entries.register(competition_id=cup.pk, user=ana, now=now)


def test_a_suspension_ends_by_itself(organiser, now):
    ana, cup = a_person(), a_cup(organiser, now)
    suspend(organiser, ana, now, until=now + DAY)
    with refused("already-suspended"):
        suspend(organiser, ana, now)
    Measure.objects.update(until=now - timedelta(seconds=1))
    entries.register(competition_id=cup.pk, user=ana, now=now)
    suspend(organiser, ana, now)


@pytest.mark.parametrize("has_begun", [False, True])
def test_who_is_suspended_loses_the_match_that_is_called_or_played(organiser, now, has_begun):
    match = match_at(a_running_cup(organiser, now), 1, 1)
    call(match, now)
    game = everybody_sits(match, now) if has_begun else match.games.get().game
    ana = players_of(match, 0)[0]
    suspend(organiser, ana, now)
    match.refresh_from_db()
    assert (match.state, match.winner) == (Match.State.WALKOVER, 1)
    with refused("closed"):
        seats.sit_down(game_id=game.pk, user=ana, corte_hash="", address="", now=now)


def test_who_is_suspended_neither_joins_nor_organises_the_club(organiser, now):
    ana, club = a_person(), club_of(organiser)
    suspend(organiser, ana, now)
    token = clubs.invite(club_id=club.pk, by=organiser, now=now)
    with refused("suspended-in-club"):
        clubs.join(token=token, user=ana, now=now)
    Membership.objects.create(club=club, user=ana)
    for act in (partial(clubs.appoint, organiser=True), clubs.hand_over):
        with refused("suspended-in-club"):
            act(club_id=club.pk, by=organiser, user_id=ana.pk)
    assert "Este club te suspendió" in text_of(a_browser(ana).get(f"/clubs/{club.slug}/"))
    assert "suspendió" not in text_of(a_browser().get(f"/clubs/{club.slug}/"))


def test_organisers_do_nothing_to_staff_organisers_or_themselves(organiser, now):
    club, helper = club_of(organiser), a_person()
    Membership.objects.create(club=club, user=helper, role=Membership.Role.ORGANISER)
    for by, whom, code in (
        (organiser, an_operator(), "of-staff"),
        (organiser, helper, "organiser-stays"),
        (helper, organiser, "organiser-stays"),
        (helper, helper, "oneself"),
    ):
        with refused(code):
            sanctions.suspend_in_club(
                club_id=club.pk, by=by, user_id=whom.pk, reason="sí", until=None, now=now
            )
    assert not Measure.objects.exists()


def test_nobody_else_suspends_in_a_club(organiser, now):
    ana = a_person("ana")
    for other in (an_organiser(), a_person()):
        form = {"user": "ana", "reason": "porque sí"}
        assert a_browser(other).post(path_of(organiser), form).status_code == 403
        assert a_browser(other).get(path_of(organiser)).status_code == 403
    assert "/accounts/login/" in a_browser().get(path_of(organiser)).headers["Location"]
    club = club_of(organiser)
    club.is_guarded = True  # and its owner has no second factor
    club.save()
    with refused("second-factor"):
        suspend(organiser, ana, now)
    assert not Measure.objects.exists()


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"user": "ana"}, 422),
        ({"user": "nadie", "reason": "x"}, 422),
        ({"user": "ana", "reason": "x", "until": "2001-01-01T10:00"}, 422),
        ({"user": "ana", "reason": "x", "until": "mañana"}, 422),
        ({"user": "ana", "reason": "x" * 201}, 422),
        ({"user": "a\x00na", "reason": "x"}, 422),
    ],
)
def test_a_bad_form_suspends_nobody(organiser, form, status):
    a_person("ana")
    assert a_browser(organiser).post(path_of(organiser), form).status_code == status
    assert not Measure.objects.exists()


@pytest.mark.feature(
    "Playing", "Organisers suspend a person within their club, with a reason, and lift it"
)
def test_the_page_suspends_closes_the_reports_and_keeps_the_audit(organiser, now):
    ana = a_person("ana")
    report_person(person_id=ana.pk, user=a_person(), now=now, complaint=Complaint("offence"))
    Report.objects.update(club=club_of(organiser))
    browser, path = a_browser(organiser), path_of(organiser)
    assert 'value="ana"' in text_of(browser.get(f"{path}?user=ana"))
    until = f"{now + DAY:%Y-%m-%dT%H:%M}"
    done = browser.post(path, {"user": "@Ana", "reason": "insultó", "until": until})
    assert done.status_code == 302
    assert not Report.objects.open().exists()
    page = text_of(browser.get(path))
    assert "«<bdi>insultó</bdi>»" in page
    measure = Measure.objects.get()
    assert browser.post(f"/measures/{measure.pk}/lift/", {"reason": ""}).status_code == 422
    other = a_browser(an_organiser())
    assert other.post(f"/measures/{measure.pk}/lift/", {"reason": "no"}).status_code == 403
    own = a_browser(ana).post(f"/measures/{measure.pk}/lift/", {"reason": "soy yo"})
    assert own.status_code == 403
    assert Measure.objects.get().lifted_at is None
    assert browser.post(f"/measures/{measure.pk}/lift/", {"reason": "ya está"}).status_code == 302
    again = browser.post(f"/measures/{measure.pk}/lift/", {"reason": "ya está"})
    assert again.status_code == 409
    assert "ya no está en pie" in text_of(again)
    page = text_of(browser.get(path))
    assert "Lo que hubo" in page
    assert "«<bdi>ya está</bdi>»" in page


@pytest.mark.django_db(transaction=True)
def test_of_two_who_suspend_at_once_the_second_is_told(organiser, now):
    ana, helper, club = a_person(), a_person(), club_of(organiser)
    Membership.objects.create(club=club, user=helper, role=Membership.Role.ORGANISER)
    act = partial(
        sanctions.suspend_in_club,
        club_id=club.pk,
        user_id=ana.pk,
        reason="insultó",
        until=None,
        now=now,
    )
    results = at_once(partial(act, by=organiser), partial(act, by=helper))
    codes = [each.code for each in results if isinstance(each, RefusedError)]
    assert codes == ["already-suspended"]
    assert Measure.objects.count() == 1
