"""Robots: legal always, better than chance, and sensible where a hand of cards leaves no doubt."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from games.engine import (
    Action,
    PlayCard,
    PlayPair,
    Rules,
    State,
    View,
    apply,
    apply_log,
    deal,
    deck_for,
    first_start,
    legal_actions,
    lines,
    make_rules,
    next_hand_start,
    to_token,
    view,
)
from games.robots.cast import CAST
from games.robots.decide import decide
from games.robots.heuristics import heuristic_policy
from games.robots.levels import RobotLevel
from games.robots.win_probability import win_chance
from tests.games.engine.hands import PRESET_NAMES, dealt, every_table, play, table
from tests.games.robots.twins import redealt

SEEDS = range(40)
Player = Callable[[View, Sequence[Action], random.Random], Action]


def at_random(_view: View, legal: Sequence[Action], rng: random.Random) -> Action:
    return rng.choice(legal)


def play_game(rules: Rules, players: Sequence[Player], rng: random.Random) -> list[State]:
    """The finished hands of a game between two teams, each of one mind."""
    deck, ended = list(deck_for(rules)), []
    start = first_start(rules, rng.randrange(rules.seats))
    while start is not None:
        if start.part in ("", "a"):
            rng.shuffle(deck)
        throws = rules.perros and not start.part and rng.random() < 0.2
        thrown = rng.randrange(2) if throws else None
        state = apply_log(deal(start, deck), lines(thrown))
        while not state.over:
            seat = rng.choice(state.to_act)
            seen = view(state, seat)
            state = apply(state, players[seat % 2](seen, seen.legal, rng))
        ended.append(state)
        start = next_hand_start(state)
    return ended


def tokens(state: State, seat: int, seeds: Sequence[int] = SEEDS) -> Counter[str]:
    """Return the choices of the robot in a seat here by its own evaluation, over many seeds."""
    seen = view(state, seat)
    return Counter(
        to_token(heuristic_policy(seen, seen.legal, random.Random(seed))) for seed in seeds
    )


def throws(state: State, seat: int) -> set[str]:
    """Return the cards that it plays here when no call remains."""
    seen = view(state, seat)
    cards = [action for action in seen.legal if isinstance(action, PlayCard | PlayPair)]
    return {to_token(heuristic_policy(seen, cards, random.Random(seed))) for seed in SEEDS}


# Whole games


@pytest.mark.sampled
@pytest.mark.parametrize("rules", every_table(), ids=lambda rules: f"{rules.preset}-{rules.seats}")
def test_robots_finish_every_game_with_legal_actions_in_a_sensible_number_of_hands(rules):
    hands = play_game(rules, (decide, decide), random.Random(7))
    assert hands[-1].winner is not None
    assert len(hands) < 80 * rules.legs_to_win


@pytest.mark.sampled
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_robot_beats_random_play_in_two_games_of_three(preset):
    rules = make_rules(preset)
    won = 0
    for game in range(30):
        players = (decide, at_random) if game % 2 else (at_random, decide)
        hands = play_game(rules, players, random.Random(game))
        won += players[hands[-1].winner] is decide
    assert won >= 20


@pytest.mark.sampled
@pytest.mark.parametrize("seats", ["4", "6"])
def test_a_team_of_robots_beats_random_play_in_two_games_of_three(seats):
    rules = make_rules("argentino-flor", {"seats": seats})
    won = sum(
        play_game(rules, (decide, at_random), random.Random(game))[-1].winner == 0
        for game in range(30)
    )
    assert won >= 20


# What it may know


@pytest.mark.feature("Playing", "Robots see what their seat sees")
@pytest.mark.parametrize("seats", ["2", "4"])
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_deals_that_look_alike_get_the_same_decision(preset, seats):
    rules = make_rules(preset, {"seats": seats})
    alike = 0
    for seed in range(12):
        rng = random.Random(seed)
        who = rng.choice(list(RobotLevel)), rng.choice([*CAST.values()]).style
        deck = list(deck_for(rules))
        rng.shuffle(deck)
        state = deal(first_start(rules, seed % rules.seats), deck)
        while not state.over:
            seat = rng.choice(state.to_act)
            seen = view(state, seat)
            action = decide(seen, seen.legal, random.Random(seed), *who)
            twin = redealt(state, seat, rng)
            if twin is not None and view(twin, seat) == seen:
                legal = legal_actions(twin, seat)
                assert decide(view(twin, seat), legal, random.Random(seed), *who) == action
                alike += 1
            state = apply(state, action)
    assert alike > 20


def test_the_same_view_and_seed_give_the_same_decision():
    state = table("argentino", "7e 6e 1b", "5e 6b 3o")
    assert all(len(tokens(state, 0, [seed] * 5)) == 1 for seed in SEEDS)


# Cards


@pytest.mark.parametrize(
    ("hands", "line", "seat", "card"),
    [
        # the last to play takes the trick with the cheapest winning card
        (("6c 4e 5b", "1e 7c 5o"), "0:6c", 1, "7c"),
        (("3c 4e 5b", "7o 1b 5o"), "0:3c", 1, "7o"),
        # what it cannot take it ties, and what it cannot tie costs the lowest
        (("3c 4e 7b", "3e 3b 5o"), "0:3c", 1, "3e"),
        (("1e 4e 5b", "3e 6o 4c"), "0:1e", 1, "4c"),
        # having lost the first trick a parda is of no use
        (("12c 2e 4b", "3o 2c 1b"), "0:12c 1:3o 1:2c", 0, "4b"),
        # after a tied first trick the best card at once
        (("3c 1e 5b", "3o 6o 2c"), "0:3c 1:3o", 0, "1e"),
        # with the first trick won the strong card is kept for the last
        (("3c 1e 5b", "2o 6o 2c"), "0:3c 1:2o", 0, "5b"),
    ],
)
def test_one_against_one_it_plays(hands, line, seat, card):
    assert throws(play(table("argentino", *hands), line), seat) == {card}


@pytest.mark.parametrize(
    ("hands", "line", "card"),
    [
        # the partner's card wins: the lowest, whoever is still to play after a three or better
        (("3c 5e 4b", "2e 6b 4o", "1e 7c 5o", "1c 12e 6e"), "0:3c 1:2e", "5o"),
        # but a weak card of the partner is helped while a rival is still to play
        (("10c 5e 4b", "7b 6b 4o", "2e 2b 5o", "1c 12b 6e"), "0:10c 1:7b", "2e"),
        # the partner's card is beaten: the cheapest that takes the trick
        (("12c 5e 4b", "2e 6b 4o", "1e 3e 5o", "1c 12e 6e"), "0:12c 1:2e", "3e"),
    ],
)
def test_with_a_partner_it_plays(hands, line, card):
    assert throws(play(table("argentino", *hands), line), 2) == {card}


def test_the_last_seat_does_not_beat_its_partner():
    hands = ("4c 5e 4b", "12e 6b 4o", "5c 3e 5o", "1e 7c 6e")
    assert throws(play(table("argentino", *hands), "0:4c 1:12e 2:5c"), 3) == {"6e"}


def test_having_won_the_first_trick_a_parda_is_enough():
    hands = ("12c 2e 4b", "4o 6b 2o", "5o 6c 7c", "3o 4e 4c")
    line = "0:12c 1:4o 2:5o 3:3o 3:4c 0:2e"
    assert throws(play(table("argentino", *hands), line), 1) == {"2o"}


def test_a_pieza_beats_the_ace_of_swords():
    state = table("uruguayo", "1e 4e 6b", "10o 1b 5c", muestra="3o")
    assert throws(play(state, "0:1e"), 1) == {"10o"}


def test_a_card_that_loses_is_covered_but_never_in_the_first_trick():
    state = table("truc", "3e 1e 4b", "4o 5o 7o")
    assert throws(play(state, "0:1e"), 1) == {"4o"}
    assert throws(play(state, "0:3e 1:4o 0:1e"), 1) == {"(5o)"}


def test_a_card_that_may_count_for_the_envido_is_not_covered():
    state = play(table("truc", "3e 1e 4b", "4o 5o 7o"), "0:envido 1:quiero 0:3e 1:4o 0:1e")
    assert throws(state, 1) == {"5o"}


@pytest.mark.parametrize(("binds", "is_sure"), [("on", True), ("off", False)])
def test_a_covered_first_card_ends_a_hand_only_where_it_binds(binds, is_sure):
    """R-V2, R-V4: where it does not bind, its seat may have kept its best cards."""
    options = {"covered": "on", "cover_from": "1", "cover_binds": binds}
    state = play(table("argentino", "4c 5c 6o", "4o 1e 1b", **options), "0:4c 1:(4o)")
    chance = win_chance(view(state, 0), random.Random(3))
    assert (chance == 1) == is_sure


def test_after_a_tied_first_trick_the_better_card_lies_on_top():
    state = play(table("truc", "3e 1e 4b", "3o 5o 7o"), "0:3e 1:3o")
    assert throws(state, 0) == {"1e/4b"}


def test_a_truco_is_answered_although_the_own_pair_lies_unturned():
    state = play(table("truc", "3e 1e 7e", "3o 5o 4o"), "0:3e 1:3o 0:1e/7e 1:truco")
    assert "no" not in tokens(state, 0)


# Envido


def test_33_is_never_refused():
    state = play(table("argentino", "1b 4c 5o", "7e 6e 3o"), "0:envido")
    answers = tokens(state, 1)
    assert not answers.keys() & {"no", "mazo"}


def test_33_calls():
    assert not tokens(table("argentino", "7e 6e 4o", "5e 6b 3o"), 0).keys() - {
        "envido",
        "real",
        "falta",
    }


def test_a_low_value_declines_a_falta():
    state = play(table("argentino", "1b 4c 5o", "4e 6b 12o"), "0:falta")
    assert tokens(state, 1).keys() == {"no"}


def test_no_call_is_refused_when_the_refusal_loses_the_game():
    weak = ("1b 4c 5o", "4e 6b 12o")
    for call in ("envido", "real", "falta", "truco"):
        state = play(table("argentino", *weak, score=(29, 20)), f"0:{call}")
        assert not tokens(state, 1).keys() & {"no", "mazo"}


def test_the_envido_counts_cards_already_played():
    state = play(table("argentino", "7e 6e 1b", "5e 6b 3o"), "0:6e 1:envido")
    assert not tokens(state, 0).keys() & {"no", "mazo"}


def test_a_poor_envido_is_bluffed_now_and_then():
    calls = tokens(table("argentino", "1b 4c 6o", "5e 6b 3o"), 0, range(400))
    bluffs = calls["envido"] + calls["real"] + calls["falta"]
    assert 0 < bluffs < 80


def test_with_partners_a_poor_envido_is_bluffed_more_often_and_mostly_as_a_real():
    hands = ("1b 4c 6o", "5e 6b 3o", "4e 12b 3c", "5c 2e 11o")
    calls = tokens(table("argentino", *hands), 0, range(200))
    alone = tokens(table("argentino", *hands[:2]), 0, range(200))
    assert calls["real"] + calls["envido"] > 2 * (alone["real"] + alone["envido"])
    assert calls["real"] > calls["envido"] > 0


# Flor


def test_a_flor_is_announced_before_anything_else():
    state = table("argentino-flor", "7e 6e 5e", "1b 4c 5o")
    assert tokens(state, 0).keys() == {"flor"}


def test_the_best_flor_is_contested():
    state = play(table("argentino-flor", "4c 2c 10c", "7e 6e 5e"), "0:flor")
    assert tokens(state, 1)["resto"] > 20
    assert "achico" not in tokens(state, 1)


def test_a_poor_flor_gives_in_to_a_challenge():
    state = play(table("argentino-flor", "4c 1c 10c", "7e 6e 5e"), "0:flor 1:resto")
    assert not tokens(state, 0).keys() - {"no", "achico"}


@pytest.mark.parametrize("contest", ["argentine", "uruguayan", "ladder"])
def test_for_a_mates_flor_it_answers_whatever_its_own_cards_are(contest):
    told = []
    for own in ("7e 7o 6b", "4o 5b 10e", "1e 2e 3o"):
        hands = ("7c 6c 5c", own, "3e 2b 11e", "4b 1b 10b")
        challenge = "contraflor" if contest == "argentine" else "conflor"
        state = table("argentino-flor", *hands, score=(20, 20), flor_contest=contest)
        told.append(tokens(play(state, f"0:flor 3:flor 0:{challenge}"), 1))
    assert told == told[:1] * 3


@pytest.mark.parametrize(("paid", "gives_in"), [("each", False), ("best", True)])
def test_no_flor_gives_in_where_that_loses_the_game(paid, gives_in):
    """R-F10: two flores of the rivals pay six, or three in all."""
    hands = ("7c 6c 5c", "7e 7o 4e", "7b 6b 5b", "2o 1o 10o")
    state = table("argentino-flor", *hands, score=(25, 20), flores_paid=paid)
    assert ("achico" in tokens(play(state, "0:flor 2:flor"), 3)) == gives_in


# Truco


def test_a_hand_that_is_sure_to_win_is_never_refused():
    state = play(table("argentino", "3c 1e 5b", "2o 6o 2c"), "0:3c 1:2o 0:5b 1:truco")
    assert not tokens(state, 0).keys() & {"no", "mazo"}


def test_a_hand_that_is_sure_to_lose_declines():
    line = "0:3c 1:2o 0:5b 1:6o 1:4c 0:truco"
    state = play(table("argentino", "3c 1e 5b", "2o 6o 4c"), line)
    assert tokens(state, 1).keys() == {"no"}


def test_the_two_aces_call_and_raise():
    state = play(table("argentino", "1e 1b 4c", "2o 6o 3c"), "0:envido 1:no")
    assert tokens(state, 0)["truco"] > 30
    state = play(table("argentino", "2o 6o 3c", "1e 1b 4c"), "0:envido 1:no 0:truco")
    assert tokens(state, 1)["retruco"] > 30


def test_a_truco_is_bluffed_now_and_then():
    state = play(table("argentino", "4e 5b 6o", "2o 6b 3c"), "0:envido 1:no")
    assert 0 < tokens(state, 0, range(400))["truco"] < 80


def test_a_hand_that_wins_the_game_as_it_is_calls_no_truco():
    state = play(table("argentino", "2o 6o 3c", "1e 1b 4c", score=(20, 29)), "0:3c")
    assert "truco" not in tokens(state, 1)


def test_partners_do_not_raise_a_truco_that_wins_the_game_as_it_is():
    hands = ("2o 6o 3c", "1e 1b 4c", "5c 6b 12o", "7e 7o 3b")
    state = play(table("argentino", *hands, score=(20, 28)), "0:envido 1:no 0:3c 1:4c 2:truco")
    assert tokens(state, 3).keys() == {"quiero"}


# Mazo and the dogs


def test_a_lost_hand_is_sometimes_given_up_but_never_in_the_first_trick():
    state = table("argentino", "1e 7e 5b", "2o 6o 4c")
    assert "mazo" not in tokens(play(state, "0:1e"), 1, range(200))
    lost = tokens(play(state, "0:1e 1:4c 0:7e"), 1, range(200))
    assert 0 < lost["mazo"] < 100


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("5o 11o 1e", "ley:quiere:quiere"),
        ("7e 6e 5e", "ley:quiere:pasa"),
        ("5e 6b 12c", "punto:pasa:pasa"),
    ],
)
def test_the_dogs_are_answered_part_by_part(hand, answer):
    rules = make_rules("uruguayo-online", {"perros": "on"})
    state = dealt(first_start(rules, 0), hand, "7b 7c 1b", muestra="4o", perros=1)
    assert tokens(state, 0)[answer] > 25


@pytest.mark.parametrize(
    ("hand", "answers"),
    [
        ("5e 6b 12c", {"punto:pasa:quiere", "punto:quiere:pasa"}),
        ("3e 3b 12c", {"punto:pasa:quiere"}),
        ("5e 7e 12c", {"punto:quiere:pasa"}),
    ],
)
def test_of_the_dogs_that_would_win_the_leg_the_likelier_part_is_accepted(hand, answers):
    start = first_start(make_rules("uruguayo-online", {"perros": "on"}), 0, (20, 38))
    state = dealt(start, hand, "7b 7c 1b", muestra="4o", perros=1)
    assert tokens(state, 0).keys() == answers
