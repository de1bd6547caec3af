"""The form of quick pairing: the game, with whom, and whether for points."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.casual.forms import PlayNowForm
from games.pairing.services import Wish


class SearchForm(PlayNowForm):
    """What a player looks for; what they chose last is filled in."""

    NEAR, ANYBODY = "near", "anybody"
    FIRST: ClassVar = {
        "preset": "argentino",
        "seats": "2",
        "length": "short",
        "who": NEAR,
        "competitive": False,
    }
    LIKED = "liked_search"  # session key

    robots = None  # type: ignore[assignment]  # removes the field of the form above
    who = forms.ChoiceField(
        label=_("Con quién"),
        choices=[(NEAR, _("de mi fuerza, si hay")), (ANYBODY, _("con cualquiera"))],
        widget=forms.RadioSelect,
    )
    competitive = forms.BooleanField(
        label=_("Por los puntos: +20 al ganar, +5 al perder"), required=False
    )

    @property
    def wish(self) -> Wish:
        """The wish of a valid form."""
        chosen = self.cleaned_data
        return Wish(chosen["rules"], chosen["competitive"], chosen["who"] == self.NEAR)
