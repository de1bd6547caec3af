"""Where a person may be written to."""

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User


def address_of(user: User) -> str | None:
    """Return a person's e-mail address; none for a robot or a deleted account.

    Where new accounts have to verify theirs, an address that was not is nobody's yet.
    """
    if user.is_robot or not user.is_active:
        return None
    addresses = EmailAddress.objects.filter(user=user)
    if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
        addresses = addresses.filter(verified=True)
    found = addresses.order_by("-primary", "-verified", "pk").first()
    return found.email if found else None
