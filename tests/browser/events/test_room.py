"""News for a whole hall: bulletins, penalties, the score over a stream and check-in."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.moves import stands_still, watch
from tests.browser.taps import Taps
from tests.browser.test_still_pages import TOO_WIDE
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, match_of
from tests.tournaments.screens.test_overlay import score_points
from tournaments.bulletins.services import send_bulletin, take_bulletin_back
from tournaments.competitions import state
from tournaments.models import Competition
from tournaments.screens.overlay import token_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOOD = "A comer, seguimos 22:15"
SAFE = 0.05  # of each edge, which some screens cut
EDGES = """() => {
  const box = document.getElementById("overlay").getBoundingClientRect();
  return [box.left / innerWidth, box.top / innerHeight,
    1 - box.right / innerWidth, 1 - box.bottom / innerHeight];
}"""
GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture
def event(transactional_db) -> Competition:
    return an_evening(timezone.now(), tables=4)


def watched(open_screen, path, person):
    """A page whose shifts are noted, with its line open."""
    screen = open_screen("/rules/", person)
    watch(screen.page)
    with screen.page.expect_websocket():
        screen.open(path)
    return screen.page


@pytest.mark.feature("Competitions", "A bulletin appears on open pages without moving anything")
@pytest.mark.moving
def test_a_bulletin_comes_to_open_pages_and_moves_nothing(event, open_screen):
    organiser, player = organiser_of(event), players_of(match_of(event, 1), 0)[0]
    pages = [
        watched(open_screen, f"/competitions/{event.pk}/", None),
        watched(open_screen, "/", player),
    ]
    said = send_bulletin(competition_id=event.pk, actor=organiser, text=FOOD, now=timezone.now())
    for page in pages:
        expect(page.locator(".bulletin p:visible")).to_have_count(1)
        expect(page.locator(".bulletin p:visible")).to_contain_text(FOOD)
        stands_still(page)
        assert page.evaluate(TOO_WIDE) <= 0
    pages[0].locator(".bulletin summary").tap()
    expect(pages[0].locator(".bulletin p")).to_be_hidden()
    take_bulletin_back(bulletin_id=said.pk, actor=organiser, now=timezone.now())
    for page in pages:
        expect(page.locator(".bulletin")).to_have_count(0)


def test_an_organiser_tells_everybody_with_two_taps(event, open_screen):
    screen = open_screen(f"/competitions/{event.pk}/screens/", organiser_of(event))
    screen.page.get_by_label("Qué les decís").fill(FOOD)
    screen.follow(screen.page.get_by_role("button", name="Avisar", exact=True))
    expect(screen.page.get_by_role("button", name="Retirar")).to_be_visible()
    screen.follow(screen.page.get_by_role("button", name="Retirar"))
    expect(screen.page.get_by_role("button", name="Retirar")).to_have_count(0)
    assert screen.page.evaluate(TOO_WIDE) <= 0


def test_a_judge_gives_a_penalty_in_four_taps_and_the_scorer_sees_it(event, open_screen):
    match, organiser = match_of(event, 1), organiser_of(event)
    first, second = (str(slot.entry) for slot in match.slots.order_by("side"))
    scorer = open_screen(f"/matches/{match.pk}/score/", organiser).page
    judge = open_screen(f"/matches/{match.pk}/score/", organiser)
    taps, page = Taps(judge), judge.page
    taps.follow(page.get_by_role("link", name="Sanciones"))
    assert page.evaluate(TOO_WIDE) <= 0
    taps.on(page.get_by_role("radio", name=first))
    taps.on(page.get_by_role("radio", name="Repartió mal"))
    taps.follow(page.get_by_role("button", name="Anotar la sanción"))
    assert taps.number == 4
    undo = f"Deshacer: 1 tanto para {second}"
    expect(page.get_by_role("button", name=undo)).to_be_visible()
    expect(scorer.get_by_role("button", name=undo)).to_be_visible()
    expect(scorer.locator("#said")).to_have_text(f"{first} 0, {second} 1")


@pytest.mark.parametrize("place", ["bottom", "top", "bottom-right", "top-right"])
@pytest.mark.sampled
def test_the_score_over_a_stream_is_see_through_live_and_within_the_safe_area(
    event, open_screen, place
):
    match = match_of(event, 1)
    screen = open_screen(f"/overlay/{token_of('t', match.hall_table_id)}/?at={place}", desk=True)
    page = screen.page
    for width, height in ((1920, 1080), (1280, 720), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        assert min(page.evaluate(EDGES)) >= SAFE - 0.001
        assert page.evaluate(GROUND) == "rgba(0, 0, 0, 0)"
    watch(page)
    with page.expect_websocket():
        page.reload()
    score_points(match, 0, 2, timezone.now())
    expect(page.locator(".row > b").first).to_have_text("2")
    stands_still(page)


@pytest.mark.feature("Entries", "Check-in by QR and one tap, live on the dashboard")
def test_who_says_that_they_are_here_is_seen_at_the_desk_at_once(transactional_db, open_screen):
    organiser, now = an_organiser(), timezone.now()
    cup = a_cup(organiser, now)
    ana, beto = a_person("ana"), a_person("beto")
    for person in (ana, beto):
        enter(cup, organiser, now, person)
    state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    desk = open_screen(f"/competitions/{cup.pk}/entered/", organiser).page
    ticked = desk.get_by_role("checkbox", name="beto")
    ticked.check(force=True)
    desk.locator("h1").tap()
    phone = open_screen(f"/c/{cup.code}/here/", ana)
    taps = Taps(phone)
    taps.follow(phone.page.get_by_role("button", name="Ya estoy"))
    assert taps.number == 1
    expect(phone.page.get_by_role("status")).to_contain_text("Ya estás")
    expect(desk.locator("#checked-in")).to_have_text("1 acreditado", timeout=10_000)
    expect(desk.locator("#who li").filter(has_text="ana")).to_contain_text("acreditado")
    expect(ticked).to_be_checked()
