"""The page of a club's sets of rules: anyone reads it, organisers save and remove."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.errors import answers_refusals
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club
from games.common.hooks import competition_form_url
from games.house_rules import fit_to_preset, refit_if_preset_changed, summary
from games.models import Rulebook
from games.rulebooks.forms import RemovalForm, RulebookForm
from games.rulebooks.queries import named_rulebooks, saved_by
from games.rulebooks.services import NotClubOrganiserError, remove_rulebook, save_rulebook


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def club_rulebooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sets; the query string fills in the form, and htmx asks for its options again."""
    club = get_object_or_404(Club, slug=slug)
    if request.method == "POST":
        return _changed(request, club)
    data = {"preset": RulebookForm.FIRST, "name": _("Reglas de la casa"), **request.GET.dict()}
    return _page(request, club, RulebookForm(fit_to_preset(data["preset"], data)))


@login_required_keep_post
def _changed(request: HttpRequest, club: Club) -> HttpResponse:
    actor = person(request)
    if not club.can_organise(actor):
        raise NotClubOrganiserError()
    removal = RemovalForm(request.POST)
    if removal.is_valid():
        number = removal.cleaned_data["remove"]
        remove_rulebook(club_id=club.pk, actor=actor, rulebook_id=number)
        messages.success(request, _("Se borró. Lo que se abrió con él no cambia."))
        return redirect("club_rulebooks", club.slug)
    form = RulebookForm(refit_if_preset_changed(request.POST.dict()))
    if not form.is_valid():
        return _page(request, club, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    cleaned = form.cleaned_data
    saved = save_rulebook(
        club_id=club.pk, actor=actor, name=cleaned["name"], rules=cleaned["rules"]
    )
    messages.success(request, _("Se guardó: %(name)s.") % {"name": saved.name})
    return redirect("club_rulebooks", club.slug)


def _page(
    request: HttpRequest, club: Club, form: RulebookForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "club": club,
        "organises": club.can_organise(request.user),
        "competition_form": _competition_form(club),
        "saved": saved_by(club.pk),
        "named": named_rulebooks(),
        "form": form,
        "clauses": summary(form.cleaned_data["rules"]) if form.is_valid() else (),
    }
    return render(request, "games/rulebooks/club_rulebooks.html", context, status=status)


def _competition_form(club: Club) -> str:
    answers = competition_form_url.send(Rulebook, club=club)
    return next((address for _receiver, address in answers if address), "")
