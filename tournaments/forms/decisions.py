"""What organisers decide by hand, and why."""

from django import forms

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField


class ReasonForm(forms.Form):
    """Why somebody did what only organisers may."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


NEITHER = "neither"


def _side_of(value: str) -> int | None:
    return None if value == NEITHER else int(value)


class WalkoverForm(ReasonForm):
    """Which side gets a match, or neither."""

    winner = forms.TypedChoiceField(
        choices=[(value, value) for value in ("0", "1", NEITHER)], coerce=_side_of
    )
