"""What the header says to those who judge or score: it stands above pages that know no posts."""

from django import template

from accounts.models import User
from tournaments.models import Competition

register = template.Library()


@register.simple_tag
def serves(user: User) -> bool:
    """Tell whether somebody was named judge or scorer of a competition that is being played."""
    return user.posts.filter(competition__state__in=Competition.GOING).exists()
