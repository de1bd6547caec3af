"""Lists under a finger: what is done to one entry leaves the others in place; news come soon."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.tournaments.cups import an_organiser
from tests.tournaments.desks import checking_in
from tests.tournaments.events import organiser_of
from tests.tournaments.names import PAIRS, an_event_of_names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOPS = "rows => rows.map((row) => row.getBoundingClientRect().y)"
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


def test_who_is_waited_for_is_shown_the_news_soon(open_screen):
    """Before, a page of names looked again three seconds after it was told to."""
    event = an_event_of_names(an_organiser(), timezone.now(), PAIRS)
    page = open_screen(f"/competitions/{event.pk}/names/").page
    with page.expect_request("**/names/", timeout=SOONER):
        page.evaluate(TOLD)
