"""Forms of federations: description, invitation of a club, role, pair of persons."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, User
from accounts.names.collation import fold
from accounts.names.validation import validate_shown_name, validate_unique_name
from accounts.profiles.forms import TidyField, ZoneField
from tournaments.models import Federation, FederationRole


class FederationForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """Name, description and time zone of a federation."""

    name = TidyField(
        label=_("Nombre de la federación"), max_length=60, validators=[validate_unique_name]
    )
    about = TidyField(
        label=_("Presentación"),
        help_text=_("Qué clubes reúne y qué se juega. Lo ve todo el mundo."),
        required=False,
        max_length=400,
        validators=[validate_shown_name],
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    zone = ZoneField(
        label=_("Zona horaria"),
        help_text=_("Decide en qué día se vence un resultado. Cada fecha se da en la de su club."),
    )

    class Meta:
        model = Federation
        fields = ("name", "about", "zone")

    def validate_unique(self) -> None:
        """Skip the check: the service refuses equal and similar names with one message."""


class InvitationForm(forms.Form):
    """A club, by its name or the end of its address."""

    club = forms.CharField(
        label=_("Club"),
        max_length=80,
        help_text=_("Su nombre, o lo que sigue a /clubs/ en su dirección."),
    )

    def clean_club(self) -> Club:
        """Return the club of this address, or of this name whatever its accents and capitals."""
        text = self.cleaned_data["club"].strip().strip("/")
        club = (
            Club.objects.filter(slug=text).first()
            or Club.objects.filter(name__fold=fold(text)).first()
        )
        if club is None:
            raise forms.ValidationError(_("No hay un club con ese nombre."), code="club")
        return club


class RoleForm(forms.Form):
    """A person by their user name, and the role they get."""

    username = forms.CharField(label=_("Nombre de usuario"), max_length=30)
    role = forms.ChoiceField(
        label=_("Qué hace"),
        choices=FederationRole.Role.choices,
        initial=FederationRole.Role.READER,
        help_text=_("Quien mira ve también las tablas y la gente que no son públicas."),
    )

    def clean_username(self) -> User:
        """Find the person."""
        user = User.objects.filter(username__iexact=self.cleaned_data["username"].strip()).first()
        if user is None:
            raise forms.ValidationError(_("No hay nadie con ese nombre."), code="person")
        return user


class NamesakesForm(forms.Form):
    """Two persons, and whether they are one."""

    first = forms.IntegerField(min_value=1, max_value=2**31)
    second = forms.IntegerField(min_value=1, max_value=2**31)
    same = forms.BooleanField(required=False)

    def pair(self) -> dict[str, Any]:
        """Return the arguments of `link_persons`."""
        cleaned = self.cleaned_data
        return {"person_ids": (cleaned["first"], cleaned["second"]), "is_same": cleaned["same"]}
