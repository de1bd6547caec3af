"""Which release of the site runs."""

from django import template

from truco_site.operation.release import release

register = template.Library()


@register.simple_tag
def running_release() -> str:
    """Return its version, with the commit where that is known."""
    return str(release())
