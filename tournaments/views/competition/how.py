"""Before an event begins its organiser says once how those play who have no account."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views.asked import signed_in
from tournaments.pages.organisers.first_matches import first_matches
from tournaments.pages.organisers.how_to_play import Way, is_to_be_asked, read_how_to_play
from tournaments.services.competition import lifecycle
from tournaments.services.competition.on_screen import play_on_screen
from tournaments.services.competition.real_cards import play_with_cards
from tournaments.services.draw import drafts
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals, refuse

START, PUBLISH = "start", "publish"


class AnswerForm(forms.Form):
    """How they play, and what the organiser was about to do when asked."""

    way = forms.ChoiceField(choices=[(way, way) for way in Way])
    then = forms.ChoiceField(choices=[(each, each) for each in (START, PUBLISH)], required=False)
    seen = forms.CharField(max_length=40, required=False)  # of the draft to be published


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def how(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, or look at the answer; an answer holds for the whole event and goes on where asked."""
    if request.method == "POST":
        form = AnswerForm(request.POST)
        if not form.is_valid():
            return refuse(request, "badly-written")
        find_organised(request, pk)
        return _answered(request, pk, form.cleaned_data)
    return ask(request, pk)


def ask(request: HttpRequest, pk: int, then: str = "", seen: str = "") -> HttpResponse:
    """Show the question; the answer goes on with what was about to be done."""
    competition = find_organised(request, pk)
    context = {
        "competition": competition,
        "asked": read_how_to_play(competition),
        "then": then,
        "seen": seen,
    }
    return render(request, "tournaments/how.html", context)


def asks_first(request: HttpRequest, pk: int, then: str) -> bool:
    """Tell whether the reader has to say how it is played, before that can be done."""
    competition = find_organised(request, pk)
    may_begin = competition.is_drawn if then == START else hasattr(competition, "draft")
    return may_begin and is_to_be_asked(competition)


def _answered(request: HttpRequest, pk: int, written: dict[str, Any]) -> HttpResponse:
    who: dict[str, Any] = {"competition_id": pk, "actor": person(request), "now": timezone.now()}
    if written["way"] == Way.SCREEN:
        play_on_screen(**who)
        return redirect("competitions:claims", pk)
    if not find_organised(request, pk).with_cards:
        play_with_cards(**who)
    match written["then"]:
        case "start":
            lifecycle.start(**who)
            messages.success(
                request, first_matches(find_organised(request, pk), who["now"]).in_words()
            )
        case "publish":
            drafts.publish(**who, seen=written["seen"])
            messages.success(request, _("Está publicado: ya lo ve todo el mundo."))
        case _:
            messages.success(request, _("Se juega con cartas de verdad."))
    return redirect("competitions:manage", pk)
