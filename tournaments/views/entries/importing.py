"""Bringing entries in from a file: sent, looked at row by row, confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts.views.asked import signed_in
from tournaments.entry_files import MAX_BYTES, FileError, Row, Sheet, read_sheet
from tournaments.forms.entry_file import EntryFileForm, sealed, unsealed
from tournaments.models import Competition
from tournaments.services.entries import importing
from tournaments.services.entries.importing import Imported
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals, refuse
from tournaments.wording import imports

AROUND: Final = 8 * 1024  # bytes of a request around the file itself
SHOWN: Final = 200  # rows of each kind
LEFT_OUT: Final = 40  # titles and lines
STATUSES: Final = {
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "binary": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "encoding": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}


@dataclass(frozen=True)
class Preview:
    """What a file would do to a competition."""

    competition: Competition
    sheet: Sheet
    places: int

    @cached_property
    def _examined(self) -> list[Row]:
        return [each.row for each in importing.examine(self.competition, self.sheet.rows)]

    @cached_property
    def good(self) -> list[Row]:
        """The rows that would be entered."""
        return [row for row in self._examined if row.is_good]

    @cached_property
    def bad(self) -> list[tuple[Row, list[str]]]:
        """The rows that would not, with what is wrong in words."""
        bad = (row for row in self._examined if not row.is_good)
        return [(row, [imports.problem(code) for code in row.problems]) for row in bad]

    @property
    def shown(self) -> list[tuple[Row, bool]]:
        """The first good rows, and whether each gets a place."""
        return [(row, number < self.places) for number, row in enumerate(self.good[:SHOWN])]

    @property
    def left_out(self) -> Sequence[str]:
        """The first of the titles and lines that were not read."""
        return self.sheet.left_out[:LEFT_OUT]

    @property
    def waiting(self) -> int:
        """How many would go to the waiting list."""
        return max(0, len(self.good) - self.places)


@csrf_exempt  # a file is weighed before anything reads it; `_received` is protected
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@answers_refusals
def import_entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form; take a file and show what it would do; do it once that is confirmed."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES + AROUND:
        return _too_large(request, pk)
    try:
        return _received(request, pk)
    except RequestDataTooBig:
        return _too_large(request, pk)


@csrf_protect
def _received(request: HttpRequest, pk: int) -> HttpResponse:
    competition = find_organised(request, pk)
    if request.method != "POST":
        return _page(request, competition)
    if "rows" in request.POST:
        return _confirm(request, competition)
    form = EntryFileForm(request.POST, request.FILES)
    try:
        sheet = read_sheet(form.data_sent(), players=competition.players_per_side)
    except FileError as error:
        return _page(request, competition, error)
    return _preview(request, competition, sheet)


def _too_large(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer without having read the request: its form would be read with it."""
    return _page(request, find_organised(request, pk), FileError("too-large"))


def _page(
    request: HttpRequest, competition: Competition, error: FileError | None = None
) -> HttpResponse:
    status = HTTPStatus.OK
    if error is not None:
        status = STATUSES.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    context = {
        "competition": competition,
        "form": EntryFileForm(),
        "error": error and imports.file_error(error),
    }
    return render(request, "tournaments/entry_file.html", context, status=status)


def _preview(request: HttpRequest, competition: Competition, sheet: Sheet) -> HttpResponse:
    preview = Preview(competition, sheet, competition.places.free().count())
    context = {
        "competition": competition,
        "preview": preview,
        "rows": sealed(competition, person(request), preview.good),
    }
    return render(request, "tournaments/entry_file_preview.html", context)


def _confirm(request: HttpRequest, competition: Competition) -> HttpResponse:
    rows = unsealed(competition, person(request), request.POST["rows"])
    if rows is None:
        return refuse(request, "badly-written")
    done = importing.import_entries(
        competition_id=competition.pk, actor=person(request), rows=rows, now=timezone.now()
    )
    _tell(request, done)
    return redirect("competitions:entered", competition.pk)


def _tell(request: HttpRequest, done: Imported) -> None:
    told = {"number": done.confirmed, "waiting": done.waiting}
    messages.success(
        request,
        ngettext(
            "%(number)s inscripción entró.", "%(number)s inscripciones entraron.", done.confirmed
        )
        % told,
    )
    if done.waiting:
        messages.info(request, _("En lista de espera: %(waiting)s.") % told)
    if done.left_out:
        number = {"number": len(done.left_out)}
        messages.warning(request, _("Ya estaban y no se repitieron: %(number)s.") % number)
