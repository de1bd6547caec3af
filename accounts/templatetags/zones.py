"""How a time zone is named to people."""

from django import template

from accounts.values.zones import city as city_of

register = template.Library()


@register.filter
def city(zone: object) -> str:
    """Return a zone's city, which is how people know it: "Buenos Aires"."""
    return city_of(str(zone))
