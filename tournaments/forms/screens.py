"""What an organiser says to everybody, and the Wi-Fi for guests."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField
from tournaments.models.screens import LONGEST


class BulletinForm(forms.Form):
    """One bulletin: plain text."""

    text = TidyField(
        label=_("Qué les decís"),
        max_length=LONGEST,
        validators=[validate_shown_name],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Hasta 280 letras. Se ve en las páginas, en la pantalla y en los teléfonos."),
    )


def _shown(text: str) -> None:
    if not text.isprintable():
        raise ValidationError(_("El texto tiene signos invisibles o de control."), code="unseen")


class NetworkForm(forms.Form):
    """A network as it is: its name and its password may begin or end with a space."""

    name = forms.CharField(
        label=_("Nombre de la red"),
        max_length=32,
        strip=False,
        required=False,
        validators=[_shown],
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("Contraseña"),
        max_length=64,
        strip=False,
        required=False,
        validators=[_shown],
        help_text=_("Sin contraseña la red es abierta. Sin nombre no se muestra ninguna."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    is_hidden = forms.BooleanField(label=_("La red está oculta"), required=False)
    of_club = forms.BooleanField(label=_("Para todo lo del club, no solo hoy"), required=False)
