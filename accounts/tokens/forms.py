"""The form of a new API token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField


class TokenForm(forms.Form):
    """Name, scopes and lifetime of a token."""

    name = TidyField(
        label=_("Nombre"),
        max_length=40,
        validators=[validate_shown_name],
        help_text=_("Para qué es: el bot del grupo, la pantalla del bar."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Qué puede hacer"),
        choices=ApiToken.Scope,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Cuánto dura"),
        coerce=int,
        choices=((30, _("30 días")), (90, _("90 días")), (365, _("un año"))),
        initial=90,
    )
