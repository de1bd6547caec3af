"""Lists under a finger: what is done to one entry leaves the others in place; news come soon."""

import re
from decimal import Decimal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.tournaments.cups import an_organiser
from tests.tournaments.desks import announced_for, checking_in
from tests.tournaments.events import organiser_of
from tests.tournaments.names import PAIRS, an_event_of_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOPS = "rows => rows.map((row) => row.getBoundingClientRect().y)"
NEWS_PAUSE = 3000  # milliseconds, as in site.js
SOONER = 2500  # milliseconds: less than other pages wait
TOLD = """document.dispatchEvent(
  new CustomEvent("htmx:wsAfterMessage", { detail: { message: '<i id="changed"></i>' } })
)"""


@pytest.mark.parametrize("desk", [False, True], ids=["phone", "desk"])
def test_rows_stay_where_they_are_whatever_is_done_to_one(open_screen, now, desk):
    cup = checking_in(now)
    cup.entries.filter(pk=cup.entries.latest("pk").pk).update(paid=True)  # so there is a fee
    path = f"/competitions/{cup.pk}/entered/?show=absent"
    page = open_screen(path, organiser_of(cup), desk=desk).page
    rows = page.locator("#who > li")
    rows.nth(7).scroll_into_view_if_needed()
    expect(rows).to_have_count(8)
    before = rows.evaluate_all(TOPS)

    rows.nth(5).get_by_role("button", name="Anotar el pago").tap()
    expect(rows.nth(5)).to_contain_text("pagó")
    rows.nth(5).get_by_role("button", name="Acreditar").tap()
    expect(page.get_by_role("status").filter(has_text="Hecho")).to_have_count(1)  # for a while
    expect(rows.nth(5)).to_contain_text("acreditado")
    expect(page.locator("#kinds")).to_contain_text("sin acreditar\u00a07")

    assert rows.evaluate_all(TOPS) == before  # at once: a row may be swapped at any moment


def held_once(page: Page, address: str) -> list[Route]:
    """Hold the first request to an address, as a slow line does."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route), times=1)
    return held


@pytest.mark.parametrize("ticked", [False, True], ids=["nobody ticked", "another one ticked"])
def test_each_tap_counts_for_its_own_row_while_an_answer_is_awaited(open_screen, now, ticked):
    cup = checking_in(now)
    cup.entries.filter(pk=cup.entries.latest("pk").pk).update(paid=True)  # so there is a fee
    screen = open_screen(f"/competitions/{cup.pk}/entered/", organiser_of(cup), routed=True)
    page, rows = screen.page, screen.page.locator("#who > li")
    if ticked:
        rows.nth(6).get_by_role("checkbox").check()
    held = held_once(page, "**/entered/check-in/")
    with page.expect_request("**/entered/check-in/"):
        rows.nth(0).get_by_role("button", name="Acreditar").tap()
    rows.nth(1).get_by_role("button", name="Acreditar").tap()
    rows.nth(2).get_by_role("button", name="Anotar el pago").tap()
    held[0].continue_()

    expect(rows.nth(2)).to_contain_text("pagó")
    expect(rows.filter(has_text="acreditado")).to_have_count(2)
    entries = cup.entries.order_by("pk")
    assert [entry.checked_in_at is not None for entry in entries] == [True] * 2 + [False] * 6
    assert [entry.paid for entry in entries] == [False] * 2 + [True] + [False] * 4 + [True]
    assert rows.nth(6).get_by_role("checkbox").is_checked() == ticked


def test_news_wait_until_a_tap_is_answered(open_screen, now):
    """The answer takes the list away that would ask for them."""
    cup = checking_in(now)
    screen = open_screen(f"/competitions/{cup.pk}/entered/", organiser_of(cup), routed=True)
    page, rows = screen.page, screen.page.locator("#who > li")
    page.clock.install()
    held_once(page, "**/entered/check-in/")
    with page.expect_request("**/entered/check-in/"):
        rows.nth(0).get_by_role("button", name="Acreditar").tap()
    page.evaluate("document.activeElement.blur()")
    page.evaluate(TOLD)
    page.clock.run_for(NEWS_PAUSE)
    expect(page.locator("#who[data-news]")).to_have_count(1)


@pytest.mark.parametrize("taps", [2, 3])
def test_each_payment_is_noted_while_an_answer_is_awaited(open_screen, now, taps):
    cup = announced_for(now, "swiss", 4, fee=Decimal(100))
    screen = open_screen(f"/competitions/{cup.pk}/cash/", organiser_of(cup), routed=True)
    page = screen.page
    ids = page.locator(".payers > li").evaluate_all("rows => rows.map((row) => row.id)")
    first, *others = (page.locator(f"#{row}") for row in ids[:taps])
    held = held_once(page, "**/entered/paid-cash/")
    with page.expect_request("**/entered/paid-cash/"):
        first.get_by_role("button", name="en efectivo").tap()
    for row in others:
        row.get_by_role("button", name="por transferencia").tap()
    held[0].continue_()

    expect(page.locator("#owing .num")).to_have_text(str(4 - taps))
    paid_by = {f"entry-{entry.pk}": entry.paid_by for entry in cup.entries.filter(paid=True)}
    assert paid_by == dict.fromkeys(ids[:taps], "transfer") | {ids[0]: "cash"}


def test_who_is_waited_for_is_shown_the_news_soon(open_screen):
    """Before, a page of names looked again three seconds after it was told to."""
    event = an_event_of_names(an_organiser(), timezone.now(), PAIRS)
    page = open_screen(f"/competitions/{event.pk}/names/").page
    with page.expect_request(re.compile(r"/names/\?"), timeout=SOONER):
        page.evaluate(TOLD)
