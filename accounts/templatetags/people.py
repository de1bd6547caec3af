"""How a person is drawn where there is room for two letters only."""

from django import template

register = template.Library()


@register.filter
def initials(person: object) -> str:
    """Return the initials of the first two words of a name, or its first two letters."""
    words = str(person).replace(".", " ").replace("-", " ").replace("_", " ").split()
    first = words[:2] if len(words) > 1 else list(words[0][:2]) if words else []
    return "".join(word[0] for word in first).upper()
