"""What those who judge or score are told above pages that know nothing of posts."""

from django import template

from accounts.models import User
from tournaments.services.judging.serving import serving

register = template.Library()


@register.simple_tag
def serves(user: User) -> bool:
    """Tell whether somebody was named judge or scorer of a competition that is being played."""
    return user.pk in serving()
