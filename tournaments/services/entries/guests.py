"""Guests in competitions: they stay as long as theirs last, or what they played is an account's."""

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import Competition, PlayerResult, RosterPlayer, TeamPlayer
from tournaments.models.entry import RosterPlayerQuerySet


def move_places(*, guest: User, user: User) -> None:
    """Give a guest's places in competitions that go on to an account, and what they have played.

    Names stay as announced, and results a guest's: nothing of them scores. Raises RefusedError
    `both-entered`.
    """
    places = _going_on(guest)
    events = list(places.values_list("competition", flat=True))
    if RosterPlayer.objects.filter(competition__in=events, user=user).exists():
        raise RefusedError("both-entered")
    places.update(user=user)
    TeamPlayer.objects.filter(user=guest).update(user=user)
    met = PlayerResult.objects.filter(user=user).values("match")
    PlayerResult.objects.filter(user=guest).exclude(match__in=met).update(user=user)


def keep_entered(*, guest: User) -> None:
    """Refuse (`still-entered`) to let a guest go whose competition goes on."""
    if _going_on(guest).exists():
        raise RefusedError("still-entered")


def _going_on(guest: User) -> RosterPlayerQuerySet:
    return RosterPlayer.objects.filter(user=guest).exclude(competition__state__in=Competition.OVER)
