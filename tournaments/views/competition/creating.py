"""Announcing a competition: cards, the form, what it comes to in words; repeating, changing one."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Club
from accounts.values.collation import SortKey
from accounts.views.asked import signed_in
from games.engine import OPTION_KEYS
from games.house_rules import fitting
from tournaments.forms.terms.announcement import AnnouncementForm
from tournaments.forms.terms.competition import DEFAULTS, WRITTEN_LAST, CompetitionForm
from tournaments.forms.terms.editing import EditForm
from tournaments.forms.terms.shape_fields import TIE_BREAK_FIELDS, every_choice, with_usual
from tournaments.forms.terms.suggestions import CARDS, card_values
from tournaments.forms.terms.written import written
from tournaments.live.how import stage_plan
from tournaments.models import Competition
from tournaments.pages.summary import summary
from tournaments.services.competition import announcing, editing
from tournaments.services.competition.naming import following, free_name
from tournaments.services.competition.terms import Terms
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals
from truco_site.htmx import is_part

PARTS: Final[Mapping[str, str]] = {
    "options": "tournaments/_options.html",
    "shape": "tournaments/_shape.html",
    "pace": "tournaments/_pace.html",
}
"""What is shown anew when the preset, the format or the kind of table is changed."""

FIELDS: Final = {*CompetitionForm.base_fields, *OPTION_KEYS, *TIE_BREAK_FIELDS}
TICKED: Final = {"keep_apart", "public"}  # in a new form; a browser says nothing of an empty box
A_LONG_NUMBER: Final = 18  # digits of no row's key


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@answers_refusals
def new(request: HttpRequest) -> HttpResponse:
    """Create a competition for a club one organises; while it is filled in, say what it will be."""
    clubs = Club.objects.organised_by(person(request)).order_by(SortKey("name"))
    if "card" in request.POST:
        return redirect(f"{request.path}?{_with_card(request.POST.dict())}")
    if request.method == "POST":
        return _create(request, clubs)
    if is_part(request):
        return _part(request, clubs)
    return _offer(request, clubs)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@answers_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the terms of a competition; once it is drawn, only what touches no result."""
    competition = find_organised(request, pk)
    is_of_all_terms = request.method == "POST" and "drawn" not in request.POST
    if competition.state not in Competition.UNDRAWN and not is_of_all_terms:
        return _edit_announcement(request, competition)
    form = EditForm(
        request.POST.dict() if request.method == "POST" else None,
        competition=competition,
        now=timezone.now(),
    )
    if request.method == "POST" and form.is_valid():
        editing.edit_competition(
            competition_id=pk, actor=person(request), terms=form.terms(), now=timezone.now()
        )
        messages.success(request, _("Los cambios están hechos."))
        return redirect("competitions:manage", pk)
    context = {
        "form": form,
        **_announced(_filled(form, competition)),
        "clubs": True,
        "competition": competition,
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/competition_form.html", context, status=status)


def _edit_announcement(request: HttpRequest, competition: Competition) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = AnnouncementForm(data, competition=competition)
    if form.is_valid():
        editing.edit_announcement(
            competition_id=competition.pk,
            actor=person(request),
            name=form.cleaned_data["name"],
            prizes=form.cleaned_data["prizes"],
            public=form.cleaned_data["public"],
            now=timezone.now(),
        )
        messages.success(request, _("Los cambios están hechos."))
        return redirect("competitions:manage", competition.pk)
    context = {"form": form, "competition": competition}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/announcement_form.html", context, status=status)


def _filled(form: EditForm, competition: Competition) -> EditForm:
    """Return the form as if what it shows had been sent."""
    if form.is_bound:
        return form
    return EditForm(form.initial, competition=competition, now=timezone.now())


def _announced(form: CompetitionForm) -> dict[str, object]:
    """Say what a form comes to: a sentence for each thing, and its stages where they are several.

    There is none of it as long as the terms do not hold.
    """
    terms = form.proposed()
    plan = terms and stage_plan(terms.shape, terms.cap, terms.players_per_side)
    return {"summary": summary(form), "plan": plan or ""}


def _part(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Show a part of the form anew, with what belongs to another choice; else the summary."""
    asked = request.GET.dict()
    fitted = with_usual(fitting(asked.get("preset", ""), asked))
    form = CompetitionForm(fitted, clubs=clubs, now=timezone.now())
    if asked.get("part") in PARTS:
        refits = asked["part"] == "shape" and "preset" in asked  # another format, other tables
        return render(request, PARTS[asked["part"]], {"form": form, "refits": refits})
    return render(request, "tournaments/_terms.html", {"form": form, **_announced(form)})


def _with_card(written: Mapping[str, str]) -> str:
    """Return a card as a part of an address, with what no card knows better."""
    kept = {"card", *WRITTEN_LAST}
    return urlencode({key: text for key, text in written.items() if key in kept and text})


def _offer(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Show the form as a card, an earlier competition or the address fills it.

    Without scripts another preset or format is asked for here, with all that was `written`. Of what
    comes with a card only what it leaves open counts.
    """
    asked = request.GET.dict()
    if values := card_values(asked.get("card", "")):
        kept = {key: asked[key] for key in ("card", *WRITTEN_LAST) if key in asked}
        asked = {**kept, **values}
    slugs = list(clubs.values_list("slug", flat=True))
    if asked.get("club") and asked["club"] not in slugs:
        raise Http404
    usual = {k: v for k, v in DEFAULTS.items() if "written" not in asked or k not in TICKED}
    known = {key: text for key, text in asked.items() if key in {*FIELDS, *every_choice()}}
    repeated = _repeated(asked, clubs)
    club = {"club": slugs[0]} if slugs else {}
    initial = with_usual({**usual, **club, **_terms_of(repeated), **known})
    now = timezone.now()
    context = {
        "form": CompetitionForm(clubs=clubs, now=now, initial=initial),
        **_announced(CompetitionForm(initial, clubs=clubs, now=now)),
        "cards": None if repeated else CARDS,
        "chosen": asked.get("card", ""),
        "club": asked.get("club", ""),
        "clubs": clubs,
        "repeated": repeated,
    }
    return render(request, "tournaments/competition_form.html", context)


def _create(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    form = CompetitionForm(request.POST, clubs=clubs, now=timezone.now())
    repeated = _repeated(request.POST.dict(), clubs)
    if not form.is_valid():
        context = {"form": form, **_announced(form), "clubs": True, "repeated": repeated}
        return render(request, "tournaments/competition_form.html", context, status=422)
    competition = announcing.create_competition(
        club=form.cleaned_data["club"],
        actor=person(request),
        terms=form.terms(),
        now=timezone.now(),
        previous=repeated,
    )
    messages.success(request, _("La competencia está lista. Cuando quieras, abrí la inscripción."))
    return redirect("competitions:paste", competition.pk)


def _repeated(asked: Mapping[str, str], clubs: QuerySet[Club]) -> Competition | None:
    """Return the competition that is to be held again, if one is; 404 if it is not theirs."""
    pk = asked.get("repeat", "")
    if not pk:
        return None
    if not pk.isdecimal() or len(pk) > A_LONG_NUMBER:
        raise Http404
    found = Competition.objects.filter(club__in=clubs).select_related("club")
    return get_object_or_404(found, pk=int(pk))


def _terms_of(repeated: Competition | None) -> dict[str, Any]:
    """Return all that was written of an earlier one, but its name and its hours."""
    if repeated is None:
        return {}
    club = repeated.club
    name = free_name(club, following(repeated.name))
    again = {"club": club.slug, "name": name, "starts_at": None, "transfers_until": None}
    return written(Terms.of(repeated), club.zone) | again
