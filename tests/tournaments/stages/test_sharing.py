"""What is passed on of a competition: a line, an address and a code, without an account."""

import html
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, play_cup
from tournaments.exports.posters import competition_poster
from tournaments.lifecycle import services as lifecycle

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def passed_on(path, who=None):
    """Return what the message for WhatsApp says on a page."""
    page = html.unescape(text_of(a_browser(who).get(path)))
    link = "https://wa.me/" + page.partition('href="https://wa.me/')[2].partition('"')[0]
    assert "Copiar el enlace" in page
    assert "data-shares" in page
    return parse_qs(urlsplit(link).query)["text"][0]


@pytest.mark.feature("Competitions", "Competition, draw and podium are shared")
def test_the_line_says_what_goes_on(organiser, now):
    cup = a_cup(organiser, now, name="Copa de la Yunta")
    page, short = f"/competitions/{cup.pk}/", f"http://testserver/c/{cup.code}/"
    assert passed_on(page) == f"Anotate en Copa de la Yunta: {short}"
    running = a_running_cup(organiser, now, name="La otra")
    page, short = f"/competitions/{running.pk}/", f"http://testserver/c/{running.code}/"
    assert passed_on(page) == f"Así va La otra: {short}"
    assert passed_on(f"{page}why/").endswith(f"http://testserver{page}why/")
    play_cup(running, now)
    running.refresh_from_db()
    assert passed_on(page) == (f"¡{running.champion} ganó La otra! Todos los resultados: {short}")


def test_an_invitation_says_when_it_begins(organiser, now):
    start = datetime(2030, 11, 24, 0, 30, tzinfo=UTC)  # the evening before in Buenos Aires
    cup = a_cup(organiser, now, name="Copa de la Yunta", starts_at=start)
    said = passed_on(f"/competitions/{cup.pk}/")
    assert said.startswith(
        "Anotate en Copa de la Yunta (sáb 23 nov, 21:30, hora de Buenos Aires): http"
    )


def test_a_cancelled_cup_is_passed_on_as_such_and_begins_no_more(organiser, now):
    start = datetime(2030, 11, 24, 0, 30, tzinfo=UTC)
    cup = a_cup(organiser, now, name="Copa de la Yunta", starts_at=start)
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, reason="sin luz", now=now)
    path = f"/competitions/{cup.pk}/"
    assert passed_on(path).startswith("Se canceló Copa de la Yunta: http")
    cup.refresh_from_db()
    assert not any("23 de noviembre" in line for line in competition_poster(cup).lines)
    for page in (path, f"/clubs/{cup.club.slug}/"):
        assert "sáb 23 nov" not in text_of(a_browser().get(page))


def test_a_partners_link_says_what_it_is_for(organiser, now):
    cup = a_cup(organiser, now, per_side=2, name="Copa de la Yunta")
    answer = a_browser(a_person()).post(f"/competitions/{cup.pk}/register/")
    page = html.unescape(text_of(answer))
    query = page.partition('href="https://wa.me/?')[2].partition('"')[0]
    assert parse_qs(query)["text"][0].startswith("Juguemos juntos en Copa de la Yunta: http")


def test_the_page_shows_its_code_and_the_short_address(organiser, now):
    cup = a_cup(organiser, now)
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert f">{cup.code}</b>" in page
    assert f"testserver/c/{cup.code}/" in page


def test_what_is_not_for_everybody_is_not_passed_on(organiser, now):
    private = a_cup(organiser, now, public=False)
    draft = a_cup(organiser, now, opened=False)
    for cup in (private, draft):
        page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/"))
        assert "wa.me" not in page


def test_a_pair_wins_in_the_plural(organiser, now):
    pairs = a_running_cup(organiser, now, per_side=2, entries=2, name="La de parejas")
    play_cup(pairs, now)
    pairs.refresh_from_db()
    told = passed_on(f"/competitions/{pairs.pk}/")
    assert told.startswith(f"¡{pairs.champion} ganaron La de parejas!")


def test_sharing_the_podium_shows_it_and_passes_it_on(organiser, now):
    cup = a_running_cup(organiser, now, entries=4, name="La corta")
    play_cup(cup, now)
    cup.refresh_from_db()
    address = f"/competitions/{cup.pk}/manage/?s=notices"
    first, champion, second, *_ = passed_on(address, organiser).split("\n")
    assert (first, champion) == ("Podio de La corta", f"1. {cup.champion}")
    assert second.startswith("2. ")
    assert '<ol class="podium">' in text_of(a_browser(organiser).get(address))


def test_a_podium_is_passed_on_with_its_picture_from_the_desk(organiser, now):
    cup = a_running_cup(organiser, now, entries=2)
    picture = f'data-picture="/competitions/{cup.pk}/picture.png"'
    desk = f"/competitions/{cup.pk}/manage/"
    assert picture not in a_browser(organiser).get(desk).content.decode()
    play_cup(cup, now)
    page = a_browser(organiser).get(desk).content.decode()
    assert picture in page
    assert f'data-text="Podio de {cup}' in page
