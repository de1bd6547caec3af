"""Push messages: their recipients, expiry and delivery."""

import json
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.utils.translation import get_language

from accounts.common.notification_types import CALLED, KINDS, NEWS, Notice
from accounts.models import PushSubscription, User
from accounts.notifications import services as notifications
from accounts.notifications.web_push import encode, point, site_key
from accounts.profiles import services as profiles
from tests.accounts.browsers import browser_of, text_of
from tests.accounts.guests.test_guest_pages import ACCOUNT, a_guest_at
from tests.accounts.people import PASSWORD, a_person
from tests.accounts.subscribed import Subscribed, subscribe
from tests.truco_site.receivers import a_receiver

pytestmark = [pytest.mark.both, pytest.mark.django_db]
FAR = "https://push.example/abc"
NOTICE = Notice(CALLED, 7, "Copa: tu partido", "Sentate antes de las 21:40", "/matches/7/")


@pytest.fixture
def receiver(tmp_path, settings):
    with a_receiver(tmp_path) as receiver:
        settings.LOCAL_RECEIVERS = receiver.trusted
        yield receiver


@pytest.fixture
def ana():
    return a_person("ana")


def told_at(person: User, endpoint: str, keys: Subscribed | None = None) -> PushSubscription:
    assert subscribe(browser_of(person), endpoint, keys).status_code == 204
    return PushSubscription.objects.get(endpoint=endpoint)


def deliver(row: PushSubscription, now):
    return notifications.deliver(subscription_id=row.pk, notice=NOTICE, now=now)


# ---- on its way ----
def test_what_arrives_is_read_by_the_browser_alone_and_signed_by_the_site(receiver, ana, now):
    keys = Subscribed()
    assert deliver(told_at(ana, receiver.url(), keys), now)
    got = receiver.received()
    assert b"Copa" not in got.body
    assert json.loads(keys.read(got.body)) == {
        "title": NOTICE.title,
        "body": NOTICE.body,
        "url": "/matches/7/",
        "tag": "called-7",
    }
    assert got.headers["authorization"].endswith(f"k={public_key()}")
    assert {name: got.headers[name] for name in ("ttl", "topic", "urgency")} == {
        "ttl": "900",
        "topic": "called-7",
        "urgency": "high",
    }


def public_key() -> str:
    return encode(point(site_key(site.VAPID_KEY).public_key()))


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(receiver, ana, now, status):
    assert not deliver(told_at(ana, receiver.url(f"/{status}/abc")), now)
    assert not PushSubscription.objects.exists()


@pytest.mark.feature(
    "Notifications", "A browser that is gone is deleted; one that fails is retried later"
)
@pytest.mark.parametrize("status", [301, 400, 403, 429, 500])
def test_what_fails_rests_longer_each_time_and_is_forgotten_at_last(receiver, ana, now, status):
    row = told_at(ana, receiver.url(f"/{status}/abc"))
    rests = []
    for _ in range(PushSubscription.FAILURES - 1):
        assert not deliver(row, now)
        row.refresh_from_db()
        rests.append((row.rests_until - now) / timedelta(minutes=1))
        assert not PushSubscription.objects.due(now).exists()
        assert PushSubscription.objects.due(row.rests_until).exists()
    assert rests == [1, 2, 4, 8, 16, 32, 64]
    deliver(row, now)
    assert not PushSubscription.objects.exists()


def test_a_success_ends_the_failures(receiver, ana, now):
    row = told_at(ana, receiver.url())
    PushSubscription.objects.update(failures=3, rests_until=now)
    row.refresh_from_db()
    assert deliver(row, now)
    row.refresh_from_db()
    assert (row.failures, row.rests_until) == (0, None)


def test_an_address_inside_the_house_is_never_called(receiver, ana, now, settings):
    """The name is public when the browser sends it, and resolves to a private address later."""
    row = told_at(ana, FAR)
    settings.LOCAL_RECEIVERS = {}
    PushSubscription.objects.update(endpoint="https://127.0.0.1/abc")
    assert not deliver(row, now)
    row.refresh_from_db()
    assert row.failures == 1


@pytest.mark.django_db(transaction=True)
def test_each_browser_of_a_person_is_told_without_waiting_for_the_others(receiver, ana, now):
    keys = Subscribed()
    told_at(ana, receiver.url("/hang/first"))
    told_at(ana, receiver.url("/201/second"), keys)
    notifications.notify(people=[ana.pk], kind=CALLED, words=lambda user: NOTICE, now=now)
    got = {request.path: request for request in (receiver.received(), receiver.received())}
    assert got.keys() == {"/hang/first", "/201/second"}
    assert json.loads(keys.read(got["/201/second"].body))["title"] == NOTICE.title


# ---- until when ----
@pytest.mark.feature("Notifications", "Signing out ends a browser's notifications")
def test_signing_out_ends_that_browser_alone(ana):
    here, there = browser_of(ana), browser_of(ana)
    subscribe(here, FAR)
    subscribe(there, f"{FAR}/there")
    here.post("/accounts/logout/")
    assert [row.endpoint for row in PushSubscription.objects.all()] == [f"{FAR}/there"]


def test_a_new_password_ends_all_browsers_but_the_one_in_use(receiver, ana, now):
    here, there = browser_of(ana), browser_of(ana)
    subscribe(here, receiver.url("/201/here"))
    subscribe(there, receiver.url("/201/there"))
    new = {
        "oldpassword": PASSWORD,
        "password1": "otra-clave-larga",
        "password2": "otra-clave-larga",
    }
    assert here.post("/accounts/password/change/", new).status_code == 302
    assert [deliver(row, now) for row in PushSubscription.objects.order_by("pk")] == [True, False]
    assert receiver.received().path == "/201/here"
    assert PushSubscription.objects.get().endpoint.endswith("here")


def test_who_was_suspended_is_told_nothing(receiver, ana, now):
    row = told_at(ana, receiver.url())
    User.objects.update(is_active=False)
    assert requested_words(ana, CALLED, now) == []
    assert not deliver(row, now)
    assert receiver.requests.empty()


def test_who_erases_their_account_leaves_no_browser_behind(ana, now):
    told_at(ana, FAR)
    profiles.anonymise(user_id=ana.pk, now=now)
    assert not PushSubscription.objects.exists()


# ---- which ----
def test_a_browser_that_another_person_uses_tells_them_alone(ana):
    beto = a_person("beto")
    told_at(ana, FAR)
    told_at(beto, FAR)
    assert PushSubscription.objects.get().user == beto


def test_a_further_browser_takes_the_place_of_the_oldest(ana):
    most = PushSubscription.PER_PERSON
    for number in range(most + 2):
        told_at(ana, f"{FAR}/{number}")
    kept = {row.endpoint.rpartition("/")[2] for row in ana.push_subscriptions.all()}
    assert kept == {str(number) for number in range(2, most + 2)}


def test_one_browser_that_subscribes_anew_is_one(ana):
    browser = browser_of(ana)
    subscribe(browser, FAR)
    subscribe(browser, f"{FAR}/new")
    assert [row.endpoint for row in PushSubscription.objects.all()] == [f"{FAR}/new"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/abc"},
        {"endpoint": "https://push.example:22/abc"},
        {"endpoint": ""},
        {"endpoint": f"https://push.example/{'a' * 2000}"},
        {"p256dh": "BAAA"},
        {"auth": "x"},
    ],
)
def test_what_no_browser_would_say_is_refused_in_words(ana, wrong):
    form = Subscribed().form(FAR) | wrong
    answer = browser_of(ana).post("/profile/notices/subscribe/", form)
    assert answer.status_code == 409
    assert "no dio una dirección a la que se le pueda avisar" in text_of(answer)
    assert not PushSubscription.objects.exists()


def test_a_stranger_is_asked_to_sign_in(client):
    for path in ("", "subscribe/", "unsubscribe/"):
        answer = client.post(f"/profile/notices/{path}", Subscribed().form(FAR))
        assert answer.status_code == 302
        assert answer.url.startswith("/accounts/login/")
    assert not PushSubscription.objects.exists()


# ---- what of ----
def requested_words(person: User, kind: str, now) -> list[tuple[str, str | None]]:
    """Whose words are asked for, and in which language."""
    found: list[tuple[str, str | None]] = []

    def words(user: User) -> None:
        found.append((user.username, get_language()))

    notifications.notify(people=[person.pk], kind=kind, words=words, now=now)
    return found


@pytest.mark.feature("Notifications", "Each kind is switched off by itself")
def test_each_kind_is_switched_off_by_itself_and_said_in_ones_own_language(ana, now):
    told_at(ana, FAR)
    browser = browser_of(ana)
    page = text_of(browser.get("/profile/notices/"))
    assert page.count("checked") == len(KINDS) - 1 == 10, "the reminder is off"
    browser.post("/profile/notices/", {"kind": [*(KINDS.keys() - {NEWS}), "nonsense"]})
    ana.refresh_from_db()
    assert ana.muted == [NEWS]
    User.objects.update(language="en")
    assert requested_words(ana, CALLED, now) == [("ana", "en")]
    assert requested_words(ana, NEWS, now) == []
    assert text_of(browser.get("/profile/notices/")).count("checked") == len(KINDS) - 1
    PushSubscription.objects.update(rests_until=now + timedelta(minutes=1))
    assert requested_words(ana, CALLED, now) == []


def test_the_page_knows_whether_this_browser_is_told(ana):
    here, there = browser_of(ana), browser_of(ana)
    subscribe(here, FAR)
    assert "hasta que cierres la sesión" in text_of(here.get("/profile/notices/"))
    elsewhere = text_of(there.get("/profile/notices/"))
    assert "hasta que cierres la sesión" not in elsewhere
    assert "Te avisamos en 1 navegador." in elsewhere
    assert f'data-key="{public_key()}"' in elsewhere


def test_a_browser_or_all_of_them_are_told_no_more(ana):
    here, there = browser_of(ana), browser_of(ana)
    subscribe(here, FAR)
    subscribe(there, f"{FAR}/there")
    here.post("/profile/notices/unsubscribe/")
    assert [row.endpoint for row in PushSubscription.objects.all()] == [f"{FAR}/there"]
    here.post("/profile/notices/unsubscribe/", {"everywhere": "yes"})
    assert not PushSubscription.objects.exists()


# ---- guests ----
def test_a_guest_who_signs_up_goes_on_being_told(client, receiver, now):
    a_guest_at(client)
    subscribe(client, receiver.url())
    client.post("/accounts/signup/", ACCOUNT, follow=True)
    (row,) = PushSubscription.objects.all()
    assert (row.user.username, row.user.is_guest) == (ACCOUNT["username"], False)
    assert deliver(row, now)


def test_a_guest_who_signs_in_to_an_account_is_told_no_more_as_the_guest(client, ana):
    a_guest_at(client)
    subscribe(client, FAR)
    client.post("/accounts/login/", {"login": "ana", "password": PASSWORD}, follow=True)
    assert not PushSubscription.objects.exists()
