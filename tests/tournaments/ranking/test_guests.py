"""Guests score nothing, then or after claiming; those with accounts who play them do."""

from datetime import datetime

import pytest

from accounts.guests import services as guests
from accounts.models import User
from games.models import Game
from tests.accounts.people import a_guest
from tests.games.tables import a_person, a_table, fold_to_the_end
from tests.tournaments.cups import a_cup, an_organiser, enter, match_at, play_match, sit
from tests.tournaments.events import organiser_of
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import (
    Competition,
    PlayerResult,
    PlayerStanding,
    PlayerStatistics,
    PointsEntry,
    RatingChange,
)
from tournaments.players.history import lines_of, unranked, with_unranked
from tournaments.ranking.rebuild import rebuild_ranking
from tournaments.results import services as result_services
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def for_points(now: datetime, *people: User) -> Game:
    """A casual table for points, played to its end."""
    game = a_table(now, people=people, competitive=True, target="5")
    fold_to_the_end(game, now)
    heal_rankings()
    return game


def scores() -> dict[User, int]:
    """The points of accounts."""
    lines = PointsEntry.objects.exclude(user=None).select_related("user")
    return {line.user: line.points for line in lines}


def in_order() -> bool:
    """Return whether all state follows from the results, also after a recomputation."""
    before = list(violations(live=False))
    rebuild_ranking()
    return before == list(violations(live=False)) == []


def a_cup_with(guest: User, now: datetime) -> Competition:
    """Create a running cup with a registered player and a guest."""
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    for person in (a_person(), guest):
        enter(cup, organiser, now, person)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    return cup


@pytest.mark.feature("Points and players", "Guests score nothing, their opponents do")
def test_the_opponent_scores_and_the_guest_is_nowhere(now):
    ana, guest = a_person(), a_guest(now)
    game = for_points(now, ana, guest)
    assert scores() == {ana: 20 if game.winner == 0 else 5}
    assert PlayerStanding.objects.get().user == ana
    assert not PlayerStatistics.objects.filter(user=guest).exists()
    assert [row.guest for row in PlayerResult.objects.order_by("side")] == [False, True]
    assert in_order()


def test_a_game_with_a_guest_moves_nobodys_rating(now):
    for_points(now, a_person(), a_guest(now))
    for_points(now, a_person(), a_person(), a_person(), a_guest(now))
    assert not RatingChange.objects.exists()
    assert in_order()


def test_the_guests_partner_scores(now):
    people = [a_person(), a_person(), a_person(), a_guest(now)]
    game = for_points(now, *people)
    won = game.winner
    assert scores() == {user: 20 if seat % 2 == won else 5 for seat, user in enumerate(people[:3])}


@pytest.mark.feature(
    "Points and players", "Games played as a guest never score, also after signing up"
)
def test_after_claiming_it_gives_nothing_either_and_the_next_game_does(now):
    ana, guest = a_person(), a_guest(now)
    for_points(now, ana, guest)
    guests.become_account(user=guest)
    assert in_order()
    assert set(scores()) == {ana}
    for_points(now, ana, guest)
    assert guest in scores()
    assert RatingChange.objects.filter(user=guest).count() == 1
    assert in_order()


def test_who_claims_in_the_middle_of_a_game_played_it_as_a_guest(now):
    ana, guest = a_person(), a_guest(now)
    game = a_table(now, people=[ana, guest], competitive=True, target="5")
    guests.become_account(user=guest)
    fold_to_the_end(game, now)
    heal_rankings()
    assert set(scores()) == {ana}


def test_who_claims_before_the_first_hand_plays_for_points(now):
    ana, guest = a_person(), a_guest(now)
    game = a_table(now, people=[ana, guest], competitive=True, target="5", seated=False)
    guests.become_account(user=guest)
    sit(game, ana, guest, now=now)
    fold_to_the_end(game, now)
    heal_rankings()
    assert set(scores()) == {ana, guest}


@pytest.mark.parametrize("is_over", [True, False])
def test_what_a_guest_played_before_signing_in_gives_the_account_nothing(now, is_over):
    ana, luis, guest = a_person(), a_person(), a_guest(now)
    game = a_table(now, people=[ana, guest], competitive=True, target="5")
    if is_over:
        fold_to_the_end(game, now)
    guests.join_account(guest_id=guest.pk, user=luis, now=now)
    fold_to_the_end(game, now)
    heal_rankings()
    assert PlayerResult.objects.get(user=luis).guest
    assert set(scores()) == {ana}
    assert in_order()


def test_a_cups_guest_scores_as_a_person_of_the_club_and_for_no_account(now):
    guest = a_guest(now)
    cup = a_cup_with(guest, now)
    match = match_at(cup, 1, 1)
    side = match.slots.get(entry__roster__user=guest).side
    play_match(match, side, now)
    heal_rankings()
    assert list(scores().values()) == [5]
    line = PointsEntry.objects.get(match=match, won=True)
    assert (line.person.name, line.user, line.points) == (str(guest), None, 20)
    assert in_order()


def test_a_result_that_is_corrected_after_claiming_stays_a_guests(now):
    guest = a_guest(now)
    match = match_at(a_cup_with(guest, now), 1, 1)
    later = play_match(match, 0, now)
    guests.become_account(user=guest)
    organiser = organiser_of(match.competition)
    result_services.reopen_match(
        match_id=match.pk, actor=organiser, reason="se anotó mal", now=later
    )
    match.refresh_from_db()
    play_match(match, 1, later)
    heal_rankings()
    assert PlayerResult.objects.filter(user=guest, guest=True).count() == 2
    assert not RatingChange.objects.filter(user=guest).exists()
    lines = PointsEntry.objects.filter(match=match, user=guest)  # as the person of the club
    assert set(lines.values_list("person__user", flat=True)) == {guest.pk}
    assert in_order()


def test_a_match_of_who_claimed_is_listed_by_its_line_alone(now):
    guest = a_guest(now)
    play_match(match_at(a_cup_with(guest, now), 1, 1), 0, now)
    assert len(unranked(guest, guest)) == 1
    guests.become_account(user=guest)
    heal_rankings()
    assert lines_of(guest, guest).count() == 1
    assert unranked(guest, guest) == []
    assert not with_unranked(User.objects.filter(pk=guest.pk)).get().has_unranked


def test_verify_names_a_line_that_a_guest_should_not_have(now):
    ana, guest = a_person(), a_guest(now)
    for_points(now, ana, guest)
    line = PointsEntry.objects.get()
    line.pk, line.user = None, guest
    line.save()
    assert "I8" in {violation.invariant for violation in violations(live=False)}


def test_the_pages_of_who_claimed_show_the_match_without_points(client, now):
    ana, guest = a_person("ana"), a_guest(now)
    game = for_points(now, ana, guest)
    guests.become_account(user=guest)
    User.objects.filter(pk=guest.pk).update(username="marta")
    page = client.get("/players/marta/").content.decode()
    assert f"/tables/{game.pk}/record/" in page
    assert "+20" not in page
    match = client.get(f"/matches/{PlayerResult.objects.first().match_id}/").content.decode()
    assert "/players/ana/" in match
    assert "/players/marta/" not in match
