"""The page on which organisers appoint judges and scorers."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.views.asked import signed_in
from tournaments.forms.judging import OfficialForm
from tournaments.models import Competition, Match
from tournaments.services.judging import posts as posts_service
from tournaments.services.judging.posts import appoint
from tournaments.views.finding import find_competition, find_organised, person
from tournaments.views.refusal import answers_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def officials(request: HttpRequest, pk: int) -> HttpResponse:
    """List who judges and scores where, and appoint one more."""
    competition = find_organised(request, pk)
    form = OfficialForm(request.POST or None, competition=competition)
    if request.method != "POST":
        return _page(request, competition, form)
    if not form.is_valid():
        return _page(request, competition, form, status=422)
    given = form.cleaned_data
    appoint(
        competition_id=pk,
        actor=person(request),
        user=given["user"],
        role=given["role"],
        group=None if given["table"] else given.get("group"),
        match=given["table"],
        now=timezone.now(),
    )
    messages.success(request, _("%(person)s ya puede empezar.") % {"person": given["user"]})
    return redirect("competitions:officials", pk)


@require_POST
@signed_in
@answers_refusals
def dismiss(request: HttpRequest, pk: int, official: int) -> HttpResponse:
    """Take a post back."""
    competition = find_competition(request, pk)
    post = get_object_or_404(competition.officials.filter(user__is_link=False), pk=official)
    posts_service.dismiss(official_id=post.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("%(person)s ya no tiene ese puesto.") % {"person": post.user})
    return redirect("competitions:officials", pk)


def _page(
    request: HttpRequest, competition: Competition, form: OfficialForm, status: int = 200
) -> HttpResponse:
    posts = competition.officials.filter(user__is_link=False).select_related("user", "group__stage")
    told = Prefetch("match", Match.objects.placed())
    context = {"competition": competition, "form": form, "posts": posts.prefetch_related(told)}
    return render(request, "tournaments/officials.html", context, status=status)
