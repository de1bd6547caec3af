"""Who is called to their next match hears it at other tables, and on the page of the last one."""

import re
from datetime import datetime

import pytest

from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    match_at,
    play_match,
    players_of,
)
from tournaments.lifecycle import services as lifecycle

pytestmark = pytest.mark.django_db


def test_the_page_of_a_finished_match_leads_its_winner_to_the_final(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    semis = [match_at(cup, 1, position) for position in (1, 2)]
    winner, loser = (players_of(semis[0], side)[0] for side in (0, 1))
    address = f"/matches/{semis[0].pk}/"
    call(semis[0], now)
    assert "next-match" not in text_of(a_browser(winner).get(address))  # the match itself
    for semi in semis:
        now = play_match(semi, 0, now)
    final = call(match_at(cup, 2, 1), now)
    page = text_of(a_browser(winner).get(address))
    card = page.partition('id="next"')[2].partition("</section>")[0]
    assert re.search(r"Te esperan:\s+Final", card)
    assert f'href="/tables/{final.pk}/#sit"' in card
    assert f'href="/tables/{final.pk}/' not in text_of(a_browser(loser).get(address))
    for other in (a_person(), None):
        assert 'id="next"' not in text_of(a_browser(other).get(address))


def test_who_is_entered_can_be_called_at_any_table(now: datetime) -> None:
    """Who is in no competition is spared the line where nothing can come of it."""
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    entered, other = a_person(), a_person()
    enter(cup, organiser, now, entered)
    played = a_table(now, people=[entered, other])
    for reader, hears in ((entered, True), (other, False), (None, False)):
        shown = text_of(a_browser(reader).get(f"/tables/{played.pk}/"))
        assert ('<div id="next"' in shown) is hears
        assert ("js/next" in shown) is hears
    watched = a_table(now)
    assert '<div id="next"' in text_of(a_browser(entered).get(f"/tables/{watched.pk}/"))
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, now=now, reason="Se cortó la luz")
    assert '<div id="next"' not in text_of(a_browser(entered).get(f"/tables/{played.pk}/"))
