"""Deleted accounts: removed from team names and rosters; guests are linked to accounts."""

from datetime import timedelta

import pytest

from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser
from tests.tournaments.team_factories import a_team, current_members
from tournaments.teams import services as teams

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]


def test_a_captain_who_is_gone_is_followed_by_the_vice(now):
    zoe, beto = a_named_person("zoe", display_name="Zoe Única"), a_person()
    team = a_team(now, zoe, beto, a_person(), name="Los de Zoe Única")
    teams.name_vice(team_id=team.pk, user_id=beto.pk, actor=zoe)
    teams.offer_captaincy(team_id=team.pk, user_id=beto.pk, actor=zoe)
    profiles.anonymise(user_id=zoe.pk, now=now)
    team.refresh_from_db()
    assert (team.captain, team.vice, team.name) == (beto, None, f"Los de {ERASED}")
    assert team.heir is None  # what the former captain had offered
    place = team.players.get(number=1)
    assert (place.name, place.user, place.until) == (ERASED, None, now)


def test_without_a_vice_anybody_in_the_team_may_be_captain(now):
    zoe, beto, caro = a_named_person("zoe"), a_person(), a_person()
    team = a_team(now, zoe, beto, caro)
    teams.offer_captaincy(team_id=team.pk, user_id=caro.pk, actor=zoe)
    profiles.anonymise(user_id=zoe.pk, now=now)
    teams.take_captaincy(team_id=team.pk, user=beto)
    team.refresh_from_db()
    assert (team.captain, current_members(team)) == (beto, [beto, caro])


def test_a_place_that_was_offered_goes_with_its_person(now):
    zoe = a_named_person("zoe")
    team = a_team(now, a_person(), zoe)
    acting = {"team_id": team.pk, "user_id": zoe.pk, "actor": team.captain}
    teams.name_vice(**acting)
    teams.offer_captaincy(**acting)
    profiles.anonymise(user_id=zoe.pk, now=now)
    team.refresh_from_db()
    assert (team.vice, team.heir) == (None, None)


def test_a_person_takes_along_the_teams_they_are_and_were_in(now):
    ana, beto = a_person(), a_person()
    team = a_team(now, ana, beto)
    teams.leave(team_id=team.pk, user=beto, now=now + timedelta(days=1))
    (told,) = a_browser(beto).get("/profile/data.json").json()["teams"]
    assert (told["team__name"], told["until"] is None) == ("Los Teros", False)
