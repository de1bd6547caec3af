"""The page of a club's webhooks, and who may change them."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.browsers import browser_of
from tests.tournaments.cups import a_person, an_organiser, club_of, enter
from tests.tournaments.refusals import refusal
from tests.tournaments.webhooks.hooked import Hooked, hook, publish, send
from tests.truco_site.receivers import Receiver
from tournaments.models import Competition, Webhook, WebhookDelivery
from tournaments.webhooks import services

pytestmark = [pytest.mark.both, pytest.mark.django_db]
URL = "https://example.org/hook"


def signed_in(person: User) -> Client:
    """Return a browser in which a person has just given the password."""
    browser = browser_of(person)
    browser.post("/accounts/reauthenticate/", {"password": "secreto"})
    return browser


@pytest.fixture
def desk(organiser: User) -> Client:
    return signed_in(organiser)


def page_of(organiser: User) -> str:
    return f"/clubs/{club_of(organiser).slug}/webhooks/"


def test_a_secret_is_shown_once_and_stored_encrypted(desk: Client, organiser: User) -> None:
    page = page_of(organiser)
    assert browser_of(organiser).post(page, {"url": URL}).status_code == 302, "asks the password"
    assert not Webhook.objects.exists()
    made = desk.post(page, {"url": URL, "kinds": ["match.called"]})
    webhook = Webhook.objects.get()
    assert (webhook.url, webhook.kinds) == (URL, ["match.called"])
    secret = made.context["secret"]
    assert secret.startswith("whsec_")
    assert secret in made.content.decode()
    assert secret not in desk.get(page).content.decode()
    assert secret[6:] not in webhook.sealed_secret
    again = desk.post(f"{page}{webhook.pk}/secret/")
    assert again.context["secret"] != secret


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org:8443/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/x",
        "https://user@example.org/",
        "javascript:alert(1)",
        "https://example.org/#part",
    ],
)
def test_an_address_that_cannot_be_called_is_refused_in_words(
    url: str, desk: Client, organiser: User
) -> None:
    answer = desk.post(page_of(organiser), {"url": url})
    assert answer.status_code == 422
    assert "lleva a un lugar público" in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_club_has_ten_addresses(organiser: User, now: datetime) -> None:
    told = {"club_id": club_of(organiser).pk, "actor": organiser, "url": URL, "now": now}
    for _ in range(Webhook.PER_CLUB):
        services.create_webhook(**told)
    assert refusal(services.create_webhook, **told) == "too-many-webhooks"


@pytest.mark.feature("Exports", "Undelivered webhooks are shown with the reason and sent again")
def test_what_was_not_delivered_is_shown_and_sent_again(
    desk: Client, receiver: Receiver, cup: Competition, organiser: User, now: datetime
) -> None:
    hooked, page = hook(organiser, receiver.url("/410/x"), now), page_of(organiser)
    enter(cup, organiser, now, a_person())
    publish(now)
    send(now)
    shown = desk.get(page).content.decode()
    for words in ("1 aviso no se pudo entregar", "contestó 410", "ya no quiere nada"):
        assert words in shown
    resend = f"{page}{hooked.row.pk}/resend/"
    assert desk.post(resend).status_code == 409
    desk.post(f"{page}{hooked.row.pk}/on/")
    Webhook.objects.update(url=receiver.url())
    receiver.received()
    assert desk.post(resend).status_code == 302
    assert send(now, later=timedelta(minutes=1)) == 1
    assert hooked.read(receiver.received())["type"] == "entry.added"
    assert desk.post(resend).status_code == 302
    assert send(now, later=timedelta(hours=1)) == 0


def test_a_test_is_sent_to_one_address(
    desk: Client, hooked: Hooked, receiver: Receiver, organiser: User, now: datetime
) -> None:
    hook(organiser, receiver.url("/201/other"), now)
    act = f"{page_of(organiser)}{hooked.row.pk}/test/"
    assert desk.post(act).status_code == 302
    assert WebhookDelivery.objects.get().webhook == hooked.row
    assert send(now, later=timedelta(minutes=1)) == 1
    told = hooked.read(receiver.received())
    assert (told["type"], told["data"]["competition"]) == ("webhook.test", None)
    for _ in range(9):
        desk.post(act)
    assert desk.post(act).status_code == 429


def test_who_is_off_is_sent_nothing(
    desk: Client, hooked: Hooked, cup: Competition, organiser: User, now: datetime
) -> None:
    page = page_of(organiser)
    enter(cup, organiser, now, a_person())
    publish(now)
    desk.post(f"{page}{hooked.row.pk}/off/")
    assert (hooked.now().off, send(now)) == ("by-hand", 0)
    assert desk.post(f"{page}{hooked.row.pk}/test/").status_code == 409
    assert desk.post(f"{page}{hooked.row.pk}/nothing/").status_code == 404
    desk.post(f"{page}{hooked.row.pk}/remove/")
    assert not Webhook.objects.exists()


def test_only_organisers_of_the_club_see_and_change_them(
    hooked: Hooked, organiser: User, now: datetime
) -> None:
    page = page_of(organiser)
    for stranger in (a_person(), an_organiser()):
        browser = signed_in(stranger)
        assert browser.get(page).status_code == 403
        assert browser.post(page, {"url": URL}).status_code == 403
        assert browser.post(f"{page}{hooked.row.pk}/secret/").status_code == 403
        for act in ("test", "off", "on", "resend", "remove"):
            assert browser.post(f"{page}{hooked.row.pk}/{act}/").status_code == 403, act
        named = {"webhook_id": hooked.row.pk, "actor": stranger}
        assert refusal(services.change_webhook, **named, url=URL) == "not-organiser"
    own = page_of(an_organiser())
    assert browser_of(organiser).post(f"{own}{hooked.row.pk}/remove/").status_code == 404
    assert Webhook.objects.get() == hooked.row
