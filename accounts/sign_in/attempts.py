"""Who attempts something with an account before signing in: a browser it knows, or an address."""

from hashlib import sha256
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core import context
from django import forms
from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.common.client_address import address_key, client_address
from accounts.common.rate_limit import HOUR, MINUTE, RateLimit
from accounts.common.security_log import client_pseudonym, log_security_event
from accounts.models import User
from accounts.profiles.forms import ForgottenRequestForm, LoginCodeRequestForm
from accounts.sign_in.services import known_people

ASKED: Final = RateLimit("account-mail", 5, MINUTE)  # of an address to mail, and who asks
ASKED_AN_HOUR: Final = RateLimit("account-mail-hour", 10, HOUR)
RECEIVED: Final = RateLimit("account-mail-received", 30, HOUR)  # on the requests of strangers


def is_known_browser(request: HttpRequest, login: str) -> bool:
    """Return whether an account, by username or e-mail address, was used in this browser."""
    named = (
        Q(username__iexact=login) | Q(email__iexact=login) | Q(emailaddress__email__iexact=login)
    )
    people = known_people(request)
    return bool(people) and User.objects.filter(named, pk__in=people).exists()


def attempt_key(request: HttpRequest, login: str) -> str:
    """Return the key by which attempts with an account are counted.

    A browser in which the account was used is counted by its cookie, so that nobody on its network
    can lock it out; all others by their address.
    """
    if is_known_browser(request, login):
        return sha256(request.COOKIES[settings.DEVICE_COOKIE_NAME].encode()).hexdigest()
    return address_key(client_address(request))


def is_mail_limit_reached(request: HttpRequest, email: str) -> bool:
    """Count a request for an e-mail with a link or code; return whether it is one too many.

    The address need not be that of an account: the answer is the same.
    """
    recipient = salted_hmac("accounts.attempts", email.lower(), algorithm="sha256").hexdigest()
    asked = f"{recipient}:{attempt_key(request, email)}"
    if ASKED.is_exceeded(asked) or ASKED_AN_HOUR.is_exceeded(asked):
        return True
    if is_known_browser(request, email):
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
