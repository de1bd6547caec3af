"""Form fields of what ends in a column: its words, its bounds and its choices stand there."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db.models import Field
from django.utils.translation import gettext_lazy as _

from accounts.i18n.time_zones import city
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models import Competition, Stage


def field_of(name: str, **otherwise: Any) -> Any:
    """Return the form field of a column. What is usual is the whole form's business."""
    found = column(name)
    arguments: dict[str, Any] = {"validators": [], "initial": None}
    for each in found.validators:
        match each:
            case MinValueValidator():
                arguments["min_value"] = each.limit_value
            case MaxValueValidator():
                arguments["max_value"] = each.limit_value
            case BaseValidator():
                continue  # the length, which every field takes along
            case _:
                arguments["validators"].append(each)
    field = found.formfield(**arguments | otherwise)
    assert isinstance(field, forms.Field), "every term can be written"
    return field


class ReasonForm(forms.Form):
    """Why somebody did what only organisers may."""

    reason = TidyField(required=False, max_length=200, validators=[validate_shown_name])


NEITHER = "neither"


def _side_of(value: str) -> int | None:
    return None if value == NEITHER else int(value)


class WalkoverForm(ReasonForm):
    """Which side gets a match, or neither."""

    winner = forms.TypedChoiceField(
        choices=[(value, value) for value in ("0", "1", NEITHER)], coerce=_side_of
    )


class LocalTimeError(ValueError):
    """No instant, or two of them, are called so; `code` says which."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def exact_instant(wall: datetime, zone: str) -> datetime:
    """Return the instant at which clocks in the zone show `wall`.

    Raises LocalTimeError `non-existent` when they skip it, `ambiguous` when they show it twice.
    """
    clock = ZoneInfo(zone)
    first, second = (wall.replace(tzinfo=clock, fold=fold) for fold in (0, 1))
    if first.astimezone(UTC).astimezone(clock).replace(tzinfo=None) != wall:
        raise LocalTimeError("non-existent")
    if first.utcoffset() != second.utcoffset():
        raise LocalTimeError("ambiguous")
    return first.astimezone(UTC)


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


def column(name: str) -> "Field[Any, Any]":
    """Return the column of a term, or of a choice of its format: it has bounds, words, default."""
    try:
        found = Competition._meta.get_field(name)
    except FieldDoesNotExist:
        found = Stage._meta.get_field(name)
    assert isinstance(found, Field)
    return found
