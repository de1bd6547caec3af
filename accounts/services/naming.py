"""What people call themselves: nobody else's name, and a change that organisers can see."""

import re
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import Measure, Membership, Rename, User
from accounts.services.refusals import RefusedError
from accounts.values.offices import is_office
from accounts.values.skeletons import skeleton

SHOWN_FOR = timedelta(days=30)
AROUND = re.compile(r"^[\W_]+|[\W_]+$")


def check_shown_name(*, user: User, name: str) -> None:
    """Refuse a name by which its bearer would be taken for another person.

    Raises RefusedError `name-of-office`, `name-of-user` or `name-of-organiser`, or `name-barred`
    for one that operators took away.
    """
    if is_office(name):
        raise RefusedError("name-of-office")
    looks = {skeleton(name), skeleton(AROUND.sub("", name))}
    barred = user.measures.filter(kind=Measure.Kind.NAME, lifted_at__isnull=True)
    if any(skeleton(measure.before) in looks for measure in barred):
        raise RefusedError("name-barred")
    others = User.objects.filter(is_guest=False, is_link=False, anonymised_at=None)
    if others.filter(skeleton__in=looks).exclude(pk=user.pk).exists():
        raise RefusedError("name-of-user")
    own = user.memberships.values("club")
    organisers = User.objects.exclude(pk=user.pk).filter(
        Q(memberships__club__in=own, memberships__role__in=Membership.ORGANISERS)
    )
    if any(skeleton(AROUND.sub("", str(person))) in looks for person in organisers.distinct()):
        raise RefusedError("name-of-organiser")


def note_rename(*, user: User, before: str, now: datetime) -> None:
    """Keep a person's former name, if it has changed."""
    if before != str(user):
        Rename.objects.create(user=user, before=before, at=now)


def forget_old(*, now: datetime) -> None:
    """Delete the names of before that nobody sees any more."""
    Rename.objects.filter(at__lte=now - SHOWN_FOR).delete()
