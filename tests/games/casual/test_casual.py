""" "Jugar ahora": the first free seat that suits, robots for company, and what guests may open."""

from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from accounts.common.errors import RefusedError
from games.casual import services as casual
from games.casual.services import MOST_OF_A_GUEST, SeatTaken
from games.engine import make_rules
from games.models import Action, Game, Seat
from games.play import clock, presence, saved_games, seats
from games.play.finished_game import GameRecord
from games.play.seats import SeatPlan
from tests.accounts.people import a_guest
from tests.games.races import at_once
from tests.games.tables import a_person, a_table, fold_to_the_end, state_of, whoever_acts

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SHORT = make_rules("argentino", {"target": "15"})
FOUR = make_rules("argentino", {"target": "15", "seats": "4"})


def play_now(user, now, *, rules=SHORT, company=True) -> Game:
    """Somebody taps: a table is found, and its page sits down; where that is too late, again."""
    sitting = SeatTaken(user=user, corte_hash="", address="home", now=now)
    while True:
        game = casual.find_table(user=user, rules=rules, company=company, turn_seconds=60, now=now)
        with suppress(RefusedError):
            casual.take_seat(game_id=game.pk, sitting=sitting)
            game.refresh_from_db()
            return game


def people_at(game: Game) -> list[object]:
    return [seat.user for seat in game.seats.order_by("number")]


def a_waiting_table(now, *, rules=SHORT, **more) -> Game:
    plan = [SeatPlan(user=a_person()), *[SeatPlan()] * (rules.seats - 1)]
    values = {"competitive": False, "public": True, "turn_seconds": 60, "title": "", **more}
    game = seats.open_game(rules=rules, seats=plan, now=now, **values)
    user = game.seats.get(number=0).user
    seats.sit_down(game_id=game.pk, user=user, corte_hash="", address="", now=now)
    return game


# ---- sitting down ----
def test_where_nobody_waits_one_plays_at_once_with_a_robot(now):
    ana = a_person()
    game = play_now(ana, now)
    assert (game.status, game.public, game.competitive) == ("live", True, False)
    assert people_at(game) == [ana, None]
    assert game.seats.get(number=1).company


def test_who_wants_no_robot_waits_for_somebody(now):
    ana = a_person()
    game = play_now(ana, now, company=False)
    assert game.status == Game.Status.WAITING
    luis = a_person()
    assert play_now(luis, now).pk == game.pk
    game.refresh_from_db()
    assert (game.status, people_at(game)) == ("live", [ana, luis])


@pytest.mark.feature(
    "Playing", "*Jugar ahora* leads to the table where a player has waited longest"
)
def test_the_one_who_has_waited_longest_is_joined_first(now):
    first = a_waiting_table(now)
    a_waiting_table(now.replace(minute=now.minute + 1))
    assert play_now(a_person(), now).pk == first.pk


@pytest.mark.parametrize(
    "other",
    [
        {"rules": make_rules("argentino")},
        {"rules": FOUR},
        {"rules": make_rules("truc")},
        {"competitive": True},
        {"private": True},
        {"page": "/matches/1/"},
    ],
)
def test_what_one_did_not_ask_for_is_left_alone(now, other):
    waiting = a_waiting_table(now, **other)
    assert play_now(a_person(), now).pk != waiting.pk


def test_a_table_whose_people_have_left_is_left_alone(now):
    waiting = a_waiting_table(now)
    waiting.seats.filter(number=0).update(absent_since=now)
    assert play_now(a_person(), now).pk != waiting.pk


def test_asking_again_leads_to_ones_own_table(now):
    ana = a_person()
    assert play_now(ana, now).pk == play_now(ana, now).pk
    assert play_now(ana, now, rules=make_rules("truc", {"target": "18"})).pk == 2


@pytest.mark.feature("Playing", "An unfinished game with robots does not capture *Jugar ahora*")
def test_an_older_game_with_robots_alone_does_not_hold_its_player(now):
    ana = a_person()
    old = play_now(ana, now)
    new = play_now(ana, now + casual.SAME_TAP + timedelta(seconds=1))
    assert new.pk != old.pk
    old.refresh_from_db()
    assert old.status == "live"
    for times in (3, 5):
        play_now(ana, now + times * casual.SAME_TAP)
    old.refresh_from_db()
    assert (old.status, Game.objects.open().count()) == ("annulled", 3)


@pytest.mark.parametrize("status", ["saved", "frozen"])
def test_a_game_that_stands_still_does_not_hold_its_player(now, status):
    ana, luis = a_person(), a_person()
    game = play_now(ana, now, company=False)
    play_now(luis, now, company=False)
    assert play_now(ana, now, company=False) == game
    Game.objects.filter(pk=game.pk).update(status=status, act_by=None, saved_at=now)
    assert play_now(ana, now, company=False) != game


@pytest.mark.parametrize("company", [True, False])
def test_a_rematch_with_robots_alone_does_not_hold_its_player(now, company):
    ana, luis, later = a_person(), a_person(), now + 2 * casual.SAME_TAP
    first = play_now(ana, now)
    seats.annul_game(game_id=first.pk, now=now)
    rematch = casual.open_rematch(game_id=first.pk, change_partners=False, now=now)
    seats.sit_down(game_id=rematch.pk, user=ana, corte_hash="", address="", now=now)
    assert play_now(ana, later, company=company) != rematch
    casual.take_seat(game_id=rematch.pk, sitting=SeatTaken(luis, "", "home", later))
    assert people_at(rematch) == [ana, luis]


def test_who_asks_for_no_robot_is_not_led_back_to_their_robots(now):
    ana = a_person()
    kept = play_now(ana, now)
    other = play_now(ana, now, company=False)
    assert other.pk != kept.pk
    assert not other.seats.filter(robot=True).exists()
    assert play_now(ana, now, company=False).pk == other.pk


def test_who_asks_for_a_robot_is_not_led_back_to_wait_alone(now):
    ana = a_person()
    alone = play_now(ana, now, company=False)
    kept = play_now(ana, now)
    assert kept.pk != alone.pk
    assert kept.seats.filter(company=True).exists()
    assert play_now(ana, now).pk == kept.pk


# ---- a robot for company ----
@pytest.mark.feature("Playing", "A robot keeps a player company until an opponent comes")
def test_who_comes_takes_over_from_the_robot_in_the_middle_of_its_hand(now):
    ana, luis = a_person(), a_person()
    game = play_now(ana, now)
    hands = state_of(game).held
    assert play_now(luis, now).pk == game.pk
    assert (people_at(game), state_of(game).held) == ([ana, luis], hands)
    seat = game.seats.get(number=1)
    assert (seat.robot, seat.company, seat.is_person) == (False, False, True)
    assert seat.addresses.get().key == "home"


def test_the_deadline_of_a_turn_that_was_the_robots_is_the_persons_now(now):
    game = play_now(a_person(), now)
    while whoever_acts(game).number == 0:
        seats.annul_game(game_id=game.pk, now=now)
        game = play_now(a_person(), now)
    assert (game.act_by - now).total_seconds() < 5
    play_now(a_person(), now)
    game.refresh_from_db()
    assert (game.act_by - now).total_seconds() == 60


def test_four_seats_fill_one_by_one_and_are_full_then(now):
    people = [a_person() for _ in range(5)]
    games = [play_now(person, now, rules=FOUR) for person in people]
    assert [game.pk for game in games] == [games[0].pk] * 4 + [games[4].pk]
    assert games[4].pk != games[0].pk
    assert people_at(games[0]) == people[:4]


def test_who_comes_relieves_the_robot_of_their_choice(now):
    ana, luis = a_person(), a_person()
    game = play_now(ana, now, rules=FOUR)
    casual.take_seat(game_id=game.pk, sitting=SeatTaken(luis, "", "home", now, number=2))
    assert people_at(game) == [ana, None, luis, None]


def test_a_robot_that_plays_for_practice_is_not_relieved(now):
    practice = casual.open_table(
        user=a_person(),
        rules=SHORT,
        robots=True,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=60,
        now=now,
    )
    sitting = SeatTaken(user=a_person(), corte_hash="", address="", now=now)
    with pytest.raises(RefusedError, match="no-seat"):
        casual.replace_robot_by_person(game_id=practice.pk, sitting=sitting)


def test_a_table_that_was_paused_goes_on_when_somebody_comes(now):
    game = play_now(a_person(), now)
    game.seats.filter(number=0).update(automatic=True)
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    sitting = SeatTaken(user=a_person(), corte_hash="", address="", now=now)
    casual.replace_robot_by_person(game_id=game.pk, sitting=sitting)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_the_record_marks_what_the_robot_played_before_somebody_came(now):
    game = play_now(a_person(), now)
    while not game.actions.filter(by=Action.By.ROBOT).exists():
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        game.refresh_from_db()
    play_now(a_person(), now)
    fold_to_the_end(game, now)
    record = GameRecord(game, list(game.seats.order_by("number")))
    assert {seat for _, seat in record.played_by_robots} >= {1}


def test_the_database_itself_keeps_people_and_company_apart(now):
    game = play_now(a_person(), now)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(game=game, company=True).update(user=a_person())


@races
def test_of_two_who_come_at_once_one_gets_the_seat_and_the_other_a_table(now):
    for _ in range(5):
        Game.objects.update(private=True)
        game = play_now(a_person(), now)
        results = at_once(*(partial(play_now, a_person(), now) for _ in range(2)))
        found = sorted(each.pk for each in results)
        assert (found[0], len(set(found))) == (game.pk, 2)


# ---- guests ----
def test_what_somebody_is_as_the_game_begins_is_kept(now):
    game = play_now(a_guest(now), now)
    play_now(a_person(), now)
    assert [seat.guest for seat in game.seats.order_by("number")] == [True, False]


def test_who_relieves_a_robot_as_a_guest_plays_as_one(now):
    game = play_now(a_person(), now)
    play_now(a_guest(now), now)
    assert [seat.guest for seat in game.seats.order_by("number")] == [False, True]


def test_a_guest_opens_no_table_for_points(now):
    for user, expected in ((a_guest(now), False), (a_person(), True)):
        game = casual.open_table(
            user=user,
            rules=SHORT,
            robots=False,
            private=False,
            public=True,
            competitive=True,
            turn_seconds=60,
            now=now,
        )
        assert game.competitive is expected


def test_a_guest_has_so_many_open_tables_and_no_more(now):
    guest = a_guest(now)
    opened = partial(
        casual.open_table,
        user=guest,
        rules=SHORT,
        robots=False,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=60,
        now=now,
    )
    games = [opened() for _ in range(MOST_OF_A_GUEST)]
    with pytest.raises(RefusedError, match="too-many-tables"):
        opened()
    with pytest.raises(RefusedError, match="too-many-tables"):
        play_now(guest, now)
    seats.annul_game(game_id=games[0].pk, now=now)
    assert opened().pk not in {each.pk for each in games}


def test_an_account_has_so_many_open_tables_and_no_more(now, monkeypatch):
    monkeypatch.setattr(casual, "MOST_OF_AN_ACCOUNT", 3)
    ana = a_person()
    for _ in range(4):  # those of competitions do not count
        game = a_table(now, people=[ana, a_person()], seated=False)
        Game.objects.filter(pk=game.pk).update(page=f"/matches/{game.pk}/")
    opened = partial(
        casual.open_table,
        user=ana,
        rules=SHORT,
        robots=False,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=60,
        now=now,
    )
    games = [opened() for _ in range(3)]
    for attempt in (
        opened,
        partial(play_now, ana, now),
        partial(casual.open_for_two, user=ana, companion="Luis", rules=SHORT, now=now),
    ):
        with pytest.raises(RefusedError, match="too-many-open-tables"):
            attempt()
    assert Game.objects.count() == 7
    seats.annul_game(game_id=games[0].pk, now=now)
    assert opened().pk not in {each.pk for each in games}


def test_unfinished_practice_tables_do_not_pile_up(now):
    guest, luis = a_guest(now), a_person()
    waiting = casual.find_table(user=guest, rules=SHORT, company=False, turn_seconds=60, now=now)
    opened = [
        casual.open_table(
            user=user,
            rules=SHORT,
            robots=True,
            private=True,
            public=False,
            competitive=False,
            turn_seconds=60,
            now=now,
        )
        for user in (luis, guest, guest, guest, guest, guest, guest)
    ]
    still_open = set(Game.objects.open())
    assert still_open == {waiting, opened[0], *opened[-3:]}


def test_saved_games_are_not_annulled_by_new_ones(now):
    ana = a_person()
    saved = play_now(ana, now)
    saved_games.save_table(game_id=saved.pk, now=now)
    others = [play_now(ana, now + times * casual.SAME_TAP) for times in (2, 4, 6, 8)]
    assert set(Game.objects.open()) == {saved, *others[-3:]}


def test_a_guest_comes_back_to_their_seat_like_anybody(now):
    guest = a_guest(now)
    game = play_now(guest, now)
    game.seats.filter(number=0).update(automatic=True)
    presence.take_back(game_id=game.pk, user_id=guest.pk, now=now)
    assert game.seats.get(number=0).is_person
