"""Tables of cards on the site, and the records of finished games."""

from http import HTTPStatus
from typing import Annotated, Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Router

from games.live.admission import viewpoint_at
from games.models import Game
from games.records import views as records
from tournaments.api import schemas
from tournaments.api.callers import ANYBODY, caller_of
from tournaments.api.errors import TooManyRequestsError
from tournaments.api.lists import LATEST, Pages, list_page
from tournaments.api.schemas import Key, ListPage

router = Router(tags=["Tables"], by_alias=True)
TGN: Final = {
    "responses": {
        200: {
            "description": "The record in the site's notation.",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    }
}


@router.get("/tables", auth=ANYBODY, response=ListPage[schemas.Table])
def list_tables(
    request: HttpRequest,
    response: HttpResponse,
    paging: Pages,
    status: Annotated[
        schemas.Text | None,
        Query(description="`waiting`, `live`, `finished`, …; `live` without it."),
    ] = None,
) -> Any:
    """List the tables that everybody may watch, the latest first."""
    tables = Game.objects.public().filter(status=status or "live").with_players()
    return list_page(
        request, response, paging, tables, LATEST, lambda rows: [_table(row) for row in rows]
    )


@router.get("/tables/{pk}", auth=ANYBODY, response=schemas.Table)
def get_table(request: HttpRequest, pk: Key) -> Any:
    """Return a table without its cards."""
    if viewpoint_at(pk, caller_of(request).reader_in(None).pk) is None:
        raise Http404
    return _table(get_object_or_404(Game.objects.with_players(), pk=pk))


@router.get("/tables/{pk}/record", auth=ANYBODY, response=dict[str, Any])
def get_record(request: HttpRequest, pk: Key) -> Any:
    """Return the record of a finished game: what was dealt, said and played."""
    request.user = caller_of(request).reader_in(None)
    return _unless_busy(records.json(request, pk))


@router.get("/tables/{pk}/record.tgn", auth=ANYBODY, openapi_extra=TGN)
def get_notation(request: HttpRequest, pk: Key) -> Any:
    """Return the same in the notation TGN."""
    request.user = caller_of(request).reader_in(None)
    return _unless_busy(records.tgn(request, pk))


def _unless_busy(answer: HttpResponseBase) -> HttpResponseBase:
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        raise TooManyRequestsError()
    return answer


def _table(game: Game) -> dict[str, Any]:
    seats = list(game.seats.all())
    return {
        "id": game.pk,
        "title": str(game),
        "status": game.status,
        "score": list(game.score) or None,
        "seats": [name or None for name in game.names_of(seats)],
        "record": game.is_over,
        "page": reverse("tables:table", args=[game.pk]),
    }
