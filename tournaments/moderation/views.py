"""Moderation views: of organisers for their club, and of operators for the site."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.errors import RefusedError
from accounts.common.requests import login_required_keep_post, page_before, person
from accounts.models import Club, Measure, User
from accounts.sanctions import services as sanctions
from games.reports.services import close_reports, decide
from tournaments.common.errors import (
    NotOrganiserError,
    answers_refusals,
    signed_in_form,
    signed_in_post,
)
from tournaments.competitions.services import set_hidden
from tournaments.moderation import queries as moderation_queries
from tournaments.moderation.forms import OF_SITE, ReasonForm, SuspensionForm
from tournaments.moderation.queries import decided_reports, open_reports, reports_for

P = ParamSpec("P")
Act = Callable[[User, Mapping[str, Any], datetime], None]


def for_operators(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Open a page to staff with a second factor; for others than staff there is none."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not (request.user.is_authenticated and request.user.is_staff):
            raise Http404
        if not request.user.may_operate:
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return guarded


@signed_in_form
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's reports and suspensions; suspend a user."""
    club, now = get_object_or_404(Club, slug=slug), timezone.now()
    if not club.can_organise(request.user):
        raise NotOrganiserError()

    def suspend(by: User, cleaned: Mapping[str, Any], at: datetime) -> None:
        whom, reason, until = cleaned["user"], cleaned["reason"], cleaned["until"]
        sanctions.suspend_in_club(
            club_id=club.pk, by=by, user_id=whom.pk, reason=reason, until=until, now=at
        )

    form = SuspensionForm(request.POST or None, initial=_named(request))
    status = _done(request, form, suspend, now, club)
    if status is None:
        return redirect("club_keeping", slug)
    reports = reports_for(person(request), club)
    context = {
        "club": club,
        "form": form,
        "reported": open_reports(reports),
        "decided": decided_reports(reports),
        "measures": moderation_queries.measures_of(club, now),
        "renamed": moderation_queries.names_changed_in(club),
    }
    return render(request, "tournaments/moderation/keeping_club.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@for_operators
def of_site(request: HttpRequest, act: str = "") -> HttpResponse:
    """Show what was reported on the site and what was done; do one of four things more."""
    does = request.method == "POST" and act in OF_SITE
    if (act or request.method == "POST") and not does:
        return redirect("site_keeping")
    now = timezone.now()
    forms = {
        name: form(request.POST if name == act else None, initial=_named(request))
        for name, form in OF_SITE.items()
    }
    status = _done(request, forms[act], ACTS[act], now, None) if act else HTTPStatus.OK
    if status is None:
        return redirect("site_keeping")
    reports = reports_for(person(request))
    context = {
        "forms": forms,
        "asked": act or ("suspend" if "user" in request.GET else ""),
        "reported": open_reports(reports),
        "decided": decided_reports(reports),
        "measures": moderation_queries.measures_of(None, now),
        "hidden": moderation_queries.hidden_competitions(),
        "hidings": moderation_queries.hidings(),
    }
    return render(request, "tournaments/moderation/keeping_site.html", context, status=status)


@signed_in_post
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """End a measure before its time."""
    measure = get_object_or_404(Measure, pk=pk)
    reason = request.POST.get("reason", "")[:200]
    sanctions.lift(measure_id=measure.pk, by=person(request), reason=reason, now=timezone.now())
    messages.success(request, _("Listo: la medida se levantó."))
    return redirect(page_before(request))


@require_POST
@for_operators
@answers_refusals
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a hidden competition visible again."""
    by, reason = person(request), request.POST.get("reason", "")[:200]
    set_hidden(competition_id=pk, actor=by, hidden=False, reason=reason, now=timezone.now())
    messages.success(request, _("Listo: la medida se levantó."))
    return redirect("site_keeping")


def _done(
    request: HttpRequest, form: ReasonForm, act: Act, now: datetime, club: Club | None
) -> HTTPStatus | None:
    """Run the act and close the reports about its user; return None, or the status to answer."""
    if request.method != "POST":
        return HTTPStatus.OK
    if not form.is_valid():
        return HTTPStatus.UNPROCESSABLE_ENTITY
    by = person(request)
    try:
        act(by, form.cleaned_data, now)
    except RefusedError as error:
        form.add_error(None, error.message)
        return error.status
    if whom := form.cleaned_data.get("user"):
        close_reports(reports_for(by, club).filter(person=whom), by=by, now=now, acted=True)
    messages.success(request, _("Listo: quedó anotado con su motivo."))
    return None


def _named(request: HttpRequest) -> dict[str, str]:
    """Return the form's initial values from the query string."""
    return {"user": request.GET.get("user", "")[:31]}


def _suspend(by: User, cleaned: Mapping[str, Any], now: datetime) -> None:
    whom, reason, until = cleaned["user"], cleaned["reason"], cleaned["until"]
    sanctions.suspend_on_site(by=by, user_id=whom.pk, reason=reason, until=until, now=now)


def _rename_person(by: User, cleaned: Mapping[str, Any], now: datetime) -> None:
    whom, name, reason = cleaned["user"], cleaned["name"], cleaned["reason"]
    sanctions.rename_person(by=by, user_id=whom.pk, name=name, reason=reason, now=now)


def _rename_club(by: User, cleaned: Mapping[str, Any], now: datetime) -> None:
    club, name, reason = cleaned["club"], cleaned["name"], cleaned["reason"]
    sanctions.rename_club(by=by, club_id=club.pk, name=name, reason=reason, now=now)


def _hide(by: User, cleaned: Mapping[str, Any], now: datetime) -> None:
    competition, reason = cleaned["competition"], cleaned["reason"]
    set_hidden(competition_id=competition.pk, actor=by, hidden=True, reason=reason, now=now)


ACTS: Mapping[str, Act] = {
    "suspend": _suspend,
    "name": _rename_person,
    "club": _rename_club,
    "hide": _hide,
}


@require_safe
@login_required_keep_post
@never_cache
def show_reports(request: HttpRequest) -> HttpResponse:
    """List what was reported to the reader, as one of a club's organisers or as an operator."""
    reader = person(request)
    if reader.is_staff and not reader.may_operate:
        return redirect("mfa_index")
    reports = reports_for(reader)
    context = {"reported": open_reports(reports), "decided": decided_reports(reports)}
    return render(request, "tournaments/moderation/reports.html", context)


@signed_in_post
def resolve_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide on a report: dismiss it, mark it as acted on, or remove the line."""
    report = get_object_or_404(reports_for(person(request)), pk=pk)
    decide(
        report_id=report.pk,
        by=person(request),
        now=timezone.now(),
        acted="acted" in request.POST,
        take_away="take_away" in request.POST,
    )
    messages.success(request, _("Listo: quedó decidido."))
    before = page_before(request)
    return redirect("talk_reports" if before == "/" else before)
