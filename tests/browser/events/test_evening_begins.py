"""The first minutes of an evening: an empty site, a list of names, fewer people than announced."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.events.test_first_minute import signs_up
from tests.browser.screens import Screen
from tests.browser.taps import Counts, Taps
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

A_TAP, A_KEY = 1.0, 0.3  # seconds that a user takes
MOST, MOST_SECONDS = Counts(taps=10, fields=1, pages=3), 180  # once signed up; all of it
WHAT_FITS = Counts(taps=3, fields=0, pages=2)  # a question is answered on the way
PAIRS = [f"{sign}. Ana {sign}ruiz y Beto {sign}sosa" for sign in "ABCDEFGHIJKLMNOP"]
SIGNED_UP = len("olga" + "olga@example.org" + 2 * "una-de-espadas-y-dos-de-oros")


@pytest.mark.feature("Competitions", "From an empty site to sixteen drawn pairs in ten taps")
@pytest.mark.long
def test_from_an_empty_site_to_a_drawn_first_round_of_sixteen_pasted_pairs(open_screen):
    screen = open_screen("/")
    page, taps = screen.page, Taps(screen)
    taps.follow(page.get_by_role("link", name="Armar mi torneo"))
    taps.follow(page.get_by_role("button", name="Crear y anotar gente"))
    signs_up(screen)
    before = taps.counts
    taps.fill(page.get_by_label("La lista, una pareja por renglón"), "\n".join(PAIRS))
    taps.more(1)  # to paste: a finger holds the field
    taps.follow(page.get_by_role("button", name="Anotar 16"))
    taps.follow(page.get_by_role("button", name="Sortear con 16"))
    taps.follow(page.get_by_role("button", name="Publicar").first)
    expect(page.get_by_text("ya lo ve todo el mundo")).to_be_visible()
    assert Match.objects.of(Competition.objects.get().pk).count() == 8
    assert (taps.counts - before).is_within(MOST)
    assert (taps.number + 3) * A_TAP + SIGNED_UP * A_KEY <= MOST_SECONDS


@pytest.fixture
def announced(transactional_db) -> Competition:
    """Announced for four groups of four; seven came."""
    organiser, now = an_organiser(), timezone.now()
    shape = FormatOptions(format="groups", group_count=4, qualifiers=2)
    cup = a_cup(organiser, now, cap=16, shape=shape)
    for _ in range(7):
        enter(cup, organiser, now, a_person())
    return cup


@pytest.mark.feature(
    "Competitions", "Seven of sixteen announced pairs are drawn with a format that fits"
)
def test_seven_of_sixteen_are_drawn_with_what_fits(announced, open_screen: Callable[..., Screen]):
    screen = open_screen(f"/competitions/{announced.pk}/manage/", announced.club.members.get())
    page, taps = screen.page, Taps(screen)
    taps.follow(page.get_by_role("button", name="Sortear con 7"))
    expect(page.get_by_text("2 grupos, pasan 2: de 4 y 3")).to_be_visible()
    screen.faults.clear()  # the console names the refusal
    taps.follow(page.get_by_role("button", name="Así, y sortear"))
    announced.refresh_from_db()
    assert announced.state == "drawn"
    assert announced.stages.get(format="groups").group_count == 2
    assert taps.counts == WHAT_FITS
