"""The outbox: no request waits for a mail server, and no mail is lost while it is away."""

import json
from datetime import timedelta
from email.utils import format_datetime

import pytest
from cryptography.fernet import Fernet
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import MailTurn, OutgoingMail, User
from accounts.notifications import outbox
from accounts.notifications.outbox import LEASE, LIFETIME, Priority
from accounts.profiles import services as profiles
from tests.accounts.mail_server import a_mail_server
from tests.accounts.people import NOW, a_person
from tournaments.verification.mail import mail_violations

pytestmark = [pytest.mark.django_db]
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.fixture
def server(settings):
    with a_mail_server(settings) as running:
        yield running


def a_mail(subject="Hola", to="ana@example.org", **headers) -> EmailMessage:
    return EmailMessage(subject, "Texto con ñ\n", to=[to], headers=headers)


def queue(*messages: EmailMessage, now=NOW) -> None:
    outbox.queue(messages, now=now)


def deliver(now=NOW) -> int:
    return outbox.deliver(read_clock=lambda: now)


def subjects(server) -> list[str]:
    return [message["Subject"] for message in server.messages]


def test_a_sent_mail_leaves_no_row(server):
    queue(a_mail())
    assert deliver() == 1
    assert not OutgoingMail.objects.exists()
    (message,) = server.messages
    assert message["To"] == "ana@example.org"
    assert message.get_content().splitlines() == ["Texto con ñ"]


def test_all_parts_of_a_message_survive(server):
    message = EmailMultiAlternatives(
        "Hola", "texto", to=["a@example.org"], cc=["b@example.org"], reply_to=["c@example.org"]
    )
    message.attach_alternative("<p>texto</p>", "text/html")
    queue(message)
    deliver()
    (sent,) = server.messages
    assert (sent["Cc"], sent["Reply-To"]) == ("b@example.org", "c@example.org")
    assert [part.get_content_type() for part in sent.iter_parts()] == ["text/plain", "text/html"]


def test_attachments_are_refused_aloud():
    message = a_mail()
    message.attach("a.txt", "a", "text/plain")
    with pytest.raises(ValueError, match="attachments"):
        queue(message)


def test_account_mails_overtake_bulk_mail(server):
    queue(a_mail("boletín", Precedence="bulk"), a_mail("clave"))
    assert deliver() == 2
    assert subjects(server) == ["clave", "boletín"]


def test_bulk_mail_keeps_its_pace(server, settings):
    settings.BULK_MAIL_PER_MINUTE = 2
    queue(*(a_mail(str(number), Precedence="bulk") for number in range(3)), a_mail("clave"))
    assert deliver() == 3
    assert deliver(NOW + 30 * SECOND) == 0
    assert deliver(NOW + 61 * SECOND) == 1
    assert subjects(server) == ["clave", "0", "1", "2"]


def test_one_connection_carries_many_mails(server):
    queue(*(a_mail(str(number)) for number in range(3)))
    deliver()
    assert server.connections == 1


def test_a_silent_server_is_tried_later_and_later(settings):
    with a_mail_server(settings, is_silent=True) as silent:
        queue(a_mail(), a_mail())
        assert deliver() == 0
        assert deliver(NOW + 29 * SECOND) == 0
        assert silent.connections == 1
        assert deliver(NOW + 31 * SECOND) == 0
        assert deliver(NOW + 60 * SECOND) == 0  # the second pause is a minute
        assert silent.connections == 2
    assert OutgoingMail.objects.count() == 2


def test_what_waited_is_sent_when_the_server_is_back(settings):
    with a_mail_server(settings, is_silent=True):
        queue(a_mail())
        deliver()
    with a_mail_server(settings) as server:
        assert deliver(NOW + MINUTE) == 1
        assert subjects(server) == ["Hola"]
    assert MailTurn.objects.get().failures == 0


def test_a_retry_has_the_same_message_id(server):
    server.refusals["DATA"] = "451 later"
    queue(a_mail())
    deliver()
    first = OutgoingMail.objects.get()
    del server.refusals["DATA"]
    deliver(NOW + MINUTE)
    sealed = json.loads(outbox._keys().decrypt(first.sealed.encode()))
    (sent,) = server.messages
    assert sent["Message-ID"] == sealed["headers"]["Message-ID"]


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_mail_refused_for_good_is_dropped(command, server):
    server.refusals[command] = "550 no such person"
    queue(a_mail())
    deliver()
    assert not OutgoingMail.objects.exists()


def test_mails_wait_for_a_sender_that_is_not_refused(server, settings):
    settings.DEFAULT_FROM_EMAIL = "truco@localhost"
    server.refusals["MAIL FROM:<TRUCO@LOCALHOST>"] = "550 no such sender"
    queue(a_mail("first"), a_mail("second"))
    assert deliver() == 0
    settings.DEFAULT_FROM_EMAIL = "truco@club.example"
    assert deliver(NOW + MINUTE) == 2
    assert {message["From"] for message in server.messages} == {"truco@club.example"}


@pytest.mark.parametrize("domain", ["gmail.com\u200e", f"{'ñ' * 63}.com"])
def test_an_impossible_address_holds_up_no_other_mail(domain, server, caplog):
    queue(a_mail("lost", to=f"ana@{domain}"), a_mail("second"))
    assert deliver() == 1
    assert subjects(server) == ["second"]
    assert not OutgoingMail.objects.exists()
    assert domain not in caplog.text


def test_an_impossible_sender_drops_no_mail(server, settings):
    settings.DEFAULT_FROM_EMAIL = f"truco@{'ñ' * 63}.com"
    queue(a_mail())
    assert deliver() == 0
    assert OutgoingMail.objects.count() == 1


@pytest.mark.parametrize("command", ["RCPT", "MAIL", "DATA"])
def test_a_mail_refused_for_now_holds_up_no_other(command, server):
    server.refusals[command] = "450 greylisted"
    queue(a_mail("first"))
    deliver()
    server.refusals.clear()
    queue(a_mail("second"))
    assert deliver() == 1
    assert subjects(server) == ["second"]
    assert deliver(NOW + MINUTE) == 1


def test_a_mail_expires(server, caplog):
    queue(a_mail())
    assert deliver(NOW + LIFETIME[Priority.ACCOUNT]) == 0
    assert not OutgoingMail.objects.exists()
    assert server.connections == 0
    assert "1 e-mails expired" in caplog.text


def test_a_mail_may_say_when_it_expires(server):
    queue(a_mail(Expires=format_datetime(NOW + MINUTE)))
    assert deliver(NOW + MINUTE) == 0
    assert not OutgoingMail.objects.exists()


def test_two_senders_do_not_send_at_once(server):
    queue(a_mail())
    MailTurn.objects.create(pk=MailTurn.ONLY, until=NOW + LEASE, minute=NOW)
    assert deliver() == 0
    assert deliver(NOW + LEASE) == 1  # the other has died


def test_a_clock_set_back_keeps_no_mail(server):
    hour = timedelta(hours=1)
    with_failure = MailTurn.objects.create(pk=MailTurn.ONLY, until=NOW + hour, minute=NOW + hour)
    queue(a_mail(Precedence="bulk"))
    OutgoingMail.objects.update(next_try_at=NOW + hour)
    assert deliver() == 1
    with_failure.refresh_from_db()
    assert with_failure.until == NOW


def test_nothing_readable_is_stored(server):
    queue(a_mail("secreto", to="Anastasia <anastasia@example.org>"))
    row = OutgoingMail.objects.values().get()
    assert "nastasia" not in str(row)
    assert "secreto" not in str(row)


def test_a_mail_whose_key_is_gone_is_dropped(server, settings):
    queue(a_mail("old"))
    settings.DEAL_KEYS = [Fernet.generate_key().decode()]
    queue(a_mail("new"))
    deliver()
    assert subjects(server) == ["new"]


def test_a_deleted_person_gets_no_more_mail(server):
    ana = a_person()
    User.objects.filter(pk=ana.pk).update(email="ana@example.org")
    queue(a_mail(to="Ana <Ana@example.org>"), a_mail(to="beto@example.org"))
    profiles.anonymise(user_id=ana.pk, now=NOW)
    deliver()
    assert [message["To"] for message in server.messages] == ["beto@example.org"]


def test_what_is_rolled_back_is_not_sent(server):
    with transaction.atomic():
        a_mail().send()
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()


def test_sign_up_and_resets_wait_for_no_server(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    with a_mail_server(settings, is_silent=True) as silent:
        form = {"username": "ana", "email": "ana@example.org"}
        form |= {"password1": "una clave larga", "password2": "una clave larga"}
        assert Client().post("/accounts/signup/", form).status_code == 302
        answer = Client().post("/accounts/password/reset/", {"email": "ana@example.org"})
        assert answer.status_code == 302
        assert silent.connections == 0
    assert OutgoingMail.objects.filter(priority=Priority.ACCOUNT).count() == 2


def test_verify_names_a_mail_that_nobody_deletes():
    queue(a_mail(), now=timezone.now() - 2 * LIFETIME[Priority.ACCOUNT])
    (violation,) = mail_violations()
    assert violation.invariant == "mail"
