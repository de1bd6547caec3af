"""Forms about the persons of a club, for its organisers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models.people import NAME_LENGTH


class NameForm(forms.Form):
    """How a person is written."""

    name = TidyField(
        label=_("Cómo se escribe"), max_length=NAME_LENGTH, validators=[validate_shown_name]
    )


class PersonForm(NameForm):
    """Name, nickname and notes of a person, and whether the name is shown to everybody."""

    nickname = TidyField(
        label=_("Apodo"),
        required=False,
        max_length=30,
        validators=[validate_shown_name],
        help_text=_("Las listas pegadas también se entienden por el apodo."),
    )
    notes = TidyField(
        label=_("Notas"),
        required=False,
        max_length=400,
        validators=[validate_shown_name],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Solo las ve quien organiza."),
    )
    hidden = forms.BooleanField(
        label=_("No mostrar su nombre afuera"),
        required=False,
        help_text=_("En las páginas públicas quedan las iniciales."),
    )

    def __init__(self, *given: Any, has_account: bool, **named: Any) -> None:
        super().__init__(*given, **named)
        if has_account:  # its owner says what is shown
            del self.fields["hidden"]


class SplitForm(NameForm):
    """Which nights were another person's, and how that person is written."""

    nights = forms.TypedMultipleChoiceField(
        label=_("Sus noches"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *given: Any, nights: list[tuple[int, str]], **named: Any) -> None:
        super().__init__(*given, **named)
        self.fields["nights"].choices = nights  # type: ignore[attr-defined]


class ChosenNameForm(forms.Form):
    """A name without a person, and the person it belongs to; a new person if that is empty."""

    key = forms.CharField(max_length=2 * NAME_LENGTH)
    person = forms.IntegerField(required=False, min_value=1, max_value=2**62)
