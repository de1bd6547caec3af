"""What scorers and organisers send of a board: its points, or who gets it."""

from typing import Any

from django import forms

from tournaments.formats.chicos import Measure
from tournaments.forms.decisions import ReasonForm
from tournaments.forms.scoring import ResultForm


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

    side = forms.TypedChoiceField(
        choices=[("0", "0"), ("1", "1"), ("none", "none")],
        coerce=lambda text: None if text == "none" else int(text),
        empty_value=None,
    )


class BoardCorrectionForm(BoardForm):
    """The right points of a board, why, and what its writer saw fall with it."""

    mark = forms.CharField(max_length=8, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Keep what was seen beside the points."""
        mark = self.cleaned_data.get("mark", "")
        return super().clean() | {"mark": mark}
