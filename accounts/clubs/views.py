"""Views of clubs, their members and invitations."""

from typing import cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.clubs import services as clubs
from accounts.clubs.errors import NotOrganiserError, SecondFactorError
from accounts.clubs.hosts import home_of
from accounts.common.errors import RefusedError, answers_refusals
from accounts.common.page_meta import PageMeta, site_origin
from accounts.common.pagination import Order, page, parse_instant, parse_number, requested_range
from accounts.common.qr_codes import qr
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import login_required_keep_post
from accounts.common.schema_org import organization
from accounts.models import Club, Membership, Rename, User
from accounts.names.validation import searchable
from accounts.profiles.forms import ClubForm
from accounts.profiles.services import SHOWN_FOR

CLUBS_A_PAGE = 24
MEMBERS_A_PAGE = 30
BY_RANK = Order({"rank": parse_number, "joined_at": parse_instant, "pk": parse_number})


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List the clubs, the user's own first, with a search by name."""
    words = searchable(request.GET.get("q", ""))[:60]
    results = Club.objects.named_like(words).counted()
    mine = Club.objects.none()
    if request.user.is_authenticated and not words:
        own = request.user.clubs.values("pk")
        mine, results = Club.objects.filter(pk__in=own).counted(), results.exclude(pk__in=own)
    listed = Paginator(results, CLUBS_A_PAGE).get_page(request.GET.get("page"))
    description = _("Los clubes de truco del sitio: sus torneos, sus ligas y cómo sumarse a uno.")
    meta = PageMeta((_("Clubes de truco"),), (description,))
    context = {"page": listed, "mine": mine, "wanted": words, "meta": meta}
    return render(request, "accounts/clubs/club_list.html", context)


@require_safe
def show_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: its description, its members (`?q=` filters by name) and its competitions."""
    club = get_object_or_404(Club.objects.counted().with_contact(), slug=slug)
    members = club.memberships.select_related("user").by_rank()
    role = club.role_of(request.user)
    if role in Membership.ORGANISERS:
        renames = Rename.objects.filter(at__gt=timezone.now() - SHOWN_FOR)
        members = members.prefetch_related(Prefetch("user__renames", renames))
    words = searchable(request.GET.get("q", ""))[:60]
    if words:
        members = members.named_like(words)
    held_back = role in Membership.ORGANISERS and club.holds_back(request.user)
    context = {
        "club": club,
        "meta": club_meta(request, club),
        "page": page(members, BY_RANK, requested_range(request, BY_RANK), MEMBERS_A_PAGE),
        "size": club.size,  # type: ignore[attr-defined]  # annotated
        "wanted": words,
        "role": role,
        "owns": role == Membership.Role.OWNER,
        "organises": role in Membership.ORGANISERS and not held_back,
        "held_back": SecondFactorError.message if held_back else "",
    }
    return render(request, "accounts/clubs/club.html", context)


def club_meta(request: HttpRequest, club: Club) -> PageMeta:
    """Return the head of the page of a club."""
    description = _("%(club)s, club de truco: torneos, ligas y resultados.") % {"club": club}
    page = f"{site_origin(request)}{reverse('clubs:club', args=[club.slug])}"
    address = home_of(club) or page
    block = organization("SportsOrganization", club.name, address, description=club.about)
    parts = (club, _("Club de truco"))
    return PageMeta(
        parts,
        (description, club.about),
        picture=reverse("club_picture", args=[club.slug]),
        data=(block,),
        feed=reverse("club_news", args=[club.slug]),
        home=home_of(club),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
def new(request: HttpRequest) -> HttpResponse:
    """Open a club."""
    user = cast("User", request.user)
    form = ClubForm(request.POST or None, initial={"zone": timezone.get_current_timezone_name()})
    if request.method == "POST" and form.is_valid():
        try:
            opened = clubs.open_club(owner=user, **form.cleaned_data)
        except RefusedError as error:
            form.add_error("name", str(error.message))
        else:
            return redirect("clubs:club", slug=opened.slug)
    return _club_form(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@answers_refusals
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's description."""
    edited = get_object_or_404(Club, slug=slug)
    if edited.role_of(request.user) not in Membership.ORGANISERS:
        raise NotOrganiserError()
    if edited.holds_back(request.user):
        raise SecondFactorError()
    # The form gets a copy: a refused name must not show up in the page's own heading.
    form = ClubForm(
        request.POST or None,
        instance=Club.objects.get(pk=edited.pk),
        of_owner=edited.role_of(request.user) == Membership.Role.OWNER,
    )
    if request.method == "POST" and form.is_valid():
        by = cast("User", request.user)
        try:
            clubs.edit_club(club_id=edited.pk, by=by, **form.cleaned_data)
        except RefusedError as error:
            if error.code != "name-taken":
                raise
            form.add_error("name", _("Ya hay un club con ese nombre o uno muy parecido."))
        else:
            return redirect("clubs:club", slug=slug)
    return _club_form(request, form, edited)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an invitation link and show it once."""
    inviting = get_object_or_404(Club, slug=slug)
    token = clubs.invite(club_id=inviting.pk, by=cast("User", request.user), now=timezone.now())
    link = request.build_absolute_uri(reverse("clubs:join", args=[token]))
    context = {
        "club": inviting,
        "link": link,
        "qr": qr(link),
        "days": clubs.INVITATION_LIFE.days,
        "uses": clubs.INVITATION_USES,
    }
    return render(request, "accounts/clubs/invitation.html", context)


@require_POST
@login_required_keep_post
@answers_refusals
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Revoke all of a club's invitation links."""
    closing = get_object_or_404(Club, slug=slug)
    by = cast("User", request.user)
    clubs.withdraw_invitations(club_id=closing.pk, by=by, now=timezone.now())
    messages.success(request, _("Los enlaces de invitación ya no sirven."))
    return redirect("clubs:club", slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the inviting club; a click joins. Only invalid links count against the limit."""
    try:
        invitation = clubs.open_invitation(token=token, now=timezone.now())
    except RefusedError:
        if refusal := refuse_guess(request):
            return refusal
        raise
    if request.method == "POST":
        return _accept(request, token)
    role = invitation.club.role_of(request.user)
    return render(request, "accounts/clubs/join.html", {"club": invitation.club, "role": role})


@require_POST
@login_required_keep_post
@answers_refusals
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    clubs.leave(club_id=club.pk, user=cast("User", request.user))
    messages.success(request, _("Ya no sos parte de este club."))
    return redirect("clubs:club", slug=slug)


@require_POST
@login_required_keep_post
@answers_refusals
def appoint(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Make a member an organiser, or an organiser a member.

    The page that follows shows what a former organiser can still use, if anything.
    """
    club_id = get_object_or_404(Club, slug=slug).pk
    organiser = request.POST.get("role") == Membership.Role.ORGANISER
    by = cast("User", request.user)
    clubs.appoint(club_id=club_id, by=by, user_id=user_id, organiser=organiser)
    if organiser:
        return redirect("clubs:club", slug=slug)
    return redirect("club_remaining_access", slug, user_id)


@require_POST
@login_required_keep_post
@answers_refusals
def remove(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Remove a member of a club, and show what they can still use there, if anything."""
    club_id = get_object_or_404(Club, slug=slug).pk
    clubs.remove_member(club_id=club_id, by=cast("User", request.user), user_id=user_id)
    return redirect("club_remaining_access", slug, user_id)


@require_POST
@login_required_keep_post
@answers_refusals
def hand_over(request: HttpRequest, slug: str, user_id: int) -> HttpResponse:
    """Make another member the owner of the club."""
    club_id = get_object_or_404(Club, slug=slug).pk
    clubs.hand_over(club_id=club_id, by=cast("User", request.user), user_id=user_id)
    messages.success(request, _("El club tiene nuevo dueño; vos seguís como organizador."))
    return redirect("clubs:club", slug=slug)


@login_required_keep_post
def _accept(request: HttpRequest, token: str) -> HttpResponse:
    joined = clubs.join(token=token, user=cast("User", request.user), now=timezone.now())
    return redirect("clubs:club", slug=joined.slug)


def _club_form(request: HttpRequest, form: ClubForm, edited: Club | None) -> HttpResponse:
    context = {"form": form, "club": edited}
    return render(
        request, "accounts/clubs/club_form.html", context, status=422 if form.errors else 200
    )
