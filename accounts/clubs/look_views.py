"""Views of a club's look: its form, logo, style sheet and contact page."""

from typing import Final, cast

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import etag, require_http_methods, require_safe

from accounts.clubs.errors import NotOrganiserError, SecondFactorError
from accounts.clubs.look import LARGEST_FILE, dress_club, style_of
from accounts.clubs.look_forms import LookForm
from accounts.common.errors import answers_refusals
from accounts.common.page_meta import PageMeta
from accounts.common.requests import login_required_keep_post
from accounts.models import Club, ClubImprint, Membership, User

AROUND: Final = 32 * 1024  # bytes of a request besides the picture
FRESH: Final = 60 * 60  # seconds
AGES: Final = 365 * 24 * 60 * 60  # seconds, for an address with a version


@csrf_exempt  # the size is checked before the body is parsed; `_received` is protected
@require_http_methods(["GET", "HEAD", "POST"])
def edit_look(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change a club's colours, logo, contact and legal text."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_FILE + AROUND:
        raise RequestDataTooBig
    return _received(request, slug)


@csrf_protect
@login_required_keep_post
@answers_refusals
def _received(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    if club.role_of(request.user) not in Membership.ORGANISERS:
        raise NotOrganiserError()
    if club.holds_back(request.user):
        raise SecondFactorError()
    if request.method != "POST":
        form = LookForm.of(club)
    else:
        form = LookForm.of(club, request.POST, request.FILES)
        if form.is_valid():
            dress_club(club_id=club.pk, by=cast("User", request.user), look=form.chosen_look())
            messages.success(request, _("Listo, guardamos tus cambios."))
            return redirect("clubs:club", slug)
    status = 422 if form.errors else 200
    context = {"club": club, "form": form}
    return render(request, "accounts/clubs/look.html", context, status=status)


def _version(request: HttpRequest, slug: str) -> str:
    row = Club.objects.filter(slug=slug).values_list("logo_version", "colour", "text_colour")
    return f'"{"".join(row.first() or ())}"'


@require_safe
@etag(_version)
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the logo of a club; 404 if it has none."""
    rows = ClubImprint.objects.filter(club__slug=slug, logo__isnull=False)
    data = rows.values_list("logo", flat=True).first()
    if data is None:
        raise Http404
    return _with_cache_control(request, HttpResponse(bytes(data), content_type="image/png"))


@require_safe
@etag(_version)
def style(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the style sheet of a club's pages."""
    club = get_object_or_404(Club, slug=slug)
    return _with_cache_control(
        request, HttpResponse(style_of(club), content_type="text/css; charset=utf-8")
    )


def _with_cache_control(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, public=True, max_age=AGES if "v" in request.GET else FRESH)
    return answer


@require_safe
def contact(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how to reach a club, and its legal text."""
    club = get_object_or_404(Club, slug=slug)
    imprint = get_object_or_404(ClubImprint.objects.with_content().defer("logo"), club=club)
    description = _("Cómo comunicarse con %(club)s, club de truco, y quién responde por él.")
    meta = PageMeta((_("Contacto"), club), (description % {"club": club},))
    context = {"club": club, "imprint": imprint, "meta": meta}
    return render(request, "accounts/clubs/contact.html", context)
