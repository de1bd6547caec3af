"""Events as documents of plain values, for webhooks and for the stream.

What happened is as it was stored; names are today's, and erased ones are gone.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.urls import reverse

from accounts.i18n.time_zones import iso_instant
from accounts.models import User
from tournaments.models import CompetitionEvent, Entry

Document = dict[str, Any]


def event_documents(events: Sequence[CompetitionEvent]) -> list[Document]:
    """Return events with their competition (prefetch it) and the names of who they are about."""
    names = dict(
        Entry.objects.filter(pk__in={each for event in events for each in _entries(event.data)})
        .order_by()
        .values_list("pk", "name")
    )
    accounts = User.objects.filter(
        pk__in={each for event in events for each in _users(event.data)},
        is_active=True,
        anonymised_at=None,
    )
    usernames = dict(accounts.order_by().values_list("pk", "username"))
    return [_document(event, names, usernames) for event in events]


def _document(
    event: CompetitionEvent, names: dict[int, str], usernames: dict[int, str]
) -> Document:
    competition = event.competition
    about = {
        "club": event.club.slug,
        "competition": competition
        and {
            "id": competition.pk,
            "name": competition.name,
            "page": reverse("competitions:competition", args=[competition.pk]),
        },
        "number": event.number,
    }
    return {
        "type": event.kind,
        "timestamp": iso_instant(event.at),
        "data": about | _named(event.data, names, usernames),
    }


def _named(data: Document, names: dict[int, str], usernames: dict[int, str]) -> Document:
    document = dict(data)
    document.pop("result", None)
    if "entries" in document:
        document["entries"] = [
            {"id": each["entry"], "name": names.get(each["entry"]), "state": each["state"]}
            for each in document["entries"]
        ]
    if "podium" in document:
        document["podium"] = [
            {"rank": each["rank"], "entry": each["entry"], "name": names.get(each["entry"])}
            for each in document["podium"]
        ]
    if "sides" in document:
        document["sides"] = [
            [{"id": entry, "name": names.get(entry)} for entry in side]
            for side in document["sides"]
        ]
    if "points" in document:
        document["points"] = [
            {
                "person": each["person"],
                "username": usernames.get(each["user"]),
                "points": each["points"],
                "reversal": each["reversal"],
            }
            for each in document["points"]
        ]
    return document


def _entries(data: Document) -> Iterator[int]:
    yield from (each["entry"] for each in data.get("entries", ()))
    yield from (each["entry"] for each in data.get("podium", ()))
    for side in data.get("sides", ()):
        yield from side


def _users(data: Document) -> Iterable[int]:
    return (each["user"] for each in data.get("points", ()) if each["user"] is not None)
