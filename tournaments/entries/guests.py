"""Guest accounts in competitions, and the transfer of their places to an account.

A guest is kept as long as their competitions last.
"""

from django.db.models import Q
from django.utils import timezone

from accounts.guests.services import is_claimed
from accounts.models import User
from tournaments.common.locks import lock_competition
from tournaments.entries.errors import BothEnteredError, StillEnteredError
from tournaments.entries.persons import follow_account
from tournaments.entries.rosters import is_entered
from tournaments.models import Competition, NameClaim, PlayerResult, RosterPlayer, TeamPlayer
from tournaments.models.entries import RosterPlayerQuerySet

SHOWN = User._meta.get_field("display_name").max_length


def name_at_tables(name: str) -> str:
    """Return the name at tables of a guest with a roster name; "" if it is taken.

    The name of an account is not given, as the guest would be taken for that person. A longer name
    is cut to the length allowed at tables.
    """
    table_name = name[:SHOWN].rstrip()
    return "" if is_claimed(table_name) else table_name


def forget_claims(player: RosterPlayer, user: User) -> None:
    """Delete the claims to a name that was assigned, and the user's other claims."""
    own = Q(competition=player.competition_id, user=user)
    NameClaim.objects.filter(Q(player=player) | own).delete()


def move_places(*, guest: User, user: User) -> None:
    """Move a guest's places in open competitions, and the guest's results, to an account.

    Names stay as announced. Results remain those of a guest and give no points. Raises RefusedError
    `both-entered`.
    """
    entered = list(_going_on(guest).select_related("person", "competition", "entry"))
    if any(is_entered(place.competition, user, place) for place in entered):
        raise BothEnteredError()
    for place in entered:
        place.user = user
        place.save(update_fields=["user"])
        follow_account(place, timezone.now())
    _move_claims(guest, user)
    teams = TeamPlayer.objects.filter(user=user, until=None).values("team")
    TeamPlayer.objects.filter(user=guest, until=None, team__in=teams).exclude(
        team__name=""
    ).delete()
    TeamPlayer.objects.filter(user=guest).update(user=user)
    matches = PlayerResult.objects.filter(user=user).values("match")
    PlayerResult.objects.filter(user=guest).exclude(match__in=matches).update(user=user)


def recognise_account(*, user: User) -> None:
    """Give an account the persons of the places that it took as a guest.

    A person who has places of others, too, needs a confirmed claim.
    """
    places = RosterPlayer.ever.filter(user=user, person__isnull=False).order_by("pk")
    for competition_id in sorted(places.values_list("competition", flat=True)):
        lock_competition(competition_id)
    for place in places.select_related("person", "competition", "entry"):
        place.user = user
        if not is_entered(place.competition, user, place):
            follow_account(place, timezone.now())


def keep_entered(*, guest: User) -> None:
    """Refuse with `still-entered` to delete a guest in an open competition."""
    if _going_on(guest).exists():
        raise StillEnteredError()
    NameClaim.objects.filter(user=guest).pending().delete()


def _move_claims(guest: User, user: User) -> None:
    """Move the guest's name claims to the account, unless it already has a place or claim there."""
    has_claim = Q(competition__in=user.name_claims.values("competition"))
    has_place = Q(competition__in=user.roster_places.values("competition"), counted_at__isnull=True)
    claims = NameClaim.objects.filter(user=guest)
    claims.filter(has_claim | has_place).delete()
    claims.update(user=user)


def _going_on(guest: User) -> RosterPlayerQuerySet:
    return RosterPlayer.objects.filter(user=guest).exclude(competition__state__in=Competition.OVER)
