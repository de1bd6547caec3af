"""Forms for lists of entries: an uploaded file, its columns, or a pasted list with fixes."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from django import forms
from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.entry_import.columns import columns_of, roles_offered
from tournaments.entry_import.containers import MAX_BYTES
from tournaments.entry_import.line import continued
from tournaments.entry_import.pasted_list import with_line, with_more
from tournaments.entry_import.rows import FileError, Row
from tournaments.entry_import.warnings import ImportDraft, LineFix, PastedRow
from tournaments.models import Competition

A_DAY = 24 * 60 * 60
MOST_COLUMNS: Final = 64
LONGEST_CELL: Final = 400  # characters of a title
MOST_SENT: Final = 1536 * 1024  # characters of a file that the page sends back to be read again


class EntryFileForm(forms.Form):
    """A file of entries, or pasted text."""

    file = forms.FileField(
        label=_("Archivo: planilla, CSV, JSON o texto"), required=False, allow_empty_file=True
    )
    text = forms.CharField(
        label=_("O pegá la lista"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def data_sent(self) -> bytes:
        """Return the sent bytes, up to the size limit; raise FileError if there are none."""
        uploaded = self.files.get("file")
        if uploaded is not None:
            return bytes(uploaded.read(MAX_BYTES + 1))
        pasted = str(self.data.get("text", ""))
        if not pasted.strip():
            raise FileError("nothing-sent")
        return pasted.encode(errors="replace")


@dataclass(frozen=True)
class ColumnsSent:
    """An organiser's choice of roles for columns with these titles."""

    titles: tuple[str, ...]
    roles: tuple[str, ...]


def columns_sent(data: QueryDict, size: int) -> ColumnsSent | None:
    """Read the chosen role of each title; None if none was sent.

    Raises FileError `no-players-column` if no column would hold names.
    """
    if "role" not in data:
        return None
    titles = tuple(title[:LONGEST_CELL] for title in data.getlist("title")[:MOST_COLUMNS])
    offered = roles_offered(size)
    sent = data.getlist("role")[: len(titles)]
    roles = tuple(role if role in offered else "" for role in sent)
    roles += ("",) * (len(titles) - len(roles))
    if columns_of(roles, titles) is None:
        raise FileError("no-players-column", titles=titles)
    return ColumnsSent(titles, roles)


def packed(data: bytes) -> str:
    """Encode a file so that its page can send it back; "" if it is too large."""
    text = base64.urlsafe_b64encode(zlib.compress(data)).decode()
    return text if len(text) <= MOST_SENT else ""


def unpacked(text: str) -> bytes:
    """Decode a file that the page sent back, up to the size limit.

    Raises FileError `nothing-sent` for any other text.
    """
    try:
        compressed = base64.b64decode(text, altchars="-_", validate=True)
        return zlib.decompressobj().decompress(compressed, MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise FileError("nothing-sent") from error


def sealed(competition: Competition, actor: User, rows: Sequence[Row]) -> str:
    """Sign rows for this organiser and competition, so that the page can send them back."""
    salt = _salt(competition, actor)
    return signing.dumps([asdict(row) for row in rows], salt=salt, compress=True)


def unsealed(competition: Competition, actor: User, text: str) -> list[Row] | None:
    """Return signed rows; None if they were altered, have expired or belong to another user."""
    try:
        payload = signing.loads(text, salt=_salt(competition, actor), max_age=A_DAY)
    except signing.BadSignature:
        return None
    return [Row(**{**row, "players": tuple(row["players"]), "problems": ()}) for row in payload]


def _salt(competition: Competition, actor: User) -> str:
    return f"entries:{competition.pk}:{actor.pk}"


MOST: Final = 512  # decisions of a kind
DIGITS: Final = 18
DECISIONS: Final = ("taken", "others", "alone", "chosen")


class BadMendError(ValueError):
    """A correction that no button of the page sends."""


@dataclass(frozen=True)
class Sent:
    """A list, the texts typed at its odd lines, and whether a button corrected one."""

    pasted: ImportDraft
    typed: Mapping[str, str] = field(default_factory=dict)
    is_mended: bool = False


def read_sent(data: QueryDict, *, is_typing: bool) -> Sent:
    """Read a request. Typed texts are put into the list unless the user is still typing.

    Raises BadMendError.
    """
    newest = data.get("seen", "")
    pasted = ImportDraft(
        data.get("list", "").replace("\0", ""),
        seen=int(newest) if newest.isdecimal() and len(newest) <= DIGITS else 0,
        with_waiting="waiting" in data if "waiting_seen" in data else None,
        **{name: frozenset(data.getlist(name)[:MOST]) for name in DECISIONS},
    )
    typed = dict(zip(data.getlist("of"), map(str.strip, data.getlist("typed")), strict=False))
    if is_typing:
        return Sent(pasted, typed)
    for place, words in typed.items():
        if words:
            pasted = _with_typed(pasted, place, words)
    if "mend" in data:
        return Sent(_mended(pasted, str(data["mend"])), is_mended=True)
    return Sent(pasted)


def place_of(row: PastedRow, size: int) -> str:
    """Encode the line that a typed text belongs to, and how the text is inserted.

    The last item is 0 if the text replaces the line. Otherwise the text is added, and a single name
    may then be the name of a team of that size.
    """
    is_one = len(row.players) == 1
    after = (size if is_one else 1) if row.problem == "alone" else 0
    return json.dumps([row.line.number, row.line.written, after])


def mend_of(row: PastedRow, fix: LineFix) -> str:
    """Return the value of a fix's button."""
    mend = {
        "act": fix.act,
        "at": row.line.number,
        "of": row.line.written,
        "lines": fix.lines,
        "gone": fix.gone,
    }
    return json.dumps(mend, ensure_ascii=False)


def adding(line: str) -> str:
    """Return the value of the button that adds a regular."""
    return json.dumps({"act": "add", "lines": [line]}, ensure_ascii=False)


def taking(line: str) -> str:
    """Return the value of the button that takes a skipped line as a name."""
    return json.dumps({"act": "taken", "of": line}, ensure_ascii=False)


def _with_typed(pasted: ImportDraft, place: str, words: str) -> ImportDraft:
    match _loaded(place):
        case [int(number), str(written), int(size)]:
            line = continued(written, words, size) if size else words
            return replace(pasted, text=with_line(pasted.text, number, written, [line]))
    raise BadMendError


def _mended(pasted: ImportDraft, sent: str) -> ImportDraft:
    match _loaded(sent):
        case {"act": "add", "lines": [str(line)]}:
            return replace(pasted, text=with_more(pasted.text, line))
        case {"act": "taken", "of": str(written)}:
            return replace(pasted, taken=pasted.taken | {written})
        case {"act": "others", "of": str(written)}:
            return replace(pasted, others=pasted.others | {written})
        case {"act": "person", "lines": [str(choice)]}:
            return replace(pasted, chosen=pasted.chosen | {choice})
        case {"act": "alone", "of": str(written)}:
            return replace(pasted, alone=pasted.alone | {written})
        case {"act": "drop", "at": int(number), "of": str(written)}:
            return replace(pasted, text=with_line(pasted.text, number, written, []))
        case {
            "act": "replace" | "team",
            "at": int(at),
            "of": str(of),
            "lines": [*lines],
            "gone": str(gone),
        }:
            text = with_line(pasted.text, at, of, [str(line) for line in lines])
            text = with_line(text, 0, gone, []) if gone else text
            return replace(pasted, text=text)
    raise BadMendError


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMendError from error
