"""Forms for the times of matches, in a time zone that the form names."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.common.form_fields import (
    FARTHEST,
    ReasonForm,
    WallTimeField,
    exact_instant,
)


class HourField(WallTimeField):
    """An hour in a zone that is set once it is known who reads the form."""

    zone: str
    now: datetime

    def clean(self, value: Any) -> datetime | None:
        """Return the instant; refuse the far away before any arithmetic could."""
        wall = super().clean(value)
        if wall is None:
            return None
        away = wall - self.now.replace(tzinfo=None)
        if away < -FARTHEST:
            raise ValidationError(_("Esa hora ya pasó."), code="past")
        if away > FARTHEST:
            raise ValidationError(_("Tiene que ser dentro del año."), code="far")
        return exact_instant(wall, self.zone)


class HoursForm(forms.Form):
    """A form whose hours are all of one zone."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, zone: str, now: datetime) -> None:
        super().__init__(data, auto_id="hour_%s")
        for field in self.fields.values():
            if isinstance(field, HourField):
                field.zone, field.now = zone, now


class ProposalForm(HoursForm):
    """Up to three hours that suit one side."""

    first = HourField(label=_("Un horario"))
    second = HourField(label=_("Otro"), required=False)
    third = HourField(label=_("Y otro"), required=False)

    def times(self) -> list[datetime]:
        """Return the hours that were written."""
        return [at for at in map(self.cleaned_data.get, self.fields) if at is not None]


class SetTimeForm(HoursForm, ReasonForm):
    """The hour that an organiser decides on, and why."""

    at = HourField(label=_("Día y hora"))

    field_order = ("at", "reason")


class FirstDayForm(HoursForm):
    """The day and the hour at which a league begins."""

    starts_at = HourField(label=_("Primera fecha"))


class AnswerForm(forms.Form):
    """Which of the offered hours is taken."""

    proposal = forms.IntegerField(min_value=1, max_value=2**63 - 1)
