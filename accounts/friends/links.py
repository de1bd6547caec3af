"""A person's own link to become their friend: signed, and valid for a week.

Nothing is stored. Whoever has the link has the person's consent; they agree themselves by a tap.
"""

from datetime import timedelta
from typing import Final

from django.core.signing import BadSignature, TimestampSigner
from django.urls import reverse

from accounts.models import User

LIFE: Final = timedelta(days=7)
_signer = TimestampSigner(salt="accounts.friends.links", sep="~")


def path_of(user: User) -> str:
    """Return the path of a person's link."""
    return reverse("friends:link", args=[_signer.sign(str(user.pk))])


def person_behind(token: str) -> User | None:
    """Return the person of a link; None if it is forged or old, or they are gone."""
    try:
        pk = int(_signer.unsign(token, max_age=LIFE))
    except BadSignature:
        return None
    return User.objects.filter(pk=pk, is_active=True, is_guest=False).first()
