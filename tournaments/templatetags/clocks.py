"""The clocks of timed rounds, for the pages of those who mind them."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.live.drawing import draw
from tournaments.models import Competition
from tournaments.pages.round_clock import ClockView, round_clocks

register = template.Library()


@register.simple_tag
def clocks_of(competition: Competition) -> list[ClockView]:
    """Return the clocks of what is being played, started or not; none once nothing goes on."""
    return round_clocks(competition) if competition.state in Competition.GOING else []


@register.simple_tag
def clock_line(view: ClockView, zone: str) -> SafeString:
    """Draw a started clock as every page does."""
    return mark_safe(draw("competition/one_clock", view=view, zone=zone))
