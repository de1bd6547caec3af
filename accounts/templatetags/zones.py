"""How times and their zones are shown to people."""

from datetime import date
from typing import Any

from django import template

from accounts.access.middleware import told_zone
from accounts.models import Club
from accounts.values import dates
from accounts.values.zones import city as city_of

register = template.Library()


@register.filter
def city(zone: object) -> str:
    """Return a zone's city, which is how people know it: "Buenos Aires"."""
    return city_of(str(zone))


@register.simple_tag(takes_context=True)
def zone_told(context: dict[str, Any]) -> str:
    """Return the reader's zone; "" on the first page of a browser, which tells it in that page."""
    return told_zone(context["request"])


@register.simple_tag(takes_context=True)
def zone_at(context: dict[str, Any], club: Club) -> str:
    """Return in whose hours a reader sees a club's: their own, the club's until these are known."""
    return told_zone(context["request"]) or club.zone


@register.filter(expects_localtime=True)
def short_date(at: date | None, form: str) -> str:
    """Write a date with its month in few letters: "22 nov 16:40"."""
    return dates.short_date(at, form) if at else ""
