"""What people may write into an account or a club; every field is named, nothing else is read."""

from typing import Any

from allauth.account import forms as allauth
from allauth.account.utils import passthrough_next_redirect_url
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.rate_limit import client_address
from accounts.guests.services import check_signup_limit
from accounts.i18n.time_zones import NEARBY, city, known_zones, offered_zones
from accounts.models import Club, User
from accounts.names.validation import tidy, validate_shown_name, validate_unique_name
from accounts.profiles.validators import (
    compare_passwords,
    limit_passwords,
    validate_guest_name,
    validate_new_name,
)

ZoneChoices = list[tuple[Any, list[tuple[str, str]]]]


class ZoneSelect(forms.Select):
    """A list that shows the zone in force, also one that is not worth a line: UTC.

    Without it a browser would show, and send, the first of the list.
    """

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> list[Any]:
        """Add what is chosen, if it is not offered."""
        groups = super().optgroups(name, value, attrs)
        missing = [each for each in value if each in known_zones() - set(offered_zones())]
        added = [
            self.create_option(name, zone, spelled(zone), selected=True, index=len(groups))
            for zone in missing
        ]
        return [*groups, (None, added, len(groups))] if added else groups


class ZoneField(forms.ChoiceField):
    """A zone out of a list in two groups; any name that exists is taken, and shown if it is."""

    widget = ZoneSelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zone_choices, **kwargs)

    def valid_value(self, value: object) -> bool:
        """Accept also the zones that are not worth a line in the list."""
        return value in known_zones()


def zone_choices() -> ZoneChoices:
    """Return the offered zones, nearby ones first, in words people can read."""
    offered = offered_zones()
    return [
        (_("Frecuentes"), [(name, spelled(name)) for name in NEARBY]),
        (_("Todas"), [(name, spelled(name)) for name in offered[len(NEARBY) :]]),
    ]


def spelled(zone: str) -> str:
    """Return a zone's name for people: "Buenos Aires (America, Argentina)"."""
    regions = zone.replace("_", " ").split("/")[:-1]
    return f"{city(zone)} ({', '.join(regions)})" if regions else city(zone)


class TidyField(forms.CharField):
    """One line of text in its plain form: trimmed, without compatibility letters."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Let what is pasted come whole: a browser would cut it silently, the form says why not."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}


class SignInForm(allauth.LoginForm):  # type: ignore[misc]  # allauth is untyped
    """Signing in by user name or e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Usuario o correo")
        self.fields["password"].help_text = ""  # the page itself links to the reset
        _drop_placeholders(self)
        limit_passwords(self)

    def user_credentials(self) -> dict[str, str]:
        """Try an address as an address only: a second try would tell by its time who is known."""
        credentials: dict[str, str] = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)  # no user name looks like an address
        return credentials


class Trap(forms.TextInput):
    """A field that nobody sees, hears or reaches: who fills it is a program."""

    is_hidden = True  # drawn bare, where hidden fields are

    def __init__(self) -> None:
        hidden = {"class": "visually-hidden", "tabindex": "-1", "aria-hidden": "true"}
        super().__init__({**hidden, "autocomplete": "off"})


class NewAccountForm(allauth.SignupForm):  # type: ignore[misc]  # allauth is untyped
    """Signing up, with the rules for names and passwords in a few words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _(
            "De 3 a 30 letras y números. Después no se cambia; el nombre que ven los demás, sí."
        )
        self.fields["password1"].help_text = _(
            "Al menos 8 caracteres, no solo números, y nada fácil de adivinar."
        )
        self.fields[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD].widget = Trap()
        _drop_placeholders(self)
        limit_passwords(self)
        compare_passwords(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Of two people who choose one name at once, ask the second to choose again."""
        try:
            check_signup_limit(client_address(request))
        except RefusedError as error:
            context = {"code": error.code}
            return None, render(request, "accounts/refusal.html", context, status=429)
        try:
            with transaction.atomic():
                user, answer = super().try_save(request)
        except RefusedError:
            messages.error(request, _("Ya hiciste tu cuenta en otra ventana: entrá con ella."))
            return None, redirect(
                passthrough_next_redirect_url(request, reverse("account_login"), "next")
            )
        except IntegrityError:
            messages.error(request, _("Ese nombre lo acaba de tomar otra persona: elegí otro."))
            again = passthrough_next_redirect_url(request, reverse("account_signup"), "next")
            return None, redirect(again)
        return user, answer


class NewPasswordForm(allauth.ChangePasswordForm):  # type: ignore[misc]  # allauth is untyped
    """Changing the password, after the old one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)
        compare_passwords(self)


class FirstPasswordForm(allauth.SetPasswordForm):  # type: ignore[misc]  # allauth is untyped
    """Choosing a password for an account that has none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)
        compare_passwords(self)


class ForgottenPasswordForm(allauth.ResetPasswordKeyForm):  # type: ignore[misc]  # allauth is untyped
    """Choosing another password by the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)
        compare_passwords(self)


class SamePersonForm(allauth.ReauthenticateForm):  # type: ignore[misc]  # allauth is untyped
    """The password, once more, before a grave change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        limit_passwords(self)


def _drop_placeholders(form: forms.Form) -> None:
    """Take away the texts inside the fields: they only repeat the labels above them."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """The fields of a profile that its person may change."""

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
    tap_twice = forms.BooleanField(
        label=_("Tocar dos veces para jugar una carta"),
        help_text=_("La primera vez la carta se levanta; la segunda se juega."),
        required=False,
    )
    sings_flor = forms.BooleanField(
        label=_("Cantar la flor sola"),
        help_text=_("Cuando solo queda cantarla, se canta siempre al mismo tiempo."),
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

    class Meta:
        model = User
        fields = (
            "display_name",
            "language",
            "zone",
            "motion",
            "tap_twice",
            "sings_flor",
            "match_mail",
            "named_in_exports",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.SENDS_MAIL or self.instance.is_guest:
            del self.fields["match_mail"]
        if self.instance.is_guest:
            del self.fields["named_in_exports"]
            self.fields["display_name"].help_text = _("Como te ven en la mesa.")

    def clean_display_name(self) -> str:
        """Validate a guest's name, which is all they have, by the rules of user names.

        Nobody's may pass for another person's; an unchanged name stays.
        """
        name: str = self.cleaned_data["display_name"]
        if name and self.instance.is_guest:
            validate_guest_name(name)
        elif name and name != self.initial["display_name"]:
            validate_new_name(self.instance, name)
        return name


class ClubForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    """What a club says of itself."""

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
        """Leave it to the service, which refuses equal and similar names in the same words."""
