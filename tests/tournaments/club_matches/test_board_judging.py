"""Judging boards on pages: all open calls are shown; each board is chosen, ruled on, appealed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.boards import (
    a_club_cup,
    a_live_match,
    call_and_name,
    captain_of,
    name,
    roster_of,
    sit_at,
    table_at,
)
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import match_at
from tournaments.club_matches import results
from tournaments.judging.officials import appoint_official
from tournaments.judging.services import call_judge
from tournaments.matches.services import call_match
from tournaments.models import Dispute, Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(organiser, now) -> Match:
    """Three singles at tables of the site; the cards of the first two are on the move."""
    match = a_live_match(organiser, now)
    for board in (1, 2):
        sit_at(match, board, now)
    return match


def a_judge(match: Match, organiser, now):
    judge = a_person()
    told = {"user": judge, "role": "judge", "actor": organiser, "now": now}
    appoint_official(competition_id=match.competition.pk, **told)
    return a_browser(judge)


def page_of(match: Match, browser) -> str:
    return text_of(browser.get(f"/matches/{match.pk}/"))


def test_calls_at_two_boards_are_both_shown_and_ruled_on(match, organiser, now):
    for board in (1, 2):
        told = {"actor": roster_of(match, 0)[board - 1].user, "text": f"¡Renuncio {board}!"}
        call_judge(match_id=match.pk, now=now, **told)
    judge = a_judge(match, organiser, now)
    shown = page_of(match, judge)
    for board, call in enumerate(Dispute.objects.order_by("pk"), start=1):
        assert f"¡Renuncio {board}!" in shown
        assert f'action="/calls/{call.pk}/rule/"' in shown
    assert shown.count("Pierde la mesa") == 2
    assert "Pierde el partido" not in shown
    assert all(f"¡Renuncio {board}!" in text_of(judge.get("/judging/")) for board in (1, 2))
    desk = f"/competitions/{match.competition.pk}/manage/"
    assert "«¡Renuncio 1!», y en 1 mesa más" in text_of(a_browser(organiser).get(desk))
    forfeit = {"ruling": "forfeit", "side": "0", "text": "visto"}
    judge.post(f"/calls/{Dispute.objects.order_by('pk')[0].pk}/rule/", forfeit)
    shown = page_of(match, judge)
    assert "Sanción: pierde la mesa" in shown
    assert "Sanción: pierde el partido" not in shown
    assert shown.count("/rule/") == 1


def test_a_judge_who_plays_at_none_chooses_which_table_stops(match, organiser, now):
    judge = a_judge(match, organiser, now)
    shown = page_of(match, judge)
    assert [f'<option value="{board}">' in shown for board in (1, 2, 3)] == [True, True, False]
    judge.post(f"/matches/{match.pk}/judge/", {"board": "2", "text": "Se ven las cartas"})
    assert table_at(match, 2).status == Game.Status.JUDGED
    assert '<option value="2">' not in page_of(match, judge)
    wrong = judge.post(f"/matches/{match.pk}/judge/", {"board": "x", "text": "no"})
    assert wrong.status_code == 422


def test_a_captain_appeals_a_board_and_the_organiser_answers(organiser, now):
    match = match_at(a_club_cup(organiser, now), 1, 1)
    call_and_name(match, now)
    given = {"side": 0, "actor": organiser, "reason": "no vino", "now": timezone.now()}
    results.award_board(match_id=match.pk, board=3, **given)
    captain = a_browser(captain_of(match, 1))
    assert '<option value="3">3.ª mesa' in page_of(match, captain)
    assert "/appeal/" not in page_of(match, a_browser(captain_of(match, 0)))
    captain.post(f"/matches/{match.pk}/appeal/", {"board": "3", "text": "Estábamos"})
    shown = page_of(match, a_browser(organiser))
    assert "Estábamos" in shown
    assert "3.ª mesa" in shown.partition('id="dispute"')[2].partition("</h2>")[0]
    answer = {"granted": "yes", "text": "Es cierto"}
    a_browser(organiser).post(f"/appeals/{Dispute.objects.get().pk}/answer/", answer)
    assert not match.boards.standing().exists()


def test_who_lost_a_board_by_absence_is_told_of_the_board(match, organiser, now):
    given = {"side": 0, "actor": organiser, "reason": "no vino", "now": now}
    results.award_board(match_id=match.pk, board=3, **given)
    table = f"/tables/{table_at(match, 3).pk}/"
    assert "La mesa es de" in text_of(a_browser().get(table))
    assert "El partido es de" not in text_of(a_browser().get(table))


def test_organisers_are_led_to_a_board_before_the_whole_match(match, organiser):
    shown = page_of(match, a_browser(organiser))
    assert "Decidir el partido entero" in shown
    assert shown.index('id="boards-desk"') < shown.index('href="#boards-desk"')
    assert shown.count('<details class="decision" open>') == 0


def test_more_time_is_given_while_line_ups_are_named(organiser, now):
    match = match_at(a_club_cup(organiser, now), 1, 1)
    call_match(match_id=match.pk, now=timezone.now())
    match.refresh_from_db()
    browser = a_browser(organiser)
    assert f'formaction="/matches/{match.pk}/wait/"' in page_of(match, browser)
    browser.post(f"/matches/{match.pk}/wait/")
    assert Match.objects.get(pk=match.pk).sit_by == match.sit_by + timedelta(minutes=5)
    name(match, 0, timezone.now())
    name(match, 1, timezone.now())
    assert "/wait/" not in page_of(match, browser)
