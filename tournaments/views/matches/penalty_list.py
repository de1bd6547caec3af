"""A club's list of penalties with real cards: for everybody to read, for organisers to edit."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import Club
from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.penalties import RuleForm
from tournaments.pages.organisers.penalties_page import Offered, listed_by
from tournaments.services.judging.penalty_list import add_penalty, change_penalty
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def penalty_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list; an organiser changes a line (`ident`) or adds one."""
    club = get_object_or_404(Club, slug=slug)
    if request.method == "POST":
        return _change(request, club)
    return _page(request, club)


@signed_in
def _change(request: HttpRequest, club: Club) -> HttpResponse:
    if not club.can_organise(request.user):
        raise RefusedError("not-organiser")
    ident = request.POST.get("ident", "")
    form = RuleForm(request.POST, prefix=ident or "new")
    if not form.is_valid():
        return _page(request, club, ident, form)
    given = dict(form.cleaned_data)
    is_on = given.pop("is_on")
    if ident:
        change_penalty(
            club_id=club.pk, actor=person(request), ident=ident, is_off=not is_on, **given
        )
    else:
        add_penalty(club_id=club.pk, actor=person(request), **given)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("penalty_list", club.slug)


def _page(
    request: HttpRequest, club: Club, ident: str = "", wrong: RuleForm | None = None
) -> HttpResponse:
    organises = club.can_organise(request.user)
    context = {
        "club": club,
        "organises": organises,
        "lines": [
            (line, _form(line, ident, wrong) if organises else None)
            for line in listed_by(club.pk)
            if organises or not line.line.is_off
        ],
        "new": wrong if wrong is not None and not ident else RuleForm(prefix="new"),
        "is_wrong": wrong is not None and not ident,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong is not None else HTTPStatus.OK
    return render(request, "tournaments/penalty_list.html", context, status=status)


def _form(shown: Offered, ident: str, wrong: RuleForm | None) -> RuleForm:
    line = shown.line
    if wrong is not None and line.ident == ident:
        return wrong
    initial = {
        "name": shown.name,
        "article": line.article,
        "effect": line.effect.value,
        "points": line.points,
        "is_on": not line.is_off,
    }
    return RuleForm(initial=initial, prefix=line.ident)
