"""Shapes of events, of webhooks and of their deliveries."""

from typing import Final, Literal

from ninja import Field, Schema
from pydantic import JsonValue

from tournaments.api.schemas import Instant, Text
from tournaments.models import CompetitionEvent, WebhookDelivery
from tournaments.webhooks.services import CHOSEN
from truco_site.outbound import LONGEST_URL

Kind = CompetitionEvent.Kind
Wanted = Literal[
    "entry.added",
    "entry.withdrawn",
    "draw.published",
    "match.called",
    "match.decided",
    "result.revoked",
    "competition.finished",
    "points.awarded",
]


class EventCompetition(Schema):
    id: int
    name: str = Field(examples=["Copa de otoño"])
    page: str = Field(examples=["/competitions/7/"])


class EventData(Schema):
    club: str = Field(examples=["la-yunta"])
    competition: EventCompetition | None
    number: int | None = Field(
        description="Grows by one with each event of the competition.", examples=[12]
    )


class EventSide(Schema):
    id: int
    name: str | None = Field(description="Today's name; null if it is gone.")


class EventEntry(EventSide):
    state: str = Field(examples=["confirmed"])


class EntriesData(EventData):
    entries: list[EventEntry] = Field(description="The first 50 of those that came together.")
    count: int


class DrawData(EventData):
    stage: int
    group: int | None
    round: int


class MatchData(EventData):
    match: int
    state: str = Field(examples=["completed"])
    winner: int | None = Field(description="The index of a side.")
    match_number: int | None = None
    stage: int | None = None
    group: int | None = None
    round: int | None = None
    sides: list[list[EventSide]] = Field([], description="The entries of both sides.")


class CalledData(MatchData):
    table: int | None = Field(None, description="The number of the hall's table.")


class DecidedData(MatchData):
    games: list[list[int]] = Field([], examples=[[[30, 24]]])
    corrected: bool = Field(False, description="Whether it replaces a result taken back.")


class PodiumPlace(Schema):
    rank: int
    entry: int
    name: str | None


class FinishedData(EventData):
    podium: list[PodiumPlace]


class PointsLine(Schema):
    person: int | None
    username: str | None
    points: int
    reversal: bool = Field(description="Whether it takes back a line of a revoked result.")


class PointsData(EventData):
    match: int
    points: list[PointsLine]


DATA: Final[dict[Kind, tuple[type[EventData], str]]] = {
    Kind.ENTERED: (EntriesData, "Entries came; `state` says whether they have a place or wait."),
    Kind.LEFT: (EntriesData, "An entry left. One that was never drawn is gone with its name."),
    Kind.DRAWN: (DrawData, "A draw or the pairings of a round were published."),
    Kind.CALLED: (CalledData, "A match was called to its table."),
    Kind.DECIDED: (DecidedData, "A match has a result: played, written down, or by absence."),
    Kind.REVOKED: (MatchData, "A result was taken back; `winner` is the one that it had."),
    Kind.FINISHED: (FinishedData, "A competition ended, or its podium changed."),
    Kind.POINTS: (PointsData, "Points were entered in the ledger of the ranking."),
    Kind.TEST: (EventData, "An organiser sent a test."),
}
assert [kind.value for kind in CHOSEN] == list(Wanted.__args__)  # type: ignore[attr-defined]


class Event(Schema):
    """Something that happened; `data` depends on `type` (see the document's `webhooks`)."""

    type: str = Field(examples=["match.decided"])
    timestamp: Instant
    data: dict[str, JsonValue]


class EventList(Schema):
    items: list[Event]
    last: int = Field(description="The number of the newest event listed, to ask `after` it.")


class Webhook(Schema):
    id: int
    url: str = Field(examples=["https://example.org/truco"])
    events: list[str] = Field(description="The kinds of events; all if empty.")
    is_on: bool
    off_reason: str = Field(description="`by-hand`, `gone`, `failing`, `no-secret`, or empty.")
    failures: int = Field(description="Consecutive ones.")
    undelivered: int
    created_at: Instant


class WebhookWithSecret(Webhook):
    secret: str | None = Field(
        description="Shown in the first answer alone; null when the request is repeated.",
        examples=["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
    )


class NewWebhook(Schema):
    url: str = Field(max_length=LONGEST_URL, examples=["https://example.org/truco"])
    events: list[Wanted] = Field([], max_length=20, description="All kinds if empty.")


class WebhookChange(Schema):
    url: str | None = Field(None, max_length=LONGEST_URL)
    events: list[Wanted] | None = Field(None, max_length=20)
    is_on: bool | None = None


class Delivery(Schema):
    id: int
    event: str = Field(description="`webhook-id` of the message.", examples=["evt_71"])
    type: Text
    state: Literal["waiting", "acknowledged", "dead"]
    tries: int
    next_try_at: Instant | None
    tried_at: Instant | None
    status: int | None = Field(description="Of the last answer.")
    error: str = Field(description="`not-public`, `unknown-host`, `too-slow`, `broken`, or empty.")
    outcome: str = Field(description="The same in words.")


class Resending(Schema):
    deliveries: list[int] | None = Field(
        None, max_length=1000, description="Undelivered ones; all of them by default."
    )


class Resent(Schema):
    resent: int


assert {state.value for state in WebhookDelivery.State} == {"waiting", "acknowledged", "dead"}
