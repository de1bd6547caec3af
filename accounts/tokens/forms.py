"""The form of a new API token."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import ApiToken
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from accounts.tokens.services import LIVES


class TokenForm(forms.Form):
    """What a token is for, what it may do, and for how long."""

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
        choices=[(days, ngettext_lazy("%(days)s día", "%(days)s días", days)) for days in LIVES],
        initial=LIVES[1],
    )
