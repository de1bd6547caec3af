"""Bringing a club's file in: all of it or nothing, as history that never counts."""

from datetime import datetime

from django.db import transaction

from accounts.models import Club, Membership, User
from accounts.services.clubs import open_club
from accounts.services.refusals import RefusedError
from tournaments.models import PastEvent
from tournaments.services.club_files.reading import FileRefusedError, read_club
from tournaments.services.club_files.writing import Document, own_events


@transaction.atomic
def import_club(*, owner: User, data: bytes, now: datetime) -> tuple[Club, int]:
    """Bring a file's competitions to the owner's club of that name, which is opened if need be.

    Returns the club and how many came. Members are told of and not made: nobody joins a club
    without saying so. Raises FileRefusedError.
    """
    document = read_club(data)
    club = _club(owner, document["club"])
    known = [event.document for event in club.past_events.all()]
    here = {(each.name, each.started_at) for each in own_events(club)}
    for number, told in enumerate(document["competitions"], start=1):
        if told in known or (told["name"], _instant(told["started_at"])) in here:
            raise FileRefusedError("already-here", f"competitions {number}")
        known.append(told)
    PastEvent.objects.bulk_create(
        PastEvent(club=club, document=told, imported_at=now) for told in document["competitions"]
    )
    return club, len(document["competitions"])


def _club(owner: User, told: Document) -> Club:
    """Return the club, locked; another's is not written to."""
    found = Club.objects.select_for_update().filter(name=told["name"]).first()
    if found is None:
        try:
            return open_club(owner=owner, **told)
        except RefusedError as error:
            raise FileRefusedError(error.code, "club, name") from error
    if found.role_of(owner) != Membership.Role.OWNER:
        raise FileRefusedError("not-your-club", "club, name")
    return found


def _instant(told: str | None) -> datetime | None:
    return datetime.fromisoformat(told) if told else None
