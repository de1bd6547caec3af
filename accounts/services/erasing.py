"""What goes with a person who deletes their account, beside the rows that hang on it."""

from collections.abc import Collection
from itertools import count

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils.text import slugify

from accounts.models import Club, Measure, User
from accounts.values.erased import ERASED
from accounts.values.skeletons import skeleton
from accounts.values.whole_words import whole_words, with_given_names


def end_sessions(user: User) -> None:
    """Delete a person's sessions, which hold what they signed in with."""
    noted = UserSession.objects.filter(user=user)
    Session.objects.filter(session_key__in=noted.values("session_key")).delete()
    noted.delete()


def clear_admin_log(names: Collection[str]) -> None:
    """Take out of what the admin site noted the lines that name a person, addresses included."""
    told = Q()
    for name in names:
        told |= Q(object_repr__icontains=name) | Q(change_message__icontains=name)
    found = whole_words(names)
    lines = LogEntry.objects.filter(told).only("object_repr", "change_message")
    named = [
        line.pk for line in lines if found.search(f"{line.object_repr}\n{line.change_message}")
    ]
    LogEntry.objects.filter(pk__in=named).update(object_repr=ERASED, change_message="")


def clear_reasons(names: Collection[str]) -> None:
    """Take a person's names out of why others were suspended, or given another name."""
    found = whole_words(names)
    for measure in Measure.objects.all():
        measure.reason = found.sub(ERASED, measure.reason)[:200]
        measure.lifted_reason = found.sub(ERASED, measure.lifted_reason)[:200]
        measure.save(update_fields=["reason", "lifted_reason"])


def own_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs that nobody else belongs to: what they are called is this person's word."""
    theirs = Club.objects.filter(memberships__user=user)
    others = User.objects.exclude(pk=user.pk)
    return theirs.exclude(memberships__user__in=others)


def clear_own_clubs(user: User, names: Collection[str]) -> None:
    """Take a person's names out of those, address included; called before they leave them."""
    found = whole_words(with_given_names(names))
    for club in own_clubs(user):
        name, about = (found.sub(ERASED, text) for text in (club.name, club.about))
        if name != club.name:
            club.name, club.slug = _free(name[:50]), slugify(f"{ERASED} {club.pk}")
        club.about = about[:400]
        club.save()


def _free(name: str) -> str:
    """Return the name, or the first with a number after it that no club has."""
    tries = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(each for each in tries if not Club.objects.filter(skeleton=skeleton(each)).exists())
