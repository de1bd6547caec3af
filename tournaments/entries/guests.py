"""Guests in competitions: they stay as long as theirs last, or what they played is an account's."""

from django.db.models import Q

from accounts.common.errors import RefusedError
from accounts.guests.services import is_claimed
from accounts.models import User
from tournaments.models import Competition, NameClaim, PlayerResult, RosterPlayer, TeamPlayer
from tournaments.models.entries import RosterPlayerQuerySet

SHOWN = User._meta.get_field("display_name").max_length


def name_at_tables(name: str) -> str:
    """Return what a guest is called at a table who plays under a written name; "" if by none.

    A name that an account bears is not given: it would be taken for that person. One that is longer
    than a name at a table may be is cut.
    """
    shown = name[:SHOWN].rstrip()
    return "" if is_claimed(shown) else shown


def forget_claims(player: RosterPlayer, user: User) -> None:
    """Drop what was said of a name that has its person now, and what that person said elsewhere."""
    said = NameClaim.objects.filter(
        Q(player=player) | Q(competition=player.competition_id, user=user)
    )
    said.delete()


def move_places(*, guest: User, user: User) -> None:
    """Give a guest's places in competitions that go on to an account, and what they have played.

    Names stay as announced, and results a guest's: nothing of them scores. Raises RefusedError
    `both-entered`.
    """
    places = _going_on(guest)
    events = list(places.values_list("competition", flat=True))
    if RosterPlayer.ever.filter(competition__in=events, user=user).exists():
        raise RefusedError("both-entered")
    places.update(user=user)
    _move_claims(guest, user)
    there = TeamPlayer.objects.filter(user=user, until=None).values("team")
    TeamPlayer.objects.filter(user=guest, until=None, team__in=there).exclude(
        team__name=""
    ).delete()
    TeamPlayer.objects.filter(user=guest).update(user=user)
    met = PlayerResult.objects.filter(user=user).values("match")
    PlayerResult.objects.filter(user=guest).exclude(match__in=met).update(user=user)


def keep_entered(*, guest: User) -> None:
    """Refuse (`still-entered`) to let a guest go whose competition goes on."""
    if _going_on(guest).exists():
        raise RefusedError("still-entered")
    NameClaim.objects.filter(user=guest).pending().delete()


def _move_claims(guest: User, user: User) -> None:
    """Move the guest's name claims to the account, unless it is another player there already."""
    known = Q(competition__in=user.name_claims.values("competition"))
    entered = Q(competition__in=user.roster_places.values("competition"), counted_at__isnull=True)
    claims = NameClaim.objects.filter(user=guest)
    claims.filter(known | entered).delete()
    claims.update(user=user)


def _going_on(guest: User) -> RosterPlayerQuerySet:
    return RosterPlayer.objects.filter(user=guest).exclude(competition__state__in=Competition.OVER)
