"""What a club looks back at: its hall of fame, and the page of a year."""

from datetime import datetime
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Club
from accounts.values.keyset import LATEST_FIRST
from accounts.views.places import place_asked_for
from tournaments.pages.memory import hall_of_fame
from tournaments.pages.memory.year import FIRST, year_at


@require_safe
def fame(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who won, who won most, and the club's records; `?before=` goes on with older ones."""
    club = get_object_or_404(Club, slug=slug)
    before = place_asked_for(request, LATEST_FIRST)
    seen = hall_of_fame.seen_at(club, request.user)
    podiums, older = hall_of_fame.podiums(seen, before)
    context = {
        "club": club,
        "podiums": podiums,
        "older": older,
        "before": before,
        "crowned": [] if before else hall_of_fame.most_crowned(seen),
        "records": [] if before else hall_of_fame.records(club, seen),
        "year": _this_year(club),
    }
    return render(request, "tournaments/fame.html", context)


@require_safe
def year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Show a year of a club, to be passed on and printed."""
    club = get_object_or_404(Club, slug=slug)
    this_year = _this_year(club)
    if not FIRST <= year <= this_year:
        raise Http404
    link = request.build_absolute_uri(request.path)
    text = _("El año %(year)s de %(club)s:") % {"year": year, "club": club}
    context = {
        "shown": year_at(club, year, request.user),
        "club": club,
        "before": year - 1 if year > FIRST else None,
        "after": year + 1 if year < this_year else None,
        "link": link,
        "text": text,
        "whatsapp": f"https://wa.me/?{urlencode({'text': f'{text} {link}'})}",
    }
    return render(request, "tournaments/year.html", context)


def _this_year(club: Club) -> int:
    return datetime.now(ZoneInfo(club.zone)).year
