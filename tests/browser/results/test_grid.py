"""The grid of results in a browser: taps on a phone, numbers on a laptop, two scorers at once."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import make_rules
from tests.browser.screens import NO_STORE
from tests.browser.test_accessibility import violations
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tournaments.judging.officials import appoint_official
from tournaments.models import Competition, HeldMarks, Match, Official, ResultSubmission, Slip
from tournaments.results.services import save_row
from tournaments.slips.services import claim, code_of, make_slips

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNSENT = "Sin conexión: 1 sin enviar"
TO_30 = make_rules("argentino", {"target": "30"})


@pytest.fixture
def organiser():
    return an_organiser()


def a_cup_of(organiser, **terms) -> Competition:
    now = timezone.now()
    return a_running_cup(organiser, now, entries=8, with_cards=True, rules=TO_30, **terms)


def page_of(cup: Competition) -> str:
    return f"/competitions/{cup.pk}/results/"


def row(page: Page, match: Match):
    return page.locator(f"#m{match.pk}")


def written() -> dict[int, list]:
    return dict(ResultSubmission.objects.values_list("match", "chicos"))


def rows_of(cup: Competition) -> list[Match]:
    return [match_at(cup, 1, position) for position in (1, 2, 3, 4)]


@pytest.mark.feature("Real cards", "The results page takes a result in two taps")
def test_a_result_is_two_taps_on_a_phone(open_screen, organiser):
    cup = a_cup_of(organiser)
    page = open_screen(page_of(cup), organiser).page
    first, second, *_ = matches = sorted(rows_of(cup), key=lambda match: match.number)
    for match, side, points in ((first, 0, 24), (second, 1, 0)):
        expect(row(page, match)).to_have_class(re.compile("active"))
        row(page, match).locator(f".side{side}").tap()
        page.locator("#pad").get_by_role("button", name=str(points), exact=True).tap()
        expect(row(page, match)).to_have_class(re.compile("saved"))
    still = Match.objects.of(cup.pk).filter(state__in=Match.PLAYABLE).count()
    expect(page.locator("#chips a").first).to_have_text(re.compile(rf"Faltan\s+{still}"))
    assert written() == {first.pk: [[[30, 24]]], second.pk: [[[0, 30]]]}
    expect(page.locator("#asks")).to_contain_text(f"Partido {matches[2].number}: tocá a quien ganó")


def test_two_numbers_tab_and_enter_on_a_laptop(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, desk=True)
    page = screen.page
    first, second, third, _ = sorted(rows_of(cup), key=lambda match: match.number)
    for number in ("30", "Tab", "24", "Enter", "11", "Tab", "30", "Tab"):
        page.keyboard.press(number) if number.isalpha() else page.keyboard.type(number)
    for match in (first, second):
        expect(row(page, match)).to_have_class(re.compile("saved"))
    expect(page.locator("#said")).to_contain_text(re.compile("30–24|11–30"))  # as they came
    row(page, third).locator("input[name=game1-0]").focus()
    for number in ("30", "Tab", "31", "Enter"):
        page.keyboard.press(number) if number.isalpha() else page.keyboard.type(number)
    expect(row(page, third)).to_contain_text("✗ nadie pasa de 30")
    assert written() == {first.pk: [[[30, 24]]], second.pk: [[[11, 30]]]}
    screen.faults.clear()  # the console names the refusal


def test_a_browser_that_stores_nothing_saves_a_result(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen("about:blank", organiser)
    screen.page.context.add_init_script(NO_STORE)
    screen.open(page_of(cup))
    match = min(rows_of(cup), key=lambda one: one.number)
    row(screen.page, match).locator(".side0").tap()
    screen.page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    expect(row(screen.page, match)).to_have_class(re.compile("saved"))


def test_a_slip_of_the_hand_is_mended_where_it_was_made(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, desk=True)
    match = min(rows_of(cup), key=lambda one: one.number)
    mine, left = row(screen.page, match), row(screen.page, match).locator("input[name=game1-0]")
    right, winners = mine.locator("input[name=game1-1]"), mine.locator(".win.won")
    left.fill("12")
    expect(winners).to_have_count(0)  # 12 of 30 wins nothing yet
    right.fill("3o")
    right.press("Enter")
    expect(mine).to_contain_text("✗ «3o» no es un número de 0 a 30")
    expect(left).to_have_value("12")
    expect(right).to_have_value("3o")
    expect(winners).to_have_count(0)
    right.fill("30")
    expect(mine.locator(".win.won")).to_have_class(re.compile("side1"))
    right.press("Enter")
    expect(mine).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[12, 30]]]}
    screen.faults.clear()  # the console names the refusal


def test_the_pad_asks_game_after_game(open_screen, organiser):
    cup = a_cup_of(organiser, best_of=3)
    page = open_screen(page_of(cup), organiser).page
    match = min(rows_of(cup), key=lambda one: one.number)
    for side, points in ((0, 12), (1, 29), (0, 3)):
        row(page, match).locator(f".side{side}").tap()
        page.locator("#pad").get_by_role("button", name=str(points), exact=True).tap()
    expect(row(page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 12]], [[29, 30]], [[30, 3]]]}


def test_what_another_scorer_saves_appears_and_nothing_typed_is_lost(open_screen, organiser):
    cup, scorer, now = a_cup_of(organiser), a_person(), timezone.now()
    role = Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    first, second, *_ = sorted(rows_of(cup), key=lambda match: match.number)
    mine = open_screen(page_of(cup), organiser, desk=True).page
    theirs = open_screen(page_of(cup), scorer).page
    row(mine, second).locator("input[name=game1-0]").fill("7")
    for match in (first, second):
        row(theirs, match).locator(".side0").tap()
        theirs.locator("#pad").get_by_role("button", name="5", exact=True).tap()
        expect(row(theirs, match)).to_have_class(re.compile("saved"))
    expect(row(mine, first).locator("input[name=game1-1]")).to_have_value("5")
    expect(row(mine, second)).to_contain_text("ya hay otro resultado cargado")
    expect(row(mine, second).locator("input[name=game1-0]")).to_have_value("7")


@pytest.mark.feature("Real cards", "Unsaved results survive a reload")
def test_what_is_typed_and_not_saved_survives_a_reload(open_screen, organiser):
    cup = a_cup_of(organiser)
    first, second, third, _ = sorted(rows_of(cup), key=lambda match: match.number)
    screen = open_screen(page_of(cup), organiser, desk=True)
    page = screen.page
    row(page, first).locator("input[name=game1-0]").fill("30")
    row(page, second).locator("input[name=game1-1]").fill("7")
    row(page, third).locator("input[name=game1-0]").fill("30")
    saved = {"match_id": second.pk, "games": [(30, 2)], "seen": 0, "actor": organiser}
    page.goto("/rules/")
    save_row(**saved, now=timezone.now(), reason="")
    page.goto(f"{page_of(cup)}?show=all")
    expect(row(page, first).locator("input[name=game1-0]")).to_have_value("30")
    expect(row(page, second)).to_contain_text("ya hay otro resultado cargado: ")
    expect(row(page, second).locator("input[name=game1-1]")).to_have_value("7")
    row(page, third).locator("input[name=game1-1]").fill("4")
    row(page, third).locator("input[name=game1-1]").press("Enter")
    expect(row(page, third)).to_have_class(re.compile("saved"))
    page.reload()
    expect(row(page, first).locator("input[name=game1-0]")).to_have_value("30")
    expect(row(page, third)).to_have_class(re.compile("saved"))
    assert written() == {second.pk: [[[30, 2]]], third.pk: [[[30, 4]]]}


def test_what_is_saved_while_the_page_comes_again_is_not_offered_again(open_screen, organiser):
    """A reload reads the rows before the last one is saved, and the new page gets no message."""
    cup = a_cup_of(organiser)
    page = open_screen(page_of(cup), organiser, desk=True, routed=True).page
    match = min(rows_of(cup), key=lambda one: one.number)

    def save_meanwhile(route):
        saved = {"match_id": match.pk, "games": [(30, 2)], "seen": 0, "actor": organiser}
        save_row(**saved, now=timezone.now(), reason="")
        route.continue_()

    page.route("**/js/results.*js", save_meanwhile, times=1)  # which the page loads once it came
    page.reload()
    expect(row(page, match)).to_have_class(re.compile("saved"))
    expect(row(page, match).locator("input[name=game1-1]")).to_have_value("2")


def test_a_saved_row_is_typed_over(open_screen, organiser):
    cup = a_cup_of(organiser)
    page = open_screen(page_of(cup), organiser, desk=True).page
    match = min(rows_of(cup), key=lambda one: one.number)
    for number in ("30", "Tab", "24", "Enter"):
        page.keyboard.press(number) if number.isalpha() else page.keyboard.type(number)
    expect(row(page, match)).to_have_class(re.compile("saved"))
    field = row(page, match).locator("input[name=game1-1]")
    field.fill("26")
    field.press("Enter")
    expect(page.locator("#said")).to_contain_text("30–26. ✓")
    match.refresh_from_db()
    assert (match.reopened, match.winner) == (1, 0)


@pytest.mark.feature("Real cards", "A saved row with another number looks unsaved")
def test_a_saved_row_with_another_number_looks_unsaved(open_screen, organiser):
    cup = a_cup_of(organiser)
    page = open_screen(f"{page_of(cup)}?show=all", organiser).page
    match = min(rows_of(cup), key=lambda one: one.number)
    pad = page.locator("#pad")
    row(page, match).locator(".side0").tap()
    pad.get_by_role("button", name="24", exact=True).tap()
    mark, field = row(page, match).locator(".mark"), row(page, match).locator(".pair input").nth(1)
    expect(mark).to_contain_text("✓")
    field.fill("2")  # not left yet: nothing is sent
    expect(row(page, match)).to_have_class(re.compile("unsaved"))
    expect(mark).to_have_text("● sin guardar")
    field.fill("24")
    expect(row(page, match)).to_have_class(re.compile(r"\bsaved"))
    expect(mark).to_contain_text("✓")
    row(page, match).locator(".side1").tap()
    expect(mark).to_have_text("● sin guardar")
    page.reload()
    expect(mark).to_have_text("● sin guardar")
    row(page, match).locator(".side1").tap()
    pad.get_by_role("button", name="7", exact=True).tap()
    expect(mark).to_contain_text("✓")
    assert ResultSubmission.objects.standing().get().chicos == [[[7, 30]]]


def test_what_is_changed_before_the_answer_came_is_no_quarrel_with_oneself(open_screen, organiser):
    cup = a_cup_of(organiser)
    page = open_screen(page_of(cup), organiser).page
    match = min(rows_of(cup), key=lambda one: one.number)
    held, address = [], f"**{page_of(cup)}{match.pk}/"
    page.route(address, lambda route: held.append(route), times=1)
    for points in ("9", "21"):
        row(page, match).locator(".side0").tap()
        page.locator("#pad").get_by_role("button", name=points, exact=True).tap()
    expect(row(page, match).locator(".mark")).to_contain_text("guardando")
    with page.expect_response(address):
        held[0].continue_()
    expect(row(page, match)).to_have_class(re.compile("saved"))
    expect(row(page, match).locator("input[name=game1-1]")).to_have_value("21")
    (written,) = ResultSubmission.objects.standing()
    assert written.chicos == [[[30, 21]]]
    assert not HeldMarks.objects.exists()


def test_what_could_not_be_sent_is_sent_once_the_line_is_back(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser)
    match = min(rows_of(cup), key=lambda one: one.number)
    with screen.without_network():
        row(screen.page, match).locator(".side0").tap()
        screen.page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
        expect(row(screen.page, match)).to_contain_text("sin conexión")
    expect(row(screen.page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}


def test_a_result_whose_first_request_fails_online_is_sent_again(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    match = min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    screen.page.clock.install()
    screen.page.route(address, lambda route: route.abort())
    row(screen.page, match).locator(".side0").tap()
    screen.page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    expect(row(screen.page, match)).to_contain_text("sin conexión")
    screen.page.unroute(address)
    screen.page.clock.fast_forward("00:10")
    expect(row(screen.page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console tells of the failed request


def test_a_result_whose_row_is_not_shown_is_sent_once(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    match = min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    screen.page.route(address, lambda route: route.abort())
    row(screen.page, match).locator(".side0").tap()
    screen.page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    expect(row(screen.page, match)).to_contain_text("sin conexión")
    screen.page.unroute(address)
    sent = []
    screen.page.on("request", lambda one: address.search(one.url) and sent.append(one.url))
    row(screen.page, match).evaluate("row => row.remove()")
    screen.page.evaluate("for (const _ of [1, 2]) dispatchEvent(new Event('online'))")
    expect(row(screen.page, match)).to_have_class(re.compile("saved"))
    screen.page.wait_for_load_state("networkidle")
    expect(row(screen.page, match)).to_have_count(1)
    assert len(sent) == 1
    assert written() == {match.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console tells of the failed request


def fail_to_send(page: Page, match: Match, address: re.Pattern[str]) -> None:
    """Type 30–9; requests to the address fail from now on, since the page sends it again soon."""
    page.route(address, lambda route: route.abort())
    row(page, match).locator(".side0").tap()
    page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    expect(page.locator("#line")).to_have_text(UNSENT)


def test_two_tabs_keep_the_results_of_each_other(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    first, second, *_ = sorted(rows_of(cup), key=lambda one: one.number)
    context, address = screen.page.context, re.compile(r"/results/\d+/$")
    tabs = {first: screen.page, second: context.new_page()}
    tabs[second].goto(page_of(cup))
    context.route(address, lambda route: route.abort())
    for match, tab in tabs.items():
        row(tab, match).locator(".side0").tap()
        tab.locator("#pad").get_by_role("button", name="9", exact=True).tap()
        expect(tab.locator("#line")).to_have_text(UNSENT)
    third = context.new_page()
    for tab in tabs.values():
        tab.close()
    context.unroute(address)
    third.goto(page_of(cup))
    for match in tabs:
        expect(row(third, match)).to_have_class(re.compile("saved"))
    assert written() == {first.pk: [[[30, 9]]], second.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console tells of the failed requests


def test_a_result_whose_tab_was_closed_while_it_was_sent_is_not_lost(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    page.route(re.compile(rf"/results/{match.pk}/$"), lambda route: None)  # no answer
    row(page, match).locator(".side0").tap()
    page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    expect(row(page, match)).to_contain_text("guardando")
    other = page.context.new_page()
    page.close()
    other.goto(page_of(cup))
    expect(row(other, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}


def test_a_request_without_an_answer_is_given_up_and_sent_again(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    page.clock.install()
    page.route(address, lambda route: None)
    with page.expect_request(address):
        row(page, match).locator(".side0").tap()
        page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    page.clock.fast_forward("00:11")
    expect(page.locator("#line")).to_have_text(UNSENT)
    page.unroute(address)
    page.clock.fast_forward("00:10")
    expect(row(page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}


def test_what_is_typed_over_a_result_that_waits_survives_a_reload(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    fail_to_send(page, match, address)
    row(page, match).locator("input[name=game1-1]").fill("21")
    page.reload()
    expect(row(page, match).locator("input[name=game1-1]")).to_have_value("21")
    page.unroute(address)
    expect(row(page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 21]]]}
    screen.faults.clear()  # the console tells of the failed requests


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param({"status": 503}, id="the site restarts"),
        pytest.param({"headers": {"HX-Redirect": "/accounts/login/"}}, id="the session ended"),
        pytest.param({"status": 403}, id="the token is old"),
    ],
)
def test_a_result_that_waits_outlives_an_answer_that_does_not_take_it(
    open_screen, organiser, answer
):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    fail_to_send(page, match, address)
    row(page, match).evaluate("row => row.remove()")
    page.route(address, lambda route: route.fulfill(**answer))
    with page.expect_response(address):
        page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#line")).to_have_text(UNSENT)
    page.reload()  # the answer has been read
    expect(page.locator("#line")).to_have_text(UNSENT)
    page.unroute(address)
    page.goto(f"{page_of(cup)}?show=all")  # it may have been sent by now
    expect(row(page, match)).to_have_class(re.compile("saved"))
    expect(page.locator("#line")).to_be_hidden()
    assert written() == {match.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console tells of the failed requests


AS_BEFORE = """() => {
  const key = Object.keys(localStorage).find((each) => each.startsWith("results:"));
  const [, name, row] = /^(results:.*?:\\d+):(.*)$/.exec(key);
  localStorage.setItem(name, JSON.stringify({ [row]: JSON.parse(localStorage.getItem(key)) }));
  localStorage.removeItem(key);
}"""


def test_a_result_that_an_earlier_release_stored_is_sent(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    fail_to_send(page, match, address)
    page.goto("/rules/")
    page.evaluate(AS_BEFORE)
    page.unroute(address)
    page.goto(f"{page_of(cup)}?show=all")
    expect(row(page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console tells of the failed request


def test_a_result_is_sent_again_while_the_site_restarts(open_screen, organiser):
    cup = a_cup_of(organiser)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    page.clock.install()
    page.route(
        re.compile(rf"/results/{match.pk}/$"), lambda route: route.fulfill(status=502), times=1
    )
    row(page, match).locator(".side0").tap()
    page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    expect(page.locator("#line")).to_have_text(UNSENT)
    page.clock.fast_forward("00:10")
    expect(row(page, match)).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console tells of the failed request


@pytest.mark.parametrize("gone", [Match, Official], ids=["no such match", "no scorer any more"])
def test_a_result_that_can_never_be_taken_waits_no_more(open_screen, organiser, gone):
    cup, scorer, now = a_cup_of(organiser), a_person(), timezone.now()
    role = Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    screen = open_screen(page_of(cup), scorer, routed=True)
    page, match = screen.page, min(rows_of(cup), key=lambda one: one.number)
    address = re.compile(rf"/results/{match.pk}/$")
    fail_to_send(page, match, address)
    row(page, match).evaluate("row => row.remove()")
    gone.objects.all().delete()
    page.unroute(address)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#line")).to_be_hidden()
    screen.faults.clear()  # the console tells of the failed requests


def test_a_result_against_a_slip_is_sent_after_a_reload(open_screen, organiser):
    cup, now = a_cup_of(organiser), timezone.now()
    match = min(rows_of(cup), key=lambda one: one.number)
    make_slips(competition_id=cup.pk, actor=organiser, now=now)
    nonce = Slip.objects.get(match=match).nonce
    claim(code=code_of(nonce, 0), games=[(9, 30)], now=now)
    screen = open_screen(page_of(cup), organiser, routed=True)
    page, mine = screen.page, row(screen.page, match)
    mine.locator(".side0").tap()
    page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
    address = re.compile(rf"/results/{match.pk}/$")
    expect(mine.get_by_role("button", name="Anotar 30–9")).to_be_visible()
    page.route(address, lambda route: route.abort())
    mine.get_by_role("button", name="Anotar 30–9").tap()
    expect(page.locator("#line")).to_have_text(UNSENT)
    page.unroute(address)
    page.reload()
    expect(mine).to_have_class(re.compile("saved"))
    assert written() == {match.pk: [[[30, 9]]]}
    screen.faults.clear()  # the console names the refusal and the failed request


@pytest.mark.feature(
    "Judging", "Results wait for the connection over a reload and overwrite nothing"
)
def test_what_waits_outlives_the_page_and_is_never_laid_over_what_others_wrote(
    open_screen, organiser
):
    cup, now, scorer = a_cup_of(organiser), timezone.now(), a_person()
    role = Official.Role.SCORER
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    screen = open_screen(page_of(cup), organiser)
    page = screen.page
    first, second, *_ = sorted(rows_of(cup), key=lambda one: one.number)
    with screen.without_network():
        for match in (first, second):
            row(page, match).locator(".side0").tap()
            page.locator("#pad").get_by_role("button", name="9", exact=True).tap()
        expect(page.locator("#line")).to_have_text("Sin conexión: 2 sin enviar")
        screen.open("about:blank")
        theirs = {"actor": scorer, "now": now, "reason": ""}
        save_row(match_id=second.pk, games=[(2, 30)], seen=0, **theirs)
    screen.open(page_of(cup))
    expect(row(page, first)).to_have_class(re.compile("saved"))
    expect(row(page, second)).to_contain_text("Lo tuyo: 30–9")
    expect(page.locator("#line")).to_be_hidden()
    assert written() == {first.pk: [[[30, 9]]], second.pk: [[[2, 30]]]}
    page.reload()
    expect(row(page, second)).to_have_count(0)
    screen.faults.clear()  # the console names the refusal


@pytest.mark.sampled
def test_axe_finds_nothing_wrong_with_the_grid(open_screen, organiser):
    cup = a_cup_of(organiser)
    save_row(
        match_id=rows_of(cup)[0].pk,
        games=[(30, 2)],
        seen=0,
        actor=organiser,
        now=timezone.now(),
        reason="",
    )
    screen = open_screen(page_of(cup), organiser)
    assert violations(screen, (page_of(cup), f"{page_of(cup)}?show=all")) == []
