"""E-mails about matches: recipients, times and texts, each sent once."""

import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage

from accounts.common.rate_limit import RateLimit
from accounts.models import User
from tests.tournaments.cups import players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.models import Letter, Match
from tournaments.schedule import emails
from tournaments.schedule import services as schedule
from tournaments.schedule.emails import queue_reminders, send_email

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def with_address(user: User, *, verified: bool = True) -> User:
    """Give a user an e-mail address."""
    EmailAddress.objects.create(
        user=user, email=f"{user.username}@club.example", verified=verified, primary=True
    )
    return user


@pytest.fixture
def match(now: datetime) -> Match:
    """A match of two people with addresses, in ten days."""
    found = fixture(a_league(now, starts_at=now + 10 * DAY), 1)
    for side in (0, 1):
        with_address(players_of(found, side)[0])
    return found


def sweep(now: datetime) -> None:
    """Run the task at an instant."""
    queue_reminders(now=now)
    for pk in Letter.objects.waiting(now).values_list("pk", flat=True):
        send_email(letter_id=pk, now=now)


def to(user: User, mailoutbox: list[EmailMessage]) -> list[str]:
    """Return the subjects of a user's e-mails."""
    address = f"{user.username}@club.example"
    return [mail.subject for mail in mailoutbox if mail.to == [address]]


@pytest.mark.feature("Leagues", "Reminders by e-mail, once each")
def test_a_match_is_reminded_of_a_day_and_an_hour_before_once_each(
    match: Match, mailoutbox: list[EmailMessage]
) -> None:
    home, away = players_of(match, 0)[0], players_of(match, 1)[0]
    for before in (30 * HOUR, 24 * HOUR, 23 * HOUR, 2 * HOUR, HOUR, HOUR / 2):
        sweep(match.scheduled_at - before)
        sweep(match.scheduled_at - before)
    assert to(home, mailoutbox) == [
        f"[Truco] Tenés partido contra {away}",
        f"[Truco] En una hora jugás contra {away}",
    ]
    assert len(mailoutbox) == 4


def test_a_match_that_moved_is_reminded_of_again(
    match: Match, mailoutbox: list[EmailMessage]
) -> None:
    early = match.scheduled_at - 20 * HOUR
    sweep(early)
    organiser = organiser_of(match.round.group.stage.competition)
    at = match.scheduled_at + 2 * DAY
    schedule.set_time(match_id=match.pk, actor=organiser, at=at, reason="feria", now=early)
    sweep(early)
    sweep(at - 20 * HOUR)
    home, away = players_of(match, 0)[0], players_of(match, 1)[0]
    assert to(home, mailoutbox) == [
        f"[Truco] Tenés partido contra {away}",
        f"[Truco] Cambió la hora de tu partido contra {away}",
        f"[Truco] Tenés partido contra {away}",
    ]


def test_a_letter_that_is_out_of_date_is_not_sent(
    now: datetime, match: Match, mailoutbox: list[EmailMessage]
) -> None:
    organiser = organiser_of(match.round.group.stage.competition)
    for days in (1, 2):
        at = match.scheduled_at + days * DAY
        schedule.set_time(match_id=match.pk, actor=organiser, at=at, reason="feria", now=now)
    sweep(now)
    assert len(mailoutbox) == 2
    assert not Letter.objects.filter(done_at=None).exists()


def test_an_hour_that_a_match_had_before_is_told_again(
    now: datetime, match: Match, mailoutbox: list[EmailMessage]
) -> None:
    organiser = organiser_of(match.round.group.stage.competition)
    first, second = (match.scheduled_at + days * DAY for days in (1, 2))
    move = {"match_id": match.pk, "actor": organiser, "reason": "feria", "now": now}
    for at in (first, second, first):
        schedule.set_time(**move, at=at)
        sweep(now)
    for _ in range(2):
        schedule.postpone(**move)
        sweep(now)
        schedule.set_time(**move, at=first)
        sweep(now)
    home, away = players_of(match, 0)[0], players_of(match, 1)[0]
    moved = f"[Truco] Cambió la hora de tu partido contra {away}"
    without_date = f"[Truco] Tu partido contra {away} quedó sin fecha"
    assert to(home, mailoutbox) == [moved] * 3 + [without_date, moved] * 2
    told = [mail.body for mail in mailoutbox if mail.subject == moved]
    assert told[0] == told[2] != told[1]


def test_a_club_writes_so_often_a_day_to_one_person(
    now: datetime, match: Match, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emails, "RECEIVED", RateLimit("match-mail", 3, 86_400))
    organiser = organiser_of(match.round.group.stage.competition)
    for hours in range(1, 6):
        at = match.scheduled_at + hours * HOUR
        schedule.set_time(match_id=match.pk, actor=organiser, at=at, reason="feria", now=now)
        sweep(now)
    sweep(at - HOUR)  # reminders count, too
    assert len(to(players_of(match, 0)[0], mailoutbox)) == 3
    other = fixture(a_league(now, starts_at=now + 10 * DAY), 1)
    with_address(players_of(other, 0)[0])
    boss = organiser_of(other.round.group.stage.competition)
    at = other.scheduled_at + HOUR
    schedule.set_time(match_id=other.pk, actor=boss, at=at, reason="feria", now=now)
    sweep(now)
    assert len(to(players_of(other, 0)[0], mailoutbox)) == 1


def test_the_other_side_is_told_of_offers_and_everybody_else_of_what_was_agreed(
    now: datetime, match: Match, mailoutbox: list[EmailMessage]
) -> None:
    home, away = players_of(match, 0)[0], players_of(match, 1)[0]
    at = match.scheduled_at + HOUR
    schedule.propose_times(match_id=match.pk, user=home, times=[at, at + HOUR], now=now)
    sweep(now)
    assert to(away, mailoutbox) == [f"[Truco] {home} te propone horarios"]
    offer = match.proposals.earliest("at")
    schedule.accept_time(proposal_id=offer.pk, user=away, now=now)
    sweep(now)
    assert to(home, mailoutbox) == [f"[Truco] Quedó acordado tu partido contra {away}"]
    assert len(mailoutbox) == 2


@pytest.mark.parametrize(
    ("language", "subject", "day"),
    [
        ("es-ar", "te propone horarios", "martes 24"),
        ("ca-valencia", "et proposa horaris", "dimarts 24"),
        ("pt-br", "propõe horários", "terça-feira 24"),
        ("en", "proposes other times", "Tuesday 24"),
    ],
)
def test_a_letter_speaks_the_readers_language_and_tells_their_hour_and_zone(
    now: datetime,
    match: Match,
    mailoutbox: list[EmailMessage],
    settings: object,
    language: str,
    subject: str,
    day: str,
) -> None:
    settings.SITE_URL = "https://truco.example"
    home, away = players_of(match, 0)[0], players_of(match, 1)[0]
    User.objects.filter(pk=away.pk).update(zone="Europe/Madrid", language=language)
    at = match.scheduled_at + HOUR  # 22:30 UTC
    schedule.propose_times(match_id=match.pk, user=home, times=[at], now=now)
    sweep(now)
    (mail,) = mailoutbox
    assert subject in mail.subject
    assert re.search(rf"{day} \w+,? 23:30", mail.body)
    assert "Madrid" in mail.body
    assert f"https://truco.example/matches/{match.pk}/" in mail.body


@pytest.mark.parametrize("reason", ["opted out", "no address", "left", "robot"])
def test_who_is_not_written_to(
    now: datetime, match: Match, mailoutbox: list[EmailMessage], reason: str
) -> None:
    away = players_of(match, 1)[0]
    if reason == "no address":
        away.emailaddress_set.all().delete()
    else:
        changed = {
            "opted out": {"match_mail": False},
            "left": {"is_active": False},
            "robot": {"is_robot": True},
        }
        User.objects.filter(pk=away.pk).update(**changed[reason])
    sweep(match.scheduled_at - HOUR)
    assert to(away, mailoutbox) == []
    assert len(mailoutbox) == 1


def test_an_opt_out_counts_for_what_is_already_written(
    now: datetime, match: Match, mailoutbox: list[EmailMessage]
) -> None:
    queue_reminders(now=match.scheduled_at - HOUR)
    User.objects.update(match_mail=False)
    sweep(match.scheduled_at - HOUR)
    assert mailoutbox == []


def test_where_addresses_are_verified_only_those_count(
    match: Match, mailoutbox: list[EmailMessage], settings: object
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    home, away = players_of(match, 0)[0], players_of(match, 1)[0]
    EmailAddress.objects.filter(user=away).update(verified=False)
    sweep(match.scheduled_at - HOUR)
    assert [mail.to for mail in mailoutbox] == [[f"{home.username}@club.example"]]


def test_a_letter_is_taken_by_one_sender_at_a_time(
    match: Match, mailoutbox: list[EmailMessage]
) -> None:
    at = match.scheduled_at - HOUR
    queue_reminders(now=at)
    letter = Letter.objects.earliest("pk")
    Letter.objects.filter(pk=letter.pk).update(taken_at=at)
    assert not send_email(letter_id=letter.pk, now=at + timedelta(minutes=1))
    assert send_email(letter_id=letter.pk, now=at + timedelta(minutes=11))
    assert not send_email(letter_id=letter.pk, now=at + timedelta(minutes=40))
    assert len(mailoutbox) == 1


def test_a_post_that_fails_is_tried_again_later_and_not_for_ever(
    match: Match, mailoutbox: list[EmailMessage], settings: object
) -> None:
    at = match.scheduled_at - HOUR / 2
    queue_reminders(now=at)
    letter = Letter.objects.earliest("pk")
    settings.EMAIL_BACKEND = "no.such.Backend"
    with pytest.raises(ImportError):
        send_email(letter_id=letter.pk, now=at)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert not send_email(letter_id=letter.pk, now=at)
    assert send_email(letter_id=letter.pk, now=at + timedelta(minutes=11))
    Letter.objects.update(done_at=None, taken_at=None, tries=Letter.TRIES)
    assert not Letter.objects.waiting(at).exists()
