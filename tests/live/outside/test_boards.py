"""Several boards through sockets: a game that ends at one table is seen by all who follow."""

import pytest
from django.utils import timezone

from tests.tournaments.boards import a_live_match, roster_of, sit_at, table_at, win_board
from tests.tournaments.cups import an_organiser

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest.mark.usefixtures("slow_pulse")
def test_a_board_that_ends_at_its_table_decides_it_on_the_page_of_the_match(visit):
    now = timezone.now()
    match = a_live_match(an_organiser(), now, boards="1,1")
    page = visit().listen(f"/ws/matches/{match.pk}/?language=es-ar")
    page.wait_for(lambda frame: "match-boards" in frame and "Ir a la mesa" in frame)
    player = visit(roster_of(match, 0)[1].user).listen("/ws/next-match/?language=es-ar")
    player.wait_for(lambda frame: f'href="/tables/{table_at(match, 2).pk}/#sit"' in frame)
    sit_at(match, 2, now)
    player.wait_for(lambda frame: "Volver a la mesa" in frame)
    now = win_board(match, 1, 0, now)
    page.wait_for(lambda frame: 'class="side won"' in frame and "Carta por carta" in frame)
    win_board(match, 2, 0, now)
    page.wait_for(lambda frame: "ganó" in frame and 'data-open="no"' in frame)
