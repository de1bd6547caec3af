"""Forms for marks of the scorer's page, and for conflicts."""

import re

from django import forms

from tournaments.formats.score_sheet import Close, Deal, Mark, Point, TimeUp, Undo

POINTS = re.compile(r"([01])\+([1-9][0-9]?)")
DEAL = re.compile(r"d([0-9])")
ACTION_ID = r"^[\w-]{8,64}\Z"
PLAIN: dict[str, Mark] = {"undo": Undo(), "close": Close(), "time": TimeUp()}


class MarkForm(forms.Form):
    """One tap: what, on which version of the sheet, and the id that makes it count once."""

    mark = forms.CharField(max_length=8)
    seen_version = forms.IntegerField(min_value=0, max_value=2_000_000_000)
    action_id = forms.RegexField(ACTION_ID)

    def clean_mark(self) -> Mark:
        """Read one tap."""
        if (mark := read_mark(self.cleaned_data["mark"])) is None:
            raise forms.ValidationError("", code="badly-written")
        return mark


def read_mark(text: str) -> Mark | None:
    """Read `0+2`, `d3` (that seat deals), `undo`, `close` or `time`; None if it is no mark."""
    if points := POINTS.fullmatch(text):
        return Point(int(points[1]), int(points[2]))
    if seat := DEAL.fullmatch(text):
        return Deal(int(seat[1]))
    return PLAIN.get(text)


class HeldForm(forms.Form):
    """Marks that found another sheet than they were made for, in their order: `id=0+2 id=undo`."""

    marks = forms.CharField(max_length=100_000)
    seen_version = forms.IntegerField(min_value=0, max_value=2_000_000_000)

    def clean_marks(self) -> list[tuple[str, Mark]]:
        """Read each with its id."""
        pairs = [each.partition("=")[::2] for each in self.cleaned_data["marks"].split()]
        read = [(name, mark) for name, text in pairs if (mark := read_mark(text)) is not None]
        if len(read) != len(pairs) or not all(re.match(ACTION_ID, name) for name, _mark in read):
            raise forms.ValidationError("", code="badly-written")
        return read
