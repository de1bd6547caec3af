"""The organiser's desk in a browser: on a phone, on a laptop, at 200 %, and while it is fed."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.taps import Taps
from tests.tournaments import desks
from tests.tournaments.events import award, organiser_of
from tests.tournaments.halls import write
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
UNDO_IS_ON_TOP = """() => {  // looked for each time: a push may replace it
  const undo = [...document.querySelectorAll("#latest button, #latest a")]
    .find(way => /Deshacer|Corregir/.test(way.textContent));
  if (!undo) return false;
  undo.scrollIntoView({ block: "end" });
  const { left, right, top, bottom } = undo.getBoundingClientRect();
  return undo.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


@pytest.fixture
def on_screen(transactional_db) -> Competition:
    """At one table both sat down, at another one did."""
    event = desks.on_screen(timezone.now())
    desks.half_of_the_time_passes()  # otherwise the page does not ask for the missing entries
    return event


@pytest.fixture
def disputed_event(transactional_db) -> Competition:
    """Real cards; slips disagree at one table."""
    return desks.slips_that_disagree(timezone.now())


def size(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate(TOO_WIDE) <= 0


@pytest.mark.feature("Judging", "The dashboard on phones, laptops and at 200 % zoom")
def test_a_dock_on_phones_is_a_rail_on_laptops_and_nothing_is_covered(open_screen, disputed_event):
    page = open_screen(
        f"/competitions/{disputed_event.pk}/manage/", organiser_of(disputed_event)
    ).page
    dock, rail = page.locator(".rail .docked:visible"), page.locator(".rail .more:visible")
    gold = page.locator("#next .button.primary")
    for width, height in ((390, 780), (320, 640)):
        size(page, width, height)
        expect(dock).to_have_count(5)
        expect(rail).to_have_count(0)
        expect(gold).to_be_in_viewport(ratio=1)
    size(page, 1280, 800)
    expect(dock).to_have_count(4)
    expect(rail).to_have_count(7)
    expect(gold).to_have_count(1)
    size(page, 640, 400)  # a laptop at 200 %
    page.wait_for_function(UNDO_IS_ON_TOP)


@pytest.mark.feature(
    "Judging", "A decision card's likeliest button names its outcome, its reason is filled in"
)
def test_who_came_gets_the_match_with_one_tap_and_the_reason_is_filled_in(open_screen, on_screen):
    screen = open_screen(f"/competitions/{on_screen.pk}/manage/", organiser_of(on_screen))
    page, taps = screen.page, Taps(screen)
    card = page.locator(".need", has_text="Ya está:")
    taps.follow(card.locator(".acts > .button.primary"))
    expect(page.get_by_text("está decidido")).to_be_visible()
    assert taps.number == 1
    decided = Match.objects.of(on_screen.pk).get(state=Match.State.WALKOVER)
    assert decided.audit.get(act="walkover").reason.startswith("No se presentó: ")


def test_a_result_comes_by_itself_and_takes_nothing_from_under_ones_hands(
    open_screen, disputed_event
):
    page = open_screen(
        f"/competitions/{disputed_event.pk}/manage/", organiser_of(disputed_event)
    ).page
    page.wait_for_selector("#pulse[data-version]", state="attached")
    now, match = timezone.now(), desks.at_a_table(disputed_event)
    other = Match.objects.of(disputed_event.pk).filter(state="called").exclude(pk=match.pk)[0]
    card = page.locator(f"#n{match.pk}")
    card.get_by_text("Otra cosa").tap()
    write(other, now)
    expect(page.locator(f"#t{other.pk} .tile")).to_have_class("tile done")
    expect(card.locator("details")).to_have_attribute("open", "")
    write(match, now)
    expect(card).to_have_count(0)
    expect(page.locator("#needs .empty")).to_be_visible()


def test_what_one_writes_stays_until_one_leaves_it(open_screen, on_screen):
    page = open_screen(f"/competitions/{on_screen.pk}/manage/", organiser_of(on_screen)).page
    page.wait_for_selector("#pulse[data-version]", state="attached")
    card = page.locator(".need", has_text="Ya está:")
    card.get_by_text("Otra cosa").tap()
    reason = card.get_by_label("Motivo")
    reason.fill("Llamó: llega en un rato")
    waiting = page.locator(".need", has_text="Todavía no llegó nadie")
    number = waiting.count()
    write_nothing_came(on_screen)
    expect(page.locator("#count-now")).to_have_text(str(number))
    expect(reason).to_have_value("Llamó: llega en un rato")
    expect(waiting).to_have_count(number)
    reason.blur()
    expect(waiting).to_have_count(number - 1)


def write_nothing_came(event: Competition) -> None:
    """Decide another match, at which both sides were absent."""
    called = Match.objects.of(event.pk).filter(state="called").order_by("-number")
    award(called[0], 0, timezone.now())


def test_what_an_act_was_answered_goes_once_the_page_changed_by_itself(open_screen, on_screen):
    organiser = organiser_of(on_screen)
    screen = open_screen(f"/competitions/{on_screen.pk}/manage/", organiser)
    page = screen.page
    page.clock.install()
    screen.follow(page.locator(".need", has_text="Ya está:").locator(".acts > .button.primary"))
    page.wait_for_selector("#pulse[data-version]", state="attached")
    answered = page.locator("main > .notices", has_text="está decidido")
    expect(answered).to_be_visible()
    page.clock.fast_forward(20_000)
    expect(answered).to_be_visible()
    lifecycle.pause(competition_id=on_screen.pk, actor=organiser, now=timezone.now(), reason="Cena")
    expect(answered).to_have_count(0)
