"""The list of names: whoever has the QR finds it, a name and a yes say who they are."""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, call, match_at
from tests.tournaments.names import PAIRS, an_event_of_names, claims, draw_and_start, named
from tournaments.demo import rehearsals
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition
from tournaments.name_claims import services as name_claims
from tournaments.name_claims.services import key_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


@pytest.fixture
def cup(organiser, now):
    return an_event_of_names(organiser, now)


def page_of(cup: Competition) -> str:
    return f"/competitions/{cup.pk}/names/"


def says(cup: Competition, name: str, browser: Client | None = None, language="es-ar"):
    """A phone taps a name and says yes."""
    browser = browser or a_browser(language=language)
    return browser.post(f"{page_of(cup)}{named(cup, name).pk}/")


def test_the_short_address_leads_to_the_names_and_a_yes_to_ones_own(cup):
    phone = Client(enforce_csrf_checks=True, headers={"accept-language": "es-ar"})
    listed = phone.get(f"/c/{cup.code}/", follow=True)
    assert listed.redirect_chain[-1][0] == page_of(cup)
    link = f"{page_of(cup)}{named(cup, 'Ana').pk}/"
    assert f'href="{link}"' in text_of(listed)
    asked = text_of(phone.get(link))
    assert "¿Sos <bdi>Ana</bdi>?" in asked
    assert "Sí, soy Ana" in asked
    assert not User.objects.filter(is_guest=True).exists()  # a look creates no guest
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]*)"', asked)[1]
    assert phone.post(link).status_code == 403
    answer = phone.post(link, {"csrfmiddlewaretoken": token}, follow=True)
    assert "Falta que tu compañero elija su nombre" in text_of(answer)
    assert "falta confirmar" in text_of(answer)
    assert cup.name_claims.get().user.is_guest


def test_two_browsers_of_one_address_do_not_confirm_each_other(cup, organiser):
    ana, beto = a_browser(), a_browser()
    says(cup, "Ana", ana)
    says(cup, "Beto", beto)
    assert not cup.name_claims.counted().exists()
    page = text_of(ana.get(page_of(cup)))
    assert "Beto eligió su nombre desde esta misma conexión" in page
    desk = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/claims/"))
    assert "Desde la misma conexión que Ana" in desk
    assert "Desde la misma conexión que Beto" in desk
    a_browser(organiser).post(f"/competitions/{cup.pk}/claims/", {"act": "all"})
    assert "Ese lugar es tuyo" in text_of(beto.get(page_of(cup)))


def test_two_phones_of_a_pair_are_both_in_their_places(cup):
    ana, beto = a_browser(), a_browser(REMOTE_ADDR="192.0.2.7")
    says(cup, "Ana", ana)
    assert "Ese lugar es tuyo" in text_of(says(cup, "Beto", beto, "es-ar").client.get(page_of(cup)))
    page = text_of(ana.get(page_of(cup)))
    assert "Ese lugar es tuyo" in page
    assert "2 de 4 ya están" in page
    assert page.count("✓ ya está") == 2


def test_names_stay_in_their_places_whoever_takes_them(cup):
    def order(page: str) -> list[str]:
        return re.findall(r"<bdi>(\w+)</bdi>", page.partition('id="list"')[2].partition("</ul>")[0])

    before = order(text_of(a_browser().get(page_of(cup))))
    says(cup, "Beto")
    page = text_of(a_browser().get(page_of(cup)))
    assert order(page) == before == ["Ana", "Beto", "Carla", "Dani"]
    taken = f"{page_of(cup)}{named(cup, 'Beto').pk}/"
    assert f'href="{taken}"' not in page
    assert a_browser().get(taken).url == page_of(cup)
    late = says(cup, "Beto")
    assert late.status_code == 409
    assert "ya lo eligió otro teléfono" in text_of(late)
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_name_is_found_by_its_letters_or_its_partners(cup):
    page = text_of(a_browser().get(page_of(cup), {"q": "BETO"}))
    assert [name in page for name in ("Ana", "Beto", "Carla")] == [True, True, False]
    assert "Ningún nombre así" in text_of(a_browser().get(page_of(cup), {"q": "zzz\x00"}))


def test_a_seated_partner_is_asked_and_confirms(cup, organiser, now):
    ana, beto = a_browser(), a_browser()
    says(cup, "Ana", ana)
    claim = cup.name_claims.get()
    name_claims.confirm(claim_id=claim.pk, actor=organiser, now=now)
    says(cup, "Beto", beto)
    page = text_of(ana.get(page_of(cup)))
    assert "Alguien dice ser <b>Beto</b>, de tu equipo." in page
    waiting = named(cup, "Beto").claim.pk
    address = f"{page_of(cup)}partner/"
    for stranger in (a_browser(), a_browser(a_person()), beto):
        assert stranger.post(address, {"claim": waiting}).status_code == 403
    assert ana.post(address, {"claim": "x"}).status_code == 422
    assert ana.post(address, {"claim": 10**9}).status_code == 404
    assert "Beto ya está en su lugar." in text_of(
        ana.post(address, {"claim": waiting}, follow=True)
    )
    assert "Ese lugar es tuyo" in text_of(beto.get(page_of(cup)))


def test_who_took_the_wrong_name_lets_it_go(cup):
    phone = a_browser()
    says(cup, "Ana", phone)
    assert says(cup, "Carla", phone).status_code == 409
    assert "elegí el tuyo" in text_of(phone.post(f"{page_of(cup)}go/", follow=True))
    assert says(cup, "Carla", phone).status_code == 302
    assert a_browser().post(f"{page_of(cup)}go/").status_code == 404


def test_who_is_called_finds_the_table_on_the_same_page(organiser, now):
    cup = an_event_of_names(organiser, now, [["Ana"], ["Beto"]], names_unconfirmed=True)
    ana = a_browser()
    assert "Listo: ese lugar es tuyo." in text_of(says(cup, "Ana", ana).client.get(page_of(cup)))
    says(cup, "Beto")
    draw_and_start(cup, organiser, now)
    table = call(match_at(cup, 1, 1), now)
    assert f'href="/tables/{table.pk}/#sit"' in text_of(ana.get(page_of(cup)))
    assert f'href="/tables/{table.pk}/#sit"' not in text_of(a_browser().get(page_of(cup)))


def test_where_no_names_are_taken_the_page_says_so_or_is_not_there(cup, organiser, now):
    other = an_event_of_names(organiser, now, by_qr=False)
    assert a_browser().get(page_of(other)).status_code == 404
    assert a_browser().get(f"/c/{other.code}/").url == f"/competitions/{other.pk}/"
    rehearsal = rehearsals.start_rehearsal(actor=organiser, home=cup.club, now=now)
    assert a_browser(organiser).get(page_of(rehearsal)).status_code == 404
    ana = named(cup, "Ana").pk
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, now=now, reason="lluvia")
    closed = a_browser().get(page_of(cup))
    assert closed.status_code == 409
    assert "Acá no se eligen nombres" in text_of(closed)
    assert a_browser().post(f"{page_of(cup)}{ana}/").status_code == 409
    assert "names are not chosen" in text_of(a_browser(language="en").get(page_of(cup))).lower()


def test_an_event_that_is_not_public_opens_to_its_qr_alone(organiser, now):
    cup = an_event_of_names(organiser, now, public=False)
    assert a_browser().get(page_of(cup)).status_code == 404
    assert a_browser().get(f"/c/{cup.code}/").status_code == 404
    assert a_browser().get(f"/c/{cup.code}/{'2' * 8}/").status_code == 404
    phone = a_browser()
    assert "Ana" in text_of(phone.get(f"/c/{cup.code}/{key_of(cup)}/", follow=True))
    assert says(cup, "Ana", phone).status_code == 302
    assert "falta confirmar" in text_of(phone.get(page_of(cup)))
    assert says(cup, "Carla").status_code == 404


def test_whoever_guesses_keys_has_to_wait(organiser, now):
    cup, phone = an_event_of_names(organiser, now, public=False), a_browser()
    tried = [phone.get(f"/c/{cup.code}/{sign * 8}/").status_code for sign in "23456789bcd"]
    assert tried == [404] * 10 + [429]


def test_a_hall_brings_twice_its_players_from_one_address_and_no_more(organiser, now, settings):
    settings.GUESTS_PER_ADDRESS = 0
    cup = an_event_of_names(organiser, now, PAIRS[:1], cap=2)
    for _ in range(8):  # a pair with one player who changes phones repeatedly
        phone = a_browser()
        assert says(cup, "Ana", phone).status_code == 302
        phone.post(f"{page_of(cup)}go/")
    refused = says(cup, "Ana")
    assert refused.status_code == 429
    assert not cup.name_claims.exists()


def test_one_phone_that_tries_name_after_name_has_to_stop(organiser, now):
    cup, phone = an_event_of_names(organiser, now, PAIRS[:1], cap=2), a_browser()
    for _ in range(9):  # the first time it arrives again
        assert says(cup, "Ana", phone).status_code == 302
        phone.post(f"{page_of(cup)}go/")
    assert says(cup, "Ana", phone).status_code == 429
    assert not cup.name_claims.exists()


def test_who_plays_with_an_account_is_listed_as_there(organiser, now):
    cup, person = an_event_of_names(organiser, now), a_person("marta")
    players = [NamedPlayer("marta", person), NamedPlayer("Zoe")]
    entries.add_entry(competition_id=cup.pk, actor=organiser, players=players, now=now)
    claims(cup, "Zoe", now)
    own = text_of(a_browser(person).get(page_of(cup)))
    assert "Alguien dice ser <b>Zoe</b>, de tu equipo." in own
    assert "1 de 6 ya están" in own
    assert a_browser(person).get(f"/c/{cup.code}/").url == f"/competitions/{cup.pk}/"


def test_after_the_choice_no_list_is_searched(cup):
    phone = a_browser()
    page = text_of(phone.get(page_of(cup)))
    assert 'hx-include="#find"' in page
    assert "¿No estás en la lista?" in page
    says(cup, "Ana", phone)
    page = text_of(phone.get(page_of(cup)))
    assert "hx-include" not in page  # there is no such field
    assert "¿No estás en la lista?" not in page


def test_names_people_wrote_are_shown_as_text(organiser, now):
    odd = "<b>Ana</b> & cía"
    cup = an_event_of_names(organiser, now, [[odd, "Beto"], ["Carla", "Dani"]])
    says(cup, odd)
    for browser, path in (
        (a_browser(), page_of(cup)),
        (a_browser(organiser), f"/competitions/{cup.pk}/claims/"),
    ):
        page = text_of(browser.get(path))
        assert "<b>Ana</b>" not in page
        assert "&lt;b&gt;Ana&lt;/b&gt; &amp; cía" in page


def test_a_competition_of_accounts_asks_nobody_for_a_name(organiser, now):
    cup = a_running_cup(organiser, now)
    assert "Elegí tu nombre" not in text_of(a_browser().get(f"/competitions/{cup.pk}/"))


def test_the_page_of_the_event_leads_who_follows_it_to_the_names(cup):
    phone = a_browser()
    assert page_of(cup) in text_of(phone.get(f"/competitions/{cup.pk}/"))
    says(cup, "Ana", phone)
    says(cup, "Beto", a_browser(REMOTE_ADDR="192.0.2.7"))
    assert page_of(cup) not in text_of(phone.get(f"/competitions/{cup.pk}/"))
