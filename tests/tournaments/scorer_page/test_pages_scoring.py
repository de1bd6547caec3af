"""The scorer's page, with and without scripts, and results that organisers write by hand."""

import re
from datetime import datetime

import pytest

from accounts.models import User
from games.engine import make_rules
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, match_at, players_of
from tournaments.judging.officials import appoint_official
from tournaments.matches import services as matches
from tournaments.models import Match, Official, ResultSubmission, ScoreMark, Slip
from tournaments.slips import services as slips

pytestmark = pytest.mark.django_db
TWO_CHICOS = make_rules("argentino", {"legs_to_win": "2"})
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cup(organiser, now: datetime):
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def match(cup, now: datetime):
    called = match_at(cup, 1, 1)
    matches.call_match(match_id=called.pk, now=now)
    return called


@pytest.fixture
def browser(organiser):
    return a_browser(organiser)


def fields_of(page: str) -> dict[str, str]:
    """The hidden inputs of the page's one form."""
    return dict(re.findall(r'name="(seen_version|action_id)" value="([^"]+)"', page))


def tap_mark(browser, match: Match, mark: str, **options):
    """Open the page and tap one button."""
    fields = fields_of(text_of(browser.get(f"/matches/{match.pk}/score/")))
    return browser.post(f"/matches/{match.pk}/score/mark/", {**fields, "mark": mark}, **options)


def points_of(match: Match) -> list[int]:
    match.refresh_from_db()
    return match.sheet.points


def test_a_tap_without_scripts_leads_back_to_the_page(browser, match):
    answer = tap_mark(browser, match, "0+2")
    assert (answer.status_code, answer.url) == (302, f"/matches/{match.pk}/score/")
    assert points_of(match) == [2, 0]


def test_a_tap_with_scripts_is_answered_with_the_sheet(browser, match):
    answer = tap_mark(browser, match, "1+3", headers=HTMX)
    page = text_of(answer)
    assert answer.status_code == 200
    assert "<html" not in page
    assert re.search(r'id="sheet"[^>]*data-version="1"', page)
    assert re.search(r'data-said="[^"]+ 0, [^"]+ 3"', page)
    assert "hx-swap-oob" not in page  # the sheet that asked may have been replaced meanwhile


def test_whoever_taps_twice_counts_once(browser, match):
    address = f"/matches/{match.pk}/score/"
    tapping = {**fields_of(text_of(browser.get(address))), "mark": "0+1"}
    for _ in range(3):
        assert browser.post(f"{address}mark/", tapping, headers=HTMX).status_code == 200
    assert points_of(match) == [1, 0]


def test_a_page_that_is_out_of_date_gets_the_sheet_as_it_is(browser, match):
    address = f"/matches/{match.pk}/score/"
    old = fields_of(text_of(browser.get(address)))
    tap_mark(browser, match, "0+1")
    for headers in (HTMX, {}):
        answer = browser.post(f"{address}mark/", {**old, "mark": "1+1"}, headers=headers)
        assert answer.status_code == 409
        assert "Otra persona anotó recién" in text_of(answer)
        assert 'data-version="1"' in text_of(answer)
    assert points_of(match) == [1, 0]


def test_the_target_is_asked_about_and_the_answer_decides_the_match(browser, match):
    tap_mark(browser, match, "1+2")
    tap_mark(browser, match, "0+4")
    page = text_of(browser.get(f"/matches/{match.pk}/score/"))
    assert re.search(r'id="asks"[^>]* hidden>', page)
    assert re.search(r'value="0\+2"[^>]* disabled', page)
    tap_mark(browser, match, "0+1")
    page = text_of(browser.get(f"/matches/{match.pk}/score/"))
    assert "¿Terminó la partida? 5–2" in page
    assert re.search(r'value="1\+1"[^>]* disabled', page)
    tap_mark(browser, match, "close")
    assert "su resultado está anotado" in text_of(browser.get(f"/matches/{match.pk}/score/"))
    assert ResultSubmission.objects.get().chicos == [[[5, 2]]]


def test_what_is_heard_at_the_end_is_what_is_seen(browser, match):
    for mark in ("1+2", "0+4", "0+1"):
        tap_mark(browser, match, mark)
    page = text_of(tap_mark(browser, match, "close", headers=HTMX))
    assert "su resultado está anotado" in page
    assert re.search(r'data-said="[^"]+ 5, [^"]+ 2"', page)


def test_the_last_mark_is_named_before_it_is_taken_back(browser, match):
    tap_mark(browser, match, "0+2")
    name = str(match.slots.get(side=0).entry)
    assert f"Deshacer: +2 {name}" in text_of(browser.get(f"/matches/{match.pk}/score/"))
    tap_mark(browser, match, "undo")
    assert points_of(match) == [0, 0]


def test_after_a_match_the_next_one_is_offered(browser, cup, match, now):
    other = match_at(cup, 1, 2)
    matches.call_match(match_id=other.pk, now=now)
    for mark in ("0+4", "0+1", "close"):
        tap_mark(browser, match, mark)
    page = text_of(browser.get(f"/matches/{match.pk}/score/"))
    assert f'href="/matches/{other.pk}/score/"' in page


@pytest.mark.parametrize(
    "mark",
    ["2+1", "0+0", "0+-1", "0+100", "0+٣", "01", "", "void", "undo\x00", "close" * 100],
)
def test_what_no_button_sends_is_refused(browser, match, mark):
    answer = tap_mark(browser, match, mark, headers=HTMX)
    assert answer.status_code == 422
    assert not ScoreMark.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [{"seen_version": "-1"}, {"seen_version": "9" * 40}, {"action_id": "x"}, {"action_id": "a b"}],
)
def test_fields_that_no_page_holds_are_refused(browser, match, changes):
    sent = {"mark": "0+1", "seen_version": "0", "action_id": "tap-0001", **changes}
    answer = browser.post(f"/matches/{match.pk}/score/mark/", sent)
    assert answer.status_code == 422
    assert not ScoreMark.objects.exists()


def test_the_page_is_for_scorers_and_organisers_alone(cup, match, organiser, now):
    scorer, player = a_person(), players_of(match, 0)[0]
    appoint_official(
        competition_id=cup.pk,
        actor=organiser,
        user=scorer,
        role=Official.Role.SCORER,
        match=match,
        now=now,
    )
    address = f"/matches/{match.pk}/score/"
    assert a_browser(scorer).get(address).status_code == 200
    for stranger in (player, a_person(), an_organiser()):
        assert a_browser(stranger).get(address).status_code == 403
        tapping = {"mark": "0+1", "seen_version": "0", "action_id": "tap-0001"}
        assert a_browser(stranger).post(f"{address}mark/", tapping).status_code == 403
    assert a_browser().get(address).url.startswith("/accounts/login/")
    assert not ScoreMark.objects.exists()


def test_a_match_at_a_table_of_the_site_has_no_sheet(browser, organiser, now):
    match = match_at(a_running_cup(organiser, now), 1, 1)
    assert browser.get(f"/matches/{match.pk}/score/").status_code == 409


def test_a_match_that_waits_says_so_and_one_that_is_not_there_is_not(browser, cup):
    waiting = match_at(cup, 2, 1)
    assert "todavía no está llamado" in text_of(browser.get(f"/matches/{waiting.pk}/score/"))
    assert browser.get("/matches/987654/score/").status_code == 404


@pytest.mark.parametrize(
    ("terms", "line"),
    [({}, "Tantos de"), ({"best_of": 3}, "Partida 2,"), ({"rules": TWO_CHICOS}, "Chico 2,")],
)
def test_the_form_of_a_result_speaks_of_what_is_played(organiser, browser, now, terms, line):
    match = match_at(a_running_cup(organiser, now, with_cards=True, **terms), 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    page = text_of(browser.get(f"/matches/{match.pk}/"))
    assert f">{line} " in page
    assert ("no se jugó queda" in page) is bool(terms)


def test_an_organiser_writes_a_result_by_hand(browser, match):
    written = {"game1-0": "5", "game1-1": "3"}
    answer = browser.post(f"/matches/{match.pk}/result/", written)
    assert (answer.status_code, answer.url) == (302, f"/matches/{match.pk}/")
    match.refresh_from_db()
    assert match.winner == 0


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ({}, 422),
        ({"game1-0": "6", "game1-1": "5"}, 422),
        ({"game1-0": "5", "game1-1": "5"}, 422),
        ({"game1-0": "5"}, 422),
        ({"game1-0": "5", "game1-1": "-1"}, 422),
        ({"game1-0": "999", "game1-1": "0"}, 422),
        ({"game1-0": "５", "game1-1": "3"}, 422),
        ({"game1-0": "5", "game1-1": "3", "reason": "x\x00"}, 422),
        ({"game1-0": "5", "game1-1": "3", "reason": "x" * 300}, 422),
        ({"game1-0": "9" * 5000, "game1-1": "3"}, 422),
    ],
)
def test_a_result_that_cannot_be_is_refused_in_words(browser, match, written, status):
    answer = browser.post(f"/matches/{match.pk}/result/", written)
    assert answer.status_code == status
    assert not ResultSubmission.objects.exists()


def claim_by_slip(match: Match, organiser: User, now: datetime, *said: tuple[int, int]) -> None:
    """The sides say by their slips how a match of one game ended, the first one first."""
    slips.make_slips(competition_id=match.competition.pk, actor=organiser, now=now)
    nonce = Slip.objects.get(match=match).nonce
    for side, points in enumerate(said):
        slips.claim(code=slips.code_of(nonce, side), games=[points], now=now)


def test_a_result_that_a_slip_denies_is_asked_about_on_the_page_too(browser, match, organiser, now):
    claim_by_slip(match, organiser, now, (5, 4))
    written, address = {"game1-0": "5", "game1-1": "2"}, f"/matches/{match.pk}/result/"
    answer = browser.post(address, written)
    page = " ".join(text_of(answer).split())
    assert (answer.status_code, ResultSubmission.objects.count()) == (409, 0)
    assert re.findall(r'name="game1-\d"[^>]* value="(\d)"', page) == ["5", "2"]
    assert re.search(r'papeleta de [^:]+: <b class="num">5–4</b>', page)
    against = re.search(r'name="against" value="([^"]+)"', page)[1]
    assert browser.post(address, {**written, "game1-1": "3", "against": against}).status_code == 409
    assert browser.post(address, {**written, "against": against}).status_code == 302
    assert ResultSubmission.objects.get().chicos == [[[5, 2]]]


def test_the_sheet_says_what_a_slip_says_before_it_ends(browser, match, organiser, now):
    claim_by_slip(match, organiser, now, (5, 4))
    assert "5–4" in text_of(browser.get(f"/matches/{match.pk}/score/"))


def test_a_refused_result_leaves_what_was_typed_in_its_form(browser, match):
    answer = browser.post(f"/matches/{match.pk}/result/", {"game1-0": "6", "game1-1": "5"})
    page = " ".join(text_of(answer).split())
    assert re.findall(r'name="game1-\d"[^>]* value="(\d)"', page) == ["6", "5"]
    assert "Ese marcador no puede ser" in page


def test_a_result_is_written_by_those_who_may_and_once(browser, match, now):
    written = {"game1-0": "5", "game1-1": "3"}
    address = f"/matches/{match.pk}/result/"
    for stranger in (players_of(match, 0)[0], a_person(), an_organiser()):
        assert a_browser(stranger).post(address, written).status_code == 403
    assert browser.post(address, written).status_code == 302
    assert browser.post(address, written).status_code == 409


def test_a_draft_or_a_casual_match_has_nothing_to_write(browser, organiser, now):
    a_cup(organiser, now, with_cards=True)
    casual = Match.objects.create()
    assert browser.post(f"/matches/{casual.pk}/result/", {}).status_code == 404


def test_the_page_takes_few_queries(browser, match, django_assert_max_num_queries):
    for number in range(4):
        tap_mark(browser, match, f"{number % 2}+1")
    with django_assert_max_num_queries(12):
        browser.get(f"/matches/{match.pk}/score/")


def test_the_page_of_a_match_offers_the_sheet_and_the_result_to_those_who_may(
    browser, cup, match, organiser, now
):
    scorer, address = a_person(), f"/matches/{match.pk}/"
    posts = {"competition_id": cup.pk, "actor": organiser, "role": Official.Role.SCORER}
    appoint_official(**posts, user=scorer, match=match, now=now)
    offered = {
        reader: (f'href="{address}score/"' in page, f'action="{address}result/"' in page)
        for reader in (organiser, scorer, players_of(match, 0)[0])
        if (page := text_of(a_browser(reader).get(address)))
    }
    assert list(offered.values()) == [(True, True), (True, False), (False, False)]


def test_a_match_at_a_table_of_the_site_may_be_written_by_hand_but_has_no_sheet(
    browser, organiser, now
):
    match = match_at(a_running_cup(organiser, now), 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    page = text_of(browser.get(f"/matches/{match.pk}/"))
    assert f'action="/matches/{match.pk}/result/"' in page
    assert f'href="/matches/{match.pk}/score/"' not in page
    written = {"game1-0": "5", "game1-1": "3"}
    assert browser.post(f"/matches/{match.pk}/result/", written).status_code == 422
    written["reason"] = "jugaron en la barra"
    assert browser.post(f"/matches/{match.pk}/result/", written).status_code == 302
