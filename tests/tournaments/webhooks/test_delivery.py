"""Delivery of events: signatures, retries, targets that fail, and workers that die."""

from datetime import datetime, timedelta

import pytest
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.db import connection
from pytest_django.fixtures import Settings
from standardwebhooks import WebhookVerificationError

from accounts.models import User
from tests.live.processes import KILLED, Process
from tests.tournaments.cups import a_person, enter
from tests.tournaments.webhooks.hooked import Hooked, body_of, hook, publish, send
from tests.truco_site.receivers import Receiver
from tournaments.models import Competition, Webhook, WebhookDelivery
from tournaments.webhooks import services, signatures
from tournaments.webhooks.delivery import (
    LAST_TRY,
    LEASE,
    OUTAGE,
    Outcome,
    deliver,
    record_outcome,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]
State, Off = WebhookDelivery.State, Webhook.Off
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def happen(cup: Competition, organiser: User, now: datetime) -> None:
    """Somebody enters, which is one event."""
    enter(cup, organiser, now, a_person())
    publish(now)


# ---- on its way ----
@pytest.mark.feature(
    "Exports", "Events are sent to addresses of the club, signed (Standard Webhooks)"
)
def test_what_arrives_is_verified_by_the_standards_own_library(
    hooked: Hooked, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    assert send(now) == 1
    got = receiver.received()
    told = hooked.read(got)
    assert (told["type"], told["data"]["number"]) == ("entry.added", 1)
    assert told["data"]["competition"]["name"] == cup.name
    assert got.headers["content-type"] == "application/json; charset=utf-8"
    assert got.headers["webhook-id"] == f"evt_{hooked.delivery().event_id}"
    delivery = hooked.delivery()
    assert (delivery.state, delivery.status, delivery.tries) == (State.ACKNOWLEDGED, 201, 1)


def test_the_signature_is_that_of_the_specification() -> None:
    """The example of the specification's own test vectors."""
    at = datetime.fromtimestamp(1614265330).astimezone()
    signed = signatures.headers(
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        at,
        b'{"test": 2432232314}',
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )
    assert signed["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_another_secret_or_body_is_not_verified(
    hooked: Hooked, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    send(now)
    got = receiver.received()
    with pytest.raises(WebhookVerificationError):
        hooked.read(got, signatures.fresh_secret())
    with pytest.raises(WebhookVerificationError):
        hooked.read(type(got)(got.path, got.headers, got.body.replace(b"added", b"addde")))


def test_a_new_secret_signs_beside_the_old_one_for_a_day(
    hooked: Hooked, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    _row, newest = services.rotate_secret(webhook_id=hooked.row.pk, actor=organiser, now=now)
    happen(cup, organiser, now)
    send(now)
    got = receiver.received()
    assert hooked.read(got) == hooked.read(got, newest)
    happen(cup, organiser, now)
    send(now, later=DAY - HOUR)
    assert len(receiver.received().headers["webhook-signature"].split()) == 2
    happen(cup, organiser, now)
    WebhookDelivery.objects.update(expires_at=now + 2 * DAY)
    send(now, later=DAY)
    assert len(receiver.received().headers["webhook-signature"].split()) == 1


def test_only_wanted_kinds_are_sent(
    receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    wants = [
        hook(organiser, receiver.url(), now, "match.called"),
        hook(organiser, receiver.url(), now),
    ]
    happen(cup, organiser, now)
    assert [each.row.deliveries.count() for each in wants] == [0, 1]


def test_what_happened_before_is_not_sent(
    receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    late = hook(organiser, receiver.url(), now)
    assert publish(now)
    assert not late.row.deliveries.exists()


# ---- targets that fail ----
@pytest.mark.feature(
    "Exports", "A webhook that fails is tried again for a day, less and less often"
)
@pytest.mark.parametrize("status", [301, 307, 400, 404, 500])
def test_a_failure_is_tried_later_and_redirects_are_not_followed(
    status: int, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    failing = hook(organiser, receiver.url(f"/{status}/here"), now)
    happen(cup, organiser, now)
    assert send(now) == send(now) == 0
    assert receiver.received().path == f"/{status}/here"
    assert receiver.requests.empty()
    delivery = failing.delivery()
    assert (delivery.state, delivery.status, delivery.tries) == (State.WAITING, status, 1)
    assert (failing.now().failures, failing.now().failing_since) == (1, now)


def test_pauses_double_for_a_day_and_then_it_is_kept_as_undelivered(
    receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    failing = hook(organiser, receiver.url("/500/here"), now)
    happen(cup, organiser, now)
    pauses, at = [], now
    while (row := failing.delivery()).state == State.WAITING and row.next_try_at < row.expires_at:
        at = max(row.next_try_at, failing.now().rests_until or at)
        assert deliver(read_clock=lambda at=at: at) == 0
        pauses.append((failing.delivery().next_try_at - at) / MINUTE)
    assert pauses[:9] == [0.5, 1, 2, 4, 8, 16, 32, 64, 128]
    assert pauses[9:] == [240, 240, 240, 240, 208.5, 240]
    assert at == failing.delivery().expires_at - LAST_TRY
    assert receiver.requests.qsize() == len(pauses) == 15
    assert deliver(read_clock=lambda: now + DAY) == 0
    assert failing.delivery().state == State.DEAD
    assert failing.now().off == Off.ON


@pytest.mark.parametrize(("failing_for", "sent"), [(OUTAGE, 3), (OUTAGE - MINUTE, 1)])
def test_who_is_back_after_an_outage_is_sent_at_once_what_waits(
    failing_for: timedelta,
    sent: int,
    hooked: Hooked,
    cup: Competition,
    organiser: User,
    now: datetime,
) -> None:
    for _ in range(2):
        happen(cup, organiser, now)
    WebhookDelivery.objects.update(next_try_at=now + HOUR)
    Webhook.objects.update(failures=8, failing_since=now - failing_for)
    happen(cup, organiser, now)
    assert send(now) == sent


@pytest.mark.parametrize("status", [429, 503])
def test_a_target_may_ask_to_wait(
    status: int, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    busy = hook(organiser, receiver.url(f"/{status}/here"), now)
    happen(cup, organiser, now)
    send(now)
    assert busy.delivery().next_try_at == now + 10 * MINUTE


@pytest.mark.feature(
    "Exports", "A webhook that answers 410, or fails for three days, is switched off"
)
def test_who_answers_gone_is_switched_off(
    receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    gone = hook(organiser, receiver.url("/410/here"), now)
    happen(cup, organiser, now)
    happen(cup, organiser, now)
    send(now)
    assert gone.now().off == Off.GONE
    assert [each.state for each in gone.row.deliveries.all()] == [State.DEAD] * 2
    happen(cup, organiser, now)
    assert gone.row.deliveries.count() == 2
    assert receiver.requests.qsize() == 1


def test_three_days_of_failures_switch_off(
    hooked: Hooked, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    for days, off in ((0, Off.ON), (2, Off.ON), (3, Off.FAILING)):
        delivery = WebhookDelivery.objects.select_related("webhook").get()
        record_outcome(delivery, Outcome(error="too-slow"), now=now + days * DAY)
        assert hooked.now().off == off


def test_days_without_anything_to_send_are_no_failures(
    hooked: Hooked, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    delivery = WebhookDelivery.objects.select_related("webhook").get()
    record_outcome(delivery, Outcome(error="too-slow"), now=now)
    send(now, later=2 * DAY)
    happen(cup, organiser, now + 7 * DAY)
    delivery = WebhookDelivery.objects.select_related("webhook").get(state=State.WAITING)
    record_outcome(delivery, Outcome(error="too-slow"), now=now + 7 * DAY)
    assert hooked.now().off == Off.ON


def test_an_answer_ends_the_failures(
    hooked: Hooked, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    Webhook.objects.update(failures=5, failing_since=now - 2 * DAY)
    happen(cup, organiser, now)
    assert send(now) == 1
    webhook = hooked.now()
    assert (webhook.failures, webhook.failing_since, webhook.rests_until) == (0, None, None)


def test_one_event_that_is_refused_holds_up_no_other(
    receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    hooked = hook(organiser, receiver.url("/500/here"), now)
    happen(cup, organiser, now)
    send(now)
    Webhook.objects.update(url=receiver.url())
    happen(cup, organiser, now)
    assert send(now, later=timedelta(seconds=30)) == 2
    assert {each.state for each in hooked.row.deliveries.all()} == {State.ACKNOWLEDGED}


@pytest.mark.sampled
def test_a_target_that_hangs_holds_up_no_other(
    receiver: Receiver, cup: Competition, organiser: User, now: datetime, settings: Settings
) -> None:
    slow, quick = (hook(organiser, receiver.url(path), now) for path in ("/hang/a", "/201/b"))
    happen(cup, organiser, now)
    assert send(now) == 1
    assert (slow.delivery().error, quick.delivery().state) == ("too-slow", State.ACKNOWLEDGED)


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("https://127.0.0.1/x", "not-public"),
        ("https://localhost/x", "not-public"),
        ("https://no-such-host.invalid/x", "unknown-host"),
        ("https://[::ffff:10.0.0.1]/x", "not-public"),
    ],
)
def test_an_address_inside_the_house_is_never_called(
    url: str, error: str, hooked: Hooked, cup: Competition, organiser: User, now: datetime
) -> None:
    """A name may be public when it is written down, and resolve to a private address later."""
    Webhook.objects.update(url=url)
    happen(cup, organiser, now)
    assert send(now) == 0
    assert hooked.delivery().error == error


def test_a_club_whose_key_is_gone_is_told_to_make_a_new_secret(
    hooked: Hooked,
    receiver: Receiver,
    cup: Competition,
    organiser: User,
    now: datetime,
    settings: Settings,
) -> None:
    newest = Fernet.generate_key().decode()
    settings.DEAL_KEYS = [newest, *settings.DEAL_KEYS]
    happen(cup, organiser, now)
    assert send(now) == 1, "the older key still reads it"
    settings.DEAL_KEYS = [newest]
    happen(cup, organiser, now)
    assert send(now) == 1, "it was encrypted again"
    settings.DEAL_KEYS = [Fernet.generate_key().decode()]
    happen(cup, organiser, now)
    assert send(now) == 0
    assert hooked.now().off == Off.NO_SECRET
    services.rotate_secret(webhook_id=hooked.row.pk, actor=organiser, now=now)
    services.change_webhook(webhook_id=hooked.row.pk, actor=organiser, is_on=True)
    services.resend(webhook_id=hooked.row.pk, actor=organiser, now=now)
    assert send(now) == 1


# ---- workers that die ----
def test_a_webhook_is_sent_to_by_one_worker_at_a_time(
    hooked: Hooked, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    Webhook.objects.update(rests_until=now + LEASE)  # of another worker
    assert send(now) == 0
    assert send(now, later=LEASE) == 1


def test_what_was_acknowledged_is_not_sent_again(
    hooked: Hooked, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    happen(cup, organiser, now)
    assert send(now) == 1
    late = hooked.delivery()
    assert (send(now), send(now, later=HOUR)) == (0, 0)
    late.webhook = hooked.row
    record_outcome(late, Outcome(status=500), now=now)  # a worker that slept meanwhile
    assert hooked.delivery().state == State.ACKNOWLEDGED
    assert receiver.requests.qsize() == 1


@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_delays_a_delivery_and_loses_none(
    receiver: Receiver, organiser: User, cup: Competition, now: datetime, tmp_path
) -> None:
    hooked = hook(organiser, receiver.url("/hang/first"), now)
    happen(cup, organiser, now)
    connection.close()
    command = (
        "-m",
        "tests.tournaments.webhooks.sender",
        receiver.authority,
        str(receiver.certificate),
    )
    with Process(tmp_path, command) as process:
        lost = receiver.received()
        process.kill()
        assert process.ended() == KILLED
    cache.clear()  # its turn would end by itself
    assert (hooked.delivery().state, hooked.delivery().tries) == (State.WAITING, 0)
    Webhook.objects.update(url=receiver.url())
    assert send(now) == 0, "leased to the dead worker"
    assert send(now, later=5 * LEASE) == 1
    again = receiver.received()
    assert again.headers["webhook-id"] == lost.headers["webhook-id"]
    assert body_of(again) == body_of(lost)
    assert send(now, later=HOUR) == 0
    assert hooked.delivery().state == State.ACKNOWLEDGED
