"""Four friends by one link: each gives a name, has a face; a seña is made, seen, and caught."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Seat
from tests.browser.players import sit_down_as
from tests.games.tables import a_person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GUESTS = ("Beto", "Caro", "Dani")


def sit_down(page: Page, name: str) -> None:
    """Take the first free seat, and say who one is."""
    sit_down_as(page, name)
    expect(
        page.get_by_role("button", name="Levantarme").or_(page.locator("#hand use").first)
    ).to_be_visible()


def make_sign(page: Page, seat: int) -> None:
    """Make the first seña of the panel; a seat rests for two seconds between two."""
    Seat.objects.filter(number=seat).update(signed_at=None)
    page.get_by_role("button", name="Hacer una seña").tap()
    page.locator("#signs button").first.tap()


def signs(page: Page, seat: int):
    return page.locator(f"#seat{seat} .sign")


@pytest.mark.feature("Playing", "Four friends by one link, with names, faces and a caught seña")
def test_four_friends_by_one_link_make_and_catch_a_sign(open_screen) -> None:
    screen = open_screen("/tables/new/", a_person("ana"))
    ana = screen.page
    ana.get_by_label("Contra quién").select_option("amigos, con un enlace")
    with ana.expect_response(re.compile("/tables/new/")):
        ana.get_by_label("parejas (2 contra 2)").check()
    screen.follow(ana.get_by_role("button", name="Abrir la mesa"))
    ana.get_by_role("button", name="Invitar").tap()
    link = ana.get_by_label("Enlace de la mesa").input_value()
    ana.locator("#invite, .sheet:popover-open").get_by_role("button", name="Cerrar").tap()
    pages = {"ana": ana}
    for name in GUESTS:
        pages[name] = open_screen(link).page
        sit_down(pages[name], name)
    places = {str(seat): seat.number for seat in Game.objects.get().seats.select_related("user")}
    assert set(places) == set(pages)
    for own, page in pages.items():
        expect(page.locator("#hand use")).to_have_count(3)
        for name in {*GUESTS} - {own}:
            expect(page.locator("#table").get_by_text(name).first).to_be_attached()
        faces = page.locator("#table .av use")
        expect(faces).to_have_count(4)
        assert len({face.get_attribute("href") for face in faces.all()}) == 4

    maker = next(name for name, place in places.items() if place == 0)
    partner, rival, other = (
        next(name for name, place in places.items() if place == number) for number in (2, 1, 3)
    )
    make_sign(pages[maker], 0)
    expect(signs(pages[partner], 0)).to_be_visible()
    for name in (rival, other):
        expect(signs(pages[name], 0)).to_have_count(0)

    pages[rival].locator("#seat0 .av").tap()
    pages[rival].get_by_role("button", name="Mirarlo a la cara").tap()
    expect(pages[rival].locator("#card")).to_be_hidden()
    make_sign(pages[maker], 0)
    expect(signs(pages[rival], 0)).to_be_visible()
    expect(signs(pages[other], 0)).to_have_count(0)
    assert Seat.objects.get(number=0).sign_seen == "12"
