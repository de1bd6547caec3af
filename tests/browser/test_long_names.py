"""Names without a space: however long, no page is wider than a phone."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.screens import Screen
from tests.tournaments.cups import a_running_cup, an_organiser, call, club_of, match_at, play_cup
from tournaments.models import Competition, Entry, Match, RosterPlayer
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (320, 390)
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def long_names(*, played: bool = False) -> tuple[Competition, Match, User]:
    """A cup, one of its matches and its organiser: all with the longest names that are allowed."""
    now, organiser = timezone.now(), an_organiser()
    cup = a_running_cup(organiser, now, entries=4, name="W" * 80)
    club = club_of(organiser)
    club.name, club.about = "M" * 60, "Q" * 400
    club.save()
    pair = f"{'W' * 60} y {'M' * 60}"  # the longest that two names make
    Entry.objects.filter(competition=cup).update(name=pair, affiliation="M" * 60)
    RosterPlayer.objects.filter(competition=cup).update(name="W" * 60)
    for player in RosterPlayer.objects.filter(competition=cup).select_related("user"):
        User.objects.filter(pk=player.user_id).update(display_name="W" * 40)
    User.objects.filter(pk=organiser.pk).update(display_name="M" * 40)
    match = match_at(cup, 1, 1)
    if played:
        play_cup(cup, now)
        heal_rankings()
    else:
        call(match, now)
    return cup, match, organiser


def widths(screen: Screen, paths: list[str]) -> dict[tuple[str, int], int]:
    """Return how many pixels pages are wider than the screen, where they are."""
    found = {}
    for path in paths:
        screen.open(path)
        for width in WIDTHS:
            screen.page.set_viewport_size({"width": width, "height": 780})
            found[path, width] = screen.page.evaluate(TOO_WIDE)
    return {page: more for page, more in found.items() if more}


@pytest.fixture(params=[False, True], ids=["at play", "played"])
def scene(transactional_db, request) -> tuple[Competition, Match, User]:
    """Laid out before the site's worker calls matches on its own."""
    return long_names(played=request.param)


@pytest.mark.sampled
def test_long_names_make_no_page_wider_than_a_phone(scene, open_screen):
    cup, match, organiser = scene
    entry = cup.entries.earliest("pk")
    whole = f"/competitions/{cup.pk}/"
    club = f"/clubs/{cup.club.slug}/"
    paths = ["/", "/competitions/", whole, f"{whole}entries/{entry.pk}/", f"/matches/{match.pk}/"]
    paths += ["/clubs/", club, "/ranking/", f"/players/{organiser.username}/", f"/embed{whole}"]
    paths += [f"{whole}manage/", f"{whole}entered/", f"{whole}officials/", f"{whole}why/"]
    paths += [f"{club}edit/", "/tables/", "/profile/"]
    assert widths(open_screen("/rules/", organiser), paths) == {}


CUT = """() => [...document.querySelectorAll(".scroll-x, .card, .group, table")].filter(
  (box) => box.scrollWidth > box.clientWidth + 1 && !box.closest(".bracket, .cross"))
  .map((box) => `${box.className}: ${box.scrollWidth} in ${box.clientWidth}`)"""


@pytest.mark.feature("Playing", "Results and statistics are not cut on a phone")
@pytest.mark.usefixtures("site")
def test_results_and_statistics_are_not_cut_on_a_phone(open_screen):
    cup, match, _ = long_names(played=True)
    player = cup.entries.earliest("pk").roster.get().user
    screen = open_screen("/rules/", player)
    for path in (f"/players/{player.username}/", f"/matches/{match.pk}/", "/ranking/", "/"):
        screen.open(path)
        assert screen.page.evaluate(CUT) == [], path


@pytest.fixture(params=["es-ar", "en"])
def reader(transactional_db, request) -> User:
    """One of two short names on the ranking, who reads in a language."""
    cup = a_running_cup(an_organiser(), timezone.now(), entries=2, presencial=True)
    play_cup(cup, timezone.now())
    heal_rankings()
    for name, player in zip(("Bartolomé", "Magdalena"), cup.entries.all(), strict=True):
        User.objects.filter(pk=player.roster.get().user_id).update(display_name=name)
    reader = cup.entries.earliest("pk").roster.get().user
    User.objects.filter(pk=reader.pk).update(language=request.param)
    return User.objects.get(pk=reader.pk)


def test_the_menu_and_the_ranking_are_not_cut_on_the_narrowest_phone(reader, open_screen):
    screen = open_screen("/rules/", reader)
    screen.page.set_viewport_size({"width": 320, "height": 780})
    screen.open("/ranking/")
    for strip in (".site-nav", ".card.scroll-x"):
        cut = screen.page.locator(strip).evaluate("strip => strip.scrollWidth - strip.clientWidth")
        assert cut == 0, strip
    heights = screen.page.locator(".ranking tbody bdi").evaluate_all(
        "names => names.map(name => name.getClientRects().length)"
    )
    assert set(heights) == {1}, "a name of one short word is not broken"


PAIR = "Bartolomé Etcheverry y Magdalena Goicoechea"
CLIPPED = """names => names.filter(
  (name) => name.scrollHeight > name.clientHeight || name.scrollWidth > name.clientWidth)
  .map((name) => name.outerHTML)"""


@pytest.fixture
def cup_of_pairs(transactional_db) -> Competition:
    """Of pairs of usual names, too long for one line of the bracket."""
    cup = a_running_cup(an_organiser(), timezone.now(), entries=8, with_cards=True)
    Entry.objects.filter(competition=cup).update(name=PAIR)
    return cup


def test_both_names_of_a_pair_are_read_in_a_bracket(cup_of_pairs, open_screen):
    screen = open_screen("/rules/")
    screen.open(f"/competitions/{cup_of_pairs.pk}/")
    names = screen.page.locator(".bracket .side bdi")
    expect(names).to_have_count(8)
    for width in (320, 390, 1280):
        screen.page.set_viewport_size({"width": width, "height": 780})
        assert names.evaluate_all(CLIPPED) == [], width


KEEPS_OFF_THE_EDGES = """width => {
    const edges = (selector) => document.querySelector(selector).getBoundingClientRect();
    document.querySelector(".bracket-scroll").scrollTo({left: 9999, behavior: "instant"});
    const last = edges(".bracket .round:last-child .match");
    const before = edges(".bracket .round:nth-last-child(2) .match");  // nothing of it is cut off
    return last.left >= 8 && last.right <= width - 8 && before.right <= 1;
}"""  # asked until it is true: the first message of the socket draws the bracket once more


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.moving
def test_the_last_round_keeps_off_the_edges_of_a_phone(cup_of_pairs, open_screen, width):
    screen = open_screen("/rules/")
    screen.page.set_viewport_size({"width": width, "height": 780})
    screen.open(f"/competitions/{cup_of_pairs.pk}/")
    screen.page.locator(".bracket-scroll[data-placed]").wait_for()  # site.js, which scrolls as well
    screen.page.wait_for_function(KEEPS_OFF_THE_EDGES, arg=width)
