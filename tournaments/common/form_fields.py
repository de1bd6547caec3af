"""Shared form fields: model columns, reasons, walkovers, and times on a club's clock.

Labels, limits and choices come from the model column. A local time that a clock change skips or
repeats is rejected with a message.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db.models import DateTimeField, Field, TextField
from django.utils.translation import gettext_lazy as _

from accounts.i18n.time_zones import city
from accounts.names.validation import tidy, validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models import Competition, Stage

FARTHEST: Final = timedelta(days=366)
"""How far from now a time may be."""


def field_of(name: str, **otherwise: Any) -> Any:
    """Return the form field of a column. The form sets default values itself."""
    model_field = column(name)
    arguments: dict[str, Any] = {"validators": [], "initial": None}
    match model_field:
        case DateTimeField():
            arguments["form_class"] = WallTimeField
        case TextField(name="description"):
            arguments["form_class"] = ParagraphsField
        case TextField():
            arguments["form_class"] = LinesField
        case _ if validate_shown_name in model_field.validators:
            arguments["form_class"] = TidyField
    for each in model_field.validators:
        match each:
            case MinValueValidator():
                arguments["min_value"] = each.limit_value
            case MaxValueValidator():
                arguments["max_value"] = each.limit_value
            case BaseValidator():
                continue  # the length, which every field already checks
            case _:
                arguments["validators"].append(each)
    field = model_field.formfield(**arguments | otherwise)
    assert isinstance(field, forms.Field), "every term can be written"
    return field


class LinesField(forms.CharField):
    """Lines of text, each tidied; empty lines are dropped."""

    blank_lines = 0  # how many in a row are kept

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"widget": forms.Textarea(attrs={"rows": 3})})

    def to_python(self, value: Any) -> str:
        """Tidy each line."""
        lines = map(tidy, (super().to_python(value) or "").splitlines())
        return "\n".join(self._without_gaps(lines)).strip()

    def _without_gaps(self, lines: Iterable[str]) -> Iterator[str]:
        """Drop empty lines beyond `blank_lines` in a row."""
        gap = 0
        for line in lines:
            gap = 0 if line else gap + 1
            if gap <= self.blank_lines:
                yield line

    def validate(self, value: str) -> None:
        """Refuse characters in a line that names may not contain."""
        super().validate(value)
        for line in value.splitlines():
            validate_shown_name(line)


class ParagraphsField(LinesField):
    """Lines of text in paragraphs, which an empty line separates."""

    blank_lines = 1


class ReasonForm(forms.Form):
    """Reason for an action that only organisers may take."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


NEITHER = "neither"


def _side_of(value: str) -> int | None:
    return None if value == NEITHER else int(value)


class WalkoverForm(ReasonForm):
    """Form that awards a match to one side, or to neither."""

    winner = forms.TypedChoiceField(
        choices=[(value, value) for value in ("0", "1", NEITHER)], coerce=_side_of
    )


def exact_instant(wall: datetime, zone: str) -> datetime:
    """Return the instant at which clocks in the zone show `wall`.

    Raises ValidationError `non-existent` when they skip it, `ambiguous` when they show it twice.
    """
    clock = ZoneInfo(zone)
    first, second = (wall.replace(tzinfo=clock, fold=fold) for fold in (0, 1))
    place = {"city": city(zone)}
    if first.astimezone(UTC).astimezone(clock).replace(tzinfo=None) != wall:
        skipped = _("Ese día los relojes de %(city)s se adelantan y esa hora no existe.")
        raise ValidationError(skipped, code="non-existent", params=place)
    if first.utcoffset() != second.utcoffset():
        repeated = _("Ese día los relojes de %(city)s se atrasan y esa hora pasa dos veces.")
        raise ValidationError(repeated, code="ambiguous", params=place)
    return first.astimezone(UTC)


class WallTimeField(forms.DateTimeField):
    """Local date and time. The form knows the time zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        """Parse the value without a time zone."""
        if value in self.empty_values:
            return None
        try:
            read = datetime.fromisoformat(str(value).strip())
        except ValueError as error:
            raise ValidationError(_("No entendemos esa fecha y hora."), code="invalid") from error
        if read.tzinfo is not None:
            raise ValidationError(_("Va la hora del club, sin zona."), code="invalid")
        return read


def column(name: str) -> "Field[Any, Any]":
    """Return the column of a competition or of its stages, for its bounds, labels and default."""
    columns = (*Competition._meta.concrete_fields, *Stage._meta.concrete_fields)
    return next(each for each in columns if each.name == name)
