"""A list of entries as it is sent: a file, or its text pasted; and the same again, confirmed."""

from collections.abc import Sequence
from dataclasses import asdict

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.entry_files import MAX_BYTES, FileError, Row
from tournaments.models import Competition

A_DAY = 24 * 60 * 60


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
