"""The form to repeat a competition."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names.collation import by_letters
from tournaments.common.form_fields import (
    FARTHEST,
    exact_instant,
    field_of,
)
from tournaments.models import Series
from tournaments.repeats.queries import Original, next_name, next_start


class RepeatForm(forms.Form):
    """Name and start of the new competition, its entries and its staff."""

    name = field_of("name")
    starts_at = field_of("starts_at")
    series = forms.ModelChoiceField(
        label=_("Circuito"), queryset=Series.objects.none(), empty_label="—", required=False
    )
    entries = forms.TypedMultipleChoiceField(
        label=_("Quiénes siguen"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )
    links = forms.TypedMultipleChoiceField(
        label=_("Enlaces sin cuenta"),
        widget=forms.CheckboxSelectMultiple,
        coerce=int,
        required=False,
        help_text=_("Son enlaces nuevos, con los mismos nombres: los ves apenas se crea."),
    )
    with_officials = forms.BooleanField(label=_("Los mismos jueces y anotadores"), required=False)

    def __init__(
        self, data: Mapping[str, Any] | None, *, original: Original, now: datetime
    ) -> None:
        competition = original.competition
        start = next_start(competition, now)
        initial = {
            "name": next_name(competition, start),
            "starts_at": start,
            "series": competition.series_id,
            "entries": [each.line.entry.pk for each in original.takes if each.came],
            "links": [link.pk for link in original.links],
            "with_officials": True,
        }
        super().__init__(data, initial=initial)
        self._zone, self._now = competition.club.zone, now
        self._add_choices(original)

    def _add_choices(self, original: Original) -> None:
        """Offer what the original has; a field without choices is left out."""
        choices = {
            "entries": [
                (each.line.entry.pk, each.names)
                for each in sorted(original.takes, key=lambda each: by_letters(each.names))
            ],
            "links": [
                (link.pk, f"{link.user} · {link.get_role_display()}") for link in original.links
            ],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.TypedMultipleChoiceField)
            field.choices = offered
            if not offered:
                del self.fields[name]
        if not original.officials:
            del self.fields["with_officials"]
        in_series = self.fields["series"]
        assert isinstance(in_series, forms.ModelChoiceField)
        in_series.queryset = Series.objects.filter(club=original.competition.club)
        if not in_series.queryset:
            del self.fields["series"]

    def clean_starts_at(self) -> datetime | None:
        """Refuse a start far away or in the past, or an hour that the clocks skip."""
        wall: datetime | None = self.cleaned_data["starts_at"]
        if wall is None:
            return None
        local_now = self._now.astimezone(ZoneInfo(self._zone)).replace(tzinfo=None)
        if abs(wall - local_now) > FARTHEST:
            raise ValidationError(_("El comienzo tiene que ser dentro del año."), code="far")
        at = exact_instant(wall, self._zone)
        if at < self._now:
            raise ValidationError(_("Esa hora ya pasó."), code="past")
        return at

    def terms(self) -> dict[str, Any]:
        """Return the keyword arguments of `repeat_competition`."""
        cleaned = self.cleaned_data
        series = cleaned.get("series")
        return {
            "name": cleaned["name"],
            "starts_at": cleaned["starts_at"],
            "entry_ids": cleaned.get("entries", []),
            "link_ids": cleaned.get("links", []),
            "with_officials": cleaned.get("with_officials", False),
            "series_id": series and series.pk,
        }
