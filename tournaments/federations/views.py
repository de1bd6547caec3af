"""Views of federations: public pages, and forms for organisers of federations and clubs."""

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
    page = Paginator(listed_federations(), A_PAGE).get_page(request.GET.get("page"))
    user = request.user
    description = _("Las federaciones de clubes de truco: sus circuitos, sus clubes y sus fechas.")
    meta = PageMeta((_("Federaciones de truco"),), (description,))
    may_found = user.is_authenticated and services.may_found(user)
    context = {"page": page, "may_found": may_found, "meta": meta}
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
    """Change the name, description and time zone of a federation."""
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
def show_federation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a federation: its clubs, circuits and next events."""
    return _page(request, get_object_or_404(Federation, slug=slug))


def _page(
    request: HttpRequest,
    federation: Federation,
    *,
    invitation: InvitationForm | None = None,
    role: RoleForm | None = None,
    status: int = 200,
) -> HttpResponse:
    affiliations = affiliations_of(federation)
    user = request.user
    own = set()
    if user.is_authenticated:
        clubs = Club.objects.organised_by(user).filter(affiliations__federation=federation)
        own = set(clubs.values_list("pk", flat=True))
    organises = federation.can_organise(user)
    states = FederationClub.State
    context = {
        "federation": federation,
        "meta": _meta(request, federation),
        "members": [each for each in affiliations if each.state == states.MEMBER],
        "invited": [each for each in affiliations if each.state == states.INVITED],
        "former": [each for each in affiliations if each.state == states.LEFT],
        "own_clubs": own,
        "organises": organises,
        "reads": organises or Federation.objects.read_by(user).filter(pk=federation.pk).exists(),
        "circuits": series_of(federation, user),
        "coming": coming_events(federation, user),
        "roles": federation.roles.select_related("user") if organises else (),
        "invitation": invitation or InvitationForm(),
        "role_form": role or RoleForm(),
    }
    return render(request, "tournaments/federations/federation.html", context, status=status)


def _meta(request: HttpRequest, federation: Federation) -> PageMeta:
    address = f"{site_origin(request)}{reverse('federations:federation', args=[federation.slug])}"
    description = _("%(federation)s, federación de clubes de truco: circuitos, clubes y fechas.")
    block = organization(
        "SportsOrganization", federation.name, address, description=federation.about
    )
    return PageMeta(
        (federation,), (description % {"federation": federation}, federation.about), data=(block,)
    )


@signed_in_post
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite a club; one of the reader's own joins at once."""
    federation = _find_organised(request, slug)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _page(request, federation, invitation=form, status=422)
    club = form.cleaned_data["club"]
    invited = services.invite_club(
        federation_id=federation.pk, club=club, actor=person(request), now=timezone.now()
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
    federation = get_object_or_404(Federation, slug=slug)
    where: dict[str, Any] = {
        "federation_id": federation.pk,
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
            message = ngettext(
                "El club ya no es de la federación. Lo que jugó sigue contando; salió "
                "%(number)s competencia sin terminar.",
                "El club ya no es de la federación. Lo que jugó sigue contando; salieron "
                "%(number)s competencias sin terminar.",
                released,
            )
            messages.success(request, message % {"number": released})
        case _:
            raise Http404
    return redirect("federations:federation", slug)


@signed_in_post
def appoint(request: HttpRequest, slug: str) -> HttpResponse:
    """Assign a role to a person."""
    federation = _find_organised(request, slug)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _page(request, federation, role=form, status=422)
    services.appoint(
        federation_id=federation.pk,
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
    federation = get_object_or_404(Federation, slug=slug)
    services.dismiss(
        federation_id=federation.pk, user_id=user_id, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("federations:federation", slug)


@require_safe
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """List the events of all circuits of a federation."""
    federation = get_object_or_404(Federation, slug=slug)
    listed = Paginator(events_of(federation, request.user), A_PAGE)
    context = {"federation": federation, "page": listed.get_page(request.GET.get("page"))}
    return render(request, "tournaments/federations/events.html", context)


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """List the teams of a federation's clubs."""
    federation = get_object_or_404(Federation, slug=slug)
    listed = Paginator(teams_of(federation), A_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "page": listed}
    return render(request, "tournaments/federations/teams.html", context)


@require_safe
@never_cache
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players of a federation's clubs for its readers; `?q=` keeps some by name."""
    federation = find_read(request, slug)
    query = searchable(request.GET.get("q", ""))[:60]
    joined = joined_in(federation)
    # sorting once: a page of the rows themselves would count and sort all of them
    in_order = list(people_of(federation, joined, query).values_list("pk", flat=True))
    listed = Paginator(in_order, A_PAGE).get_page(request.GET.get("page"))
    persons = Person.objects.select_related("club", "user").in_bulk(listed.object_list)
    context = {
        "federation": federation,
        "page": listed,
        "players": with_clubs(federation, joined, [persons[pk] for pk in listed if pk in persons]),
        "wanted": query,
        "organises": federation.can_organise(request.user),
    }
    return render(request, "tournaments/federations/people.html", context)


@signed_in_form
def namesakes(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose persons with the same name to join; store whether two are one."""
    federation = _find_organised(request, slug)
    if request.method == "POST":
        form = NamesakesForm(request.POST)
        if not form.is_valid():
            raise BadlyWrittenError()
        services.link_persons(
            federation_id=federation.pk, actor=person(request), now=timezone.now(), **form.pair()
        )
        messages.success(request, _("Anotado. Se puede deshacer abajo."))
        return redirect("federations:namesakes", slug)
    links = Paginator(links_of(federation), A_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "pairs": namesakes_in(federation), "page": links}
    return render(request, "tournaments/federations/namesakes.html", context)


@signed_in_post
def undo_link(request: HttpRequest, slug: str, link: int) -> HttpResponse:
    """Revoke the decision about two persons."""
    federation = _find_organised(request, slug)
    services.undo_link(
        federation_id=federation.pk, link_id=link, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("Deshecho."))
    return redirect("federations:namesakes", slug)


@require_safe
@never_cache
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a federation's audit log to its readers."""
    federation = find_read(request, slug)
    whole = federation.changes.select_related(
        "actor", "club", "user", "first__club", "second__club"
    )
    page = Paginator(whole, A_PAGE).get_page(request.GET.get("page"))
    context = {"federation": federation, "page": page}
    return render(request, "tournaments/federations/changes.html", context)


def find_read(request: HttpRequest, slug: str) -> Federation:
    """Return a federation whose closed pages the reader may see, or 404."""
    federation = get_object_or_404(Federation, slug=slug)
    may_read = Federation.objects.read_by(request.user).filter(pk=federation.pk)
    if not (federation.can_organise(request.user) or may_read.exists()):
        raise Http404
    return federation


def _find_organised(request: HttpRequest, slug: str) -> Federation:
    federation = get_object_or_404(Federation, slug=slug)
    if not federation.can_organise(request.user):
        raise NotFederationOrganiserError()
    return federation
