"""Forms for a team's name, look, members and line-up, and its error messages."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.names.validation import validate_shown_name
from accounts.profiles.forms import TidyField
from tournaments.models import Team, TeamPlayer
from tournaments.teams.services import TeamProfile

EMBLEM: Final[Mapping[str, Sequence[str]]] = {
    "pattern": Team.Pattern.values,
    "sign": Team.Sign.values,
    "first_colour": Team.Colour.values,
    "second_colour": Team.Colour.values,
}
PLAYS, WAITS, STAYS = "plays", "waits", "stays"


class LookForm(forms.Form):
    """A team's names and its emblem."""

    name = TidyField(label=_("Nombre"), max_length=Team.LONG, validators=[validate_shown_name])
    short_name = TidyField(
        label=_("Nombre corto"),
        required=False,
        max_length=Team.SHORT,
        validators=[validate_shown_name],
        help_text=_("Hasta cinco letras, para donde hay poco lugar."),
    )
    pattern = forms.ChoiceField(
        label=_("Escudo"), choices=Team.Pattern.choices, widget=forms.RadioSelect
    )
    sign = forms.ChoiceField(label=_("Figura"), choices=Team.Sign.choices, widget=forms.RadioSelect)
    first_colour = forms.ChoiceField(
        label=_("Primer color"), choices=Team.Colour.choices, widget=forms.RadioSelect
    )
    second_colour = forms.ChoiceField(
        label=_("Segundo color"), choices=Team.Colour.choices, widget=forms.RadioSelect
    )

    @classmethod
    def of(cls, team: Team) -> "LookForm":
        """Return the form that holds a team as it is."""
        return cls(initial={name: getattr(team, name) for name in asdict(TeamProfile(""))})

    def preview_team(self) -> Team:
        """Return a team with the emblem that is chosen so far, to be looked at."""
        chosen = {name: self[name].value() for name in EMBLEM}
        valid = {name: value for name, value in chosen.items() if value in EMBLEM[name]}
        return Team(**valid)

    def team_profile(self) -> TeamProfile:
        """Return what was chosen."""
        return TeamProfile(**{name: self.cleaned_data[name] for name in asdict(TeamProfile(""))})


class NewTeamForm(LookForm):
    """A team that is made: also whose it is."""

    club = forms.TypedChoiceField(
        label=_("De qué club"), required=False, coerce=int, empty_value=None
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, clubs: Sequence[Club], at: Club | None
    ) -> None:
        plain = {**asdict(TeamProfile("")), "club": at.pk if at is not None else ""}
        super().__init__(data, initial=plain)
        club = self.fields["club"]
        assert isinstance(club, forms.TypedChoiceField)
        club.choices = [("", _("de ninguno: somos amigos")), *((each.pk, each) for each in clubs)]
        if not clubs:
            del self.fields["club"]

    def club_id(self) -> int | None:
        """Return the club that was chosen, if one was."""
        chosen: int | None = self.cleaned_data.get("club")
        return chosen


class PersonForm(forms.Form):
    """A choice of one person of a team, or none."""

    user = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)


class EntriesForm(forms.Form):
    """Which entries of before are meant; which there are, the service knows."""

    entries = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        ids = [each for each in data.getlist("entries") if each.isdecimal() and len(each) < 19]
        entries = self.fields["entries"]
        assert isinstance(entries, forms.TypedMultipleChoiceField)
        entries.choices = [(each, each) for each in ids]


class LineUpForm(forms.Form):
    """The players, reserves and absent members of a team for an entry."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        places: Sequence[TeamPlayer],
        per_side: int,
        reserves: int,
    ) -> None:
        super().__init__(data)
        roles = [(PLAYS, _("Juega")), (WAITS, _("Suplente")), (STAYS, _("No"))]
        self._keys = {place.pk: f"place_{place.pk}" for place in places}
        for number, place in enumerate(places):
            self.fields[self._keys[place.pk]] = forms.ChoiceField(
                label=place.name,
                choices=[role for role in roles if reserves or role[0] != WAITS],
                widget=forms.RadioSelect,
                initial=PLAYS if number < per_side else STAYS,
            )

    def chosen(self, role: str) -> list[int]:
        """Return the keys of the places that were given a role."""
        return [pk for pk, key in self._keys.items() if self.cleaned_data[key] == role]
