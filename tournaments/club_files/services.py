"""Export, preview and import of a club file.

An import is all or nothing. Imported history never counts for the ranking. A preview checks the
whole file and is kept for an hour, one per person; confirming imports the checked content, not a
new upload. Every export and import is recorded (`ClubFile`). The error messages for rejected
files name the place in the file.
"""

import hashlib
import json
import zlib
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.clubs.look import BAND, TEXT, ClubLook, dress_club, encode_logo
from accounts.clubs.services import open_club
from accounts.common.errors import RefusedError
from accounts.common.security_log import log_security_event
from accounts.models import Club, Membership, User
from tournaments.club_files.export import Document, as_text, club_document, own_events
from tournaments.club_files.reader import (
    COMPETITIONS,
    LOOK_FIELDS,
    SERIES,
    FileRefusedError,
    read_club,
)
from tournaments.models import ClubFile, PastEvent, PastSeries


class NotOwnerError(RefusedError):
    code = "not-owner"
    status = HTTPStatus.FORBIDDEN
    message = _("Solo el dueño del club puede hacer eso.")


class SecondFactorError(RefusedError):
    code = "second-factor"
    status = HTTPStatus.FORBIDDEN
    message = _(
        "Este club pide un segundo factor a quienes lo organizan. Activá uno y volvé: todo "
        "sigue como estaba."
    )


class FileGoneError(RefusedError):
    code = "file-gone"
    message = _("Ese archivo ya no espera: elegilo otra vez.")


class TooManyFilesError(RefusedError):
    code = "too-many-files"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _("El archivo del club ya se bajó varias veces: esperá una hora.")


def import_club(*, owner: User, data: bytes, now: datetime) -> tuple[Club, int]:
    """Import a file's competitions into the owner's club of that name.

    Creates the club if it does not exist. Returns the club and the number of competitions. Members
    are reported, not created: users join a club only with their consent. Raises FileRefusedError.
    """
    return import_document(owner=owner, document=read_club(data), now=now)


@transaction.atomic
def import_document(*, owner: User, document: Document, now: datetime) -> tuple[Club, int]:
    """Import a parsed and validated document."""
    fields = document["club"]
    club = Club.objects.select_for_update().filter(name=fields["name"]).first()
    check_new(owner, club, document)
    if club is None:
        try:
            club = open_club(owner=owner, **fields)
        except RefusedError as error:
            raise FileRefusedError(error.code, "club, name") from error
        if document.get("look"):
            club = dress_club(club_id=club.pk, by=owner, look=_look(document["look"]))
    events = [_event(club, each, now) for each in document["competitions"]]
    PastEvent.objects.bulk_create(events)
    PastSeries.objects.bulk_create(
        PastSeries(
            club=club,
            document=each,
            imported_at=now,
            name=each["name"],
            digest=digest_of(each),
        )
        for each in document["series"]
    )
    return club, len(events)


def _look(look: Document) -> ClubLook:
    """Return the look of a file; the host is the operator's to give."""
    logo = b64decode(look["logo"])
    return ClubLook(
        **{name: look[name] for name in LOOK_FIELDS},
        colour=look["colour"] or BAND,
        text_colour=look["text_colour"] or TEXT,
        logo=encode_logo(logo) if logo else None,
    )


def check_new(owner: User, club: Club | None, document: Document) -> None:
    """Refuse a document for another owner's club, or with what the club already has.

    `club` is None if the import creates it.
    """
    if club is not None and club.role_of(owner) != Membership.Role.OWNER:
        raise FileRefusedError("not-your-club", "club, name")
    digests = [digest_of(each) for each in document["competitions"]]
    known: set[str] = set()
    own: set[tuple[str, datetime | None]] = set()
    if club is not None:
        known |= set(club.past_events.filter(digest__in=digests).values_list("digest", flat=True))
        own |= set(own_events(club).values_list("name", "started_at"))
        if club.past_events.count() + len(digests) > COMPETITIONS:
            raise FileRefusedError("too-many", "competitions")
    for number, competition in enumerate(document["competitions"], start=1):
        digest = digests[number - 1]
        if digest in known or (competition["name"], _instant(competition["started_at"])) in own:
            raise FileRefusedError("already-here", f"competitions {number}")
        known.add(digest)
    series = [digest_of(each) for each in document["series"]]
    if club is not None:
        known |= set(club.past_series.filter(digest__in=series).values_list("digest", flat=True))
        if club.past_series.count() + len(series) > SERIES:
            raise FileRefusedError("too-many", "series")
    for number, digest in enumerate(series, start=1):
        if digest in known:
            raise FileRefusedError("already-here", f"series {number}")
        known.add(digest)


def digest_of(document: Document) -> str:
    """Return the digest that identifies a competition or series, however its file is written."""
    text = json.dumps(document, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def champion_of(document: Document) -> str:
    """Return the champion's name in an imported competition, or ""."""
    number = document["champion"]
    return str(document["entries"][number - 1]["name"]) if number else ""


def _event(club: Club, document: Document, now: datetime) -> PastEvent:
    return PastEvent(
        club=club,
        document=document,
        imported_at=now,
        name=document["name"],
        finished_at=_instant(document["finished_at"]),
        champion=champion_of(document),
        entries=len(document["entries"]),
        matches=len(document["matches"]),
        digest=digest_of(document),
    )


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


MAX_BYTES: Final = 4 * 1024 * 1024  # larger files take seconds to check: use the management command
HELD_FOR: Final = timedelta(hours=1)
TAKEN_AN_HOUR: Final = 6  # downloads of one club's file
State = ClubFile.State


@dataclass(frozen=True)
class ImportPreview:
    """Summary of a competition, shown before the import."""

    name: str
    finished_at: datetime | None
    champion: str
    entries: int
    matches: int


@dataclass(frozen=True)
class ClubFilePreview:
    """Checked file that can be imported. `club` is None if the import creates it."""

    digest: str
    name: str
    club: Club | None
    members: int
    events: Sequence[ImportPreview]
    series: Sequence[str]


def export_for_owner(*, club: Club, by: User, now: datetime) -> str:
    """Return the club's file for its owner, and log the download.

    Raises RefusedError `not-owner`, `second-factor` or `too-many-files`.
    """
    may_have(club, by)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        lately = club.files.filter(state=State.TAKEN, at__gt=now - timedelta(hours=1))
        if lately.count() >= TAKEN_AN_HOUR:
            raise TooManyFilesError()
        many = own_events(club).count() + club.past_events.count()
        _write_down(club, by, State.TAKEN, many, "", now)
    return as_text(club_document(club, now=now))


def may_have(club: Club, by: User) -> None:
    """Refuse users who do not own the club or lack the second factor it requires."""
    if club.role_of(by) != Membership.Role.OWNER:
        raise NotOwnerError()
    if club.holds_back(by):
        raise SecondFactorError()


def preview_file(*, by: User, data: bytes, now: datetime) -> ClubFilePreview:
    """Check a file and store it for the user to confirm. Raises FileRefusedError."""
    if len(data) > MAX_BYTES:
        raise FileRefusedError("too-large")
    document = read_club(data)
    club = Club.objects.filter(name=document["club"]["name"]).first()
    check_new(by, club, document)
    if club is not None:
        may_have(club, by)
    preview = ClubFilePreview(
        digest=digest_of(document),
        name=document["club"]["name"],
        club=club,
        members=len(document["members"]),
        events=[_preview_event(each) for each in document["competitions"]],
        series=[each["name"] for each in document["series"]],
    )
    fields = {
        "at": now,
        "club": club,
        "competitions": len(preview.events),
        "digest": preview.digest,
        "data": zlib.compress(json.dumps(document).encode()),
    }
    ClubFile.objects.update_or_create(by=by, state=State.HELD, defaults=fields)
    return preview


@transaction.atomic
def import_held_file(*, by: User, digest: str, now: datetime) -> tuple[Club, int]:
    """Import the file that the user has confirmed, if it is still the same.

    Raises RefusedError `file-gone`, or FileRefusedError if the club has changed since.
    """
    files = ClubFile.objects.select_for_update().filter(by=by, state=State.HELD, digest=digest)
    file = files.filter(at__gt=now - HELD_FOR).first()
    if file is None or file.data is None:
        raise FileGoneError()
    document = json.loads(zlib.decompress(file.data))
    if Club.objects.filter(name=document["club"]["name"]).first() != file.club:
        # the import would go to another club than the preview showed
        raise FileGoneError()
    if file.club is not None:
        may_have(file.club, by)
    club, many = import_document(owner=by, document=document, now=now)
    file.delete()
    _write_down(club, by, State.BROUGHT, many, digest, now)
    return club, many


def forget_held(*, now: datetime) -> int:
    """Delete the files that were not confirmed in time; return how many."""
    late = ClubFile.objects.filter(state=State.HELD, at__lte=now - HELD_FOR)
    return late.delete()[0]


def _write_down(
    club: Club, by: User, state: ClubFile.State, many: int, digest: str, now: datetime
) -> None:
    club.files.create(by=by, state=state, at=now, competitions=many, digest=digest)
    log_security_event(f"club-file-{state}", club=club.pk, user=by.pk, competitions=many)


def _preview_event(document: Document) -> ImportPreview:
    ended = document["finished_at"]
    return ImportPreview(
        name=document["name"],
        finished_at=datetime.fromisoformat(ended) if ended else None,
        champion=champion_of(document),
        entries=len(document["entries"]),
        matches=len(document["matches"]),
    )


FILES: Final[Mapping[str, str]] = {
    "nothing-sent": gettext_noop("Elegí el archivo del club."),
    "too-large": gettext_noop(
        "El archivo pasa de 4 MB: uno más grande lo trae quien administra el sitio."
    ),
    "too-often": gettext_noop("Probaste con muchos archivos seguidos: esperá una hora."),
    "not-json": gettext_noop("Eso no es el archivo de un club, o llegó cortado."),
    "not-a-club": gettext_noop("Eso no es el archivo de un club, o llegó cortado."),
    "other-version": gettext_noop("Es de otra versión del formato, que este sitio no conoce."),
    "already-here": gettext_noop("Una de sus competencias o circuitos ya está en el club."),
    "not-your-club": gettext_noop("Acá ese nombre es de un club que no es tuyo."),
    "name-taken": gettext_noop("Ya hay un club con ese nombre o uno muy parecido."),
    "too-many": gettext_noop("El club ya trajo tanto como se guarda."),
    "record": gettext_noop("El registro de una partida no cumple las reglas."),
    "keys": gettext_noop("Sobra un dato, o falta."),
    "trf-of-no-club": gettext_noop(
        "Un archivo TRF se trae desde la página del archivo de un club."
    ),
}
ANY_VALUE: Final = gettext_noop("Un dato no es como tiene que ser.")


def file_refusal(error: FileRefusedError) -> str:
    """Return the message for a rejected file."""
    return gettext(FILES.get(error.code, ANY_VALUE))
