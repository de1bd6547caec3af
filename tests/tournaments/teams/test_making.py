"""Making a team, naming one that a club remembers, and what both may not be called."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from accounts.common.errors import RefusedError
from accounts.models import Measure, Membership
from tests.accounts.factors import with_app
from tests.accounts.people import a_guest
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, club_of, enter
from tests.tournaments.refusals import refusal
from tests.tournaments.team_factories import a_team, current_members
from tournaments.entries import services as entries
from tournaments.entries.known_teams import forget_team, known_teams
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import Entry, Person, Team
from tournaments.people.services import hide_person
from tournaments.teams import services as teams_services
from tournaments.teams.services import TeamProfile, dissolve

pytestmark = [pytest.mark.django_db, pytest.mark.both]
TEROS = TeamProfile(name="Los Teros", short_name="Teros")


def test_friends_make_a_team_without_a_club(now):
    ana = a_person()
    team = teams_services.make_team(actor=ana, look=TEROS, now=now)
    assert (team.club, team.captain, str(team)) == (None, ana, "Los Teros")
    assert current_members(team) == [ana]
    assert team.players.get().since == now


def test_a_team_of_a_club_is_made_by_its_members_alone(organiser, now):
    club, ana = club_of(organiser), a_person()
    making_it = {"actor": ana, "look": TEROS, "now": now, "club_id": club.pk}
    assert refusal(teams_services.make_team, **making_it) == "not-in-club"
    assert refusal(teams_services.make_team, **{**making_it, "club_id": 10**9}) == "club-unknown"
    Membership.objects.create(club=club, user=ana)
    assert teams_services.make_team(**making_it).club == club


def test_who_the_club_suspended_makes_none_there(organiser, now):
    club, ana = club_of(organiser), a_person()
    Membership.objects.create(club=club, user=ana)
    Measure.objects.create(
        kind=Measure.Kind.SUSPENSION, user=ana, club=club, by=organiser, reason="gritos", at=now
    )
    making_it = {"actor": ana, "look": TEROS, "now": now}
    assert refusal(teams_services.make_team, **making_it, club_id=club.pk) == "suspended-in-club"
    assert teams_services.make_team(**making_it).club is None


def test_a_guest_makes_none(now):
    assert (
        refusal(teams_services.make_team, actor=a_guest(now), look=TEROS, now=now)
        == "account-needed"
    )


def test_a_club_has_no_two_teams_that_are_called_alike(organiser, now):
    club = club_of(organiser)
    first = a_team(now, a_person(), club=club)
    other = a_team(now, a_person(), club=club, name="Los Horneros")
    alike = TeamProfile(name="los  téros")
    changing = {"team_id": other.pk, "actor": other.captain}
    assert refusal(teams_services.edit_team, **changing, look=alike) == "team-name-taken"
    assert a_team(now, a_person(), name="Los Teros").club is None  # friends are called as they like
    dissolve(team_id=first.pk, actor=first.captain, now=now)
    assert teams_services.edit_team(**changing, look=alike).name == "los téros"


@pytest.mark.parametrize(
    "look",
    [
        TeamProfile(name="Te\u202eros"),
        TeamProfile(name="Teros", short_name="Teros!"),
        TeamProfile(name="Teros", sign="z"),
        TeamProfile(name="Teros", first_colour="pink"),
        TeamProfile(name="T" * 41),
    ],
)
def test_what_no_team_may_look_like_is_refused(now, look):
    with pytest.raises(ValidationError):
        teams_services.make_team(actor=a_person(), look=look, now=now)
    assert not Team.objects.exists()


def test_a_team_has_a_name(now):
    assert (
        refusal(teams_services.make_team, actor=a_person(), look=TeamProfile(" "), now=now)
        == "badly-written"
    )


def test_nobody_leads_more_teams_than_a_dozen(now):
    ana = a_person()
    teams = [a_team(now, ana, name=f"Equipo {number}") for number in range(teams_services.MOST_LED)]
    making_it = {"actor": ana, "look": TEROS, "now": now}
    assert refusal(teams_services.make_team, **making_it) == "too-many-teams"
    dissolve(team_id=teams[0].pk, actor=ana, now=now)
    assert teams_services.make_team(**making_it)


def test_captain_vice_the_clubs_organisers_and_operators_change_its_name(organiser, now):
    beto, operator = a_person(), a_person()
    with_app(operator)
    operator.is_staff = True
    operator.save()
    team = a_team(now, a_person(), beto, club=club_of(organiser))
    changing = {"team_id": team.pk, "look": TeamProfile(name="Otro")}
    for stranger in (beto, a_person()):
        assert refusal(teams_services.edit_team, **changing, actor=stranger) == "not-team-captain"
    for one in (team.captain, organiser, operator):
        assert teams_services.edit_team(**changing, actor=one).name == "Otro"
    Team.objects.update(vice=beto)
    assert teams_services.edit_team(**changing, actor=beto)


# ---- who entered together is named by their captain ----
def together(organiser, now, *people, times=1):
    for number in range(times):
        cup = a_cup(organiser, now + timedelta(days=number), per_side=len(people))
        enter(cup, organiser, now, *people)
    return Team.objects.get(captain=people[0])


def test_who_entered_together_becomes_a_team_by_its_captains_word(organiser, now):
    ana, beto = a_person(), a_person()
    remembered = together(organiser, now, ana, beto, times=2)
    assert teams_services.to_be_named(beto) == []
    assert teams_services.to_be_named(ana) == [remembered]
    naming = {"team_id": remembered.pk, "look": TEROS}
    assert refusal(teams_services.name_team, **naming, actor=beto) == "no-such-team"
    named = teams_services.name_team(**naming, actor=ana)
    assert (named.pk, named.name, named.entries.count()) == (remembered.pk, "Los Teros", 2)
    assert current_members(named) == [ana, beto]
    assert teams_services.to_be_named(ana) == []
    assert refusal(teams_services.name_team, **naming, actor=ana) == "no-such-team"


def test_who_enters_alone_is_no_team(organiser, now):
    ana = a_person()
    alone = together(organiser, now, ana)
    assert teams_services.to_be_named(ana) == []
    assert (
        refusal(teams_services.name_team, team_id=alone.pk, look=TEROS, actor=ana) == "no-such-team"
    )


def test_a_hidden_member_is_not_named_by_the_teams_name(organiser, now):
    cup, ana = a_cup(organiser, now, per_side=2), a_person()
    players = [NamedPlayer("", ana), NamedPlayer("Beto Paz")]
    entries.add_entry(competition_id=cup.pk, actor=organiser, players=players, now=now)
    beto = Person.objects.get(name="Beto Paz")
    hide_person(person_id=beto.pk, hidden=True, actor=organiser, now=now)
    team = Team.objects.get(captain=ana)
    named = teams_services.name_team(team_id=team.pk, look=TEROS, actor=ana)
    assert [player.name for player in named.players.order_by("number")] == [str(ana), "B. P."]
    assert "Beto Paz" not in text_of(a_browser().get(f"/teams/{named.pk}/"))
    hide_person(person_id=beto.pk, hidden=False, actor=organiser, now=now)
    assert "Beto Paz" in text_of(a_browser().get(f"/teams/{named.pk}/"))


def test_the_same_people_who_enter_without_saying_so_are_not_taken_for_the_team(organiser, now):
    ana, beto = a_person(), a_person()
    remembered = together(organiser, now, ana, beto)
    named = teams_services.name_team(team_id=remembered.pk, look=TEROS, actor=ana)
    later = enter(a_cup(organiser, now, per_side=2), organiser, now, ana, beto)
    assert Entry.objects.get(pk=later.pk).team not in (None, named)


def test_a_named_team_stays_among_the_regulars_and_no_organiser_forgets_it(organiser, now):
    ana, beto = a_person(), a_person()
    named = teams_services.name_team(
        team_id=together(organiser, now, ana, beto).pk, look=TEROS, actor=ana
    )
    cup = a_cup(organiser, now, per_side=2)
    (regular,) = known_teams(cup.club, besides=cup).teams
    assert (regular.team, len(regular.people), regular.is_whole) == (None, 2, True)
    with pytest.raises(RefusedError, match="no-such-name"):
        forget_team(competition_id=cup.pk, team_id=named.pk, actor=organiser, now=now)
    dissolve(team_id=named.pk, actor=ana, now=now)
    assert known_teams(cup.club, besides=cup).teams == ()
