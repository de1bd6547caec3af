"""Views of the draw, of drafts, and of the manual order of entries.

If the announced plan makes no sense for the entries that came, a page offers others. Only
organisers can open a draft.
"""

from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from tournaments.common import errors
from tournaments.common.errors import signed_in_form, signed_in_page, status_of
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import default_start
from tournaments.draw import drafts, play_mode, replan
from tournaments.draw import services as draw_services
from tournaments.draw.draft_page import DraftPage, being_drawn, read_draft
from tournaments.draw.format_preview import FormatPreview, format_preview
from tournaments.draw.plan import in_manual_order
from tournaments.draw.plan_offers import PlanOffers, plan_offers
from tournaments.entries.forms import LikeForm, OrderForm
from tournaments.lifecycle import set_up
from tournaments.models import Competition, Match
from tournaments.schedule.forms import FirstDayForm
from tournaments.standings.queries import ranks_in

TOGETHER: Final = "pair"
ACTS: Final = ("swap", TOGETHER, "draw", "publish", "discard")


class DraftForm(forms.Form):
    """The version of the draft that the organiser saw, and the tapped entries."""

    seen = forms.CharField(max_length=40, required=False)
    one = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    other = forms.IntegerField(required=False, min_value=1, max_value=2**62)


@signed_in_page
def draft(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the draft; `chosen` is the entry tapped first for a swap."""
    return _page(request, pk)


@posted_at_desk
def change_draft(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Apply an act to the version of the draft that the organiser saw."""
    competition = find_organised(request, pk)
    form = DraftForm(request.POST)
    if act not in ACTS:
        raise Http404
    if not form.is_valid():
        return _page(request, pk, refused="badly-written")
    if act == "publish" and play_mode.asks_first(request, pk, play_mode.PUBLISH):
        return play_mode.ask(request, pk, then=play_mode.PUBLISH, seen=form.cleaned_data["seen"])
    try:
        _act(act, form.cleaned_data, pk, request)
    except RefusedError as error:
        return _page(request, pk, refused=error.code)
    if act == "publish":
        messages.success(request, _("Está publicado: ya lo ve todo el mundo."))
    if act in ("publish", "discard"):
        return redirect("competitions:manage", competition.pk)
    return redirect("competitions:draft", pk)


def _act(act: str, cleaned: dict[str, Any], pk: int, request: HttpRequest) -> None:
    arguments: dict[str, Any] = {
        "competition_id": pk,
        "actor": person(request),
        "now": timezone.now(),
    }
    of_draft = {**arguments, "seen": cleaned["seen"]}
    two = {**of_draft, "one": cleaned["one"] or 0, "other": cleaned["other"] or 0}
    match act:
        case "swap":
            drafts.swap(**two)
        case "pair":
            drafts.pair(**two)
        case "draw":
            drafts.draft_round_anew(**arguments)
        case "publish":
            drafts.publish(**of_draft)
        case "discard":
            drafts.discard(**arguments)


def _outlook(competition: Competition, page: DraftPage | None) -> FormatPreview | None:
    """Return the preview of the drafted format, before the first draw."""
    if page is None or not page.is_first:
        return None
    tables = competition.count_tables()
    return format_preview(CompetitionSettings.of(competition), len(page.entries), tables)


def _page(request: HttpRequest, pk: int, refused: str = "") -> HttpResponse:
    competition = find_organised(request, pk)
    form = DraftForm({"one": request.GET.get("chosen", "")})
    page = read_draft(competition, form.cleaned_data["one"] if form.is_valid() else None)
    context = {
        "competition": competition,
        "page": page,
        "outlook": _outlook(competition, page),
        "being_drawn": being_drawn(competition),
        "missing": Match.objects.of(pk).filter(state__in=Match.PLAYABLE).count(),
        "is_pairing": request.GET.get("act") == TOGETHER,
        "code": refused,
        "words": refused and errors.refusal(refused),
    }
    status = status_of(refused) if refused else 200
    return render(request, "tournaments/draw/draft.html", context, status=status)


NO_FIRST_DAY: Final = "no-first-hour"
A_WEEK: Final = timedelta(days=7)


@posted_at_desk
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the announced format, or the offered one if `agreed`; as a draft on request."""
    competition = find_organised(request, pk)
    if "starts_at" in request.POST and (response := _first_day(request, competition)):
        return response
    as_draft = "draft" in request.POST or not competition.publishes_alone
    now = timezone.now()
    arguments: dict[str, Any] = {"competition_id": pk, "actor": person(request), "now": now}
    draw_function = drafts.draft_draw if as_draft else draw_services.draw
    agreed = request.POST.get("agreed", "")
    offers = None if agreed or "as_it_is" in request.POST else plan_offers(competition, now)
    if offers is not None and offers.is_asked:
        status = HTTPStatus.OK if offers.stays else HTTPStatus.CONFLICT
        return _offer(request, offers, as_draft=as_draft, status=status)
    seed = draw_services.fresh_draw_seed()
    try:
        if agreed:
            replan.draw_adjusted(agreed=agreed, draw_function=draw_function, seed=seed, **arguments)
        else:
            draw_function(seed=seed, **arguments)
    except RefusedError as error:
        if error.code == NO_FIRST_DAY:
            return _ask_first_day(request, competition)
        offers = plan_offers(competition, now)
        if offers is None or not offers.plans:
            raise
        status = status_of(error.code)
        return _offer(request, offers, as_draft=as_draft, code=error.code, status=status)
    if as_draft:
        return redirect("competitions:draft", pk)
    messages.success(request, _("El sorteo está hecho y su semilla publicada."))
    return redirect("competitions:manage", pk)


def _first_day(request: HttpRequest, competition: Competition) -> HttpResponse | None:
    """Save the first day of a league; return the form again if it is invalid."""
    form = FirstDayForm(request.POST, zone=competition.club.zone, now=timezone.now())
    if not form.is_valid():
        return _ask_first_day(request, competition, form)
    settings = CompetitionSettings.of(competition)
    terms = settings.replace(starts_at=form.cleaned_data["starts_at"])
    set_up.edit_competition(
        competition_id=competition.pk, actor=person(request), terms=terms, now=timezone.now()
    )
    return None


def _ask_first_day(
    request: HttpRequest, competition: Competition, form: FirstDayForm | None = None
) -> HttpResponse:
    """Ask for the first day of a league; the default is a week from now."""
    zone, now = competition.club.zone, timezone.now()
    if form is None:
        form = FirstDayForm(zone=zone, now=now)
        form.initial = {"starts_at": default_start(now + A_WEEK, zone)}
    as_draft = "draft" in request.POST
    context = {"competition": competition, "form": form, "as_draft": as_draft}
    return render(
        request, "tournaments/draw/first_day.html", context, status=422 if form.errors else 200
    )


def _offer(
    request: HttpRequest, offers: PlanOffers, *, as_draft: bool, code: str = "", status: int = 200
) -> HttpResponse:
    """Show what was announced, why it fails, and the plans that fit better."""
    context = {
        "competition": offers.competition,
        "code": code,
        "words": code and errors.refusal(code),
        "as_draft": as_draft,
        "offers": offers,
    }
    return render(request, "tournaments/draw/plan_offers.html", context, status=status)


@signed_in_page
def show_plan_offers(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how the announced plan suits those who came, and the plans that fit better."""
    competition = find_organised(request, pk)
    offers = plan_offers(competition, timezone.now())
    if offers is None:
        return redirect("competitions:manage", pk)
    return _offer(request, offers, as_draft=not competition.publishes_alone)


@posted_at_desk
def undo_replan(request: HttpRequest, pk: int) -> HttpResponse:
    """Restore the plan that was announced."""
    find_organised(request, pk)
    replan.undo_replan(competition_id=pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Volvió el plan que se había anunciado; falta sortear."))
    return redirect("competitions:manage", pk)


@signed_in_form
def order(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and save the organiser's order of the entries.

    `?like=` proposes the final order of another competition of the club.
    """
    competition = find_organised(request, pk)
    entries = in_manual_order(list(competition.entries.order_by("complete_at", "pk")))
    like = LikeForm(request.GET, competition=competition)
    source = like.cleaned_data["like"] if like.is_valid() else None
    if source is not None:
        ranks = ranks_in(source, entries)
        for entry in entries:
            entry.manual_seed = ranks.get(entry.pk)
        entries = in_manual_order(entries)
    form = OrderForm(request.POST or None, entries=entries)
    if request.method == "POST" and form.is_valid():
        draw_services.order_entries(
            competition_id=pk, numbers=form.numbers(), actor=person(request), now=timezone.now()
        )
        messages.success(request, _("El orden quedó escrito: así se sortea."))
        return redirect("competitions:order", pk)
    status = 422 if form.errors else 200
    context = {"competition": competition, "form": form, "like": like, "source": source}
    return render(request, "tournaments/draw/order.html", context, status=status)
