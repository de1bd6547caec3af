"""The form of a new API token."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from oauth2_provider.forms import AllowForm
from oauth2_provider.validators import AllowedURIValidator

from accounts.models import ApiToken, Membership, User
from accounts.names.validation import validate_shown_name, validate_unique_name
from accounts.profiles.forms import TidyField


class TokenForm(forms.Form):
    """Name, scopes and lifetime of a token."""

    name = TidyField(
        label=_("Nombre"),
        max_length=40,
        validators=[validate_shown_name],
        help_text=_("Para qué es: el bot del grupo, la pantalla del bar."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Qué puede hacer"),
        choices=ApiToken.Scope,
        initial=[ApiToken.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Cuánto dura"),
        coerce=int,
        choices=((30, _("30 días")), (90, _("90 días")), (365, _("un año"))),
        initial=90,
    )


MOST_ADDRESSES = 5
LONGEST_ADDRESS = 300


class ApplicationForm(forms.Form):
    """Name, addresses to return to, and kind of an application that uses OAuth 2."""

    name = TidyField(
        label=_("Nombre"),
        max_length=40,
        validators=[validate_unique_name],
        help_text=_("Lo ven las personas a las que les pide permiso."),
    )
    redirect_uris = forms.CharField(
        label=_("Direcciones a las que vuelve"),
        max_length=MOST_ADDRESSES * (LONGEST_ADDRESS + 2),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "none"}),
        help_text=_("Una por línea, enteras: https://ejemplo.org/vuelta"),
    )
    is_public = forms.BooleanField(
        label=_("Corre en un navegador o un teléfono"),
        help_text=_("Ahí ningún secreto está guardado: no lleva uno."),
        required=False,
    )

    def clean_redirect_uris(self) -> list[str]:
        """Take whole https addresses without a fragment, or those of a program on one's machine."""
        addresses: list[str] = self.cleaned_data["redirect_uris"].split()
        if len(addresses) > MOST_ADDRESSES or any(
            len(each) > LONGEST_ADDRESS for each in addresses
        ):
            raise ValidationError(_("Son demasiadas, o demasiado largas."), "too-many")
        validate = AllowedURIValidator(["https", "http"], "", allow_path=True, allow_query=True)
        for address in addresses:
            try:
                validate(address)
            except ValidationError as error:
                raise ValidationError(NO_ADDRESS, "address") from error
            parts = urlsplit(address)
            is_local = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "::1")
            if not (parts.scheme == "https" or is_local) or "@" in address:
                raise ValidationError(NO_ADDRESS, "address")
        return addresses


NO_ADDRESS = _("Hace falta una dirección entera que empiece con https://.")


class ConsentForm(AllowForm):  # type: ignore[misc]  # the toolkit is untyped
    """Consent to an application: for everything the user may do, or for one of their clubs."""

    club = forms.TypedChoiceField(
        label=_("Dónde"), coerce=int, empty_value=None, required=False, choices=()
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["allow"].widget = forms.HiddenInput()  # the buttons say it
        led = user.memberships.filter(role__in=Membership.ORGANISERS).select_related("club")
        choices = [(each.club_id, str(each.club)) for each in led]
        self.fields["club"].choices = [("", _("En todo el sitio, como yo")), *choices]
        if not choices:
            self.fields["club"].widget = forms.HiddenInput()

    def clean_scope(self) -> str:
        """Take only known scopes: the hidden field may have been changed."""
        scope: str = self.cleaned_data["scope"]
        if not scope or set(scope.split()) - set(ApiToken.Scope.values):
            raise ValidationError(_("Ese pedido no se entiende."), "scope")
        return scope
