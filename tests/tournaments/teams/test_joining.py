"""Coming into a team by its link, leaving it, and who leads it."""

from datetime import timedelta

import pytest

from accounts.models import Measure
from tests.accounts.people import a_guest
from tests.games.tables import a_person
from tests.tournaments.cups import club_of
from tests.tournaments.refusals import refusal
from tests.tournaments.team_factories import a_team, current_members, let_in
from tournaments.formats import club_match
from tournaments.models import Competition, Team
from tournaments.teams import services as teams

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


@pytest.mark.feature("Points and players", "Teams that last, joined by a link")
def test_friends_come_by_one_link_and_twice_is_once(now):
    team, beto = a_team(now, a_person()), a_person()
    let_in(team, now, beto, beto, a_person())
    assert len(current_members(team)) == 3
    assert list(team.players.values_list("number", flat=True)) == [1, 2, 3]


def test_a_link_ends_by_a_newer_one_by_being_stopped_and_after_a_week(now):
    team, beto = a_team(now, a_person()), a_person()
    inviting = {"team_id": team.pk, "actor": team.captain}
    old, token = (teams.invite(**inviting, now=now) for _ in range(2))
    assert Team.objects.get().invitation not in ("", token)
    for secret, at in ((old, now), (token, now + 7 * DAY), ("x", now), ("", now)):
        assert refusal(teams.join, token=secret, user=beto, now=at) == "bad-invitation"
    teams.stop_inviting(**inviting)
    assert refusal(teams.join, token=token, user=beto, now=now) == "bad-invitation"
    assert current_members(team) == [team.captain]


def test_only_who_leads_it_invites(now):
    beto = a_person()
    team = a_team(now, a_person(), beto)
    inviting = {"team_id": team.pk, "actor": beto, "now": now}
    assert refusal(teams.invite, **inviting) == "not-team-captain"
    teams.name_vice(team_id=team.pk, user_id=beto.pk, actor=team.captain)
    assert teams.invite(**inviting)


def test_guests_and_who_its_club_suspended_do_not_come_in(organiser, now):
    club, dani = club_of(organiser), a_person()
    team = a_team(now, a_person(), club=club)
    Measure.objects.create(
        kind=Measure.Kind.SUSPENSION, user=dani, club=club, by=organiser, reason="gritos", at=now
    )
    token = teams.invite(team_id=team.pk, actor=team.captain, now=now)
    coming = {"token": token, "now": now}
    assert refusal(teams.join, **coming, user=dani) == "suspended-in-club"
    assert refusal(teams.join, **coming, user=a_guest(now)) == "account-needed"


def test_a_full_team_takes_nobody(now, monkeypatch):
    monkeypatch.setattr(Team, "MOST", 2)
    team = a_team(now, a_person(), a_person())
    token = teams.invite(team_id=team.pk, actor=team.captain, now=now)
    assert refusal(teams.join, token=token, user=a_person(), now=now) == "team-full"


def test_a_team_has_room_for_the_largest_match_and_its_reserves():
    reserves = max(
        bound.limit_value for bound in Competition._meta.get_field("reserves").validators
    )
    assert reserves == 3
    assert club_match.MOST * max(map(int, club_match.SIZES)) + reserves <= Team.MOST


def test_who_leaves_has_been_there_from_when_until_when_and_comes_back_as_another_row(now):
    beto = a_person()
    team = a_team(now, a_person(), beto)
    teams.leave(team_id=team.pk, user=beto, now=now + DAY)
    gone = team.players.get(user=beto)
    assert (gone.since, gone.until) == (now, now + DAY)
    leaving = {"team_id": team.pk, "user": beto, "now": now}
    assert refusal(teams.leave, **leaving) == "not-in-team"
    let_in(team, now + 2 * DAY, beto)
    assert current_members(team) == [team.captain, beto]
    assert team.players.filter(user=beto).count() == 2


def test_the_captain_takes_out_whom_they_want_but_not_themselves(now):
    beto, caro = a_person(), a_person()
    team = a_team(now, a_person(), beto, caro)
    teams.name_vice(team_id=team.pk, user_id=caro.pk, actor=team.captain)
    places = {place.user: place.pk for place in team.players.all()}
    taking = {"team_id": team.pk, "now": now}
    out = {"player_id": places[beto], "actor": caro}
    assert refusal(teams.remove_player, **taking, **out) == "not-team-captain"
    own = {"player_id": places[team.captain], "actor": team.captain}
    assert refusal(teams.remove_player, **taking, **own) == "captain-stays"
    teams.remove_player(**taking, player_id=places[caro], actor=team.captain)
    team.refresh_from_db()
    assert (current_members(team), team.vice) == ([team.captain, beto], None)
    again = {"player_id": places[caro], "actor": team.captain}
    assert refusal(teams.remove_player, **taking, **again) == "not-in-team"


# ---- who leads it ----
def test_the_captain_stays_until_somebody_takes_what_was_offered(now):
    beto, caro = a_person(), a_person()
    team = a_team(now, a_person(), beto, caro)
    ana = team.captain
    assert refusal(teams.leave, team_id=team.pk, user=ana, now=now) == "captain-stays"
    taking = {"team_id": team.pk, "user": beto}
    assert refusal(teams.take_captaincy, **taking) == "captaincy-not-offered"
    teams.offer_captaincy(team_id=team.pk, user_id=beto.pk, actor=ana)
    teams.offer_captaincy(team_id=team.pk, user_id=caro.pk, actor=ana)
    assert refusal(teams.take_captaincy, **taking) == "captaincy-not-offered"
    teams.take_captaincy(team_id=team.pk, user=caro)
    team.refresh_from_db()
    assert (team.captain, team.heir) == (caro, None)
    teams.leave(team_id=team.pk, user=ana, now=now)
    assert current_members(team) == [beto, caro]


def test_an_offer_is_taken_back_and_ends_with_who_leaves(now):
    beto = a_person()
    team = a_team(now, a_person(), beto)
    offering = {"team_id": team.pk, "actor": team.captain}
    teams.offer_captaincy(**offering, user_id=beto.pk)
    teams.offer_captaincy(**offering, user_id=None)
    taking = {"team_id": team.pk, "user": beto}
    assert refusal(teams.take_captaincy, **taking) == "captaincy-not-offered"
    teams.offer_captaincy(**offering, user_id=beto.pk)
    teams.leave(team_id=team.pk, user=beto, now=now)
    assert refusal(teams.take_captaincy, **taking) == "not-in-team"
    assert refusal(teams.offer_captaincy, **offering, user_id=beto.pk) == "not-in-team"
    own = {"user_id": team.captain.pk}
    assert refusal(teams.offer_captaincy, **offering, **own) == "captain-already"


def test_a_vice_who_becomes_captain_is_vice_no_more(now):
    beto = a_person()
    team = a_team(now, a_person(), beto)
    acting = {"team_id": team.pk, "user_id": beto.pk, "actor": team.captain}
    teams.name_vice(**acting)
    teams.offer_captaincy(**acting)
    teams.take_captaincy(team_id=team.pk, user=beto)
    team.refresh_from_db()
    assert (team.captain, team.vice) == (beto, None)
    assert refusal(teams.name_vice, **acting) == "not-team-captain"


def test_a_dissolved_team_takes_nothing_any_more(now):
    beto = a_person()
    team = a_team(now, a_person(), beto)
    token = teams.invite(team_id=team.pk, actor=team.captain, now=now)
    ending = {"team_id": team.pk, "now": now}
    assert refusal(teams.dissolve, **ending, actor=beto) == "not-team-captain"
    teams.dissolve(**ending, actor=team.captain)
    assert refusal(teams.join, token=token, user=a_person(), now=now) == "bad-invitation"
    assert refusal(teams.leave, **ending, user=beto) == "team-dissolved"
    assert refusal(teams.dissolve, **ending, actor=team.captain) == "team-dissolved"
    assert current_members(team) == []
    assert set(team.players.values_list("until", flat=True)) == {now}
