"""Encrypting second factors anew, so that a key that was changed may go."""

from typing import Final

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction

SEALED: Final = {  # the encrypted part of a factor; a passkey keeps a public key alone
    Authenticator.Type.TOTP: "secret",
    Authenticator.Type.RECOVERY_CODES: "seed",
}
BATCH: Final = 500


def reencrypt() -> tuple[int, int]:
    """Encrypt by the newest key what an older one encrypted; twice is the same.

    Returns how many factors were, and how many no key of the list opens: those are left as they
    are, for when their key is found.
    """
    keys = [Fernet(key) for key in settings.DEAL_KEYS]
    rows = Authenticator.objects.filter(type__in=SEALED).order_by("pk")
    done = lost = 0
    for pk in rows.values_list("pk", flat=True).iterator(chunk_size=BATCH):
        is_new = _reencrypt(pk, keys)
        done, lost = done + (is_new is True), lost + (is_new is None)
    return done, lost


@transaction.atomic
def _reencrypt(pk: int, keys: list[Fernet]) -> bool | None:
    """See to one factor, under its lock: a code that is used meanwhile is written there, too."""
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


def _opens(key: Fernet, token: bytes) -> bool:
    try:
        key.decrypt(token)
    except InvalidToken:
        return False
    return True
