"""The draft of a round: looked at, changed by hand, published; only its organisers reach it."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.models import Competition
from tournaments.pages.organisers.draft import DraftPage, being_drawn, read_draft
from tournaments.pages.outlook import Outlook, outlook
from tournaments.services.competition.terms import Terms
from tournaments.services.draw import drafts
from tournaments.views.competition import how
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals, status_of
from tournaments.wording import refusals

TOGETHER: Final = "pair"
ACTS: Final = ("swap", TOGETHER, "draw", "publish", "discard")


class DraftForm(forms.Form):
    """What an organiser has seen, and whom they tapped."""

    seen = forms.CharField(max_length=40, required=False)
    one = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    other = forms.IntegerField(required=False, min_value=1, max_value=2**62)


@require_safe
@signed_in
@never_cache
@answers_refusals
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the draft; `chosen` was tapped and waits for the other one."""
    return _page(request, pk)


@posted_at_desk
@signed_in
@answers_refusals
def act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Do one thing to the draft, as the organiser has seen it."""
    competition = find_organised(request, pk)
    form = DraftForm(request.POST)
    if act not in ACTS:
        raise Http404
    if not form.is_valid():
        return _page(request, pk, refused="badly-written")
    if act == "publish" and how.asks_first(request, pk, how.PUBLISH):
        return how.ask(request, pk, then=how.PUBLISH, seen=form.cleaned_data["seen"])
    try:
        _act(act, form.cleaned_data, pk, request)
    except RefusedError as error:
        return _page(request, pk, refused=error.code)
    if act == "publish":
        messages.success(request, _("Está publicado: ya lo ve todo el mundo."))
    if act in ("publish", "discard"):
        return redirect("competitions:manage", competition.pk)
    return redirect("competitions:draft", pk)


def _act(act: str, written: dict[str, Any], pk: int, request: HttpRequest) -> None:
    who: dict[str, Any] = {"competition_id": pk, "actor": person(request), "now": timezone.now()}
    seen = {**who, "seen": written["seen"]}
    two = {**seen, "one": written["one"] or 0, "other": written["other"] or 0}
    match act:
        case "swap":
            drafts.swap(**two)
        case "pair":
            drafts.pair(**two)
        case "draw":
            drafts.draft_round_anew(**who)
        case "publish":
            drafts.publish(**seen)
        case "discard":
            drafts.discard(**who)


def _outlook(competition: Competition, page: DraftPage | None) -> Outlook | None:
    """Say what is drawn here plays, before the first draw."""
    if page is None or not page.is_first:
        return None
    tables = competition.hall_tables.count()
    return outlook(Terms.of(competition), len(page.entries), tables)


def _page(request: HttpRequest, pk: int, refused: str = "") -> HttpResponse:
    competition = find_organised(request, pk)
    tapped = DraftForm({"one": request.GET.get("chosen", "")})
    page = read_draft(competition, tapped.cleaned_data["one"] if tapped.is_valid() else None)
    context = {
        "competition": competition,
        "page": page,
        "outlook": _outlook(competition, page),
        "being_drawn": being_drawn(competition),
        "is_pairing": request.GET.get("act") == TOGETHER,
        "code": refused,
        "words": refused and refusals.refusal(refused),
    }
    status = status_of(refused) if refused else 200
    return render(request, "tournaments/draft.html", context, status=status)
