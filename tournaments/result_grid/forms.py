"""Forms of the grid of results: a row, typed or tapped, and an uploaded file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.series import MatchUnit
from tournaments.results.forms import (
    GAMES,
    MOST,
    Pair,
    TapResultForm,
    game_numbers,
    points_name,
    read_pairs,
)

MAX_ECHOED = 8  # letters of what is no number


@dataclass(frozen=True)
class ParsedRow:
    """A row as it was sent: whole games, and the winner of one whose other number is not known."""

    games: Sequence[Pair]
    won: int | None
    seen: int
    against: Sequence[Pair] = ()  # what is written although a slip says otherwise


class GridRowForm(forms.Form):
    """The points of each game or chico; `won` puts the target for a side, `lost` is the other's."""

    seen = forms.IntegerField(min_value=0, required=False)
    won = forms.TypedChoiceField(choices=[("0", "0"), ("1", "1")], coerce=int, required=False)
    lost = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    claimed = forms.RegexField(GAMES, required=False)  # what a slip said, to be accepted as it is
    against = forms.RegexField(GAMES, required=False)

    def __init__(self, data: Any, *, measure: MatchUnit) -> None:
        super().__init__(data)
        self.measure = measure
        self.lines = game_numbers(measure)
        for line in self.lines:
            for side in (0, 1):
                self.fields[points_name(line, side)] = forms.IntegerField(
                    min_value=0, max_value=MOST, required=False
                )

    def clean(self) -> dict[str, Any]:
        """Refuse a single number, unless a tap names its game's winner."""
        halves = [pair for pair in self._pairs() if (pair[0] is None) != (pair[1] is None)]
        won = self.cleaned_data.get("won", "")
        if len(halves) > 1 or (halves and (won == "" or halves[0][won] is not None)):
            raise forms.ValidationError("", code="badly-written")
        return self.cleaned_data

    @property
    def sent(self) -> list[tuple[str, str]]:
        """Return the raw text of the inputs, up to the last line with text."""
        lines = [(self._text(line, 0), self._text(line, 1)) for line in self.lines]
        while lines and not any(lines[-1]):
            lines.pop()
        return lines

    @property
    def no_number(self) -> str:
        """Return the first text sent where a number belongs; "" if there is none."""
        places = [(line, side) for line in self.lines for side in (0, 1)]
        wrong = (self._text(*place) for place in places if points_name(*place) in self.errors)
        return next(wrong, "")

    def typed(self) -> ParsedRow:
        """Return what was typed and tapped, in the order of the games."""
        won, lost = self.cleaned_data["won"], self.cleaned_data["lost"]
        seen, against = self.cleaned_data["seen"] or 0, read_pairs(self.cleaned_data["against"])
        if claimed := self.cleaned_data["claimed"]:
            return ParsedRow(read_pairs(claimed), None, seen, against)
        games: list[Pair] = []
        for first, second in self._pairs():
            if first is not None and second is not None:
                games.append((first, second))
            elif first is not None or second is not None:
                lost = first if first is not None else second
        if won != "" and lost is not None:
            games.append((self.measure.target, lost) if won == 0 else (lost, self.measure.target))
            won = ""
        return ParsedRow(games, None if won == "" else won, seen, against)

    def _text(self, line: int, side: int) -> str:
        return str(self.data.get(points_name(line, side), ""))[:MAX_ECHOED]

    def _pairs(self) -> list[tuple[int | None, int | None]]:
        get = self.cleaned_data.get
        return [(get(points_name(line, 0)), get(points_name(line, 1))) for line in self.lines]


class GridTapForm(TapResultForm):
    """A result that is told tap by tap, and its row."""

    row = forms.IntegerField(min_value=1, max_value=2**62)


class ResultFileForm(forms.Form):
    """One uploaded file, which `result_file.save_file` reads."""

    file = forms.FileField(label=_("Archivo CSV"), allow_empty_file=True)
