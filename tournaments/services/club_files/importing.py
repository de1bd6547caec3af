"""Bringing a club's file in: all of it or nothing, as history that never counts."""

import hashlib
import json
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Club, Membership, User
from accounts.services.clubs import open_club
from accounts.services.refusals import RefusedError
from tournaments.models import PastEvent
from tournaments.services.club_files.reading import FileRefusedError, read_club
from tournaments.services.club_files.writing import Document, own_events

MOST: Final = 2000  # competitions that a club has brought along, of all files


def import_club(*, owner: User, data: bytes, now: datetime) -> tuple[Club, int]:
    """Import a file's competitions into the owner's club of that name, created if need be.

    Returns the club and how many came. Members are reported, not created: nobody joins a club
    without consent. Raises FileRefusedError.
    """
    return bring(owner=owner, document=read_club(data), now=now)


@transaction.atomic
def bring(*, owner: User, document: Document, now: datetime) -> tuple[Club, int]:
    """Bring in what was read of a file."""
    told = document["club"]
    found = Club.objects.select_for_update().filter(name=told["name"]).first()
    check_new(owner, found, document)
    if found is None:
        try:
            found = open_club(owner=owner, **told)
        except RefusedError as error:
            raise FileRefusedError(error.code, "club, name") from error
    events = [_event(found, each, now) for each in document["competitions"]]
    PastEvent.objects.bulk_create(events)
    return found, len(events)


def check_new(owner: User, club: Club | None, document: Document) -> None:
    """Refuse a file for a club (None: a new one) that is not the owner's or has something of it."""
    if club is not None and club.role_of(owner) != Membership.Role.OWNER:
        raise FileRefusedError("not-your-club", "club, name")
    digests = [digest_of(each) for each in document["competitions"]]
    known: set[str] = set()
    here: set[tuple[str, datetime | None]] = set()
    if club is not None:
        known |= set(club.past_events.filter(digest__in=digests).values_list("digest", flat=True))
        here |= set(own_events(club).values_list("name", "started_at"))
        if club.past_events.count() + len(digests) > MOST:
            raise FileRefusedError("too-many", "competitions")
    for number, told in enumerate(document["competitions"], start=1):
        digest = digests[number - 1]
        if digest in known or (told["name"], _instant(told["started_at"])) in here:
            raise FileRefusedError("already-here", f"competitions {number}")
        known.add(digest)


def digest_of(told: Document) -> str:
    """Return by what a competition of a file is known again, however the file was written."""
    text = json.dumps(told, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def champion_of(told: Document) -> str:
    """Return what a competition of a file says who won it, if it does."""
    number = told["champion"]
    return str(told["entries"][number - 1]["name"]) if number else ""


def _event(club: Club, told: Document, now: datetime) -> PastEvent:
    return PastEvent(
        club=club,
        document=told,
        imported_at=now,
        name=told["name"],
        finished_at=_instant(told["finished_at"]),
        champion=champion_of(told),
        entries=len(told["entries"]),
        matches=len(told["matches"]),
        digest=digest_of(told),
    )


def _instant(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None
