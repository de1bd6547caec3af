"""Who leads a team: one captain, a vice for the errands; handing it over, and its end."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import Team
from tournaments.services.teams.locking import lock_captained, lock_team, place_of


@retrying
@transaction.atomic
def offer_captaincy(*, team_id: int, user_id: int | None, actor: User) -> None:
    """Offer the captaincy to a member of the team, or (None) take the offer back.

    The captain stays captain until it is taken; a later offer replaces it. Raises RefusedError
    `not-in-team`, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    team.heir = None if user_id is None else _member(team, user_id)
    team.save(update_fields=["heir"])


@retrying
@transaction.atomic
def take_captaincy(*, team_id: int, user: User) -> Team:
    """Be the captain: whom it was offered, or the first who will where the captain is gone.

    Raises RefusedError `not-in-team`, `captaincy-not-offered`, or what `lock_team` does.
    """
    team = lock_team(team_id)
    _member(team, user.pk)
    if team.captain_id is not None and team.heir_id != user.pk:
        raise RefusedError("captaincy-not-offered")
    team.captain, team.heir = user, None
    if team.vice_id == user.pk:
        team.vice = None
    team.save(update_fields=["captain", "heir", "vice"])
    return team


@retrying
@transaction.atomic
def name_vice(*, team_id: int, user_id: int | None, actor: User) -> None:
    """Name who may invite and enter beside the captain; None for nobody.

    Raises RefusedError `not-in-team`, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    team.vice = None if user_id is None else _member(team, user_id)
    team.save(update_fields=["vice"])


@retrying
@transaction.atomic
def dissolve(*, team_id: int, actor: User, now: datetime) -> None:
    """End a team: its places end, its entries stay as they are.

    Raises RefusedError as `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    team.players.filter(until=None).update(until=now)
    team.dissolved_at, team.invitation, team.invites_until = now, "", None
    team.vice = team.heir = None
    team.save(update_fields=["dissolved_at", "invitation", "invites_until", "vice", "heir"])


def succeed(team: Team) -> None:
    """Let the vice lead a locked team whose captain is gone; without one anybody in it may.

    What the captain who is gone had offered goes with them.
    """
    team.captain, team.vice, team.heir = team.vice, None, None
    team.save(update_fields=["captain", "vice", "heir"])


def _member(team: Team, user_id: int) -> User:
    """Return a current member of the team with an account who is not its captain."""
    player = place_of(team, user_id)
    if player is None or player.user is None or player.user.is_guest:
        raise RefusedError("not-in-team")
    if user_id == team.captain_id:
        raise RefusedError("captain-already")
    return player.user
