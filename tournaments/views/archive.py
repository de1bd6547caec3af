"""The competitions of the past, by club and year, for anybody."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Competition
from tournaments.views.competition.competitions import club_asked_for

A_PAGE = 50


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """List what was put away, the latest first; `?club=` and `?year=` keep some of it."""
    kept: QuerySet[Any] = Competition.objects.visible_to(request.user).archived()
    club, year = club_asked_for(request), _year(request)
    if club is not None:
        kept = kept.filter(club=club)
    years = [date.year for date in kept.dates("finished_at", "year", order="DESC")]
    if year in years:
        kept = kept.filter(finished_at__year=year)
    found = kept.select_related("club", "champion")
    context = {
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "club": club,
        "years": years,
        "year": year,
    }
    return render(request, "tournaments/archive.html", context)


def _year(request: HttpRequest) -> int | None:
    text = request.GET.get("year", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) == 4 else None
