"""Before it begins, once: with real cards, or on screens; and the desk of who said who they are."""

import re

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tests.tournaments.names import PAIRS, an_event_of_names, claims, draw_and_start, named
from tournaments.draw import drafts
from tournaments.draw import services as draw
from tournaments.judging import officials
from tournaments.models import Competition, Draft, Official
from tournaments.name_claims import services as name_claims

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def cup(organiser, now):
    return an_event_of_names(organiser, now, by_qr=False)


def draw_event(cup: Competition, organiser, now) -> str:
    """Draw an event; return where it begins."""
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    return f"/competitions/{cup.pk}/start/"


def fields_of(page: str, button: str) -> dict[str, str]:
    """Return the fields that a button of the question submits."""
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if button in form)
    named_fields = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in named_fields if name != "csrfmiddlewaretoken"}


@pytest.mark.feature("Entries", "The start asks once: real cards, or screens by QR")
def test_one_tap_takes_real_cards_and_it_has_begun(cup, organiser, now):
    browser, start = a_browser(organiser), draw_event(cup, organiser, now)
    page = text_of(browser.post(start))
    assert "2 de 2 parejas no tienen cuenta." in page
    assert "¿Cómo juegan hoy?" in page
    cup.refresh_from_db()
    assert cup.state == "drawn"
    tap = fields_of(page, "Con cartas, y dar comienzo")
    said = text_of(browser.post(f"/competitions/{cup.pk}/how/", tap, follow=True))
    assert "1 partido ya se puede jugar, con cartas de verdad" in said
    cup.refresh_from_db()
    assert (cup.state, cup.with_cards) == ("running", True)
    assert browser.post(start).status_code == 409  # started, so no longer asked


def test_on_screens_the_qr_comes_first_and_it_begins_when_they_are_there(cup, organiser, now):
    browser, start = a_browser(organiser), draw_event(cup, organiser, now)
    tap = fields_of(text_of(browser.post(start)), "Mostrar el QR")
    desk = browser.post(f"/competitions/{cup.pk}/how/", tap, follow=True)
    assert desk.redirect_chain[-1][0] == f"/competitions/{cup.pk}/claims/"
    assert f"testserver/c/{cup.code}/" in text_of(desk)
    assert f'action="{start}"' in text_of(desk)
    cup.refresh_from_db()
    assert (cup.state, cup.names_by_qr) == ("drawn", True)
    assert browser.post(start).url == f"/competitions/{cup.pk}/manage/"
    told = cup.audit.filter(act="edit").get()
    assert told.after == {"with_cards": False, "names_by_qr": True}
    assert "nombres por QR" in text_of(browser.get(f"/competitions/{cup.pk}/manage/?s=log"))


def test_a_drafted_first_round_is_published_with_the_answer(cup, organiser, now):
    drafts.draft_draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    draft, browser = Draft.objects.get(competition=cup), a_browser(organiser)
    publish = f"/competitions/{cup.pk}/draft/publish/"
    page = text_of(browser.post(publish, {"seen": draft.mark}))
    tap = fields_of(page, "Con cartas, y publicar")
    assert "Está publicado" in text_of(
        browser.post(f"/competitions/{cup.pk}/how/", tap, follow=True)
    )
    cup.refresh_from_db()
    assert (cup.state, cup.with_cards) == ("drawn", True)
    begins = text_of(browser.post(f"/competitions/{cup.pk}/start/", follow=True))
    assert "¿Cómo juegan hoy?" not in begins


def test_what_cannot_begin_yet_asks_nothing(cup, organiser):
    browser = a_browser(organiser)
    assert browser.post(f"/competitions/{cup.pk}/start/").status_code == 409
    assert "¿Cómo juegan hoy?" not in text_of(
        browser.post(f"/competitions/{cup.pk}/draft/publish/")
    )


def test_nobody_is_asked_where_all_have_accounts_or_cards_are_real(organiser, now):
    accounts = a_cup(organiser, now)
    for _ in range(2):
        enter(accounts, organiser, now, a_person())
    cards = an_event_of_names(organiser, now, by_qr=False, with_cards=True)
    for event in (accounts, cards):
        answer = a_browser(organiser).post(draw_event(event, organiser, now))
        assert answer.status_code == 302
        event.refresh_from_db()
        assert event.state == "running"


def test_the_answer_can_be_another_until_it_begins(cup, organiser, now):
    browser, page = a_browser(organiser), f"/competitions/{cup.pk}/how/"
    for way, is_real in (("screen", False), ("cards", True), ("screen", False), ("cards", True)):
        assert browser.post(page, {"way": way}).status_code == 302
        assert Competition.objects.get(pk=cup.pk).with_cards is is_real
    assert "así está ahora" in text_of(browser.get(page))
    draw_and_start(cup, organiser, now)
    assert "Ya se está jugando con cartas de verdad." in text_of(browser.get(page))
    assert browser.post(page, {"way": "screen"}).status_code == 409
    assert browser.post(page, {"way": "nothing"}).status_code == 422


def test_only_organisers_are_asked(cup, now):
    page = f"/competitions/{cup.pk}/how/"
    for reader in (a_person(), an_organiser()):
        assert a_browser(reader).get(page).status_code == 403
        assert a_browser(reader).post(page, {"way": "screen"}).status_code == 403
        assert a_browser(reader).post(f"/competitions/{cup.pk}/start/").status_code == 403
    assert a_browser().get(page).status_code == 302


def test_in_english_it_is_asked_in_english(cup, organiser, now):
    organiser.language = "en"
    organiser.save()
    page = text_of(a_browser(organiser, "en").post(draw_event(cup, organiser, now)))
    assert "2 of 2 pairs have no account." in page
    assert "How do they play today?" in page


def test_staff_confirms_each_or_all_and_takes_back(organiser, now):
    cup = an_event_of_names(organiser, now, PAIRS)
    browser, desk = a_browser(organiser), f"/competitions/{cup.pk}/claims/"
    for name in ("Ana", "Carla", "Eli"):
        claims(cup, name, now)
    page = text_of(browser.get(desk))
    assert "Sí, es Ana" in page
    assert "Confirmar los 3" in page
    ana = named(cup, "Ana").claim.pk
    assert "Ana ya está en su lugar." in text_of(
        browser.post(desk, {"act": "yes", "claim": ana}, follow=True)
    )
    assert "2 confirmados." in text_of(browser.post(desk, {"act": "all"}, follow=True))
    assert "3 de 8 ya están" in text_of(browser.get(desk))
    assert "Ana quedó libre otra vez." in text_of(
        browser.post(desk, {"act": "back", "claim": ana}, follow=True)
    )
    assert browser.post(desk, {"act": "yes", "claim": ana}).status_code == 404
    assert browser.post(desk, {"act": "no"}).status_code == 422
    entries = text_of(browser.get(f"/competitions/{cup.pk}/manage/?s=entries"))
    assert f'href="{desk}"' in entries
    assert "dijo ser" in text_of(browser.get(f"/competitions/{cup.pk}/manage/?s=log"))


@pytest.mark.parametrize("role", [Official.Role.JUDGE, Official.Role.SCORER])
def test_officials_of_the_event_have_its_desk_and_nobody_else(organiser, now, role):
    cup, official = an_event_of_names(organiser, now), a_person()
    desk = f"/competitions/{cup.pk}/claims/"
    for reader in (official, an_organiser()):
        assert a_browser(reader).get(desk).status_code == 403
        assert a_browser(reader).post(desk, {"act": "all"}).status_code == 403
    officials.appoint_official(
        competition_id=cup.pk, actor=organiser, user=official, role=role, now=now
    )
    claim = claims(cup, "Ana", now)
    a_browser(official).post(desk, {"act": "yes", "claim": claim.pk})
    assert named(cup, "Ana").user == claim.user
    assert "/how/" not in text_of(a_browser(official).get(desk))


def test_a_desk_sees_the_claims_of_its_event_alone(organiser, now):
    cup, other = an_event_of_names(organiser, now), an_event_of_names(an_organiser(), now)
    claim = claims(other, "Ana", now)
    answer = a_browser(organiser).post(
        f"/competitions/{cup.pk}/claims/", {"act": "yes", "claim": claim.pk}
    )
    assert answer.status_code == 404
    assert named(other, "Ana").user is None


@pytest.mark.feature("Entries", "The hall screen shows the QR of the names and who is there")
def test_the_screen_of_the_hall_shows_the_qr_and_who_is_there(organiser, now):
    cup = an_event_of_names(organiser, now)
    wall = a_browser(organiser).get(f"/competitions/{cup.pk}/wall/").url

    def leaf(number: int) -> str:
        return text_of(a_browser().get(wall, {"leaf": number}))

    assert "Elegí tu nombre" in leaf(0)
    assert f"testserver<wbr>/c/{cup.code}/" in leaf(0)
    name_claims.confirm(claim_id=claims(cup, "Ana", now).pk, actor=organiser, now=now)
    assert "1 de 4 ya están" in leaf(0)
    assert re.findall(r'class="there">\s*<bdi>(\w+)</bdi>\s*<b>✓', leaf(1)) == ["Ana"]
    draw_and_start(cup, organiser, now)
    assert "Elegí tu nombre" in leaf(0)
    for name in ("Beto", "Carla", "Dani"):
        name_claims.confirm(claim_id=claims(cup, name, now).pk, actor=organiser, now=now)
    assert not any("Elegí tu nombre" in leaf(number) for number in range(3))
    cards = a_running_cup(organiser, now, with_cards=True)
    wall = a_browser(organiser).get(f"/competitions/{cards.pk}/wall/").url
    assert "Elegí tu nombre" not in leaf(0)
