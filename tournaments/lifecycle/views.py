"""Views to announce, set up and edit a competition.

Visitors without an account can fill in the set-up form; they sign up afterwards.
"""

from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.common.errors import RefusedError
from accounts.common.requests import is_part, login_required_keep_post, person, to_sign_up
from accounts.models import Club, User
from accounts.names.collation import SortKey
from accounts.names.validation import tidy
from games.casual.visitor_rules import home_preset
from games.engine import OPTION_KEYS
from games.house_rules import OPTIONS_OF, fit_to_preset, refit_if_preset_changed
from tournaments.common import errors
from tournaments.common.errors import answers_refusals
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.competitions import services as competitions
from tournaments.competitions.describe import Description, sentences
from tournaments.competitions.format_fields import (
    TIE_BREAK_FIELDS,
    as_sent,
    every_choice,
    with_usual,
)
from tournaments.competitions.forms import (
    DEFAULTS,
    WRITTEN_LAST,
    CompetitionForm,
    form_values,
)
from tournaments.competitions.plans import PlanList
from tournaments.competitions.services import change_talk
from tournaments.competitions.settings import SETTINGS
from tournaments.competitions.setup_form import SETUP_DEFAULTS, SetupForm
from tournaments.competitions.suggestions import (
    CARDS,
    card_values,
    default_name,
    default_start,
)
from tournaments.lifecycle import set_up as lifecycle_set_up
from tournaments.lifecycle.set_up import EditForm, NewClub, own_club, set_up, set_up_just_now
from tournaments.models import Competition

PARTS: Final[Mapping[str, str]] = {
    "options": "tournaments/lifecycle/_options.html",
    "shape": "tournaments/lifecycle/_shape.html",
    "pace": "tournaments/lifecycle/_pace.html",
}
"""Parts that are rendered again when the preset, the format or the kind of table changes."""
FIELDS: Final = {
    *CompetitionForm.base_fields,
    *SETTINGS,
    *OPTION_KEYS,
    OPTIONS_OF,
    *TIE_BREAK_FIELDS,
    *every_choice(),
}
TICKED: Final = {
    name for name, text in DEFAULTS.items() if text == "on"
}  # in a new form; browsers do not send empty boxes


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def announce_competition(request: HttpRequest) -> HttpResponse:
    """Create a competition in one of the organiser's clubs, with a summary while filling in."""
    clubs = Club.objects.organised_by(person(request)).order_by(SortKey("name"))
    if "card" in request.POST:
        return redirect(f"{request.path}?{_with_card(request.POST.dict())}")
    if request.method == "POST":
        return _create(request, clubs)
    if is_part(request):
        return _part(request, clubs)
    return _offer(request, clubs)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the terms of a competition before its draw."""
    competition = find_organised(request, pk)
    form = EditForm(
        refit_if_preset_changed(request.POST.dict()) if request.method == "POST" else None,
        competition=competition,
        now=timezone.now(),
    )
    if request.method == "POST" and form.is_valid():
        lifecycle_set_up.edit_competition(
            competition_id=pk, actor=person(request), terms=form.terms(), now=timezone.now()
        )
        messages.success(request, _("Los cambios están hechos."))
        return redirect("competitions:manage", pk)
    context = {
        "form": form,
        **_announced(_filled(form, competition), competition.count_tables()),
        "clubs": True,
        "competition": competition,
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/lifecycle/competition_form.html", context, status=status)


def _filled(form: EditForm, competition: Competition) -> EditForm:
    """Return the form bound to the values it shows."""
    if form.is_bound:
        return form
    return EditForm(form.initial, competition=competition, now=timezone.now())


def _announced(form: CompetitionForm, tables: int | None = None) -> dict[str, object]:
    """Return the summary of a form, and the plan of its stages if there are several.

    Both are empty while the terms are invalid. `tables` are those that the competition has.
    """
    terms = form.proposed()
    if terms is None:
        return {"summary": [], "plan": ""}
    summary = sentences(terms, tables or form.number_of_tables)
    return {"summary": summary, "plan": Description.of(terms).plan}


def _part(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Render a part of the form with defaults for another choice, or the summary."""
    params = request.GET.dict()
    fitted = with_usual(fit_to_preset(params.get("preset", ""), params))
    form = CompetitionForm(fitted, clubs=clubs, now=timezone.now())
    if params.get("part") in PARTS:
        refits = params["part"] == "shape" and "preset" in params  # another format, other tables
        return render(request, PARTS[params["part"]], {"form": form, "refits": refits})
    return render(request, "tournaments/lifecycle/_terms.html", {"form": form, **_announced(form)})


def _with_card(values: Mapping[str, str]) -> str:
    """Return the query string of a card, with the fields that a card does not set."""
    names = {"card", *WRITTEN_LAST}
    return urlencode({key: text for key, text in values.items() if key in names and text})


def _offer(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    """Show the form filled by a card or the query string.

    Without scripts, another preset or format is requested here with all values, marked as
    `written`. If a card is given, only fields that it leaves open are taken from the query string.
    """
    params = request.GET.dict()
    if values := card_values(params.get("card", "")):
        open_fields = {key: params[key] for key in ("card", *WRITTEN_LAST) if key in params}
        params = {**open_fields, **values}
    slugs = list(clubs.values_list("slug", flat=True))
    if params.get("club") and params["club"] not in slugs:
        raise Http404
    usual = {k: v for k, v in DEFAULTS.items() if "written" not in params or k not in TICKED}
    fields = {key: text for key, text in params.items() if key in FIELDS}
    club = {"club": slugs[0]} if slugs else {}
    filled = refit_if_preset_changed({**usual, **club, **fields})
    if not params.keys() & {"card", "preset", "target"}:
        filled = _at_home(home_preset(request), filled, asked=fields)
    initial = with_usual(filled)
    now = timezone.now()
    context = {
        "form": CompetitionForm(clubs=clubs, now=now, initial=initial),
        **_announced(CompetitionForm(initial, clubs=clubs, now=now)),
        "cards": CARDS,
        "chosen": params.get("card", ""),
        "club": params.get("club", ""),
        "clubs": clubs,
    }
    return render(request, "tournaments/lifecycle/competition_form.html", context)


def _at_home(home: str, filled: dict[str, str], *, asked: Collection[str]) -> dict[str, str]:
    """Return the filled form with the reader's own preset and, unless asked, its options."""
    if home == filled["preset"]:
        return filled
    kept = {key: text for key, text in filled.items() if key in asked or key not in OPTION_KEYS}
    return fit_to_preset(home, {**kept, "preset": home})


def _create(request: HttpRequest, clubs: QuerySet[Club]) -> HttpResponse:
    form = CompetitionForm(
        refit_if_preset_changed(request.POST.dict()), clubs=clubs, now=timezone.now()
    )
    if not form.is_valid():
        context = {"form": form, **_announced(form), "clubs": True}
        return render(request, "tournaments/lifecycle/competition_form.html", context, status=422)
    competition = competitions.create_competition(
        club=form.cleaned_data["club"],
        actor=person(request),
        terms=form.terms(),
        now=timezone.now(),
        tables=form.number_of_tables,
    )
    messages.success(request, _("La competencia está lista. Cuando quieras, abrí la inscripción."))
    return redirect("competitions:paste", competition.pk)


def club_asked_for(request: HttpRequest, params: Mapping[str, str]) -> Club | None:
    """Return the club that the request names; None if a new one must be opened."""
    if not isinstance(request.user, User):
        return None
    if slug := params.get("club", ""):
        return Club.objects.organised_by(request.user).filter(slug=slug).first()
    return own_club(request.user, tidy(params.get("club_name", "")))


def club_to_open(owner: User, name: str = "") -> NewClub:
    """Return a new club of that name, else of its owner's name, in the owner's time zone."""
    return NewClub(name=name, stem=_("Club de %(name)s") % {"name": owner}, zone=zone_of(None))


def zone_of(club: Club | None) -> str:
    """Return the time zone of a club, or that of the user for a new club."""
    return club.zone if club else timezone.get_current_timezone_name()


ANSWERED: Final = "entries"  # its presence shows that the query string has the earlier answers
STEPS: Final[Mapping[str, int]] = {"more": 1, "fewer": -1}
MAX_NUMBER_DIGITS: Final = 6  # digits


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def set_up_competition(request: HttpRequest) -> HttpResponse:
    """Ask for a new competition. Visitors may fill the form in, and sign up to create it."""
    if request.method == "POST":
        return _create_from_setup(request) if request.user.is_authenticated else to_sign_up(request)
    params = request.GET.dict()
    club = club_asked_for(request, params)
    params |= {"club": club.slug if club else ""}
    form = _form(request, _answers(params, club, home_preset(request)), club)
    if is_part(request):
        return render(
            request, "tournaments/lifecycle/_plans.html", {"form": form, "plans": PlanList.of(form)}
        )
    if "all" in params and club is not None and form.is_valid():
        return redirect(f"{reverse('competitions:new')}?{_as_address(form, club)}")
    return _page(request, form, club)


@login_required_keep_post
def _create_from_setup(request: HttpRequest) -> HttpResponse:
    """Create the competition, with a new club if there is none."""
    actor, data = person(request), request.POST.dict()
    club = club_asked_for(request, data)
    form = _form(request, data, club)
    if not form.is_valid():
        return _page(request, form, club)
    home = club or club_to_open(actor, form.cleaned_data["club_name"])
    try:
        created = set_up(
            actor=actor,
            home=home,
            terms=form.terms(),
            now=timezone.now(),
            tables=form.number_of_tables,
        )
    except RefusedError as error:
        if again := set_up_just_now(actor=actor, terms=form.terms(), now=timezone.now()):
            return redirect("competitions:paste", again.pk)
        _add_refusal(form, error.code, opens_club=club is None)
        return _page(request, form, club)
    messages.success(request, _("La competencia está lista: anotá a la gente y sorteá."))
    return redirect("competitions:paste", created.pk)


def _add_refusal(form: SetupForm, code: str, *, opens_club: bool) -> None:
    """Add a refusal to its field; a new club has no competition whose name could be taken."""
    if code == "name-taken" and opens_club:
        form.add_error("club_name", _("Ya hay un club con ese nombre o uno muy parecido."))
    elif code == "too-many-clubs":
        form.add_error("club_name", errors.refusal(code))
    else:
        form.add_error("name", errors.refusal(code))


def _page(request: HttpRequest, form: SetupForm, club: Club | None) -> HttpResponse:
    context = {
        "form": form,
        "plans": PlanList.of(form),
        "club": club,
        "clubs": form.clubs,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/lifecycle/setup.html", context, status=status)


def _form(request: HttpRequest, answers: Mapping[str, str], club: Club | None) -> SetupForm:
    user = request.user
    own = Club.objects.organised_by(user) if isinstance(user, User) else Club.objects.none()
    return SetupForm(
        answers, clubs=own.order_by(SortKey("name")), zone=zone_of(club), now=timezone.now()
    )


def _answers(params: Mapping[str, str], club: Club | None, preset: str) -> dict[str, str]:
    """Return the answers to show: the earlier ones, else the defaults with a preset."""
    if ANSWERED in params:
        return {**params, ANSWERED: _stepped(params)}
    start = default_start(timezone.now(), zone_of(club))
    usual = {"name": default_name(start, club), "starts_at": f"{start:%Y-%m-%dT%H:%M}"}
    return {**SETUP_DEFAULTS, **usual, "preset": preset, **params}


def _stepped(params: Mapping[str, str]) -> str:
    """Return the number of entries, changed by one if a button without script was pressed."""
    number = params[ANSWERED]
    if not number.isascii() or not number.isdigit() or len(number) > MAX_NUMBER_DIGITS:
        return number
    return str(int(number) + STEPS.get(params.get("step", ""), 0))


def _as_address(form: SetupForm, club: Club) -> str:
    """Return the answers as the query string of the full form."""
    values = form_values(form.terms(), club.zone)
    if start := values["starts_at"]:
        values["starts_at"] = f"{start:%Y-%m-%dT%H:%M}"
    values["tables"] = form.number_of_tables
    return urlencode({**as_sent(values), "club": club.slug, "written": "yes"})


@posted_at_desk
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the talk that is allowed at the tables of a competition."""
    find_organised(request, pk)
    talk, now = request.POST.get("talk", ""), timezone.now()
    change_talk(competition_id=pk, actor=person(request), talk=talk, now=now)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:manage", pk)
