"""Opening a table, sitting down, starting and annulling: who, twice, too late, at once."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from accounts.common.errors import RefusedError
from accounts.models import User
from games.engine import make_rules
from games.fair import shuffle
from games.house_rules import OFFERED
from games.models import Game, Seat, SeatAddress
from games.play import seats as play_seats
from games.play.seats import SeatPlan
from tests.games.races import at_once
from tests.games.tables import CORTE, a_person, a_table, fold_to_the_end, sealed, state_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


def an_open_table(now, *plans: SeatPlan) -> Game:
    """A table whose seats are planned like this; by default for whoever comes first."""
    seats = plans or (SeatPlan(), SeatPlan())
    return play_seats.open_game(
        rules=make_rules("argentino", {"seats": str(len(seats))}),
        seats=seats,
        competitive=False,
        public=True,
        turn_seconds=30,
        title="Mesa del fondo",
        now=now,
    )


def sit(game: Game, user: User, now, corte_hash: str = "", address: str = "") -> Seat:
    return play_seats.sit_down(
        game_id=game.pk, user=user, corte_hash=corte_hash, address=address, now=now
    )


def refusal_of(game: Game, user: User, now) -> str:
    with pytest.raises(RefusedError) as refused:
        sit(game, user, now)
    return refused.value.code


# ---- opening ----
def test_a_table_is_opened_with_its_commitment_and_no_card_dealt(now):
    game = an_open_table(now)
    assert (game.status, game.act_by, game.start) == (Game.Status.WAITING, None, None)
    seed = shuffle.unseal(game.sealed_seed)
    assert game.commitment == shuffle.commitment(seed, game.pk)
    assert game.revealed_seed == ""


def test_no_two_tables_have_one_seed(now):
    seeds = {shuffle.unseal(an_open_table(now).sealed_seed) for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("preset", OFFERED)
def test_every_family_can_be_put_on_a_table(now, preset):
    game = a_table(now, preset=preset)
    assert game.status == Game.Status.LIVE
    assert game.rules == make_rules(preset, {"seats": "2"})
    assert len(state_of(game).held[0]) == 3


def test_robots_sit_from_the_start(now):
    game = an_open_table(now, SeatPlan(), SeatPlan(robot=True))
    assert game.seats.get(number=1).sat_at == now


# ---- sitting down ----
@pytest.mark.feature("Playing", "A table starts when its last seat is taken")
def test_the_last_to_sit_down_starts_the_game(now):
    game = an_open_table(now)
    sit(game, a_person(), now)
    game.refresh_from_db()
    assert (game.status, game.started_at) == (Game.Status.WAITING, None)
    sit(game, a_person(), now + SECOND)
    game.refresh_from_db()
    assert (game.status, game.started_at) == (Game.Status.LIVE, now + SECOND)
    assert game.act_by == now + 31 * SECOND
    assert state_of(game).start.label == "1"


def test_each_who_sits_down_moves_the_version_on(now):
    game = an_open_table(now)
    versions = [game.version]
    for _ in (0, 1):
        sit(game, a_person(), now)
        game.refresh_from_db()
        versions.append(game.version)
    assert versions == [0, 1, 2]


def test_a_planned_seat_is_its_persons_alone(now):
    ana, luis = a_person(), a_person()
    game = an_open_table(now, SeatPlan(user=ana), SeatPlan(user=luis))
    assert refusal_of(game, a_person(), now) == "no-seat"
    assert [sit(game, luis, now).number, sit(game, ana, now).number] == [1, 0]


def test_whoever_comes_to_a_full_table_gets_no_seat(now):
    assert refusal_of(a_table(now), a_person(), now) == "no-seat"


def test_a_robots_seat_is_not_free(now):
    game = an_open_table(now, SeatPlan(robot=True), SeatPlan(robot=True))
    assert refusal_of(game, a_person(), now) == "no-seat"


@pytest.mark.parametrize("end", ["finished", "annulled"])
def test_nobody_sits_down_at_a_table_that_is_over(now, end):
    ana = a_person()
    game = a_table(now, people=[ana, None], target="5")
    if end == "finished":
        fold_to_the_end(game, now)
    else:
        play_seats.annul_game(game_id=game.pk, now=now)
    assert refusal_of(game, ana, now) == "closed"


def test_sitting_down_twice_is_sitting_down_once(now):
    ana = a_person()
    game = an_open_table(now)
    first = sit(game, ana, now, corte_hash="00" * 32)
    again = sit(game, ana, now + SECOND, corte_hash="ff" * 32)
    assert (again.pk, again.sat_at, again.corte_hash) == (first.pk, now, "00" * 32)
    game.refresh_from_db()
    assert game.version == 1


def test_a_corte_is_frozen_once_the_game_has_started(now):
    ana = a_person()
    game = a_table(now, people=[ana, a_person()])
    hands = state_of(game).held
    seat = sit(game, ana, now, corte_hash="ff" * 32)
    assert (seat.corte_hash, seat.contribution) == (sealed(game), CORTE)
    assert state_of(game).held == hands


@pytest.mark.parametrize(
    "text", ["00" * 31, "00" * 33, "AB" * 32, "0" * 63, "hola", "\x00" * 64, "00" * 500_000]
)
def test_what_is_no_hash_seals_nothing_and_takes_no_seat(now, text):
    game = an_open_table(now)
    before = list(game.seats.values())
    with pytest.raises(RefusedError) as refused:
        sit(game, a_person(), now, corte_hash=text)
    assert refused.value.code == "bad-corte"
    assert list(game.seats.values()) == before


def test_the_address_of_every_sitting_down_is_remembered(now):
    ana = a_person()
    game = an_open_table(now)
    for address in ("home", "home", "phone"):
        seat = sit(game, ana, now, address=address)
    keys = SeatAddress.objects.filter(seat=seat).values_list("key", flat=True)
    assert sorted(keys) == ["home", "phone"]


def test_the_database_itself_gives_nobody_two_seats_of_a_table(now):
    ana = a_person()
    game = an_open_table(now, SeatPlan(user=ana), SeatPlan())
    with pytest.raises(IntegrityError), transaction.atomic():
        game.seats.filter(number=1).update(user=ana)


@races
def test_the_last_free_seat_is_given_once(now):
    for _ in range(10):
        game, people = an_open_table(now), [a_person() for _ in range(6)]
        sit(game, people[0], now)
        results = at_once(*(partial(sit, game, person, now) for person in people[1:]))
        seated = [one for one in results if isinstance(one, Seat)]
        refused = [one.code for one in results if isinstance(one, RefusedError)]
        assert (len(seated), refused) == (1, ["no-seat"] * 4)
        game.refresh_from_db()
        assert (game.status, game.version) == (Game.Status.LIVE, 2)


@races
def test_all_who_sit_down_at_once_get_different_seats_and_one_deal(now):
    for _ in range(5):
        game = an_open_table(now, *[SeatPlan()] * 4)
        results = at_once(*(partial(sit, game, a_person(), now) for _ in range(4)))
        assert sorted(seat.number for seat in results) == [0, 1, 2, 3]
        game.refresh_from_db()
        assert (game.status, game.version) == (Game.Status.LIVE, 4)


# ---- starting without everybody ----
def test_a_table_started_without_somebody_plays_for_them(now):
    game = an_open_table(now, *[SeatPlan(user=a_person()) for _ in range(4)])
    for seat in game.seats.filter(number__in=(0, 2)):
        sit(game, seat.user, now)
    play_seats.start_game(game_id=game.pk, now=now + SECOND)
    game.refresh_from_db()
    assert (game.status, game.started_at) == (Game.Status.LIVE, now + SECOND)
    automatic = game.seats.filter(automatic=True).values_list("number", flat=True)
    assert sorted(automatic) == [1, 3]


def test_starting_a_table_twice_or_too_late_changes_nothing(now):
    game = a_table(now)
    before = Game.objects.filter(pk=game.pk).values().get()
    play_seats.start_game(game_id=game.pk, now=now + SECOND)
    assert Game.objects.filter(pk=game.pk).values().get() == before
    play_seats.annul_game(game_id=game.pk, now=now)
    play_seats.start_game(game_id=game.pk, now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.ANNULLED


# ---- annulling ----
@pytest.mark.parametrize("seated", [True, False])
def test_an_annulled_table_opens_its_seed_and_nobody_wins(now, seated):
    game = a_table(now, seated=seated)
    play_seats.annul_game(game_id=game.pk, now=now + SECOND)
    game.refresh_from_db()
    assert (game.status, game.winner, game.act_by) == (Game.Status.ANNULLED, None, None)
    assert game.finished_at == now + SECOND
    assert shuffle.commitment(bytes.fromhex(game.revealed_seed), game.pk) == game.commitment


def test_annulling_twice_or_after_the_end_changes_nothing(now):
    finished, annulled = a_table(now, target="5"), a_table(now)
    fold_to_the_end(finished, now)
    play_seats.annul_game(game_id=annulled.pk, now=now)
    for game in (finished, annulled):
        before = Game.objects.filter(pk=game.pk).values().get()
        play_seats.annul_game(game_id=game.pk, now=now + SECOND)
        assert Game.objects.filter(pk=game.pk).values().get() == before
