"""Sealed cortes: secret from the other seats until all seats are taken."""

from datetime import datetime, timedelta
from functools import partial
from statistics import mean, stdev

import pytest
from django.test import Client

from accounts.common.errors import RefusedError
from accounts.models import User
from games import tasks
from games.fair import shuffle
from games.models import Game, Heartbeat
from games.play import clock, cut_secrets, outages
from games.play import seats as play_seats
from games.play.replay import DealSource
from tests.games.races import at_once
from tests.games.tables import (
    CORTE,
    a_person,
    a_table,
    fold_to_the_end,
    ring_alarm,
    sealed,
    state_of,
)

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
MOMENT = timedelta(milliseconds=1)
FIVE = 5 * SECOND


def sit(game: Game, user: User, now: datetime, corte: str = CORTE) -> None:
    hash_ = sealed(game, corte) if corte else ""
    play_seats.sit_down(game_id=game.pk, user=user, corte_hash=hash_, address="", now=now)


def open_(game: Game, user: User, now: datetime, corte: str = CORTE) -> None:
    cut_secrets.reveal_cut(game_id=game.pk, user=user, corte=corte, now=now)
    game.refresh_from_db()


def closed(now: datetime, *people: User | None, competitive: bool = False) -> Game:
    """A table whose people have all sealed a corte and sat down."""
    game = a_table(now, people=people, seated=False, competitive=competitive)
    for person in filter(None, people):
        sit(game, person, now)
    game.refresh_from_db()
    return game


def refusal_of(game: Game, user: User, now: datetime, corte: str = CORTE) -> str:
    """The code of a refusal, which has changed nothing."""
    before = everything(game)
    with pytest.raises(RefusedError) as refused:
        open_(game, user, now, corte)
    assert everything(game) == before
    return refused.value.code


def everything(game: Game) -> tuple:
    return Game.objects.filter(pk=game.pk).values().get(), list(game.seats.values())


def advance(game: Game, now: datetime) -> bool:
    done = clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
    game.refresh_from_db()
    return done


# ---- closing and opening ----
def test_the_last_to_sit_down_closes_the_seats_and_nothing_is_dealt(now):
    game = closed(now, a_person(), a_person())
    assert (game.status, game.start, game.started_at) == (Game.Status.OPENING, None, None)
    assert game.act_by == now + FIVE
    with pytest.raises(RefusedError):
        sit(game, a_person(), now)


def test_the_last_corte_to_be_opened_starts_the_game(now):
    ana, luis = a_person(), a_person()
    game = closed(now, ana, luis)
    version = game.version
    open_(game, luis, now + SECOND)
    assert (game.status, game.version, game.act_by) == (
        Game.Status.OPENING,
        version + 1,
        now + FIVE,
    )
    open_(game, ana, now + 2 * SECOND)
    assert (game.status, game.started_at) == (Game.Status.LIVE, now + 2 * SECOND)
    assert state_of(game).start.label == "1"


def test_robots_add_nothing_and_are_not_waited_for(now):
    ana = a_person()
    game = closed(now, ana, None)
    open_(game, ana, now)
    assert game.status == Game.Status.LIVE
    assert [seat.contribution for seat in game.seats.order_by("number")] == [CORTE, ""]


@pytest.mark.feature("Playing", "With robots alone the cut is opened with the seat")
def test_the_only_cut_is_opened_with_the_seat(now):
    ana = a_person()
    game = a_table(now, people=[ana, None], seated=False)
    known = {"corte_hash": sealed(game, CORTE), "address": "", "now": now}
    with pytest.raises(RefusedError) as refused:
        play_seats.sit_down(game_id=game.pk, user=ana, corte="08" * 32, **known)
    assert refused.value.code == "wrong-corte"
    assert not game.seats.get(user=ana).sat_at
    play_seats.sit_down(game_id=game.pk, user=ana, corte=CORTE, **known)
    game.refresh_from_db()
    assert (game.status, game.started_at) == (Game.Status.LIVE, now)
    assert [seat.contribution for seat in game.seats.order_by("number")] == [CORTE, ""]


def test_a_cut_that_comes_before_others_are_sealed_stays_out(now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis], seated=False)
    known = {"corte_hash": sealed(game, CORTE), "address": "", "now": now}
    play_seats.sit_down(game_id=game.pk, user=ana, corte=CORTE, **known)
    assert game.seats.get(user=ana).contribution == ""
    sit(game, luis, now)
    game.refresh_from_db()
    assert game.status == Game.Status.OPENING


def test_who_sits_down_without_a_corte_is_not_waited_for(now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis], seated=False)
    sit(game, ana, now)
    sit(game, luis, now, corte="")
    open_(game, ana, now)
    assert game.status == Game.Status.LIVE


def test_seats_nobody_came_to_close_with_the_others(now):
    people = [a_person() for _ in range(4)]
    game = a_table(now, people=people, seated=False)
    for person in people[:2]:
        sit(game, person, now)
    play_seats.start_game(game_id=game.pk, now=now + SECOND)
    game.refresh_from_db()
    assert (game.status, game.act_by) == (Game.Status.OPENING, now + SECOND + FIVE)
    for person in people[:2]:
        open_(game, person, now + SECOND)
    assert game.status == Game.Status.LIVE
    automatic = game.seats.filter(automatic=True).values_list("number", flat=True)
    assert sorted(automatic) == [2, 3]


# ---- the clock ----
def test_when_the_time_is_over_the_game_starts_with_what_was_opened(now):
    ana, luis = a_person(), a_person()
    game = closed(now, ana, luis)
    open_(game, ana, now)
    assert not advance(game, now + FIVE - MOMENT)
    assert advance(game, now + FIVE)
    assert (game.status, game.started_at) == (Game.Status.LIVE, now + FIVE)
    assert [seat.contribution for seat in game.seats.order_by("number")] == [CORTE, ""]
    assert not advance(game, now + FIVE)
    assert refusal_of(game, luis, now + FIVE) == "cortes-closed"


def test_the_sweep_finds_a_table_whose_cortes_are_overdue(now):
    game = closed(now, a_person(), a_person())
    tasks.sweep()  # by the clock of the wall, which is past the test's own
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_so_does_the_alarm_that_was_set_when_the_seats_closed(now):
    game = closed(now, a_person(), a_person())
    tasks.turn_timeout(game.pk, (game.alarm_at - timedelta(seconds=1)).isoformat())
    game.refresh_from_db()
    assert game.status == Game.Status.OPENING
    ring_alarm(game)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE


def test_after_an_outage_browsers_have_time_again(now):
    Heartbeat.objects.create(name=outages.CLOCK, at=now)
    game = closed(now, a_person(), a_person())
    later = now + timedelta(minutes=1)
    assert outages.credit_outage(now=later)
    game.refresh_from_db()
    assert (game.status, game.act_by) == (Game.Status.OPENING, later + outages.CREDIT)


@races
def test_a_fault_in_the_first_deal_freezes_this_table_alone(now):
    game = closed(now, a_person(), a_person())
    Game.objects.filter(pk=game.pk).update(sealed_seed="not to be opened")
    assert not advance(game, now + FIVE)
    assert (game.status, game.act_by) == (Game.Status.FROZEN, None)


# ---- refusals ----
def test_a_corte_is_opened_once(now):
    ana = a_person()
    game = closed(now, ana, a_person())
    open_(game, ana, now)
    assert refusal_of(game, ana, now) == "corte-opened"
    assert refusal_of(game, ana, now, corte="ff" * 32) == "corte-opened"


@pytest.mark.parametrize(
    "corte", ["", "hola", "ff" * 32, CORTE.upper(), CORTE + "00", CORTE[:-2], "\x00" * 64]
)
def test_only_what_was_sealed_opens(now, corte):
    ana = a_person()
    game = closed(now, ana, a_person())
    assert refusal_of(game, ana, now, corte=corte) == "wrong-corte"
    open_(game, ana, now)


def test_nobody_opens_for_another_or_too_early_or_without_having_sealed(now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis], seated=False)
    sit(game, ana, now)
    assert refusal_of(game, ana, now) == "cortes-closed"
    sit(game, luis, now, corte="")
    assert refusal_of(game, a_person(), now) == "spectator"
    assert refusal_of(game, luis, now) == "no-corte"


def test_a_corte_sealed_for_one_table_opens_at_no_other(now):
    ana, luis = a_person(), a_person()
    elsewhere = a_table(now, seated=False)
    game = a_table(now, people=[ana, luis], seated=False)
    strange = sealed(elsewhere)
    play_seats.sit_down(game_id=game.pk, user=ana, corte_hash=strange, address="", now=now)
    sit(game, luis, now)
    assert refusal_of(game, ana, now) == "wrong-corte"


def test_a_table_may_be_annulled_while_its_cortes_are_opened(now):
    ana = a_person()
    game = closed(now, ana, a_person())
    play_seats.annul_game(game_id=game.pk, now=now)
    game.refresh_from_db()
    assert (game.status, game.act_by) == (Game.Status.ANNULLED, None)
    assert refusal_of(game, ana, now) == "cortes-closed"


@races
def test_all_who_open_at_once_start_one_game(now):
    for _ in range(5):
        people = [a_person() for _ in range(4)]
        game = closed(now, *people)
        at_once(*(partial(open_, Game.objects.get(pk=game.pk), person, now) for person in people))
        game.refresh_from_db()
        assert game.status == Game.Status.LIVE
        assert all(seat.contribution == CORTE for seat in game.seats.all())
        assert game.version == 8  # three sat, one closed the seats, three opened, one dealt


@races
def test_the_clock_and_the_last_corte_start_one_game(now):
    for _ in range(5):
        ana, luis = a_person(), a_person()
        game = closed(now, ana, luis)
        open_(game, ana, now)
        late, version = now + FIVE, game.version
        at_once(
            partial(cut_secrets.reveal_cut, game_id=game.pk, user=luis, corte=CORTE, now=late),
            partial(clock.act_on_timeout, game_id=game.pk, seen_version=version, now=late),
        )
        game.refresh_from_db()
        assert (game.status, game.started_at, game.version) == (
            Game.Status.LIVE,
            late,
            version + 1,
        )


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es-ar", "Ese no es el corte que sellaste al sentarte."),
        ("en", "That is not the cut you sealed when you sat down."),
    ],
)
def test_a_browser_hears_in_words_why_a_corte_was_refused(now, language, words):
    ana, luis = a_person(), a_person()
    game = closed(now, ana, luis)
    browser = Client(headers={"HX-Request": "true", "Accept-Language": language})
    browser.force_login(ana)
    User.objects.filter(pk=ana.pk).update(language=language)
    answer = browser.post(f"/tables/{game.pk}/open/", {"corte": "ff" * 32})
    assert (answer.status_code, f'data-notice="{words}"' in answer.text) == (409, True)
    assert browser.get(f"/tables/{game.pk}/open/").status_code == 405
    answer = browser.post(f"/tables/{game.pk}/open/", {"corte": CORTE})
    assert (answer.status_code, 'data-state="done"' in answer.text) == (200, True)


def test_nobody_reads_a_corte_off_a_table_while_others_are_sealed(now):
    ana, luis = a_person(), a_person()
    game = closed(now, ana, luis)
    open_(game, ana, now)
    for person in (ana, luis, None):
        browser = Client()
        if person is not None:
            browser.force_login(person)
        page = browser.get(f"/tables/{game.pk}/").text
        assert sealed(game) in page
        assert CORTE not in page


# ---- what it is for ----
@pytest.mark.feature(
    "Records", "The last player to sit down cannot choose the cards, even with the site's keys"
)
@pytest.mark.sampled
def test_a_grinding_last_seat_that_holds_the_seed_gains_nothing(now):
    """The last seat picks, of a hundred cortes, the one that promises it the best cards.

    Before, the last to sit down knew every other corte, so this choice was the deal.
    """
    game = a_table(now, people=[a_person(), a_person()], seated=False)
    hoped, dealt = [], []
    for number in range(30):
        honest = f"{number:064x}"  # sealed: the last seat sees its hash alone
        tries = (f"{number * 1000 + n:064x}" for n in range(100))
        ground = max(tries, key=partial(strength_dealt, game, ""))
        hoped.append(strength_dealt(game, "", ground))
        dealt.append(strength_dealt(game, honest, ground))
    by_chance = [strength_dealt(game, f"{n:064x}", "") for n in range(30, 330)]
    usual, spread = mean(by_chance), stdev(by_chance)
    assert mean(hoped) > usual + 2 * spread
    assert abs(mean(dealt) - usual) < 4 * spread / 30**0.5


def strength_dealt(game: Game, honest: str, ground: str) -> int:
    """How strong the last seat's first hand is if these two cortes are opened."""
    seats = list(game.seats.order_by("number"))
    seats[0].contribution, seats[1].contribution = honest, ground
    dealer = DealSource(game, seats)
    state = dealer.deal(dealer.first_start())
    return sum(state.deal.ranking.strength[card] for card in state.deal.hands[1])


def test_the_commitment_stands_before_any_corte_and_nobody_sees_one_before_it_is_opened(now):
    ana, luis = a_person(), a_person()
    game = a_table(now, people=[ana, luis], seated=False)
    promised = game.commitment
    sit(game, ana, now)
    sit(game, luis, now)
    assert CORTE not in repr(everything(game))
    open_(game, ana, now)
    assert game.seats.exclude(contribution="").count() == 1
    open_(game, luis, now)
    fold_to_the_end(game, now)
    assert game.commitment == promised
    assert shuffle.opens(
        CORTE, game.seats.get(user=ana).corte_hash, game=game.pk, commitment=promised
    )
