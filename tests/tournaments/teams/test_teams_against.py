"""The page of two teams, and of all that one met."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.team_factories import a_team
from tests.tournaments.teams.test_team_pages import a_final
from tournaments.models import Competition, Team
from tournaments.teams import queries as teams_queries

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def teams(now) -> tuple[Team, Team]:
    """Two that met in three finals: the first won two of them."""
    home = a_team(now, a_person(), a_person())
    away = a_team(now, a_person(), a_person(), name="Los Horneros")
    for pair in ((home, away), (away, home), (home, away)):
        a_final(now, *pair)
    return home, away


@pytest.mark.feature("Points and players", "Two teams against each other, match by match")
@pytest.mark.sampled
def test_two_teams_are_told_by_what_they_played(teams, django_assert_max_num_queries):
    home, away = teams
    browser = a_browser()
    for one, other, score in ((home, away, "2–1"), (away, home, "1–2")):
        address = f"/teams/{one.pk}/against/{other.pk}/"
        browser.get(address)
        with django_assert_max_num_queries(12):
            shown = text_of(browser.get(address))
        assert score in shown
        assert shown.count('href="/matches/') == 3
    assert f'href="/teams/{home.pk}/against/{away.pk}/"' in text_of(
        browser.get(f"/teams/{home.pk}/")
    )


@pytest.mark.sampled
def test_older_matches_begin_behind_a_place(teams, monkeypatch):
    monkeypatch.setattr(teams_queries, "A_PAGE", 2)
    home, away = teams
    address = f"/teams/{home.pk}/against/{away.pk}/"
    first = a_browser().get(address)
    assert text_of(first).count('href="/matches/') == 2
    older = a_browser().get(address, {"before": str(first.context["older"])})
    assert text_of(older).count('href="/matches/') == 1
    assert "2–1" in text_of(older)
    assert a_browser().get(address, {"before": "never"}).status_code == 404


def test_what_a_reader_may_not_see_is_not_counted(teams):
    home, away = teams
    Competition.objects.filter(pk=Competition.objects.latest("pk").pk).update(public=False)
    address = f"/teams/{home.pk}/against/{away.pk}/"
    assert "1–1" in text_of(a_browser().get(address))
    assert "2–1" in text_of(a_browser(home.captain).get(address))


def test_all_that_a_team_met_are_searched_by_name(teams, now):
    home, _away = teams
    other = a_team(now, a_person(), a_person(), name="Los Benteveos")
    a_final(now, home, other)
    found = text_of(a_browser().get(f"/teams/{home.pk}/against/"))
    assert "Los Horneros" in found
    assert "Los Benteveos" in found
    found = text_of(a_browser().get(f"/teams/{home.pk}/against/", {"q": "hornero"}))
    assert "Los Horneros" in found
    assert "Los Benteveos" not in found


def test_a_team_is_not_its_own_rival_and_strangers_to_each_other_have_a_page(teams, now):
    home, _ = teams
    never = a_team(now, a_person(), a_person(), name="Los Benteveos")
    assert a_browser().get(f"/teams/{home.pk}/against/{home.pk}/").status_code == 302
    shown = text_of(a_browser().get(f"/teams/{home.pk}/against/{never.pk}/"))
    assert "Todavía no se cruzaron." in shown
    assert a_browser().get(f"/teams/{home.pk}/against/0/").status_code == 404
