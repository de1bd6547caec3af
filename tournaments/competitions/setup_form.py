"""The form that sets up a competition: number of players, available time, preferred plan."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.names.validation import validate_unique_name
from accounts.profiles.forms import TidyField
from games.engine import USUAL, make_rules
from games.house_rules import OFFERED
from tournaments.common.form_fields import (
    FARTHEST,
    column,
    exact_instant,
    field_of,
)
from tournaments.competitions.forms import TablesField, choose_among, presets_of
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import default_start
from tournaments.formats.outline import rounded
from tournaments.formats.plans import EventSize, Plan, PlanKind, plans, seats_of

LEAGUE: Final = "league"
TIMES: Final = (
    ("60", _("1 h")),
    ("120", _("2 h")),
    ("240", _("4 h")),
    (LEAGUE, _("una liga")),
)
SIDES: Final = ("1", "2", "3")
QUESTIONS: Final = {"entries", "per_side", "time", "tables", "played_with"}
CARDS, SCREEN = "cards", "screen"
A_WHILE: Final = timedelta(hours=12)  # an event that has started can still be recorded
SETUP_DEFAULTS: Final[Mapping[str, str]] = {
    "entries": "16",
    "per_side": "2",
    "time": "240",
    "played_with": CARDS,
    "preset": OFFERED[0],
    "public": "on",
}


def targets_of(preset: str) -> tuple[int, int]:
    """Return the points of a long and of a short game of a preset."""
    usual = [int(target) for target in USUAL[preset]["target"]]
    return max(usual), min(usual)


class SetupForm(forms.Form):
    """The few questions that determine the plans. Each has a default answer."""

    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        empty_label=None,
        required=False,
    )
    club_name = TidyField(
        label=_("Tu club"),
        max_length=60,
        validators=[validate_unique_name],
        required=False,
        help_text=_("Se abre con la competencia. Vacío: lleva tu nombre."),
    )
    name = field_of("name")
    entries = field_of("cap")
    per_side = forms.ChoiceField(
        label=_("De a"), choices=[(side, side) for side in SIDES], widget=forms.RadioSelect
    )
    time = forms.ChoiceField(
        label=_("¿Cuánto tiempo hay?"), choices=TIMES, widget=forms.RadioSelect
    )
    tables = TablesField()
    starts_at = field_of("starts_at", label=_("Empieza"))
    plan = forms.ChoiceField(
        choices=[(kind.value, kind.value) for kind in PlanKind], required=False
    )
    played_with = forms.ChoiceField(
        label=_("Cómo se juega"),
        choices=((CARDS, _("con cartas de verdad")), (SCREEN, _("en pantalla"))),
        widget=forms.RadioSelect,
    )
    presencial = field_of("presencial", label=_("Presencial: todos en un mismo lugar"))
    preset = forms.ChoiceField(label=_("Reglamento"), choices=presets_of(OFFERED))
    public = field_of("public")

    def __init__(
        self, data: Mapping[str, Any], *, clubs: QuerySet[Club], zone: str, now: datetime
    ) -> None:
        super().__init__(data)
        self.clubs, self._zone, self._now = clubs, zone, now
        choose_among(self, clubs)
        self.full_clean()

    @property
    def players_per_side(self) -> int:
        """The number of players per side, or its default while unreadable."""
        return int(self.cleaned_data.get("per_side", SETUP_DEFAULTS["per_side"]))

    @property
    def gathering(self) -> EventSize | None:
        """Number of entries, time and tables; None while they are invalid."""
        if self.errors.keys() & QUESTIONS:
            return None
        time, is_on_screen = self.cleaned_data["time"], self.cleaned_data["played_with"] == SCREEN
        return EventSize(
            entries=self.cleaned_data["entries"],
            seats=2 * self.players_per_side,
            minutes=None if time == LEAGUE else int(time),
            turn_seconds=column("turn_seconds").get_default() if is_on_screen else None,
            tables=self.number_of_tables,
            targets=targets_of(self.cleaned_data.get("preset", SETUP_DEFAULTS["preset"])),
        )

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans that fit, once the questions are answered."""
        gathering = self.gathering
        return () if gathering is None else plans(gathering)

    @property
    def chosen(self) -> Plan | None:
        """The chosen plan if it still fits, else the first one."""
        plans, kind = self.plans, self.cleaned_data.get("plan")
        return next((plan for plan in plans if plan.kind == kind), next(iter(plans), None))

    @property
    def start(self) -> datetime:
        """The start in the club's local time."""
        return self.cleaned_data.get("starts_at") or default_start(self._now, self._zone)

    def clean_starts_at(self) -> datetime | None:
        """Refuse a start far away. An event that has started recently can still be recorded."""
        wall: datetime | None = self.cleaned_data["starts_at"]
        local_now = self._now.astimezone(ZoneInfo(self._zone)).replace(tzinfo=None)
        if wall and abs(wall - local_now) > FARTHEST:
            raise ValidationError(_("El comienzo tiene que ser dentro del año."), code="far")
        if wall and local_now - wall > A_WHILE:
            raise ValidationError(_("Esa hora ya pasó."), code="past")
        return wall

    def clean(self) -> dict[str, Any]:
        """Check that the local start time exists."""
        cleaned = self.cleaned_data
        if wall := cleaned.get("starts_at"):
            try:
                cleaned["start"] = exact_instant(wall, self._zone)
            except ValidationError as error:
                self.add_error("starts_at", error)
        return cleaned

    def terms(self) -> CompetitionSettings:
        """Return the settings of a valid form, for the service."""
        cleaned, plan = self.cleaned_data, self.chosen
        assert plan is not None, "a valid form has plans"
        seats = seats_of(plan.shape, 2 * self.players_per_side)
        rules = {"seats": str(seats), "target": str(plan.target)}
        return CompetitionSettings(
            name=cleaned["name"],
            rules=make_rules(cleaned["preset"], rules),
            shape=plan.shape,
            cap=cleaned["entries"],
            with_cards=cleaned["played_with"] == CARDS,
            presencial=cleaned["presencial"] and cleaned["played_with"] == SCREEN,
            publishes_alone=cleaned["played_with"] != CARDS,
            starts_at=cleaned.get("start"),
            public=cleaned["public"],
            round_days=plan.round_days,
            available_minutes=self._available_minutes(plan),
            movers=plan.movers,
        )

    @property
    def number_of_tables(self) -> int | None:
        """The number of tables with real cards; None if it was not said."""
        return self.cleaned_data["tables"] if self.cleaned_data["played_with"] == CARDS else None

    def _available_minutes(self, plan: Plan) -> int | None:
        """Return the announced length: the time there is, or that of a plan that takes longer."""
        time = self.cleaned_data["time"]
        return None if time == LEAGUE else max(int(time), rounded(plan.minutes))
