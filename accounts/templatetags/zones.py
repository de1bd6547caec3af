"""How times and their zones are shown to people."""

from datetime import date

from django import template

from accounts.values import dates
from accounts.values.zones import city as city_of

register = template.Library()


@register.filter
def city(zone: object) -> str:
    """Return a zone's city, which is how people know it: "Buenos Aires"."""
    return city_of(str(zone))


@register.filter(expects_localtime=True)
def short_date(at: date | None, form: str) -> str:
    """Write a date with its month in few letters: "22 nov 16:40"."""
    return dates.short_date(at, form) if at else ""
