"""Choices of a model in words, without translating all of them."""

from typing import Any

from django.db import models
from django.utils.encoding import force_str


class ChoiceLabels(models.Model):
    """A model whose `get_FIELD_display` translates the label of the value alone.

    Django's own builds a dictionary of all choices, and hashing a lazy label translates it: with
    the ten states of a competition that takes a millisecond a row.
    """

    class Meta:
        """Not a table."""

        abstract = True

    def _get_FIELD_display(self, field: Any) -> Any:  # noqa: N802  # named by Django
        value = getattr(self, field.attname)
        label = next((label for key, label in field.flatchoices if key == value), value)
        return force_str(label, strings_only=True)  # None stays None
