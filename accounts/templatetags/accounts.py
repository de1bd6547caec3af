"""The languages that a reader may choose, for the switch."""

import json
from datetime import date
from typing import Any

from django import template
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder

from accounts.common.middleware import zone_from_cookie
from accounts.i18n import time_zones
from accounts.i18n.languages import language_choices
from accounts.i18n.time_zones import city as city_of
from accounts.models import Club, ClubQuerySet, User
from accounts.names.display import avatar_symbol, show_erased_names
from truco_site.operations.release import release

register = template.Library()


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return code and name of each; the name is the language's own, and is not translated."""
    return language_choices()


@register.simple_tag
def sends_mail() -> bool:
    """Tell whether there is a mail server; without one mails are files of the administrator's."""
    return bool(settings.SENDS_MAIL)


@register.filter
def as_json(options: dict[str, Any]) -> str:
    """Return options as JSON, to be escaped like any text."""
    return json.dumps(options, cls=DjangoJSONEncoder)


@register.filter
def initials(person: object) -> str:
    """Return the initials of the first two words of a name, or its first two letters."""
    words = str(person).replace(".", " ").replace("-", " ").replace("_", " ").split()
    first = words[:2] if len(words) > 1 else list(words[0][:2]) if words else []
    return "".join(word[0] for word in first).upper()


@register.filter
def avatar(person: User) -> str:
    """Return the name of a person's drawing in the sprite of avatars."""
    return avatar_symbol(person.avatar, person.pk)


@register.filter
def named(text: str) -> str:
    """Return a text of the log with deleted accounts in the reader's language."""
    return show_erased_names(text)


@register.simple_tag
def clubs_holding_back(person: User) -> ClubQuerySet:
    """Return the clubs that a person organises once they have a second factor."""
    return Club.objects.holding_back(person)


@register.simple_tag
def running_release() -> str:
    """Return its version, with the commit where that is known."""
    return str(release())


@register.filter
def city(zone: object) -> str:
    """Return a zone's city, which is how people know it: "Buenos Aires"."""
    return city_of(str(zone))


@register.simple_tag(takes_context=True)
def zone_told(context: dict[str, Any]) -> str:
    """Return the reader's zone; "" on the first page of a browser, which tells it in that page."""
    return zone_from_cookie(context["request"])


@register.simple_tag(takes_context=True)
def zone_at(context: dict[str, Any], club: Club) -> str:
    """Return in whose hours a reader sees a club's: their own, the club's until these are known."""
    return zone_from_cookie(context["request"]) or club.zone


@register.filter(expects_localtime=True)
def short_date(at: date | None, form: str) -> str:
    """Write a date with its month in few letters: "22 nov 16:40"."""
    return time_zones.short_date(at, form) if at else ""
