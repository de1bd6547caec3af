"""Slips as pages: on paper for organisers, and for whoever holds a code, with an account or not."""

import re
from datetime import datetime

import pytest
from django.utils import timezone

from accounts.common.rate_limit import GUESSES
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, match_at
from tests.tournaments.timed import LENGTH, a_timed_cup
from tournaments.models import Competition, Match, ResultSubmission, Slip, SlipClaim
from tournaments.round_clock import services as round_clock
from tournaments.slips import services as slips
from tournaments.slips.services import code_of, format_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_running_cup(organiser, now, with_cards=True)


@pytest.fixture
def match(cup: Competition, organiser: User, now: datetime) -> Match:
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    return match_at(cup, 1, 1)


def codes(match: Match) -> tuple[str, str]:
    nonce = Slip.objects.valid().get(match=match).nonce
    return code_of(nonce, 0), code_of(nonce, 1)


def tell(code: str, *taps: dict[str, str]) -> str:
    """Complete the form by taps without an account; return the last page."""
    browser = a_browser()
    page = text_of(browser.get(f"/r/{code}/"))
    for tap in taps:
        hidden = dict(
            re.findall(r'<input type="hidden" name="(games|won|had)" value="([^"]*)">', page)
        )
        answer = browser.post(f"/r/{code}/", {**hidden, **tap}, follow=True)
        page = text_of(answer)
    return page


def test_two_taps_tell_a_result_without_an_account(match) -> None:
    page = tell(codes(match)[0], {"won": "0"}, {"lost": "2"})
    assert "Dijiste <b>5–2</b>" in page
    assert SlipClaim.objects.get().chicos == [[5, 2]]
    assert not ResultSubmission.objects.exists()


def test_the_other_side_agrees_with_one_tap(match, organiser) -> None:
    first, second = codes(match)
    tell(first, {"won": "1"}, {"lost": "4"})
    page = text_of(a_browser().get(f"/r/{second}/"))
    name = match.slots.get(side=0).entry
    assert f"<bdi>{name}</bdi> dice <b>4–5</b>" in page
    assert '<input type="hidden" name="games" value="4-5">' in page
    page = tell(second, {"games": "4-5"})
    assert "Las dos papeletas dicen lo mismo" in page
    assert ResultSubmission.objects.get().chicos == [[[4, 5]]]
    log = text_of(a_browser(organiser).get(f"/matches/{match.pk}/"))
    assert f"papeleta de {match.slots.get(side=1).entry}" in log


def test_sides_that_do_not_agree_are_told_so_and_the_grid_offers_both(match, organiser) -> None:
    first, second = codes(match)
    tell(first, {"won": "0"}, {"lost": "2"})
    page = tell(second, {"won": "1"}, {"lost": "2"})
    assert "No coinciden" in page
    browser, address = a_browser(organiser), f"/competitions/{match.competition.pk}/results/"
    grid = text_of(browser.get(f"{address}?show=doubtful"))
    assert re.findall(r'name="claimed" value="([^"]+)"', grid) == ["5-2", "2-5"]
    browser.post(f"{address}{match.pk}/", {"claimed": "2-5", "seen": "0"})
    assert ResultSubmission.objects.get().chicos == [[[2, 5]]]
    assert "ya no vale" in text_of(a_browser().get(f"/r/{first}/"))


def test_the_best_of_three_is_told_game_after_game(organiser, now) -> None:
    cup = a_running_cup(organiser, now, with_cards=True, best_of=3)
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    taps = [{"won": "0"}, {"lost": "1"}, {"won": "1"}, {"lost": "2"}, {"won": "1"}, {"lost": "0"}]
    page = tell(codes(match_at(cup, 1, 1))[0], *taps)
    assert "5–1, 2–5, 0–5" in page
    assert SlipClaim.objects.get().chicos == [[5, 1], [2, 5], [0, 5]]


@pytest.mark.feature("Real cards", "After the bell a slip accepts a result below the target")
def test_after_the_bell_a_result_below_the_target_is_told(organiser, now) -> None:
    cup = a_timed_cup(organiser, now, with_cards=True)
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    match = match_at(cup, 1, 1)
    long_ago = timezone.now() - 2 * LENGTH
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=long_ago)
    first, second = codes(match)
    page = tell(first, {"won": "1"})
    assert "ya sonó la campana. ¿Con cuántos?" in page
    assert re.findall(r'name="had" value="(\d+)"', page) == ["1", "2", "3", "4", "5"]
    page = tell(first, {"won": "1"}, {"had": "4"})
    assert re.findall(r'name="lost" value="(\d+)"', page) == ["0", "1", "2", "3"]
    assert "Dijiste <b>3–4</b>" in tell(first, {"won": "1"}, {"had": "4"}, {"lost": "3"})
    tell(second, {"games": "3-4"})
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (1, True)


def test_before_the_bell_the_target_is_understood(organiser, now) -> None:
    cup = a_timed_cup(organiser, now, with_cards=True)
    slips.make_slips(competition_id=cup.pk, actor=organiser, now=now)
    match = match_at(cup, 1, 1)
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=timezone.now())
    assert 'name="had"' not in tell(codes(match)[0], {"won": "1"})


@pytest.mark.parametrize("sent", [{"games": "5-9"}, {"games": "x"}, {"won": "7"}, {}])
def test_what_cannot_be_is_refused_in_words(match, sent) -> None:
    answer = a_browser().post(f"/r/{codes(match)[0]}/", sent)
    assert answer.status_code == 422
    assert "✗" in text_of(answer)
    assert not SlipClaim.objects.exists()


def test_a_typed_code_is_found_however_it_is_written(match) -> None:
    code = codes(match)[0]
    asked = a_browser().get("/r/", {"code": f" {format_code(code).lower()}"})
    assert asked.url == f"/r/{code}/"
    assert a_browser().get("/r/").status_code == 200
    assert a_browser().get(f"/r/{format_code(code)}/").status_code == 200


def test_wrong_codes_are_refused_and_keep_no_slip_out(match) -> None:
    browser = a_browser()
    tries = [browser.get("/r/AAAAAAAAA/").status_code for _ in range(GUESSES.limit + 1)]
    assert tries == [404] * GUESSES.limit + [429]
    assert browser.get(f"/r/{codes(match)[0]}/").status_code == 200
    assert browser.post(f"/r/{codes(match)[0]}/", {"games": "5-2"}).status_code != 429


def test_a_slip_has_its_round_room_to_sign_and_a_button_to_print(match, organiser) -> None:
    page = text_of(a_browser(organiser).get(f"/competitions/{match.competition.pk}/slips/"))
    slip = page[page.index('<p class="event">') :].split("</dl>")[0]
    assert re.search("Ronda 1|Semifinal", slip)
    assert "<dt>Firma</dt>" in slip
    assert re.search(r'data-module="[^"]*print[^"]*\.js"', page)


def test_the_paper_has_both_codes_of_each_match_and_is_for_organisers(cup, organiser) -> None:
    browser, address = a_browser(organiser), f"/competitions/{cup.pk}/slips/"
    assert "Hacer 2 papeletas" in text_of(browser.get(address))
    page = text_of(browser.post(address, follow=True))
    assert "Hacer" not in page
    for position in (1, 2):
        for code in codes(match_at(cup, 1, position)):
            assert page.count(format_code(code)) == 1
    assert page.count("<svg") >= 4
    assert a_browser(a_person()).get(address).status_code == 403
    assert a_browser(a_person()).post(address).status_code == 403
    assert a_browser().get(address).url.startswith("/accounts/login/")
