"""Template tags for people, languages, time zones, mail, passkeys and the release.

Passkey options are passed to the browser in an attribute, because pages have no inline scripts.
"""

import json
from datetime import date
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django import template
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import get_language, to_locale

from accounts.common.middleware import zone_from_cookie
from accounts.common.page_meta import (
    PageMeta,
    addresses_of,
    is_page_itself,
    picture_of,
    site_origin,
)
from accounts.common.requests import page_before
from accounts.i18n import time_zones
from accounts.i18n.languages import LANGUAGE, language_choices
from accounts.i18n.time_zones import city as city_of
from accounts.models import Club, ClubQuerySet, User
from accounts.names.display import avatar_symbol, initials, show_erased_names
from accounts.sign_in import providers
from accounts.sign_in.providers import SignInProvider
from truco_site.operations.release import release

register = template.Library()


@register.inclusion_tag("_page_meta.html", takes_context=True)
def page_meta(context: dict[str, Any], meta: PageMeta) -> dict[str, Any]:
    """Show the head of a public page: canonical address, languages, preview, data."""
    request = context["request"]
    return {
        "meta": meta,
        "addresses": addresses_of(request, meta),
        "picture": picture_of(request, meta),
        "origin": site_origin(request),
        "is_indexed": is_page_itself(request),
        "locale": to_locale(get_language() or ""),
    }


@register.simple_tag(takes_context=True)
def path_in_any_language(context: dict[str, Any]) -> str:
    """Return the path of this page with its query, without a language.

    The address of a form that was sent may take no GET: then it is the page of the form.
    """
    request = context["request"]
    if request.method not in ("GET", "HEAD") and "Referer" in request.headers:
        page = urlsplit(page_before(request))
        path, query = page.path, page.query
    else:
        path, query = request.path, request.GET.urlencode()
    fields = [each for each in parse_qsl(query, keep_blank_values=True) if each[0] != LANGUAGE]
    return f"{path}?{urlencode(fields)}" if fields else path


@register.simple_tag(takes_context=True)
def dressed_club(context: dict[str, Any]) -> Club | None:
    """Return the club whose page this is, if it has a look of its own."""
    club = context.get("club") or getattr(context.get("competition"), "club", None)
    return club if isinstance(club, Club) and club.has_look else None


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return code and name of each language; names are not translated."""
    return language_choices()


@register.simple_tag
def sends_mail() -> bool:
    """Return whether a mail server is configured.

    Without one mails are files for the administrator.
    """
    return bool(settings.SENDS_MAIL)


@register.simple_tag(takes_context=True)
def sign_in_providers(context: dict[str, Any]) -> list[SignInProvider]:
    """Return the providers that this page can offer."""
    return providers.offered_providers(context["request"])


@register.filter
def provider_name(key: str) -> str:
    """Return the name of a provider of sign-ins."""
    return providers.provider_name(key)


@register.filter
def as_json(options: dict[str, Any]) -> str:
    """Return options as JSON, to be escaped like other text."""
    return json.dumps(options, cls=DjangoJSONEncoder)


register.filter(initials)


@register.filter
def avatar(person: User) -> str:
    """Return the id of a person's avatar in the sprite."""
    return avatar_symbol(person.avatar, person.pk)


@register.filter
def named(text: str) -> str:
    """Return a text of the log with erased people in the reader's language."""
    return show_erased_names(text)


@register.simple_tag
def clubs_holding_back(person: User) -> ClubQuerySet:
    """Return the clubs that a person could organise with a second factor."""
    return Club.objects.holding_back(person)


@register.simple_tag
def running_release() -> str:
    """Return the running version, with its commit if known."""
    return str(release())


@register.filter
def city(zone: object) -> str:
    """Return the city of a time zone: "Buenos Aires"."""
    return city_of(str(zone))


@register.simple_tag(takes_context=True)
def zone_told(context: dict[str, Any]) -> str:
    """Return the reader's time zone; "" on a browser's first page, whose script reports it."""
    return zone_from_cookie(context["request"])


@register.simple_tag(takes_context=True)
def zone_at(context: dict[str, Any], club: Club) -> str:
    """Return the time zone for a club's times: the reader's, or the club's if that is unknown."""
    return zone_from_cookie(context["request"]) or club.zone


@register.filter(expects_localtime=True)
def short_date(at: date | None, form: str) -> str:
    """Format a date with an abbreviated month: "22 nov 16:40"."""
    return time_zones.short_date(at, form) if at else ""
