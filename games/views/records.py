"""The record of a game that is over: read card by card, or downloaded as text."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from games.board.record_page import page
from games.engine import write_tgn
from games.fair.signatures import public_keys
from games.live.admission import viewpoint_at
from games.models import Game
from games.records.finished import GameRecord
from games.views.invited import invited


@require_GET
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Step through a game with all hands open; `?hand=3&step=5` names one moment of it."""
    found = _record(request, pk)
    hand, step = _number(request, "hand", 1), _number(request, "step", 0)
    if found.hands and not 1 <= hand <= len(found.hands):
        raise Http404
    template = "games/_record.html" if request.headers.get("HX-Request") else "games/record.html"
    return render(request, template, {"page": page(found, hand, step)})


@require_GET
def tgn(request: HttpRequest, pk: int) -> HttpResponse:
    """Download the game in the notation, with all that is needed to check its deals."""
    found = _record(request, pk)
    answer = HttpResponse(write_tgn(found.notation()), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="truco-{pk}.tgn"'
    return answer


@require_GET
def keys(_: HttpRequest) -> JsonResponse:
    """Publish the keys that records are signed with, the one in use first."""
    return JsonResponse({"algorithm": "Ed25519", "keys": public_keys()})


def _record(request: HttpRequest, pk: int) -> GameRecord:
    """Return the record, which exists once nothing at the table is secret any more."""
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
