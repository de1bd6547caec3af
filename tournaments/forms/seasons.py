"""A season of a club's leaderboards, as its organisers write it."""

from datetime import date
from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField
from tournaments.models import Season


class DateField(forms.DateField):
    """A day as a browser sends it."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **named: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], **named)


class SeasonForm(forms.Form):
    """Its name and its days."""

    name = TidyField(label=_("Nombre"), max_length=30, validators=[validate_shown_name])
    starts_on = DateField(label=_("Primer día"))
    ends_on = DateField(label=_("Último día"), required=False, help_text=_("Vacío: sigue abierta."))

    @classmethod
    def of(cls, season: Season) -> "SeasonForm":
        """Return the form that holds a season as it is."""
        return cls(initial=model_to_dict(season, cls.base_fields), prefix=str(season.pk))

    def clean(self) -> dict[str, Any]:
        """Refuse at once an end before its beginning."""
        given = dict(self.cleaned_data)
        starts_on, ends_on = given.get("starts_on"), given.get("ends_on")
        if isinstance(starts_on, date) and isinstance(ends_on, date) and ends_on < starts_on:
            self.add_error("ends_on", _("La temporada termina antes de empezar."))
        return given
