"""The score over a stream: what it shows, what it never shows, and what it follows."""

import re
from datetime import datetime

import pytest

from games.live.subscribers import RenderKey
from tests.games.tables import act, state_of
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, call, everybody_sits, match_at
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, call_who_may, match_of, write
from tournaments.formats.score_sheet import Point
from tournaments.models import HallTable, Match
from tournaments.score_sheets import services as score_sheets
from tournaments.screens.overlay import OF_MATCH, OF_TABLE, token_of, topic_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]
SPANISH, ENGLISH = RenderKey(None, "es-ar"), RenderKey(None, "en")


def rendered_overlay(source, pk: int, audience: RenderKey = SPANISH) -> str:
    return source.render(pk, [audience]).pieces[audience]["overlay"]


def figures(piece: str) -> list[int]:
    """The points of both sides, as numbers."""
    return [int(each) for each in re.findall(r'<b class="num">(\d+)</b>', piece)]


def score_points(match: Match, side: int, points: int, now: datetime) -> None:
    sheet = getattr(Match.objects.get(pk=match.pk), "sheet", None)
    score_sheets.keep_score(
        match_id=match.pk,
        mark=Point(side, points),
        seen_version=sheet.version if sheet else 0,
        action_id=f"tap-{match.pk}-{sheet.version if sheet else 0}",
        actor=organiser_of(match.competition),
        now=now,
    )


def test_real_cards_show_names_sticks_and_points_without_a_stake(now):
    event = an_evening(now, tables=2)
    match = match_of(event, 1)
    before = OF_MATCH.versions([match.pk])
    score_points(match, 0, 3, now)
    assert OF_MATCH.versions([match.pk]) != before
    piece = rendered_overlay(OF_MATCH, match.pk)
    assert figures(piece) == [3, 0]
    for slot in match.slots.all():
        assert str(slot.entry) in piece
    assert 'class="tally"' in piece
    assert "vale" not in piece
    assert f"a {event.rules.target}" in piece
    assert f"to {event.rules.target}" in rendered_overlay(OF_MATCH, match.pk, ENGLISH)


def test_a_table_of_the_site_shows_what_the_hand_is_worth_and_no_card(organiser, now):
    match = match_at(a_running_cup(organiser, now), 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    before = OF_MATCH.versions([match.pk])
    assert "vale 1" in rendered_overlay(OF_MATCH, match.pk)
    act(game, "truco", now)
    act(game, "quiero", now)
    assert OF_MATCH.versions([match.pk]) != before
    piece = rendered_overlay(OF_MATCH, match.pk)
    assert "vale 2" in piece
    held = [str(card) for hand in state_of(game).deal.hands for card in hand]
    words = re.sub(r"<[^>]+>", " ", piece).split()
    assert not set(held) & set(words)
    assert "deck" not in piece


@pytest.mark.feature("Competitions", "A transparent live score for streams")
def test_the_overlay_of_a_table_goes_on_to_its_next_match(now):
    event = an_evening(now, tables=1, entries=4)
    table = HallTable.objects.get(club=event.club, number=1)
    first, second = match_of(event, 1), match_of(event, 2)
    before = OF_TABLE.versions([table.pk])
    assert str(first.slots.first().entry) in rendered_overlay(OF_TABLE, table.pk)
    write(first, now)
    over = rendered_overlay(OF_TABLE, table.pk)
    assert str(first.slots.first().entry) in over
    assert figures(over) == [5, 3]
    assert "terminó" in over
    call_who_may(now)
    assert str(second.slots.first().entry) in rendered_overlay(OF_TABLE, table.pk)
    assert figures(rendered_overlay(OF_TABLE, table.pk)) == [0, 0]
    assert OF_TABLE.versions([table.pk]) != before


def test_a_table_where_nothing_was_played_shows_nothing(now):
    event = an_evening(now, tables=6, entries=4)
    idle = HallTable.objects.get(club=event.club, number=6)
    assert rendered_overlay(OF_TABLE, idle.pk) == '<div id="overlay" class="overlay"></div>'
    assert OF_TABLE.versions([idle.pk]) == {idle.pk: ""}


def test_only_a_signed_address_leads_anywhere(now):
    event = an_evening(now)
    match = match_of(event, 1)
    assert topic_of(token_of("m", match.pk)) == (OF_MATCH, match.pk)
    for wrong in (f"m{match.pk}", token_of("m", match.pk) + "x", token_of("m", 10**9), ""):
        assert topic_of(wrong) is None
        assert a_browser().get(f"/overlay/{wrong or 'x'}/").status_code == 404


def test_its_page_is_transparent_live_and_in_nobodys_frame(now):
    event = an_evening(now, public=False)
    token = token_of("m", match_of(event, 1).pk)
    answer = a_browser().get(f"/overlay/{token}/?at=top-right&score=numbers")
    page = text_of(answer)
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert 'class="stream top right numbers"' in page
    assert f'ws-connect="/ws/overlay/{token}/?language=es-ar"' in page
    assert 'class="stream  sticks"' in text_of(a_browser().get(f"/overlay/{token}/?at=x&score=y"))
