"""Declarations of a seat: remembered by robots, which themselves reveal no more than needed."""

import random
from collections import Counter
from itertools import combinations

import pytest

from games.engine import (
    CHOICES,
    PRESETS,
    Answer,
    Call,
    CallName,
    RulesError,
    State,
    apply,
    deal,
    deck_for,
    first_start,
    legal_actions,
    make_rules,
    next_hand_start,
    to_token,
    view,
)
from games.engine.envido import value
from games.engine.flor import is_flor
from games.robots.cast import CAST
from games.robots.decide import decide
from games.robots.declarations import declared_bounds, hands_within_bounds
from games.robots.heuristics import heuristic_policy
from games.robots.inference import infer_from_play
from games.robots.levels import RobotLevel
from games.robots.observation import played_cards, sample_hands, unseen_cards
from tests.games.engine.hands import play, ranking_with_muestra, table

PLAIN = ranking_with_muestra(None)
LOST_TO_31 = "0:envido 1:quiero"


def imagined_hands(state: State, seat: int, other: int, times: int = 60):
    seen = view(state, seat)
    up = played_cards(seen, other)
    return [(*up, *hands[other]) for hands in sample_hands(seen, random.Random(3), times)]


# What was declared


@pytest.mark.feature("Playing", "Robots remember what was declared")
@pytest.mark.parametrize("line", [LOST_TO_31, f"{LOST_TO_31} 0:4o 1:7b", f"{LOST_TO_31} 0:4o 1:3o"])
def test_a_declared_value_leaves_only_hands_that_count_it(line):
    state = play(table("argentino", "4o 5b 1b", "7b 4b 3o"), line)
    hands = imagined_hands(state, 0, 1)
    assert {value(hand, PLAIN) for hand in hands} == {31}
    assert len({frozenset(hand) for hand in hands}) > 5


@pytest.mark.parametrize("line", [LOST_TO_31, f"{LOST_TO_31} 0:4o 1:7b", f"{LOST_TO_31} 0:4o 1:3o"])
def test_every_hand_that_counts_it_may_come(line):
    """The list is that of trying all hands one by one."""
    seen = view(play(table("argentino", "4o 5b 1b", "7b 4b 3o"), line), 0)
    deck, up = unseen_cards(seen), played_cards(seen, 1)
    found = hands_within_bounds(seen, declared_bounds(seen)[1], up, seen.counts[1], deck)
    tried = combinations(deck, seen.counts[1])
    assert {frozenset(hand) for hand in found} == {
        frozenset(hand) for hand in tried if value((*up, *hand), PLAIN) == 31
    }
    assert len(found) == len(set(found))


def test_who_said_that_those_are_good_has_no_more():
    state = play(table("argentino", "7b 4b 3o", "4o 5b 1b"), LOST_TO_31)
    values = {value(hand, PLAIN) for hand in imagined_hands(state, 0, 1)}
    assert max(values) <= 31
    assert len(values) > 5


def test_two_who_declared_hold_different_cards():
    hands = ("4o 5b 1b", "7o 6o 3b", "10c 10o 2e", "7c 6c 3c")
    state = play(table("argentino", *hands), "0:envido 1:quiero")
    for dealt in sample_hands(view(state, 0), random.Random(3), 60):
        cards = [card for hand in dealt.values() for card in hand]
        assert len(cards) == len(set(cards))
        assert value(dealt[1], PLAIN) == 33


def test_a_refused_envido_binds_nothing():
    state = play(table("argentino", "4o 5b 1b", "7b 4b 3o"), "0:envido 1:no")
    assert declared_bounds(view(state, 0)) == {}


@pytest.mark.parametrize(("preset", "muestra"), [("argentino-flor", None), ("uruguayo", "7o")])
def test_who_announced_a_flor_holds_one(preset, muestra):
    state = play(table(preset, "7e 6e 5e", "1b 4c 5o", muestra=muestra), "0:flor 0:7e")
    ranking = ranking_with_muestra(muestra)
    hands = imagined_hands(state, 1, 0)
    assert all(is_flor(hand, ranking) for hand in hands)
    assert len({frozenset(hand) for hand in hands}) > 5


FOUR = ("7b 4b 3o", "5e 5o 12c", "6e 3b 4c", "7e 2e 1c")
"""Envidos of 31, 5, 6 and 29."""


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        # seat 2 need not speak after its mate, whatever it holds; the rivals have 31 at most
        ("0:envido 1:quiero", {0: (31, 31), 1: (0, 31), 3: (0, 31)}),
        # seat 3 beat 6; its mate may hold more
        ("2:envido 3:quiero", {2: (6, 6), 3: (29, 29), 0: (0, 29)}),
    ],
)
def test_declared_team_by_team_only_rivals_of_the_winner_have_less(line, declared):
    """R-E11."""
    mano = int(line[0])
    hands = FOUR if mano == 0 else ("5c 5b 3o", *FOUR[1:])
    state = play(table("argentino", *hands, mano=mano, declaration="alternate"), line)
    bounds = declared_bounds(view(state, 1))
    assert {seat: each[:2] for seat, each in bounds.items()} == declared


@pytest.mark.parametrize(
    ("callers", "line", "quiet"),
    [
        ("any", "0:7b 1:5e 2:6e", {0, 1, 2}),
        ("team", "0:7b 1:5e 2:6e", {0, 1}),
        ("pies", "0:7b 1:5e 2:6e", {2}),
        ("pies", "2:mazo 0:7b 1:5e", {0}),
    ],
)
def test_silence_says_something_of_seats_that_might_have_called(callers, line, quiet):
    """R-E10."""
    state = play(table("argentino", *FOUR, envido_callers=callers, mazo_turn="any"), line)
    signs = infer_from_play(view(state, 3))
    assert {seat for seat, sign in signs.items() if sign.is_quiet} == quiet


def test_a_covered_card_may_have_been_counted_so_that_nothing_is_known():
    options = {"covered": "on"}
    state = play(table("argentino", "4o 5b 1b", "7b 4b 3o", **options), f"{LOST_TO_31} 0:4o 1:(3o)")
    assert 1 not in declared_bounds(view(state, 0))


# What a call tells


def calls_of(hand: str, seeds: range, score=(0, 0)) -> Counter[str]:
    state = table("argentino", hand, "5e 6b 3o", score=score)
    seen = view(state, 0)
    said = (to_token(heuristic_policy(seen, seen.legal, random.Random(seed))) for seed in seeds)
    return Counter(token for token in said if token in ("envido", "real", "falta"))


@pytest.mark.feature("Playing", "The size of a robot's envido does not tell its value")
@pytest.mark.sampled
@pytest.mark.parametrize("score", [(0, 0), (27, 26)])
def test_the_size_of_an_envido_does_not_tell_its_value(score):
    """The best hand, a middling one and a bluff are called in the same sizes."""
    shares = []
    for hand, seeds in (
        ("7c 6c 4o", range(400)),
        ("7c 1c 4o", range(400)),
        ("4e 11b 12o", range(3000)),
    ):
        said = calls_of(hand, seeds, score)
        assert said.total() > 80
        shares.append({size: said[size] / said.total() for size in ("envido", "real", "falta")})
    for size in ("envido", "real", "falta"):
        told_by_size = [share[size] for share in shares]
        assert max(told_by_size) - min(told_by_size) < 0.15
    assert all(share["real"] > 0.1 for share in shares)


def test_a_falta_for_the_whole_game_is_never_the_first_word():
    assert calls_of("7c 6c 4o", range(300))["falta"] == 0


def test_a_truco_is_refused_by_less_than_a_third_of_all_hands():
    """A caller who loses every hand that is played gains by calling if more refuse than that."""
    rules, refused, deals = make_rules("argentino"), 0, 250
    deck = list(deck_for(rules))
    for seed in range(deals):
        random.Random(seed).shuffle(deck)
        state = apply(deal(first_start(rules, 0), deck), Call(0, CallName.TRUCO))
        seen = view(state, 1)
        answers = [action for action in seen.legal if not _is_envido(action)]
        refused += heuristic_policy(seen, answers, random.Random(seed)) == Answer(1, accepted=False)
    assert 0.1 < refused / deals < 0.31  # the robots of commit 5d35910: 0.34


def _is_envido(action) -> bool:
    return isinstance(action, Call) and action.canto in (
        CallName.ENVIDO,
        CallName.REAL,
        CallName.FALTA,
    )


# For any house rules


def house_rules(rng: random.Random):
    """Rules of any preset with some options changed; drawn again where they clash."""
    while True:
        changed = {key: rng.choice(CHOICES[key]) for key in rng.sample(sorted(CHOICES), 4)}
        try:
            return make_rules(rng.choice(sorted(PRESETS)), changed | {"target": "12"})
        except RulesError:
            continue


@pytest.mark.parametrize("seed", range(40))
def test_decisions_are_legal_under_any_house_rules(seed):
    rng = random.Random(seed)
    rules = house_rules(rng)
    start, deck, hands = first_start(rules, 0), list(deck_for(rules)), 0
    while start is not None and hands < 4:
        rng.shuffle(deck)
        state = deal(start, deck)
        while not state.over:
            seat = rng.choice(state.to_act)
            legal = legal_actions(state, seat)
            who = rng.choice(list(RobotLevel)), rng.choice([*CAST.values()]).style
            action = decide(view(state, seat), legal, rng, *who)
            assert action in legal
            # another seat's choice, so that robots see unusual hands, too
            state = apply(state, action if rng.random() < 0.7 else rng.choice(legal))
        start, hands = next_hand_start(state), hands + 1
