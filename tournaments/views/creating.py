"""Creating a competition: cards, the form, and what it comes to in words."""

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
from tournaments.summary import summary
from tournaments.views.finding import person
from tournaments.views.refusal import says_no


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@says_no
def new(request: HttpRequest) -> HttpResponse:
    """Create a competition for a club one organises; while it is filled in, say what it will be."""
    clubs = Club.objects.organised_by(person(request)).order_by("name")
    if request.method == "POST":
        return _create(request, CompetitionForm(request.POST, clubs=clubs, now=timezone.now()))
    if request.headers.get("HX-Request"):
        asked = fitting(request.GET.get("preset", ""), request.GET.dict())
        form = CompetitionForm(asked, clubs=clubs, now=timezone.now())
        if "part" in request.GET:  # the preset was changed: other options belong to it
            return render(request, "tournaments/_options.html", {"form": form})
        return render(request, "tournaments/_terms.html", {"form": form, "summary": summary(form)})
    return _offer(request, clubs)


def _offer(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Show the form as a card or the address fills it: `?club=` and any other field."""
    asked = request.GET.dict()
    if asked.get("club") and asked["club"] not in clubs.values_list("slug", flat=True):
        raise Http404
    known = {key: text for key, text in asked.items() if key in CompetitionForm.base_fields}
    options = {key: text for key, text in asked.items() if key in OPTION_KEYS}
    initial = {**DEFAULTS, **known, **options}
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
