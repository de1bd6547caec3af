"""The tables of a room as an organiser writes them: how many, their names, where a match goes."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.values.names import validate_shown_name
from accounts.views.forms import TidyField
from tournaments.models import HallTable
from tournaments.services.hall.setting_up import MOST


class CountForm(forms.Form):
    """How many tables there are: they bear the numbers from one on."""

    count = forms.IntegerField(
        label=_("¿Cuántas mesas hay?"),
        min_value=0,
        max_value=MOST,
        help_text=_("Con 6 son de la 1 a la 6. Con 0 no se usan mesas."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class TablesForm(forms.Form):
    """What each table of a room is called, and whether a competition uses it."""

    def __init__(self, *args: Any, tables: Iterable[tuple[HallTable, bool]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._numbers: list[int] = []
        for table, is_used in tables:
            number = table.number
            self._numbers.append(number)
            self.fields[f"name-{number}"] = TidyField(
                label=_("Nombre de la mesa %(number)s") % {"number": number},
                max_length=20,
                required=False,
                initial=table.name,
                validators=[validate_shown_name],
            )
            self.fields[f"used-{number}"] = forms.BooleanField(
                label=_("Se usa"), required=False, initial=is_used
            )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Each table's number with its two fields."""
        return [(each, self[f"name-{each}"], self[f"used-{each}"]) for each in self._numbers]

    def chosen(self) -> tuple[dict[int, str], set[int]]:
        """Return the names by number, and the numbers of the tables to use."""
        names = {each: self.cleaned_data[f"name-{each}"] for each in self._numbers}
        return names, {each for each in self._numbers if self.cleaned_data[f"used-{each}"]}


class MoveForm(forms.Form):
    """A match, and where it goes: to a free table, or to that of another match, which changes."""

    match = forms.IntegerField(min_value=1, max_value=10**15)
    to = forms.RegexField(r"^(?:table|match)-[0-9]{1,15}$")

    def target(self) -> tuple[str, int]:
        """Return what was chosen, a table or a match, and its key."""
        kind, key = self.cleaned_data["to"].split("-")
        return kind, int(key)
