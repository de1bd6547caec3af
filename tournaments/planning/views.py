"""The page of the planner, and its acts."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.common.requests import person
from accounts.models import User
from tournaments.common.errors import (
    BadlyWrittenError,
    WrongStateError,
    signed_in_form,
    signed_in_page,
)
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.formats.catalogue import with_seasons
from tournaments.models import Competition, DateWish
from tournaments.planning import services as planning
from tournaments.planning.lost_nights import lose_night, preview_lost_night
from tournaments.planning.queries import changes_shown, find_draft, read_planner
from tournaments.planning.seasons import is_dated_league, is_plannable, league_places


def _key() -> forms.IntegerField:
    return forms.IntegerField(min_value=1, max_value=10**15)


class WishForm(forms.Form):
    """A wish of an entry for a day."""

    entry_id = _key()
    day = forms.DateField()
    side = forms.ChoiceField(choices=DateWish.Wanted)


class DerbyForm(forms.Form):
    """Two entries."""

    first_id = _key()
    second_id = _key()


class WishKeyForm(forms.Form):
    wish_id = _key()


class DerbyKeyForm(forms.Form):
    derby_id = _key()


class MatchForm(forms.Form):
    """A match of the draft, and its new place."""

    home_id = _key()
    away_id = _key()
    place = forms.IntegerField(min_value=0, max_value=1_000)


Act = Callable[[int, User, dict[str, Any], datetime], object]
ACTS: dict[str, tuple[type[forms.Form], Act, object]] = {
    "wish": (
        WishForm,
        lambda pk, actor, sent, _now: planning.add_wish(competition_id=pk, actor=actor, **sent),
        _("Pedido anotado."),
    ),
    "forget-wish": (
        WishKeyForm,
        lambda pk, actor, sent, _now: planning.remove_wish(competition_id=pk, actor=actor, **sent),
        _("Pedido borrado."),
    ),
    "derby": (
        DerbyForm,
        lambda pk, actor, sent, _now: planning.add_derby(competition_id=pk, actor=actor, **sent),
        _("Clásico anotado."),
    ),
    "forget-derby": (
        DerbyKeyForm,
        lambda pk, actor, sent, _now: planning.remove_derby(competition_id=pk, actor=actor, **sent),
        _("Clásico borrado."),
    ),
    "start": (
        forms.Form,
        lambda pk, actor, _sent, now: planning.start_plan(competition_id=pk, actor=actor, now=now),
        "",
    ),
    "stop": (
        forms.Form,
        lambda pk, actor, _sent, _now: planning.stop_plan(competition_id=pk, actor=actor),
        "",
    ),
    "move": (
        MatchForm,
        lambda pk, actor, sent, _now: planning.move_planned_match(
            competition_id=pk, actor=actor, **sent
        ),
        _("Partido cambiado en el borrador."),
    ),
    "discard": (
        forms.Form,
        lambda pk, actor, _sent, _now: planning.discard_plan(competition_id=pk, actor=actor),
        _("Borrador tirado: el calendario queda como estaba."),
    ),
    "publish": (
        forms.Form,
        lambda pk, actor, _sent, now: planning.publish_plan(
            competition_id=pk, actor=actor, now=now
        ),
        _("Calendario publicado."),
    ),
}


@signed_in_page
def planner(request: HttpRequest, pk: int) -> HttpResponse:
    """Show wishes, the search or its draft."""
    competition = find_organised(request, pk)
    context = {
        "competition": competition,
        "dates": _dates_of(competition),
        "is_plannable": is_plannable(competition),
    }
    if context["is_plannable"]:
        context["planner"] = read_planner(competition)
        context["sides"] = DateWish.Wanted.choices
    return render(request, "tournaments/planning/planner.html", context)


@signed_in_page
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer the progress of a search; once it is over, tell htmx to load the page."""
    competition = find_organised(request, pk)
    draft = find_draft(competition)
    if draft is None or draft.state == planning.State.READY:
        return HttpResponse(headers={"HX-Refresh": "true"})
    context = {"competition": competition, "draft": draft}
    return render(request, "tournaments/planning/_progress.html", context)


class LostNightForm(forms.Form):
    """A day that falls out, as it was seen in the preview."""

    day = _key()
    seen = forms.CharField(max_length=16)
    reason = forms.CharField(max_length=200, required=False)


@signed_in_form
def lost_night(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what changes if nothing can be played on `?day=`, and do it."""
    competition = find_organised(request, pk)
    if not is_dated_league(competition):
        raise WrongStateError()
    now = timezone.now()
    if request.method == "POST":
        form = LostNightForm(request.POST)
        if not form.is_valid():
            raise BadlyWrittenError()
        cleaned = form.cleaned_data
        lose_night(
            competition_id=pk,
            day_id=cleaned["day"],
            actor=person(request),
            seen=cleaned["seen"],
            reason=cleaned["reason"],
            now=now,
        )
        messages.success(request, _("Calendario cambiado."))
        return redirect(_dates_of(competition))
    context: dict[str, object] = {
        "competition": competition,
        "dates": _dates_of(competition),
        "days": list({day.pk: day for day, _number in league_places(competition)}.values()),
    }
    day_id = request.GET.get("day", "")
    if day_id.isascii() and day_id.isdigit() and len(day_id) < 16:
        day = get_object_or_404(competition.playing_days, pk=int(day_id))
        lost = preview_lost_night(competition, day, now=now)
        context |= {"lost": lost, "changes": changes_shown(lost)}
    return render(request, "tournaments/planning/lost_night.html", context)


@posted_at_desk
def act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Run one of the actions of the page."""
    competition = find_organised(request, pk)
    if act not in ACTS:
        raise Http404
    kind, service, message = ACTS[act]
    form = kind(request.POST)
    if not form.is_valid():
        raise BadlyWrittenError()
    service(pk, person(request), form.cleaned_data, timezone.now())
    if message:
        messages.success(request, str(message))
    if act == "publish":
        return redirect(_dates_of(competition))
    return redirect("competitions:planner", pk)


def _dates_of(competition: Competition) -> str:
    """Return the address of the page with all dates; zones show theirs on their own page."""
    has_fixture = competition.stages.filter(format__in=with_seasons()).exists()
    page = "competitions:fixture" if has_fixture else "competitions:competition"
    return reverse(page, args=[competition.pk])
