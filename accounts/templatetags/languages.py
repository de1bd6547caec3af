"""The languages that a reader may choose, for the switch."""

from django import template

from accounts.values.languages import offered

register = template.Library()


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return code and name of each; the name is the language's own, and is not translated."""
    return offered()
