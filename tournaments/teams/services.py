"""Services for teams: creation, members, captaincy, dissolution and erasure of users.

Every service locks the team before it reads it. A club is locked before a competition, and a
competition before a team. Members join by a link; places are never deleted. A team has one
captain, and a vice-captain for minor tasks. A captain can adopt earlier entries under the team's
name.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Max, Q
from django.db.models.functions import Now

from accounts.clubs.services import lock_club
from accounts.common.tokens import hash_token
from accounts.common.transactions import transactional
from accounts.models import Club, Measure, Membership, User
from accounts.names.validation import confusable_skeleton, tidy
from tournaments.common.errors import (
    BadInvitationError,
    BadlyWrittenError,
    NotInEntryError,
    SuspendedInClubError,
)
from tournaments.entries.services import TOKEN_BYTES
from tournaments.models import Entry, Person, RosterPlayer, Team, TeamPlayer
from tournaments.teams.errors import (
    AccountNeededError,
    CaptainAlreadyError,
    CaptaincyNotOfferedError,
    CaptainStaysError,
    NoSuchTeamError,
    NotInClubError,
    NotInTeamError,
    NotTeamCaptainError,
    TeamDissolvedError,
    TeamFullError,
    TeamNameTakenError,
    TooManyTeamsError,
)


def lock_team(team_id: int) -> Team:
    """Lock a named, active team; RefusedError `no-such-team` or `team-dissolved`."""
    team = Team.objects.select_for_update(of=("self",)).named().filter(pk=team_id).first()
    if team is None:
        raise NoSuchTeamError()
    if team.dissolved_at is not None:
        raise TeamDissolvedError()
    return team


def lock_led(team_id: int, actor: User) -> Team:
    """Lock a team that a person leads; RefusedError `not-team-captain`, or as `lock_team`."""
    team = lock_team(team_id)
    if not team.is_led_by(actor):
        raise NotTeamCaptainError()
    return team


def lock_captained(team_id: int, actor: User) -> Team:
    """Lock a team of which a person is the captain, whatever its vice may do otherwise."""
    team = lock_team(team_id)
    if team.captain_id != actor.pk:
        raise NotTeamCaptainError()
    return team


def place_of(team: Team, user_id: int) -> TeamPlayer | None:
    """Return a person's place in a team, if they are in it now."""
    return team.players.filter(user=user_id, until=None).first()


def require_account(user: User) -> None:
    """Raise RefusedError `account-needed`: members of a lasting team need an account."""
    if user.is_guest or user.is_link or user.is_robot:
        raise AccountNeededError()


def to_be_adopted(team: Team, captain: User) -> Sequence[Entry]:
    """Return a captain's entries under the team's name that belong to no named team.

    They are proposals until `adopt` assigns them to the team. The latest come first.
    """
    own = Q(roster__user=captain, roster__number=RosterPlayer.CAPTAIN)
    entries = Entry.objects.filter(own, competition__rehearsal="", complete_at__isnull=False)
    free = entries.filter(Q(team=None) | Q(team__name="")).exclude(
        competition__in=team.entries.values("competition")
    )
    several = Entry.objects.filter(pk__in=free).annotate(size=Count("roster")).filter(size__gt=1)
    alike = confusable_skeleton(team.name)
    latest = several.select_related("competition__club").order_by("-created_at", "-pk")
    return [entry for entry in latest if confusable_skeleton(entry.name) == alike]


@transactional
def adopt(*, team_id: int, entries: Collection[int], actor: User) -> None:
    """Assign these entries, with their results, to the team.

    Raises RefusedError `not-in-entry` for any that is not proposed, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    proposed = {entry.pk for entry in to_be_adopted(team, actor)}
    if not proposed >= set(entries):
        raise NotInEntryError()
    Entry.objects.filter(pk__in=entries).update(team=team)


@transactional
def offer_captaincy(*, team_id: int, user_id: int | None, actor: User) -> None:
    """Offer the captaincy to a member of the team, or (None) take the offer back.

    The captain stays captain until it is taken; a later offer replaces it. Raises RefusedError
    `not-in-team`, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    team.heir = None if user_id is None else _member(team, user_id)
    team.save(update_fields=["heir"])


@transactional
def take_captaincy(*, team_id: int, user: User) -> Team:
    """Become captain: by the captain's offer, or as the first volunteer if there is no captain.

    Raises RefusedError `not-in-team`, `captaincy-not-offered`, or what `lock_team` does.
    """
    team = lock_team(team_id)
    _member(team, user.pk)
    if team.captain_id is not None and team.heir_id != user.pk:
        raise CaptaincyNotOfferedError()
    team.captain, team.heir = user, None
    if team.vice_id == user.pk:
        team.vice = None
    team.save(update_fields=["captain", "heir", "vice"])
    return team


@transactional
def name_vice(*, team_id: int, user_id: int | None, actor: User) -> None:
    """Name the vice-captain, with the right to invite and enter; None removes the vice.

    Raises RefusedError `not-in-team`, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    team.vice = None if user_id is None else _member(team, user_id)
    team.save(update_fields=["vice"])


@transactional
def dissolve(*, team_id: int, actor: User, now: datetime) -> None:
    """End a team: its places end, its entries stay as they are.

    Raises RefusedError as `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    team.players.filter(until=None).update(until=now)
    team.dissolved_at, team.invitation, team.invites_until = now, "", None
    team.vice = team.heir = None
    team.save(update_fields=["dissolved_at", "invitation", "invites_until", "vice", "heir"])


def replace_captain(team: Team) -> None:
    """Make the vice captain of a locked team without one; else any member may volunteer.

    A pending offer of the captaincy is dropped.
    """
    team.captain, team.vice, team.heir = team.vice, None, None
    team.save(update_fields=["captain", "vice", "heir"])


def _member(team: Team, user_id: int) -> User:
    """Return a current member of the team with an account who is not its captain."""
    player = place_of(team, user_id)
    if player is None or player.user is None or player.user.is_guest:
        raise NotInTeamError()
    if user_id == team.captain_id:
        raise CaptainAlreadyError()
    return player.user


MOST_LED = 12  # teams at once


@dataclass(frozen=True)
class TeamProfile:
    """The name and emblem of a team."""

    name: str
    short_name: str = ""
    sign: str = Team.Sign.SWORD
    pattern: str = Team.Pattern.HALVES
    first_colour: str = Team.Colour.SKY
    second_colour: str = Team.Colour.WHITE


@transactional
def make_team(*, actor: User, look: TeamProfile, now: datetime, club_id: int | None = None) -> Team:
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


@transactional
def name_team(*, team_id: int, actor: User, look: TeamProfile) -> Team:
    """Name a team of people who have entered a club's competitions together.

    Only their captain may. Raises RefusedError `no-such-team`, or what `make_team` does.
    """
    require_account(actor)
    club_id = Team.objects.filter(pk=team_id).values_list("club_id", flat=True).first()
    if club_id is None:
        raise NoSuchTeamError()
    lock_club(club_id)
    team = Team.objects.select_for_update().get(pk=team_id)
    members = team.players.filter(until=None)
    if team.name or team.captain_id != actor.pk or not members.filter(user=actor).exists():
        raise NoSuchTeamError()
    if members.count() < 2:
        raise NoSuchTeamError()
    keep_from_teams(club_id, actor)
    _require_few(actor)
    _dress(team, look)
    team.save()
    _hide_members(team)
    return team


def _hide_members(team: Team) -> None:
    """Write initials for the hidden people of a team whose page becomes public."""
    places = RosterPlayer.ever.filter(entry__team=team, user=None, person__hidden=True)
    for person in Person.objects.filter(pk__in=places.values("person")):
        own = TeamPlayer.objects.filter(team=team, user=None, name=person.name)
        own.update(name=person.public_name)


@transactional
def edit_team(*, team_id: int, actor: User, look: TeamProfile) -> Team:
    """Change a team's name and look: for its leaders, its club's organisers, and operators.

    Raises RefusedError `not-team-captain`, `team-name-taken`, or what `lock_team` does, and
    ValidationError.
    """
    club_id = Team.objects.filter(pk=team_id).values_list("club_id", flat=True).first()
    club = lock_club(club_id) if club_id is not None else None
    team = lock_team(team_id)
    team.club = club
    if not may_dress(team, actor):
        raise NotTeamCaptainError()
    _dress(team, look)
    team.save(update_fields=[*asdict(look)])
    return team


def may_dress(team: Team, user: User) -> bool:
    """Return whether a person may change the name and emblem of a team."""
    organises = team.club is not None and team.club.can_organise(user)
    return team.is_led_by(user) or organises or user.may_operate


def keep_from_teams(club_id: int | None, user: User) -> None:
    """Raise RefusedError `suspended-in-club` for a user suspended in a team's club."""
    suspensions = Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION, user=user)
    if club_id is not None and suspensions.filter(club=club_id).exists():
        raise SuspendedInClubError()


def to_be_named(user: User) -> Sequence[Team]:
    """Return the unnamed teams of two or more that a person has entered as captain."""
    unnamed = Team.objects.filter(captain=user, name="", players__user=user)
    teams = unnamed.exclude(players__until__isnull=False).exclude(entries=None)
    rows = teams.select_related("club").prefetch_related("players").distinct().order_by("-pk")
    return [team for team in rows if len(team.players.all()) > 1]


def _dress(team: Team, look: TeamProfile) -> None:
    """Put on what a team looks like; a club has no two teams that are called alike."""
    for name, value in asdict(look).items():
        setattr(team, name, tidy(value))
    if not team.name:
        raise BadlyWrittenError()
    team.clean_fields(exclude=["club", "captain", "vice", "heir"])
    if team.club_id is None:
        return
    others = Team.objects.going().filter(club=team.club_id).exclude(pk=team.pk)
    if confusable_skeleton(team.name) in map(
        confusable_skeleton, others.values_list("name", flat=True)
    ):
        raise TeamNameTakenError()


def _lock_club(club_id: int | None, actor: User) -> Club | None:
    if club_id is None:
        return None
    club = lock_club(club_id)
    if not Membership.objects.filter(club=club, user=actor).exists():
        raise NotInClubError()
    keep_from_teams(club_id, actor)
    return club


def _require_few(actor: User) -> None:
    if Team.objects.going().filter(captain=actor).count() >= MOST_LED:
        raise TooManyTeamsError()


INVITES_FOR = timedelta(days=7)


@transactional
def invite(*, team_id: int, actor: User, now: datetime) -> str:
    """Return the secret of a fresh link into the team; an older link dies.

    Its captain or its vice does. Raises RefusedError as `lock_led` does.
    """
    team = lock_led(team_id, actor)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    team.invitation, team.invites_until = hash_token(token), now + INVITES_FOR
    team.save(update_fields=["invitation", "invites_until"])
    return token


@transactional
def stop_inviting(*, team_id: int, actor: User) -> None:
    """Disable the invitation link. Raises RefusedError as `lock_led` does."""
    team = lock_led(team_id, actor)
    _stop_inviting(team)


def invited_to(*, token: str, now: datetime) -> Team:
    """Return the team of an invitation link; RefusedError `bad-invitation` if it has expired."""
    teams = Team.objects.going().select_related("club", "captain")
    team = teams.filter(invitation=hash_token(token), invites_until__gt=now).first()
    if team is None:
        raise BadInvitationError()
    return team


@transactional
def join(*, token: str, user: User, now: datetime) -> Team:
    """Join a team by its link; for a member nothing changes.

    Raises RefusedError `bad-invitation`, `account-needed`, `suspended-in-club` or `team-full`.
    """
    require_account(user)
    team = lock_team(invited_to(token=token, now=now).pk)
    if team.invitation != hash_token(token):
        raise BadInvitationError()
    if place_of(team, user.pk) is not None:
        return team
    keep_from_teams(team.club_id, user)
    if team.players.filter(until=None).count() >= Team.MOST:
        raise TeamFullError()
    last: int = team.players.aggregate(last=Max("number", default=0))["last"]
    TeamPlayer.objects.create(team=team, number=last + 1, user=user, name=str(user), since=now)
    return team


@transactional
def leave(*, team_id: int, user: User, now: datetime) -> None:
    """Leave a team; entries stay as they are. Its captain hands it over, or dissolves it, first.

    Raises RefusedError `not-in-team`, `captain-stays`, or what `lock_team` does.
    """
    team = lock_team(team_id)
    player = place_of(team, user.pk)
    if player is None:
        raise NotInTeamError()
    if team.captain_id == user.pk:
        raise CaptainStaysError()
    _end(team, player, now)


@transactional
def remove_player(*, team_id: int, player_id: int, actor: User, now: datetime) -> None:
    """Take a person out of the captain's team; entries stay as they are.

    Raises RefusedError `not-in-team`, `captain-stays`, or what `lock_captained` does.
    """
    team = lock_captained(team_id, actor)
    player = team.players.filter(pk=player_id, until=None).first()
    if player is None:
        raise NotInTeamError()
    if player.user_id == actor.pk:
        raise CaptainStaysError()
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


NAMES: Final = {"name": Team.LONG, "short_name": Team.SHORT}  # and their letters


def forget_in_teams(*, user: User, erase: Callable[[str], str]) -> None:
    """Take a person's names out of their teams', and what they are in them.

    Their places end with those in known teams (`entries.known_teams.forget_player`).
    """
    theirs = Q(captain=user) | Q(players__user=user)
    teams = Team.objects.named().filter(theirs).order_by("pk").distinct()
    for pk in list(teams.values_list("pk", flat=True)):
        team = Team.objects.select_for_update(of=("self",)).get(pk=pk)
        for name, length in NAMES.items():
            setattr(team, name, erase(getattr(team, name))[:length])
        team.save(update_fields=[*NAMES])
        resign(team, user.pk)
        if team.captain_id == user.pk:
            replace_captain(team)
