"""Entries: read, write one or many, withdraw, absent from a round."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from tournaments.api import schemas
from tournaments.api.answers import IDEMPOTENT, shaped
from tournaments.api.callers import ANYBODY, ENTRIES, caller_of
from tournaments.api.errors import TooManyRowsError
from tournaments.api.finds import (
    find_competition,
    find_entry,
    find_entry_to_change,
    find_organised,
)
from tournaments.api.forms import require_valid
from tournaments.api.lists import BY_KEY, Pages, list_page
from tournaments.api.schemas import Key, ListPage
from tournaments.api.writes import Written, written_once
from tournaments.entries import services as entries
from tournaments.entries.errors import WrongRosterError
from tournaments.entries.forms import PlayersForm
from tournaments.entries.queries import EntryLine, with_rosters
from tournaments.entries.rosters import require_own
from tournaments.entry_import import labels
from tournaments.entry_import import services as entry_import
from tournaments.entry_import.rows import MAX_ROWS, read_row, with_doubles
from tournaments.exports.documents import entry_document
from tournaments.models import Competition, Entry
from tournaments.withdrawals import absences
from tournaments.withdrawals import services as withdrawals

router = Router(tags=["Entries"], by_alias=True)
ADDRESS: Final = "/api/v1/entries/{pk}"


@router.get("/competitions/{pk}/entries", auth=ANYBODY, response=ListPage[schemas.Entry])
def list_entries(request: HttpRequest, response: HttpResponse, pk: Key, paging: Pages) -> Any:
    """List the entries of a competition with their players, in order of entry."""
    competition = find_competition(caller_of(request), pk)
    rows = with_rosters(competition.entries.all())
    return list_page(
        request,
        response,
        paging,
        rows,
        BY_KEY,
        lambda rows: [entry_document(EntryLine(row)) for row in rows],
    )


@router.get("/entries/{pk}", auth=ANYBODY, response=schemas.Entry)
def get_entry(request: HttpRequest, pk: Key) -> Any:
    """Return an entry with its players."""
    return entry_document(EntryLine(find_entry(caller_of(request), pk)))


@router.post(
    "/competitions/{pk}/entries",
    auth=ENTRIES,
    response={201: schemas.Entry},
    openapi_extra=IDEMPOTENT,
)
@written_once
def add_entry(request: HttpRequest, pk: Key, body: schemas.NewEntry) -> Written:
    """Enter a team by hand: before the draw, or late if the format allows it."""
    caller = caller_of(request)
    competition = find_organised(caller, pk)
    form = _players_form(competition, body)
    cleaned = require_valid(form, _fields_of(body))
    entry = entries.add_entry(
        competition_id=pk,
        actor=caller.person,
        players=form.players(),
        name=cleaned.get("name", ""),
        affiliation=cleaned["affiliation"],
        now=timezone.now(),
    )
    return Written(_document(entry), ADDRESS.format(pk=entry.pk))


@router.post(
    "/competitions/{pk}/entries/many",
    auth=ENTRIES,
    response=schemas.EntriesWritten,
    openapi_extra=IDEMPOTENT,
)
@written_once
def add_entries(request: HttpRequest, pk: Key, body: schemas.NewEntries) -> Written:
    """Enter up to 5,000 teams in order before the draw, as an imported file does.

    Rows that cannot be entered are left out, and the answer says why. Entries without a free place
    wait.
    """
    caller = caller_of(request)
    competition = find_organised(caller, pk)
    if len(body.entries) > MAX_ROWS:
        raise TooManyRowsError()
    size = competition.players_per_side
    read = (
        read_row(line, row.dict(exclude_none=True), size) for line, row in enumerate(body.entries)
    )
    result = entry_import.import_entries(
        competition_id=pk, actor=caller.person, rows=list(with_doubles(read)), now=timezone.now()
    )
    left_out = [
        {
            "row": row.line,
            "codes": list(row.problems),
            "problems": [labels.problem(code) for code in row.problems],
        }
        for row in result.left_out
    ]
    return Written(
        {
            "entries": [entry.pk for entry in result.entries],
            "confirmed": result.confirmed,
            "waiting": result.waiting,
            "left_out": left_out,
        }
    )


@router.post(
    "/entries/{pk}/withdraw",
    auth=ENTRIES,
    response=schemas.Entry,
    openapi_extra=IDEMPOTENT,
)
@written_once
def withdraw(request: HttpRequest, pk: Key, body: schemas.Withdrawal) -> Written:
    """Withdraw an entry. Its players may withdraw it, and organisers."""
    caller = caller_of(request)
    entry = find_entry_to_change(caller, pk)
    require_own(entry, caller.person)
    before = _document(entry)
    withdrawals.withdraw(entry_id=pk, actor=caller.person, reason=body.reason, now=timezone.now())
    withdrawn = Entry.objects.filter(pk=pk).first()  # deleted if it was never drawn
    return Written(
        _document(withdrawn) if withdrawn else {**before, "state": Entry.State.WITHDRAWN}
    )


@router.post(
    "/entries/{pk}/absence",
    auth=ENTRIES,
    response=schemas.Entry,
    openapi_extra=IDEMPOTENT,
)
@written_once
def set_absence(request: HttpRequest, pk: Key, body: schemas.Absence) -> Written:
    """Mark an entry absent from a round that is still to be drawn, or present in it."""
    caller = caller_of(request)
    entry = find_entry_to_change(caller, pk)
    require_own(entry, caller.person)
    which: Any = {"entry_id": pk, "actor": caller.person, "number": body.round}
    if body.absent:
        absences.mark_absent(**which, asked=body.asked, now=timezone.now())
    else:
        absences.mark_present(**which, now=timezone.now())
    return Written(_document(entry))


def _players_form(competition: Competition, body: schemas.NewEntry) -> PlayersForm:
    """Return the form of the page; raise RefusedError `wrong-roster` for another number."""
    size = competition.players_per_side
    if len(body.players) != size:
        raise WrongRosterError()
    data = {"name": body.name, "affiliation": body.affiliation} | {
        f"player_{place}": player for place, player in enumerate(body.players, start=1)
    }
    prefix = PlayersForm(players=size).add_prefix
    return PlayersForm({prefix(name): text for name, text in data.items()}, players=size)


def _fields_of(body: schemas.NewEntry) -> dict[str, str]:
    return {f"player_{place + 1}": f"players.{place}" for place in range(len(body.players))}


def _document(entry: Entry) -> dict[str, Any]:
    return shaped(schemas.Entry, entry_document(EntryLine(entry)))
