"""The daily reminder: one push a day at most, in the evening, to those who chose it.

It names the first reason that holds: a competition that begins tonight, a streak that would end, a
friend who is on the site, an evening that anybody may enter, today's puzzle. With none of them
nothing is sent.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.notification_types import REMINDER, Notice
from accounts.friends.services import friends_of
from accounts.models import User
from accounts.notifications import services as notifications
from games.live.friend_presence import presence_of_friends
from games.models import PuzzleAnswer
from games.practice.queries import practice_of
from games.puzzles.services import day_of
from tournaments.models import Competition, Entry
from tournaments.regular_events.queries import evenings

FROM, UNTIL = 19, 22  # hours of the person's clock
SOON: Final = timedelta(hours=3)
SHORTEST: Final = 2
"""The days of a streak that is worth a word."""


def send_reminders(*, now: datetime) -> int:
    """Remind the users for whom it is evening; return how many were due."""
    users = User.objects.filter(
        daily_reminder=True, is_active=True, push_subscriptions__isnull=False
    )
    return sum(_remind(user, now) for user in users.distinct().iterator())


def _remind(user: User, now: datetime) -> bool:
    local = now.astimezone(ZoneInfo(user.zone))
    if not FROM <= local.hour < UNTIL or user.reminded_on == local.date():
        return False
    today = local.date()
    others = Q(reminded_on__isnull=True) | ~Q(reminded_on=today)
    if not User.objects.filter(others, pk=user.pk).update(reminded_on=today):
        return False  # another process was faster
    notifications.notify(
        people=[user.pk],
        kind=REMINDER,
        words=lambda reader: next(_reasons(reader, now, today), None),
        now=now,
    )
    return True


def _reasons(user: User, now: datetime, today: date) -> Iterator[Notice]:
    yield from _tonight(user, now, today)
    streak = practice_of(user, now).streak
    if streak.days >= SHORTEST and not streak.today:
        words = ngettext(
            "Llevás %(days)s día: una mano, una lección o un acertijo alcanza.",
            "Llevás %(days)s días: una mano, una lección o un acertijo alcanza.",
            streak.days,
        )
        text = words % {"days": streak.days}
        yield _notice(_("Tu racha sigue hasta medianoche"), text, reverse("practice"))
    friends = presence_of_friends(list(friends_of(user)[:50]), user)
    friend = next((each.person for each in friends if each.is_here), None)
    if friend is not None:
        title = _("%(name)s está en el sitio") % {"name": friend}
        yield _notice(title, _("¿Una mano?"), reverse("friends"))
    yield from _open_evening(user, now)
    if not PuzzleAnswer.objects.filter(user=user, puzzle__day=day_of(now)).exists():
        yield _notice(
            _("El acertijo de hoy te espera"), _("Una mano y una decisión."), reverse("puzzles")
        )


def _tonight(user: User, now: datetime, today: date) -> Iterator[Notice]:
    """Yield the competition of the person's that begins before their day ends."""
    zone = ZoneInfo(user.zone)
    midnight = datetime.combine(today + timedelta(days=1), datetime.min.time(), zone)
    entered = Entry.objects.filter(
        roster__user=user, roster__left_at=None, state=Entry.State.CONFIRMED
    )
    cup = (
        Competition.objects.exclude(state__in=Competition.OVER)
        .filter(entries__in=entered, starts_at__gt=now, starts_at__lt=midnight)
        .order_by("starts_at")
        .first()
    )
    if cup is not None and cup.starts_at is not None:
        hour = f"{cup.starts_at.astimezone(zone):%H:%M}"
        title = _("Hoy a las %(hour)s: %(cup)s") % {"hour": hour, "cup": cup}
        url = reverse("competitions:competition", args=[cup.pk])
        yield _notice(title, _("Estás anotado."), url)


def _open_evening(user: User, now: datetime) -> Iterator[Notice]:
    """Yield the evening that anybody may enter, if one begins soon."""
    for evening in evenings(user, now, within=SOON):
        if evening.has_begun or evening.is_in:
            continue
        hour = f"{evening.starts_at.astimezone(ZoneInfo(user.zone)):%H:%M}"
        title = _("Hoy a las %(hour)s: %(cup)s") % {"hour": hour, "cup": evening.competition}
        url = reverse("competitions:competition", args=[evening.competition.pk])
        yield _notice(title, _("Entra quien quiera: anotate."), url)


def _notice(title: str, body: str, url: str) -> Notice:
    return Notice(kind=REMINDER, about=0, title=title, body=body, url=url)
