"""A name that gets its person, or loses them, at a table that waits and at one that plays."""

from datetime import datetime

import pytest

from games.live.admission import viewpoint_at
from games.models import Game
from tests.games.tables import state_of
from tests.tournaments.cups import call, match_at, seated_people, sit, table_of
from tests.tournaments.names import an_event_of_names, claims, draw_and_start, named
from tests.tournaments.soundness import sound
from tournaments.matches import services as matches
from tournaments.models import Match, NameClaim
from tournaments.name_claims import services as name_claims

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def cup(organiser, now):
    """Of two pairs, of which Ana, Carla and Dani are there, and Beto is not."""
    cup = draw_and_start(an_event_of_names(organiser, now), organiser, now)
    for name in ("Ana", "Carla", "Dani"):
        confirmed(claims(cup, name, now), organiser, now)
    return cup


def confirmed(claim: NameClaim, organiser, now: datetime) -> NameClaim:
    name_claims.confirm(claim_id=claim.pk, actor=organiser, now=now)
    claim.refresh_from_db()
    return claim


def taken_back(cup, name: str, organiser, now: datetime) -> None:
    claim = named(cup, name).claim
    name_claims.release_claim(claim_id=claim.pk, actor=organiser, now=now)


def people(cup, *names: str) -> list[object]:
    return [named(cup, name).user for name in names]


def start(cup, now: datetime) -> Game:
    """Whoever has a seat sits down, and cards are dealt."""
    game = call(match_at(cup, 1, 1), now)
    sit(game, *(person for person in seated_people(game) if person), now=now)
    return game


def seat_of(cup, game: Game, name: str) -> int | None:
    """The seat from which who bears a name sees a table."""
    seen = viewpoint_at(game.pk, named(cup, name).user_id)
    return None if seen is None else seen.seat


def test_nobody_is_called_before_both_sides_have_somebody(organiser, now):
    cup = draw_and_start(an_event_of_names(organiser, now), organiser, now)
    claims(cup, "Ana", now)
    confirmed(claims(cup, "Carla", now), organiser, now)
    match = match_at(cup, 1, 1)
    assert not matches.call_match(match_id=match.pk, now=now)
    claims(cup, "Beto", now)
    assert matches.call_match(match_id=match.pk, now=now)


def test_a_partner_who_comes_later_gets_the_seat_that_waits(cup, organiser, now):
    game = call(match_at(cup, 1, 1), now)
    robot = game.seats.get(robot=True)
    confirmed(claims(cup, "Beto", now), organiser, now)
    robot.refresh_from_db()
    assert (robot.user, robot.robot, robot.sat_at) == (named(cup, "Beto").user, False, None)
    ana = seat_of(cup, game, "Ana")
    assert robot.number % 2 == ana % 2  # partners face each other


def test_a_partner_who_comes_later_takes_over_in_the_middle_of_the_hand(cup, organiser, now):
    game = start(cup, now)
    robot = game.seats.get(robot=True)
    cards = state_of(game).held[robot.number]
    beto = claims(cup, "Beto", now)
    assert viewpoint_at(game.pk, beto.user_id).seat is None  # pending: as anybody who looks on
    confirmed(beto, organiser, now)
    game.refresh_from_db()
    robot.refresh_from_db()
    assert (robot.user, robot.automatic, robot.guest) == (beto.user, True, True)
    assert seat_of(cup, game, "Beto") == robot.number
    assert state_of(game).held[robot.number] == cards


def test_a_name_that_is_taken_back_loses_its_seat_at_once(cup, organiser, now):
    game = start(cup, now)
    ana, number = named(cup, "Ana").user, seat_of(cup, game, "Ana")
    taken_back(cup, "Ana", organiser, now)
    seat = game.seats.get(number=number)
    assert (seat.user, seat.robot, seat.socket) == (None, True, "")
    assert viewpoint_at(game.pk, ana.pk).seat is None
    other = confirmed(claims(cup, "Ana", now), organiser, now)
    assert viewpoint_at(game.pk, other.user_id).seat == number
    assert viewpoint_at(game.pk, ana.pk).seat is None
    assert sound()


def test_a_table_that_waits_loses_a_seat_and_starts_without_it(cup, organiser, now):
    game = call(match_at(cup, 1, 1), now)
    sit(game, *people(cup, "Ana", "Carla"), now=now)
    taken_back(cup, "Dani", organiser, now)  # the last one who was awaited
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert game.seats.filter(robot=True).count() == 2


def test_a_match_for_which_nobody_is_left_is_called_off_until_somebody_is(cup, organiser, now):
    match = match_at(cup, 1, 1)
    game = call(match, now)
    sit(game, *people(cup, "Carla"), now=now)
    taken_back(cup, "Ana", organiser, now)
    match.refresh_from_db()
    game.refresh_from_db()
    assert (match.state, match.sit_by) == (Match.State.READY, None)
    assert game.status == Game.Status.ANNULLED
    assert not matches.call_match(match_id=match.pk, now=now)
    confirmed(claims(cup, "Ana", now), organiser, now)
    assert matches.call_match(match_id=match.pk, now=now)
    assert named(cup, "Ana").user in seated_people(table_of(match))
    assert sound()


def test_a_side_that_nobody_plays_for_any_more_is_played_by_robots(cup, organiser, now):
    game = start(cup, now)
    taken_back(cup, "Ana", organiser, now)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert [bool(person) for person in seated_people(game)].count(True) == 2


def test_a_tournament_with_real_cards_has_no_seats_to_change(organiser, now):
    cup = an_event_of_names(organiser, now)
    claim = confirmed(claims(cup, "Ana", now), organiser, now)
    cup.with_cards = True
    cup.save()
    draw_and_start(cup, organiser, now)
    match = match_at(cup, 1, 1)
    assert matches.call_match(match_id=match.pk, now=now)
    name_claims.release_claim(claim_id=claim.pk, actor=organiser, now=now)
    match.refresh_from_db()
    assert match.state == Match.State.CALLED
