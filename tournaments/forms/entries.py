"""Who enters, as players and organisers write them."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.forms import TidyField
from accounts.models import User
from accounts.names import validate_shown_name
from tournaments.services import Guest


class TeamForm(forms.Form):
    """How a pair wants to be called; by default by its players."""

    name = TidyField(
        label=_("Nombre de la pareja"),
        required=False,
        max_length=60,
        validators=[validate_shown_name],
    )


class GuestField(TidyField):
    """A player written down: a name, or `@` and the user name of an account."""

    def clean(self, value: Any) -> Guest:
        """Find the account that is meant, if one is."""
        written: str = super().clean(value)
        if not written.startswith("@"):
            return Guest(written)
        user = User.objects.filter(username__iexact=written[1:], is_active=True).first()
        if user is None:
            raise ValidationError(_("No hay ninguna cuenta con ese nombre."), code="unknown")
        return Guest(str(user), user)


class GuestsForm(TeamForm):
    """An entry by hand, of people with or without accounts."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: int) -> None:
        super().__init__(data, prefix="guests")
        self._keys = [f"player_{number}" for number in range(1, players + 1)]
        for number, key in enumerate(self._keys, start=1):
            label = _("Jugador") if players == 1 else _("Jugador %s") % number
            self.fields[key] = GuestField(
                label=label, max_length=40, validators=[validate_shown_name]
            )
        if players == 1:
            del self.fields["name"]
        self.order_fields(self._keys)

    def guests(self) -> list[Guest]:
        """Return who was written down."""
        return [self.cleaned_data[key] for key in self._keys]


class EntryForm(forms.Form):
    """Which entry is meant."""

    entry = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class WithdrawalForm(EntryForm):
    """Who leaves, and why."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])
