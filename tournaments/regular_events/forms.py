"""The form of a regular event."""

from typing import Any, ClassVar

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from games.engine import USUAL
from games.house_rules import OFFERED, preset
from tournaments.models import RegularEvent


def _presets() -> list[tuple[str, str]]:
    return [(name, preset(name)) for name in OFFERED]


class RegularEventForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """What is held, when, and with how many robots at most; one against one, a short game."""

    preset = forms.ChoiceField(label=_("Reglamento"), choices=_presets)
    days = forms.MultipleChoiceField(
        label=_("Días"),
        choices=[(str(day), name) for day, name in WEEKDAYS.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=[str(day) for day in WEEKDAYS],
    )
    hour = forms.TimeField(
        label=_("Hora"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        initial="21:00",
    )

    class Meta:
        model = RegularEvent
        fields: ClassVar = ["kind", "name", "preset", "hour", "minutes", "robots_to"]
        widgets: ClassVar = {"kind": forms.RadioSelect}

    field_order = ("kind", "name", "preset", "days", "hour", "minutes", "robots_to")

    def clean(self) -> dict[str, Any]:
        """Store the days as digits, and the rules as preset and options."""
        cleaned = super().clean() or {}
        if not self.errors:
            self.instance.weekdays = "".join(sorted(cleaned["days"]))
            target = min(USUAL[cleaned["preset"]]["target"], key=int)
            self.instance.options = {"seats": "2", "target": target}
        return cleaned
