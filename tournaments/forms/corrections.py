"""What an organiser says when taking a result back: why, and what is right instead."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.formats.chicos import Measure
from tournaments.forms.decisions import ReasonForm

AGAIN, RESULT = "again", "result"
Pair = tuple[int, int]


class CorrectionForm(ReasonForm):
    """Play it again, or the points that were right: a row per chico, as many as there may be."""

    then = forms.ChoiceField(
        label=_("Y ahora"),
        choices=[
            (AGAIN, _("Se juega de nuevo")),
            (RESULT, _("El resultado correcto es este")),
        ],
        initial=AGAIN,
        widget=forms.RadioSelect,
    )
    mark = forms.CharField(max_length=8, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, measure: Measure, with_cards: bool, by_boards: bool = False, **named: Any
    ) -> None:
        super().__init__(*args, **named)
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
        """Return what a form holds for who has typed the right result already."""
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
