"""Form fields of what ends in a column: its words, its bounds and its choices stand there."""

from typing import Any

from django import forms
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator

from tournaments.services.competition.terms import column


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
