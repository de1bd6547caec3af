"""Names taken by QR at a live table: only who is a player by now is shown that player's hand."""

import pytest
from django.utils import timezone

from tests.accounts.people import a_guest
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.tournaments.cups import an_organiser, call, match_at, seated_people, sit
from tests.tournaments.names import an_event_of_names, claims, draw_and_start, named
from tournaments.name_claims import services as name_claims

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

MOVED = 4410


@pytest.fixture
def table(transactional_db):
    """An event, its organiser, and a table at which all sit but Beto."""
    organiser, now = an_organiser(), timezone.now()
    cup = draw_and_start(an_event_of_names(organiser, now, turn_seconds=120), organiser, now)
    for name in ("Ana", "Carla", "Dani"):
        claim = claims(cup, name, now)
        name_claims.confirm(claim_id=claim.pk, actor=organiser, now=now)
    game = call(match_at(cup, 1, 1), now)
    sit(game, *(person for person in seated_people(game) if person), now=now)
    return cup, organiser, game


def test_who_waits_to_be_confirmed_sees_what_everybody_sees(visit, table):
    cup, _, game = table
    guest = a_guest(timezone.now())
    line = visit(guest).watch(game)
    line.table()
    claims(cup, "Beto", timezone.now(), guest)
    page = visit(guest).get(f"/tables/{game.pk}/").text
    again = visit(guest).watch(game)
    again.table()
    for text in (page, *line.heard, *again.heard):
        assert 'class="held"' not in text
    assert_keeps_secrets([page, *line.heard, *again.heard], past_of(game), None)


def test_who_is_confirmed_is_shown_the_hand_and_nobody_elses(visit, table):
    cup, organiser, game = table
    beto = claims(cup, "Beto", timezone.now())
    number = game.seats.get(robot=True).number
    name_claims.confirm(claim_id=beto.pk, actor=organiser, now=timezone.now())
    line = visit(beto.user).watch(game)
    assert 'class="held"' in line.table()
    assert_keeps_secrets(line.heard, past_of(game), number)


@pytest.mark.feature("Entries", "Staff takes a claimed name back, and its seat changes at once")
def test_whose_name_is_taken_back_is_shut_out_before_anything_more_is_sent(visit, table):
    cup, organiser, game = table
    ana = named(cup, "Ana")
    number = game.seats.get(user=ana.user).number
    person = visit(ana.user)
    line = person.watch(game)
    line.table()
    name_claims.release_claim(claim_id=ana.claim.pk, actor=organiser, now=timezone.now())
    assert line.close_code() == MOVED
    game.refresh_from_db()
    back = person.watch(game)
    back.table()
    page = person.get(f"/tables/{game.pk}/").text
    assert game.seats.get(number=number).robot
    assert not any('class="held"' in text for text in (page, *back.heard))
    assert_keeps_secrets([page, *back.heard], past_of(game), None)
