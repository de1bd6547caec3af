"""The page of screens and notices, what the screen and the signs show, and who sees the Wi-Fi."""

import re

import pytest
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, enter, match_at, players_of
from tournaments.competitions import state
from tournaments.draw.services import draw, undo_draw
from tournaments.entries.check_in import check_in_entry
from tournaments.entries.services import approve, register, reject
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Bulletin, Competition, Entry, GuestNetwork

pytestmark = pytest.mark.django_db
FOOD = "A comer, <b>seguimos</b> 22:15"
PLAIN = "A comer, &lt;b&gt;seguimos&lt;/b&gt; 22:15"
HTMX = {"hx-request": "true"}


@pytest.fixture
def cup(organiser) -> Competition:
    return a_running_cup(organiser, timezone.now())


def say(cup: Competition, organiser, text: str = FOOD):
    return a_browser(organiser).post(f"/competitions/{cup.pk}/screens/bulletin/", {"text": text})


def set_wifi(cup: Competition, organiser, **changes):
    told = {"name": "Club", "password": "truco;123", "of_club": "on", **changes}
    return a_browser(organiser).post(f"/competitions/{cup.pk}/screens/network/", told)


def wall_of(cup: Competition, organiser) -> str:
    return a_browser(organiser).get(f"/competitions/{cup.pk}/wall/")["location"]


def test_what_an_organiser_says_is_on_every_page_as_plain_text(cup, organiser):
    assert say(cup, organiser).status_code == 302
    player = players_of(match_at(cup, 1, 1), 0)[0]
    for reader in (None, player, organiser):
        page = text_of(a_browser(reader).get(f"/competitions/{cup.pk}/"))
        assert PLAIN in page
        assert FOOD not in page
    assert PLAIN in text_of(a_browser().get("/"))
    home = text_of(a_browser(player).get("/"))
    assert PLAIN in home.partition('id="next"')[2].partition('class="split"')[0]
    assert PLAIN in text_of(a_browser().get(wall_of(cup, organiser)))
    assert PLAIN in text_of(a_browser().get(f"/embed/competitions/{cup.pk}/"))


def test_its_hour_is_that_of_the_club(cup, organiser):
    say(cup, organiser)
    Bulletin.objects.update(at="2026-03-14T21:30Z")  # 18:30 in Buenos Aires
    organiser.zone = "Europe/Madrid"
    organiser.save()
    desk = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/screens/"))
    assert re.search(r"<time[^>]*>14 mar 18:30</time>", desk)
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert re.search(r'<details class="bulletin" open><summary>Aviso <time[^>]*>18:30</time>', page)
    assert re.search(r'<p class="note">\s*18:30', text_of(a_browser().get(wall_of(cup, organiser))))


@pytest.mark.feature("Competitions", "The hall screen shows a bulletin first")
def test_the_screen_turns_to_it_before_every_other_leaf(cup, organiser):
    set_wifi(cup, organiser)
    say(cup, organiser)
    address = wall_of(cup, organiser)
    leaves = [text_of(a_browser().get(f"{address}?leaf={n}", headers=HTMX)) for n in range(4)]
    assert [PLAIN in leaf for leaf in leaves] == [True, False, True, False]
    assert "Wi-Fi para todos" in leaves[3]
    odd = text_of(a_browser().get(f"{address}?leaf={'9' * 5000}", headers=HTMX))
    assert PLAIN in odd  # no leaf has that number: the first one


def test_it_is_taken_back_from_the_same_page(cup, organiser):
    say(cup, organiser)
    said, browser = Bulletin.objects.get(), a_browser(organiser)
    address = f"/competitions/{cup.pk}/screens/bulletin/{said.pk}/"
    assert address in text_of(browser.get(f"/competitions/{cup.pk}/screens/"))
    assert browser.post(address).status_code == 302
    assert PLAIN not in text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert address not in text_of(browser.get(f"/competitions/{cup.pk}/screens/"))
    assert browser.post(address).status_code == 409


def test_a_text_that_is_too_long_is_kept_with_the_reason(cup, organiser):
    answer = say(cup, organiser, "x" * 281)
    assert answer.status_code == 422
    assert "x" * 281 in text_of(answer)
    assert not Bulletin.objects.exists()


def test_only_organisers_open_the_page(cup):
    assert a_browser(a_person("nadie")).get(f"/competitions/{cup.pk}/screens/").status_code == 403
    assert a_browser(a_person("otro")).get(f"/competitions/{cup.pk}/signs/").status_code == 403
    assert a_browser().get(f"/competitions/{cup.pk}/screens/").status_code == 302


@pytest.mark.feature("Competitions", "The guest Wi-Fi as a QR, only on the projector and on paper")
def test_the_wifi_is_on_the_screen_and_on_paper_and_on_no_public_page(cup, organiser):
    assert set_wifi(cup, organiser).status_code == 302
    address = wall_of(cup, organiser)
    leaves = [text_of(a_browser().get(f"{address}?leaf={n}", headers=HTMX)) for n in range(4)]
    shown = [leaf for leaf in leaves if "truco;123" in leaf]
    assert shown
    assert "Wi-Fi para todos" in shown[0]
    assert "truco;123" in text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/signs/"))
    for page in ("/", f"/competitions/{cup.pk}/", f"/embed/competitions/{cup.pk}/"):
        assert "truco;123" not in text_of(a_browser().get(page))
    for page in ("papers/", "export/competition.json"):
        assert "truco;123" not in text_of(a_browser().get(f"/competitions/{cup.pk}/{page}"))


def test_a_network_that_cannot_be_is_refused(cup, organiser):
    assert set_wifi(cup, organiser, password="corta").status_code == 422
    assert set_wifi(cup, organiser, name="a\nb").status_code == 422
    assert set_wifi(cup, organiser, name=" Club ", password="").status_code == 302
    assert GuestNetwork.objects.get().name == " Club "


# ---- saying "I am here" ----
@pytest.fixture
def checking_in(organiser, now) -> Competition:
    cup = a_cup(organiser, now)
    for name in ("ana", "beto"):
        enter(cup, organiser, now, a_person(name))
    state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    cup.refresh_from_db()
    return cup


def own(cup: Competition, name: str) -> Entry:
    return cup.entries.get(roster__user__username=name)


def test_the_screen_and_the_signs_lead_to_where_one_tap_says_so(checking_in, organiser):
    address = wall_of(checking_in, organiser)
    leaf = text_of(a_browser().get(f"{address}?leaf=1", headers=HTMX))
    assert "¿Ya estás?" in leaf
    assert f"/c/{checking_in.code}/here/" in leaf
    assert "¿Ya estás?" in text_of(
        a_browser(organiser).get(f"/competitions/{checking_in.pk}/signs/")
    )


def test_one_tap_says_that_an_entry_is_here(checking_in, organiser):
    ana = own(checking_in, "ana")
    browser = a_browser(ana.roster.get().user)
    here = f"/c/{checking_in.code}/here/"
    page = text_of(browser.get(here))
    assert len(re.findall(r'<button class="button primary big wide"', page)) == 1
    answer = browser.post(here)
    assert (answer.status_code, answer.url) == (302, here)
    ana.refresh_from_db()
    assert ana.checked_in_at is not None
    assert "✓ Ya estás" in text_of(browser.get(here))
    assert browser.post(here).status_code == 302  # once more does no harm
    desk = text_of(a_browser(organiser).get(f"/competitions/{checking_in.pk}/entered/"))
    assert "1 acreditado" in desk
    assert 'id="who"' in desk
    assert f'ws-connect="/ws/competitions/{checking_in.pk}/tables/' in desk


def test_who_is_not_entered_is_told_what_to_do(checking_in, organiser):
    here = f"/c/{checking_in.code}/here/"
    stranger = text_of(a_browser().get(here))
    assert "No te encontramos" in stranger
    assert f"/accounts/login/?next={here}" in stranger
    other = a_browser(a_person("nadie"))
    assert "Decíselo a quien organiza" in text_of(other.get(here))
    assert other.post(here).status_code == 403
    assert a_browser().post(here).status_code == 302  # to sign in
    assert a_browser().get("/c/zzzz/here/").status_code == 404


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"per_side": 2}, "Falta que tu compañero acepte el enlace."),
        ({"per_side": 3}, "Falta gente en tu equipo"),
        ({"approval": True}, "falta que quien organiza te confirme"),
    ],
)
def test_who_is_entered_and_not_in_reads_why(organiser, now, terms, words):
    cup, user = a_cup(organiser, now, **terms), a_person()
    register(competition_id=cup.pk, user=user, now=now)
    state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    page = text_of(a_browser(user).get(f"/c/{cup.code}/here/"))
    assert words in page
    assert "No te encontramos" not in page


def test_who_was_out_of_an_undone_draw_reads_what_to_do_at_the_door(organiser, now):
    cup, user, told = a_cup(organiser, now), a_person(), {"actor": organiser, "now": now}
    absent, *others = (enter(cup, organiser, now, one) for one in (user, a_person(), a_person()))
    state.open_check_in(competition_id=cup.pk, **told)
    for entry in others:
        check_in_entry(entry_id=entry.pk, **told)
    draw(competition_id=cup.pk, seed="semilla", **told)
    undo_draw(competition_id=cup.pk, reason="llegó Ana", **told)
    here = f"/c/{cup.code}/here/"
    page = text_of(a_browser(user).get(here))
    assert "No estás en el sorteo. Quien organiza te deja entrar con un toque." in page
    approve(competition_id=cup.pk, entry_ids=[absent.pk], **told)
    assert "Ya estoy</button>" in text_of(a_browser(user).get(here))


def test_who_was_not_confirmed_reads_the_reason_at_the_door(organiser, now):
    cup, user = a_cup(organiser, now, approval=True), a_person()
    entry = register(competition_id=cup.pk, user=user, now=now).entry
    state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    refusing = {"actor": organiser, "reason": "Llegó tarde", "now": now}
    reject(competition_id=cup.pk, entry_ids=[entry.pk], **refusing)
    page = text_of(a_browser(user).get(f"/c/{cup.code}/here/"))
    assert "No te confirmaron: <q><bdi>Llegó tarde</bdi></q>" in page


def test_before_and_after_the_check_in_nothing_is_asked(checking_in, organiser, now):
    check_in_entry(entry_id=own(checking_in, "ana").pk, actor=organiser, now=now)
    lifecycle.reopen_registration(competition_id=checking_in.pk, actor=organiser, now=now)
    beto = a_browser(own(checking_in, "beto").roster.get().user)
    here = f"/c/{checking_in.code}/here/"
    assert "La acreditación no está abierta" in text_of(beto.get(here))
    assert beto.post(here).status_code == 409
