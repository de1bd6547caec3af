"""Teams with a name, for tests."""

from datetime import datetime

from accounts.models import Club, User
from tournaments.models import Team, TeamPlayer
from tournaments.teams import services as teams
from tournaments.teams.services import TeamProfile


def a_team(
    now: datetime, captain: User, *others: User, name: str = "Los Teros", club: Club | None = None
) -> Team:
    """A team whose captain invited the others."""
    if club is not None:
        club.memberships.get_or_create(user=captain)
    look = TeamProfile(name=name, short_name=name.removeprefix("Los ")[:5])
    club_id = club.pk if club is not None else None
    team = teams.make_team(actor=captain, look=look, now=now, club_id=club_id)
    let_in(team, now, *others)
    team.refresh_from_db()
    return team


def let_in(team: Team, now: datetime, *people: User) -> None:
    """They come into the team by its link."""
    if people:
        assert team.captain is not None
        token = teams.invite(team_id=team.pk, actor=team.captain, now=now)
        for person in people:
            teams.join(token=token, user=person, now=now)


def current_members(team: Team) -> list[User]:
    """Who is in a team now, in the order they came."""
    places = TeamPlayer.objects.filter(team=team, until=None).select_related("user")
    return [place.user for place in places.order_by("number") if place.user is not None]


def line_up(team: Team) -> list[int]:
    """The places of a team now, in the order they came."""
    places = TeamPlayer.objects.filter(team=team, until=None).order_by("number")
    return list(places.values_list("pk", flat=True))
