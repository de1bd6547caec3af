"""Two deals that nobody else can tell apart give everybody else the same bytes.

Each state of random hands has a twin: the same public history, the same seed of chance, other cards
where a viewer has not looked. What the viewer and the spectators are sent must be the same, with
every mood that public events can suggest, whatever señas those others make; and so must the moment
at which a robot acts.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from games.artwork.faces import Mood
from games.chat.phrases import GESTURES, said_after
from games.engine import PRESETS, USUAL, Rules, State, make_rules, signals, view
from games.engine.hand_end import revealed_cards
from games.models import Game, Seat
from games.play.log import compute_deadline
from games.robots.levels import RobotLevel
from games.table_view.faces import seat_mood
from tests.games.robots.twins import redealt
from tests.games.table_view.boards import (
    NOW,
    a_game,
    a_hand,
    random_states,
    rendered_table,
    some_seats,
)

SEATS = 4
OF_FOUR = [preset for preset in PRESETS if str(SEATS) in USUAL[preset]["seats"]]
TWINS = 24  # of each preset
COMMITMENTS = 2  # other chances for the same moods
MOOD_DRAWS = 12
TRIES = 4


def told_values(state: State) -> object:
    """What was said aloud or laid open: twins differ in nothing of it."""
    declared = state.envido.declared, state.flor.declared
    return declared, revealed_cards(state), state.points, state.score, state.to_act


def twins(preset: str, chance: Random) -> Iterator[tuple[State, State, int]]:
    """Yield pairs of states that only the hands of others than a viewer tell apart."""
    for state in random_states(preset, chance, TWINS, SEATS):
        viewer = chance.randrange(SEATS)
        for _ in range(TRIES):
            twin = redealt(state, viewer, chance)
            if twin and twin.deal.hands != state.deal.hands:
                if told_values(twin) == told_values(state):
                    yield state, twin, viewer
                break


def seats_with_signs(game: Game, viewer: int, chance: Random) -> list[Seat]:
    """Everybody else makes a seña that the viewer does not see; they look where they like."""
    seats = some_seats(game)
    for seat in seats:
        seat.robot = seat.number == (viewer + 1) % SEATS
        if seat.number != viewer:
            seen = {str(each) for each in range(SEATS) if each not in (viewer, seat.number)}
            seat.sign, seat.signed_at = chance.choice([*GESTURES, ""]), NOW
            seat.sign_seen = "".join(sorted(chance.sample(sorted(seen), chance.randrange(3))))
            seat.watches = chance.choice([None, *(n for n in range(SEATS) if n % 2 != seat.team)])
    return seats


def rules_of(preset: str) -> Rules:
    return make_rules(preset, {"seats": str(SEATS)})


@pytest.mark.feature(
    "Playing", "Twin deals give equal bytes, moods, señas and pauses to all others"
)
@pytest.mark.parametrize("preset", OF_FOUR)
def test_twin_deals_give_others_the_same_bytes_and_pauses(preset: str) -> None:
    chance = Random(f"twins {preset}")
    worn, compared = set(), 0
    for state, twin, viewer in islice(twins(preset, chance), TWINS):
        for number in range(COMMITMENTS):
            game = a_game(state.start.rules, commitment=f"{number + compared:064x}")
            tables = [seats_with_signs(game, viewer, chance) for _ in range(2)]
            for other in (viewer, None):
                pages = {
                    rendered_table(deal, other, game=game, seats=seats)
                    for deal, seats in zip((state, twin), tables, strict=True)
                }
                assert len(pages) == 1, (preset, other, state.actions, state.deal, twin.deal)
            assert len({deadline(game, tables[0], deal) for deal in (state, twin)}) == 1
        for number in range(MOOD_DRAWS):
            game = a_game(state.start.rules, commitment=f"{number:064x}")
            moods, same = (
                [seat_mood(view(deal, None), game, seat) for seat in range(SEATS)]
                for deal in (state, twin)
            )
            assert moods == same
            worn.update(moods)
        compared += 1
    assert compared == TWINS
    assert worn == set(Mood)


def deadline(game: Game, seats: list[Seat], state: State) -> object:
    """When the server acts next, if robots sit at all seats."""
    for seat in seats:
        seat.robot, seat.user = True, None
    game.robot_level = RobotLevel.TAHUR
    return compute_deadline(game, seats, state, NOW)


def test_what_a_robot_says_after_a_hand_is_asked_of_no_card() -> None:
    """Its only arguments are the number of the table, the hand's label, who won, who are robots."""
    said = {said_after(4, str(label), 0, (1, 3)) for label in range(200)}
    assert len(said) > 2
    assert said == {said_after(4, str(label), 0, (1, 3)) for label in range(200)}


@pytest.mark.parametrize("preset", OF_FOUR)
def test_a_sign_is_in_the_bytes_of_those_alone_who_saw_it(preset: str) -> None:
    chance = Random(preset)
    state = next(random_states(preset, chance, 1, SEATS))
    assert signals(make_rules(preset, {"seats": str(SEATS), "signals": "on"}))
    game = a_game(state.start.rules)
    for sign in GESTURES:
        for seen in ("2", "12", ""):
            seats = some_seats(game, sign=sign, signed_at=NOW, sign_seen=seen)
            plain = some_seats(game)
            differs = {
                viewer
                for viewer in (None, 0, 1, 2, 3)
                if rendered_table(state, viewer, game=game, seats=seats)
                != rendered_table(state, viewer, game=game, seats=plain)
            }
            assert differs == {0, *map(int, seen)}


def test_a_mood_has_the_same_odds_for_a_true_call_and_a_lie() -> None:
    """Chance decides by the public commitment: over many tables either deal bluffs as often."""
    strong, weak = ("1e 7e 3o", "4c 5o 6b"), ("4c 5o 6b", "1e 7e 3o")

    def moods_after_truco(hands: tuple[str, ...]) -> list[Mood]:
        called = a_hand(hands, "0:truco")
        return [
            seat_mood(view(called, None), a_game(called.start.rules, commitment=f"{n:064x}"), 0)
            for n in range(300)
        ]

    assert moods_after_truco(strong) == moods_after_truco(weak)
    assert 0.3 < moods_after_truco(strong).count(Mood.BLUFF) / 300 < 0.5
