"""Earlier entries under a team's name: proposed to the captain, who decides."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.refusals import refusal
from tests.tournaments.team_factories import a_team
from tournaments.models import Entry, Team
from tournaments.teams import services as teams
from tournaments.teams.services import adopt, to_be_adopted

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def before(organiser, now):
    """Create two entries as `los teros` before the team exists, and one under another name."""
    ana, beto = a_person(), a_person()
    entries = [enter(a_cup(organiser, now, per_side=2), organiser, now, ana, beto) for _ in "ab"]
    Entry.objects.filter(pk=entries[0].pk).update(name="los téros")
    return entries, ana, beto


def test_what_was_entered_under_the_name_is_the_teams_once_its_captain_says_so(before, now):
    (alike, other), ana, beto = before
    team = a_team(now, ana, beto)
    assert to_be_adopted(team, ana) == [alike]
    assert to_be_adopted(team, beto) == []
    assert not team.entries.exists()
    browser = a_browser(ana)
    assert "¿También fue este equipo?" in text_of(browser.get(f"/teams/{team.pk}/"))
    browser.post(f"/teams/{team.pk}/adopt/", {"entries": [alike.pk]})
    assert team.entries.get() == alike
    assert to_be_adopted(team, ana) == []
    adopting = {"team_id": team.pk, "actor": ana}
    assert refusal(adopt, **adopting, entries=[other.pk]) == "not-in-entry"
    assert refusal(adopt, **adopting, entries=[alike.pk]) == "not-in-entry"
    assert "¿También fue" not in text_of(browser.get(f"/teams/{team.pk}/"))


def test_nobody_else_adopts_and_no_dissolved_team_does(before, now):
    (alike, _), ana, beto = before
    team = a_team(now, ana, beto)
    telling = {"team_id": team.pk, "entries": [alike.pk]}
    assert refusal(adopt, **telling, actor=beto) == "not-team-captain"
    teams.dissolve(team_id=team.pk, actor=ana, now=now)
    assert refusal(adopt, **telling, actor=ana) == "team-dissolved"
    assert not team.entries.exists()


@pytest.mark.feature(
    "Points and players", "Earlier entries under the team's name are proposed to its captain"
)
def test_another_captains_entries_of_that_name_are_not_proposed(before, now):
    (alike, _), _, beto = before
    team = a_team(now, beto, name="Los Téros")
    assert to_be_adopted(team, beto) == []
    assert refusal(adopt, team_id=team.pk, entries=[alike.pk], actor=beto) == "not-in-entry"


def test_a_team_without_a_captain_offers_visitors_nothing(now):
    team = a_team(now, a_person())
    Team.objects.filter(pk=team.pk).update(captain=None)
    assert a_browser().get(f"/teams/{team.pk}/").status_code == 200
