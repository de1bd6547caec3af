"""Forms for moderators: suspensions, names and hidden competitions."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, User
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models import Competition

LONGEST_REASON = 200


class PersonField(TidyField):
    """A user name field, with or without `@`; suspended users are accepted."""

    def clean(self, value: Any) -> User:
        """Find the account."""
        name: str = super().clean(value).removeprefix("@")
        people = User.objects.filter(is_robot=False, is_link=False, anonymised_at=None)
        user = people.filter(username__iexact=name).first()
        if user is None:
            raise ValidationError(_("No hay ninguna cuenta con ese nombre."), code="unknown")
        return user


class ReasonForm(forms.Form):
    """A reason, for the audit log."""

    reason = TidyField(
        label=_("Motivo"), max_length=LONGEST_REASON, validators=[validate_shown_name]
    )


class SuspensionForm(ReasonForm):
    """Who is kept out, and until when."""

    user = PersonField(label=_("Usuario"), max_length=31, validators=[validate_shown_name])
    until = forms.DateTimeField(
        label=_("Hasta"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Sin fecha, hasta que se levante."),
    )
    field_order = ("user", "until", "reason")


class PersonNameForm(ReasonForm):
    """A user and their new display name."""

    user = PersonField(label=_("Usuario"), max_length=31, validators=[validate_shown_name])
    name = TidyField(
        label=_("Nombre a la vista nuevo"), max_length=40, validators=[validate_shown_name]
    )
    field_order = ("user", "name", "reason")


class ClubNameForm(ReasonForm):
    """Which club is renamed, and how."""

    club = forms.ModelChoiceField(
        Club.objects.all(),
        label=_("Club"),
        to_field_name="slug",
        widget=forms.TextInput,
        help_text=_("Como en su dirección: club-del-bar."),
    )
    name = TidyField(label=_("Nombre nuevo"), max_length=60, validators=[validate_shown_name])
    field_order = ("club", "name", "reason")


class HidingForm(ReasonForm):
    """Which competition is hidden."""

    competition = forms.ModelChoiceField(
        Competition.objects.all(),
        label=_("Competencia"),
        widget=forms.NumberInput(attrs={"min": 1}),
        help_text=_("El número de su dirección."),
    )
    field_order = ("competition", "reason")


OF_SITE: Final[Mapping[str, type[ReasonForm]]] = {
    "suspend": SuspensionForm,
    "name": PersonNameForm,
    "club": ClubNameForm,
    "hide": HidingForm,
}
