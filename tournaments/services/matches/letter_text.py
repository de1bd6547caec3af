"""What an e-mail about a match says, in the language and on the clock of who gets it."""

from datetime import UTC
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts.values.zones import city
from tournaments.models import Entry, Letter, rival_of

Kind = Letter.Kind


def compose(letter: Letter, address: str) -> EmailMessage:
    """Put a letter into the active language, with every hour on the active clock."""
    context = _context(letter)
    subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{_subject(letter, context['rival'])}"
    text = render_to_string("tournaments/mail/letter.txt", context)
    headers = {"Precedence": "bulk"}  # after the mails of accounts
    if letter.kind in (Kind.DAY_BEFORE, Kind.HOUR_BEFORE):
        headers["Expires"] = format_datetime(letter.about.astimezone(UTC))
    body = text.strip() + "\n"
    return EmailMessage(" ".join(subject.split()), body, to=[address], headers=headers)


def _subject(letter: Letter, rival: object) -> str:
    told = {
        Kind.DAY_BEFORE: gettext("Tenés partido contra %(rival)s"),
        Kind.HOUR_BEFORE: gettext("En una hora jugás contra %(rival)s"),
        Kind.PROPOSED: gettext("%(rival)s te propone horarios"),
        Kind.AGREED: gettext("Quedó acordado tu partido contra %(rival)s"),
        Kind.MOVED: gettext("Cambió la hora de tu partido contra %(rival)s"),
    }
    return told[Kind(letter.kind)] % {"rival": rival}


def _context(letter: Letter) -> dict[str, Any]:
    match = letter.match
    proposed = match.proposals.filter(answer="", proposed_at=letter.about)
    return {
        "kind": letter.kind,
        "competition": match.competition,
        "rival": _rival(letter),
        "at": letter.about,
        "times": [proposal.at for proposal in proposed],
        "city": city(timezone.get_current_timezone_name()),
        "link": f"{settings.SITE_URL}{reverse('match', args=[match.pk])}"
        if settings.SITE_URL
        else "",
    }


def _rival(letter: Letter) -> str:
    """Return whom the reader plays against."""
    own = Entry.objects.filter(roster__user=letter.user, slots__match=letter.match)
    return rival_of(letter.match.slots.select_related("entry"), own)
