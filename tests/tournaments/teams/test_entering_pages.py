"""The page on which a team is entered: which team, and who of it plays."""

import re

import pytest

from accounts.models import Measure
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.team_factories import a_team, line_up
from tournaments.models import Competition, Entry, Team
from tournaments.teams import services as teams

pytestmark = pytest.mark.django_db
QUERIES = 12


@pytest.fixture
def team(now) -> Team:
    """A captain and two more."""
    return a_team(now, *(a_person() for _ in range(3)))


@pytest.fixture
def cup(organiser, now) -> Competition:
    """A cup of pairs with a reserve."""
    return a_cup(organiser, now, per_side=2, reserves=1)


def chosen(team: Team, *roles: str) -> dict[str, str]:
    return {f"place_{place}": role for place, role in zip(line_up(team), roles, strict=True)}


def test_a_captain_comes_from_the_competitions_page_and_enters_the_team(
    team, cup, django_assert_max_num_queries
):
    browser, path = a_browser(team.captain), f"/competitions/{cup.pk}/team/"
    assert f'href="{path}"' in text_of(browser.get(f"/competitions/{cup.pk}/"))
    with django_assert_max_num_queries(QUERIES):
        page = text_of(browser.get(path))
    assert page.count("<fieldset") == 3
    plays = re.findall(r'<input[^>]*value="plays"[^>]*>', page)
    assert [" checked" in each for each in plays] == [True, True, False]
    answer = browser.post(path, chosen(team, "plays", "waits", "plays"))
    assert answer["Location"] == f"/competitions/{cup.pk}/"
    entry = Entry.objects.get()
    assert entry.team == team
    assert [player.reserve for player in entry.roster.order_by("number")] == [False, False, True]
    assert "Los Teros" in text_of(browser.get(f"/competitions/{cup.pk}/"))


def test_a_line_up_of_the_wrong_size_is_told_in_the_form(team, cup):
    browser, path = a_browser(team.captain), f"/competitions/{cup.pk}/team/"
    answer = browser.post(path, chosen(team, "plays", "plays", "plays"))
    assert answer.status_code == 422
    assert "Elegí justo a quienes juegan" in text_of(answer)
    assert browser.post(path, chosen(team, "plays", "stays", "x")).status_code == 422
    assert browser.post(path).status_code == 422
    assert not cup.entries.exists()


def test_who_leads_several_chooses_one_first(team, cup, now):
    other = a_team(now, team.captain, a_person(), name="Los Otros")
    browser, path = a_browser(team.captain), f"/competitions/{cup.pk}/team/"
    page = text_of(browser.get(path))
    assert f'href="?team={team.pk}"' in page
    assert f'href="?team={other.pk}"' in page
    answer = browser.post(f"{path}?team={other.pk}", chosen(other, "plays", "plays"))
    assert answer.status_code == 302
    assert Entry.objects.get().team == other


def test_who_leads_none_is_told_so_and_no_address_enters_anothers(team, cup):
    path = f"/competitions/{cup.pk}/team/"
    stranger = a_browser(a_person())
    assert "Armar un equipo" in text_of(stranger.get(path))
    told = f"{path}?team={team.pk}"
    assert stranger.post(told, chosen(team, "plays", "plays", "stays")).status_code == 403
    assert a_browser().get(path)["Location"].startswith("/accounts/login/")
    assert not cup.entries.exists()


def test_who_cannot_play_here_is_named_with_the_reason(team, cup, organiser, now):
    _, beto, caro = (place.user for place in team.players.order_by("number"))
    enter(cup, organiser, now, beto, a_person())
    page = text_of(a_browser(team.captain).get(f"/competitions/{cup.pk}/team/"))
    assert "ya está en la competencia" in page
    assert "Falta 1 persona" not in page
    kind = Measure.Kind.SUSPENSION
    Measure.objects.create(
        kind=kind, user=caro, club=cup.club, by=organiser, reason="gritos", at=now
    )
    page = text_of(a_browser(team.captain).get(f"/competitions/{cup.pk}/team/"))
    assert "con suspensión del club" in page
    assert "Falta 1 persona" in page


def test_where_everybody_enters_alone_or_entries_are_over_no_team_comes_in(team, organiser, now):
    browser = a_browser(team.captain)
    alone = a_cup(organiser, now)
    assert f"/competitions/{alone.pk}/team/" not in text_of(
        browser.get(f"/competitions/{alone.pk}/")
    )
    assert browser.get(f"/competitions/{alone.pk}/team/").status_code == 409
    draft = a_cup(organiser, now, per_side=2, opened=False)
    Competition.objects.filter(pk=draft.pk).update(state="cancelled")
    assert browser.get(f"/competitions/{draft.pk}/team/").status_code == 409


def test_a_dissolved_team_is_no_choice(team, cup, now):
    teams.dissolve(team_id=team.pk, actor=team.captain, now=now)
    page = text_of(a_browser(team.captain).get(f"/competitions/{cup.pk}/team/"))
    assert "Los Teros" not in page


def test_who_leads_no_team_reads_who_can_enter_theirs(now, cup):
    captain, player = a_person(), a_person()
    a_team(now, captain, player)
    page = text_of(a_browser(player).get(f"/competitions/{cup.pk}/team/"))
    said = page.partition("Por Los Teros anota")[2].partition("</p>")[0]
    assert str(captain) in said
    assert "Por Los Teros" not in text_of(
        a_browser(a_person()).get(f"/competitions/{cup.pk}/team/")
    )
