"""Forms for the times of matches, in a time zone that the form names."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.i18n.time_zones import short_date
from tournaments.common.form_fields import (
    FARTHEST,
    ReasonForm,
    WallTimeField,
    exact_instant,
)
from tournaments.models import Competition, Match, PlayingDay, Venue
from tournaments.models.venues import MOST_HOURS, validate_hours
from tournaments.schedule.day_settings import MOST_DAYS, venues_for
from tournaments.schedule.moves import Move

DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


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
    """The hour and the place that an organiser decides on, and why."""

    at = HourField(label=_("Día y hora"))
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=_("Lugar"), required=False, empty_label=_("sin lugar fijo")
    )

    field_order = ("at", "venue", "reason")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, match: Match, zone: str, now: datetime
    ) -> None:
        super().__init__(data, zone=zone, now=now)
        competition, field = match.competition, self.fields["venue"]
        assert isinstance(field, forms.ModelChoiceField)
        if competition is not None:
            field.queryset = venues_for(competition)
        field.initial = match.venue_id

    def terms(self) -> dict[str, Any]:
        """Return what the service takes."""
        venue = self.cleaned_data["venue"]
        terms = {name: self.cleaned_data[name] for name in ("at", "reason")}
        return terms | {"venue_id": venue and venue.pk}


class DaysForm(forms.Form):
    """Playing days to add: one, or several at an interval."""

    first = forms.DateField(label=_("Primer día"), widget=DATE)
    number = forms.IntegerField(
        label=_("Cuántos días"), min_value=1, max_value=MOST_DAYS, initial=1
    )
    every = forms.IntegerField(label=_("Cada cuántos días"), min_value=1, max_value=31, initial=7)
    hours = forms.CharField(
        label=_("Horas"),
        max_length=84,
        initial="20:30",
        validators=[validate_hours],
        help_text=_("Una, o varias separadas por comas: 20:30, 22:00."),
    )
    round_count = forms.IntegerField(
        label=_("Rondas cada día"), min_value=1, max_value=MOST_HOURS, initial=1
    )
    venue = forms.ModelChoiceField(
        Venue.objects.none(),
        label=_("Lugar"),
        required=False,
        empty_label=_("en la sede de quien es local"),
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["venue"].queryset = venues_for(competition)  # type: ignore[attr-defined]
        if (last := competition.playing_days.order_by("day").last()) is not None:
            self.initial.setdefault("hours", last.hours)


class HomesForm(forms.Form):
    """Where each entry is at home."""

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        venues = venues_for(competition)
        for entry in competition.entries.confirmed().order_by("name"):
            self.fields[f"home-{entry.pk}"] = forms.ModelChoiceField(
                venues,
                label=entry.name,
                required=False,
                empty_label=_("sin sede"),
                initial=entry.home_id,
            )

    def homes(self) -> dict[int, int | None]:
        """Return the primary key of each entry's venue."""
        return {
            int(name.removeprefix("home-")): venue and venue.pk
            for name, venue in self.cleaned_data.items()
        }


class MoveForm(ReasonForm):
    """Form of a move: the new day, and the rounds and later days that move along."""

    LATER, NOWHERE, ALONE = "later", "none", "alone"

    how = forms.ChoiceField(
        label=_("¿Adónde?"),
        choices=(
            (ALONE, _("A otro día, sola")),
            (LATER, _("A otro día, y lo de después corre igual")),
            (NOWHERE, _("Sin fecha, a convenir")),
        ),
        initial=ALONE,
        widget=forms.RadioSelect,
    )
    to = forms.DateField(label=_("Día nuevo"), required=False, widget=DATE)
    rounds = forms.TypedMultipleChoiceField(
        label=_("Qué se mueve"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Nada marcado: toda la fecha."),
    )

    field_order = ("how", "to", "rounds", "reason")

    def __init__(
        self, *args: Any, rounds: Sequence[tuple[int, str]], today: date, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.fields["reason"].label, self.fields["reason"].required = _("Motivo"), True
        if len(rounds) > 1:
            self.fields["rounds"].choices = rounds  # type: ignore[attr-defined]
        else:
            del self.fields["rounds"]

    def clean_to(self) -> date | None:
        """Refuse the past and the far away before any arithmetic could."""
        to: date | None = self.cleaned_data["to"]
        if to is not None and to < self.today:
            params = {"day": short_date(to, "l j M")}
            raise ValidationError(_("El %(day)s ya pasó.") % params, code="past")
        if to is not None and to > self.today + FARTHEST:
            raise ValidationError(_("Tiene que ser dentro del año."), code="far")
        return to

    def clean(self) -> dict[str, Any]:
        """Ask for a date where one is needed."""
        super().clean()
        has_no_day = self.cleaned_data.get("to") is None and "to" not in self.errors
        if self.cleaned_data.get("how") != self.NOWHERE and has_no_day:
            self.add_error("to", ValidationError(_("¿A qué día pasa?"), code="required"))
        return self.cleaned_data

    def move(self, day: PlayingDay) -> Move:
        """Return the move of a day that was asked for."""
        chosen = self.cleaned_data
        return Move(
            day,
            None if chosen["how"] == self.NOWHERE else chosen["to"],
            frozenset(chosen.get("rounds") or ()),
            with_later=chosen["how"] == self.LATER and not chosen.get("rounds"),
        )


class FirstDayForm(HoursForm):
    """The day and the hour at which a league begins."""

    starts_at = HourField(label=_("Primera fecha"))


class AnswerForm(forms.Form):
    """Which of the offered hours is taken."""

    proposal = forms.IntegerField(min_value=1, max_value=2**63 - 1)
