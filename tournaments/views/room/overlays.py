"""The score over a stream: opened by its address alone, in a streaming program or a browser."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.live.pieces import placed
from tournaments.live.overlay import topic_of

PLACES = {"bottom": "", "top": "top", "bottom-right": "right", "top-right": "top right"}
FIGURES = ("sticks", "numbers")


@require_safe
@never_cache
def overlay(request: HttpRequest, token: str) -> HttpResponse:
    """Show it where the picture has room (`?at=`), with match-sticks or without (`?score=`)."""
    topic = topic_of(token)
    if topic is None:
        raise Http404
    source, pk = topic
    asked = request.GET.get("score", "")
    context = {
        "token": token,
        "overlay": placed(source.pieces(pk))["overlay"],
        "place": PLACES.get(request.GET.get("at", ""), ""),
        "figures": asked if asked in FIGURES else FIGURES[0],
    }
    return render(request, "tournaments/overlay.html", context)
