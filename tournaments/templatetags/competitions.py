"""A club's competitions, for the club's page: `accounts` knows nothing of competitions."""

from typing import Any

from django import template
from django.db import models
from django.utils import timezone

from accounts.models import Club, Measure
from accounts.services.measures import suspension_in as suspension_in_club
from tournaments.models import Competition, CompetitionQuerySet, PastEvent
from tournaments.pages.people.leaderboard import Weight, weight_of_hand

register = template.Library()

SHOWN = 12


@register.simple_tag(takes_context=True)
def competitions_of(context: dict[str, Any], club: Club) -> CompetitionQuerySet:
    """Return the latest competitions of a club that the reader may see."""
    seen = club.competitions.visible_to(context["request"].user)
    latest = seen.by_state().values("pk")[:SHOWN]
    return Competition.objects.filter(pk__in=latest).by_state().told()


@register.simple_tag
def past_events_of(club: Club) -> models.QuerySet[PastEvent]:
    """Return what a club brought along from other sites, the latest file first."""
    shown = ("club", "name", "finished_at", "champion", "entries", "matches")
    return club.past_events.order_by("-pk").only(*shown)[:SHOWN]


@register.simple_tag(takes_context=True)
def suspension_in(context: dict[str, Any], club: Club) -> Measure | None:
    """Return by what the reader is kept out of a club, if anything."""
    reader = context["request"].user
    return suspension_in_club(club, reader, timezone.now()) if reader.is_authenticated else None


@register.simple_tag
def weight_of(club: Club) -> Weight:
    """Return how much of a club's points were written down or vouched for."""
    return weight_of_hand(club.pk)
