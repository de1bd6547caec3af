"""Taking a team's row: each act on a team locks it first and reads it after.

A club comes before a competition, and a competition before a team.
"""

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import Team, TeamPlayer


def lock_team(team_id: int) -> Team:
    """Lock a named team that goes on; RefusedError `no-such-team` or `team-dissolved`."""
    team = Team.objects.select_for_update(of=("self",)).named().filter(pk=team_id).first()
    if team is None:
        raise RefusedError("no-such-team")
    if team.dissolved_at is not None:
        raise RefusedError("team-dissolved")
    return team


def lock_led(team_id: int, actor: User) -> Team:
    """Lock a team that a person leads; RefusedError `not-team-captain`, or as `lock_team`."""
    team = lock_team(team_id)
    if not team.is_led_by(actor):
        raise RefusedError("not-team-captain")
    return team


def lock_captained(team_id: int, actor: User) -> Team:
    """Lock a team of which a person is the captain, whatever its vice may do otherwise."""
    team = lock_team(team_id)
    if team.captain_id != actor.pk:
        raise RefusedError("not-team-captain")
    return team


def place_of(team: Team, user_id: int) -> TeamPlayer | None:
    """Return a person's place in a team, if they are in it now."""
    return team.players.filter(user=user_id, until=None).first()


def require_account(user: User) -> None:
    """Raise RefusedError `account-needed`: who is in a team that lasts can come back."""
    if user.is_guest or user.is_link or user.is_robot:
        raise RefusedError("account-needed")
