"""Who is in a team: they come by its link, and leave or are taken out; places are never deleted."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import Team, TeamPlayer
from tournaments.services.entries.registering import TOKEN_BYTES, hash_token
from tournaments.services.teams.locking import (
    lock_captained,
    lock_led,
    lock_team,
    place_of,
    require_account,
)
from tournaments.services.teams.making import keep_from_teams

INVITES_FOR = timedelta(days=7)


@retrying
@transaction.atomic
def invite(*, team_id: int, actor: User, now: datetime) -> str:
    """Return the secret of a fresh link into the team; an older link dies.

    Its captain or its vice does. Raises RefusedError as `lock_led` does.
    """
    team = lock_led(team_id, actor)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    team.invitation, team.invites_until = hash_token(token), now + INVITES_FOR
    team.save(update_fields=["invitation", "invites_until"])
    return token


@retrying
@transaction.atomic
def stop_inviting(*, team_id: int, actor: User) -> None:
    """Let the link lead nowhere. Raises RefusedError as `lock_led` does."""
    team = lock_led(team_id, actor)
    _stop_inviting(team)


def invited_to(*, token: str, now: datetime) -> Team:
    """Return the team that a link leads to; RefusedError `bad-invitation` if it does no more."""
    going = Team.objects.going().select_related("club", "captain")
    team = going.filter(invitation=hash_token(token), invites_until__gt=now).first()
    if team is None:
        raise RefusedError("bad-invitation")
    return team


@retrying
@transaction.atomic
def join(*, token: str, user: User, now: datetime) -> Team:
    """Come into a team by its link; who is in it already stays as they are.

    Raises RefusedError `bad-invitation`, `account-needed`, `suspended-in-club` or `team-full`.
    """
    require_account(user)
    team = lock_team(invited_to(token=token, now=now).pk)
    if team.invitation != hash_token(token):
        raise RefusedError("bad-invitation")
    if place_of(team, user.pk) is not None:
        return team
    keep_from_teams(team.club_id, user)
    if team.players.filter(until=None).count() >= Team.MOST:
        raise RefusedError("team-full")
    last: int = team.players.aggregate(last=Max("number", default=0))["last"]
    TeamPlayer.objects.create(team=team, number=last + 1, user=user, name=str(user), since=now)
    return team


@retrying
@transaction.atomic
def leave(*, team_id: int, user: User, now: datetime) -> None:
    """Leave a team; entries stay as they are. Its captain hands it over, or dissolves it, first.

    Raises RefusedError `not-in-team`, `captain-stays`, or what `lock_team` does.
    """
    team = lock_team(team_id)
    player = place_of(team, user.pk)
    if player is None:
        raise RefusedError("not-in-team")
    if team.captain_id == user.pk:
        raise RefusedError("captain-stays")
    _end(team, player, now)


@retrying
@transaction.atomic
def take_out(*, team_id: int, player_id: int, actor: User, now: datetime) -> None:
    """Take a person out of the captain's team; entries stay as they are.

    Raises RefusedError `not-in-team`, `captain-stays`, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    player = team.players.filter(pk=player_id, until=None).first()
    if player is None:
        raise RefusedError("not-in-team")
    if player.user_id == actor.pk:
        raise RefusedError("captain-stays")
    _end(team, player, now)


def _end(team: Team, player: TeamPlayer, now: datetime) -> None:
    player.until = now
    player.save(update_fields=["until"])
    if player.user_id is not None:
        resign(team, player.user_id)


def resign(team: Team, user_id: int) -> None:
    """Take from a person what they are in a locked team, and what they were offered to be."""
    changed = [role for role in ("vice", "heir") if getattr(team, f"{role}_id") == user_id]
    for role in changed:
        setattr(team, role, None)
    team.save(update_fields=changed)


def _stop_inviting(team: Team) -> None:
    team.invitation, team.invites_until = "", None
    team.save(update_fields=["invitation", "invites_until"])
