"""Forms of a series: its terms, and the competitions that count in it."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.i18n.time_zones import short_date
from accounts.models import Club
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.formats.series_table import MOST_WEIGHT
from tournaments.models import Competition, Series
from tournaments.series.errors import (
    MoreCountedThanPlannedError,
    SeriesBackwardsError,
    SilverWithoutGoldError,
)
from tournaments.series.services import TERMS

OFFERED = 200  # competitions to choose among


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """Terms of a series; unique names are left to the service, which locks the owner."""

    name = TidyField(
        label=_("Nombre"),
        max_length=60,
        validators=[validate_shown_name],
        help_text=_("Por ejemplo: Los martes de 2026."),
    )

    class Meta:
        model = Series
        fields = TERMS
        widgets: ClassVar[dict[str, Any]] = {
            "starts_on": _day(),
            "ends_on": _day(),
            "scoring": forms.RadioSelect,
            "validity": forms.RadioSelect,
        }

    def clean(self) -> dict[str, Any]:
        """Refuse terms that do not fit together, at the field to change."""
        cleaned = self.cleaned_data
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", SeriesBackwardsError.message)
        counted, planned = cleaned.get("counted"), cleaned.get("planned")
        if counted and planned and counted > planned:
            self.add_error("counted", MoreCountedThanPlannedError.message)
        if cleaned.get("silver_finalists") and not cleaned.get("finalists"):
            self.add_error("silver_finalists", SilverWithoutGoldError.message)
        return cleaned

    def validate_unique(self) -> None:
        """Do nothing: the form does not know the owner."""

    def terms(self) -> dict[str, Any]:
        """Return the terms as the service takes them."""
        return {name: self.cleaned_data[name] for name in TERMS}


class CompetitionsForm(forms.Form):
    """The competitions that count in a series."""

    chosen = forms.TypedMultipleChoiceField(
        label=_("Cuentan"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )

    def __init__(self, data: Any = None, *, series: Series) -> None:
        self.offered = list(offered_to(series))
        inside = [each.pk for each in self.offered if each.series_id == series.pk]
        super().__init__(data, initial={"chosen": inside})
        field = self.fields["chosen"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(each.pk, _label(each)) for each in self.offered]


class EventForm(forms.Form):
    """The weight of a competition in a series, and the edition whose points it replaces."""

    weight = forms.IntegerField(label=_("Peso, en %"), min_value=1, max_value=MOST_WEIGHT)
    defends = forms.TypedChoiceField(
        label=_("Es la edición siguiente de"), coerce=int, required=False, empty_value=None
    )

    def __init__(
        self,
        data: Any = None,
        *,
        event: Competition,
        title: str,
        editions: Sequence[tuple[int, str]] | None,
    ) -> None:
        """Offer the finished `editions` that this one may replace; None if none lapses so."""
        initial = {"weight": event.series_weight, "defends": event.defends_id}
        super().__init__(data, initial=initial, prefix=f"e{event.pk}")
        self.event, self.title = event, title
        if editions is None:
            del self.fields["defends"]
        else:
            offered = [each for each in editions if each[0] != event.pk]
            self.fields["defends"].choices = [("", "—"), *offered]  # type: ignore[attr-defined]


def event_forms(series: Series, data: Any = None) -> list[EventForm]:
    """Return a form for each competition of a series, in the order they ended, coming ones last."""
    ended = F("finished_at").asc(nulls_last=True)
    events = list(series.competitions.select_related("club").order_by(ended, "starts_at", "pk"))
    titles = {each.pk: _label(each) for each in events}
    editions = None
    if series.validity == Series.Validity.EDITION:
        editions = [(each.pk, titles[each.pk]) for each in events if each.is_completed]
    return [
        EventForm(data, event=each, title=titles[each.pk], editions=editions) for each in events
    ]


class FinalForm(forms.Form):
    """Which final is made, and for a federation the club that holds it."""

    silver = forms.BooleanField(required=False, widget=forms.HiddenInput)
    host = forms.ModelChoiceField(
        label=_("Club sede"), queryset=Club.objects.none(), empty_label=None, required=False
    )

    def __init__(self, *args: Any, hosts: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["host"].queryset = hosts  # type: ignore[attr-defined]  # of rows


def offered_to(series: Series) -> QuerySet[Competition]:
    """Return the competitions that are in a series, and those of its days that are in none."""
    free = Q(series=None, final_of=None, silver_of=None)
    zone = ZoneInfo(series.owner.zone)
    if series.starts_on:
        begin = datetime.combine(series.starts_on, time.min, zone)
        free &= Q(starts_at=None) | Q(starts_at__gte=begin)
    if series.ends_on:
        end = datetime.combine(series.ends_on + timedelta(days=1), time.min, zone)
        free &= Q(starts_at=None) | Q(starts_at__lt=end)
    if series.federation is None:
        free &= Q(club=series.club_id)
    else:
        members = series.federation.affiliations.members().values("club")
        free &= Q(club__in=members, public=True)
    return (
        Competition.objects.filter(Q(series=series) | free, rehearsal="")
        .select_related("club")
        .order_by("-created_at", "-pk")[:OFFERED]
    )


def _label(competition: Competition) -> str:
    at = competition.started_at or competition.starts_at
    zone = ZoneInfo(competition.club.zone)
    day = f"{short_date(at.astimezone(zone), 'j M Y')} · " if at else ""
    return f"{day}{competition} · {competition.club} ({competition.get_state_display()})"
