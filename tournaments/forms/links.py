"""A link to score, judge or run a competition by, as an organiser asks for it."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField
from tournaments.models import Official
from tournaments.services.judging.links import LONGEST

ROLES = (
    (Official.Role.SCORER, _("tanteador: anota tantos y resultados")),
    (Official.Role.JUDGE, _("juez: además resuelve")),
    (Official.Role.DESK, _("mesa de control: lleva toda la competencia")),
)


class LinkForm(forms.Form):
    """What it is called in the log, what it may do, and for how long."""

    label = TidyField(
        label=_("Nombre"),
        max_length=40,
        validators=[validate_shown_name],
        help_text=_("Con este nombre queda anotado lo que se haga. Por ejemplo: Tanteador patio."),
    )
    role = forms.ChoiceField(label=_("Función"), choices=ROLES, widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("Días"),
        min_value=1,
        max_value=LONGEST.days,
        required=False,
        help_text=_("Vacío: sirve hasta el día después de la competencia."),
    )

    def terms(self) -> dict[str, Any]:
        """Return it as the service takes it."""
        given = self.cleaned_data
        life = timedelta(days=given["days"]) if given["days"] else None
        return {"label": given["label"], "role": given["role"], "life": life}
