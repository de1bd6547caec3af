"""A date and an hour as people write them, and why there is no such hour."""

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.values.zones import city


class WallTimeField(forms.DateTimeField):
    """A date and an hour as a clock on the wall shows them: of which zone, the form knows."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """Read it without a zone."""
        if value in self.empty_values:
            return None
        try:
            read = datetime.fromisoformat(str(value).strip())
        except ValueError as error:
            raise ValidationError(_("No entendemos esa fecha y hora."), code="invalid") from error
        if read.tzinfo is not None:
            raise ValidationError(_("Va la hora del club, sin zona."), code="invalid")
        return read


def no_such_hour(code: str, zone: str) -> ValidationError:
    """Say why clocks in a zone do not show an hour once (`tournaments.forms.local_time`)."""
    told = {
        "non-existent": _("Ese día los relojes de %(city)s se adelantan y esa hora no existe."),
        "ambiguous": _("Ese día los relojes de %(city)s se atrasan y esa hora pasa dos veces."),
    }
    return ValidationError(told[code], code=code, params={"city": city(zone)})
