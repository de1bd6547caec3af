"""Views for owners to export a club file, and to upload, preview and import one."""

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

from accounts.common.rate_limit import HOUR, RateLimit
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club
from tournaments.club_files import services as club_files
from tournaments.club_files.reader import FileRefusedError
from tournaments.club_files.trf_import import TrfRefusedError, as_club_file
from tournaments.common.errors import answers_refusals, signed_in_form
from tournaments.models import ClubFile

AROUND: Final = 8 * 1024  # bytes of a request besides the file itself
PREVIEWS: Final = RateLimit("club-files", 12, HOUR)  # of a user; each takes seconds
LOG, SHOWN = 20, 100  # lines
STATUSES: Final = {
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-often": HTTPStatus.TOO_MANY_REQUESTS,
    "not-your-club": HTTPStatus.FORBIDDEN,
    "already-here": HTTPStatus.CONFLICT,
    "name-taken": HTTPStatus.CONFLICT,
}


@csrf_exempt  # the size is checked before the body is parsed; `_received` is protected
def page(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show the import and export of a club's file; without a slug, the import of a new club."""
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > club_files.MAX_BYTES + AROUND:
            raise RequestDataTooBig
        return _received(request, slug)
    except RequestDataTooBig:
        return _too_large(request, slug)


@signed_in_form
def _too_large(request: HttpRequest, slug: str) -> HttpResponse:
    """Refuse a request without parsing its body, which is too large."""
    return _page(request, _club(request, slug), FileRefusedError("too-large"))


def _club(request: HttpRequest, slug: str) -> Club | None:
    """Return the club, None for a new one. Raises RefusedError of `may_have`."""
    if not slug:
        return None
    club = get_object_or_404(Club, slug=slug)
    club_files.may_have(club, person(request))
    return club


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def take(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the club's file for its owner. It takes a POST because the download is logged."""
    club = get_object_or_404(Club, slug=slug)
    text = club_files.export_for_owner(club=club, by=person(request), now=timezone.now())
    disposition = f'attachment; filename="{club.slug}.json"'
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": disposition}
    )


@csrf_protect
@signed_in_form
def _received(request: HttpRequest, slug: str) -> HttpResponse:
    club = _club(request, slug)
    if request.method != "POST":
        return _page(request, club)
    try:
        return _preview_or_import(request, club)
    except FileRefusedError as error:
        return _page(request, club, error)


def _preview_or_import(request: HttpRequest, club: Club | None) -> HttpResponse:
    by, now = person(request), timezone.now()
    if digest := request.POST.get("digest", ""):
        imported, count = club_files.import_held_file(by=by, digest=digest, now=now)
        text = ngettext("Vino %(n)s competencia.", "Vinieron %(n)s competencias.", count)
        messages.success(request, text % {"n": count})
        return redirect("clubs:club", imported.slug)
    sent = request.FILES.get("file")
    if sent is None:
        raise FileRefusedError("nothing-sent")
    if PREVIEWS.is_exceeded(by.pk):
        raise FileRefusedError("too-often")
    data = as_club_file(sent.read(club_files.MAX_BYTES + 1), club, now)
    preview = club_files.preview_file(by=by, data=data, now=now)
    context = {"club": club, "looked": preview, "shown": preview.events[:SHOWN]}
    return render(request, "tournaments/club_files/club_file_preview.html", context)


def _words(error: FileRefusedError) -> str:
    return error.words if isinstance(error, TrfRefusedError) else club_files.file_refusal(error)


def _page(
    request: HttpRequest, club: Club | None, error: FileRefusedError | None = None
) -> HttpResponse:
    status = HTTPStatus.OK
    if error is not None:
        status = STATUSES.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    log = ClubFile.objects.none() if club is None else club.files.exclude(state="held")
    context = {
        "club": club,
        "error": error and _words(error),
        "place": error.place if error else "",
        "log": log.select_related("by")[:LOG],
    }
    return render(request, "tournaments/club_files/club_file.html", context, status=status)
