"""Views of a finished game's record: step by step, as a download, or as an image to share."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_safe

from accounts.common.costly_answers import costly_answer
from accounts.common.requests import is_part
from games.common.picture_responses import picture_answer
from games.common.posters import render_poster
from games.engine import write_tgn
from games.fair.signatures import public_keys
from games.live.admission import invited, viewpoint_at
from games.models import Game
from games.play.finished_game import GameRecord, as_json, is_reviewable
from games.records.queries import (
    RecordPosition,
    ending_poster,
    moment_poster,
    page,
    whole_game,
)


@require_GET
def show_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Step through a game with all hands open; `?hand=3&step=5` names one moment of it.

    With `&seat=1` it is shown as that seat saw it.
    """
    record = _record(request, pk)
    way = _asked_way(request, record)
    record_page = page(record, way or RecordPosition(1, 0))
    address = reverse("tables:record_picture", args=[pk])
    if "hand" in request.GET and record_page.moment:
        address += record_page.moment.query
    context = {
        "page": record_page,
        "picture": address,
        "link": request.build_absolute_uri(),
        "has_review": any(seat.user_id == request.user.pk for seat in record.seats if seat.user_id)
        and is_reviewable(record.game, record.seats),
        "reviewed": f"m{way.hand}-{way.step}" if way else "",
    }
    template = "games/records/_record.html" if is_part(request) else "games/records/record.html"
    return render(request, template, context)


@require_GET
def whole_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all hands of a game on one page, which a browser can keep to read without a network."""
    record_page, hands = whole_game(_record(request, pk))
    return render(request, "games/records/whole.html", {"page": record_page, "hands": hands})


@require_safe
def picture(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw the result of a game, or the requested moment."""
    record = _record(request, pk)
    at = _asked_way(request, record)

    def image() -> bytes:
        return render_poster(ending_poster(record) if at is None else moment_poster(record, at))

    key = f"record:{pk}:{at.query if at else ''}:{get_language()}"
    return picture_answer(request, key, image, public=record.game.public)


@require_GET
def tgn(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download the game in the notation, with everything needed to verify its deals."""
    record = _record(request, pk)
    return _file(request, record, "tgn", "text/plain; charset=utf-8", _as_tgn)


@require_GET
def json(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download the game as JSON, including values derived by the rules."""
    record = _record(request, pk)
    return _file(request, record, "json", "application/json", _as_json)


def _file(
    request: HttpRequest,
    record: GameRecord,
    ending: str,
    content_type: str,
    make: Callable[[GameRecord], bytes],
) -> HttpResponseBase:
    """Answer with a file that is never cached: it names people, who can delete their account."""
    pk = record.game.pk
    answer = costly_answer(
        request, f"{ending}:{pk}", lambda: make(record), content_type=content_type, fresh=0
    )
    if answer.status_code == HTTPStatus.OK:
        answer["Content-Disposition"] = f'attachment; filename="truco-{pk}.{ending}"'
    return answer


def _as_tgn(record: GameRecord) -> bytes:
    return write_tgn(record.notation()).encode()


def _as_json(record: GameRecord) -> bytes:
    return JsonResponse(as_json(record), json_dumps_params={"ensure_ascii": False}).content


def _asked_way(request: HttpRequest, record: GameRecord) -> RecordPosition | None:
    """Return the requested moment, if any; 404 if it is not in the record."""
    if not request.GET.keys() & {"hand", "step", "seat"}:
        return None
    hand, step = _number(request, "hand", 1), _number(request, "step", 0)
    seat = _number(request, "seat", len(record.seats))
    is_there = 1 <= hand <= len(record.hands) and seat <= len(record.seats)
    if not is_there or ("seat" in request.GET and seat == len(record.seats)):
        raise Http404
    return RecordPosition(hand, step, seat if "seat" in request.GET else None)


@require_GET
def keys(_: HttpRequest) -> JsonResponse:
    """Publish the keys that sign records, the current one first."""
    return JsonResponse({"algorithm": "Ed25519", "keys": public_keys()})


def _record(request: HttpRequest, pk: int) -> GameRecord:
    """Return the record, which exists once no secret is left at the table."""
    if viewpoint_at(pk, request.user.pk, invited(request)) is None:
        raise Http404
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    if not game.is_over:
        raise Http404
    return GameRecord(game, list(game.seats.all()))


def _number(request: HttpRequest, name: str, default: int) -> int:
    text = request.GET.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Http404
    return int(text)
