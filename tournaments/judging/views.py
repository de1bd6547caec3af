"""Views of judge calls, rulings, appeals and officials, and of an official's own matches."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.common.requests import login_required_keep_post, person
from tournaments.common.errors import (
    BadlyWrittenError,
    refuse,
    signed_in_form,
    signed_in_post,
)
from tournaments.common.lookups import find_competition, find_organised
from tournaments.judging import officials as judging_officials
from tournaments.judging import services as judging_services
from tournaments.judging.assignments import assignments, only_one_to_score
from tournaments.judging.forms import AboutForm, AnswerForm, OfficialForm, RulingForm
from tournaments.judging.officials import appoint_official
from tournaments.matches import tables
from tournaments.matches.lookups import find_competition_match, find_match
from tournaments.models import Competition, Dispute, Match


@require_safe
@login_required_keep_post
@never_cache
def judging(request: HttpRequest) -> HttpResponse:
    """List the matches to which the reader was appointed, those that wait for them first."""
    return render(
        request, "tournaments/judging/judging.html", {"page": assignments(person(request))}
    )


@require_safe
@login_required_keep_post
@never_cache
def now(request: HttpRequest) -> HttpResponse:
    """Redirect to the only sheet that waits for the reader, else to the list of their matches."""
    match = only_one_to_score(person(request))
    return redirect("score", match.pk) if match is not None else redirect("judging")


@signed_in_post
def call(request: HttpRequest, pk: int) -> HttpResponse:
    """Call the judge, then redirect players to their stopped table."""
    match = find_competition_match(request, pk)
    form = AboutForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    dispute = judging_services.call_judge(
        match_id=match.pk,
        actor=person(request),
        text=form.cleaned_data["text"],
        board=form.cleaned_data["board"],
        now=timezone.now(),
    )
    if dispute.game is not None and dispute.side is not None:
        return redirect("tables:table", dispute.game.pk)
    return redirect("match", match.pk)


@signed_in_post
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    dispute = _dispute(request, pk)
    form = RulingForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    judging_services.rule_on_call(
        dispute_id=pk,
        actor=person(request),
        verdict=form.verdict(),
        note=form.cleaned_data["text"],
        now=timezone.now(),
    )
    messages.success(request, _("Resuelto, y queda a la vista de todos."))
    return redirect("match", dispute.match_id)


@signed_in_post
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal a result by absence or sanction."""
    match = find_competition_match(request, pk)
    form = AboutForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    judging_services.appeal(
        match_id=match.pk,
        actor=person(request),
        text=form.cleaned_data["text"],
        board=form.cleaned_data["board"],
        now=timezone.now(),
    )
    messages.success(request, _("La apelación está presentada: la contesta quien organiza."))
    return redirect("match", match.pk)


@signed_in_post
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    dispute = _dispute(request, pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    judging_services.answer_appeal(
        dispute_id=pk,
        actor=person(request),
        granted=form.cleaned_data["granted"],
        note=form.cleaned_data["text"],
        now=timezone.now(),
    )
    messages.success(request, _("Resuelto, y queda a la vista de todos."))
    return redirect("match", dispute.match_id)


@signed_in_post
def wait(request: HttpRequest, pk: int) -> HttpResponse:
    """Extend the sit-down window by five minutes."""
    match = find_competition_match(request, pk)
    tables.extend_sit_down(match_id=pk, actor=person(request), now=timezone.now())
    messages.success(request, _("%(place)s: cinco minutos más.") % {"place": match.place})
    competition = match.competition
    assert competition is not None, "only matches of competitions get here"
    if competition.is_run_by(request.user):
        return redirect("competitions:manage", competition.pk)
    return redirect("match", pk)


def _dispute(request: HttpRequest, pk: int) -> Dispute:
    dispute = get_object_or_404(Dispute, pk=pk)
    find_match(request, dispute.match_id)
    return dispute


@signed_in_form
def officials(request: HttpRequest, pk: int) -> HttpResponse:
    """List the judges and scorers with their scope, and appoint one more."""
    competition = find_organised(request, pk)
    form = OfficialForm(request.POST or None, competition=competition)
    if request.method != "POST":
        return _page(request, competition, form)
    if not form.is_valid():
        return _page(request, competition, form, status=422)
    cleaned = form.cleaned_data
    appoint_official(
        competition_id=pk,
        actor=person(request),
        user=cleaned["user"],
        role=cleaned["role"],
        group=None if cleaned["table"] else cleaned.get("group"),
        match=cleaned["table"],
        now=timezone.now(),
    )
    messages.success(request, _("%(person)s ya puede empezar.") % {"person": cleaned["user"]})
    return redirect("competitions:officials", pk)


@signed_in_post
def dismiss(request: HttpRequest, pk: int, official: int) -> HttpResponse:
    competition = find_competition(request, pk)
    post = get_object_or_404(competition.officials.filter(user__is_link=False), pk=official)
    judging_officials.dismiss_official(
        official_id=post.pk, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("%(person)s ya no tiene ese puesto.") % {"person": post.user})
    return redirect("competitions:officials", pk)


def _page(
    request: HttpRequest, competition: Competition, form: OfficialForm, status: int = 200
) -> HttpResponse:
    posts = competition.officials.filter(user__is_link=False).select_related("user", "group__stage")
    matches = Prefetch("match", Match.objects.placed())
    context = {"competition": competition, "form": form, "posts": posts.prefetch_related(matches)}
    return render(request, "tournaments/judging/officials.html", context, status=status)
