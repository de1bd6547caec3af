"""The allauth adapter and forms for second factors, with encrypted secrets.

The secrets can be re-encrypted, so that a replaced key can be removed.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.common.qr_codes import qr
from accounts.models import User


class FactorAdapter(DefaultMFAAdapter):
    """Adapter of authenticator apps, passkeys and recovery codes for this site."""

    error_messages = {  # noqa: RUF012 (allauth's own attribute)
        "add_email_blocked": _(
            "Con un segundo factor activo no se agregan correos: quitalo antes."
        ),
        "cannot_delete_authenticator": _("Ese segundo factor no se puede quitar."),
        "cannot_generate_recovery_codes": _("Antes de los códigos hace falta un segundo factor."),
        "incorrect_code": _("Ese código no es. Fijate que sea el de ahora."),
        "unverified_email": _("Antes de activar un segundo factor confirmá tu correo."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt with the site's newest key for stored data (`DEAL_KEYS`)."""
        return _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt with any of the keys."""
        return _keys().decrypt(encrypted_text).decode()

    def build_totp_svg(self, url: str) -> str:
        """Draw the QR code in the site's style."""
        return qr(url)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Number passkeys without a name."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return gettext("Llave %(number)d") % {"number": count + 1}


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.DEAL_KEYS])


SEALED: Final = {  # the encrypted field of a factor; a passkey stores only a public key
    Authenticator.Type.TOTP: "secret",
    Authenticator.Type.RECOVERY_CODES: "seed",
}
BATCH: Final = 500


def reencrypt() -> tuple[int, int]:
    """Encrypt data of older keys with the newest key; idempotent.

    Return the number of re-encrypted factors, and of those that no key in the list decrypts. The
    latter stay unchanged, in case their key is found.
    """
    keys = [Fernet(key) for key in settings.DEAL_KEYS]
    rows = Authenticator.objects.filter(type__in=SEALED).order_by("pk")
    encrypted = lost = 0
    for pk in rows.values_list("pk", flat=True).iterator(chunk_size=BATCH):
        is_new = _reencrypt(pk, keys)
        encrypted, lost = encrypted + (is_new is True), lost + (is_new is None)
    return encrypted, lost


def count_lost_factors() -> int:
    """Return the number of factors that no key of `DEAL_KEYS` decrypts."""
    keys = _keys()
    rows = Authenticator.objects.filter(type__in=SEALED)
    tokens = (row.data.get(SEALED[row.type]) for row in rows.iterator(chunk_size=BATCH))
    return sum(not _opens(keys, token.encode()) for token in tokens if token is not None)


@transaction.atomic
def _reencrypt(pk: int, keys: list[Fernet]) -> bool | None:
    """Re-encrypt one factor under its lock, because using a code writes to the row too."""
    factor = Authenticator.objects.select_for_update().filter(pk=pk).first()
    if factor is None:
        return False
    column = SEALED[factor.type]
    if column not in factor.data:
        return False
    token = factor.data[column].encode()
    if _opens(keys[0], token):
        return False
    try:
        factor.data[column] = MultiFernet(keys).rotate(token).decode()
    except InvalidToken:
        return None
    factor.save(update_fields=["data"])
    return True


def _opens(key: Fernet | MultiFernet, token: bytes) -> bool:
    try:
        key.decrypt(token)
    except InvalidToken:
        return False
    return True


LONGEST_CODE, LONGEST_NAME = 40, 60
Found = TypeVar("Found")


def _understood(read: Callable[[], Found]) -> Found:
    """Refuse a credential that breaks the parsers: it may come from an attacker."""
    try:
        return read()
    except ValidationError:
        raise
    except Exception as error:  # fido2 raises all exceptions of its parsers and signatures
        raise FactorAdapter().validation_error("incorrect_code") from error


def _ask_for_code(form: forms.Form) -> None:
    field = form.fields["code"]
    field.label = _("Código")
    field.widget.attrs.pop("placeholder", None)
    field.validators.append(MaxLengthValidator(LONGEST_CODE))


class NewAppForm(ActivateTOTPForm):
    """Form to confirm that an app produces the right codes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self)
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class CodeForm(AuthenticateForm):
    """Sign-in step with a code of the app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self)


class SameCodeForm(ReauthenticateForm):
    """Form that asks for a code again before a sensitive change."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self)


class NewPasskeyForm(AddWebAuthnForm):
    """Name of a new passkey, and whether it allows sign-in without a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, alone = self.fields["name"], self.fields["passwordless"]
        name.label = _("Nombre de la llave")
        name.validators.append(MaxLengthValidator(LONGEST_NAME))
        alone.label = _("Entrar solo con ella, sin contraseña")
        alone.help_text = _("El teléfono o la llave te va a pedir la huella, la cara o un PIN.")

    def clean(self) -> dict[str, Any]:
        return _understood(super().clean)


class PasskeyForm(AuthenticateWebAuthnForm):
    """Sign-in step with a passkey after the password."""

    def clean_credential(self) -> Any:
        return _understood(super().clean_credential)


class PasskeyAloneForm(LoginWebAuthnForm):
    """Sign-in with a passkey only."""

    def clean_credential(self) -> Any:
        return _understood(super().clean_credential)


class SamePasskeyForm(ReauthenticateWebAuthnForm):
    """Form that asks for a passkey again before a sensitive change."""

    def clean_credential(self) -> Any:
        return _understood(super().clean_credential)


class PasskeyNameForm(EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Nombre de la llave")
        self.fields["name"].validators.append(MaxLengthValidator(LONGEST_NAME))
