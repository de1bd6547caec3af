"""The terms of a competition, as an organiser writes them."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.forms import TidyField
from accounts.models import Club
from accounts.names import validate_shown_name
from games import house_rules
from games.engine import PRESETS, RulesError
from games.house_rules import FURTHER, USUAL_FIRST, option_fields, read_rules
from tournaments.forms.wall_time import WallTimeField, no_such_hour
from tournaments.local_time import LocalTimeError, at_local
from tournaments.models import Competition
from tournaments.services import Terms

FARTHEST: Final = timedelta(days=366)
FEWEST, MOST = 2, 128

DEFAULTS: Final[Mapping[str, str]] = {
    "preset": "argentino",
    "seats": "2",
    "target": "15",
    "cap": "16",
    "best_of": "1",
    "turn_seconds": "30",
    "sit_down_minutes": "10",
    "seeding": Competition.Seeding.RATING.value,
    "public": "on",
}


class CompetitionForm(forms.Form):
    """The terms of a new cup. Options of the rules bear the names of the rulebook."""

    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), to_field_name="slug", empty_label=None
    )
    name = TidyField(label=_("Nombre"), max_length=80, validators=[validate_shown_name])
    preset = forms.ChoiceField(label=_("Reglamento"))
    cap = forms.IntegerField(
        label=_("Cupo"),
        min_value=FEWEST,
        max_value=MOST,
        help_text=_("De 2 a 128. Si no se llena, los mejores pasan libres la primera ronda."),
    )
    best_of = forms.TypedChoiceField(
        label=_("Cada partido"), coerce=int, choices=Competition.BestOf.choices
    )
    turn_seconds = forms.IntegerField(
        label=_("Segundos por turno"), min_value=15, max_value=120, help_text=_("De 15 a 120.")
    )
    sit_down_minutes = forms.IntegerField(
        label=_("Minutos para sentarse"),
        min_value=1,
        max_value=120,
        help_text=_("Desde que se llama al partido; después gana quien está."),
    )
    starts_at = WallTimeField(label=_("Comienzo"), required=False)
    seeding = forms.ChoiceField(label=_("Sorteo"), choices=Competition.Seeding.choices)
    presencial = forms.BooleanField(
        label=_("Presencial"),
        required=False,
        help_text=_("En un salón, con una misma conexión: igual se suman puntos."),
    )
    public = forms.BooleanField(
        label=_("Pública"), required=False, help_text=_("La ve todo el mundo, también sus mesas.")
    )

    field_order = ("club", "name", "preset", "seats", "target")

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        clubs: QuerySet[Club],
        now: datetime,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self._now = now
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (name, house_rules.preset(name)) for name in PRESETS
        ]
        self.fields.update(option_fields(self._preset()))
        self.order_fields(self.field_order)

    @property
    def usual_options(self) -> Iterator[forms.BoundField]:
        """The options tables of this preset choose among."""
        return (self[key] for key in USUAL_FIRST[self._preset()])

    @property
    def further_options(self) -> Iterator[forms.BoundField]:
        """All the others."""
        return (self[key] for key in FURTHER[self._preset()])

    def clean_starts_at(self) -> datetime | None:
        """Refuse the past and the far future, before any arithmetic could."""
        wall: datetime | None = self.cleaned_data["starts_at"]
        if wall and abs(wall - self._now.replace(tzinfo=None)) > FARTHEST:
            raise ValidationError(_("El comienzo tiene que ser dentro del año."), code="far")
        return wall

    def clean(self) -> dict[str, Any]:
        """Turn options into rules and the club's hour into an instant."""
        cleaned = self.cleaned_data
        self._read_rules(cleaned)
        self._refuse_twice(cleaned)
        if cleaned.get("starts_at") and cleaned.get("club"):
            self._read_start(cleaned)
        return cleaned

    def terms(self) -> Terms:
        """Return what the form says, as the service takes it."""
        names = Terms.__dataclass_fields__.keys() & self.cleaned_data.keys()
        return Terms(**{name: self.cleaned_data[name] for name in names})

    def _preset(self) -> str:
        asked = self.data.get("preset") if self.is_bound else self.initial.get("preset")
        return str(asked) if asked in PRESETS else DEFAULTS["preset"]

    def _read_rules(self, cleaned: dict[str, Any]) -> None:
        """Build the rules, once each of their options is a value on offer."""
        if any(key in self.errors for key in (*USUAL_FIRST[self._preset()], "preset")):
            return
        try:
            cleaned["rules"] = read_rules(self._preset(), cleaned)
        except RulesError as error:
            known = [key for key in error.keys if key in self.fields]
            self.add_error(known[0] if known else None, house_rules.clash(error.code))

    def _refuse_twice(self, cleaned: dict[str, Any]) -> None:
        """A second click, or a second organiser: the club has this competition already."""
        same = Competition.objects.filter(club=cleaned.get("club"), name=cleaned.get("name"))
        if same.exclude(state__in=Competition.OVER).exists():
            self.add_error("name", _("El club ya tiene una competencia abierta con ese nombre."))

    def _read_start(self, cleaned: dict[str, Any]) -> None:
        zone = cleaned["club"].zone
        try:
            start = at_local(cleaned["starts_at"], zone)
        except LocalTimeError as error:
            self.add_error("starts_at", no_such_hour(error.code, zone))
            return
        if start < self._now:
            self.add_error("starts_at", _("Esa hora ya pasó."))
        cleaned["starts_at"] = start
