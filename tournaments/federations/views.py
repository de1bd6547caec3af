"""Pages of federations, and what their organisers and those of their clubs decide there."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.common.page_meta import PageMeta, site_origin
from accounts.common.requests import login_required_keep_post, person
from accounts.common.schema_org import organization
from accounts.models import Club
from accounts.names.validation import searchable
from tournaments.common.errors import (
    BadlyWrittenError,
    answers_refusals,
    signed_in_form,
    signed_in_post,
)
from tournaments.federations import services
from tournaments.federations.errors import (
    CannotFoundError,
    FederationNamedError,
    NotFederationOrganiserError,
)
from tournaments.federations.forms import (
    FederationForm,
    InvitationForm,
    NamesakesForm,
    RoleForm,
)
from tournaments.federations.queries import (
    affiliations_of,
    coming_events,
    events_of,
    joined_in,
    links_of,
    listed_federations,
    namesakes_in,
    people_of,
    teams_of,
    with_clubs,
)
from tournaments.models import Federation, FederationClub, FederationRole, Person
from tournaments.series.queries import series_of

A_PAGE = 30


@require_safe
def federation_list(request: HttpRequest) -> HttpResponse:
    """Show a page of the federations that a reader may find."""
    found = Paginator(listed_federations(), A_PAGE).get_page(request.GET.get("page"))
    user = request.user
    told = _("Las federaciones de clubes de truco: sus circuitos, sus clubes y sus fechas.")
    meta = PageMeta((_("Federaciones de truco"),), (told,))
    may_found = user.is_authenticated and services.may_found(user)
    context = {"page": found, "may_found": may_found, "meta": meta}
    return render(request, "tournaments/federations/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def new(request: HttpRequest) -> HttpResponse:
    """Found a federation."""
    if not services.may_found(person(request)):
        raise CannotFoundError()
    zone = timezone.get_current_timezone_name()
    form = FederationForm(request.POST or None, initial={"zone": zone})
    if request.method == "POST" and form.is_valid():
        try:
            founded = services.found_federation(
                actor=person(request), now=timezone.now(), **form.cleaned_data
            )
        except FederationNamedError as error:
            form.add_error("name", error.message)
        else:
            return redirect("federations:federation", founded.slug)
    return _form_page(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what a federation says of itself."""
    federation = _find_organised(request, slug)
    form = FederationForm(request.POST or None, instance=Federation.objects.get(pk=federation.pk))
    if request.method == "POST" and form.is_valid():
        try:
            services.edit_federation(
                federation_id=federation.pk,
                actor=person(request),
                now=timezone.now(),
                **form.cleaned_data,
            )
        except FederationNamedError as error:
            form.add_error("name", error.message)
        else:
            return redirect("federations:federation", slug)
    return _form_page(request, form, federation)


def _form_page(
    request: HttpRequest, form: FederationForm, federation: Federation | None
) -> HttpResponse:
    context = {"form": form, "federation": federation}
    status = 422 if form.errors else 200
    return render(request, "tournaments/federations/form.html", context, status=status)


@require_safe
def federation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a federation: its clubs, circuits and next events."""
    return _page(request, get_object_or_404(Federation, slug=slug))


def _page(
    request: HttpRequest,
    found: Federation,
    *,
    invitation: InvitationForm | None = None,
    role: RoleForm | None = None,
    status: int = 200,
) -> HttpResponse:
    affiliations = affiliations_of(found)
    user = request.user
    own = set()
    if user.is_authenticated:
        clubs = Club.objects.organised_by(user).filter(affiliations__federation=found)
        own = set(clubs.values_list("pk", flat=True))
    organises = found.can_organise(user)
    states = FederationClub.State
    context = {
        "federation": found,
        "meta": _meta(request, found),
        "members": [each for each in affiliations if each.state == states.MEMBER],
        "invited": [each for each in affiliations if each.state == states.INVITED],
        "former": [each for each in affiliations if each.state == states.LEFT],
        "own_clubs": own,
        "organises": organises,
        "reads": organises or Federation.objects.read_by(user).filter(pk=found.pk).exists(),
        "circuits": series_of(found, user),
        "coming": coming_events(found, user),
        "roles": found.roles.select_related("user") if organises else (),
        "invitation": invitation or InvitationForm(),
        "role_form": role or RoleForm(),
    }
    return render(request, "tournaments/federations/federation.html", context, status=status)


def _meta(request: HttpRequest, found: Federation) -> PageMeta:
    address = f"{site_origin(request)}{reverse('federations:federation', args=[found.slug])}"
    told = _("%(federation)s, federación de clubes de truco: circuitos, clubes y fechas.")
    block = organization("SportsOrganization", found.name, address, description=found.about)
    return PageMeta((found,), (told % {"federation": found}, found.about), data=(block,))


@signed_in_post
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite a club; one of the reader's own joins at once."""
    found = _find_organised(request, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, found, invitation=form, status=422)
    club = form.cleaned_data["club"]
    invited = services.invite_club(
        federation_id=found.pk, club=club, actor=person(request), now=timezone.now()
    )
    if invited.state == FederationClub.State.MEMBER:
        messages.success(request, _("El club ya es de la federación."))
    else:
        messages.success(
            request, _("Invitado: quienes organizan el club lo ven en su página y contestan.")
        )
    return redirect("federations:federation", slug)


@signed_in_post
def answer(request: HttpRequest, slug: str, club_id: int, act: str) -> HttpResponse:
    """Accept or decline the invitation of a club, or take the club out."""
    found = get_object_or_404(Federation, slug=slug)
    where: dict[str, Any] = {
        "federation_id": found.pk,
        "club_id": club_id,
        "actor": person(request),
        "now": timezone.now(),
    }
    match act:
        case "accept":
            services.answer_invitation(**where, accepts=True)
            messages.success(request, _("El club ya es de la federación."))
        case "decline":
            services.answer_invitation(**where, accepts=False)
            messages.success(request, _("Invitación rechazada."))
        case "leave":
            released = services.remove_club(**where)
            told = ngettext(
                "El club ya no es de la federación. Lo que jugó sigue contando; salió "
                "%(number)s competencia sin terminar.",
                "El club ya no es de la federación. Lo que jugó sigue contando; salieron "
                "%(number)s competencias sin terminar.",
                released,
            )
            messages.success(request, told % {"number": released})
        case _:
            raise Http404
    return redirect("federations:federation", slug)


@signed_in_post
def appoint(request: HttpRequest, slug: str) -> HttpResponse:
    """Assign a role to a person."""
    found = _find_organised(request, slug)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, found, role=form, status=422)
    services.appoint(
        federation_id=found.pk,
        user=form.cleaned_data["username"],
        role=FederationRole.Role(form.cleaned_data["role"]),
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("federations:federation", slug)


@signed_in_post
def dismiss(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Take a person's role away."""
    found = get_object_or_404(Federation, slug=slug)
    services.dismiss(
        federation_id=found.pk, user_id=user_id, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("federations:federation", slug)


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """List the events of all circuits of a federation."""
    found = get_object_or_404(Federation, slug=slug)
    listed = Paginator(events_of(found, request.user), A_PAGE)
    context = {"federation": found, "page": listed.get_page(request.GET.get("page"))}
    return render(request, "tournaments/federations/events.html", context)


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """List the teams of a federation's clubs."""
    found = get_object_or_404(Federation, slug=slug)
    listed = Paginator(teams_of(found), A_PAGE).get_page(request.GET.get("page"))
    context = {"federation": found, "page": listed}
    return render(request, "tournaments/federations/teams.html", context)


@require_safe
@never_cache
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players of a federation's clubs for its readers; `?q=` keeps some by name."""
    found = find_read(request, slug)
    wanted = searchable(request.GET.get("q", ""))[:60]
    joined = joined_in(found)
    # sorting once: a page of the rows themselves would count and sort all of them
    in_order = list(people_of(found, joined, wanted).values_list("pk", flat=True))
    listed = Paginator(in_order, A_PAGE).get_page(request.GET.get("page"))
    shown = Person.objects.select_related("club", "user").in_bulk(listed.object_list)
    context = {
        "federation": found,
        "page": listed,
        "players": with_clubs(found, joined, [shown[pk] for pk in listed if pk in shown]),
        "wanted": wanted,
        "organises": found.can_organise(request.user),
    }
    return render(request, "tournaments/federations/people.html", context)


@signed_in_form
def namesakes(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose persons of the same name to join; say that two are one, or are not."""
    found = _find_organised(request, slug)
    if request.method == "POST":
        form = NamesakesForm(request.POST)
        if not form.is_valid():
            raise BadlyWrittenError()
        services.link_persons(
            federation_id=found.pk, actor=person(request), now=timezone.now(), **form.pair()
        )
        messages.success(request, _("Anotado. Se puede deshacer abajo."))
        return redirect("federations:namesakes", slug)
    links = Paginator(links_of(found), A_PAGE).get_page(request.GET.get("page"))
    context = {"federation": found, "pairs": namesakes_in(found), "page": links}
    return render(request, "tournaments/federations/namesakes.html", context)


@signed_in_post
def undo_link(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """Take back what was said of two persons."""
    found = _find_organised(request, slug)
    services.undo_link(
        federation_id=found.pk, link_id=link, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("Deshecho."))
    return redirect("federations:namesakes", slug)


@require_safe
@never_cache
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a federation's audit log to its readers."""
    found = find_read(request, slug)
    whole = found.changes.select_related("actor", "club", "user", "first__club", "second__club")
    page = Paginator(whole, A_PAGE).get_page(request.GET.get("page"))
    context = {"federation": found, "page": page}
    return render(request, "tournaments/federations/changes.html", context)


def find_read(request: HttpRequest, slug: str) -> Federation:
    """Return a federation whose closed pages the reader may see, or 404."""
    found = get_object_or_404(Federation, slug=slug)
    may_read = Federation.objects.read_by(request.user).filter(pk=found.pk)
    if not (found.can_organise(request.user) or may_read.exists()):
        raise Http404
    return found


def _find_organised(request: HttpRequest, slug: str) -> Federation:
    found = get_object_or_404(Federation, slug=slug)
    if not found.can_organise(request.user):
        raise NotFederationOrganiserError()
    return found
