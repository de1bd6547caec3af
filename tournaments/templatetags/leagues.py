"""What leagues add to pages that know nothing of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import CalendarKey, Competition
from tournaments.pages.organisers.league_desk import LeagueDesk, league_desk
from tournaments.pages.people.notices import Notice, notices
from tournaments.services.competition.seasons import SeasonPlan, may_close, season_plan
from tournaments.services.matches.calendar_keys import token_of

register = template.Library()


@dataclass(frozen=True)
class Season:
    """A competition among those that came before and after it."""

    is_league: bool
    previous: Competition | None
    next: Competition | None


@register.filter
def instant(written: str) -> datetime | None:
    """Return an instant that the log keeps as text."""
    return datetime.fromisoformat(written) if written else None


@register.simple_tag(takes_context=True)
def season_of(context: dict[str, Any], competition: Competition) -> Season | None:
    """Return the seasons around a competition that the reader may see; None if it has none."""
    following: Competition | None = getattr(competition, "next_season", None)
    near = (competition.previous_id, following.pk if following else None)
    around = [pk for pk in near if pk is not None]
    seen = Competition.objects.visible_to(context["request"].user).filter(pk__in=around)
    found = {each.pk: each for each in seen} if around else {}
    is_league: bool = competition.is_league  # type: ignore[attr-defined]  # annotated
    if not found and not is_league:
        return None
    shown = found.get(following.pk) if following else None
    return Season(is_league, found.get(competition.previous_id or 0), shown)


@register.simple_tag(takes_context=True)
def my_calendar(context: dict[str, Any]) -> str:
    """Return the address of the reader's own calendar; "" if they made none."""
    request = context["request"]
    key = CalendarKey.objects.filter(user=request.user.pk).first()
    if key is None:
        return ""
    address: str = request.build_absolute_uri(reverse("calendar", args=[key.pk, token_of(key)]))
    return address


@register.simple_tag(takes_context=True)
def my_notices(context: dict[str, Any]) -> list[Notice]:
    """Return what the reader has to know of their own matches."""
    reader = context["request"].user
    return notices(reader, timezone.now()) if isinstance(reader, User) else []


@register.simple_tag
def desk_of(competition: Competition) -> LeagueDesk | None:
    """Return what is late in a league with dates."""
    return league_desk(competition, timezone.now())


@register.simple_tag
def plan_of(competition: Competition) -> SeasonPlan | None:
    """Return what closing the season would do; None if it cannot be closed."""
    try:
        return season_plan(competition) if may_close(competition) else None
    except RefusedError:
        return None
