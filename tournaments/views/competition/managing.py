"""The organiser's dashboard and everything that is done from it."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.decisions import ReasonForm, WalkoverForm
from tournaments.forms.entries import PlayersForm, WithdrawalForm
from tournaments.models import Competition, Match
from tournaments.pages.entry_list import entry_list
from tournaments.pages.organisers.desk import read_desk
from tournaments.pages.organisers.draft import being_drawn, title_of_draft
from tournaments.pages.organisers.entry_desk import Tally, may_undo
from tournaments.pages.organisers.first_matches import first_matches
from tournaments.pages.organisers.missing_accounts import missing_accounts
from tournaments.pages.organisers.reported import reported_at
from tournaments.services.competition import lifecycle
from tournaments.services.entries import by_hand, withdrawing
from tournaments.services.matches import deciding
from tournaments.views.competition import how
from tournaments.views.finding import (
    find_competition,
    find_competition_match,
    find_organised,
    person,
)
from tournaments.views.refusal import answers_refusals, refuse, status_of
from tournaments.wording import refusals

EVENTS = 40
DONE = {  # but of the start: what that sets off is not the same everywhere
    "open": gettext_lazy("La inscripción está abierta."),
    "pause": gettext_lazy("En pausa: las mesas que juegan siguen, no se llama a nadie más."),
    "resume": gettext_lazy("Sigue el juego."),
    "cancel": gettext_lazy("La competencia quedó cancelada."),
    "archive": gettext_lazy("La competencia quedó en el archivo."),
}


@require_safe
@signed_in
@never_cache
@answers_refusals
def manage(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what needs the organiser, the entries, and who did what."""
    return _dashboard(request, find_organised(request, pk))


@require_POST
@signed_in
@answers_refusals
def add_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody by hand."""
    competition = find_organised(request, pk)
    form = PlayersForm(request.POST, players=competition.players_per_side)
    if not form.is_valid():
        return _dashboard(request, competition, form, status=422)
    try:
        entry = by_hand.add_entry(
            competition_id=pk,
            actor=person(request),
            players=form.players(),
            name=form.cleaned_data.get("name", ""),
            affiliation=form.cleaned_data["affiliation"],
            now=timezone.now(),
        )
    except RefusedError as error:
        if not _is_in_place(request):
            raise
        form.add_error(None, refusals.refusal(error.code))
        return _dashboard(request, competition, form, status=status_of(error.code))
    messages.success(request, _("%(entry)s está en la lista.") % {"entry": entry})
    return redirect(f"{reverse('competitions:manage', args=[pk])}#by-hand")


@require_POST
@signed_in
@answers_refusals
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an entry out."""
    competition = find_competition(request, pk)
    form = WithdrawalForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    entry = get_object_or_404(competition.entries, pk=form.cleaned_data["entry"])
    withdrawing.withdraw(
        entry_id=entry.pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    messages.success(request, _("%(entry)s ya no juega.") % {"entry": entry})
    if competition.is_drawn:  # there it is taken back
        return redirect("competitions:entered_one", pk, entry.pk)
    return redirect("competitions:manage", pk)


@require_POST
@signed_in
@answers_refusals
def act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Take a competition one step on in its life."""
    competition = find_competition(request, pk)
    form = ReasonForm(request.POST)
    if act not in (*DONE, "start"):
        raise Http404
    if not form.is_valid():
        return refuse(request, "badly-written")
    if act == "start" and how.asks_first(request, pk, how.START):
        return how.ask(request, pk, then=how.START)
    now = timezone.now()
    _act(act, form.cleaned_data["reason"], competition_id=pk, actor=person(request), now=now)
    messages.success(request, DONE.get(act) or first_matches(competition, now).in_words())
    return redirect("competitions:manage", competition.pk)


@require_POST
@signed_in
@answers_refusals
def walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a match to one side."""
    match = find_competition_match(request, pk)
    form = WalkoverForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    deciding.give_walkover(
        match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    messages.success(request, _("%(place)s: está decidido.") % {"place": match.place})
    return _back(match)


@require_POST
@signed_in
@answers_refusals
def annul(request: HttpRequest, pk: int) -> HttpResponse:
    """Void what a match has played; it is called again."""
    match = find_competition_match(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    deciding.annul_match(
        match_id=pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    messages.success(request, _("%(place)s: se juega de nuevo.") % {"place": match.place})
    return _back(match)


def _act(name: str, reason: str, **who: Any) -> None:
    match name:
        case "open":
            lifecycle.open_registration(**who)
        case "start":
            lifecycle.start(**who)
        case "pause":
            lifecycle.pause(**who, reason=reason)
        case "resume":
            lifecycle.resume(**who)
        case "cancel":
            lifecycle.cancel(**who, reason=reason)
        case "archive":
            lifecycle.archive(**who)


def _back(match: Match) -> HttpResponse:
    assert match.competition is not None, "only matches of competitions are decided by hand"
    return redirect("competitions:manage", match.competition.pk)


def _is_in_place(request: HttpRequest) -> bool:
    """Tell whether the form of entries by hand asks for itself and for the list alone."""
    return request.headers.get("HX-Target") == "by-hand"


def _dashboard(
    request: HttpRequest,
    competition: Competition,
    by_hand_form: PlayersForm | None = None,
    status: int = 200,
) -> HttpResponse:
    entries = entry_list(competition)
    desk = read_desk(competition, entries, timezone.now())
    told = Prefetch("match", Match.objects.placed())
    log = competition.audit.select_related("actor").prefetch_related(told)
    by_hand_form = by_hand_form or PlayersForm(players=competition.players_per_side)
    if _is_in_place(request):
        by_hand_form.fields["player_1"].widget.attrs["autofocus"] = True
    context = {
        "competition": competition,
        "desk": desk,
        "draft": title_of_draft(competition),
        "being_drawn": being_drawn(competition),
        "reported": reported_at(competition),
        "missing": missing_accounts(competition, entries),
        "entries": entries,
        "tally": Tally.of(competition, entries),
        "may_undo": competition.is_drawn and may_undo(desk.views),
        "by_hand_form": by_hand_form,
        "by_hand_again": _is_in_place(request),
        "rules_in_words": refusals.rules(competition.rules),
        "log": Paginator(log, EVENTS).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/manage.html", context, status=status)
