"""The forms of second factors: allauth's, with the site's words and no texts inside fields."""

from collections.abc import Callable
from typing import Any, TypeVar

from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.access.second_factors import FactorAdapter

LONGEST_CODE, LONGEST_NAME = 40, 60

Found = TypeVar("Found")


def _understood(read: Callable[[], Found]) -> Found:
    """Refuse a credential that breaks the parsers: what is in it a stranger may have written."""
    try:
        return read()
    except ValidationError:
        raise
    except Exception as error:  # fido2 raises whatever its parsers and signatures do
        raise FactorAdapter().validation_error("incorrect_code") from error


def _ask_for_code(form: forms.Form) -> None:
    field = form.fields["code"]
    field.label = _("Código")
    field.widget.attrs.pop("placeholder", None)
    field.validators.append(MaxLengthValidator(LONGEST_CODE))


class NewAppForm(ActivateTOTPForm):  # type: ignore[misc]  # allauth is untyped
    """Showing that an app gives the right codes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class CodeForm(AuthenticateForm):  # type: ignore[misc]  # allauth is untyped
    """Signing in: a code of the app, or one of those for when it is lost."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self)


class SameCodeForm(ReauthenticateForm):  # type: ignore[misc]  # allauth is untyped
    """A code, once more, before a grave change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self)


class NewPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]  # allauth is untyped
    """A name for a passkey, and whether it signs in alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label = _("Nombre de la llave")
        name.validators.append(MaxLengthValidator(LONGEST_NAME))
        alone.label = _("Entrar solo con ella, sin contraseña")
        alone.help_text = _("El teléfono o la llave te va a pedir la huella, la cara o un PIN.")

    def clean(self) -> dict[str, Any]:
        return _understood(super().clean)


class PasskeyForm(AuthenticateWebAuthnForm):  # type: ignore[misc]  # allauth is untyped
    """Signing in: a passkey after the password."""

    def clean_credential(self) -> Any:
        return _understood(super().clean_credential)


class PasskeyAloneForm(LoginWebAuthnForm):  # type: ignore[misc]  # allauth is untyped
    """Signing in by a passkey alone."""

    def clean_credential(self) -> Any:
        return _understood(super().clean_credential)


class SamePasskeyForm(ReauthenticateWebAuthnForm):  # type: ignore[misc]  # allauth is untyped
    """A passkey, once more, before a grave change."""

    def clean_credential(self) -> Any:
        return _understood(super().clean_credential)


class PasskeyNameForm(EditWebAuthnForm):  # type: ignore[misc]  # allauth is untyped
    """Another name for a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Nombre de la llave")
        self.fields["name"].validators.append(MaxLengthValidator(LONGEST_NAME))
