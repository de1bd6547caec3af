"""A club's competitions, for the club's page: `accounts` knows nothing of competitions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from accounts.models import Club, Measure
from accounts.services.measures import suspension_in as suspension_in_club
from tournaments.models import CompetitionQuerySet
from tournaments.pages.people.leaderboard import Weight, weight_of_hand

register = template.Library()

SHOWN = 12


@register.simple_tag(takes_context=True)
def competitions_of(context: dict[str, Any], club: Club) -> CompetitionQuerySet:
    """Return the latest competitions of a club that the reader may see."""
    seen = club.competitions.visible_to(context["request"].user)
    return seen.by_state().counted().select_related("club", "champion")[:SHOWN]


@dataclass(frozen=True)
class Brought:
    """What the club's page says of a competition that was brought along."""

    name: str
    finished_at: datetime | None
    champion: str
    entries: int
    matches: int


@register.simple_tag
def past_events_of(club: Club) -> list[Brought]:
    """Return what a club brought along from other sites, the latest file first."""
    return [_brought(event.document) for event in club.past_events.order_by("-pk")[:SHOWN]]


def _brought(told: Mapping[str, Any]) -> Brought:
    ended, champion = told["finished_at"], told["champion"]
    return Brought(
        told["name"],
        datetime.fromisoformat(ended) if ended else None,
        told["entries"][champion - 1]["name"] if champion else "",
        len(told["entries"]),
        len(told["matches"]),
    )


@register.simple_tag(takes_context=True)
def suspension_in(context: dict[str, Any], club: Club) -> Measure | None:
    """Return by what the reader is kept out of a club, if anything."""
    reader = context["request"].user
    return suspension_in_club(club, reader, timezone.now()) if reader.is_authenticated else None


@register.simple_tag
def weight_of(club: Club) -> Weight:
    """Return how much of a club's points were written down or vouched for."""
    return weight_of_hand(club.pk)
