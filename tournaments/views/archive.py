"""The competitions of the past, by club and year, for anybody."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.values.collation import fold
from accounts.values.keyset import LATEST_FIRST, behind
from accounts.values.names import searchable
from accounts.views.places import place_asked_for
from tournaments.models import Competition
from tournaments.views.competition.competitions import club_asked_for

A_PAGE = 50


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """List what was put away, the latest first; `?club=`, `?year=` and `?q=` keep some of it.

    A page begins behind a place (`?before=`), never after so many rows.
    """
    kept: QuerySet[Any] = Competition.objects.visible_to(request.user).archived()
    club, year = club_asked_for(request), _year(request)
    before = place_asked_for(request, LATEST_FIRST)
    wanted = searchable(request.GET.get("q", ""))[:60]
    if club is not None:
        kept = kept.filter(club=club)
    years = [date.year for date in kept.dates("finished_at", "year", order="DESC")]
    if year in years:
        kept = kept.filter(finished_at__year=year)
    if wanted:
        kept = kept.filter(name__fold__contains=fold(wanted))
    page = behind(kept.select_related("club", "champion"), before, "finished_at", A_PAGE)
    context = {
        "found": page.rows,
        "older": page.older,
        "before": before,
        "wanted": wanted,
        "club": club,
        "years": years,
        "year": year,
    }
    return render(request, "tournaments/archive.html", context)


def _year(request: HttpRequest) -> int | None:
    text = request.GET.get("year", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None
