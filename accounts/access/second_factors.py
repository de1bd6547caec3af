"""How allauth's second factors fit this site: their secrets encrypted, their refusals in words."""

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.values.qr import qr


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is untyped
    """Authenticator apps, passkeys and recovery codes."""

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
        """Encrypt by the newest of the site's keys for what it keeps (`DEAL_KEYS`)."""
        return _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt by whichever of the keys it was."""
        return _keys().decrypt(encrypted_text).decode()

    def build_totp_svg(self, url: str) -> str:
        """Draw the code as the site draws all others."""
        return qr(url)

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Number passkeys that were given no name."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return gettext("Llave %(number)d") % {"number": count + 1}


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.DEAL_KEYS])
