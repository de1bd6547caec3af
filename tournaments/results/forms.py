"""Forms for results: a correction with its reason, a row of the grid, a result by hand.

A row of the grid sends typed numbers, or a tap on the winner.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.form_fields import ReasonForm
from tournaments.formats.series import MatchUnit

SHOWN_IN_FORM = (
    "changed-meanwhile",
    "impossible-score",
    "series-open",
    "game-after-the-end",
    "level-at-the-bell",
    "reason-missing",
)
"""Refusals of a correction that its form shows; others have a page."""

AGAIN, RESULT = "again", "result"
Pair = tuple[int, int]


class CorrectionForm(ReasonForm):
    """Play it again, or the points that were right: a row per chico, as many as there may be."""

    then = forms.ChoiceField(
        label=gettext_lazy("Y ahora"),
        choices=[
            (AGAIN, gettext_lazy("Se juega de nuevo")),
            (RESULT, gettext_lazy("El resultado correcto es este")),
        ],
        initial=AGAIN,
        widget=forms.RadioSelect,
    )
    mark = forms.CharField(max_length=8, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        measure: MatchUnit,
        with_cards: bool,
        by_boards: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if with_cards and not by_boards:
            self.initial["then"] = RESULT  # papers are misread, tables are not
        self.fields["reason"].required = True
        self.fields["reason"].label = _("Motivo")
        self.fields["reason"].help_text = _("Queda a la vista de todos, con tu nombre.")
        if by_boards:  # each of which is corrected alone
            self.fields["then"].choices = [(AGAIN, _("Se juega de nuevo"))]  # type: ignore[attr-defined]
        rows = measure.best_of * (2 * measure.legs_to_win - 1)
        self.rows = range(0 if by_boards else rows)
        for row in self.rows:
            for side in (0, 1):
                self.fields[f"points_{row}_{side}"] = forms.IntegerField(
                    required=False, min_value=0, max_value=measure.target
                )

    @staticmethod
    def initial_of(games: Sequence[Pair]) -> dict[str, object]:
        """Return the initial form data for a user who has typed the right result already."""
        if not games:
            return {}
        points = {
            f"points_{row}_{side}": game[side] for row, game in enumerate(games) for side in (0, 1)
        }
        return {"then": RESULT, "reason": _("mal cargado"), **points}

    def clean(self) -> dict[str, Any]:
        """Ask for points where the right result is to be written, and for none elsewhere."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("then") == AGAIN and self._was_typed():
            raise ValidationError(
                _(
                    "Escribiste puntos, pero elegiste que se juega de nuevo. "
                    "Elegí «El resultado correcto es este», o borrá los puntos."
                ),
                code="points-unwanted",
            )
        if cleaned.get("then") == RESULT and not self.games() and not self.errors:
            raise ValidationError(_("Faltan los puntos de cada lado."), code="points-missing")
        return cleaned

    def games(self) -> list[Pair]:
        """Return the rows that were filled in; one with half of it missing counts as none."""
        pairs = (self._pair(row) for row in self.rows)
        return [(first, second) for first, second in pairs if None not in (first, second)]

    def pairs(self) -> list[tuple[forms.BoundField, ...]]:
        """Return the fields of each row, to be shown."""
        return [tuple(self[f"points_{row}_{side}"] for side in (0, 1)) for row in self.rows]

    def _was_typed(self) -> bool:
        return any(points is not None for row in self.rows for points in self._pair(row))

    def _pair(self, row: int) -> tuple[Any, Any]:
        first, second = (self.cleaned_data.get(f"points_{row}_{side}") for side in (0, 1))
        return first, second


MOST = 999
MAX_ECHOED = 8  # letters of what is no number
GAMES = r"^(?:\d{1,3}-\d{1,3}(?:,|\Z)){0,27}\Z"


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


class TapResultForm(forms.Form):
    """A result that is being told tap by tap: the games so far, who won the next, by how much.

    Whoever won `had` the target, unless the bell was quicker.
    """

    games = forms.RegexField(GAMES, required=False)
    won = forms.TypedChoiceField(choices=[("0", "0"), ("1", "1")], coerce=int, required=False)
    had = forms.IntegerField(min_value=1, max_value=MOST, required=False)
    lost = forms.IntegerField(min_value=0, max_value=MOST, required=False)

    def pairs(self, target: int = 0) -> list[Pair]:
        """Return the games so far, with the one whose last number was tapped."""
        games, won, lost = read_pairs(self.cleaned_data["games"]), self.winner(), self._lost
        if won is None or lost is None:
            return games
        had = self.had_by_winner() or target
        return [*games, (had, lost) if won == 0 else (lost, had)]

    def winner(self) -> int | None:
        """Return the tapped winner of the next game."""
        won = self.cleaned_data["won"]
        return None if won == "" else int(won)

    def had_by_winner(self) -> int | None:
        """Return how many points they won with, if that was asked for and tapped."""
        had: int | None = self.cleaned_data["had"]
        return had

    @property
    def asks(self) -> bool:
        """Whether a winner was chosen and the other side's points are missing."""
        return self.winner() is not None and self._lost is None

    @property
    def _lost(self) -> int | None:
        lost: int | None = self.cleaned_data["lost"]
        return lost


class GridTapForm(TapResultForm):
    """The row that is being filled in so."""

    row = forms.IntegerField(min_value=1, max_value=2**62)


def read_pairs(text: str) -> list[Pair]:
    """Parse games from the URL form `30-24,28-30`."""
    pairs = (pair.split("-") for pair in text.split(",") if pair)
    return [(int(first), int(second)) for first, second in pairs]


def write_pairs(games: Sequence[Pair]) -> str:
    """Write games as addresses and buttons hold them: `30-24,28-30`."""
    return ",".join(f"{first}-{second}" for first, second in games)


def game_numbers(measure: MatchUnit) -> range:
    """Count the games or chicos that a match may take at most."""
    return range(1, measure.best_of * (2 * measure.legs_to_win - 1) + 1)


def points_name(line: int, side: int) -> str:
    """Name the input of one number."""
    return f"game{line}-{side}"


class ResultForm(ReasonForm):
    """The final points of each game, a line per game or chico; empty lines do not count."""

    against = forms.RegexField(GAMES, required=False)  # what is written although a slip denies it

    def __init__(
        self, data: Any = None, *, measure: MatchUnit, sides: Sequence[str] = ("", "")
    ) -> None:
        super().__init__(data)
        self.measure = measure
        self.lines = game_numbers(measure)
        for line in self.lines:
            for side, name in enumerate(sides):
                self.fields[points_name(line, side)] = forms.RegexField(
                    r"^[0-9]{1,3}\Z", required=False, label=self._label(line, name)
                )

    def _label(self, line: int, side: str) -> str:
        if len(self.lines) == 1:
            return _("Tantos de %(side)s") % {"side": side}
        if self.measure.legs_to_win > 1:
            return _("Chico %(number)s, %(side)s") % {"number": line, "side": side}
        return _("Partida %(number)s, %(side)s") % {"number": line, "side": side}

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the inputs, line by line."""
        return [(self[points_name(line, 0)], self[points_name(line, 1)]) for line in self.lines]

    def clean(self) -> dict[str, Any]:
        """Gather the lines; one with a single number is not understood."""
        rows = [
            [self.cleaned_data.get(points_name(line, s), "") for s in (0, 1)] for line in self.lines
        ]
        if any(bool(first) != bool(second) for first, second in rows):
            raise forms.ValidationError("", code="badly-written")
        games = [(int(first), int(second)) for first, second in rows if first]
        against = read_pairs(self.cleaned_data.get("against", ""))
        return {
            "reason": self.cleaned_data.get("reason", ""),
            "games": games,
            "against": against,
        }
