"""Coming into a team by its link, and who leads it, by the buttons of its page."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from tests.accounts.people import PASSWORD, a_guest
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.team_factories import a_team, current_members
from tournaments.models import Team

pytestmark = pytest.mark.django_db
ACTS = (
    "invite/",
    "invite/stop/",
    "leave/",
    "vice/",
    "captain/",
    "captain/take/",
    "adopt/",
    "dissolve/",
)


@pytest.fixture
def team(now) -> Team:
    """A captain and one more."""
    return a_team(now, a_person(), a_person())


def link_of(team: Team, by: User | None = None) -> str:
    answer = a_browser(by or team.captain).post(f"/teams/{team.pk}/invite/")
    return re.search(r"http://testserver(/teams/join/[\w-]+/)", text_of(answer))[1]


def test_a_stranger_signs_in_first_and_is_in_the_team_then(team):
    zoe, link, browser = a_named_person("zoe"), link_of(team), a_browser()
    page = text_of(browser.get(link))
    assert "Los Teros" in page
    answer = browser.post(link)
    assert answer["Location"].startswith("/accounts/login/?next=")
    answer = browser.post(answer["Location"], {"login": "zoe", "password": PASSWORD})
    asked = browser.get(answer["Location"])
    assert f'action="{link}"' in text_of(asked)
    assert browser.post(link)["Location"] == f"/teams/{team.pk}/"
    assert zoe in current_members(team)


def test_a_guest_is_asked_for_an_account(team):
    browser = a_browser(a_guest(timezone.now()))
    link = link_of(team)
    assert "Te pedimos tu cuenta" in text_of(browser.get(link))
    assert browser.post(link)["Location"].startswith("/accounts/login/")
    assert len(current_members(team)) == 2


def test_who_is_in_it_already_is_told_so(team):
    assert "Ya estás en este equipo." in text_of(a_browser(team.captain).get(link_of(team)))


def test_an_older_link_and_one_that_was_closed_lead_nowhere(team):
    older, newer = link_of(team), link_of(team)
    zoe = a_browser(a_person())
    assert zoe.get(older).status_code == 404
    assert zoe.post(older).status_code == 404
    captain = a_browser(team.captain)
    assert "Hay un enlace que deja entrar" in text_of(captain.get(f"/teams/{team.pk}/"))
    captain.post(f"/teams/{team.pk}/invite/stop/")
    assert zoe.post(newer).status_code == 404
    assert len(current_members(team)) == 2


def test_a_full_team_says_so(team, monkeypatch):
    monkeypatch.setattr(Team, "MOST", 2)
    answer = a_browser(a_person()).post(link_of(team))
    assert answer.status_code == 409
    assert "En ese equipo ya no entra nadie más." in text_of(answer)


@pytest.mark.parametrize("act", ACTS)
def test_a_stranger_changes_nothing(team, act):
    before = Team.objects.values().get()
    answer = a_browser(a_person()).post(f"/teams/{team.pk}/{act}", {"user": team.captain.pk})
    assert answer.status_code in (403, 409)
    assert Team.objects.values().get() == before
    assert len(current_members(team)) == 2


def test_no_act_is_done_by_looking_or_by_who_is_signed_out(team):
    for act in ACTS:
        path = f"/teams/{team.pk}/{act}"
        assert a_browser(team.captain).get(path).status_code == 405
        assert a_browser().post(path)["Location"].startswith("/accounts/login/")


def test_the_captain_names_a_vice_and_hands_the_team_over(team):
    ana, (_, beto) = a_browser(team.captain), current_members(team)
    ana.post(f"/teams/{team.pk}/vice/", {"user": beto.pk})
    assert Team.objects.get().vice == beto
    assert "subcapitán" in text_of(a_browser().get(f"/teams/{team.pk}/"))
    ana.post(f"/teams/{team.pk}/vice/")
    assert Team.objects.get().vice is None
    assert "capitanía" not in text_of(a_browser(beto).get(f"/teams/{team.pk}/"))
    ana.post(f"/teams/{team.pk}/captain/", {"user": beto.pk})
    assert "te ofrece la capitanía" in text_of(a_browser(beto).get(f"/teams/{team.pk}/"))
    assert "Dejar de ofrecerla" in text_of(ana.get(f"/teams/{team.pk}/"))
    a_browser(beto).post(f"/teams/{team.pk}/captain/take/")
    assert Team.objects.get().captain == beto


@pytest.mark.parametrize("wrong", ["x", "-1", "9" * 30])
def test_a_person_who_is_none_is_refused(team, wrong):
    answer = a_browser(team.captain).post(f"/teams/{team.pk}/vice/", {"user": wrong})
    assert answer.status_code == 422


def test_the_captain_takes_somebody_out_and_people_leave(team, now):
    ana, (_, beto) = a_browser(team.captain), current_members(team)
    place = team.players.get(user=beto)
    out = f"/teams/{team.pk}/players/{place.pk}/out/"
    assert a_browser(beto).post(out).status_code == 403
    assert ana.post(out).status_code == 302
    assert current_members(team) == [team.captain]
    link, browser = link_of(team), a_browser(beto)
    browser.post(link)
    assert "Irme del equipo" in text_of(browser.get(f"/teams/{team.pk}/"))
    browser.post(f"/teams/{team.pk}/leave/")
    assert current_members(team) == [team.captain]
    assert ana.post(f"/teams/{team.pk}/leave/").status_code == 409


def test_whoever_says_so_first_is_captain_where_nobody_is(team):
    Team.objects.update(captain=None)
    beto = current_members(team)[1]
    page = f"/teams/{team.pk}/"
    assert "Ser capitán" in text_of(a_browser(beto).get(page))
    assert "Ser capitán" not in text_of(a_browser(a_person()).get(page))
    a_browser(beto).post(f"{page}captain/take/")
    assert Team.objects.get().captain == beto


def test_the_captain_dissolves_the_team(team):
    answer = a_browser(team.captain).post(f"/teams/{team.pk}/dissolve/")
    assert answer["Location"] == f"/teams/{team.pk}/"
    assert Team.objects.get().dissolved_at is not None
    assert "Los Teros" not in text_of(a_browser(team.captain).get("/teams/"))
