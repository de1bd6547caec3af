"""Phones and e-mails are stored with consent, shown to organisers, and erased with the person."""

from datetime import datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import match_at
from tests.tournaments.names import an_event_of_names, draw_and_start
from tests.tournaments.people.test_pages_people import person_named
from tests.tournaments.refusals import refusal
from tests.tournaments.staff_links.test_link_pages import opened
from tournaments.bulletins.services import send_bulletin
from tournaments.models import Competition, Contact
from tournaments.people.contacts import keep_contact, message_to_all, message_to_players
from tournaments.people.forms import ContactForm
from tournaments.people.services import (
    forget_person,
    hide_person,
    merge_people,
    rename_person,
    undo_merge,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PHONE = "+5491155556666"


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return an_event_of_names(organiser, now, [["Ana"], ["Beto"]], by_qr=False)


def keep(organiser: User, now: datetime, name: str = "Ana") -> None:
    keep_contact(person_id=person_named(name).pk, phone=PHONE, email="", actor=organiser, now=now)


@pytest.mark.feature(
    "The club's people", "A phone or e-mail is stored with the person's consent alone"
)
def test_without_consent_nothing_is_stored(cup: Competition, organiser: User) -> None:
    browser, ana = a_browser(organiser), person_named("Ana")
    way, given = f"/people/{ana.pk}/contact/", {"phone": "+54 9 (11) 5555-6666"}
    page = browser.post(way, given)
    assert page.status_code == 422
    assert "Sin su permiso no se guarda." in text_of(page)
    assert not Contact.objects.exists()
    shown = text_of(browser.post(way, {**given, "agrees": "on"}, follow=True))
    contact = Contact.objects.get()
    assert (contact.phone, contact.recorded_by) == (PHONE, organiser)
    assert f'value="{PHONE}"' in shown
    assert "Dio permiso: lo anotó" in shown
    browser.post(way, {"phone": "", "email": ""})
    assert not Contact.objects.exists()


@pytest.mark.parametrize("written", ["11 5555 6666", "+54 teléfono", "+5", "+" + "1" * 16])
def test_a_phone_has_its_country(written: str) -> None:
    form = ContactForm({"phone": written, "agrees": "on"})
    assert form.has_error("phone")


def test_a_phone_of_two_noughts_is_understood() -> None:
    form = ContactForm({"phone": "00 598 99 123 456", "agrees": "on"})
    assert form.is_valid()
    assert form.cleaned_data["phone"] == "+59899123456"


def test_only_organisers_see_it(cup: Competition, organiser: User, now: datetime) -> None:
    keep(organiser, now)
    ana = person_named("Ana")
    for reader in (Client(), a_browser(a_person())):
        assert PHONE not in text_of(reader.get(f"/people/{ana.pk}/"))
    told = {"person_id": ana.pk, "phone": PHONE, "email": "", "now": now}
    assert refusal(keep_contact, actor=a_person(), **told) == "not-organiser"


def test_who_cannot_be_told_is_named_with_a_ready_text(
    cup: Competition, organiser: User, now: datetime
) -> None:
    keep(organiser, now)
    browser, page = a_browser(organiser), f"/competitions/{cup.pk}/screens/"
    assert "avisales vos" not in text_of(browser.get(page))
    browser.post(f"/competitions/{cup.pk}/screens/bulletin/", {"text": "Empezamos 21:30"})
    shown = text_of(browser.get(page))
    assert "No tienen cuenta y no les llega; avisales vos:" in shown
    assert f'href="https://wa.me/{PHONE[1:]}?text=Copa' in shown
    assert shown.count("Empezamos+21%3A30") == 2  # to Ana, and to whom the reader chooses
    assert "<bdi>Beto</bdi>" in shown


def test_a_desk_reads_neither_contact_nor_hidden_name(
    cup: Competition, organiser: User, now: datetime
) -> None:
    keep(organiser, now)
    draw_and_start(cup, organiser, now)
    ana = person_named("Ana")
    rename_person(person_id=ana.pk, name="Ana Ruiz", actor=organiser, now=now)
    hide_person(person_id=ana.pk, hidden=True, actor=organiser, now=now)
    send_bulletin(competition_id=cup.pk, actor=organiser, text="Empezamos", now=timezone.now())
    desk, page = opened(cup, "desk"), f"/competitions/{cup.pk}/screens/"
    assert f"https://wa.me/{PHONE[1:]}" in text_of(a_browser(organiser).get(page))
    shown = text_of(desk.get(page))
    assert "<bdi>A. R.</bdi>" in shown[shown.index("avisales vos") :]
    assert PHONE[1:] not in shown
    assert "Ana Ruiz" not in shown
    for reader, phone, name in ((organiser, PHONE[1:], "Ana Ruiz"), (a_person(), "", "A. R.")):
        ana_told = message_to_players(match_at(cup, 1, 1), "hola", reader).people[0]
        assert ana_told.name == name
        assert phone in ana_told.whatsapp
        assert bool(ana_told.whatsapp) == bool(phone)


def test_nobody_is_named_where_everybody_has_an_account(organiser: User, now: datetime) -> None:
    cup = an_event_of_names(organiser, now, [["Ana"], ["Beto"]], by_qr=False)
    cup.entries.get(name="Ana").roster.update(user=a_person())
    message = message_to_all(cup, "hola", organiser)
    assert [one.name for one in message.people] == ["Beto"]


def test_it_is_erased_with_the_person(cup: Competition, organiser: User, now: datetime) -> None:
    keep(organiser, now)
    forget_person(person_id=person_named("Ana").pk, actor=organiser, now=now)
    assert not Contact.objects.exists()


def test_a_merge_keeps_it_and_its_undo_gives_it_back(
    cup: Competition, organiser: User, now: datetime
) -> None:
    other = an_event_of_names(organiser, now, [["Anita"], ["Caro"]], by_qr=False)
    keep(organiser, now, "Anita")
    ana, anita = person_named("Ana"), person_named("Anita")
    change = merge_people(person_id=ana.pk, other_id=anita.pk, name="Ana", actor=organiser, now=now)
    for event in (cup, other):
        told = {one.name: one.whatsapp for one in message_to_all(event, "hola", organiser).people}
        assert told["Ana"] == f"https://wa.me/{PHONE[1:]}?text=hola"
    undo_merge(change_id=change.pk, actor=organiser, now=now)
    assert Contact.objects.get().person == anita
