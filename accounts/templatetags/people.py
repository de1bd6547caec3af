"""How a person is shown: by two letters where there is little room, erased if they are gone."""

from django import template

from accounts.models import Club, ClubQuerySet, User
from accounts.values.avatars import avatar_symbol
from accounts.values.erased import as_read

register = template.Library()


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
    return as_read(text)


@register.simple_tag
def clubs_holding_back(person: User) -> ClubQuerySet:
    """Return the clubs that a person organises once they have a second factor."""
    return Club.objects.holding_back(person)
