"""Forms about the persons of a club, for its organisers."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models.people import NAME_LENGTH


class NameForm(forms.Form):
    """The name of a person, in its parts."""

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

    def __init__(self, *args: Any, has_account: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_account:  # its owner says what is shown
            del self.fields["hidden"]


def read_phone(text: str) -> str:
    """Return a phone number as `+5491155556666`; "" stays. Raises ValidationError."""
    digits = re.sub(r"[\s().-]", "", text)
    digits = f"+{digits[2:]}" if digits.startswith("00") else digits
    if digits and not re.fullmatch(r"\+[1-9][0-9]{7,14}", digits, re.ASCII):
        raise forms.ValidationError(_("Va con el código del país: +54 9 11 5555 6666."))
    return digits


class ContactForm(forms.Form):
    """Phone and e-mail of a person, who agrees that the club keeps them."""

    phone = TidyField(
        label=_("Teléfono"),
        required=False,
        max_length=30,
        help_text=_("Con el código del país: +54 9 11 5555 6666."),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    email = forms.EmailField(label=_("Correo"), required=False, max_length=254)
    agrees = forms.BooleanField(label=_("Me dio permiso para guardarlo"), required=False)

    def clean_phone(self) -> str:
        """Return the number without spaces."""
        return read_phone(self.cleaned_data["phone"])

    def clean(self) -> dict[str, Any]:
        """Store nothing without consent."""
        cleaned = self.cleaned_data
        if (cleaned.get("phone") or cleaned.get("email")) and not cleaned["agrees"]:
            self.add_error("agrees", _("Sin su permiso no se guarda."))
        return cleaned


class SplitForm(NameForm):
    """Which nights were another person's, and how that person is written."""

    nights = forms.TypedMultipleChoiceField(
        label=_("Sus noches"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, nights: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nights"].choices = nights  # type: ignore[attr-defined]


class ChosenNameForm(forms.Form):
    """A name without a person, and the person it belongs to; a new person if that is empty."""

    key = forms.CharField(max_length=2 * NAME_LENGTH)
    person = forms.IntegerField(required=False, min_value=1, max_value=2**62)
