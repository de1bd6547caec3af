"""The stages that wait for another one: whether they have begun, and how they wait again."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.common.locks import WHOLE
from tournaments.matches.stages import dependent_groups, empty_seeds, seeds_sent_by
from tournaments.models import Draft, Group, Match, MatchSlot
from tournaments.withdrawals.services import close

State = Match.State


def later_groups(group: Group) -> QuerySet[Group]:
    """Return the groups that wait for a group, directly or through others."""
    found: set[int] = set()
    due = [group]
    while due:
        new = [each for each in dependent_groups(due.pop()) if each.pk not in found]
        found |= {each.pk for each in new}
        due += new
    return Group.objects.filter(pk__in=found).order_by("pk")


def has_begun(groups: QuerySet[Group]) -> bool:
    """Return whether a match of these groups may have been played, or was awarded."""
    matches = Match.objects.filter(round__group__in=groups)
    called = Q(state=State.CALLED, round__group__stage__competition__with_cards=True)
    decided = Q(state__in=Match.WITH_RESULT)
    return matches.filter(called | decided).exists() or matches.with_play().exists()


def wait_again(group: Group, *, actor: User, now: datetime) -> None:
    """Empty the stages after a locked group that is open again; none of them has begun."""
    waiting = later_groups(group)
    opened = Match.objects.filter(round__group__in=waiting).exclude(state=State.PENDING)
    for match in opened.select_related(WHOLE).order_by("pk"):
        close(match, actor=actor, reason="", now=now)
    fed = MatchSlot.objects.filter(round__group__in=waiting, source__isnull=False)
    fed.update(entry=None, bye=False)
    for each in (group, *waiting):
        empty_seeds(seeds_sent_by(each))
    Draft.objects.filter(group__in=waiting).delete()
    Group.objects.filter(pk__in=waiting).update(awaits_round=None)
