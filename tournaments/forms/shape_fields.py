"""Form fields for what a format lets one choose, and the way back from a form to `Shape`."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Competition, Stage
from tournaments.services.competition.shape import (
    DEFAULT_CYCLES,
    DEFAULT_TIE_BREAKS,
    OFFERED_TIE_BREAKS,
    Shape,
)
from tournaments.wording.formats import TIE_BREAKS

Format = Stage.Format
TIE_BREAK_FIELDS: Final = tuple(f"tie_break_{number}" for number in range(1, 6))
ALWAYS: Final = (TieBreak.POINTS, TieBreak.LOT)  # the first and the last of every list
MOST_ROUNDS, MOST_GROUPS, MOST_QUALIFIERS, MOST_DIVISIONS = 32, 64, 16, 8
CYCLES: Final[tuple[tuple[int, Promise], ...]] = ((1, _("una vuelta")), (2, _("ida y vuelta")))

CHOSEN: Final[Mapping[str, tuple[str, ...]]] = {
    Format.SINGLE: ("final_best_of", "third_place"),
    Format.DOUBLE: ("grand_final", "final_best_of", "third_place"),
    Format.GROUPS: ("group_count", "qualifiers", "cycles", "final_best_of", "third_place"),
    Format.ROUND_ROBIN: ("cycles",),
    Format.SWISS: ("swiss_rounds", "late_entries"),
    Format.LEAGUE: ("cycles", "round_days", "divisions", "movers", "season"),
}
"""Per format, the choices it leaves, in the order in which they are asked."""

ALL: Final = (*dict.fromkeys(name for names in CHOSEN.values() for name in names),)
"""Every choice that only some formats leave."""


def shape_fields(format_: str) -> dict[str, forms.Field]:
    """Return the fields of one format."""
    fields = {name: _FIELDS[name]() for name in CHOSEN[format_]}
    return fields | dict(_tie_break_fields(format_))


def with_usual(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a form shows after another format was chosen: what fits it, else the usual."""
    format_ = data.get("format", "")
    usual = {
        "qualifiers": "2",
        "divisions": "1",
        "movers": "0",
        "cycles": str(DEFAULT_CYCLES.get(format_, 1)),
    }
    return {**usual, "grand_final": Stage.GrandFinal.RESET.value, **data} | _tie_breaks(
        format_, data
    )


def shape_values(shape: Shape) -> dict[str, Any]:
    """Return a shape as the form's fields."""
    own = {name: getattr(shape, name) for name in ALL if hasattr(shape, name)}
    order = (name for name in shape.ranked_by if name not in ALWAYS)
    ranked = dict.fromkeys(TIE_BREAK_FIELDS, "") | dict(zip(TIE_BREAK_FIELDS, order, strict=False))
    return {"format": shape.format, **own, "cycles": shape.cycles_played, **ranked}


def read_shape(cleaned: Mapping[str, Any]) -> Shape:
    """Return the shape a cleaned form stands for."""
    known = Shape.__dataclass_fields__.keys() & cleaned.keys()
    chosen = {name: cleaned[name] for name in known if cleaned[name] is not None}
    order = tuple(cleaned[name] for name in TIE_BREAK_FIELDS if cleaned.get(name))
    if OFFERED_TIE_BREAKS.get(cleaned["format"]):
        chosen["tie_breaks"] = (ALWAYS[0], *order, ALWAYS[1])
    return Shape(**chosen)


def _tie_breaks(format_: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the tie-breaks of the form as long as the format has them all, else its usual ones."""
    asked = [data[name] for name in TIE_BREAK_FIELDS if data.get(name)]
    is_asked = any(name in data for name in TIE_BREAK_FIELDS)
    if is_asked and set(asked) <= set(OFFERED_TIE_BREAKS.get(format_, ())):
        return {}
    usual = [name for name in DEFAULT_TIE_BREAKS.get(format_, ()) if name not in ALWAYS]
    return dict(zip(TIE_BREAK_FIELDS, map(str, usual), strict=False))


def _tie_break_fields(format_: str) -> Iterator[tuple[str, forms.Field]]:
    offered = [name for name in OFFERED_TIE_BREAKS.get(format_, ()) if name not in ALWAYS]
    choices = [("", "—"), *((name.value, TIE_BREAKS[name]) for name in offered)]
    for number, name in enumerate(TIE_BREAK_FIELDS if offered else (), start=1):
        yield name, forms.ChoiceField(label=f"{number}.º", choices=choices, required=False)


_FIELDS: Final[Mapping[str, Callable[[], forms.Field]]] = {
    "third_place": partial(
        forms.BooleanField, label=_("Partido por el tercer puesto"), required=False
    ),
    "final_best_of": partial(
        forms.TypedChoiceField,
        label=_("La final"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("como los demás partidos")), *Competition.BestOf.choices],
    ),
    "grand_final": partial(
        forms.ChoiceField, label=_("Gran final"), choices=Stage.GrandFinal.choices
    ),
    "cycles": partial(
        forms.TypedChoiceField, label=_("Todos contra todos"), coerce=int, choices=CYCLES
    ),
    "swiss_rounds": partial(
        forms.IntegerField,
        label=_("Rondas"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Vacío: las que hagan falta para que quede un solo invicto."),
    ),
    "late_entries": partial(
        forms.BooleanField,
        label=_("Inscripción tardía"),
        required=False,
        help_text=_("Se puede entrar hasta la mitad de las rondas."),
    ),
    "group_count": partial(
        forms.IntegerField,
        label=_("Grupos"),
        min_value=1,
        max_value=MOST_GROUPS,
        required=False,
        help_text=_("Vacío: de a cuatro, según cuántos se anoten."),
    ),
    "qualifiers": partial(
        forms.IntegerField,
        label=_("Pasan por grupo"),
        min_value=1,
        max_value=MOST_QUALIFIERS,
    ),
    "round_days": partial(
        forms.IntegerField,
        label=_("Días por fecha"),
        min_value=1,
        max_value=31,
        required=False,
        help_text=_("Vacío: se juega de corrido, una fecha tras otra."),
    ),
    "season": partial(
        TidyField,
        label=_("Temporada"),
        required=False,
        max_length=30,
        validators=[validate_shown_name],
    ),
    "divisions": partial(
        forms.IntegerField, label=_("Divisiones"), min_value=1, max_value=MOST_DIVISIONS
    ),
    "movers": partial(
        forms.IntegerField,
        label=_("Suben y bajan"),
        min_value=0,
        max_value=8,
        help_text=_("De una división a otra, al terminar la temporada."),
    ),
}
