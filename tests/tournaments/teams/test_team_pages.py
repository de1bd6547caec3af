"""A team's page, those of a club and of oneself; making one and changing how it looks."""

import re

import pytest

from accounts.models import Membership
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, match_at, play_match
from tests.tournaments.team_factories import a_team, line_up
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Match, Team
from tournaments.ranking import services as ranking
from tournaments.results import services as result_services
from tournaments.tasks import heal_rankings
from tournaments.teams import queries as teams_queries
from tournaments.teams import services as teams_services
from tournaments.teams.entries import enter_as_team

pytestmark = pytest.mark.django_db
QUERIES = 12
LOOK = {
    "name": "Los Teros",
    "short_name": "TER",
    "pattern": "sash",
    "sign": "eb",
    "first_colour": "red",
    "second_colour": "white",
}


def a_final(now, *teams: Team) -> Competition:
    """A cup that the first of two teams won, ranked."""
    organiser = an_organiser()
    cup = a_cup(organiser, now, per_side=2, presencial=True, name="Copa de los equipos")
    for team in teams:
        telling = {"competition_id": cup.pk, "team_id": team.pk, "actor": team.captain}
        enter_as_team(**telling, players=line_up(team)[:2], now=now)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    match = match_at(cup, 1, 1)
    play_match(match, match.slots.get(entry__team=teams[0]).side, now)
    for each in Match.objects.unranked():
        ranking.rank_match(match_id=each.pk)
    heal_rankings()
    cup.refresh_from_db()
    return cup


@pytest.fixture
def teams(now) -> tuple[Team, Team]:
    """Two that met in a final; one of the first has left it since."""
    home = a_team(now, a_person(), a_person(), a_person(), club=club_of(an_organiser()))
    away = a_team(now, a_person(), a_person(), name="Los Horneros")
    a_final(now, home, away)
    teams_services.leave(team_id=home.pk, user=home.players.get(number=2).user, now=now)
    home.refresh_from_db()
    return home, away


def test_a_teams_page_tells_who_is_in_it_what_it_won_and_against_whom(
    teams, django_assert_max_num_queries
):
    home, away = teams
    for reader in (None, home.captain):
        browser = a_browser(reader)
        browser.get(f"/teams/{home.pk}/")
        with django_assert_max_num_queries(QUERIES):
            page = text_of(browser.get(f"/teams/{home.pk}/"))
        for words in ("Los Teros", "Copa de los equipos", "Títulos", "Quienes estuvieron", "1–0"):
            assert words in page
        assert f'href="/teams/{away.pk}/"' in page
        assert "<dt>" not in page or "Estadísticas" in page
        assert ("Disolver el equipo" in page) is (reader is not None)
    lost = text_of(a_browser().get(f"/teams/{away.pk}/"))
    assert "0–1" in lost
    assert "perdió" in lost


def test_a_team_of_many_competitions_is_paged_and_takes_no_more_queries(
    teams, now, monkeypatch, django_assert_max_num_queries
):
    home, away = teams
    for pair in ((away, home), (home, away)):
        a_final(now, *pair)
    monkeypatch.setattr(teams_queries, "ENTERED", 2)
    browser, address = a_browser(home.captain), f"/teams/{home.pk}/"
    browser.get(address)
    with django_assert_max_num_queries(QUERIES):
        first = browser.get(address)
    listed = re.compile(r'href="(/competitions/\d+/entries/\d+/)"')
    assert "2–1" in text_of(first)
    assert len(listed.findall(text_of(first))) == 2
    older = text_of(browser.get(address, {"before": str(first.context["page"].older)}))
    assert len(listed.findall(older)) == 1
    assert not {*listed.findall(older)} & {*listed.findall(text_of(first))}
    assert 'rel="next"' not in older
    assert browser.get(address, {"before": "x"}).status_code == 404


def test_a_teams_record_follows_each_result(teams, now):
    home, away = teams
    address = f"/teams/{home.pk}/"
    assert "1 de 1" in text_of(a_browser().get(address))
    cup = a_final(now, away, home)
    assert "1 de 2" in text_of(a_browser().get(address))
    organiser = cup.club.memberships.get(role="owner").user
    match = match_at(cup, 1, 1)
    result_services.reopen_match(match_id=match.pk, actor=organiser, reason="mal anotado", now=now)
    assert "1 de 1" in text_of(a_browser().get(address))


def test_what_a_reader_may_not_see_is_not_on_the_page(teams):
    home, _ = teams
    Competition.objects.update(public=False)
    page = text_of(a_browser().get(f"/teams/{home.pk}/"))
    assert "Copa de los equipos" not in page
    assert "Contra otros equipos" not in page
    own = text_of(a_browser(home.captain).get(f"/teams/{home.pk}/"))
    assert "Copa de los equipos" in own


def test_a_dissolved_team_keeps_its_page_and_offers_nothing(teams, now):
    home, _ = teams
    teams_services.dissolve(team_id=home.pk, actor=home.captain, now=now)
    page = text_of(a_browser(home.captain).get(f"/teams/{home.pk}/"))
    assert "disuelto el" in page
    assert "Copa de los equipos" in page
    assert "<form" not in page.split("<main", 1)[1].split("</main>", 1)[0]
    assert a_browser(home.captain).get(f"/teams/{home.pk}/edit/").status_code == 409


def test_the_entry_of_a_team_leads_to_it_and_adds_up_by_the_team(teams):
    home, _ = teams
    entry = Entry.objects.get(team=home)
    page = text_of(a_browser().get(f"/competitions/{entry.competition_id}/entries/{entry.pk}/"))
    assert f'href="/teams/{home.pk}/"' in page
    assert "emblems" in page


def test_an_entry_of_no_named_team_leads_to_none(now):
    organiser = an_organiser()
    entry = enter(a_cup(organiser, now, per_side=2), organiser, now, a_person(), a_person())
    assert entry.team is not None
    page = text_of(a_browser().get(f"/competitions/{entry.competition_id}/entries/{entry.pk}/"))
    assert "/teams/" not in page
    assert a_browser().get(f"/teams/{entry.team.pk}/").status_code == 404


# ---- making ----
def test_a_member_makes_a_team_of_their_club(organiser):
    club, ana = club_of(organiser), a_person()
    Membership.objects.create(club=club, user=ana)
    browser = a_browser(ana)
    assert f'value="{club.pk}" selected' in text_of(browser.get(f"/teams/new/?club={club.slug}"))
    answer = browser.post("/teams/new/", {**LOOK, "club": club.pk})
    team = Team.objects.get()
    assert answer["Location"] == f"/teams/{team.pk}/"
    assert (team.club, team.captain, team.sign, team.pattern) == (club, ana, "eb", "sash")
    listed = text_of(a_browser().get(f"/clubs/{club.slug}/teams/"))
    assert "Los Teros" in listed
    assert f'href="/clubs/{club.slug}/teams/"' in text_of(a_browser().get(f"/clubs/{club.slug}/"))


def test_friends_make_one_without_a_club(now):
    ana = a_person()
    assert a_browser(ana).post("/teams/new/", LOOK).status_code == 302
    assert Team.objects.get().club is None
    assert "Los Teros" in text_of(a_browser(ana).get("/profile/"))
    assert "Los Teros" in text_of(a_browser(ana).get("/teams/"))


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "Te\u202eros"}, {"sign": "zz"}, {"first_colour": ""}]
)
def test_what_makes_no_team_is_said_in_the_form(wrong):
    answer = a_browser(a_person()).post("/teams/new/", {**LOOK, **wrong})
    assert answer.status_code == 422
    assert not Team.objects.exists()


def test_a_club_one_is_not_in_is_no_choice(organiser):
    answer = a_browser(a_person()).post("/teams/new/", {**LOOK, "club": club_of(organiser).pk})
    assert answer.status_code == 302  # the field is not even there
    assert Team.objects.get().club is None


def test_a_name_that_is_taken_is_said_at_the_name(organiser, now):
    club = club_of(organiser)
    a_team(now, a_person(), club=club)
    answer = a_browser(organiser).post("/teams/new/", {**LOOK, "club": club.pk})
    assert answer.status_code == 422
    assert "El club ya tiene un equipo con ese nombre" in text_of(answer)


def test_those_who_lead_it_change_how_it_looks_and_nobody_else(now):
    beto = a_person()
    team = a_team(now, a_person(), beto)
    path = f"/teams/{team.pk}/edit/"
    for stranger in (beto, a_person()):
        assert a_browser(stranger).get(path).status_code == 403
        assert a_browser(stranger).post(path, LOOK).status_code == 403
    browser = a_browser(team.captain)
    assert 'value="Los Teros"' in text_of(browser.get(path))
    assert browser.post(path, {**LOOK, "name": "Los Zorzales"}).status_code == 302
    assert Team.objects.get().name == "Los Zorzales"


def test_who_entered_together_is_proposed_to_be_named_and_only_by_their_captain(organiser, now):
    ana, beto = a_person(), a_person()
    entry = enter(a_cup(organiser, now, per_side=2), organiser, now, ana, beto)
    path = f"/teams/{entry.team.pk}/name/"
    assert path in text_of(a_browser(ana).get("/teams/"))
    assert path not in text_of(a_browser(beto).get("/teams/"))
    assert a_browser(beto).post(path, LOOK).status_code == 404
    assert a_browser(ana).get(path).status_code == 200
    assert a_browser(ana).post(path, LOOK).status_code == 302
    assert text_of(a_browser().get(f"/teams/{entry.team.pk}/")).count(str(entry.competition)) == 1
