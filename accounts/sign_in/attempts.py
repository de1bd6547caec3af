"""Who attempts something with an account before signing in: a browser it knows, or an address."""

from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username
from allauth.core import context
from django import forms
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.common.client_address import address_key, client_address
from accounts.common.rate_limit import HOUR, MINUTE, RateLimit
from accounts.common.security_log import client_pseudonym, log_security_event
from accounts.profiles.forms import ForgottenRequestForm, LoginCodeRequestForm
from accounts.sign_in.services import known_people

ASKED: Final = RateLimit("account-mail", 5, MINUTE)  # of an address to mail, and who asks
ASKED_AN_HOUR: Final = RateLimit("account-mail-hour", 10, HOUR)
RECEIVED: Final = RateLimit("account-mail-received", 30, HOUR)  # on the requests of strangers


def known_browser(request: HttpRequest, login: str) -> str | None:
    """Return a key of this browser if all accounts of a login were used in it, else None.

    All, since signing in tries a password for each of them, and anybody may have written down a
    person's e-mail address that neither has confirmed. The key does not depend on accounts that
    were used later: adding one to the cookie gives no further tries.
    """
    people = known_people(request)
    if not people:
        return None
    tried = [
        get_user_by_username(login),
        *filter_users_by_email(login, prefer_verified=True, for_login=True),
    ]
    accounts = {user.pk for user in tried if user is not None}
    if not accounts or not accounts.issubset(people):
        return None
    last = max(people.index(account) for account in accounts)
    return f"device:{'.'.join(map(str, people[: last + 1]))}"


def attempt_key(request: HttpRequest, login: str) -> str:
    """Return the key by which attempts with an account are counted.

    A browser in which the account was used is counted apart, so that nobody on its network can lock
    it out; all others by their address.
    """
    return known_browser(request, login) or address_key(client_address(request))


def is_mail_limit_reached(request: HttpRequest, email: str) -> bool:
    """Count a request for an e-mail with a link or code; return whether it is one too many.

    The address need not be that of an account: the answer is the same.
    """
    recipient = salted_hmac("accounts.attempts", email.lower(), algorithm="sha256").hexdigest()
    asked = f"{recipient}:{attempt_key(request, email)}"
    if ASKED.is_exceeded(asked) or ASKED_AN_HOUR.is_exceeded(asked):
        return True
    if known_browser(request, email) is not None:
        return False
    received = RECEIVED.count(recipient)
    if received == RECEIVED.limit + 1:
        origin = client_pseudonym(address_key(client_address(request)))
        log_security_event("too-many-account-mails", origin=origin)
    return received > RECEIVED.limit


class _MailRequest(forms.Form):
    """Base of forms that have an e-mail sent to any address that is typed."""

    def clean_email(self) -> str:
        """Refuse a request above the limits."""
        email: str = super().clean_email()  # type: ignore[misc]  # of a form of allauth
        if is_mail_limit_reached(context.request, email):
            raise get_adapter().validation_error("rate_limited")
        return email


class LimitedForgottenForm(_MailRequest, ForgottenRequestForm):
    """Form for the address that is sent a link to set a new password."""


class LimitedCodeForm(_MailRequest, LoginCodeRequestForm):
    """Form for the address that is sent a code to sign in."""
