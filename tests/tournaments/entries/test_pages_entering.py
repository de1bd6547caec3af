"""Entering and leaving from the pages: alone, as a pair by its link, out again."""

import re

import pytest
from django.core.cache import cache

from accounts.common.rate_limit import GUESSES
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, enter, match_at, players_of
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import AuditEvent, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


@pytest.fixture
def cup(organiser, now):
    return a_cup(organiser, now, cap=2)


@pytest.fixture
def pairs(organiser, now):
    return a_cup(organiser, now, per_side=2)


def register(cup, person, **fields):
    return a_browser(person).post(f"/competitions/{cup.pk}/register/", fields)


def link_in(answer):
    return re.search(r"<code>http://testserver(/invitation/[\w-]+/)</code>", text_of(answer))[1]


@pytest.mark.feature("Entries", "A player enters with one click")
def test_one_click_enters(cup):
    person = a_person()
    assert "Anotarme" in text_of(a_browser(person).get(f"/competitions/{cup.pk}/"))
    answer = register(cup, person)
    assert answer.status_code == 302
    assert answer.url == f"/competitions/{cup.pk}/"
    assert cup.entries.get().state == Entry.State.CONFIRMED
    assert "Estás adentro" in text_of(a_browser(person).get(answer.url))


def test_a_second_click_is_refused_in_words_and_changes_nothing(cup):
    person = a_person()
    register(cup, person)
    again = register(cup, person)
    assert again.status_code == 409
    assert "nadie juega dos veces" in text_of(again)
    assert cup.entries.count() == 1
    assert AuditEvent.objects.filter(act="register").count() == 1


def test_over_the_cap_is_the_waiting_list(cup):
    people = [a_person() for _ in range(3)]
    for person in people:
        register(cup, person)
    page = text_of(a_browser(people[2]).get(f"/competitions/{cup.pk}/"))
    assert "lista de espera" in page


def test_strangers_are_sent_to_sign_in(cup):
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert f"/accounts/login/?next=/competitions/{cup.pk}/" in page
    answer = register(cup, None)
    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/")
    assert not cup.entries.exists()


@pytest.mark.parametrize("state", ["drawn", "draft", "private"])
def test_what_takes_no_entries_says_so_or_does_not_exist(organiser, now, state):
    if state == "drawn":
        cup = a_running_cup(organiser, now)
    else:
        cup = a_cup(organiser, now, opened=state != "draft", public=state != "private")
    answer = register(cup, a_person())
    assert answer.status_code == (409 if state == "drawn" else 404)
    assert not cup.entries.filter(state=Entry.State.FORMING).exists()


def test_without_the_forms_token_nothing_happens(cup):
    browser = a_browser(a_person(), enforce_csrf_checks=True)
    assert browser.post(f"/competitions/{cup.pk}/register/").status_code == 403
    assert not cup.entries.exists()


@pytest.mark.parametrize(
    "address",
    [
        "register",
        "leave",
        "invite",
        "withdraw",
    ],
)
def test_writes_answer_no_get(cup, organiser, address):
    for reader in (None, organiser):
        answer = a_browser(reader).get(f"/competitions/{cup.pk}/{address}/")
        assert answer.status_code == 405


@pytest.mark.feature("Entries", "A pair forms by its link")
def test_a_pair_forms_by_its_link(pairs):
    first, partner = a_person(), a_person()
    answer = register(pairs, first, name="Los Tigres")
    assert answer.status_code == 200
    assert "<svg" in text_of(answer)
    assert "style=" not in text_of(answer)
    address = link_in(answer)
    assert "Falta que tu compañero" in text_of(a_browser(first).get(f"/competitions/{pairs.pk}/"))
    invitation = text_of(a_browser(partner).get(address))
    assert "Los Tigres" in invitation
    assert pairs.name in invitation
    assert pairs.entries.get().state == Entry.State.FORMING  # looking accepts nothing
    accepted = a_browser(partner).post(address)
    assert accepted.url == f"/competitions/{pairs.pk}/"
    entry = pairs.entries.get()
    assert entry.state == Entry.State.CONFIRMED
    assert [player.user for player in entry.roster.all()] == [first, partner]
    assert a_browser(partner).get(address).status_code == 404  # used up
    assert a_browser(partner).post(address).status_code == 404


def test_who_enters_as_three_reads_of_a_team_and_not_of_a_pair(organiser, now):
    trios = a_cup(organiser, now, per_side=3)
    first, second = a_person(), a_person()
    page = f"/competitions/{trios.pk}/"
    assert "Nombre del equipo" in text_of(a_browser(first).get(page))
    answer = register(trios, first)
    assert "Falta gente en tu equipo" in text_of(answer)
    invitation = text_of(a_browser(second).get(link_in(answer)))
    assert "te invita a jugar en su equipo" in invitation
    a_browser(second).post(link_in(answer))
    read = [text_of(a_browser(first).get(at)) for at in (page, "/")]
    for told in (text_of(answer), invitation, *read):
        assert not re.search(r"en pareja|de la pareja|tu compañero", told)
    assert "Falta gente en tu equipo" in text_of(a_browser(first).get("/"))
    desk = text_of(a_browser(organiser).get(f"{page}manage/"))
    assert "se anotó sin estar completo" in desk


def test_the_link_is_shown_once_and_a_new_one_ends_it(pairs):
    first = a_person()
    old = link_in(register(pairs, first))
    page = text_of(a_browser(first).get(f"/competitions/{pairs.pk}/"))
    assert "/invitation/" not in page
    own = pairs.entries.get().pk
    renewed = a_browser(first).post(f"/competitions/{pairs.pk}/invite/", {"entry": own})
    assert link_in(renewed) != old
    assert a_browser().get(old).status_code == 404
    assert a_browser().get(link_in(renewed)).status_code == 200


def test_nobody_gets_a_link_for_somebody_elses_team(pairs):
    register(pairs, a_person())
    own = pairs.entries.get().pk
    answer = a_browser(a_person()).post(f"/competitions/{pairs.pk}/invite/", {"entry": own})
    assert answer.status_code == 403
    assert "no es tuya" in text_of(answer)


def test_who_accepts_with_an_account_signs_in_first(pairs):
    address = link_in(register(pairs, a_person()))
    page = text_of(a_browser().get(address))
    assert f"/accounts/signup/?next={address}" in page
    assert a_browser().post(address).url == "/accounts/login/?next=/asked/"
    assert pairs.entries.get().roster.count() == 1


def test_one_does_not_accept_ones_own_invitation(pairs):
    first = a_person()
    address = link_in(register(pairs, first))
    assert "es para quien falta" in text_of(a_browser(first).get(address))
    assert a_browser(first).post(address).status_code == 409
    assert pairs.entries.get().roster.count() == 1


def test_a_late_invitation_says_so(pairs, organiser, now):
    address = link_in(register(pairs, a_person()))
    for _ in range(2):
        enter(pairs, organiser, now, a_person(), a_person())
    draw.draw(competition_id=pairs.pk, actor=organiser, seed="s", now=now)
    partner = a_person()
    assert "llegó tarde" in text_of(a_browser(partner).get(address))
    assert a_browser(partner).post(address).status_code == 409


def test_wrong_links_are_refused_and_keep_no_invitation_out(pairs):
    address = link_in(register(pairs, a_person()))
    browser = a_browser()
    for number in range(GUESSES.limit):
        assert browser.get(f"/invitation/guess-{number}/").status_code == 404
    assert browser.get("/invitation/one-more/").status_code == 429
    assert browser.get(address).status_code == 200


@pytest.mark.feature("Entries", "A place written down by name is claimed by a link")
def test_who_was_written_down_claims_the_place_by_the_organisers_link(organiser, now):
    cup = a_cup(organiser, now)
    entry = entries.add_entry(
        competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Don Beto")], now=now
    )
    page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=entries"))
    assert "Enlace" in page
    answer = a_browser(organiser).post(f"/competitions/{cup.pk}/invite/", {"entry": entry.pk})
    address, beto = link_in(answer), a_person()
    assert "Don Beto" in text_of(a_browser(beto).get(address))
    assert a_browser(beto).post(address).status_code == 302
    assert entry.roster.get().user == beto


def test_from_a_link_an_organiser_goes_back_to_the_desk_and_a_player_to_the_competition(
    organiser, pairs
):
    first = a_person()
    own_link = text_of(register(pairs, first))
    entry = pairs.entries.get()
    made = a_browser(organiser).post(f"/competitions/{pairs.pk}/invite/", {"entry": entry.pk})

    back = f'<a data-instead href="/competitions/{pairs.pk}/">Volver a la competencia</a>'
    assert back in own_link
    back = f'<a data-instead href="/competitions/{pairs.pk}/entered/">Volver a organizar</a>'
    assert back in text_of(made)


@pytest.mark.feature("Entries", "The waiting list moves up by itself")
def test_leaving_before_the_draw_lets_the_next_in(cup):
    people = [a_person() for _ in range(3)]
    for person in people:
        register(cup, person)
    answer = a_browser(people[0]).post(f"/competitions/{cup.pk}/leave/")
    assert answer.url == f"/competitions/{cup.pk}/"
    assert cup.entries.get(roster__user=people[2]).state == Entry.State.CONFIRMED
    assert a_browser(people[0]).post(f"/competitions/{cup.pk}/leave/").status_code == 403


def test_leaving_during_the_cup_gives_the_match_away(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    player = players_of(match, 0)[0]
    a_browser(player).post(f"/competitions/{cup.pk}/leave/")
    match.refresh_from_db()
    assert match.winner == 1
    again = a_browser(player).post(f"/competitions/{cup.pk}/leave/")
    assert again.status_code == 409


@pytest.mark.parametrize("name", ["x\u202ey", "a" * 61, "\x00", "...", "\u200b"])
def test_a_name_that_deceives_is_refused_on_the_page(pairs, name):
    answer = register(pairs, a_person(), name=name)
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not pairs.entries.exists()
