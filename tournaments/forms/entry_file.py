"""A list of entries as it is sent: a file, or its text pasted; and the same again, confirmed."""

import base64
import binascii
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from django import forms
from django.core import signing
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.entry_files import MAX_BYTES, FileError, Row
from tournaments.entry_files.columns import columns_of, roles_offered
from tournaments.models import Competition

A_DAY = 24 * 60 * 60
MOST_COLUMNS: Final = 64
LONGEST_CELL: Final = 400  # signs of a title
MOST_SENT: Final = 1536 * 1024  # signs of a file that its page sends along, to be read anew


class EntryFileForm(forms.Form):
    """A file of entries, or what somebody copied out of one."""

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
        """Return what was sent, no more of it than is ever read; FileError if it is nothing."""
        uploaded = self.files.get("file")
        if uploaded is not None:
            return bytes(uploaded.read(MAX_BYTES + 1))
        pasted = str(self.data.get("text", ""))
        if not pasted.strip():
            raise FileError("nothing-sent")
        return pasted.encode(errors="replace")


@dataclass(frozen=True)
class ColumnsSent:
    """What an organiser says that the columns under these titles are."""

    titles: tuple[str, ...]
    roles: tuple[str, ...]


def columns_sent(data: QueryDict, size: int) -> ColumnsSent | None:
    """Read the choice of a column's role for each title; None if none was sent.

    Raises FileError `no-players-column` if nobody's name would stand in any.
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
    """Return a file as a text that its page can send again; "" if it is too large for that."""
    text = base64.urlsafe_b64encode(zlib.compress(data)).decode()
    return text if len(text) <= MOST_SENT else ""


def unpacked(text: str) -> bytes:
    """Return the file of such a text, no more of it than is ever read.

    Raises FileError `nothing-sent` for another text.
    """
    try:
        found = base64.b64decode(text, altchars="-_", validate=True)
        return zlib.decompressobj().decompress(found, MAX_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise FileError("nothing-sent") from error


def sealed(competition: Competition, actor: User, rows: Sequence[Row]) -> str:
    """Return rows as a text that only their organiser can send back, for this competition."""
    told = [asdict(row) for row in rows]
    return signing.dumps(told, salt=_salt(competition, actor), compress=True)


def unsealed(competition: Competition, actor: User, text: str) -> list[Row] | None:
    """Return the rows of such a text; None if it is another one, changed or of another day."""
    try:
        told = signing.loads(text, salt=_salt(competition, actor), max_age=A_DAY)
    except signing.BadSignature:
        return None
    return [Row(**{**row, "players": tuple(row["players"]), "problems": ()}) for row in told]


def _salt(competition: Competition, actor: User) -> str:
    return f"entries:{competition.pk}:{actor.pk}"
