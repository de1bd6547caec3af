"""Views of the hours of a match, and of the playing days of a competition."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.requests import person
from tournaments.common.errors import (
    BadlyWrittenError,
    ReasonMissingError,
    refuse,
    signed_in_form,
    signed_in_post,
)
from tournaments.common.form_fields import ReasonForm
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.competitions.round_labels import group_name
from tournaments.matches.lookups import find_match
from tournaments.models import Competition, Round, TimeProposal
from tournaments.schedule import day_settings
from tournaments.schedule import services as schedule
from tournaments.schedule.errors import ClashError, PreviewOutdatedError
from tournaments.schedule.forms import AnswerForm, DaysForm, HomesForm, MoveForm
from tournaments.schedule.moves import move_day, preview_move
from tournaments.schedule.queries import names_of_rounds, read_calendar
from tournaments.schedule.services import wall_time


@signed_in_form
def days(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the playing days of a competition; organisers add and remove some."""
    competition = find_organised(request, pk)
    if request.method != "POST":
        return _days_page(request, competition)
    actor, now = person(request), timezone.now()
    removed = request.POST.get("remove", "")
    if removed.isascii() and removed.isdigit() and len(removed) < 16:
        day_settings.remove_day(competition_id=pk, day_id=int(removed), actor=actor, now=now)
        messages.success(request, _("Ese día ya no se juega."))
        return redirect("competitions:days", pk)
    form = DaysForm(request.POST, competition=competition)
    if not form.is_valid():
        return _days_page(request, competition, form, status=422)
    try:
        added = day_settings.add_days(competition_id=pk, actor=actor, now=now, **form.cleaned_data)
    except ClashError as error:
        for problem in error.problems:
            form.add_error(None, problem)
        return _days_page(request, competition, form, status=error.status)
    left_out = form.cleaned_data["number"] - added
    if left_out:
        new = ngettext("Sumamos %(number)s día.", "Sumamos %(number)s días.", added)
        free = ngettext(
            "%(number)s es feriado del club y queda libre.",
            "%(number)s son feriados del club y quedan libres.",
            left_out,
        )
        words = f"{new % {'number': added}} {free % {'number': left_out}}"
        messages.success(request, words)
    else:
        messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:days", pk)


def _days_page(
    request: HttpRequest, competition: Competition, form: DaysForm | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "competition": competition,
        "calendar": read_calendar(competition),
        "can_have_days": day_settings.can_have_days(competition)
        and (competition.is_dated or not competition.is_drawn),
        "days_form": form or DaysForm(competition=competition),
        "homes_form": None if competition.is_drawn else HomesForm(competition=competition),
        "has_venues": day_settings.venues_for(competition).exists(),
    }
    return render(request, "tournaments/schedule/days.html", context, status=status)


@posted_at_desk
def homes(request: HttpRequest, pk: int) -> HttpResponse:
    """Set where each entry is at home."""
    competition = find_organised(request, pk)
    form = HomesForm(request.POST, competition=competition)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    day_settings.set_homes(
        competition_id=pk, homes=form.homes(), actor=person(request), now=timezone.now()
    )
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:days", pk)


@signed_in_form
def move(request: HttpRequest, pk: int, day: int) -> HttpResponse:
    """Preview what moves with a playing day (`?how=`), and move it."""
    competition = find_organised(request, pk)
    playing_day = get_object_or_404(competition.playing_days.select_related("venue__club"), pk=day)
    rounds = playing_day.rounds.select_related("group__stage__competition").order_by(
        "group__stage__tier", "group__stage__number", "group__number", "number"
    )
    names = names_of_rounds(row.pk for row in rounds)
    choices = [(row.pk, _round_label(row, names[row.pk])) for row in rounds]
    data = request.POST if request.method == "POST" else request.GET
    is_asked = bool(data) or request.method == "POST"
    today = wall_time(timezone.now(), competition.club.zone).date()
    form = MoveForm(data if is_asked else None, rounds=choices, today=today)
    preview, status = None, 200
    if form.is_bound and form.is_valid():
        planned, now = form.move(playing_day), timezone.now()
        preview = preview_move(competition, planned, now=now)
        if request.method == "POST":
            try:
                move_day(
                    competition_id=pk,
                    move=planned,
                    actor=person(request),
                    seen=request.POST.get("seen", ""),
                    reason=form.cleaned_data["reason"],
                    now=now,
                )
            except (ClashError, PreviewOutdatedError, ReasonMissingError) as error:
                form.add_error(None, str(error.message))
                status = error.status
            else:
                messages.success(request, _("Movido. Avisamos a quienes tienen cuenta."))
                return redirect("competitions:days", pk)
    elif form.is_bound:
        status = 422
    context = {"competition": competition, "day": playing_day, "form": form, "preview": preview}
    return render(request, "tournaments/schedule/move.html", context, status=status)


def _round_label(row: Round, name: str) -> str:
    stage = row.group.stage
    if stage.competition.stages.filter(tier__gt=1).exists():
        division = _("división %(tier)s") % {"tier": stage.tier}
        return f"{name} · {division}"
    return f"{name} · {group_name(row.group.number)}" if stage.how.sends_on else name


@signed_in_post
def postpone(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the date from a match, as an organiser."""
    find_match(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    schedule.postpone(match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("El partido quedó sin fecha: lo pueden convenir, o se la ponés."))
    return redirect("match", pk)


@signed_in_post
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one of the hours on offer."""
    find_match(request, pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    offer = get_object_or_404(TimeProposal, pk=form.cleaned_data["proposal"], match=pk)
    schedule.accept_time(proposal_id=offer.pk, user=person(request), now=timezone.now())
    messages.success(request, _("Quedó acordado. La mesa se abre sola a esa hora."))
    return redirect("match", pk)


@signed_in_post
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Take none of them."""
    find_match(request, pk)
    schedule.decline_times(match_id=pk, user=person(request), now=timezone.now())
    messages.success(request, _("Les avisamos que no. El partido sigue a su hora."))
    return redirect("match", pk)
