"""Two at a team's helm at once: real threads, many rounds, exactly one effect."""

from functools import partial

import pytest

from tests.games.races import ROUNDS
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, club_of
from tests.tournaments.refusals import at_once
from tests.tournaments.team_factories import a_team, current_members, line_up
from tournaments.models import Team, TeamPlayer
from tournaments.teams import services as teams_services
from tournaments.teams.entries import enter_as_team
from tournaments.teams.services import TeamProfile

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def codes(results):
    """The refusals among what happened."""
    return [result for result in results if isinstance(result, str)]


def test_of_two_who_take_the_captaincy_at_once_one_is_captain(now):
    ana, beto, caro = a_person(), a_person(), a_person()
    for _ in range(ROUNDS):
        team = a_team(now, ana, beto, caro)
        Team.objects.filter(pk=team.pk).update(captain=None)
        calls = [
            partial(teams_services.take_captaincy, team_id=team.pk, user=one)
            for one in (beto, caro)
        ]
        assert codes(at_once(*calls)) == ["captaincy-not-offered"]
        team.refresh_from_db()
        assert team.captain in (beto, caro)
        Team.objects.all().delete()


def test_an_offer_taken_while_it_goes_to_another_leaves_one_captain_and_no_offer_to_both(now):
    ana, beto, caro = a_person(), a_person(), a_person()
    for _ in range(ROUNDS):
        team = a_team(now, ana, beto, caro)
        offer = partial(teams_services.offer_captaincy, team_id=team.pk, actor=ana)
        offer(user_id=beto.pk)
        taking = partial(teams_services.take_captaincy, team_id=team.pk, user=beto)
        (code,) = codes(at_once(taking, partial(offer, user_id=caro.pk)))
        team.refresh_from_db()
        taken = {"not-team-captain": (beto, None), "captaincy-not-offered": (ana, caro)}
        assert (team.captain, team.heir) == taken[code]
        Team.objects.all().delete()


def test_who_follows_a_link_twice_at_once_is_in_the_team_once(now):
    ana, beto = a_person(), a_person()
    for _ in range(ROUNDS):
        team = a_team(now, ana)
        token = teams_services.invite(team_id=team.pk, actor=ana, now=now)
        coming = partial(teams_services.join, token=token, user=beto, now=now)
        assert codes(at_once(coming, coming, coming)) == []
        assert current_members(team) == [ana, beto]
        Team.objects.all().delete()


def test_a_team_dissolved_while_somebody_comes_holds_nobody(now):
    ana, beto = a_person(), a_person()
    for _ in range(ROUNDS):
        team = a_team(now, ana)
        token = teams_services.invite(team_id=team.pk, actor=ana, now=now)
        coming = partial(teams_services.join, token=token, user=beto, now=now)
        ending = partial(teams_services.dissolve, team_id=team.pk, actor=ana, now=now)
        assert codes(at_once(coming, ending)) in ([], ["bad-invitation"], ["team-dissolved"])
        assert not TeamPlayer.objects.filter(team=team, until=None).exists()
        Team.objects.all().delete()


def test_of_two_teams_of_a_club_made_at_once_with_one_name_there_is_one(organiser, now):
    club = club_of(organiser)
    for _ in range(ROUNDS):
        made = partial(
            teams_services.make_team,
            actor=organiser,
            look=TeamProfile("Teros"),
            now=now,
            club_id=club.pk,
        )
        assert codes(at_once(made, made)) == ["team-name-taken"]
        Team.objects.all().delete()


def entering(cup, team, now):
    told = {"competition_id": cup.pk, "team_id": team.pk, "actor": team.captain}
    return partial(enter_as_team, **told, players=line_up(team), now=now)


def test_a_team_entered_twice_at_once_is_entered_once(organiser, now):
    for _ in range(ROUNDS):
        team, cup = a_team(now, a_person(), a_person()), a_cup(organiser, now, per_side=2)
        both = entering(cup, team, now)
        assert codes(at_once(both, both)) == ["team-entered"]
        assert cup.entries.get().team == team


def test_of_two_teams_entered_at_once_with_one_person_one_is_in(organiser, now):
    ana = a_person()
    for _ in range(ROUNDS):
        cup = a_cup(organiser, now, per_side=2)
        teams = [a_team(now, a_person(), ana, name=name) for name in ("Los Teros", "Los Otros")]
        calls = [entering(cup, team, now) for team in teams]
        assert codes(at_once(*calls)) == ["in-another-team"]
        assert cup.entries.count() == 1


def test_a_team_dissolved_while_it_is_entered_is_in_or_is_refused(organiser, now):
    for _ in range(ROUNDS):
        team, cup = a_team(now, a_person(), a_person()), a_cup(organiser, now, per_side=2)
        ending = partial(teams_services.dissolve, team_id=team.pk, actor=team.captain, now=now)
        refused = codes(at_once(entering(cup, team, now), ending))
        assert refused == ["team-dissolved"] * (not cup.entries.exists())
