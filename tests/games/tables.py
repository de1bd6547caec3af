"""Tables for tests: plain functions with defaults."""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import count
from random import Random
from uuid import uuid4

from django.conf import settings

from accounts.models import User
from games import tasks
from games.casual import services as casual
from games.engine import State, legal_actions, make_rules, to_token, view
from games.fair import shuffle
from games.fair.shuffle import corte_hash
from games.models import Game, Seat
from games.play import actions, clock, cut_secrets, time_limit
from games.play import seats as play_seats
from games.play.actions import ActionResult
from games.play.replay import DealSource, current_state
from games.play.seats import SeatPlan
from games.robots import decide
from games.robots.timing import LEAST, MOST
from tests.runner import chance

CORTE = "00112233445566778899aabbccddeeff" * 2
names = chance.Names()  # each test begins them anew


def a_person(name: str = "") -> User:
    """Somebody with an account."""
    return User.objects.create_user(username=name or next(names), password="secreto")


def a_table(
    now: datetime,
    *,
    people: Sequence[User | None] = (),
    preset: str = "argentino",
    turn_seconds: int = 30,
    competitive: bool = False,
    public: bool = True,
    seated: bool = True,
    dealt: Callable[[State], bool] | None = None,
    waits_for_dogs: bool = False,
    **options: str,
) -> Game:
    """A table with these people (None: a robot), all of them seated, so that it has started.

    With perros its first hand is dealt, too, unless it `waits_for_dogs`.

    `dealt` says what the first hand has to be like, for a test that needs certain cards.
    """
    seats = people or [a_person(), a_person()]
    game = play_seats.open_game(
        rules=make_rules(preset, {"seats": str(len(seats)), **options}),
        seats=[SeatPlan(user=user, robot=user is None) for user in seats],
        competitive=competitive,
        public=public,
        turn_seconds=turn_seconds,
        title="",
        now=now,
    )
    if dealt is not None:
        lay(game, dealt)
    people = [user for user in seats if user is not None]
    for user in people if seated else ():
        play_seats.sit_down(
            game_id=game.pk, user=user, corte_hash=sealed(game), address="", now=now
        )
    for user in people if seated else ():
        cut_secrets.reveal_cut(game_id=game.pk, user=user, corte=CORTE, now=now)
    game.refresh_from_db()
    if game.status == Game.Status.OPENING and not waits_for_dogs:
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        game.refresh_from_db()
    return game


def sealed(game: Game, corte: str = CORTE) -> str:
    """The hash with which a browser seals its corte for this table."""
    return corte_hash(bytes.fromhex(corte), game=game.pk, commitment=game.commitment)


def lay(game: Game, dealt: Callable[[State], bool]) -> None:
    """Give a table without players the first seed that deals the given first hand."""
    seats = list(game.seats.order_by("number"))
    for seat in seats:
        seat.contribution = "" if seat.robot or seat.companion else CORTE
    for number in count():
        seed = hashlib.sha256(str(number).encode()).digest()
        game.sealed_seed, game.commitment = shuffle.seal(seed), shuffle.commitment(seed, game.pk)
        dealer = DealSource(game, seats)
        if dealt(dealer.deal(dealer.first_start())):
            game.save(update_fields=["sealed_seed", "commitment"])
            return


def may_fold(state: State) -> bool:
    """Whether the first to act may go to the mazo: a flor of theirs comes before it (R-F)."""
    return "mazo" in map(to_token, legal_actions(state, state.to_act[0]))


def state_of(game: Game) -> State:
    """The engine's state of the hand in progress."""
    game.refresh_from_db()
    return current_state(game, DealSource(game, list(game.seats.order_by("number"))))


def whoever_acts(game: Game) -> Seat:
    """The seat that is due."""
    return game.seats.get(number=state_of(game).to_act[0])


def act(
    game: Game, token: str, now: datetime, *, seat: int | None = None, **more: str
) -> ActionResult:
    """Do one action through the write path, as the browser of the seat that is due would."""
    number = whoever_acts(game).number if seat is None else seat
    return actions.play(
        game_id=game.pk,
        seat=number,
        token=token,
        seen_version=game.version,
        action_id=more.pop("action_id", uuid4().hex),
        now=now,
        **more,
    )


def ring_alarm(game: Game) -> None:
    """Run the current alarm of a table, as a worker does."""
    assert game.alarm_at is not None
    tasks.turn_timeout(game.pk, game.alarm_at.isoformat())


def a_legal_token(game: Game) -> str:
    """Return the action that a robot would choose for the seat to act."""
    return _robot_action(state_of(game), game.version)


def a_card_to_play(game: Game) -> str:
    """Return a card of the seat to act, of any value, so that no call ends the hand early."""
    state = state_of(game)
    legal = map(to_token, legal_actions(state, state.to_act[0]))
    return next(token for token in legal if token[0].isdigit())


def takes_a_pause(wait: timedelta) -> bool:
    """Whether a robot may think for so long."""
    usual = timedelta(seconds=settings.ROBOT_PAUSE)
    return LEAST * usual <= wait <= MOST * usual


def play_to_the_end(game: Game, now: datetime) -> datetime:
    """Play every turn like a robot until a team wins; return the last instant."""
    while not game.is_over:
        now, state = now + timedelta(seconds=1), state_of(game)
        if state.over:
            now = game.act_by or now
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        else:
            act(game, _robot_action(state, game.version), now, seat=state.to_act[0])
        game.refresh_from_db()
    return now


def fold_to_the_end(game: Game, now: datetime) -> datetime:
    """Fold every hand to end the game quickly."""
    while not game.is_over:
        now = now + timedelta(seconds=1)
        if state_of(game).over:
            now = game.act_by or now
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        else:
            act(game, "mazo", now)
        game.refresh_from_db()
    return now


def agree_to_end(game: Game, now: datetime) -> Game:
    """Vote for ending the game with every seat."""
    for seat in game.seats.filter(user__isnull=False):
        casual.vote_to_end(game_id=game.pk, seat=seat.number, hand="", ends=True, now=now)
    game.refresh_from_db()
    return game


def _robot_action(state: State, version: int) -> str:
    seat = state.to_act[0]
    return to_token(decide(view(state, seat), legal_actions(state, seat), Random(version)))


def ended_by_time(now: datetime, *, decides: bool = True, **options: str) -> Game:
    """A game whose only hand was folded after the bell: the other side wins by time (R-S5)."""
    game = a_table(now, dealt=may_fold, **options)
    time_limit.set_time_limit_of_new_table(game, at=now, left=None, decides=decides)
    while not state_of(game).over:
        act(game, "mazo", now)
    game.refresh_from_db()
    assert game.act_by is not None
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    return game
