"""Forms for penalties and corrections, and for a club's list of penalties."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.formats.penalty_list import MOST
from tournaments.judging.forms import SIDES
from tournaments.models import PenaltyRule


class _OnASheet(forms.Form):
    """One decision, on which version of the sheet, and the id that makes it count once."""

    note = TidyField(required=False, max_length=200, validators=[validate_shown_name])
    seen_version = forms.IntegerField(min_value=0, max_value=2_000_000_000)
    action_id = forms.RegexField(r"^[\w-]{8,64}\Z")


class PenaltyForm(_OnASheet):
    """A line of the list against a side; points default to those of the line."""

    ident = forms.CharField(max_length=20)
    side = forms.TypedChoiceField(choices=SIDES, coerce=int)
    points = forms.IntegerField(min_value=0, max_value=MOST, required=False)
    noted = forms.IntegerField(min_value=0, max_value=99, required=False)


class CorrectionForm(_OnASheet):
    """The points of the current chico, corrected by a judge."""

    first = forms.IntegerField(min_value=0, max_value=99)
    second = forms.IntegerField(min_value=0, max_value=99)

    def clean(self) -> dict[str, Any]:
        """Read both figures as one score."""
        cleaned = dict(self.cleaned_data)
        first, second = cleaned.pop("first", None), cleaned.pop("second", None)
        return {**cleaned, "points": (first, second)}


class RuleForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """One line of a club's list."""

    name = TidyField(
        label=_("Irregularidad"), required=False, max_length=60, validators=[validate_shown_name]
    )
    points = forms.IntegerField(
        label=_("Tantos"),
        min_value=0,
        max_value=MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    is_on = forms.BooleanField(label=_("Se usa"), required=False)

    class Meta:
        model = PenaltyRule
        fields = ("name", "article", "effect", "points")

    def _post_clean(self) -> None:
        """Leave it to the service to make or change the row."""
