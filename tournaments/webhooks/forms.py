"""The form of a new webhook."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.webhooks.services import CHOSEN
from truco_site.outbound import LONGEST_URL

CHOICES: Final = [(kind.value, kind.label) for kind in CHOSEN]


class WebhookForm(forms.Form):
    """An address, and which events are sent to it."""

    url = forms.CharField(
        label=_("Dirección"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=_("Empieza con https:// y la da el programa que recibe los avisos."),
    )
    kinds = forms.MultipleChoiceField(
        label=_("Qué se le avisa"),
        choices=CHOICES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Sin elegir nada, todo."),
    )
