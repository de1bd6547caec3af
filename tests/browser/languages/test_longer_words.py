"""Layout with words 40 % longer: on the smallest phones no page overflows, no word is cut.

Its folder is made here, beside those of the site, and found as those are.
"""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.casual.services import open_for_two, open_table
from games.engine import make_rules
from games.lessons import COURSES
from tests.browser.languages.longer import CODE, longer
from tests.browser.screens import Screen
from tests.games.tables import a_person, a_table, play_to_the_end
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, call, club_of, match_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALLEST = {"width": 320, "height": 568}
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """
[...document.querySelectorAll("button, .button, summary, label, nav a")]
  .filter((box) => box.checkVisibility() && !box.closest(".visually-hidden, .unseen, [popover]"))
  .filter((box) => getComputedStyle(box).display !== "inline")
  .filter((box) => !box.querySelector("svg") && box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.textContent.trim())
"""
FOR_ALL = (
    *("/", "/competitions/", "/tables/", "/ranking/", "/clubs/", "/rules/"),
    *(
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/competitions/archive/",
    ),
)


@pytest.fixture
def scene(transactional_db, longer_language):
    """A cup at play, one that waits for its draw, and their organiser: who reads longer words."""
    now, organiser = timezone.now(), an_organiser()
    cup, waiting = a_running_cup(organiser, now, entries=4), a_cup(organiser, now)
    call(match_at(cup, 1, 1), now)
    User.objects.update(language=CODE)
    return cup, waiting, organiser


def faults(screen: Screen, paths: list[str]) -> dict[str, object]:
    """What is wider than its place on each of these pages."""
    screen.page.set_viewport_size(SMALLEST)
    found: dict[str, object] = {}
    for path in paths:
        screen.open(path)
        assert screen.page.locator("html").get_attribute("lang") == CODE, path
        wider, cut = screen.page.evaluate(TOO_WIDE), screen.page.evaluate(CUT)
        if wider or cut:
            found[path] = (wider, cut)
    return found


@pytest.mark.feature("Operation", "No page is wider than a phone in a language that is 40 % longer")
@pytest.mark.sampled
def test_words_that_are_longer_make_no_page_wider_than_a_phone(scene, open_screen):
    cup, waiting, organiser = scene
    match, entry = match_at(cup, 1, 1), cup.entries.earliest("pk")
    whole, club = f"/competitions/{cup.pk}/", f"/clubs/{club_of(organiser).slug}/"
    paths = [
        *FOR_ALL[:6],
        *("/profile/", "/accounts/email/", "/accounts/password/change/", "/competitions/new/"),
        *(whole, f"{whole}manage/", f"{whole}entries/{entry.pk}/", f"/matches/{match.pk}/"),
        *(f"/competitions/{waiting.pk}/", f"/competitions/{waiting.pk}/manage/"),
        f"/competitions/{waiting.pk}/paste/",
        *(club, f"{club}edit/", "/tables/new/"),
    ]
    assert faults(open_screen("/", organiser), paths) == {}


@pytest.mark.sampled
def test_strangers_pages_have_room_for_longer_words(scene, open_screen):
    screen = open_screen("/")
    cookie = {"name": "language", "value": CODE, "url": screen.page.url}
    screen.page.context.add_cookies([cookie])
    assert faults(screen, list(FOR_ALL)) == {}


def test_the_switch_offers_its_languages_inside_the_screen(scene, open_screen):
    page = open_screen("/").page
    for width, height in ((320, 568), (390, 568), (844, 390), (1280, 568)):
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.locator(".languages summary").click()
        box = page.locator(".languages form").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert (
            box["y"] + box["height"] <= height
        )  # it scrolls if it has more than there is room for
        for button in page.locator(".languages button").all():
            inside = button.bounding_box()
            assert inside is not None
            assert inside["x"] + inside["width"] <= box["x"] + box["width"]
            assert inside["height"] >= 44


TABLES = [("argentino-flor", 2), ("uruguayo-online", 4), ("trucoestrella", 6), ("truc", 4)]


@pytest.mark.sampled
@pytest.mark.parametrize(("preset", "seats"), TABLES)
def test_a_table_has_room_for_longer_words(longer_language, open_screen, preset, seats):
    game = a_table(timezone.now(), people=[a_person() for _ in range(seats)], preset=preset)
    player = game.seats.get(number=0).user
    User.objects.update(language=CODE)
    screen, path = open_screen("/", player), f"/tables/{game.pk}/"
    assert faults(screen, [path]) == {}
    screen.page.get_by_role("button", name=longer("Reglas y opciones")).click()
    menu = screen.page.locator("#menu")
    expect(menu).to_be_visible()
    assert menu.evaluate("box => box.scrollWidth - box.clientWidth") == 0


@pytest.mark.sampled
def test_all_around_a_table_has_room_for_longer_words(longer_language, open_screen):
    now, ana = timezone.now(), a_person("ana")
    User.objects.update(language=CODE)
    more = {"private": True, "public": False, "competitive": False, "turn_seconds": 60}
    rules = make_rules("argentino", {"seats": "4"})
    waits = open_table(user=ana, rules=rules, robots=False, now=now, **more)
    shared = open_for_two(user=ana, companion="Luis", rules=rules, now=now)
    over = a_table(now, people=[ana, a_person("bruno")], target="5")
    play_to_the_end(over, now)
    paths = [f"/tables/{waits.pk}/", f"/tables/{waits.pk}/rules/", f"/tables/{over.pk}/"]
    paths += [f"/tables/{over.pk}/record/", f"/tables/{shared.pk}/"]
    paths += ["/tables/", "/friends/", "/players/ana/", "/profile/notices/", "/profile/goodbye/"]
    paths += [path for course in COURSES for path in (f"/learn/{course}/", f"/learn/{course}/1/")]
    assert faults(open_screen("/", ana), ["/learn/", *paths]) == {}


def test_a_phrase_of_the_longer_language_is_longer_and_keeps_its_placeholders():
    words = longer("Seguís %(game)s en <b>otra</b> pantalla.")
    assert "%(game)s" in words
    assert "<b>øtrà</b>" in words
    assert len(words) >= 1.35 * len("Seguís  en otra pantalla.") + len("%(game)s<b></b>")
