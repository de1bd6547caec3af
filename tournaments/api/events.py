"""The events of a competition: a list, or a stream if the caller asks for one."""

from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from accounts.common.client_address import address_key, client_address
from tournaments.api import event_schemas as schemas
from tournaments.api.callers import ANYBODY, caller_of
from tournaments.api.errors import TooManyRequestsError
from tournaments.api.finds import find_competition
from tournaments.api.schemas import Key
from tournaments.webhooks.documents import event_documents
from tournaments.webhooks.events import events_after
from tournaments.webhooks.stream import FORMS, EventStream, Form, admit

router = Router(tags=["Events"], by_alias=True)
LARGEST: Final = 2**31 - 1
STREAMS: Final[dict[str, Any]] = {
    "parameters": [
        {
            "in": "header",
            "name": "Last-Event-ID",
            "required": False,
            "description": "In streams, the number of the last event that arrived.",
            "schema": {"type": "string"},
        }
    ],
    "responses": {
        200: {"content": {media_type: {"schema": {"type": "string"}} for media_type in FORMS}}
    },
}


@router.get(
    "/competitions/{pk}/events",
    auth=ANYBODY,
    response=schemas.EventList,
    openapi_extra=STREAMS,
)
def list_events(
    request: HttpRequest,
    response: HttpResponse,
    pk: Key,
    after: Annotated[
        int | None, Query(ge=0, le=LARGEST, description="Only those after this number.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Any:
    """List the events of a competition in their order; they are kept for a month.

    With `Accept: text/event-stream` or `application/x-ndjson` the answer is a stream: the events
    after `Last-Event-ID` or `after`, or without them the coming ones. It ends after five minutes;
    ask again with the number of the last event.
    """
    caller = caller_of(request)
    competition = find_competition(caller, pk)
    response.headers["Vary"] = "Accept"
    form = _form_of(request)
    if form is None:
        rows = list(events_after(competition.pk, after or 0)[:limit])
        last = rows[-1].number if rows else after or 0
        return {"items": event_documents(rows), "last": last}
    place = admit(
        None if caller.token is None else caller.token.pk,
        address_key(client_address(request)),
    )
    if place is None:
        raise TooManyRequestsError()
    return EventStream(
        competition.pk, after=_last_event_number(request, after), form=form, place=place
    )


def _form_of(request: HttpRequest) -> Form | None:
    """Return the kind of stream that is asked for; None for a list. HEAD gets a list's headers."""
    if request.META["REQUEST_METHOD"] != "GET":
        return None
    accept = request.headers.get("Accept", "")
    return next((form for name, form in FORMS.items() if name in accept), None)


def _last_event_number(request: HttpRequest, after: int | None) -> int | None:
    """Return the number of the last event that arrived."""
    header = request.headers.get("Last-Event-ID", "")
    is_number = header.isascii() and header.isdecimal() and len(header) < 11
    return min(int(header), LARGEST) if is_number else after
