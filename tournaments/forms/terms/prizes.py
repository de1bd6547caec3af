"""Prizes as people write them: one per line, from the first to the last."""

from typing import Any

from django import forms

from accounts.values.names import tidy, validate_shown_name


class PrizesField(forms.CharField):
    """Lines of text, each in its plain form; empty ones are left out."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs | {"widget": forms.Textarea(attrs={"rows": 3})})

    def to_python(self, value: Any) -> str:
        """Tidy each line."""
        lines = (super().to_python(value) or "").splitlines()
        return "\n".join(line for line in map(tidy, lines) if line)

    def validate(self, value: str) -> None:
        """Refuse in each line what no name may have."""
        super().validate(value)
        for line in value.splitlines():
            validate_shown_name(line)
