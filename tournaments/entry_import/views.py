"""Views to import entries from a file with a preview, or from a pasted list edited in place."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from http import HTTPStatus
from itertools import islice, zip_longest
from typing import Final

from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from accounts.common.cost_budgets import LISTS, SPAN, too_busy
from accounts.common.costly_answers import SOON
from accounts.common.requests import login_required_keep_post, person, to_sign_in
from accounts.models import Club
from accounts.names.display import join_names
from tournaments.common.errors import (
    BadlyWrittenError,
    RegistrationClosedError,
    refuse,
    signed_in_form,
)
from tournaments.common.lookups import find_organised
from tournaments.entries.known_teams import forget_team, recall_team
from tournaments.entry_import import labels as entry_import_labels
from tournaments.entry_import import services as entry_import
from tournaments.entry_import.column_choices import choose_columns, columns_chosen
from tournaments.entry_import.columns import roles_offered
from tournaments.entry_import.containers import MAX_BYTES, readings_of
from tournaments.entry_import.forms import (
    DIGITS,
    MOST_COLUMNS,
    BadMendError,
    EntryFileForm,
    Sent,
    columns_sent,
    packed,
    read_sent,
    sealed,
    unpacked,
    unsealed,
)
from tournaments.entry_import.pasted_list import MAX_BYTES as MOST_PASTED
from tournaments.entry_import.pasted_list import ListError
from tournaments.entry_import.queries import PastedList, RemovedRegular
from tournaments.entry_import.reader import Sheet, read_sheet
from tournaments.entry_import.resolve import resolve_list
from tournaments.entry_import.rows import FileError, Row
from tournaments.entry_import.services import Entered, Imported, enter_pasted
from tournaments.entry_import.warnings import ImportDraft
from tournaments.models import Competition
from tournaments.stages.share_links import sharing_of

AROUND: Final = 8 * 1024  # bytes of a request besides the file itself
SHOWN: Final = 200  # rows of each kind
ASKED: Final = ("encoding", "no-players-column")  # errors that a choice on the page may resolve
LEFT_OUT: Final = 40  # titles and lines
STATUSES: Final = {
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "large-workbook": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "binary": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "encoding": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}


@dataclass(frozen=True)
class ColumnShown:
    title: str
    role: str
    sample: str = ""


def columns_shown(
    titles: Sequence[str], roles: Sequence[str] = (), sample: Sequence[str] = ()
) -> list[ColumnShown]:
    """Return the columns with these titles; without roles all are left out."""
    columns = islice(zip_longest(titles, roles, sample, fillvalue=""), MOST_COLUMNS)
    return [ColumnShown(*each) for each in columns]


@dataclass(frozen=True)
class Preview:
    """Preview of the import of a file."""

    competition: Competition
    sheet: Sheet
    places: int

    @property
    def columns(self) -> list[ColumnShown]:
        """The columns of the file with their roles."""
        table = self.sheet.table
        return [] if table is None else columns_shown(table.titles, table.roles, table.sample)

    @cached_property
    def _examined(self) -> list[Row]:
        return [each.row for each in entry_import.examine(self.competition, self.sheet.rows)]

    @cached_property
    def good(self) -> list[Row]:
        """The rows that would be entered."""
        good = (row for row in self._examined if row.is_good)
        return sorted(good, key=lambda row: row.waits)

    @cached_property
    def bad(self) -> list[tuple[Row, list[str]]]:
        """The rows that would be left out, with their problems in words."""
        bad = (row for row in self._examined if not row.is_good)
        return [(row, [entry_import_labels.problem(code) for code in row.problems]) for row in bad]

    @property
    def sample_rows(self) -> list[tuple[Row, str]]:
        """The first good rows, each with its result: "in", "waiting" or "alone"."""
        size, places = self.competition.players_per_side, self.places
        sample = []
        for row in self.good[:SHOWN]:
            is_whole = len(row.players) == size
            sample.append((row, ("in" if places > 0 else "waiting") if is_whole else "alone"))
            places -= is_whole
        return sample

    @property
    def left_out(self) -> Sequence[str]:
        """The first of the titles and lines that were not read."""
        return self.sheet.left_out[:LEFT_OUT]

    @property
    def waiting(self) -> int:
        """The number of rows that would go to the waiting list."""
        size = self.competition.players_per_side
        whole = sum(len(row.players) == size for row in self.good)
        return max(0, whole - self.places)


@csrf_exempt  # the size is checked before the body is parsed; `_received` is protected
def import_entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form, the preview of a file, or import it once confirmed."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES + AROUND:
        return _too_large(request, pk)
    try:
        return _received(request, pk)
    except RequestDataTooBig:
        return _too_large(request, pk)


@csrf_protect
@signed_in_form
def _received(request: HttpRequest, pk: int) -> HttpResponse:
    competition = find_organised(request, pk)
    if request.method != "POST":
        return _page(request, competition)
    if "rows" in request.POST:
        return _confirm(request, competition)
    if LISTS.is_spent(request):
        return too_busy(request)
    busy = f"reads-a-list:{person(request).pk}"
    if not cache.add(busy, 1, timeout=SPAN):
        return too_busy(request, SOON)
    try:
        with LISTS.measured(request):
            return _read(request, competition)
    finally:
        cache.delete(busy)


def _read(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the preview of a file, or why it cannot be read."""
    data, encoding = b"", request.POST.get("encoding", "")
    try:
        data = _data(request)
        chosen = _columns_chosen(request, competition)
        sheet = read_sheet(
            data, players=competition.players_per_side, chosen=chosen, encoding=encoding
        )
    except FileError as error:
        return _page(request, competition, error, data, encoding)
    return _preview(request, competition, sheet, data, encoding)


def _data(request: HttpRequest) -> bytes:
    """Return the uploaded file, or the one that the page sends back. Raises FileError."""
    if "source" in request.POST:
        return unpacked(request.POST["source"])
    return EntryFileForm(request.POST, request.FILES).data_sent()


def _columns_chosen(
    request: HttpRequest, competition: Competition
) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the roles of the club's columns, and save those sent now."""
    sent = columns_sent(request.POST, competition.players_per_side)
    if sent is not None:
        choose_columns(
            competition_id=competition.pk,
            actor=person(request),
            titles=sent.titles,
            roles=sent.roles,
            now=timezone.now(),
        )
    return columns_chosen(competition)


@signed_in_form
def _too_large(request: HttpRequest, pk: int) -> HttpResponse:
    """Refuse a request without parsing its body, which is too large."""
    return _page(request, find_organised(request, pk), FileError("too-large"))


def _page(
    request: HttpRequest,
    competition: Competition,
    error: FileError | None = None,
    data: bytes = b"",
    encoding: str = "",
) -> HttpResponse:
    """Show the form. If the file was not understood, ask for its columns or encoding."""
    status = HTTPStatus.OK
    if error is not None:
        status = STATUSES.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    context = {
        "competition": competition,
        "form": EntryFileForm(),
        "error": error and entry_import_labels.file_error(error),
    }
    if error is not None and error.code in ASKED:
        context |= {
            "source": packed(data),
            "encoding": encoding,
            "columns": columns_shown(error.titles),
            "roles": _roles(competition),
            "readings": readings_of(data) if error.code == "encoding" else (),
        }
    return render(request, "tournaments/entry_import/entry_file.html", context, status=status)


def _roles(competition: Competition) -> list[tuple[str, str]]:
    return [
        (code, entry_import_labels.role(code))
        for code in roles_offered(competition.players_per_side)
    ]


def _preview(
    request: HttpRequest, competition: Competition, sheet: Sheet, data: bytes, encoding: str
) -> HttpResponse:
    preview = Preview(competition, sheet, competition.places.free().count())
    context = {
        "competition": competition,
        "preview": preview,
        "rows": sealed(competition, person(request), preview.good),
        "source": packed(data),
        "encoding": encoding,
        "columns": preview.columns,
        "roles": _roles(competition),
        "readings": sheet.readings,
        "list": sheet.text if len(sheet.text.encode(errors="replace")) <= MOST_PASTED else "",
    }
    return render(request, "tournaments/entry_import/entry_file_preview.html", context)


def _confirm(request: HttpRequest, competition: Competition) -> HttpResponse:
    rows = unsealed(competition, person(request), request.POST["rows"])
    if rows is None:
        return refuse(request, BadlyWrittenError())
    result = entry_import.import_entries(
        competition_id=competition.pk, actor=person(request), rows=rows, now=timezone.now()
    )
    _tell(request, result)
    return redirect("competitions:entered", competition.pk)


def _tell(request: HttpRequest, result: Imported) -> None:
    counts = {"number": result.confirmed, "waiting": result.waiting}
    messages.success(
        request,
        ngettext(
            "%(number)s inscripción entró.", "%(number)s inscripciones entraron.", result.confirmed
        )
        % counts,
    )
    if result.waiting:
        messages.info(request, _("En lista de espera: %(waiting)s.") % counts)
    if result.left_out:
        number = {"number": len(result.left_out)}
        messages.warning(request, _("Ya estaban y no se repitieron: %(number)s.") % number)


MOST: Final = 1024 * 1024  # bytes of a request; the list may use a part of it
TYPING: Final = "list"  # the field whose change requests a part of the page


@csrf_exempt  # the size is checked before the body is parsed; `_receive_pasted` is protected
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the field for a list, its corrections, or enter its good rows."""
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > MOST:
            raise RequestDataTooBig
        return _receive_pasted(request, pk)
    except RequestDataTooBig:
        return _too_long(request, pk)


@signed_in_form
def _too_long(request: HttpRequest, pk: int) -> HttpResponse:
    """Refuse a request without parsing its body, which is too large."""
    competition = _open(request, pk)
    return _pasted_page(request, competition, Sent(ImportDraft("")), ListError("too-large"))


@csrf_protect
@signed_in_form
def _receive_pasted(request: HttpRequest, pk: int) -> HttpResponse:
    competition = _open(request, pk)
    if request.method != "POST":
        return _pasted_page(request, competition, Sent(ImportDraft("")))
    is_typing = HtmxDetails(request).trigger_name == TYPING
    try:
        sent = read_sent(request.POST, is_typing=is_typing)
    except BadMendError:
        return refuse(request, BadlyWrittenError())
    try:
        return _answered(request, competition, sent)
    except ListError as error:
        return _pasted_page(request, competition, sent, error)


def _answered(request: HttpRequest, competition: Competition, sent: Sent) -> HttpResponse:
    now = timezone.now()
    if {"forget", "recall"} & request.POST.keys():
        return _pasted_page(
            request, competition, sent, forgotten=_forgotten(request, competition, now)
        )
    if "enter" not in request.POST:
        return _pasted_page(request, competition, sent)
    result = enter_pasted(
        competition_id=competition.pk, actor=person(request), pasted=sent.pasted, now=now
    )
    _report_pasted(request, result)
    rest = resolve_list(competition, result.rest)
    if rest.rows or rest.waiting:
        return _pasted_page(request, competition, Sent(result.rest))
    return redirect("competitions:manage", competition.pk)


def _forgotten(
    request: HttpRequest, competition: Competition, now: datetime
) -> RemovedRegular | None:
    """Remove a team from the regulars and return it, or undo a removal."""
    is_undone = "recall" in request.POST
    number = request.POST["recall" if is_undone else "forget"]
    if not number.isdecimal() or len(number) > DIGITS:
        raise BadlyWrittenError()
    team, actor = int(number), person(request)
    if is_undone:
        recall_team(competition_id=competition.pk, team_id=team, actor=actor)
        return None
    people = forget_team(competition_id=competition.pk, team_id=team, actor=actor, now=now)
    return RemovedRegular(team, join_names([each.name for each in people]))


MOST_SHARED: Final = 16 * 1024  # bytes that are kept while somebody signs in
OFFERED: Final = 20  # competitions
SHARED: Final = ("text", "title", "url")  # fields that a phone sends


@csrf_exempt  # a phone sends it without a page of this site; it only shows what was sent
@require_http_methods(["GET", "HEAD", "POST"])
def shared(request: HttpRequest) -> HttpResponse:
    """Show a list shared from another application, and the competitions to paste it into."""
    if not request.user.is_authenticated:
        return to_sign_in(request, needs_token=False)
    return _show_shared(request)


@login_required_keep_post
@never_cache
def _show_shared(request: HttpRequest) -> HttpResponse:
    sent = [request.POST.get(name, "").replace("\0", "").strip() for name in SHARED]
    text = sent[0] or "\n".join(filter(None, sent))
    is_long = len(text.encode(errors="replace")) > MOST_SHARED
    own = Competition.objects.filter(
        club__in=Club.objects.organised_by(person(request)), state__in=Competition.UNDRAWN
    )
    context = {
        "text": "" if is_long else text,
        "is_long": is_long,
        "offered": own.select_related("club").order_by("-created_at")[:OFFERED],
    }
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE if is_long else HTTPStatus.OK
    return render(request, "tournaments/entry_import/shared.html", context, status=status)


def _open(request: HttpRequest, pk: int) -> Competition:
    """Return a competition before its draw, which takes whole lists of entries."""
    competition = find_organised(request, pk)
    if competition.state not in Competition.UNDRAWN:
        raise RegistrationClosedError()
    return competition


def _pasted_page(
    request: HttpRequest,
    competition: Competition,
    sent: Sent,
    error: ListError | None = None,
    forgotten: RemovedRegular | None = None,
) -> HttpResponse:
    """Show the current list. A list that cannot be read stays unchanged."""
    read = ImportDraft("") if error else sent.pasted
    pasted_list = PastedList(
        sent.pasted,
        resolve_list(competition, read),
        sent.typed,
        competition.places.free().count(),
        forgotten,
    )
    context = {
        "competition": competition,
        "shown": pasted_list,
        "error": error and entry_import_labels.list_error(error),
        "mended": sent.is_mended,
        # With real cards players need no link; on the site everybody joins by the link.
        "sharing": None if competition.with_cards else sharing_of(request, competition),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
    return render(request, "tournaments/entry_import/paste.html", context, status=status)


def _report_pasted(request: HttpRequest, result: Entered) -> None:
    number = len(result.entries)
    if not number:
        messages.warning(request, _("Nadie entró: mirá lo que falta."))
        return
    message = ngettext(
        "%(number)s inscripción entró.", "%(number)s inscripciones entraron.", number
    )
    messages.success(request, message % {"number": number})
    if result.waiting:
        words = _("En lista de espera: %(waiting)s.") % {"waiting": result.waiting}
        messages.info(request, words)
