"""E-mails about matches: queue and texts.

An e-mail is stored with its data, once per occasion, and sent separately, in the language and
time zone of its recipient. After a failure it is retried; an outdated one is not sent.
"""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from enum import Enum
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Exists, F, OuterRef, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from accounts.common.rate_limit import DAY, RateLimit
from accounts.i18n.time_zones import city
from accounts.models import User
from accounts.notifications.services import address_of
from tournaments.common.locks import WHOLE
from tournaments.models import Competition, Entry, Letter, Match, MatchSlot, rival_of

Kind = Letter.Kind


def email_text(letter: Letter, address: str) -> EmailMessage:
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
    subjects = {
        Kind.DAY_BEFORE: gettext("Tenés partido contra %(rival)s"),
        Kind.HOUR_BEFORE: gettext("En una hora jugás contra %(rival)s"),
        Kind.PROPOSED: ngettext(
            "%(rival)s te propone horarios",
            "%(rival)s te proponen horarios",
            letter.match.named_per_side,
        ),
        Kind.AGREED: gettext("Quedó acordado tu partido contra %(rival)s"),
        Kind.MOVED: gettext("Cambió la hora de tu partido contra %(rival)s"),
        Kind.POSTPONED: gettext("Tu partido contra %(rival)s quedó sin fecha"),
    }
    return subjects[Kind(letter.kind)] % {"rival": rival}


def _context(letter: Letter) -> dict[str, Any]:
    match = letter.match
    proposed = match.proposals.filter(answer="", proposed_at=letter.about)
    return {
        "kind": letter.kind,
        "competition": match.competition,
        "rival": _rival(letter),
        "at": letter.about,
        "venue": match.venue,
        "times": [proposal.at for proposal in proposed],
        "city": city(timezone.get_current_timezone_name()),
        "link": f"{settings.SITE_URL}{reverse('match', args=[match.pk])}"
        if settings.SITE_URL
        else "",
    }


def _rival(letter: Letter) -> str:
    """Return the reader's opponents."""
    own = Entry.objects.filter(roster__user=letter.user, slots__match=letter.match)
    return rival_of(letter.match.slots.select_related("entry"), own)


AHEAD = {  # how long before its hour a match is reminded of: at most, and at least
    Kind.DAY_BEFORE: (timedelta(hours=24), timedelta(hours=12)),
    Kind.HOUR_BEFORE: (timedelta(hours=1), timedelta(0)),
}
OF_MOVES = (Kind.AGREED, Kind.MOVED, Kind.POSTPONED)
STANDING = Q(
    entry__roster__left_at=None,
    entry__roster__user__is_active=True,
    entry__roster__user__is_robot=False,
)
WANTED = STANDING & Q(entry__roster__user__match_mail=True)
PLAYER = "entry__roster__user"
COMPETITION = "round__group__stage__competition"
RECEIVED: Final = RateLimit("match-mail", 60, DAY)  # of a person, from one club


class Reach(Enum):
    """Which players of a match the site can notify: those with an account."""

    ALL = "all"
    SOME = "some"
    NOBODY = "nobody"


def reach_of(match: Match) -> Reach:
    """Return whether all, some or none of the players of a match have an account."""
    players = match.slots.filter(entry__roster__left_at=None, entry__isnull=False)
    with_account = players.filter(STANDING).count()
    if not with_account:
        return Reach.NOBODY
    return Reach.ALL if with_account == players.count() else Reach.SOME


def queue_emails(
    match: Match,
    kind: Letter.Kind,
    *,
    about: datetime,
    now: datetime,
    side: int | None = None,
    without: User | None = None,
) -> None:
    """Write to the players of a match, or of one side, on one occasion.

    A move to an hour that the match had before is an occasion of its own.
    """
    if kind in OF_MOVES:
        match.letters.filter(kind=kind, about=about).delete()
    slots = match.slots.filter(WANTED)
    if side is not None:
        slots = slots.filter(side=side)
    players = slots.values_list(PLAYER, flat=True)
    competition = match.competition
    assert competition is not None, "only matches of competitions have an hour"
    user_ids = [
        pk
        for pk in players
        if (without is None or pk != without.pk) and _may_write(competition.club_id, pk)
    ]
    _write(
        [Letter(match=match, user_id=pk, kind=kind, about=about, written_at=now) for pk in user_ids]
    )


def _may_write(club_id: int, user_id: int) -> bool:
    """Count an e-mail of a club to a person: nobody has to agree to being entered by a club."""
    return not RECEIVED.is_exceeded(f"{club_id}:{user_id}")


def queue_reminders(*, now: datetime) -> None:
    """Write to players a day and an hour before their match; to each once per hour set."""
    for kind, (most, least) in AHEAD.items():
        letters = Letter.objects.filter(
            match=OuterRef("match"),
            user=OuterRef(PLAYER),
            kind=kind,
            about=OuterRef("match__scheduled_at"),
        )
        due = MatchSlot.objects.filter(
            WANTED,
            ~Exists(letters),
            match__state=Match.State.READY,
            match__scheduled_at__gt=now + least,
            match__scheduled_at__lte=now + most,
            **{f"{COMPETITION}__state": Competition.State.RUNNING},
        )
        _write(
            [
                Letter(match_id=match, user_id=user, kind=kind, about=at, written_at=now)
                for match, user, at, club in due.values_list(
                    "match", PLAYER, "match__scheduled_at", f"{COMPETITION}__club"
                )
                if _may_write(club, user)
            ]
        )


def send_email(*, letter_id: int, now: datetime) -> bool:
    """Send a letter unless another sender has it; return whether it was sent.

    No lock is held while the post takes its time. If it fails, the letter is tried again later.
    """
    waiting = Letter.objects.waiting(now).filter(pk=letter_id)
    if not waiting.update(taken_at=now, tries=F("tries") + 1):
        return False
    letter = Letter.objects.select_related("user", f"match__{WHOLE}").filter(pk=letter_id).first()
    if letter is None:  # the match has moved to the same hour once more
        return False
    address = address_of(letter.user) if letter.user.match_mail else None
    is_sent = address is not None and _is_true(letter, now)
    if address is not None and is_sent:
        with (
            translation.override(letter.user.language),
            timezone.override(ZoneInfo(letter.user.zone)),
        ):
            email_text(letter, address).send()
    Letter.objects.filter(pk=letter_id).update(done_at=now)
    return is_sent


def _is_true(letter: Letter, now: datetime) -> bool:
    """Return whether the content of an e-mail is still true."""
    if letter.kind == Kind.PROPOSED:
        return letter.match.proposals.open(now).filter(proposed_at=letter.about).exists()
    if letter.kind == Kind.POSTPONED:
        return letter.match.awaits_date
    is_set = letter.match.state == Match.State.READY and letter.match.scheduled_at == letter.about
    return is_set and letter.about > now


def _write(letters: list[Letter]) -> None:
    Letter.objects.bulk_create(letters, ignore_conflicts=True)
