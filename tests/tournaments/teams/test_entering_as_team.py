"""An entry is a snapshot of a team's roster by the terms of the competition."""

from datetime import timedelta

import pytest

from accounts.models import Measure
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, match_at, play_match
from tests.tournaments.refusals import refusal
from tests.tournaments.team_factories import a_team, line_up
from tournaments.draw import services as draw
from tournaments.leagues import services as leagues
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry
from tournaments.teams import services as teams
from tournaments.teams.entries import enter_as_team
from tournaments.teams.services import TeamProfile
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


@pytest.fixture
def team(now):
    """A captain, a vice and two more."""
    ana, beto, caro, dani = (a_person() for _ in range(4))
    team = a_team(now, ana, beto, caro, dani)
    teams.name_vice(team_id=team.pk, user_id=beto.pk, actor=ana)
    team.refresh_from_db()
    return team


@pytest.fixture
def cup(organiser, now) -> Competition:
    """A cup of pairs with one reserve."""
    return a_cup(organiser, now, per_side=2, reserves=1)


def entering(cup, team, now, playing=2, waiting=1, actor=None):
    places = line_up(team)
    return {
        "competition_id": cup.pk,
        "team_id": team.pk,
        "actor": actor or team.captain,
        "players": places[:playing],
        "reserves": places[playing : playing + waiting],
        "now": now,
    }


def roster(entry):
    return [(player.user, player.reserve) for player in entry.roster.order_by("number")]


def test_the_captain_enters_some_of_the_team_and_later_changes_leave_the_entry_as_it_is(
    cup, team, now
):
    entry = enter_as_team(**entering(cup, team, now))
    ana, beto, caro, dani = (place.user for place in team.players.order_by("number"))
    taken = [(ana, False), (beto, False), (caro, True)]
    assert (entry.team, entry.name, entry.state) == (team, "Los Teros", Entry.State.CONFIRMED)
    assert roster(entry) == taken
    teams.leave(team_id=team.pk, user=beto, now=now + DAY)
    teams.edit_team(team_id=team.pk, actor=ana, look=TeamProfile("Los Horneros"))
    entry.refresh_from_db()
    assert (entry.name, roster(entry)) == ("Los Teros", taken)
    assert dani not in [user for user, _ in taken]


def test_a_vice_who_plays_leads_what_they_enter(cup, team, now):
    entry = enter_as_team(**entering(cup, team, now, actor=team.vice))
    assert [user for user, _ in roster(entry)][:2] == [team.vice, team.captain]


def test_who_enters_a_team_need_not_play_in_it(cup, team, now):
    places = line_up(team)
    telling = {**entering(cup, team, now), "players": places[1:3], "reserves": []}
    assert roster(enter_as_team(**telling))[0] == (team.vice, False)


@pytest.mark.parametrize(("playing", "waiting"), [(1, 1), (3, 0), (2, 2), (0, 0)])
def test_a_line_up_is_as_large_as_the_terms_say(cup, team, now, playing, waiting):
    telling = entering(cup, team, now, playing, waiting)
    assert refusal(enter_as_team, **telling) == "wrong-line-up"
    assert not cup.entries.exists()


def test_nobody_plays_who_is_not_in_the_team_now_or_twice(cup, team, now):
    first, second, *_ = line_up(team)
    stranger = a_team(now, a_person(), name="Los Otros").players.get().pk
    gone = team.players.get(user=team.vice).pk
    telling = entering(cup, team, now, waiting=0)
    assert refusal(enter_as_team, **{**telling, "players": [first, first]}) == "wrong-line-up"
    assert refusal(enter_as_team, **{**telling, "players": [first, stranger]}) == "wrong-line-up"
    teams.leave(team_id=team.pk, user=team.vice, now=now)
    assert gone == second
    assert refusal(enter_as_team, **{**telling, "players": [first, gone]}) == "wrong-line-up"


def test_only_who_leads_the_team_enters_it_and_once(cup, team, now):
    caro = team.players.get(number=3).user
    for stranger in (caro, a_person()):
        assert refusal(enter_as_team, **entering(cup, team, now, actor=stranger)) == (
            "not-team-captain"
        )
    entry = enter_as_team(**entering(cup, team, now))
    again = {**entering(cup, team, now), "players": line_up(team)[2:4], "reserves": []}
    assert refusal(enter_as_team, **again) == "team-entered"
    withdrawals.withdraw(entry_id=entry.pk, actor=team.captain, now=now)
    assert enter_as_team(**again).name == "Los Teros"


@pytest.mark.feature("Points and players", "A team enters a competition; no player plays for two")
def test_one_person_is_in_one_team_of_a_competition(cup, team, now):
    enter_as_team(**entering(cup, team, now))
    caro = team.players.get(number=3).user  # their reserve
    other = a_team(now, a_person(), caro, name="Los Otros")
    telling = entering(cup, other, now, waiting=0)
    assert refusal(enter_as_team, **telling) == "in-another-team"
    assert cup.entries.count() == 1


def test_whom_the_club_suspended_is_not_entered_by_their_team(cup, team, organiser, now):
    Measure.objects.create(
        kind=Measure.Kind.SUSPENSION,
        user=team.vice,
        club=cup.club,
        by=organiser,
        reason="gritos",
        at=now,
    )
    assert refusal(enter_as_team, **entering(cup, team, now)) == "suspended-in-club"
    assert not cup.entries.exists()


def test_a_team_enters_while_entries_are_taken_and_where_teams_play(cup, team, organiser, now):
    alone = a_cup(organiser, now)
    assert refusal(enter_as_team, **entering(alone, team, now, 1, 0)) == "not-for-teams"
    draft = a_cup(organiser, now, per_side=2, opened=False)
    assert refusal(enter_as_team, **entering(draft, team, now)) == "registration-closed"


def test_a_full_competition_has_the_team_wait(team, organiser, now):
    cup = a_cup(organiser, now, per_side=2, cap=2)
    for _ in range(2):
        enter(cup, organiser, now, a_person(), a_person())
    telling = entering(cup, team, now, waiting=0)
    assert enter_as_team(**telling).state == Entry.State.WAITING


def test_the_draw_keeps_teams_of_another_club_apart(organiser, now):
    away = a_team(now, a_person(), a_person(), club=club_of(an_organiser()))
    home = a_team(now, a_person(), a_person(), club=club_of(organiser), name="Los Otros")
    cup = a_cup(organiser, now, per_side=2)
    entries = [enter_as_team(**entering(cup, each, now, waiting=0)) for each in (away, home)]
    assert [entry.affiliation for entry in entries] == [away.club.name, ""]


def test_a_dissolved_team_enters_nothing_and_plays_on_what_it_has_begun(cup, team, organiser, now):
    entry = enter_as_team(**entering(cup, team, now))
    rival = enter(cup, organiser, now, a_person(), a_person())
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    teams.dissolve(team_id=team.pk, actor=team.captain, now=now)
    other = a_cup(organiser, now, per_side=2)
    assert refusal(enter_as_team, **entering(other, team, now)) == "team-dissolved"
    match = match_at(cup, 1, 1)
    play_match(match, match.slots.get(entry=entry).side, now)
    cup.refresh_from_db()
    assert (cup.champion, cup.champion.team) == (entry, team)
    assert rival.roster.count() == 2


@pytest.mark.parametrize("dissolved", [False, True])
def test_the_next_season_is_the_teams_unless_it_was_dissolved(team, organiser, now, dissolved):
    entry = Entry.objects.create(
        competition=a_cup(organiser, now, per_side=2), name="Los Teros", team=team, created_at=now
    )
    if dissolved:
        teams.dissolve(team_id=team.pk, actor=team.captain, now=now)
    following = a_cup(organiser, now, per_side=2)
    entry = Entry.objects.select_related("team").get(pk=entry.pk)
    leagues._carry_over([[entry]], following, now)
    carried = following.entries.get()
    assert carried.team == (None if dissolved else team)
