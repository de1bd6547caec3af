"""Forms of a series: its terms, and the competitions that count in it."""

from typing import Any, ClassVar

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.i18n.time_zones import short_date
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models import Competition, Series
from tournaments.series.errors import SeriesBackwardsError
from tournaments.series.services import TERMS

OFFERED = 200  # competitions to choose among


def _day() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class SeriesForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """Terms of a series; unique names are left to the service, which locks the club."""

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
        }

    def clean(self) -> dict[str, Any]:
        """Refuse an end before the start."""
        given = self.cleaned_data
        first, last = given.get("starts_on"), given.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", SeriesBackwardsError.message)
        return given

    def validate_unique(self) -> None:
        """Do nothing: the form does not know the club."""

    def terms(self) -> dict[str, Any]:
        """Return the terms as the service takes them."""
        return {name: self.cleaned_data[name] for name in TERMS}


class CompetitionsForm(forms.Form):
    """The competitions of the club that count in a series."""

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


def offered_to(series: Series) -> QuerySet[Competition]:
    """Return the competitions that are in a series, and those of its days that are in none."""
    free = Q(series=None, final_of=None)
    if series.starts_on:
        free &= Q(starts_at=None) | Q(starts_at__date__gte=series.starts_on)
    if series.ends_on:
        free &= Q(starts_at=None) | Q(starts_at__date__lte=series.ends_on)
    own = Competition.objects.filter(club=series.club_id, rehearsal="")
    return own.filter(Q(series=series) | free).order_by("-created_at", "-pk")[:OFFERED]


def _label(competition: Competition) -> str:
    at = competition.started_at or competition.starts_at
    day = f"{short_date(at, 'j M Y')} · " if at else ""
    return f"{day}{competition} ({competition.get_state_display()})"
