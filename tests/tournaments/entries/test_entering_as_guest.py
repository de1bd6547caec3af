"""Whoever has the link of a competition enters it as a guest: with a name, and counted by it."""

import pytest
from django.core.cache import cache

from accounts.guests import services as guests
from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Entry, Person, RosterPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


def enters(cup, browser=None, **fields):
    return (browser or a_browser()).post(f"/competitions/{cup.pk}/register/guest/", fields)


def people_as_guests():
    return User.objects.filter(is_guest=True)


def a_link(cup, organiser, now, *names) -> str:
    """The link for the places of an entry that was written down by name."""
    players = [NamedPlayer(name) for name in names]
    entry = entries.add_entry(competition_id=cup.pk, actor=organiser, players=players, now=now)
    return f"/invitation/{entries.renew_invitation(entry_id=entry.pk, user=organiser)}/"


@pytest.mark.feature("Entries", "A visitor with a competition's link enters it as a guest")
def test_one_tap_enters_a_stranger_and_the_page_knows_them(organiser, now):
    cup, browser = a_cup(organiser, now), a_browser()
    page = text_of(browser.get(f"/competitions/{cup.pk}/"))
    assert f'action="/competitions/{cup.pk}/register/guest/"' in page
    answer = enters(cup, browser, display_name="El Tano")
    assert answer.url == f"/competitions/{cup.pk}/"
    entry = cup.entries.get()
    assert (entry.name, entry.state) == ("El Tano", Entry.State.CONFIRMED)
    assert entry.roster.get().user == people_as_guests().get()
    assert "Estás adentro" in text_of(browser.get(answer.url))


@pytest.mark.feature("The club's people", "Who signs up stays the person they were as a guest")
def test_who_signs_up_stays_the_person_of_the_club(organiser, now):
    cups = [a_cup(organiser, now) for _ in range(3)]
    browser = a_browser()
    for cup in cups[:2]:
        enters(cup, browser, display_name="El Tano")
    lifecycle.cancel(competition_id=cups[0].pk, actor=organiser, reason="lluvia", now=now)
    tano = people_as_guests().get()
    guests.become_account(user=tano)
    assert Person.objects.get().user == tano
    entries.register(competition_id=cups[2].pk, user=tano, now=now)
    assert {cup.entries.get().roster.get().person for cup in cups} == {Person.objects.get()}


def test_who_signs_up_gets_no_history_of_a_namesake(organiser, now):
    first, second = a_cup(organiser, now), a_cup(organiser, now)
    players = [NamedPlayer("El Tano")]
    entries.add_entry(competition_id=first.pk, actor=organiser, players=players, now=now)
    enters(second, display_name="El Tano")
    guests.become_account(user=people_as_guests().get())
    assert Person.objects.get().user is None


def test_a_guest_who_has_come_before_enters_as_the_same(organiser, now):
    first, second, browser = a_cup(organiser, now), a_cup(organiser, now), a_browser()
    enters(first, browser, display_name="El Tano")
    answer = browser.post(f"/competitions/{second.pk}/register/")
    assert answer.url == f"/competitions/{second.pk}/"
    assert second.entries.get().roster.get().user == people_as_guests().get()


def test_a_guest_who_chose_no_name_is_asked_for_one_and_bears_it(organiser, now):
    first, second, browser = a_cup(organiser, now), a_cup(organiser, now), a_browser()
    enters(first, browser)
    page = text_of(browser.get(f"/competitions/{second.pk}/"))
    assert 'name="display_name"' in page
    enters(second, browser, display_name="El Tano")
    assert second.entries.get().name == "El Tano"
    assert str(people_as_guests().get()) == "El Tano"
    assert 'name="display_name"' not in text_of(browser.get(f"/competitions/{first.pk}/"))


def test_a_name_given_where_one_cannot_enter_is_not_taken(organiser, now):
    cup, browser = a_cup(organiser, now), a_browser()
    enters(cup, browser)
    assert enters(cup, browser, display_name="El Tano").status_code == 409
    assert people_as_guests().get().is_nameless


def test_a_nameless_guest_is_called_in_the_readers_language(organiser, now):
    cup, english = a_cup(organiser, now), a_browser(language="en")
    enters(cup, english)
    number = people_as_guests().get().pk % 10_000
    assert cup.entries.get().name == f"Invitado {number}"
    assert f"Guest {number}" in text_of(english.get(f"/competitions/{cup.pk}/"))
    assert f"Invitado {number}" in text_of(a_browser().get(f"/competitions/{cup.pk}/"))


@pytest.mark.feature("Entries", "A competition's link admits twice its players from one address")
def test_a_link_brings_twice_its_players_from_one_address_and_no_more(organiser, now, settings):
    settings.GUESTS_PER_ADDRESS = 0
    cup = a_cup(organiser, now, cap=4)
    other = a_cup(organiser, now, cap=4)
    assert [enters(cup).status_code for _ in range(8)] == [302] * 8
    refused = enters(cup)
    assert refused.status_code == 429
    assert "muchos invitados" in text_of(refused)
    assert (people_as_guests().count(), cup.entries.count()) == (8, 8)
    assert enters(other).status_code == 302


def test_acts_that_are_refused_keep_no_guest_out(organiser, now, settings):
    settings.GUESTS_PER_ADDRESS = 0
    cup = a_cup(organiser, now, cap=2, members_only=True)
    assert [enters(cup).status_code for _ in range(6)] == [409] * 6
    cup.members_only = False
    cup.save()
    assert enters(cup).status_code == 302


def test_a_valid_invitation_is_never_refused(organiser, now, settings):
    settings.GUESTS_PER_ADDRESS = 0
    cup = a_cup(organiser, now, cap=2)
    address = a_link(cup, organiser, now, "Marta Gómez")
    assert [enters(cup).status_code for _ in range(5)] == [302] * 4 + [429]
    assert a_browser().post(address, {"guest": "yes"}).status_code == 302
    assert str(cup.entries.first().roster.get().user) == "Marta Gómez"


@pytest.mark.parametrize(
    ("name", "words"), [("ana-organiza", "alguien con cuenta"), ("\u202eonaT", "signos")]
)
def test_a_name_that_is_taken_or_odd_enters_nobody(organiser, now, name, words):
    organiser.display_name = "ana-organiza"
    organiser.save()
    cup = a_cup(organiser, now)
    answer = enters(cup, display_name=name)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not cup.entries.exists()
    assert not people_as_guests().exists()


def test_what_takes_no_entries_makes_no_guest(organiser, now):
    cup = a_running_cup(organiser, now)
    assert enters(cup).status_code == 409
    assert enters(a_cup(organiser, now, public=False)).status_code == 404
    assert not people_as_guests().exists()


def test_a_guest_forms_a_pair_with_another_by_its_link(organiser, now):
    cup = a_cup(organiser, now, per_side=2)
    page = text_of(enters(cup, display_name="El Tano", name="Los Tigres"))
    address = page.split("<code>http://testserver")[1].split("</code>")[0]
    partner = a_browser()
    answer = partner.post(address, {"guest": "yes", "display_name": "La Rusa"})
    assert answer.url == f"/competitions/{cup.pk}/"
    assert [str(row.user) for row in cup.entries.get().roster.all()] == ["El Tano", "La Rusa"]
    assert cup.entries.get().state == Entry.State.CONFIRMED


def test_who_claims_a_named_place_as_a_guest_bears_its_name(organiser, now):
    cup = a_cup(organiser, now)
    address = a_link(cup, organiser, now, "Marta Gómez")
    assert "Jugar como invitado" in text_of(a_browser().get(address))
    assert not people_as_guests().exists()
    a_browser().post(address, {"guest": "yes"})
    assert str(cup.entries.get().roster.get().user) == "Marta Gómez"


def test_a_guest_bears_as_much_of_a_long_name_as_a_table_shows(organiser, now):
    cup = a_cup(organiser, now)
    long = "Juan Ignacio Fernández de la Vega y Rodríguez de los Santos"
    a_browser().post(a_link(cup, organiser, now, long), {"guest": "yes"})
    player = RosterPlayer.objects.get(entry__competition=cup)
    assert (player.name, str(player.user)) == (long, "Juan Ignacio Fernández de la Vega y Rodr")


def test_a_named_place_gives_no_guest_the_name_of_an_account(organiser, now):
    organiser.display_name = "Marta Gómez"
    organiser.save()
    cup = a_cup(organiser, now)
    a_browser().post(a_link(cup, organiser, now, "Marta Gómez"), {"guest": "yes"})
    player = RosterPlayer.objects.get(entry__competition=cup)
    assert (player.name, str(player.user).split()[0]) == ("Marta Gómez", "Invitado")


def test_a_link_that_is_used_up_makes_no_guest(organiser, now):
    cup = a_cup(organiser, now)
    address = a_link(cup, organiser, now, "Marta Gómez")
    a_browser().post(address, {"guest": "yes"})
    assert a_browser().post(address, {"guest": "yes"}).status_code == 404
    assert people_as_guests().count() == 1


def test_an_entered_guest_stays_however_long_the_competition_lasts(organiser, now):
    cup = a_cup(organiser, now)
    enters(cup)
    people_as_guests().update(visited_at=now - guests.LIFE)
    assert guests.forget_old(now=now) == 0


def test_where_all_places_are_taken_it_is_said_before(organiser, now):
    cup = a_cup(organiser, now, cap=2)
    page = f"/competitions/{cup.pk}/"
    enters(cup)
    assert "lista de espera" not in text_of(a_browser().get(page))
    enters(cup)
    assert "quedás en la lista de espera" in text_of(a_browser().get(page))


def test_who_writes_a_name_of_the_list_is_asked_whether_it_is_theirs(organiser, now):
    cup, browser = a_cup(organiser, now), a_browser()
    entries.add_entry(competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Ana")], now=now)
    asked = enters(cup, browser, display_name="ANA")
    assert asked.status_code == 422
    assert "ANA ya está en la lista. ¿Sos vos?" in text_of(asked)
    assert (cup.entries.count(), people_as_guests().count()) == (1, 0)
    assert enters(cup, browser, display_name="ANA", another="yes").status_code == 302
    assert cup.entries.count() == 2


def test_signing_in_from_the_question_leads_back_to_the_competition(organiser, now):
    cup = a_cup(organiser, now)
    entries.add_entry(competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Ana")], now=now)
    asked = text_of(enters(cup, display_name="Ana"))
    for way in ("login", "signup"):
        assert f'href="/accounts/{way}/?next=/competitions/{cup.pk}/"' in asked
