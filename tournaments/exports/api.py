"""The older API (`/api/`), which only reads: pages of JSON that anybody may see (docs/api.md).

Version 1 of the API, which reads and writes, is `tournaments.api`.

`truco_site.api_responses` adds what it shares with `/api/v1/`.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec, cast

from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt

from accounts.common.cost_budgets import FILES
from tournaments.exports.documents import (
    Document,
    competition_document,
    competition_line,
    match_documents,
    player_line,
)
from tournaments.models import Competition, Match, MatchQuerySet
from tournaments.ranking.queries import main_leaderboard_lines, rows_of
from truco_site.api_responses import plain_error, too_busy

P = ParamSpec("P")
A_PAGE = 50
READING = ("GET", "HEAD")


def answers_json(
    view: Callable[Concatenate[HttpRequest, P], Document],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view to answer GET with JSON, within the budget of its reader.

    The API takes no cookies, so a POST is refused for its method, not for a missing CSRF token.
    """

    @csrf_exempt
    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method not in READING:
            refused = plain_error(request, HTTPStatus.METHOD_NOT_ALLOWED)
            refused.headers["Allow"] = ", ".join(READING)
            return refused
        if FILES.is_spent(request):
            return too_busy(request)
        with FILES.measured(request):
            return JsonResponse(view(request, *args, **kwargs))

    return answered


@answers_json
def index(request: HttpRequest) -> Document:
    """List the entry points of the API."""
    return {"competitions": reverse("api:competitions"), "ranking": reverse("api:ranking")}


@answers_json
def competitions(request: HttpRequest) -> Document:
    """List the public competitions, latest first; `?club=` filters by club."""
    queryset = Competition.objects.public().select_related("club", "champion")
    slug = request.GET.get("club")
    if slug:
        queryset = queryset.filter(club__slug=slug.replace("\0", ""))
    page = _page(request, queryset.order_by("-created_at", "-pk"))
    return _page_document(request, page, [competition_line(each) for each in page])


@answers_json
def competition(request: HttpRequest, pk: int) -> Document:
    """Return a competition with its entries, stages and standings."""
    return competition_document(_public(pk))


@answers_json
def matches(request: HttpRequest, pk: int) -> Document:
    """List the matches of a competition, by number."""
    page = _page(request, Match.objects.of(_public(pk).pk))
    return _page_document(request, page, match_documents(cast("MatchQuerySet", page.object_list)))


@answers_json
def ranking(request: HttpRequest) -> Document:
    """List the leaderboard of all competitions."""
    page = _page(request, main_leaderboard_lines())
    return _page_document(request, page, [player_line(row) for row in rows_of(page.object_list)])


def _public(pk: int) -> Competition:
    return get_object_or_404(Competition.objects.public().select_related("club", "champion"), pk=pk)


def _page(request: HttpRequest, queryset: Any) -> "Page[Any]":
    """Return the requested page; 404 beyond the last."""
    try:
        return Paginator(queryset, A_PAGE).page(request.GET.get("page", 1))
    except (EmptyPage, PageNotAnInteger) as error:
        raise Http404 from error


def _page_document(request: HttpRequest, page: "Page[Any]", results: list[Document]) -> Document:
    return {
        "count": page.paginator.count,
        "pages": page.paginator.num_pages,
        "next": _address(request, page.next_page_number()) if page.has_next() else None,
        "previous": _address(request, page.previous_page_number()) if page.has_previous() else None,
        "results": results,
    }


def _address(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query["page"] = str(number)
    return f"{request.path}?{query.urlencode()}"
