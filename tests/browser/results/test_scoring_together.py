"""Two tabs keep the score of one match: each hears the other, and every piece has its place."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.screens import Screen
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.formats.score_sheet import Undo
from tournaments.matches import services as matches
from tournaments.models import Match
from tournaments.penalties.services import give_penalty
from tournaments.score_sheets import services as score_sheets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match(transactional_db) -> Match:
    """A match with real cards that is being played."""
    now = timezone.now()
    match = match_at(a_running_cup(an_organiser(), now, with_cards=True), 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    return match


def test_what_one_tab_marks_the_other_shows(open_screen, match):
    organiser = match.competition.club.members.get()
    first, second = (str(slot.entry) for slot in match.slots.order_by("side"))
    tabs: list[Screen] = [open_screen(f"/matches/{match.pk}/score/", organiser) for _ in range(2)]
    for points, tab in enumerate((*tabs, *tabs), start=1):
        tab.page.locator("#plus-01").tap()
        for other in tabs:
            expect(other.page.locator("#said")).to_have_text(f"{first} {points}, {second} 0")


def test_pieces_have_their_place_where_the_pages_own_script_did_not_come(open_screen, match):
    """It keeps them from the page; without it htmx looked for places that there were not."""
    organiser = match.competition.club.members.get()
    screen: Screen = open_screen("/rules/", organiser, routed=True)
    screen.page.route("**/js/score*.js", lambda route: route.abort())
    screen.open(f"/matches/{match.pk}/score/")
    screen.page.wait_for_selector("#match-score[data-sheet]", state="attached")
    screen.page.wait_for_selector("#pulse[data-version]", state="attached")
    lost, screen.faults[:] = [one for one in screen.faults if "oob" in one], []
    assert lost == []
    expect(screen.page.locator("#plus-01")).to_be_visible()


@pytest.mark.feature("Judging", "Spectators see a penalty as it is given")
def test_who_watches_sees_a_penalty_as_it_is_given(open_screen, match):
    organiser = match.competition.club.members.get()
    watching = open_screen(f"/matches/{match.pk}/").page
    watching.wait_for_selector("#pulse[data-version]", state="attached")
    give_penalty(
        match_id=match.pk, ident="misdeal", side=0, points=None, note="dio cuatro",
        seen_version=0, action_id="a-penalty", actor=organiser, now=timezone.now(),
    )  # fmt: skip
    expect(watching.get_by_text("dio cuatro")).to_be_visible()
    undo = {"mark": Undo(), "seen_version": 1, "action_id": "an-undo"}
    score_sheets.keep_score(match_id=match.pk, actor=organiser, now=timezone.now(), **undo)
    expect(watching.get_by_text("deshecha")).to_be_visible()
