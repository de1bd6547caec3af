"""The page that corrects a result: the dependent results, the reason, the confirmation."""

import re

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    match_at,
    play_cup,
    play_match,
    players_of,
)
from tests.tournaments.events import an_event, award_all
from tests.tournaments.soundness import sound
from tests.tournaments.timed import LENGTH, a_timed_cup
from tournaments.models import Competition, Match
from tournaments.results.services import submit_result
from tournaments.round_clock.services import start_clock
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db
State = Match.State


@pytest.fixture
def cup(organiser, now):
    cup = a_running_cup(organiser, now, entries=3)
    play_cup(cup, now)
    heal_rankings()
    return cup


@pytest.fixture
def semifinal(cup):
    return match_at(cup, 1, 2)


def address(match):
    return f"/matches/{match.pk}/reopen/"


def page(user, match):
    return text_of(a_browser(user).get(address(match)))


def mark_of(user, match):
    return re.search(r'name="mark" value="(\w+)"', page(user, match))[1]


def post(user, match, **fields):
    sent = {"reason": "se anotó al revés", "then": "again", **fields}
    return a_browser(user).post(address(match), sent)


@pytest.mark.feature("Corrections", "A correction first lists what will be undone")
def test_the_page_shows_what_falls_by_name(organiser, cup, semifinal):
    shown = page(organiser, semifinal)
    final = match_at(cup, 2, 1)
    assert f'href="/matches/{final.pk}/"' in shown
    assert str(Competition.objects.get().champion) in shown
    for side in (0, 1):
        assert f'href="/players/{players_of(semifinal, side)[0].username}/"' in shown
    assert "−40" in shown or "−25" in shown
    assert "−5" in shown
    assert "cuentan en el mes y la temporada en que lo escribís" in shown


KEEPS_WINNER = "Si el ganador es el mismo, solo cambia este resultado."


def test_the_page_says_that_the_same_winner_changes_figures_alone(organiser, cup, semifinal):
    assert KEEPS_WINNER in page(organiser, semifinal)
    points = {"then": "result", "points_0_0": "5", "points_0_1": "3"}
    champion, final = Competition.objects.get().champion, match_at(cup, 2, 1)
    semifinal.refresh_from_db()
    assert semifinal.winner == 0
    post(organiser, semifinal, mark=mark_of(organiser, semifinal), **points)
    assert (Competition.objects.get().champion, match_at(cup, 2, 1).state) == (
        champion,
        final.state,
    )


def test_a_match_on_which_nothing_leans_needs_no_such_words(organiser, now):
    cup = a_running_cup(organiser, now, entries=4)
    play_match(match_at(cup, 1, 1), 0, now)
    assert KEEPS_WINNER not in page(organiser, match_at(cup, 1, 1))


@pytest.mark.parametrize(("best_of", "rows"), [(1, 1), (3, 3)])
def test_only_several_rows_are_explained(organiser, now, best_of, rows):
    cup = a_running_cup(organiser, now, entries=2, best_of=best_of)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    shown = page(organiser, match)
    assert len(re.findall(r'name="points_\d_0"', shown)) == rows
    assert "Solo si elegís escribir el resultado correcto." in shown
    assert ("Una fila por chico" in shown) == (rows > 1)


def test_the_match_page_leads_there_for_organisers_alone(organiser, semifinal):
    match_page = f"/matches/{semifinal.pk}/"
    assert address(semifinal) in text_of(a_browser(organiser).get(match_page))
    for reader in (None, a_person(), players_of(semifinal, 0)[0]):
        assert address(semifinal) not in text_of(a_browser(reader).get(match_page))


def test_a_result_is_taken_back_with_its_reason(organiser, cup, semifinal):
    answer = post(organiser, semifinal, mark=mark_of(organiser, semifinal))
    assert (answer.status_code, answer.url) == (302, f"/matches/{semifinal.pk}/")
    semifinal.refresh_from_db()
    assert semifinal.state == State.READY
    heal_rankings()
    assert sound()
    shown = text_of(a_browser().get(f"/matches/{semifinal.pk}/"))
    assert "se anotó al revés" in shown
    assert "devuelto" in shown
    assert '<td class="num">−20</td>' in shown


@pytest.mark.feature("Corrections", "The right result is entered on the same page")
def test_the_right_result_is_written_on_the_same_page(organiser, cup, semifinal):
    points = {"then": "result", "points_0_0": "2", "points_0_1": "5"}
    answer = post(organiser, semifinal, mark=mark_of(organiser, semifinal), **points)
    assert answer.status_code == 302
    semifinal.refresh_from_db()
    assert (semifinal.state, semifinal.winner) == (State.COMPLETED, 1)
    heal_rankings()
    assert sound()


def test_a_preview_out_of_date_is_shown_anew_and_nothing_is_done(organiser, cup, semifinal, now):
    mark = mark_of(organiser, semifinal)
    assert post(organiser, match_at(cup, 2, 1), mark=mark_of(organiser, match_at(cup, 2, 1)))
    answer = post(organiser, semifinal, mark=mark)
    assert answer.status_code == 409
    assert "Algo cambió" in text_of(answer)
    assert "se anotó al revés" in text_of(answer)
    semifinal.refresh_from_db()
    assert semifinal.state == State.COMPLETED
    fresh = re.search(r'name="mark" value="(\w+)"', text_of(answer))[1]
    assert post(organiser, semifinal, mark=fresh).status_code == 302


@pytest.mark.parametrize(
    "fields",
    [
        {"reason": ""},
        {"reason": "a\x00b"},
        {"reason": "x" * 201},
        {"then": "nothing"},
        {"mark": ""},
        {"mark": "x" * 900},
        {"then": "again", "points_0_0": "2", "points_0_1": "5"},
        {"then": "again", "points_0_0": "2"},
        {"then": "result"},
        {"then": "result", "points_0_0": "5"},
        {"then": "result", "points_0_0": "5", "points_0_1": "5"},
        {"then": "result", "points_0_0": "4", "points_0_1": "3"},
        {"then": "result", "points_0_0": "-1", "points_0_1": "5"},
        {"then": "result", "points_0_0": "9" * 40, "points_0_1": "5"},
        {"then": "result", "points_0_0": "cinco", "points_0_1": "2"},
    ],
)
def test_what_cannot_be_meant_is_asked_again_and_changes_nothing(organiser, semifinal, fields):
    answer = post(organiser, semifinal, **{"mark": mark_of(organiser, semifinal), **fields})
    assert answer.status_code == 422
    semifinal.refresh_from_db()
    assert (semifinal.state, semifinal.reopened) == (State.COMPLETED, 0)


def test_level_points_after_the_bell_are_refused_in_the_form(organiser, now):
    match = match_at(a_timed_cup(organiser, now, with_cards=True), 1, 1)
    start_clock(round_id=match.round_id, actor=organiser, now=now)
    submit_result(match_id=match.pk, games=[(3, 1)], actor=organiser, now=now + LENGTH)
    points = {"then": "result", "points_0_0": "3", "points_0_1": "3", "reason": "al revés"}
    answer = post(organiser, match, mark=mark_of(organiser, match), **points)
    assert answer.status_code == 422
    assert "Están iguales" in text_of(answer)
    assert "al revés" in text_of(answer)


def test_points_beside_another_match_are_refused_in_words(organiser, semifinal):
    points = {"points_0_0": "2", "points_0_1": "5"}
    answer = post(organiser, semifinal, mark=mark_of(organiser, semifinal), **points)
    assert "Escribiste puntos" in text_of(answer)


@pytest.mark.parametrize(("with_cards", "likeliest"), [(True, "result"), (False, "again")])
def test_what_is_likeliest_is_ticked(organiser, now, with_cards, likeliest):
    """Papers are misread; what the cards of the site decided is not."""
    match = match_at(a_running_cup(organiser, now, with_cards=with_cards), 1, 1)
    if with_cards:
        submit_result(match_id=match.pk, games=[(5, 2)], actor=organiser, now=now)
    else:
        play_match(match, 0, now)
    ticked = re.findall(
        r'<input[^>]*name="then"[^>]*value="(\w+)"[^>]*checked', page(organiser, match)
    )
    assert ticked == [likeliest]


def test_who_does_not_organise_is_refused(organiser, semifinal):
    mark = mark_of(organiser, semifinal)
    for who in (a_person(), an_organiser(), players_of(semifinal, 0)[0]):
        assert a_browser(who).get(address(semifinal)).status_code == 403
        assert post(who, semifinal, mark=mark).status_code == 403
        assert post(who, semifinal, mark=mark, reason="").status_code == 403
    assert a_browser().get(address(semifinal)).status_code == 302
    semifinal.refresh_from_db()
    assert semifinal.state == State.COMPLETED


def test_what_is_done_twice_or_has_no_result_is_a_conflict(organiser, cup, semifinal):
    mark = mark_of(organiser, semifinal)
    assert post(organiser, semifinal, mark=mark).status_code == 302
    assert post(organiser, semifinal, mark=mark).status_code == 409
    assert a_browser(organiser).get(address(semifinal)).status_code == 409
    assert a_browser(organiser).get("/matches/999999/reopen/").status_code == 404


def test_a_casual_match_has_no_such_page(organiser, now):
    match = Match.objects.create(
        state=State.COMPLETED, winner=0, points_reason="played", completed_at=now
    )
    assert a_browser(organiser).get(address(match)).status_code == 404


def test_ranks_of_a_group_and_tables_that_play_are_told(organiser, now):
    event = an_event(now, "groups", 8, organiser=organiser)
    award_all(event, now)
    shown = page(organiser, Match.objects.of(event.pk).first())
    assert "El puesto 1 del grupo" in shown
    assert "quedan como están" in shown


def test_the_preview_takes_few_queries(organiser, cup, semifinal, django_assert_max_num_queries):
    browser = a_browser(organiser)
    browser.get("/rules/")  # what the header asks is kept for all pages
    with django_assert_max_num_queries(24):
        browser.get(address(semifinal))


def test_a_longer_match_is_written_game_by_game(organiser, now):
    cup = a_running_cup(organiser, now, entries=2, best_of=3)
    match = match_at(cup, 1, 1)
    play_match(match, 0, now)
    points = {"points_0_0": "5", "points_0_1": "1", "points_1_0": "2", "points_1_1": "5"}
    mark = mark_of(organiser, match)
    answer = post(organiser, match, mark=mark, then="result", **points)
    assert answer.status_code == 422
    points |= {"points_2_0": "0", "points_2_1": "5"}
    assert post(organiser, match, mark=mark, then="result", **points).status_code == 302
    match.refresh_from_db()
    assert match.winner == 1


def test_what_was_taken_back_stays_on_the_page_in_figures(organiser, now):
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    submit_result(match_id=match.pk, games=[(5, 2)], actor=organiser, now=now)
    points = {"then": "result", "points_0_0": "3", "points_0_1": "5"}
    post(organiser, match, mark=mark_of(organiser, match), **points)
    shown = text_of(a_browser().get(f"/matches/{match.pk}/"))
    history = shown[shown.index("Resultados que se corrigieron") :]
    assert '<b class="num">5–2</b>' in history
    assert "se anotó al revés" in history
