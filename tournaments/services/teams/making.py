"""Making a team, giving a name to people who enter together, and what a team looks like."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import Club, Measure, Membership, User
from accounts.services.clubs import lock_club
from accounts.values.names import tidy
from accounts.values.skeletons import skeleton
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import Team, TeamPlayer
from tournaments.services.teams.locking import lock_team, require_account

MOST_LED = 12  # teams at once


@dataclass(frozen=True)
class Look:
    """How a team is called and drawn."""

    name: str
    short_name: str = ""
    sign: str = Team.Sign.SWORD
    pattern: str = Team.Pattern.HALVES
    first_colour: str = Team.Colour.SKY
    second_colour: str = Team.Colour.WHITE


@retrying
@transaction.atomic
def make_team(*, actor: User, look: Look, now: datetime, club_id: int | None = None) -> Team:
    """Make a team of a club's member, or of friends without a club; its maker is its captain.

    Raises RefusedError `account-needed`, `club-unknown`, `not-in-club`, `suspended-in-club`,
    `too-many-teams` or `team-name-taken`, and ValidationError.
    """
    require_account(actor)
    club = _lock_club(club_id, actor)
    _require_few(actor)
    team = Team(club=club, captain=actor, created_at=now)
    _dress(team, look)
    team.save()
    TeamPlayer.objects.create(team=team, number=1, user=actor, name=str(actor), since=now)
    return team


@retrying
@transaction.atomic
def name_team(*, team_id: int, actor: User, look: Look) -> Team:
    """Give a name to people who have entered a club's competitions together.

    Their captain does. Raises RefusedError `no-such-team`, or what `make_team` does.
    """
    require_account(actor)
    club_id = Team.objects.filter(pk=team_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise RefusedError("no-such-team")
    lock_club(club_id)
    team = Team.objects.select_for_update().get(pk=team_id)
    there = team.players.filter(until=None)
    if team.name or team.captain_id != actor.pk or not there.filter(user=actor).exists():
        raise RefusedError("no-such-team")
    if there.count() < 2:
        raise RefusedError("no-such-team")
    keep_from_teams(club_id, actor)
    _require_few(actor)
    _dress(team, look)
    team.save()
    return team


@retrying
@transaction.atomic
def edit_team(*, team_id: int, actor: User, look: Look) -> Team:
    """Change a team's name and look: for its leaders, its club's organisers, and operators.

    Raises RefusedError `not-team-captain`, `team-name-taken`, or what `lock_team` does, and
    ValidationError.
    """
    club_id = Team.objects.filter(pk=team_id).values_list("club_id", flat=True).first()
    club = lock_club(club_id) if club_id is not None else None
    team = lock_team(team_id)
    team.club = club
    if not may_dress(team, actor):
        raise RefusedError("not-team-captain")
    _dress(team, look)
    team.save(update_fields=[*asdict(look)])
    return team


def may_dress(team: Team, user: User) -> bool:
    """Tell whether a person may change how a team is called and drawn."""
    organises = team.club is not None and team.club.can_organise(user)
    return team.is_led_by(user) or organises or user.may_operate


def keep_from_teams(club_id: int | None, user: User) -> None:
    """Raise RefusedError `suspended-in-club` for whom a team's club keeps out."""
    suspensions = Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION, user=user)
    if club_id is not None and suspensions.filter(club=club_id).exists():
        raise RefusedError("suspended-in-club")


def to_be_named(user: User) -> Sequence[Team]:
    """Return those with whom a person entered as captain, and whom nobody has named."""
    unnamed = Team.objects.filter(captain=user, name="", players__user=user)
    teams = unnamed.exclude(players__until__isnull=False).exclude(entries=None)
    found = teams.select_related("club").prefetch_related("players").distinct().order_by("-pk")
    return [team for team in found if len(team.players.all()) > 1]


def _dress(team: Team, look: Look) -> None:
    """Put on what a team looks like; a club has no two teams that are called alike."""
    for name, value in asdict(look).items():
        setattr(team, name, tidy(value))
    if not team.name:
        raise RefusedError("badly-written")
    team.clean_fields(exclude=["club", "captain", "vice", "heir"])
    if team.club_id is None:
        return
    others = Team.objects.going().filter(club=team.club_id).exclude(pk=team.pk)
    if skeleton(team.name) in map(skeleton, others.values_list("name", flat=True)):
        raise RefusedError("team-name-taken")


def _lock_club(club_id: int | None, actor: User) -> Club | None:
    if club_id is None:
        return None
    club = lock_club(club_id)
    if not Membership.objects.filter(club=club, user=actor).exists():
        raise RefusedError("not-in-club")
    keep_from_teams(club_id, actor)
    return club


def _require_few(actor: User) -> None:
    if Team.objects.going().filter(captain=actor).count() >= MOST_LED:
        raise RefusedError("too-many-teams")
