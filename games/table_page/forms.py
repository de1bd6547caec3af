"""Forms for the actions at a table, and for opening one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names.validation import confusable_skeleton, tidy
from accounts.profiles.forms import TidyField
from accounts.profiles.validators import validate_guest_name
from games.casual.forms import preset_choices
from games.engine import USUAL, RulesError
from games.house_rules import (
    FURTHER,
    OFFERED,
    USUAL_FIRST,
    clash,
    house_option,
    is_offered,
    is_played,
    option_fields,
    read_rules,
    seats_in,
)
from games.house_rules.labels import preset as preset_label
from games.live.messages import ACTION_ID, LONGEST_TOKEN, SEATS, VERSIONS
from games.play import time_bank
from games.robots.levels import RobotLevel

MANY: Final = 10
FEW: Final = 5
"""Of more than `MANY` usual options `FEW` stand before who plays; the others are behind *more*."""


class PlayForm(forms.Form):
    """One action: its token, the version it refers to, and its idempotency key."""

    token = forms.CharField(max_length=LONGEST_TOKEN)
    seen_version = forms.IntegerField(min_value=0, max_value=VERSIONS[-1])
    action_id = forms.RegexField(rf"\A{ACTION_ID}\Z")
    who = forms.IntegerField(required=False, min_value=0, max_value=SEATS[-1])  # on a shared device

    @property
    def action(self) -> dict[str, Any]:
        """The act of a valid form, without the seat that performs it."""
        return {key: value for key, value in self.cleaned_data.items() if key != "who"}


class HandForm(forms.Form):
    """The seat whose hand a shared device shows, and the version at which it was covered."""

    who = forms.IntegerField(min_value=0, max_value=SEATS[-1])
    seen_version = forms.IntegerField(min_value=0, max_value=VERSIONS[-1])


class SeatForm(forms.Form):
    seat = forms.IntegerField(min_value=0, max_value=SEATS[-1])


class SeatNameForm(forms.Form):
    """The name that a guest takes at a table, different from those of the others there."""

    name = TidyField(max_length=24, validators=[validate_guest_name])

    def __init__(self, data: Mapping[str, Any], others: Iterable[str]) -> None:
        super().__init__(data)
        self._others = others

    def clean_name(self) -> str:
        """Refuse a name that looks like that of another player at the table."""
        name: str = self.cleaned_data["name"]
        looks = confusable_skeleton(name)
        for other in self._others:
            if looks in (confusable_skeleton(other), confusable_skeleton(other.split()[0])):
                words = _("En esta mesa ya hay alguien que se llama así: elegí otro.")
                raise forms.ValidationError(words, code="at-table")
        return name


class RulesForm(forms.Form):
    """The rules of a table.

    Inputs have the names of the rulebook; empty means the preset's value.
    """

    FIRST = "argentino"

    preset = forms.ChoiceField(label=_("Reglamento"), choices=preset_choices)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        preset = data.get("preset") if data is not None else self.FIRST
        self.chosen = str(preset) if preset in OFFERED else self.FIRST
        self.fields["preset"].initial = self.FIRST
        self.fields.update(option_fields(self.chosen))

    @property
    def has_signs(self) -> bool:
        """Whether partners make señas at a table of these choices."""
        is_on = self.data.get("signals") or house_option(self.chosen, "signals")
        return is_played("signals", seats_in(self.chosen, self.data)) and is_on == "on"

    @property
    def usual_options(self) -> Iterator[forms.BoundField]:
        """The options that tables of this preset usually change; of many the first few."""
        return self._relevant_fields(self._usual)

    @property
    def further_options(self) -> Iterator[forms.BoundField]:
        """The options that tables of this preset rarely change, or that were too many."""
        return self._relevant_fields(self._further)

    @property
    def is_further_chosen(self) -> bool:
        """Whether one of the further options has another value than the house's."""
        values = ((key, self.data.get(key)) for key in self._further)
        return any(text and text != house_option(self.chosen, key) for key, text in values)

    @property
    def _usual(self) -> tuple[str, ...]:
        usual = USUAL_FIRST[self.chosen]
        return usual if len(usual) <= MANY else usual[:FEW]

    @property
    def _further(self) -> tuple[str, ...]:
        return USUAL_FIRST[self.chosen][len(self._usual) :] + FURTHER[self.chosen]

    def _relevant_fields(self, keys: Iterable[str]) -> Iterator[forms.BoundField]:
        """Yield the options that matter at a table of this size, or that the user has set."""
        seats = seats_in(self.chosen, self.data)
        return (self[key] for key in keys if self._matters(key, seats))

    def _matters(self, key: str, seats: int) -> bool:
        is_available = is_offered(self.chosen, key) or self.data.get(key)
        return bool((is_played(key, seats) and is_available) or self[key].errors)

    def clean(self) -> dict[str, Any]:
        """Convert the options into rules, or report the options that conflict."""
        cleaned = self.cleaned_data
        if not self.errors:
            try:
                cleaned["rules"] = read_rules(self.chosen, cleaned)
            except RulesError as error:
                self._blame(error)
        return cleaned

    def _blame(self, error: RulesError) -> None:
        keys = [key for key in error.keys if key in self.fields]
        self.add_error(keys[0] if keys else None, clash(error))


class PracticeForm(forms.Form):
    """The level of the robots at a practice table."""

    robot_level = forms.ChoiceField(
        label=_("Nivel de los robots"),
        choices=[
            (
                RobotLevel.APRENDIZ.value,
                _("aprendiz: sabe las reglas y se equivoca como quien aprende"),
            ),
            (RobotLevel.BOLICHE.value, _("de boliche: juega bien y no se arriesga")),
            (RobotLevel.TAHUR.value, _("tahúr: juega lo mejor que sabe, y miente")),
        ],
        initial=RobotLevel.BOLICHE.value,
        widget=forms.RadioSelect,
    )


class QuickPracticeForm(PracticeForm):
    """A practice table in one tap: a preset at its shortest usual target."""

    def __init__(self, preset: str) -> None:
        super().__init__()
        self.preset, self.target = preset, min(USUAL[preset]["target"], key=int)

    @property
    def game(self) -> str:
        """The name of the preset."""
        return preset_label(self.preset)


class OpenTableForm(PracticeForm, RulesForm):
    """A casual table: its rules, its players, and the time for a turn."""

    ROBOTS, PEOPLE, FRIENDS, TOGETHER = "robots", "people", "friends", "together"
    ANYBODY, NOBODY = "anybody", "nobody"

    company = forms.ChoiceField(
        label=_("Contra quién"),
        choices=[
            (ROBOTS, _("robots, para practicar")),
            (FRIENDS, _("amigos, con un enlace")),
            (PEOPLE, _("quien se siente")),
            (TOGETHER, _("dos en este teléfono")),
        ],
        initial=ROBOTS,
    )
    companion = forms.CharField(
        label=_("Nombre de la otra persona"),
        max_length=40,
        required=False,
        help_text=_("Se pasan el teléfono: cada cual ve solo sus cartas. No cuenta para nadie."),
    )
    watched = forms.ChoiceField(
        label=_("Quién puede mirar"),
        choices=[(ANYBODY, _("quien quiera, sin ver las manos")), (NOBODY, _("nadie"))],
        initial=ANYBODY,
    )
    competitive = forms.BooleanField(
        label=_("Por los puntos"),
        required=False,
        help_text=_("+20 quien gana, +5 quien pierde; contra robots no."),
    )
    caught = forms.ChoiceField(
        label=_("Las señas"),
        choices=[
            ("on", _("un rival que te mira a la cara las ve")),
            ("off", _("solo las ve el compañero")),
        ],
        initial="on",
        required=False,
    )
    turn_seconds = forms.IntegerField(
        label=_("Segundos por turno"), min_value=15, max_value=120, initial=60
    )
    bank_minutes = forms.IntegerField(
        label=_("Minutos para pensar por partida"),
        required=False,
        min_value=time_bank.FEWEST,
        max_value=time_bank.MOST,
        help_text=_("Cada jugador. Cuando se le acaban, sus turnos duran diez segundos."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, for_guest: bool = False, host: str = ""
    ) -> None:
        super().__init__(data)
        self._host = host
        if for_guest:
            del self.fields["competitive"]
        self.fields["companion"].required = self["company"].value() == self.TOGETHER

    def clean_companion(self) -> str:
        """Apply the rules for guests' names, and require a name different from the host's."""
        if self.cleaned_data.get("company") != self.TOGETHER:
            return ""
        name = tidy(self.cleaned_data["companion"])
        if confusable_skeleton(name) == confusable_skeleton(self._host):
            raise forms.ValidationError(_("Así te llamás vos: poné otro nombre."), code="own")
        validate_guest_name(name)
        return name
