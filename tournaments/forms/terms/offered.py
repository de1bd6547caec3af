"""What the forms of new competitions offer: presets in words, and the clubs of who asks."""

from collections.abc import Callable, Iterable

from django import forms
from django.db.models import QuerySet

from accounts.models import Club
from games import house_rules


def presets_of(names: Iterable[str]) -> Callable[[], list[tuple[str, str]]]:
    """Return what reads the choices of a field, in the language of each form."""
    return lambda: [(name, house_rules.preset(name)) for name in names]


def choose_among(form: forms.Form, clubs: QuerySet[Club]) -> None:
    """Let a form's `club` be one of these."""
    field = form.fields["club"]
    assert isinstance(field, forms.ModelChoiceField), "clubs are rows"
    field.queryset = clubs
