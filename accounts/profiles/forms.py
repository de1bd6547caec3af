"""Forms for accounts and clubs. Every field is listed explicitly; no other input is read."""

from collections.abc import Callable
from typing import Any

from allauth.account import forms as allauth
from allauth.account.utils import passthrough_next_redirect_url
from allauth.socialaccount import forms as social
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.common.client_address import client_address
from accounts.common.errors import RefusedError
from accounts.guests.services import check_signup_limit
from accounts.i18n.time_zones import NEARBY, city, known_zones, offered_zones
from accounts.models import Club, User
from accounts.names.validation import (
    tidy,
    validate_shown_name,
    validate_unique_name,
    validate_username,
)
from accounts.profiles.services import is_username_taken
from accounts.profiles.validators import (
    DIFFERENT,
    compare_passwords,
    limit_passwords,
    validate_guest_name,
    validate_new_name,
)

LONGEST_CODE = 40
ZoneChoices = list[tuple[Any, list[tuple[str, str]]]]


class ZoneSelect(forms.Select):
    """A list that shows the current time zone, even one that the list omits: UTC.

    Otherwise a browser would show and send the first of the list.
    """

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> list[Any]:
        """Add the current value if it is missing from the choices."""
        groups = super().optgroups(name, value, attrs)
        missing = [each for each in value if each in known_zones() - set(offered_zones())]
        added = [
            self.create_option(name, zone, spelled(zone), selected=True, index=len(groups))
            for zone in missing
        ]
        return [*groups, (None, added, len(groups))] if added else groups


class ZoneField(forms.ChoiceField):
    """A time zone from a list in two groups; any existing name is accepted."""

    widget = ZoneSelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, **kwargs)

    def valid_value(self, value: object) -> bool:
        """Accept time zones outside the list, too."""
        return value in known_zones()


def zone_choices() -> ZoneChoices:
    """Return the zones to offer, nearby ones first, with readable names."""
    offered = offered_zones()
    return [
        (_("Frecuentes"), [(name, spelled(name)) for name in NEARBY]),
        (_("Todas"), [(name, spelled(name)) for name in offered[len(NEARBY) :]]),
    ]


def spelled(zone: str) -> str:
    """Return a zone's readable name: "Buenos Aires (America, Argentina)"."""
    regions = zone.replace("_", " ").split("/")[:-1]
    return f"{city(zone)} ({', '.join(regions)})" if regions else city(zone)


class TidyField(forms.CharField):
    """One line of normalised text: trimmed, without compatibility characters."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Remove maxlength: browsers cut pasted text silently, the form explains the limit."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}


class SignInForm(allauth.LoginForm):
    """Sign-in by username or e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Usuario o correo")
        self.fields["password"].help_text = ""  # the page itself links to the reset
        _drop_placeholders(self)
        limit_passwords(self)

    def user_credentials(self) -> dict[str, str]:
        """Try an e-mail address only as such.

        A second try would reveal by timing who has an account.
        """
        credentials: dict[str, str] = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)  # no username looks like an address
        return credentials


class Trap(forms.TextInput):
    """A hidden trap for bots: people do not see, hear or reach it, so only programs fill it in."""

    is_hidden = True  # rendered without a label, among the hidden fields

    def __init__(self) -> None:
        hidden = {"class": "visually-hidden", "tabindex": "-1", "aria-hidden": "true"}
        super().__init__({**hidden, "autocomplete": "off"})


class PasswordTwiceForm(forms.Form):
    """Base of forms with a new password, which is written twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)
        compare_passwords(self)

    def clean(self) -> dict[str, Any] | None:
        """Refuse two that differ even if the first is refused: allauth compares good ones only."""
        cleaned = super().clean()
        first, again = (self.data.get(self.add_prefix(f"password{n}")) for n in (1, 2))
        if first and again and first != again and "password2" not in self.errors:
            self.add_error("password2", DIFFERENT)
        return cleaned


USERNAME_RULES = _("De 3 a 30 letras y números; con él se entra y se llega a tu página.")


class NewAccountForm(PasswordTwiceForm, allauth.SignupForm):
    """Sign-up, with the rules for names and passwords in a few words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = USERNAME_RULES
        self.fields["password1"].help_text = _(
            "Al menos 8 caracteres, no solo números, y nada fácil de adivinar."
        )
        self.fields["email"].label = _("Correo")
        self.fields[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD].widget = Trap()
        _drop_placeholders(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save within the limit of new accounts."""
        if refusal := _refuse_many_accounts(request):
            return None, refusal
        # Slow on purpose, so it comes before the transaction: tables wait for that. A known address
        # takes the same time.
        self.cleaned_data["password_hash"] = make_password(self.cleaned_data.pop("password1"))
        return _save_account(request, super().try_save, "account_signup")


class ProviderAccountForm(social.SignupForm):
    """Sign-up of a person for whom a provider vouches: they choose their username.

    An address that the provider has confirmed is not asked for; another one is confirmed as usual.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = USERNAME_RULES
        self.fields["email"].label = _("Correo")
        if any(address.verified for address in self.sociallogin.email_addresses):
            del self.fields["email"]
        _drop_placeholders(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save within the limit of new accounts."""
        if refusal := _refuse_many_accounts(request):
            return None, refusal
        return _save_account(request, super().try_save, "account_login")


TrySave = Callable[[HttpRequest], tuple[User | None, HttpResponse | None]]


def _refuse_many_accounts(request: HttpRequest) -> HttpResponse | None:
    try:
        check_signup_limit(client_address(request))
    except RefusedError as error:
        return render(request, "accounts/refusal.html", {"error": error}, status=429)
    return None


def _save_account(
    request: HttpRequest, save: TrySave, again: str
) -> tuple[User | None, HttpResponse | None]:
    """Save a new account; show an error if two people choose one name at the same time."""
    try:
        with transaction.atomic():
            return save(request)
    except RefusedError:
        messages.error(request, _("Ya hiciste tu cuenta en otra ventana: entrá con ella."))
        again = "account_login"
    except IntegrityError:
        messages.error(request, _("Ese nombre lo acaba de tomar otra persona: elegí otro."))
    return None, redirect(passthrough_next_redirect_url(request, reverse(again), "next"))


class NewPasswordForm(PasswordTwiceForm, allauth.ChangePasswordForm):
    """Form to change the password, after a check of the old one."""


class FirstPasswordForm(PasswordTwiceForm, allauth.SetPasswordForm):
    """Form to set a password for an account without one."""


class ForgottenPasswordForm(PasswordTwiceForm, allauth.ResetPasswordKeyForm):
    """Form to set a new password through the link of an e-mail."""


class ForgottenRequestForm(allauth.ResetPasswordForm):
    """Form for the address that is sent a link to set a new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Correo")
        _drop_placeholders(self)


class LoginCodeRequestForm(allauth.RequestLoginCodeForm):
    """Form for the address that is sent a code to sign in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Correo")
        _drop_placeholders(self)


class LoginCodeForm(allauth.ConfirmLoginCodeForm):
    """Form for the code of an e-mail that signs in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Código")
        self.fields["code"].validators.append(MaxLengthValidator(LONGEST_CODE))
        _drop_placeholders(self)


class SamePersonForm(allauth.ReauthenticateForm):
    """Form that asks for the password again before a sensitive change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)


def _drop_placeholders(form: forms.Form) -> None:
    """Remove the placeholders: they only repeat the labels."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """The fields of a profile that its owner can change."""

    display_name = TidyField(
        label=_("Nombre a la vista"),
        help_text=_("Como te ven en la mesa. Vacío: tu nombre de usuario."),
        required=False,
        max_length=40,
        validators=[validate_shown_name],
    )
    zone = ZoneField(label=_("Zona horaria"))
    motion = forms.ChoiceField(
        label=_("Movimiento de las cartas"),
        choices=User.Motion.choices,
        widget=forms.RadioSelect,
    )
    deck = forms.ChoiceField(
        label=_("Dibujo de las cartas"),
        help_text=_("Las españolas: las de Brasil tienen uno solo."),
        choices=User.Deck.choices,
        widget=forms.RadioSelect,
        required=False,
    )
    felt = forms.ChoiceField(
        label=_("Color del paño"),
        choices=User.Felt.choices,
        widget=forms.RadioSelect,
        required=False,
    )
    tap_twice = forms.BooleanField(
        label=_("Tocar dos veces para jugar una carta"),
        help_text=_("La primera vez la carta se levanta; la segunda se juega."),
        required=False,
    )
    sings_flor = forms.BooleanField(
        label=_("Cantar la flor sola"),
        help_text=_("Cuando solo queda cantarla, se canta siempre con la misma demora."),
        required=False,
    )
    match_mail = forms.BooleanField(
        label=_("Avisarme por correo de mis partidos"),
        help_text=_("Un día y una hora antes, y cuando se propone o cambia un horario."),
        required=False,
    )

    named_in_exports = forms.BooleanField(
        label=_("Mi nombre puede salir en archivos de mis clubes"),
        help_text=_("Cuando un club se lleva su historia a otro sitio. Si no: «jugador 1»."),
        required=False,
    )

    is_findable = forms.BooleanField(
        label=_("Mi página puede salir en buscadores"),
        help_text=_("Solo sale la de quien jugó una competencia pública."),
        required=False,
    )

    class Meta:
        model = User
        fields = (
            "display_name",
            "language",
            "zone",
            "motion",
            "deck",
            "felt",
            "tap_twice",
            "sings_flor",
            "match_mail",
            "named_in_exports",
            "is_findable",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.SENDS_MAIL or self.instance.is_guest:
            del self.fields["match_mail"]
        if self.instance.is_guest:
            del self.fields["named_in_exports"], self.fields["is_findable"]
            self.fields["display_name"].help_text = _("Como te ven en la mesa.")

    def clean_deck(self) -> str:
        """Keep the deck of a form that does not ask for it."""
        deck: str = self.cleaned_data["deck"] or self.instance.deck
        return deck

    def clean_felt(self) -> str:
        """Keep the felt of a form that does not ask for it."""
        felt: str = self.cleaned_data["felt"] or self.instance.felt
        return felt

    def clean_display_name(self) -> str:
        """Validate a guest's name by the rules of usernames, because it is their only name.

        No name may resemble another person's; an unchanged name stays valid.
        """
        name: str = self.cleaned_data["display_name"]
        if name and self.instance.is_guest:
            validate_guest_name(name)
        elif name and name != self.initial["display_name"]:
            validate_new_name(self.instance, name)
        return name


class UsernameForm(forms.Form):
    """The new username of an account, by the rules of signing up."""

    username = TidyField(
        label=_("Nombre de usuario"),
        help_text=USERNAME_RULES,
        min_length=3,
        max_length=30,
        validators=[validate_username],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["username"] = user.username
        self.user = user

    def clean_username(self) -> str:
        """Refuse a name that is or was another person's, or looks like it."""
        name: str = self.cleaned_data["username"].lower()
        if is_username_taken(name, by_other_than=self.user):
            raise forms.ValidationError(_("Ese nombre ya está tomado."), "username_taken")
        return name


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """Name, description and settings of a club."""

    name = TidyField(label=_("Nombre del club"), max_length=60, validators=[validate_unique_name])
    about = TidyField(
        label=_("Presentación"),
        help_text=_("Dónde y cuándo se juntan, qué se juega. Lo ve todo el mundo."),
        required=False,
        max_length=400,
        validators=[validate_shown_name],
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    zone = ZoneField(
        label=_("Zona horaria"), help_text=_("Los horarios de sus competencias se dan en ella.")
    )

    is_guarded = forms.BooleanField(
        label=_("Pedir un segundo factor a quienes organizan"),
        help_text=_("Quien no tenga uno no organiza hasta activarlo: ni el dueño."),
        required=False,
    )

    class Meta:
        model = Club
        fields = ("name", "about", "zone", "is_guarded")

    def __init__(self, *args: Any, of_owner: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not of_owner:
            del self.fields["is_guarded"]

    def validate_unique(self) -> None:
        """Skip the check: the service refuses equal and similar names with the same message."""
