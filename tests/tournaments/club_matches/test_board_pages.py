"""Boards on pages: written by hand one by one, shown to all, counted in tables."""

import re

import pytest

from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, call_and_name, captain_of, name, play
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import match_at
from tournaments.formats.options import FormatOptions
from tournaments.judging.officials import appoint_official
from tournaments.models import BoardResult, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(organiser, now) -> Match:
    """Two clubs of three meet at three singles, and everybody sees their line-ups."""
    match = match_at(a_club_cup(organiser, now), 1, 1)
    call_and_name(match, now)
    return match


def write(browser, match: Match, board: int, first: int, second: int):
    points = {"game1-0": first, "game1-1": second}
    return browser.post(f"/matches/{match.pk}/boards/{board}/result/", points)


def test_boards_are_written_one_by_one_until_the_match_is_decided(match, organiser):
    browser, page = a_browser(organiser), f"/matches/{match.pk}/"
    assert text_of(browser.get(page)).count("/award/") == 3
    assert write(browser, match, 1, 5, 2).url == page
    shown = text_of(a_browser().get(page))
    assert "Mesa por mesa" in shown
    assert '<p class="side won">' in shown
    write(browser, match, 2, 1, 5)
    write(browser, match, 3, 5, 0)
    match.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 0)
    assert "/award/" not in text_of(browser.get(page))


def test_a_tie_break_is_offered_once_it_is_due(organiser, now):
    match = match_at(a_club_cup(organiser, now, boards="1,1"), 1, 1)
    call_and_name(match, now)
    browser, page = a_browser(organiser), f"/matches/{match.pk}/"
    write(browser, match, 1, 5, 2)
    assert "Desempate" not in text_of(browser.get(page))
    write(browser, match, 2, 2, 5)
    assert "Desempate" in text_of(browser.get(page))
    write(browser, match, 3, 2, 5)
    match.refresh_from_db()
    assert match.winner == 1


def test_without_a_tie_break_the_first_board_decides(organiser, now):
    cup = a_club_cup(organiser, now, boards="1,1", first_board_decides=True)
    match = match_at(cup, 1, 1)
    call_and_name(match, now)
    play(match, organiser, now, 1, 0)
    assert (match.state, match.winner) == ("completed", 1)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"game1-0": 4, "game1-1": 2}, "tantos"),
        ({"game1-0": 5}, ""),
        ({"game1-0": "x", "game1-1": 2}, ""),
        ({}, ""),
    ],
)
def test_what_no_board_ends_with_is_refused(match, organiser, points, words):
    answer = a_browser(organiser).post(f"/matches/{match.pk}/boards/1/result/", points)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not BoardResult.objects.exists()


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [("5", "5", "tantos"), ("5", "", "Ese pedido no se entiende."), ("4o", "5", "no se entiende")],
)
def test_a_mistyped_board_is_asked_about_again_with_its_figures(
    match, organiser, first, second, words
):
    answer = write(a_browser(organiser), match, 2, first, second)
    assert answer.status_code == 422
    desk = text_of(answer).split('id="boards-desk"', 1)[1]
    one, two, three = desk.split("/result/")[:3]
    opened = '<details class="decision" open>'
    assert (opened in one, opened in two, opened in three) == (False, True, False)
    shown = desk.split("/boards/2/result/", 1)[1].split("</form>", 1)[0]
    figures = re.findall(r'value="([^"]*)">', shown)
    assert figures[-2:] == [first, second]
    assert words in shown
    assert not BoardResult.objects.exists()


def test_who_may_not_write_a_board_is_refused_whatever_they_type(match):
    answer = write(a_browser(captain_of(match, 0)), match, 1, "x", "")
    assert answer.status_code == 422
    assert "Anotar las mesas" not in text_of(answer)
    assert "No se puede" in text_of(answer)


def test_a_scorer_writes_boards_and_gives_none_away(match, organiser, now):
    scorer = a_person()
    appoint_official(
        competition_id=match.competition.pk,
        user=scorer,
        role="scorer",
        actor=organiser,
        now=now,
    )
    browser = a_browser(scorer)
    shown = text_of(browser.get(f"/matches/{match.pk}/"))
    assert (shown.count('/boards/1/result/"'), shown.count("/award/")) == (1, 0)
    assert write(browser, match, 1, 5, 2).status_code == 302
    award = {"side": "0", "reason": "no vino"}
    assert browser.post(f"/matches/{match.pk}/boards/2/award/", award).status_code == 403
    assert write(a_browser(captain_of(match, 0)), match, 2, 5, 2).status_code == 403


@pytest.mark.parametrize(("side", "winner"), [("1", 1), ("none", None)])
def test_a_board_may_be_given_to_who_came(match, organiser, side, winner):
    award = {"side": side, "reason": "no vino"}
    a_browser(organiser).post(f"/matches/{match.pk}/boards/1/award/", award)
    row = BoardResult.objects.get()
    assert (row.winner, row.walkover) == (winner, True)
    badly = a_browser(organiser).post(f"/matches/{match.pk}/boards/2/award/", {"side": "7"})
    assert badly.status_code == 422


def test_a_board_of_a_decided_match_is_corrected_after_a_look_at_what_falls(match, organiser, now):
    play(match, organiser, now, 0, 0, 1)
    browser, page = a_browser(organiser), f"/matches/{match.pk}/boards/1/correct/"
    shown = text_of(browser.get(page))
    assert "deja de ser campeón" in shown
    mark = shown.partition('name="mark" value="')[2].partition('"')[0]
    points = {"game1-0": 2, "game1-1": 5, "mark": mark}
    assert browser.post(page, {**points, "reason": "al revés"}).url == f"/matches/{match.pk}/"
    match.refresh_from_db()
    assert (match.state, match.winner) == ("completed", 1)
    assert a_browser(captain_of(match, 0)).get(page).status_code == 403


@pytest.mark.parametrize(("side", "winner"), [("1", 1), ("none", None)])
def test_a_board_given_to_the_wrong_side_is_corrected(match, organiser, side, winner):
    browser, page = a_browser(organiser), f"/matches/{match.pk}/boards/1"
    browser.post(f"{page}/award/", {"side": "0", "reason": "no vino"})
    shown = text_of(browser.get(f"{page}/correct/"))
    assert f'name="side" value="{side}"' in shown
    right = {"game1-0": "", "game1-1": "", "side": side}
    assert browser.post(f"{page}/correct/", right).status_code == 422  # without a reason
    said = {**right, "reason": "al revés"}
    assert browser.post(f"{page}/correct/", {**said, "side": "7"}).status_code == 422
    assert browser.post(f"{page}/correct/", said).url == f"/matches/{match.pk}/"
    row = match.boards.standing().get()
    assert (row.winner, row.walkover) == (winner, True)


def test_a_match_decided_since_the_page_was_made_falls_only_after_a_look_at_it(
    match, organiser, now
):
    play(match, organiser, now, 0, 0)
    browser, page = a_browser(organiser), f"/matches/{match.pk}/boards/1/correct/"
    assert 'name="mark"' not in text_of(browser.get(page))
    play(match, organiser, now, 1)
    answer = browser.post(page, {"game1-0": 2, "game1-1": 5, "reason": "al revés"})
    assert answer.status_code == 409
    assert 'name="mark"' in text_of(answer)
    match.refresh_from_db()
    assert (match.state, match.winner, match.reopened) == ("completed", 0, 0)


def test_the_table_counts_matches_and_boards(organiser, now):
    cup = a_club_cup(organiser, now, entries=3, shape=FormatOptions(format="round-robin"))
    for match in Match.objects.of(cup.pk).filter(state="ready"):
        call_and_name(match, now)
        play(match, organiser, now, 0, 0, 1)
        break
    shown = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    assert '<abbr title="diferencia de mesas">Mesas</abbr>' in shown
    assert "2–1" in shown
    assert "1–2" in shown


def test_results_lead_to_the_page_of_each_match(match, organiser):
    shown = text_of(a_browser(organiser).get(f"/competitions/{match.competition.pk}/results/"))
    assert f"/matches/{match.pk}/" in shown
    assert "0 de 3 mesas" in shown


def test_what_takes_a_match_as_one_table_is_refused_in_words(match, organiser):
    browser = a_browser(organiser)
    result = {"game1-0": 5, "game1-1": 2}
    for answer in (
        browser.get(f"/matches/{match.pk}/score/"),
        browser.post(f"/matches/{match.pk}/result/", result),
        browser.get(f"/competitions/{match.competition.pk}/slips/"),
    ):
        assert answer.status_code == 409
        assert "se anota mesa por mesa" in text_of(answer)


def queries_of(browser, address: str, most: int, at_most) -> None:
    browser.get("/rules/")  # what the header asks is kept for all pages
    with at_most(most):
        assert browser.get(address).status_code == 200


def test_the_page_of_a_match_takes_few_queries(match, organiser, django_assert_max_num_queries):
    BoardResult.objects.create(
        match=match, board=1, winner=0, chicos=[[5, 1]], by=organiser, at=match.called_at
    )
    for reader in (None, organiser):
        address = f"/matches/{match.pk}/"
        queries_of(a_browser(reader), address, 12, django_assert_max_num_queries)


def test_the_page_of_a_line_up_takes_few_queries(organiser, now, django_assert_max_num_queries):
    match = match_at(a_club_cup(organiser, now, boards="2,2,1"), 1, 1)
    name(match, 0, now)
    address = f"/matches/{match.pk}/line-up/{match.slots.get(side=0).entry_id}/"
    captain = a_browser(captain_of(match, 0))
    queries_of(captain, address, 12, django_assert_max_num_queries)


def test_the_list_of_matches_takes_as_many_queries_for_many(
    organiser, now, django_assert_max_num_queries
):
    cup = a_club_cup(organiser, now, entries=8)
    scorer = a_person()
    appoint_official(competition_id=cup.pk, user=scorer, role="scorer", actor=organiser, now=now)
    address = f"/competitions/{cup.pk}/results/"
    queries_of(a_browser(scorer), address, 12, django_assert_max_num_queries)
