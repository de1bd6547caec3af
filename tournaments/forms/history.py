"""What readers ask of a player's history, read from the address of the page."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.values.collation import fold
from games.house_rules import FAMILIES, family

ANY = ("", _("Todos"))
KINDS = (ANY, ("competition", _("De competencias")), ("casual", _("Mesas casuales")))
RESULTS = (ANY, ("won", _("Ganados")), ("lost", _("Perdidos")))


class DayField(forms.DateField):
    """A day as a browser sends it."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **named: Any) -> None:
        super().__init__(required=False, input_formats=["%Y-%m-%d"], **named)


class HistoryForm(forms.Form):
    """The filters of a history; all of them may be left open."""

    family = forms.ChoiceField(label=_("Reglamento"), required=False)
    kind = forms.ChoiceField(label=_("Partidos"), required=False, choices=KINDS)
    result = forms.ChoiceField(label=_("Resultado"), required=False, choices=RESULTS)
    rival = forms.CharField(label=_("Contra"), required=False, max_length=40)
    since = DayField(label=_("Desde"))
    until = DayField(label=_("Hasta"))
    before = forms.CharField(required=False, widget=forms.HiddenInput, max_length=80)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        families = [(name, family(name)) for name in FAMILIES]
        self.fields["family"].choices = [ANY, *families]  # type: ignore[attr-defined]

    def clean_rival(self) -> User | None:
        """Find who is meant: by user name, else by the name others see."""
        words = self.cleaned_data["rival"].strip().removeprefix("@")
        if not words:
            return None
        named = Q(username__iexact=words) | Q(display_name__fold=fold(words))
        known = list(
            User.objects.filter(named, anonymised_at=None, is_guest=False, is_link=False).order_by(
                "pk"
            )[:20]
        )
        exact = (user for user in known if user.username.lower() == words.lower())
        found = next(exact, known[0] if known else None)
        if found is None:
            raise ValidationError(_("No hay nadie con ese nombre."), code="unknown")
        return found

    def clean_since(self) -> datetime | None:
        """Return the instant at which that day begins for the reader."""
        return _begin(self.cleaned_data["since"])

    def clean_until(self) -> datetime | None:
        """Return the instant at which that day is over for the reader."""
        day = self.cleaned_data["until"]
        return _begin(day + timedelta(days=1)) if day and day < date.max else None

    def clean_before(self) -> tuple[datetime, int] | None:
        """Read the place from which on older matches are asked for."""
        at, _separator, match = self.cleaned_data["before"].partition("~")
        if not at and not match:
            return None
        try:
            instant, number = datetime.fromisoformat(at), int(match)
        except ValueError as error:
            raise ValidationError(_("Esa página no existe."), code="invalid") from error
        if timezone.is_naive(instant) or not 0 <= number < 2**63:
            raise ValidationError(_("Esa página no existe."), code="invalid")
        return instant, number


def _begin(day: date | None) -> datetime | None:
    if day is None or day.year < 1970:
        return None
    return timezone.make_aware(datetime.combine(day, time.min))
