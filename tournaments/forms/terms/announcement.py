"""What of a competition touches no result, and can be changed after the draw."""

from collections.abc import Mapping
from typing import Any

from django import forms

from accounts.views.forms import TidyField
from tournaments.forms.columns import field_of
from tournaments.forms.terms.prizes import PrizesField
from tournaments.models import Competition


class AnnouncementForm(forms.Form):
    """The name, the prizes and the publicity of a competition that is drawn.

    `drawn` tells it from the form of all terms, which may have been opened before the draw.
    """

    drawn = forms.BooleanField(widget=forms.HiddenInput, initial=True)
    name = field_of("name", form_class=TidyField)
    prizes = field_of("prizes", form_class=PrizesField)
    public = field_of("public")

    def __init__(self, data: Mapping[str, Any] | None = None, *, competition: Competition) -> None:
        known = {name: getattr(competition, name) for name in ("name", "prizes", "public")}
        super().__init__(data, initial=known)
