"""What those who judge, score or run the desk are told above pages that know nothing of posts."""

from django import template

from accounts.models import User
from tournaments.models import Competition
from tournaments.pages.organisers.held_marks import HeldView, held_marks
from tournaments.services.judging.serving import serving

register = template.Library()


@register.simple_tag
def serves(user: User) -> bool:
    """Tell whether somebody was named judge or scorer of a competition that is being played."""
    return user.pk in serving()


@register.simple_tag
def held_marks_of(competition: Competition) -> list[HeldView]:
    """Return the marks of a competition that found another sheet than they were made for."""
    return held_marks(competition)
