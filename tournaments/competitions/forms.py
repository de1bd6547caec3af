"""Forms to announce a competition. Their fields are the columns, in the sections named here.

`AnnouncementForm` holds the fields that affect no result and can change after the draw. Prizes
are written one per line, starting with the first place.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games import house_rules
from games.engine import OPTION_KEYS, RulesError
from games.house_rules import (
    FURTHER,
    OFFERED,
    USUAL_FIRST,
    is_offered,
    option_fields,
    read_rules,
)
from tournaments.common import errors
from tournaments.common.form_fields import (
    FARTHEST,
    column,
    exact_instant,
)
from tournaments.competitions.errors import NameTakenError
from tournaments.competitions.format_fields import (
    COUNTED_FIRST,
    OPTIONAL,
    TIE_BREAK_FIELDS,
    USUAL,
    as_sent,
    choices_of,
    counted_first,
    every_choice,
    form_field,
    read_shape,
    shape_fields,
    shape_values,
    show_tables,
)
from tournaments.competitions.format_labels import format_choices
from tournaments.competitions.settings import (
    SETTINGS,
    CompetitionSettings,
    changeable_after_draw,
)
from tournaments.formats import options as formats_options
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition
from tournaments.models.venues import MOST_TABLES


def presets_of(names: Iterable[str]) -> Callable[[], list[tuple[str, str]]]:
    """Return a callable that lists presets in the active language, for a field's choices."""
    return lambda: [(name, house_rules.preset(name)) for name in names]


def choose_among(form: forms.Form, clubs: QuerySet[Club]) -> None:
    """Limit a form's `club` field to these clubs."""
    field = form.fields["club"]
    assert isinstance(field, forms.ModelChoiceField), "clubs are rows"
    field.queryset = clubs


class AnnouncementForm(forms.Form):
    """The settings of a drawn competition that can still change.

    The `drawn` field distinguishes it from the form of all terms, which may have been opened before
    the draw.
    """

    drawn = forms.BooleanField(widget=forms.HiddenInput, initial=True)

    def __init__(self, data: Mapping[str, Any] | None = None, *, competition: Competition) -> None:
        names = changeable_after_draw(competition)
        super().__init__(data, initial={name: getattr(competition, name) for name in names})
        self.fields.update({name: form_field(name) for name in names})
        if "round_minutes" in names:  # a round without a clock has no bell
            self.fields["round_minutes"].required = True

    def clean(self) -> dict[str, Any]:
        """Keep the choices that were not sent."""
        for name in OPTIONAL & self.cleaned_data.keys():
            self.cleaned_data[name] = self.cleaned_data[name] or self.initial[name]
        return self.cleaned_data


COUNTED_BY: Final = {choice.name for choice in formats_options.COUNTING}
ALONE: Final = "alone"
BY_HAND: Final = "by-hand"
PUBLISHING: Final = (
    ("", _("como conviene: sola en el sitio, a mano con cartas de verdad")),
    (ALONE, _("por sí sola")),
    (BY_HAND, _("a mano, después de mirarla")),
)
HOURS: Final = ("starts_at", "transfers_until")
WRITTEN_LAST: Final = {"club", "name", *HOURS}
FORM_COLUMNS: Final = tuple(
    name for name in SETTINGS if name not in ("publishes_alone", *every_choice())
)
"""The columns that every competition has a field for; those of a format are its choices."""
SECTIONS: Final[Mapping[str, Sequence[str]]] = {
    "pace": ("turn_seconds bank_minutes sit_down_minutes", "talk"),
    "tables": ("tables available_minutes", "round_minutes", "presencial"),
    "boards": ("boards", "first_board_decides", "level_stands", "counted_first"),
    "entries": (
        "approval",
        "members_only",
        "skill_from skill_to",
        "names_unconfirmed",
        "seeding reserves",
        "transfers_until",
        "keep_apart",
        "publishing",
    ),
    "announcement": ("venue address", "description", "public"),
    "money": ("fee currency fee_per", "fee_includes", "prizes", "prize_shares"),
}
"""The rows of fields in each section of the form. The rest have a place of their own."""
PACE: Final = " ".join(SECTIONS["pace"]).split()


@dataclass(frozen=True)
class Section:
    """Rows of fields that are shown together."""

    rows: Sequence[Sequence[forms.BoundField]]

    @property
    def has_errors(self) -> bool:
        """Whether a field has an error, so that the section must be open."""
        return any(field.errors for row in self.rows for field in row)


class TablesField(forms.IntegerField):
    """The number of tables there are; with none every match has one."""

    def __init__(self) -> None:
        super().__init__(
            label=_("¿Cuántas mesas hay?"),
            min_value=1,
            max_value=MOST_TABLES,
            required=False,
            help_text=_("Vacío: una para cada partido. Con menos mesas dura más."),
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )


class CompetitionForm(forms.Form):
    """The terms of a competition. Rule options have the names used in the rulebook.

    The form has only the fields that its preset, its format and its tables leave open.
    """

    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), to_field_name="slug", empty_label=None
    )
    format = forms.ChoiceField(
        label=_("Formato"),
        choices=format_choices,
        widget=forms.RadioSelect,
        required=False,
    )
    preset = forms.ChoiceField(label=_("Reglamento"), choices=presets_of(OFFERED))
    counted_first = forms.ChoiceField(
        label=_("En la tabla cuenta primero"), choices=COUNTED_FIRST, required=False
    )
    tables = TablesField()
    publishing = forms.ChoiceField(
        label=_("Publicar cada ronda"),
        choices=PUBLISHING,
        required=False,
        help_text=_("A mano, antes la mirás en borrador y cambiás lo que haga falta."),
    )

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
        choose_among(self, clubs)
        self.fields.update({name: form_field(name) for name in FORM_COLUMNS})
        self.fields.update(option_fields(self.chosen))
        self.fields.update(shape_fields(self._format()))
        show_tables(self.fields["seats"], self._format())
        for name in PACE if self._written("with_cards") else ():
            del self.fields[name]

    @property
    def chosen(self) -> str:
        """The preset whose options the form has."""
        preset = self._written("preset")
        return preset if preset in OFFERED else DEFAULTS["preset"]

    @property
    def number_of_tables(self) -> int | None:
        """The number of tables with real cards; None if the field is empty."""
        cleaned = self.cleaned_data
        return cleaned.get("tables") if cleaned.get("with_cards") else None

    @property
    def sections(self) -> dict[str, Section]:
        """The sections of the form by name, with the fields that it has."""
        return {
            name: Section(
                [[self[field] for field in row.split() if field in self.fields] for row in rows]
            )
            for name, rows in SECTIONS.items()
        }

    @property
    def usual_options(self) -> Iterator[forms.BoundField]:
        """The options that tables of this preset usually choose."""
        return (self[key] for key in USUAL_FIRST[self.chosen])

    @property
    def further_options(self) -> Iterator[forms.BoundField]:
        preset = self.chosen
        keys = (key for key in FURTHER[preset] if is_offered(preset, key) or self[key].value())
        return (self[key] for key in keys)

    @property
    def choices(self) -> Iterator[forms.BoundField]:
        """The fields of the choices that this format offers, without the points of a match."""
        return (self[name] for name in choices_of(self._format()) if name not in COUNTED_BY)

    @property
    def counting(self) -> list[forms.BoundField]:
        """The fields of the points of a match; none for a bracket."""
        return [self[name] for name in choices_of(self._format()) if name in COUNTED_BY]

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The tie-break fields in order; none for a bracket."""
        return [self[name] for name in TIE_BREAK_FIELDS if name in self.fields]

    @property
    def kept_shape(self) -> Iterator[tuple[str, str]]:
        """Values of choices of other formats, kept for when that format is chosen again."""
        return self._values_of_absent_fields(*every_choice(), *TIE_BREAK_FIELDS)

    @property
    def kept_pace(self) -> Iterator[tuple[str, str]]:
        """Values of the fields for tables on the site, kept while real cards are chosen."""
        return self._values_of_absent_fields(*PACE)

    @property
    def usual_boards(self) -> tuple[str, ...]:
        """The suggested board sizes."""
        return USUAL

    def clean_format(self) -> str:
        """Default to a single knockout."""
        return self.cleaned_data["format"] or FormatOptions.format

    def clean_starts_at(self) -> datetime | None:
        """Refuse a start in the past or the far future, before any arithmetic on it."""
        return self._near("starts_at", str(_("El comienzo tiene que ser dentro del año.")))

    def clean_transfers_until(self) -> datetime | None:
        """Refuse the same for the end of transfers."""
        far = str(_("Las transferencias tienen que cerrar dentro del año."))
        return self._near("transfers_until", far)

    def clean(self) -> dict[str, Any]:
        """Build the rules, the shape and the instants, and check that they fit together."""
        cleaned = self.cleaned_data
        usual = ALONE if not cleaned.get("with_cards") else BY_HAND
        cleaned["publishes_alone"] = (cleaned.get("publishing") or usual) == ALONE
        self._read_rules(cleaned)
        self._read_shape(cleaned)
        self._refuse_misfits(cleaned)
        self._refuse_twice(cleaned)
        for name in HOURS:
            if cleaned.get(name) and cleaned.get("club"):
                self._read_hour(name, cleaned)
        return cleaned

    def terms(self) -> CompetitionSettings:
        """Return the settings for the service; what was left empty takes its default."""
        names = {"rules", "shape", *SETTINGS} & self.cleaned_data.keys()
        return CompetitionSettings(
            **{
                name: self.cleaned_data[name]
                for name in names
                if self.cleaned_data[name] not in (None, "")
            }
        )

    def proposed(self) -> CompetitionSettings | None:
        """Return the settings while the form is being filled in; None while they are invalid."""
        return self.terms() if self.errors.keys() <= WRITTEN_LAST else None

    def _values_of_absent_fields(self, *names: str) -> Iterator[tuple[str, str]]:
        for name in names:
            if name not in self.fields and self._written(name):
                yield name, self._written(name)

    def _written(self, name: str) -> str:
        """Return the current value of a field, even if this form does not have it."""
        value = (self.data if self.is_bound else self.initial).get(name)
        return "" if value in (None, False) else str(value)

    def _format(self) -> str:
        name = self._written("format")
        return name if name in FORMATS else FormatOptions.format

    def _read_rules(self, cleaned: dict[str, Any]) -> None:
        """Build the rules if all of their options are valid."""
        if any(key in self.errors for key in (*OPTION_KEYS, "preset")):
            return
        try:
            cleaned["rules"] = read_rules(self.chosen, cleaned)
        except RulesError as error:
            keys = [key for key in error.keys if key in self.fields]
            self.add_error(keys[0] if keys else None, house_rules.clash(error))

    def _read_shape(self, cleaned: dict[str, Any]) -> None:
        """Build the format options if all choices are valid."""
        read = {"format", "cap", *choices_of(self._format()), *TIE_BREAK_FIELDS}
        if not self.errors.keys() & read:
            cleaned["shape"] = read_shape(cleaned)

    def _refuse_misfits(self, cleaned: dict[str, Any]) -> None:
        """Report settings that do not fit together. The service checks them again."""
        if {"rules", "shape"} <= cleaned.keys():
            for name, code in self.terms().misfits():
                field = name if name in self.fields else TIE_BREAK_FIELDS[0]
                self.add_error(field, errors.refusal(code))

    def _refuse_twice(self, cleaned: dict[str, Any]) -> None:
        """Report a name that the club already uses. The service checks it again under a lock."""
        if {"club", "name"} <= cleaned.keys() and self._is_taken(cleaned["name"]):
            self.add_error("name", NameTakenError.message)

    def _is_taken(self, name: str) -> bool:
        competitions = Competition.objects.undecided_in(self.cleaned_data["club"])
        return competitions.filter(name=name).exists()

    def _near(self, name: str, far: str) -> datetime | None:
        wall: datetime | None = self.cleaned_data[name]
        is_new = name in self.changed_data
        if wall and is_new and abs(wall - self._now.replace(tzinfo=None)) > FARTHEST:
            raise ValidationError(far, code="far")
        return wall

    def _read_hour(self, name: str, cleaned: dict[str, Any]) -> None:
        zone = cleaned["club"].zone
        try:
            at = exact_instant(cleaned[name], zone)
        except ValidationError as error:
            self.add_error(name, error)
            return
        if at < self._now and name in self.changed_data:
            self.add_error(name, _("Esa hora ya pasó."))
        cleaned[name] = at


DEFAULTS: Final[Mapping[str, str]] = {
    "format": FormatOptions.format,
    "preset": "argentino",
    "seats": "2",
    "target": "15",
    **as_sent({name: column(name).get_default() for name in FORM_COLUMNS}),
}
"""The values of a new form, as a browser sends them."""


def form_values(terms: CompetitionSettings, zone: str) -> dict[str, Any]:
    """Return the values of all form fields, with local times of the zone."""
    rules = terms.rules
    usual = {key: rules.option(key) for key in USUAL_FIRST[rules.preset]}
    columns = {name: value for name, value in terms.columns().items() if name != "options"}
    by_itself = ALONE if terms.publishes_alone else BY_HAND
    return {
        **shape_values(terms.shape),
        **columns,
        **rules.options(),
        **usual,
        "counted_first": counted_first(terms.shape),
        "publishing": "" if terms.publishes_alone != terms.with_cards else by_itself,
        "starts_at": _on_the_wall(terms.starts_at, zone),
        "transfers_until": _on_the_wall(terms.transfers_until, zone),
    }


def _on_the_wall(at: datetime | None, zone: str) -> datetime | None:
    return at and at.astimezone(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
