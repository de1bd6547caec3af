"""Second factors for tests: an app that knows its secret, and the code it shows now."""

import time

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value

from accounts.models import User
from accounts.sign_in.second_factors import FactorAdapter

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def with_app(person: User) -> User:
    """Give a user an authenticator app."""
    secret = FactorAdapter().encrypt(SECRET)
    Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data={"secret": secret})
    return person


def code_now(secret: str = SECRET) -> str:
    """Return what the app shows."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def app_of(person: User) -> TOTP:
    """Return a user's authenticator app as stored."""
    return Authenticator.objects.get(user=person, type=Authenticator.Type.TOTP).wrap()
