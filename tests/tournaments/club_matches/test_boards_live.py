"""Pages of boards at tables: all boards on the match's page, the player's own when called."""

import pytest
from django.utils import timezone

from games.live.subscribers import RenderKey
from tests.tournaments.boards import (
    a_club_cup,
    a_live_match,
    captain_of,
    roster_of,
    sit_at,
    table_at,
    win_board,
)
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import match_at
from tournaments.common.notifications import OCCASIONS
from tournaments.live.match import MATCHES, NEXT_MATCHES
from tournaments.matches import services as matches
from tournaments.models import Match
from tournaments.schedule.next_match import next_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(organiser, now) -> Match:
    """Two clubs meet at three singles, whose tables wait for their people."""
    return a_live_match(organiser, now)


def boards(match: Match) -> str:
    """The boards as everybody is sent them."""
    reader = RenderKey(None, "es-ar")
    return MATCHES.render(match.pk, [reader]).pieces[reader]["match-boards"]


@pytest.mark.feature("Formats", "The page of a match shows its boards live")
def test_all_boards_are_seen_on_one_page_each_with_its_table(match, organiser, now):
    versions = [MATCHES.versions([match.pk])]
    sit_at(match, 2, now)
    versions.append(MATCHES.versions([match.pk]))
    later = win_board(match, 1, 1, now)
    versions.append(MATCHES.versions([match.pk]))
    assert versions[0] != versions[1] != versions[2]
    shown = text_of(a_browser().get(f"/matches/{match.pk}/"))
    assert boards(match) in shown
    assert str(match.slots.first().entry) in shown.partition('id="match-boards"')[0]
    for board, words in ((1, "Carta por carta"), (2, "Mirar la mesa"), (3, "Ir a la mesa")):
        address = "/record/" if board == 1 else "/"
        assert f'href="/tables/{table_at(match, board).pk}{address}"' in shown
        assert words in shown
    assert later > now
    desk = text_of(a_browser(organiser).get(f"/competitions/{match.competition.pk}/manage/"))
    assert "falta alguien" in desk


def test_everybody_is_called_to_their_own_board(match, now):
    for board in (1, 2, 3):
        person = roster_of(match, 1)[board - 1].user
        table = f"/tables/{table_at(match, board).pk}/"
        upcoming = next_match(person)
        assert (upcoming.board, upcoming.board_title) == (board, f"{board}.ª mesa")
        card = NEXT_MATCHES.render(person.pk, [RenderKey(None, "es-ar")]).pieces
        assert f'{table}#sit"' in next(iter(card.values()))["next"]
        assert OCCASIONS["called"].words(match.pk, person).url == table
        own = text_of(a_browser(person).get(f"/competitions/{match.competition.pk}/"))
        assert f'{table}#sit"' in own


def test_whose_board_is_over_is_led_to_the_match(match, now):
    win_board(match, 1, 0, now)
    person = roster_of(match, 0)[0].user
    assert next_match(person).awaits_board
    assert OCCASIONS["called"].words(match.pk, person) is None
    assert f"/matches/{match.pk}/" in text_of(a_browser(person).get("/"))


def test_before_there_are_tables_captains_are_asked_for_their_line_up(organiser, now):
    match = match_at(a_club_cup(organiser, now, with_cards=False), 1, 1)
    matches.call_match(match_id=match.pk, now=timezone.now())  # pages have an hour of their own
    captain, player = captain_of(match, 0), roster_of(match, 0)[1].user
    words = OCCASIONS["called"].words
    assert "presentá tu formación" in words(match.pk, captain).body
    assert words(match.pk, player) is None
    assert "Presentar mi formación" in text_of(a_browser(captain).get(f"/matches/{match.pk}/"))


def test_the_page_of_a_match_at_tables_takes_few_queries(
    match, organiser, now, django_assert_max_num_queries
):
    sit_at(match, 2, now)
    for reader in (None, organiser):
        browser = a_browser(reader)
        browser.get("/")
        with django_assert_max_num_queries(12):
            assert browser.get(f"/matches/{match.pk}/").status_code == 200


def test_the_page_takes_few_queries_from_organisers_and_strangers(
    match, organiser, now, django_assert_max_num_queries
):
    win_board(match, 1, 0, now)
    for browser in (a_browser(organiser), a_browser()):
        browser.get(f"/matches/{match.pk}/")  # what is read once
        with django_assert_max_num_queries(12):
            assert browser.get(f"/matches/{match.pk}/").status_code == 200


def test_the_page_of_a_match_that_is_over_takes_few_queries(
    match, organiser, now, django_assert_max_num_queries
):
    for board in (1, 2, 3):
        win_board(match, board, 0, now)
    match.refresh_from_db()
    assert match.is_decided
    for browser in (a_browser(organiser), a_browser()):
        browser.get(f"/matches/{match.pk}/")  # what is read once
        with django_assert_max_num_queries(12):
            assert browser.get(f"/matches/{match.pk}/").status_code == 200
