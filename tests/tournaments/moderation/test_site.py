"""Site operators: suspend, rename and hide, and revoke each action."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.clubs import services as clubs
from accounts.models import Measure, User
from accounts.profiles.services import check_display_name
from accounts.sanctions import services as sanctions
from tests.accounts.people import PASSWORD
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, call, club_of, match_at, players_of
from tests.tournaments.moderation.keepers import an_operator, refused
from tournaments.competitions.services import set_hidden
from tournaments.models import AuditEvent, Competition

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
KEEPING = "/operators/keeping/"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def operator() -> User:
    return an_operator("operadora")


def shut_out(operator, user, now, until=None) -> Measure:
    return sanctions.suspend_on_site(
        by=operator, user_id=user.pk, reason="amenazas", until=until, now=now
    )


def sign_in(name: str, language: str = "es-ar"):
    browser = Client(headers={"accept-language": language})
    return browser.post("/accounts/login/", {"login": name, "password": PASSWORD}, follow=True)


def with_password(name: str) -> User:
    user = a_person(name)
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.mark.feature(
    "Playing", "Operators suspend a person on the site at once, and the sign-in page says why"
)
def test_who_is_shut_out_is_out_at_once_and_told_why(operator, now):
    ana = with_password("ana")
    browser = a_browser(ana)
    assert browser.get("/profile/").status_code == 200
    form = {"user": "ana", "reason": "amenazas"}
    assert a_browser(operator).post(f"{KEEPING}suspend/", form).status_code == 302
    assert "/accounts/login/" in browser.get("/profile/").headers["Location"]
    refusal = sign_in("ana")
    assert refusal.status_code == 403
    assert "Esta cuenta está suspendida." in text_of(refusal)
    assert "amenazas" in text_of(refusal)
    assert "This account is suspended" in text_of(sign_in("ana", "en"))
    sanctions.lift(measure_id=Measure.objects.get().pk, by=operator, reason="error", now=now)
    assert sign_in("ana").status_code == 200


def test_a_suspension_to_a_date_is_over_then(operator, now, settings):
    settings.SWEEP = True
    ana = a_person("ana")
    shut_out(operator, ana, now, until=now + timedelta(days=1))
    tasks.end_suspensions()
    assert not User.objects.get(pk=ana.pk).is_active
    Measure.objects.update(until=now - timedelta(seconds=1))
    tasks.end_suspensions()
    assert User.objects.get(pk=ana.pk).is_active


def test_who_was_erased_or_is_shut_out_again_stays_out(operator, now):
    ana = a_person("ana")
    shut_out(operator, ana, now, until=now + timedelta(days=1))
    later = now + timedelta(days=2)
    shut_out(operator, ana, later)
    sanctions.end_due(now=later)
    assert not User.objects.get(pk=ana.pk).is_active


def test_nobody_acts_on_themselves_or_staff_and_only_operators_act(operator, now):
    ana, colleague = a_person("ana"), an_operator()
    halfway = a_person()
    halfway.is_staff = True  # without a second factor
    halfway.save()
    for by, whom, code in (
        (operator, operator, "oneself"),
        (operator, colleague, "of-staff"),
        (ana, colleague, "not-operator"),
        (halfway, ana, "not-operator"),
    ):
        with refused(code):
            shut_out(by, whom, now)
    form = {"user": operator.username, "reason": "amenazas"}
    assert "Sobre uno mismo no se decide." in text_of(
        a_browser(operator).post(f"{KEEPING}suspend/", form)
    )
    operator.is_superuser = True
    operator.save()
    shut_out(operator, colleague, now)
    assert User.objects.filter(is_active=False).get() == colleague


def test_there_is_no_page_for_others(operator, organiser):
    for reader in (None, a_person(), organiser):
        for path in (KEEPING, f"{KEEPING}suspend/", "/operators/show/1/"):
            assert a_browser(reader).post(path, {"reason": "x"}).status_code == 404
        assert a_browser(reader).get(KEEPING).status_code == 404
    staff = a_person()
    staff.is_staff = True
    staff.save()
    assert a_browser(staff).get(KEEPING).headers["Location"] == "/accounts/2fa/"
    assert a_browser(operator).get(KEEPING).status_code == 200
    assert a_browser(operator).get(f"{KEEPING}nothing/").status_code == 302


def test_a_shown_name_is_taken_away_until_that_is_lifted(operator, now):
    ana = a_person("ana")
    ana.display_name = "La Peor"
    ana.save()
    form = {"user": "ana", "name": "Jugadora 7", "reason": "ofende"}
    assert a_browser(operator).post(f"{KEEPING}name/", form).status_code == 302
    ana.refresh_from_db()
    assert (str(ana), ana.renames.get().before) == ("Jugadora 7", "La Peor")
    with refused("name-barred"):
        check_display_name(user=ana, name="la  PE0R".replace("  ", " "))
    check_display_name(user=a_person(), name="La Peor")  # not the task of any other user
    sanctions.lift(measure_id=Measure.objects.get().pk, by=operator, reason="error", now=now)
    ana.refresh_from_db()
    assert str(ana) == "La Peor"


def test_a_club_is_renamed_and_keeps_its_address(operator, organiser, now):
    club = club_of(organiser)
    before, slug = club.name, club.slug
    form = {"club": slug, "name": "Club del Sur", "reason": "se hacía pasar por otro"}
    assert a_browser(operator).post(f"{KEEPING}club/", form).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.slug) == ("Club del Sur", slug)
    told = text_of(a_browser(organiser).get(f"/clubs/{slug}/keeping/"))
    assert before in told
    assert "se hacía pasar por otro" in told
    edit = {"club_id": club.pk, "by": organiser, "zone": club.zone, "about": ""}
    with refused("name-taken"):
        clubs.edit_club(**edit, name=before.upper())
    with refused("not-operator"):
        sanctions.lift(measure_id=Measure.objects.get().pk, by=organiser, reason="no", now=now)
    sanctions.lift(measure_id=Measure.objects.get().pk, by=operator, reason="era suyo", now=now)
    club.refresh_from_db()
    assert club.name == before


@pytest.mark.feature(
    "Playing",
    "Operators change a shown name, rename a club, hide a competition, each until it is lifted",
)
@pytest.mark.parametrize("public", [True, False])
def test_a_hidden_competition_is_its_peoples_alone(operator, organiser, now, public):
    cup = a_running_cup(organiser, now, public=public)
    match = match_at(cup, 1, 1)
    call(match, now)
    game, path = match.games.get().game, f"/competitions/{cup.pk}/"
    form = {"competition": cup.pk, "reason": "estafa"}
    assert a_browser(operator).post(f"{KEEPING}hide/", form).status_code == 302
    for stranger in (None, a_person()):
        for hidden in (path, f"/tables/{game.pk}/", f"/matches/{match.pk}/", f"/embed{path}"):
            assert a_browser(stranger).get(hidden).status_code == 404, hidden
        assert cup.name not in text_of(a_browser(stranger).get("/competitions/"))
    for insider in (organiser, players_of(match, 0)[0]):
        assert "la ocultaron" in text_of(a_browser(insider).get(path))
    with refused("already-hidden"):
        set_hidden(competition_id=cup.pk, actor=operator, hidden=True, reason="x", now=now)
    log = cup.audit.filter(act=AuditEvent.Act.HIDE).get()
    assert (log.actor, log.reason) == (operator, "estafa")
    shown = a_browser(operator).post(f"/operators/show/{cup.pk}/", {"reason": "aclarado"})
    assert shown.status_code == 302
    cup.refresh_from_db()
    game.refresh_from_db()
    assert (cup.public, game.public, cup.hidden_at) == (public, public, None)
    assert a_browser().get(path).status_code == (200 if public else 404)


def test_organisers_do_not_make_a_hidden_competition_public(operator, organiser, now):
    cup = a_cup(organiser, now)
    for by in (organiser, a_person()):
        with refused("not-operator"):
            set_hidden(competition_id=cup.pk, actor=by, hidden=True, reason="x", now=now)
    set_hidden(competition_id=cup.pk, actor=operator, hidden=True, reason="estafa", now=now)
    form = a_browser(organiser).get(f"/competitions/{cup.pk}/edit/").context["form"]
    given = {name: value for name, value in form.initial.items() if value not in (None, False)}
    answer = a_browser(organiser).post(
        f"/competitions/{cup.pk}/edit/", {**given, "public": "on", "name": "Otra"}
    )
    assert answer.status_code in (409, 422)
    assert not Competition.objects.get(pk=cup.pk).public


@pytest.mark.parametrize(
    ("act", "form"),
    [
        ("suspend", {"user": "nadie", "reason": "x"}),
        ("name", {"user": "operadora", "name": "", "reason": "x"}),
        ("club", {"club": "no-hay", "name": "Otro", "reason": "x"}),
        ("hide", {"competition": "x", "reason": "x"}),
        ("hide", {"competition": "9" * 30, "reason": "x"}),
    ],
)
def test_bad_forms_change_nothing(operator, act, form):
    assert a_browser(operator).post(f"{KEEPING}{act}/", form).status_code == 422
    assert not Measure.objects.exists()
