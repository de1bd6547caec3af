"""A person's teams, for their profile, and the colours of emblems."""

from collections.abc import Sequence

from django import template

from accounts.models import User
from games.deck_art.emblems import COLOURS
from tournaments.models import Team
from tournaments.pages.teams.lists import teams_of

register = template.Library()


@register.simple_tag
def own_teams(person: User) -> Sequence[Team]:
    """Return the teams a person is in."""
    return teams_of(person)


@register.filter
def drawn_colour(name: str) -> str:
    """Return a colour of emblems as it is drawn."""
    return COLOURS[name]
