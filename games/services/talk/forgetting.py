"""What was said is forgotten in time, and goes with its author's account."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.values.erased import ERASED
from accounts.values.whole_words import whole_words
from games.models import Line, Report

KEPT: Final = timedelta(days=7)
KEPT_REPORTED: Final = timedelta(days=30)  # if nobody decides


@transaction.atomic
def erase(*, user: User, names: Collection[str]) -> None:
    """Take out what a person said and reported, and what was reported of them.

    Their names go from what others said at their tables, and from what others reported.
    """
    found = whole_words(names)
    heard = Q(game__seats__user=user) | Q(game__lines__author=user)
    lines = Line.objects.filter(heard, ~Q(text="")).exclude(author=user).distinct()
    for said in (*lines, *Report.objects.exclude(text="")):
        said.text = found.sub(ERASED, said.text)[:200]
        said.save(update_fields=["text"])
    user.lines.all().delete()
    user.reports_made.all().delete()
    user.reports.all().delete()


@transaction.atomic
def forget_old(*, now: datetime) -> int:
    """Delete what has been kept long enough; returns how many lines."""
    undecided = Report.objects.open().filter(line=OuterRef("pk"))
    old = Line.objects.filter(~Exists(undecided), at__lt=now - KEPT)
    reported = Line.objects.filter(at__lt=now - KEPT_REPORTED)
    return _delete(old) + _delete(reported)


def _delete(lines: "QuerySet[Line]") -> int:
    """Delete lines; what was decided about them stays, without their words."""
    decided = Report.objects.exclude(closed_at=None)
    decided.filter(line__in=lines.order_by().values("pk")).update(line=None)
    return int(lines.delete()[0])
