"""What organisers decide by hand, and why."""

from django import forms

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField


class ReasonForm(forms.Form):
    """Why somebody did what only organisers may."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


class WalkoverForm(ReasonForm):
    """Which side gets a match."""

    winner = forms.TypedChoiceField(choices=[("0", "0"), ("1", "1")], coerce=int)
