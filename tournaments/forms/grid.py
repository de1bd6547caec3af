"""What a row of the grid of results sends: numbers that were typed, or a tap on who won."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from tournaments.formats.chicos import Measure

Pair = tuple[int, int]
MOST = 999
AS_SENT = 8  # letters of what is no number
GAMES = r"^(?:\d{1,3}-\d{1,3}(?:,|\Z)){0,9}\Z"


@dataclass(frozen=True)
class Typed:
    """A row as it was sent: whole games, and the winner of one whose other number is not known."""

    games: Sequence[Pair]
    won: int | None
    seen: int
    against: Sequence[Pair] = ()  # what is written although a slip says otherwise


class RowForm(forms.Form):
    """The points of each game or chico; `won` puts the target for a side, `lost` is the other's."""

    seen = forms.IntegerField(min_value=0, required=False)
    won = forms.TypedChoiceField(choices=[("0", "0"), ("1", "1")], coerce=int, required=False)
    lost = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    claimed = forms.RegexField(GAMES, required=False)  # what a slip said, to be accepted as it is
    against = forms.RegexField(GAMES, required=False)

    def __init__(self, data: Any, *, measure: Measure) -> None:
        super().__init__(data)
        self.measure = measure
        self.lines = lines_of(measure)
        for line in self.lines:
            for side in (0, 1):
                self.fields[points_name(line, side)] = forms.IntegerField(
                    min_value=0, max_value=MOST, required=False
                )

    def clean(self) -> dict[str, Any]:
        """Refuse a number alone, unless a tap says who won against it."""
        halves = [pair for pair in self._pairs() if (pair[0] is None) != (pair[1] is None)]
        won = self.cleaned_data.get("won", "")
        if len(halves) > 1 or (halves and (won == "" or halves[0][won] is not None)):
            raise forms.ValidationError("", code="badly-written")
        return self.cleaned_data

    @property
    def sent(self) -> list[tuple[str, str]]:
        """What stood in the inputs, whatever it was, up to the last line that held anything."""
        lines = [(self._text(line, 0), self._text(line, 1)) for line in self.lines]
        while lines and not any(lines[-1]):
            lines.pop()
        return lines

    @property
    def no_number(self) -> str:
        """The first text sent where a number belongs; "" if there is none."""
        places = [(line, side) for line in self.lines for side in (0, 1)]
        wrong = (self._text(*place) for place in places if points_name(*place) in self.errors)
        return next(wrong, "")

    def typed(self) -> Typed:
        """Return what was typed and tapped, in the order of the games."""
        won, lost = self.cleaned_data["won"], self.cleaned_data["lost"]
        seen, against = self.cleaned_data["seen"] or 0, read_pairs(self.cleaned_data["against"])
        if claimed := self.cleaned_data["claimed"]:
            return Typed(read_pairs(claimed), None, seen, against)
        games: list[Pair] = []
        for first, second in self._pairs():
            if first is not None and second is not None:
                games.append((first, second))
            elif first is not None or second is not None:
                lost = first if first is not None else second
        if won != "" and lost is not None:
            games.append((self.measure.target, lost) if won == 0 else (lost, self.measure.target))
            won = ""
        return Typed(games, None if won == "" else won, seen, against)

    def _text(self, line: int, side: int) -> str:
        return str(self.data.get(points_name(line, side), ""))[:AS_SENT]

    def _pairs(self) -> list[tuple[int | None, int | None]]:
        get = self.cleaned_data.get
        return [(get(points_name(line, 0)), get(points_name(line, 1))) for line in self.lines]


class TappedForm(forms.Form):
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
        """Return who won the next one, once that was tapped."""
        won = self.cleaned_data["won"]
        return None if won == "" else int(won)

    def had_by_winner(self) -> int | None:
        """Return how many points they won with, if that was asked for and tapped."""
        had: int | None = self.cleaned_data["had"]
        return had

    @property
    def asks(self) -> bool:
        """Whether somebody won and the other side's points are still to be told."""
        return self.winner() is not None and self._lost is None

    @property
    def _lost(self) -> int | None:
        lost: int | None = self.cleaned_data["lost"]
        return lost


class AskedForm(TappedForm):
    """The row that is being filled in so."""

    row = forms.IntegerField(min_value=1, max_value=2**62)


def read_pairs(written: str) -> list[Pair]:
    """Read `30-24,28-30`."""
    pairs = (one.split("-") for one in written.split(",") if one)
    return [(int(first), int(second)) for first, second in pairs]


def write_pairs(games: Sequence[Pair]) -> str:
    """Write games as addresses and buttons hold them: `30-24,28-30`."""
    return ",".join(f"{first}-{second}" for first, second in games)


def lines_of(measure: Measure) -> range:
    """Count the games or chicos that a match may take at most."""
    return range(1, measure.best_of * (2 * measure.legs_to_win - 1) + 1)


def points_name(line: int, side: int) -> str:
    """Name the input of one number."""
    return f"game{line}-{side}"
