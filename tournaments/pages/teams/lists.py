"""Teams in a list: those of a person, those of a club."""

from collections.abc import Sequence

from django.db.models import Count, Q

from accounts.models import Club, User
from accounts.values.collation import SortKey
from accounts.values.keyset import Order, number, words
from tournaments.models import Team, TeamQuerySet

BY_NAME = Order({"sort_key": words, "pk": number})


def teams_of(person: User) -> Sequence[Team]:
    """Return the teams a person is in now; those they lead come first."""
    found = _counted().filter(players__user=person, players__until=None)
    return sorted(found, key=lambda team: not team.is_led_by(person))


def led_by(person: User) -> Sequence[Team]:
    """Return the teams a person may enter, by name."""
    return list(
        Team.objects.going().led_by(person).select_related("club").order_by(SortKey("name"), "pk")
    )


def played_in(person: User) -> Sequence[Team]:
    """Return the teams a person is in that have a captain, by name."""
    there = Team.objects.going().filter(players__user=person, players__until=None)
    return list(
        there.exclude(captain=None).select_related("captain", "vice").order_by(SortKey("name"))
    )


def teams_at(club: Club) -> TeamQuerySet:
    """Return the teams of a club that go on, by name."""
    own = Team.objects.going().filter(club=club)
    return own.annotate(sort_key=SortKey("name")).order_by("sort_key", "pk")


def counted(teams: Sequence[Team]) -> TeamQuerySet:
    """Return some of those teams as lists show them."""
    return _counted().filter(pk__in=[team.pk for team in teams])


def _counted() -> TeamQuerySet:
    """The teams that go on, with how many people are in each (`size`)."""
    there = Count("players", filter=Q(players__until=None), distinct=True)
    found = Team.objects.going().annotate(size=there)
    return found.select_related("club", "captain").order_by(SortKey("name"), "pk")
