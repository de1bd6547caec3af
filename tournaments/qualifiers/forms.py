"""The form that links a competition to a final, with the number of its qualifiers."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.format import MOST
from tournaments.models import Competition, Entry, Feeder, Pick
from tournaments.models.competitions import number_of

NUMBERED: Final = re.compile(r"/competitions/(\d{1,9})/")


class FeederForm(forms.Form):
    """One of the club's competitions, or another by its link, its code or its number."""

    source = forms.TypedChoiceField(
        label=_("De cuál pasan"), coerce=int, required=False, empty_value=None
    )
    other = forms.CharField(
        label=_("De otro club: su enlace o su código"),
        max_length=200,
        required=False,
        help_text=_("Si la organizan otros, tienen que aceptar; hasta entonces no entra nadie."),
    )
    places = forms.IntegerField(
        label=_("Cuántos pasan"), min_value=1, max_value=Feeder.MOST, initial=1
    )

    first_rank = forms.IntegerField(
        label=_("Desde qué puesto"),
        min_value=1,
        required=False,
        initial=1,
        help_text=Feeder._meta.get_field("first_rank").help_text,
    )

    def __init__(self, *args: Any, offered: Sequence[Competition], **kwargs: Any) -> None:
        """Offer these competitions of the club."""
        super().__init__(*args, **kwargs)
        names = [(each.pk, str(each)) for each in offered]
        source = self.fields["source"]
        assert isinstance(source, forms.TypedChoiceField)
        source.choices = [("", "—"), *names]
        if not names:
            del self.fields["source"]

    def clean_first_rank(self) -> int:
        """Begin with the first place, unless another one was written."""
        return self.cleaned_data["first_rank"] or 1

    def clean(self) -> dict[str, Any]:
        """Take one of both: a link is the more particular."""
        cleaned = super().clean() or {}
        text = (cleaned.get("other") or "").strip()
        number = _number(text) if text else cleaned.get("source")
        if number is None and not self.errors:
            missing = _("Elegí una competencia, o poné el enlace o el código de otra.")
            unknown = _("Ese enlace o código no es de ninguna competencia.")
            self.add_error("other", unknown if text else missing)
        cleaned["number"] = number
        return cleaned


class RankedForm(forms.Form):
    """The places of a leaderboard of the club that enter at once."""

    period = forms.ChoiceField(label=_("Ranking"), required=False)
    places = forms.IntegerField(
        label=_("Cuántos pasan"), min_value=1, max_value=Feeder.MOST, initial=1
    )
    first_rank = forms.IntegerField(
        label=_("Desde qué puesto de los que faltan"),
        min_value=1,
        max_value=MOST,
        required=False,
        initial=1,
    )

    def __init__(self, *args: Any, periods: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """Offer the leaderboards of the club."""
        super().__init__(*args, **kwargs)
        period = self.fields["period"]
        assert isinstance(period, forms.ChoiceField)
        period.choices = [(key, name or _("de siempre")) for key, name in periods]

    def clean_first_rank(self) -> int:
        """Begin with the first place, unless another one was written."""
        return self.cleaned_data["first_rank"] or 1


class PickForm(forms.Form):
    """Entries of a source that pass, and why."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Quiénes pasan"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=_("Motivo"),
        max_length=Pick.LONGEST,
        help_text=_("Queda en el registro. Por ejemplo: invitación de la comisión."),
    )

    def __init__(self, *args: Any, offered: Sequence[Entry], **kwargs: Any) -> None:
        """Offer the entries of one source."""
        super().__init__(*args, **kwargs)
        entries = self.fields["entries"]
        assert isinstance(entries, forms.TypedMultipleChoiceField)
        entries.choices = [(each.pk, str(each)) for each in offered]


class BestForm(forms.Form):
    """The competitions whose tables are compared, and how many of those left out pass."""

    sources = forms.TypedMultipleChoiceField(
        label=_("De cuáles"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    places = forms.IntegerField(
        label=_("Cuántos pasan"), min_value=1, max_value=Feeder.MOST, initial=1
    )

    def __init__(self, *args: Any, offered: Sequence[Competition], **kwargs: Any) -> None:
        """Offer the competitions that have ended."""
        super().__init__(*args, **kwargs)
        sources = self.fields["sources"]
        assert isinstance(sources, forms.TypedMultipleChoiceField)
        sources.choices = [(each.pk, str(each)) for each in offered]


def _number(text: str) -> int | None:
    """Return the number that a link, a code or the number itself means."""
    if match := NUMBERED.search(text):
        return int(match[1])
    last = text.rstrip("/").rsplit("/", 1)[-1]
    return number_of(last)
