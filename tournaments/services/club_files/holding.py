"""An owner's file on the club's page: taken along; looked at, and brought in once confirmed.

What is looked at is checked whole and waits for an hour, one file of each person; a yes brings in
what was checked, not what is sent again. What came and went stays written down (`ClubFile`).
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import Club, Membership, User
from games.services.refusals import RefusedError
from tournaments.models import ClubFile
from tournaments.services.club_files.importing import bring, champion_of, check_new, digest_of
from tournaments.services.club_files.reading import FileRefusedError, read_club
from tournaments.services.club_files.writing import (
    Document,
    as_text,
    club_document,
    own_events,
)
from truco_site.operation.security import note

MAX_BYTES: Final = 4 * 1024 * 1024  # what takes seconds to check; more is for the command
HELD_FOR: Final = timedelta(hours=1)
TAKEN_AN_HOUR: Final = 6  # of a club

State = ClubFile.State


@dataclass(frozen=True)
class Told:
    """What is shown of a competition before it is brought in."""

    name: str
    finished_at: datetime | None
    champion: str
    entries: int
    matches: int


@dataclass(frozen=True)
class Looked:
    """A file that may be brought in: which club it is for (None: a new one of that name)."""

    digest: str
    name: str
    club: Club | None
    members: int
    events: Sequence[Told]


def take(*, club: Club, by: User, now: datetime) -> str:
    """Return the club's file for its owner, and write down that it was taken.

    Raises RefusedError `not-owner`, `second-factor` or `too-many-files`.
    """
    may_have(club, by)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        lately = club.files.filter(state=State.TAKEN, at__gt=now - timedelta(hours=1))
        if lately.count() >= TAKEN_AN_HOUR:
            raise RefusedError("too-many-files")
        many = own_events(club).count() + club.past_events.count()
        _write_down(club, by, State.TAKEN, many, "", now)
    return as_text(club_document(club, now=now))


def may_have(club: Club, by: User) -> None:
    """Refuse who does not own the club, or is held back in it."""
    if club.role_of(by) != Membership.Role.OWNER:
        raise RefusedError("not-owner")
    if club.holds_back(by):
        raise RefusedError("second-factor")


def look_at(*, by: User, data: bytes, now: datetime) -> Looked:
    """Check a file and hold it for its person; nothing is brought. Raises FileRefusedError."""
    if len(data) > MAX_BYTES:
        raise FileRefusedError("too-large")
    document = read_club(data)
    club = Club.objects.filter(name=document["club"]["name"]).first()
    check_new(by, club, document)
    if club is not None:
        may_have(club, by)
    looked = Looked(
        digest=digest_of(document),
        name=document["club"]["name"],
        club=club,
        members=len(document["members"]),
        events=[_told(each) for each in document["competitions"]],
    )
    held = {
        "at": now,
        "club": club,
        "competitions": len(looked.events),
        "digest": looked.digest,
        "data": zlib.compress(json.dumps(document).encode()),
    }
    ClubFile.objects.update_or_create(by=by, state=State.HELD, defaults=held)
    return looked


@transaction.atomic
def bring_held(*, by: User, digest: str, now: datetime) -> tuple[Club, int]:
    """Bring in the file that its person looked at, if it is still that one.

    Raises RefusedError `file-gone`, or FileRefusedError where the club has changed since.
    """
    files = ClubFile.objects.select_for_update().filter(by=by, state=State.HELD, digest=digest)
    held = files.filter(at__gt=now - HELD_FOR).first()
    if held is None or held.data is None:
        raise RefusedError("file-gone")
    document = json.loads(zlib.decompress(held.data))
    if Club.objects.filter(name=document["club"]["name"]).first() != held.club:
        raise RefusedError("file-gone")  # it would go elsewhere than was shown
    if held.club is not None:
        may_have(held.club, by)
    club, many = bring(owner=by, document=document, now=now)
    held.delete()
    _write_down(club, by, State.BROUGHT, many, digest, now)
    return club, many


def forget_held(*, now: datetime) -> int:
    """Delete the files that nobody said yes to in time; return how many."""
    late = ClubFile.objects.filter(state=State.HELD, at__lte=now - HELD_FOR)
    return late.delete()[0]


def _write_down(
    club: Club, by: User, state: ClubFile.State, many: int, digest: str, now: datetime
) -> None:
    club.files.create(by=by, state=state, at=now, competitions=many, digest=digest)
    note(f"club-file-{state}", club=club.pk, user=by.pk, competitions=many)


def _told(told: Document) -> Told:
    ended = told["finished_at"]
    return Told(
        name=told["name"],
        finished_at=datetime.fromisoformat(ended) if ended else None,
        champion=champion_of(told),
        entries=len(told["entries"]),
        matches=len(told["matches"]),
    )
