"""What scorers and organisers send of a board: its points, or who gets it."""

from typing import Any, Final

from django import forms

from tournaments.formats.boards import Given
from tournaments.formats.chicos import Measure
from tournaments.forms.decisions import ReasonForm
from tournaments.forms.scoring import ResultForm

SIDES: Final = [("0", "0"), ("1", "1"), ("none", "none")]


def _side(text: str) -> int | None:
    return None if text == "none" else int(text)


class BoardForm(ResultForm):
    """The points of one board: a line, or one for each of its chicos."""

    def __init__(
        self, data: Any = None, *, measure: Measure, number: int, sides: tuple[str, str] = ("", "")
    ) -> None:
        self.number = number
        super().__init__(data, measure=measure, sides=sides)
        self.auto_id = f"board{number}-%s"


class AwardForm(ReasonForm):
    """Which side gets a board to which the other did not come; neither, if nobody did."""

    side = forms.TypedChoiceField(choices=SIDES, coerce=_side, empty_value=None)


class BoardCorrectionForm(BoardForm):
    """How a board ended or who gets it, why, and what its writer saw fall with it."""

    side = forms.TypedChoiceField(
        choices=SIDES,
        coerce=lambda text: Given(_side(text)),
        required=False,
        empty_value=None,
    )
    mark = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Take the side that gets the board, else the points; keep what was seen beside them."""
        said = {name: self.cleaned_data.get(name, "") for name in ("reason", "mark")}
        return said | {"right": self.cleaned_data.get("side") or super().clean()["games"]}
