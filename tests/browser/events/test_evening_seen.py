"""An evening with the longest names, as it is seen: nothing cut off, nothing over anything else."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.events.test_pasting import ODD, paste
from tests.tournaments import desks
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.desks import at_a_table
from tests.tournaments.events import award, organiser_of, ready
from tests.tournaments.halls import call_who_may, use
from tests.tournaments.names import an_event_of_names, draw_and_start
from tests.tournaments.timed import MINUTES
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition
from tournaments.penalties.services import give_penalty
from tournaments.round_clock import services as round_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONGEST = (
    "Maximiliano Bartolomé Etcheverry Goicoechea de la Santísima",
    "María de los Ángeles Fernández-Rodríguez y Pérez Companc Gut",
)
USUAL = tuple((f"Ana Etcheverry {sign}.", f"Beto Goicoechea {sign}.") for sign in "ABCDEFGHIJK")
NARROW = {"width": 320, "height": 640}
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
  .map((box) => box.outerHTML.slice(0, 80))"""
IS_ON_TOP = """element => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


@pytest.fixture
def named_event(transactional_db) -> Competition:
    """Twelve pairs at four tables; the clock of their round runs, and a judge has been there."""
    now, organiser = timezone.now(), an_organiser()
    terms = {
        "cap": 16,
        "round_minutes": MINUTES,
        "shape": FormatOptions(format="swiss", swiss_rounds=3),
    }
    teams = (LONGEST, *USUAL)
    event = an_event_of_names(organiser, now, teams, by_qr=False, with_cards=True, **terms)
    draw_and_start(event, organiser, now)
    use(event, 4, now)
    call_who_may(now)
    match = at_a_table(event)
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    give_penalty(
        match_id=match.pk, ident="misdeal", side=0, points=None, note="dio cuatro",
        seen_version=0, action_id="a-penalty", actor=organiser, now=now,
    )  # fmt: skip
    return event


@pytest.mark.sampled
def test_no_page_of_an_evening_is_wider_than_the_narrowest_phone(named_event, open_screen):
    match = at_a_table(named_event)
    whole, at = f"/competitions/{named_event.pk}/", f"/matches/{match.pk}/"
    paths = [f"{whole}{page}" for page in ("", "manage/", "manage/?s=entries", "results/", "hall/")]
    paths += [f"{whole}{page}" for page in ("links/", "screens/", "signs/", "slips/", "entered/")]
    paths += [at, f"{at}score/", f"{at}penalties/", f"/clubs/{named_event.club.slug}/penalties/"]
    screen = open_screen("/rules/", organiser_of(named_event))
    screen.page.set_viewport_size(NARROW)
    wide = {}
    for path in paths:
        screen.open(path)
        wide[path] = screen.page.evaluate(TOO_WIDE)
    assert {path: more for path, more in wide.items() if more} == {}
    screen.open(at)
    assert screen.page.evaluate(CUT, ".face-off .sides p") == []
    screen.open(f"{whole}manage/?s=entries")
    for link in screen.page.locator(".entries .button").all()[:2]:
        link.evaluate("link => link.scrollIntoView({ block: 'center' })")
        assert link.evaluate(IS_ON_TOP)
    screen.open(f"{at}score/")
    assert screen.page.evaluate(CUT, ".score-top h1") == []
    screen.open(f"{whole}hall/")
    cut = screen.page.evaluate(CUT, ".stands bdi")
    assert [name for name in cut if "Etcheverry" in name and LONGEST[0] not in name] == []


def test_standings_on_a_projector_show_whole_pairs_and_whole_places(named_event, open_screen):
    for match in ready(named_event)[:1]:
        award(match, 0, timezone.now())
    screen = open_screen(
        f"/competitions/{named_event.pk}/wall/", organiser_of(named_event), desk=True
    )
    page = screen.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    address, leaf, places = page.url, 0, page.locator(".standings i")
    while not places.count():
        leaf += 1
        page.goto(f"{address}?leaf={leaf}")
    assert places.count() == len(USUAL) + 1
    heights = places.evaluate_all("all => all.map(place => place.getBoundingClientRect().height)")
    assert len(set(heights)) == 1, "a place of two figures stands on one line"
    assert [name for name in page.evaluate(CUT, ".standings bdi") if LONGEST[0] not in name] == []


def test_nothing_lies_over_the_sections_while_a_list_is_pasted(transactional_db, open_screen):
    cup = a_cup(an_organiser(), timezone.now(), per_side=2, with_cards=True)
    page = open_screen(f"/competitions/{cup.pk}/paste/", organiser_of(cup)).page
    paste(page, ODD)
    expect(page.locator(".read.odd").first).to_be_visible()
    for covered in (page.locator(".rail .docked a").first, page.locator(".enter .button")):
        assert covered.evaluate(IS_ON_TOP)


def test_the_next_step_stands_in_the_place_of_the_pad_once_no_result_is_missing(
    transactional_db, open_screen
):
    event = desks.finished(timezone.now())
    page = open_screen(f"/competitions/{event.pk}/results/", organiser_of(event)).page
    expect(page.get_by_role("region", name="Lo que sigue")).to_be_visible()
    expect(page.locator("#pad")).to_be_hidden()


def test_undo_is_reached_at_200_percent(named_event, open_screen):
    match = at_a_table(named_event)
    screen = open_screen("/rules/", organiser_of(named_event))
    screen.page.set_viewport_size({"width": 640, "height": 400})  # a laptop at 200 %
    for path, within in (("score/", "#undo"), ("penalties/", "main")):
        screen.open(f"/matches/{match.pk}/{path}")
        undo = screen.page.locator(within).get_by_text("Deshacer").last
        undo.evaluate("button => button.scrollIntoView({ block: 'end' })")
        assert undo.evaluate(IS_ON_TOP), path
