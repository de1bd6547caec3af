"""Texts about matches with real cards: no clock, and no rule about connections."""

import re
from datetime import datetime

import pytest
from django.test import Client

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, match_at, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import call_who_may, match_of, write
from tournaments.common import notifications
from tournaments.entries import services as entries
from tournaments.formats.score_sheet import Point
from tournaments.models import Competition
from tournaments.score_sheets import services as score_sheets
from tournaments.slips.services import make_slips

pytestmark = pytest.mark.django_db
CLOCK = re.compile(r"Sentate|sentarse|data-until|te esperan hasta|mesa se abre|se abra la mesa")
CONNECTION = re.compile(r"misma conexión|comparten conexión")


def an_event(now: datetime, *, called: bool, **terms: object) -> Competition:
    hour = now.replace(year=2099)  # whatever is said of it would be a promise
    event = a_running_cup(an_organiser(), now, starts_at=hour, with_cards=True, **terms)
    if called:
        call_who_may(now)
    return event


def pages(event: Competition) -> dict[str, str]:
    """Return the pages that show a match to its player."""
    match = match_of(event, 1)
    browser = a_browser(players_of(match, 0)[0])
    addresses = "/", f"/matches/{match.pk}/", f"/competitions/{event.pk}/"
    return {address: text_of(browser.get(address)) for address in addresses}


@pytest.mark.parametrize("called", [False, True], ids=["waiting", "called"])
def test_no_page_promises_a_clock_or_a_rule_of_connections(called: bool, now: datetime) -> None:
    for address, page in pages(an_event(now, called=called)).items():
        assert not CLOCK.search(page), (address, CLOCK.search(page))
        assert not CONNECTION.search(page), (address, CONNECTION.search(page))


def test_on_screen_both_are_said(now: datetime) -> None:
    event = a_running_cup(an_organiser(), now)
    call_who_may(now)
    told = "".join(pages(event).values())
    assert CLOCK.search(told)
    assert CONNECTION.search(told)


def test_a_called_match_may_be_played_and_its_card_names_no_hour(now: datetime) -> None:
    event = an_event(now, called=True)
    match = match_of(event, 1)
    home = pages(event)["/"]
    card = home[home.index('class="card felt next-match"') :]
    card = card[: card.index("</section>")]
    assert "Ya pueden jugar, con cartas de verdad." in card
    assert "<time" not in card
    assert f'href="/matches/{match.pk}/"' in card


def test_no_notice_hurries_anybody(now: datetime) -> None:
    match = match_of(an_event(now, called=True), 1)
    notice = notifications.OCCASIONS["called"].words(match.pk, players_of(match, 0)[0])
    assert notice.body == f"Partido 1, contra {players_of(match, 1)[0]}."


def test_the_competitions_page_leads_a_player_to_their_match_while_points_are_kept(
    now: datetime,
) -> None:
    event = an_event(now, called=True)
    address, match = f"/competitions/{event.pk}/", match_of(event, 1)
    assert "Partido 1: ya pueden jugar, con cartas de verdad." in pages(event)[address]
    score_sheets.keep_score(
        match_id=match.pk,
        mark=Point(0, 1),
        seen_version=0,
        action_id="a",
        actor=organiser_of(event),
        now=now,
    )
    assert "Tu partido está en juego." in pages(event)[address]


def test_who_keeps_no_points_reads_whom_to_tell_the_result(now: datetime) -> None:
    event, telling = an_event(now, called=True), "díganle el resultado a quien organiza o anota"
    match = match_of(event, 1)
    address, home = f"/matches/{match.pk}/", f"/competitions/{event.pk}/"
    assert telling in pages(event)[address]
    assert telling in pages(event)[home]
    assert telling in text_of(a_browser().get(address)), "who has no account reads it, too"
    follower, followed = a_browser(), match.slots.get(side=0).entry
    follower.post(f"{home}follow/", {"entry": followed.pk})
    assert telling in text_of(follower.get(home))
    assert telling not in text_of(a_browser(organiser_of(event)).get(address))
    make_slips(competition_id=event.pk, actor=organiser_of(event), now=now)
    page = text_of(a_browser().get(address))
    assert telling not in page
    assert '<a href="/r/">código de su papeleta</a>' in page
    write(match, now)
    page = text_of(a_browser().get(address))
    assert "papeleta" not in page


def test_a_way_says_which_match_comes_next(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4, with_cards=True)
    entry = match_at(cup, 1, 2).slots.get(side=0).entry
    page = f"/competitions/{cup.pk}/entries/{entry.pk}/"
    assert "Partido 2" not in text_of(a_browser().get(page))
    call_who_may(now)
    assert "<bdi>Partido 2</bdi> ·" in text_of(a_browser().get(page))


@pytest.mark.parametrize("with_cards", [True, False])
def test_only_cups_on_screens_speak_of_playing_in_the_browser(with_cards: bool, now: datetime):
    organiser, visitor = an_organiser(), a_browser()
    cup = a_cup(organiser, now, per_side=2, with_cards=with_cards)
    entered = entries.register(competition_id=cup.pk, user=a_person(), now=now)
    addresses = f"/competitions/{cup.pk}/", f"/c/{cup.code}/", f"/invitation/{entered.token}/"
    said = [text_of(visitor.get(address, follow=True)) for address in addresses]
    assert any("te anotás igual" in page for page in said) is with_cards
    assert any("en este navegador" in page for page in said) is not with_cards
    english = Client(headers={"accept-language": "en"})
    pages = [text_of(english.get(address, follow=True)) for address in addresses]
    assert any("in this browser" in page for page in pages) is not with_cards
