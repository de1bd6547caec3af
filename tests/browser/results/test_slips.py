"""Slips in a browser: both sides tell by their codes, the paper is printed without a blank page."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine import make_rules
from tests.browser.test_accessibility import violations
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.models import ResultSubmission, Slip
from tournaments.slips.services import code_of, make_slips

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TO_30 = make_rules("argentino", {"target": "30"})
PAGES = re.compile(rb"/Type\s*/Page\b(?!s)")


def a_cup_with_slips(organiser, entries: int):
    now = timezone.now()
    cup = a_running_cup(organiser, now, entries=entries, with_cards=True, rules=TO_30)
    make_slips(competition_id=cup.pk, actor=organiser, now=now)
    return cup


def codes(match) -> list[str]:
    nonce = Slip.objects.valid().get(match=match).nonce
    return [code_of(nonce, side) for side in (0, 1)]


def test_both_sides_tell_by_their_slips_and_the_grid_knows(open_screen):
    organiser = an_organiser()
    cup = a_cup_with_slips(organiser, 4)
    match = match_at(cup, 1, 1)
    names = [str(slot.entry) for slot in match.slots.order_by("side")]
    first, second = (open_screen(f"/r/{code}/").page for code in codes(match))
    grid = open_screen(f"/competitions/{cup.pk}/results/", organiser, desk=True).page
    first.get_by_role("button", name=names[0]).tap()
    first.get_by_role("button", name="24", exact=True).tap()
    expect(first.get_by_text("Dijiste 30–24")).to_be_visible()
    row = grid.locator(f"#m{match.pk}")
    expect(row.get_by_text(f"papeleta de {names[0]}")).to_be_visible()
    second.reload()
    second.get_by_role("button", name="Es así").tap()
    expect(second.get_by_text("Las dos papeletas dicen lo mismo")).to_be_visible()
    expect(row).to_have_class(re.compile("saved"))
    expect(row).to_contain_text(f"papeleta de {names[1]}")


def test_a_scorer_accepts_what_one_slip_says(open_screen):
    organiser = an_organiser()
    cup = a_cup_with_slips(organiser, 4)
    match = match_at(cup, 1, 1)
    grid = open_screen(f"/competitions/{cup.pk}/results/", organiser).page
    first = open_screen(f"/r/{codes(match)[0]}/").page
    first.get_by_role("button", name=str(match.slots.get(side=1).entry)).tap()
    first.get_by_role("button", name="7", exact=True).tap()
    expect(first.get_by_text("Dijiste 7–30")).to_be_visible()
    row = grid.locator(f"#m{match.pk}")
    row.get_by_role("button", name="Aceptar").tap()
    expect(row).to_have_class(re.compile("saved"))
    assert ResultSubmission.objects.get().chicos == [[[7, 30]]]


@pytest.mark.feature("Real cards", "Slips with a code for each side, six matches a sheet")
@pytest.mark.parametrize(("entries", "sheets"), [(4, 1), (12, 1), (16, 2)])
def test_the_paper_has_six_matches_a_sheet_and_no_blank_one(open_screen, entries, sheets):
    organiser = an_organiser()
    cup = a_cup_with_slips(organiser, entries)
    page = open_screen(f"/competitions/{cup.pk}/slips/", organiser, desk=True).page
    printed = page.pdf(prefer_css_page_size=True)
    assert len(PAGES.findall(printed)) == sheets


@pytest.mark.sampled
def test_axe_finds_nothing_wrong_with_slips(open_screen):
    organiser = an_organiser()
    cup = a_cup_with_slips(organiser, 4)
    code = codes(match_at(cup, 1, 1))[0]
    paths = (f"/competitions/{cup.pk}/slips/", f"/r/{code}/", f"/r/{code}/?won=0", "/r/")
    assert violations(open_screen("/r/", organiser), paths) == []
