"""A competition through the real ASGI application: its followers see it move without asking."""

import pytest
from django.utils import timezone

from tests.games.tables import act
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tournaments.matches import services as matches
from tournaments.staff_links import services as staff_links

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SIGNED_OUT, NOT_YOURS = 4401, 4403


def frame_with(listener, *parts):
    """Wait for a frame that has all of these in it."""
    frame = listener.next()
    while not all(part in frame for part in parts):
        frame = listener.next()
    return frame


@pytest.mark.usefixtures("slow_pulse")
def test_a_decision_reaches_every_follower_in_their_language(visit):
    organiser = an_organiser()
    cup = a_running_cup(organiser, timezone.now())
    spanish, english = visit(), visit(organiser, language="en")
    lines = [
        each.listen(f"/ws/competitions/{cup.pk}/?language={each.language}")
        for each in (spanish, english)
    ]
    for line in lines:
        frame_with(line, 'id="stages"', 'id="entries"')
    match = match_at(cup, 1, 1)
    call(match, timezone.now())
    answer = visit(organiser).post(
        f"/matches/{match.pk}/walkover/", {"winner": 0, "reason": "No vino"}
    )
    assert answer.status == 302
    for line in lines:
        frame_with(line, "match walkover")


@pytest.mark.usefixtures("quick_pulse")
def test_the_score_of_a_running_table_follows_by_the_pulse(visit):
    cup = a_running_cup(an_organiser(), timezone.now())
    match = match_at(cup, 1, 1)
    call(match, timezone.now())
    game = everybody_sits(match, timezone.now())
    line = visit().listen(f"/ws/competitions/{cup.pk}/tables/")
    frame_with(line, f'href="/tables/{game.pk}/"')
    act(game, "mazo", timezone.now())
    game.refresh_from_db()
    assert sum(game.score) > 0
    frame_with(line, f"<b>{max(game.score)}</b>")


def test_strangers_are_shut_out_of_a_private_cup(visit):
    organiser = an_organiser()
    cup = a_running_cup(organiser, timezone.now(), public=False)
    for path in (f"/ws/competitions/{cup.pk}/", f"/ws/competitions/{cup.pk}/tables/"):
        assert visit().listen(path).close_code() == NOT_YOURS
    player = players_of(match_at(cup, 1, 1), 0)[0]
    frame_with(visit(player).listen(f"/ws/competitions/{cup.pk}/"), 'id="stages"')


def test_a_cup_that_does_not_exist_shuts_the_door(visit):
    for path in ("/ws/competitions/999999/", "/ws/competitions/99999999999999999999/"):
        assert visit().listen(path).close_code() == NOT_YOURS


@pytest.mark.usefixtures("slow_pulse")
def test_a_cup_that_ends_shows_its_podium(visit):
    organiser = an_organiser()
    cup = a_running_cup(organiser, timezone.now(), entries=2)
    line = visit().listen(f"/ws/competitions/{cup.pk}/")
    frame_with(line, 'id="stages"')
    match = match_at(cup, 1, 1)
    matches.give_walkover(
        match_id=match.pk, winner=1, actor=organiser, reason="No vino", now=timezone.now()
    )
    frame_with(line, 'class="place1"')


@pytest.mark.usefixtures("quick_pulse")
def test_a_revoked_link_follows_nothing_any_more(visit):
    organiser, now = an_organiser(), timezone.now()
    cup = a_running_cup(organiser, now, public=False)
    link, _ = staff_links.make_link(
        competition_id=cup.pk, actor=organiser, label="Patio", role="scorer", now=now
    )
    line = visit(link.user).listen(f"/ws/competitions/{cup.pk}/")
    frame_with(line, 'id="state"')
    staff_links.revoke_link(link_id=link.pk, actor=organiser, now=now)
    assert line.close_code() == SIGNED_OUT
