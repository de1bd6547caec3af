"""Creating a competition: cards, the form, and what it comes to in words."""

from collections.abc import Mapping
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Club
from games.engine import OPTION_KEYS
from games.house_rules import fitting
from tournaments import services
from tournaments.cards import CARDS
from tournaments.forms.competition import DEFAULTS, CompetitionForm
from tournaments.forms.shape_fields import ALL, TIE_BREAK_FIELDS, with_usual
from tournaments.summary import summary
from tournaments.views.finding import person
from tournaments.views.refusal import says_no

PARTS: Final[Mapping[str, str]] = {
    "options": "tournaments/_options.html",
    "shape": "tournaments/_shape.html",
    "pace": "tournaments/_pace.html",
}
"""What is shown anew when the preset, the format or the kind of table is changed."""

FIELDS: Final = {*CompetitionForm.base_fields, *OPTION_KEYS, *ALL, *TIE_BREAK_FIELDS}
TICKED: Final = {"keep_apart", "public"}  # in a new form; a browser says nothing of an empty box


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@says_no
def new(request: HttpRequest) -> HttpResponse:
    """Create a competition for a club one organises; while it is filled in, say what it will be."""
    clubs = Club.objects.organised_by(person(request)).order_by("name")
    if request.method == "POST":
        return _create(request, CompetitionForm(request.POST, clubs=clubs, now=timezone.now()))
    if request.headers.get("HX-Request"):
        return _part(request, clubs)
    return _offer(request, clubs)


def _part(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Show a part of the form anew, with what belongs to another choice; else the summary."""
    asked = request.GET.dict()
    fitted = with_usual(fitting(asked.get("preset", ""), asked))
    form = CompetitionForm(fitted, clubs=clubs, now=timezone.now())
    if asked.get("part") in PARTS:
        return render(request, PARTS[asked["part"]], {"form": form})
    return render(request, "tournaments/_terms.html", {"form": form, "summary": summary(form)})


def _offer(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Show the form as a card or the address fills it: `?club=` and any other field.

    Without scripts another preset or format is asked for here, with all that was `written`.
    """
    asked = request.GET.dict()
    if asked.get("club") and asked["club"] not in clubs.values_list("slug", flat=True):
        raise Http404
    usual = {k: v for k, v in DEFAULTS.items() if "written" not in asked or k not in TICKED}
    known = {key: text for key, text in asked.items() if key in FIELDS}
    initial = with_usual({**usual, **known})
    now = timezone.now()
    context = {
        "form": CompetitionForm(clubs=clubs, now=now, initial=initial),
        "summary": summary(CompetitionForm(initial, clubs=clubs, now=now)),
        "cards": CARDS,
        "chosen": asked.get("card", ""),
        "club": asked.get("club", ""),
        "clubs": clubs,
    }
    return render(request, "tournaments/competition_form.html", context)


def _create(request: HttpRequest, form: CompetitionForm) -> HttpResponse:
    if not form.is_valid():
        context = {"form": form, "summary": summary(form), "clubs": True}
        return render(request, "tournaments/competition_form.html", context, status=422)
    competition = services.create_competition(
        club=form.cleaned_data["club"],
        actor=person(request),
        terms=form.terms(),
        now=timezone.now(),
    )
    messages.success(request, _("La competencia está lista. Cuando quieras, abrí la inscripción."))
    return redirect("competitions:manage", competition.pk)
