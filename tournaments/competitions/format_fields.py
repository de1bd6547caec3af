"""Form fields for format options and club matches, and their conversion to `FormatOptions`."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.common.form_fields import column, field_of
from tournaments.competitions.format_labels import DIVISIONS_LABEL, EMPTY_ROUNDS
from tournaments.competitions.table_labels import TIE_BREAK_NAMES
from tournaments.formats.catalogue import FORMATS, choices, open_for_a_time
from tournaments.formats.challenge_ladder import LADDER
from tournaments.formats.options import (
    DIVISIONS,
    LATE_ENTRIES,
    SWISS_ROUNDS,
    FormatOptions,
)
from tournaments.formats.tie_breaks import TieBreak

BY_MATCH, BY_BOARD = "match", "board"
COUNTED_FIRST: Final = ((BY_MATCH, _("los encuentros ganados")), (BY_BOARD, _("las mesas ganadas")))
USUAL: Final = ("2,2,2", "2,2,1", "2,1,1", "1,1,1", "3,2,1", "2,2,1,1")
"""Common board sizes: three pairs, two pairs and a single, and so on."""


def ordered(shape: FormatOptions, cleaned: Mapping[str, Any]) -> FormatOptions:
    """Put boards before matches in the tie-breaks, if the form asks for it and there is a table."""
    offered = FORMATS[shape.format].offered
    if cleaned.get("counted_first") != BY_BOARD or TieBreak.GAMES not in offered:
        return shape
    first = (str(TieBreak.GAMES), str(TieBreak.POINTS))
    rest = (name for name in shape.tie_breaks if name not in first)
    return replace(shape, tie_breaks=(*first, *rest))


def counted_first(shape: FormatOptions) -> str:
    """Return the `counted_first` value of a format's options."""
    return BY_BOARD if shape.tie_breaks[:1] == (str(TieBreak.GAMES),) else BY_MATCH


TIE_BREAK_FIELDS: Final = tuple(f"tie_break_{number}" for number in range(1, 6))
OPTIONAL: Final = {
    "currency",
    "fee_per",
    "talk",
    "reserves",
    "leaving",
    "byes",
    "bye_points",
    "late_points",
    "dealing",
    "best_next",
    "then_swiss",
    "finalists",
    "play_in",
    "layout",
    "losers",
    "promotion",
    "round_games",
    *(choice.name for choice in LADDER.choices),
}
"""Columns that take their default if the form is sent without them."""
ALWAYS: Final = (TieBreak.POINTS, TieBreak.LOT)  # first and last in every list


def choices_of(format_: str) -> tuple[str, ...]:
    """Return the names of the choices that a format offers, in the order of the form."""
    return tuple(choice.name for choice in FORMATS[format_].choices)


def every_choice() -> tuple[str, ...]:
    """Return the names of all choices that only some formats offer."""
    return tuple(choices())


def shape_fields(format_: str) -> dict[str, forms.Field]:
    fields = {name: form_field(name) for name in choices_of(format_)}
    if format_ in EMPTY_ROUNDS:
        fields[SWISS_ROUNDS.name].help_text = EMPTY_ROUNDS[format_]
    return fields | dict(_tie_break_fields(format_))


def show_tables(field: forms.Field, format_: str) -> None:
    """Limit the choice of table sizes to those of a format; validation still refuses the others."""
    assert isinstance(field.widget, forms.RadioSelect | forms.Select), "tables are chosen among"
    seats = {str(number) for number in FORMATS[format_].seats}
    choices = [choice for choice in field.widget.choices if choice[0] in seats]
    field.widget.choices = choices or field.widget.choices


def with_usual(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return form data after the format changed: values that fit it, and defaults for the rest."""
    format_ = data.get("format", "")
    return {**_usual(format_), **data} | _tie_breaks(format_, data) | _seats(format_, data)


def shape_values(shape: FormatOptions) -> dict[str, Any]:
    """Return the values of the form fields for a format's options."""
    settled = FORMATS[shape.format].settled(shape)
    own = {name: getattr(settled, name) for name in every_choice() if hasattr(settled, name)}
    order = (name for name in settled.tie_breaks if name not in ALWAYS)
    ranked = dict.fromkeys(TIE_BREAK_FIELDS, "") | dict(zip(TIE_BREAK_FIELDS, order, strict=False))
    return {"format": shape.format, **own, **ranked}


def read_shape(cleaned: Mapping[str, Any]) -> FormatOptions:
    """Return the format options of a cleaned form."""
    names = FormatOptions.__dataclass_fields__.keys() & cleaned.keys()
    chosen = {name: cleaned[name] for name in names if cleaned[name] not in (None, "")}
    order = tuple(cleaned[name] for name in TIE_BREAK_FIELDS if cleaned.get(name))
    if ALWAYS[0] in FORMATS[cleaned["format"]].tie_breaks[:1]:
        chosen["tie_breaks"] = (ALWAYS[0], *order, ALWAYS[1])
    shape = FormatOptions(**chosen)
    return ordered(shape, cleaned) if cleaned.get("boards") else shape


def as_sent(values: Mapping[str, Any]) -> dict[str, str]:
    """Return values as a browser sends them: without what is empty or not ticked.

    Empty tie-breaks stay: without them the usual ones would take their place.
    """
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if type(value) is int or value or (value == "" and name in TIE_BREAK_FIELDS)
    }


def _usual(format_: str) -> dict[str, str]:
    """Return the defaults of a format, as a browser sends them."""
    shape = (
        FORMATS[format_].settled(FormatOptions(format=format_))
        if format_ in FORMATS
        else FormatOptions(cycles=1)
    )
    values = {
        name: getattr(shape, name) if hasattr(shape, name) else column(name).get_default()
        for name in every_choice()
    }
    if format_ in open_for_a_time():
        values[LATE_ENTRIES.name] = True
    return as_sent(values)


def _seats(format_: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return a table size of the format if the form's size does not fit it."""
    fitting = [str(seats) for seats in FORMATS[format_].seats] if format_ in FORMATS else []
    return {} if not fitting or data.get("seats", "") in fitting else {"seats": fitting[0]}


def _offered(format_: str) -> tuple[TieBreak, ...]:
    return FORMATS[format_].offered if format_ in FORMATS else ()


def _tie_breaks(format_: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the default tie-breaks unless the format offers all of those in the form."""
    chosen = [data[name] for name in TIE_BREAK_FIELDS if data.get(name)]
    is_asked = any(name in data for name in TIE_BREAK_FIELDS)
    if is_asked and set(chosen) <= set(_offered(format_)):
        return {}
    usual = FORMATS[format_].tie_breaks if format_ in FORMATS else ()
    names = (str(name) for name in usual if name not in ALWAYS)
    return dict.fromkeys(TIE_BREAK_FIELDS, "") | dict(zip(TIE_BREAK_FIELDS, names, strict=False))


def _tie_break_fields(format_: str) -> Iterator[tuple[str, forms.Field]]:
    offered = [name for name in _offered(format_) if name not in (*ALWAYS, TieBreak.LADDER)]
    choices = [("", "—"), *((name.value, TIE_BREAK_NAMES[name]) for name in offered)]
    for number, name in enumerate(TIE_BREAK_FIELDS if offered else (), start=1):
        label = _("%(rank)s.º") % {"rank": number}
        yield name, forms.ChoiceField(label=label, choices=choices, required=False)


def form_field(name: str) -> forms.Field:
    """Return the form field of a setting or a choice. Divisions are stages, without a column."""
    if name == DIVISIONS.name:
        return forms.IntegerField(
            label=capfirst(DIVISIONS_LABEL),
            min_value=DIVISIONS.least,
            max_value=DIVISIONS.most,
        )
    otherwise: dict[str, Any] = {"required": False} if name in OPTIONAL else {}
    if name == "boards":  # `_further_terms.html` has the suggestions
        attributes = {"list": "usual-boards", "placeholder": USUAL[1]}
        otherwise["widget"] = forms.TextInput(attrs=attributes)
    field: forms.Field = field_of(name, **otherwise)
    return field
