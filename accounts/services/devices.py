"""An e-mail to a person who signed in from a browser that is new to them."""

from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from accounts.services.mail import address_of
from accounts.signals import signed_in_anew
from accounts.values.user_agents import in_words
from accounts.values.zones import city

TASK = "accounts.tasks.tell_of_device"


@transaction.atomic
def note_sign_in(*, user: User, is_known: bool, agent: str, now: datetime) -> None:
    """Note that a person signed in; tell them if it was from a browser that is new to them."""
    first = User.objects.filter(pk=user.pk, devices_noted=False).update(devices_noted=True)
    if not (first or is_known) and settings.SENDS_MAIL:
        told = partial(signed_in_anew.send, User, user=user, agent=agent, now=now)
        on_commit(told)


def tell(*, user_id: int, agent: str, at: datetime) -> None:
    """Write to a person which browser it was, in their language and on their clock."""
    user = User.objects.filter(pk=user_id).first()
    address = user and address_of(user)
    if user is None or not address:
        return
    link = f"{settings.SITE_URL}{reverse('usersessions_list')}" if settings.SITE_URL else ""
    with translation.override(user.language), timezone.override(ZoneInfo(user.zone)):
        context = {
            "person": user,
            "browser": in_words(agent),
            "at": at,
            "city": city(user.zone),
            "link": link,
        }
        subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + gettext("Entraste desde otro navegador")
        text = render_to_string("accounts/mail/new_device.txt", context)
    EmailMessage(subject, text.strip() + "\n", to=[address]).send()
