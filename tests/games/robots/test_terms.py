"""Rules whose views are read in a table's terms: which they are, how they read, what is left."""

import random
from bisect import bisect_right
from collections import Counter
from itertools import accumulate, combinations

import pytest

from bench.opponents.duels import winner
from games.engine import (
    Answer,
    apply,
    deal,
    deck_for,
    first_start,
    house_rules,
    make_rules,
    to_token,
    view,
)
from games.engine.envido import value
from games.engine.flor import is_flor
from games.engine.ranks import ranking
from games.engine.rules import USUAL
from games.robots.decide import decide
from games.robots.policy_tables import rule_mapping
from games.robots.policy_tables.info_sets import read_info_set
from games.robots.policy_tables.policy import choose_from_table, lookup_stats
from games.robots.policy_tables.rule_mapping import TERMS, is_outside_table, table_of
from tests.games.engine.hands import dealt, play, table
from tests.games.robots.twins import redealt

SERVED = ("argentino-flor", "trucoestrella", "uruguayo", "uruguayo-online")
SEEDS = range(60)
FREELY = first_start(make_rules("venezolano", {"seats": "2"}), 0)
DOGS = make_rules("uruguayo-online", {"perros": "on"})


@pytest.fixture
def counted():
    lookup_stats.clear()
    yield lookup_stats
    lookup_stats.clear()


@pytest.fixture
def lent_to_truc(monkeypatch):
    """As it is when truc has a table to ask."""
    lent = TERMS["truc"]._replace(lender="argentino")
    monkeypatch.setattr(rule_mapping, "TERMS", {**TERMS, "truc": lent})
    rule_mapping._lent.cache_clear()
    yield
    rule_mapping._lent.cache_clear()


# Which table


@pytest.mark.parametrize(
    ("preset", "options", "target"),
    [
        ("argentino", {"target": "15", "halves": "one"}, 15),
        ("argentino", {"target": "15", "falta": "half", "halves": "one"}, 15),
        ("argentino", {"falta": "shortfall"}, 30),
        ("argentino-flor", {"falta": "malas"}, 30),
        ("argentino-flor", {}, 30),
        ("argentino-flor", {"target": "15", "signals": "on"}, 15),
        ("uruguayo-online", {"perros": "on"}, 40),
        ("uruguayo", {"target": "30"}, 40),
        ("argentino-flor", {"legs_to_win": "2"}, 30),
        ("gauderio", {"seats": "2"}, 30),
        ("gauderio", {"seats": "2", "target": "18"}, 15),
        ("paulista", {"seats": "2", "legs_to_win": "2"}, 12),
        ("venezolano", {"seats": "2", "target": "12"}, 24),
        ("mallorqui", {"seats": "2", "target": "18"}, 24),
    ],
)
def test_a_table_serves_these_rules_by_the_points_that_are_nearest(preset, options, target):
    assert table_of(make_rules(preset, options)).rules.target == target


@pytest.mark.parametrize("preset", [name for name, terms in TERMS.items() if terms.lender])
def test_a_table_serves_what_the_site_proposes(preset):
    for target in USUAL[preset]["target"]:
        rules = house_rules(preset, {"seats": "2", "target": target})
        assert table_of(rules) is not None, target


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("argentino-flor", {"falta": "half_winner"}),
        ("uruguayo", {"falta": "malas"}),
        ("argentino-flor", {"seats": "4"}),
        ("argentino-flor", {"mazo_bonus": "0"}),
        ("gauderio", {}),
        ("gauderio", {"seats": "2", "covered": "on"}),
        ("mallorqui", {"seats": "2", "deck": "40"}),
        ("venezolano", {"seats": "2", "flor": "off"}),
        ("paulista", {"seats": "2", "deck": "24"}),
        ("mineiro", {"seats": "2", "prices": "2-4-8-10-12"}),
        ("truc", {}),
        ("uruguayo", {"envido_ladder": "none"}),
    ],
)
def test_other_house_rules_have_no_table(preset, options):
    assert table_of(make_rules(preset, options)) is None


@pytest.mark.sampled
@pytest.mark.parametrize("preset", SERVED)
def test_hardly_a_situation_is_missing_and_what_is_left_is_counted_apart(preset, counted):
    rules = make_rules(preset)
    for seed in range(60):
        winner(rules, (decide, decide), seed)
    assert counted["rules"] == 0
    assert counted["answered"] > 2 * counted["left"]
    assert counted["situation"] <= 0.03 * counted["answered"]


# How cards read


def spread(preset: str) -> tuple[Counter[int], Counter[int]]:
    """Count each strength and value in hands without flor, with any muestra."""
    rules, rng = make_rules(preset), random.Random(1)
    strengths: Counter[int] = Counter()
    values: Counter[int] = Counter()
    for muestra in deck_for(rules) if rules.muestra else [None]:
        known = ranking(rules.ranks, muestra)
        hands = list(combinations([card for card in deck_for(rules) if card != muestra], 3))
        for hand in rng.sample(hands, 2000) if rules.muestra else hands:
            if not (rules.flor and is_flor(hand, known)):
                strengths.update(known.strength[card] - 1 for card in hand)
                values[value(hand, known)] += 1
    return strengths, values


def at_the_same_height(ours: Counter[int], theirs: Counter[int]) -> list[int]:
    """Return the rank of the middle of each of our buckets among theirs."""
    tops = list(accumulate(theirs[step] / theirs.total() for step in range(max(theirs) + 1)))
    beneath, found = 0.0, []
    for step in range(max(ours) + 1):
        share = ours[step] / ours.total()
        found.append(bisect_right(tops, beneath + share / 2))
        beneath += share
    return found


@pytest.mark.parametrize(
    "preset", ["uruguayo", "uruguayo-online", "truc", "venezolano", "mallorqui"]
)
def test_strengths_and_values_read_as_those_at_the_same_height_of_the_deck(preset):
    reads = (TERMS[preset].strengths, TERMS[preset].values)
    for read, ours, theirs in zip(reads, spread(preset), spread("argentino"), strict=True):
        expected = at_the_same_height(ours, theirs)
        assert len(read) >= len(expected)  # more is counted by hands with a flor alone
        assert all(abs(one - other) <= 1 for one, other in zip(read, expected, strict=False))


def test_in_argentino_nothing_reads_otherwise():
    state = play(table("argentino", "7e 6e 4b", "1b 1e 3o"), "0:7e")
    now = read_info_set(view(state, 1))
    assert (now.value, now.held, now.theirs) == (3, (9, 12, 13), (11,))
    assert not now.terms.is_translated


# What is said in words the table has not


def chosen_tokens(state, seat: int) -> set[str]:
    """All that the table ever says here."""
    now = view(state, seat)
    actions = (choose_from_table(now, now.legal, random.Random(seed)) for seed in SEEDS)
    return {to_token(action) for action in actions if action is not None}


def test_a_vuelvo_is_what_a_table_raises_an_envido_by(lent_to_truc):
    state = play(table("truc", "4e 5b 6o", "7e 6e 3o"), "0:envido")
    assert chosen_tokens(state, 1) & {"vuelvo", "falta"}
    assert not chosen_tokens(state, 1) & {"no", "mazo"}


def test_of_the_numbers_that_an_envido_is_raised_by_a_table_says_two_and_three():
    envido = play(dealt(FREELY, "4e 5o 1c", "11b 7b 4c", muestra="3b"), "0:envido")
    assert {"mas:3"} < chosen_tokens(envido, 1) <= {"quiero", "envido", "mas:3", "falta"}


def test_an_envido_without_real_is_said_with_a_high_value():
    assert "envido" in chosen_tokens(table("uruguayo", "7e 6e 4b", "1c 10b 12c", muestra="3o"), 0)


def test_a_pieza_is_worth_more_than_the_ace_of_swords():
    state = play(table("uruguayo", "3e 1e 6b", "2o 1b 5c", muestra="3o"), "0:envido 1:no 0:1e")
    now = read_info_set(view(state, 1))
    assert now.terms.strengths[now.held[-1]] > now.terms.strengths[now.theirs[0]]


def test_after_a_tied_first_trick_the_table_lays_its_best_card_on_top(lent_to_truc):
    state = play(table("truc", "3e 6e 4b", "3o 5o 7o"), "0:envido 1:no 0:3e 1:3o")
    assert {token for token in chosen_tokens(state, 0) if "/" in token} == {"6e/4b"}


def test_an_envido_that_waits_for_the_end_tells_nothing_but_is_no_riddle(counted, lent_to_truc):
    state = play(table("truc", "7e 6e 4b", "3o 5o 7o"), "0:envido 1:quiero")
    assert chosen_tokens(state, 0)
    assert counted["answered"] == len(SEEDS)


# What is left to judgement


@pytest.mark.parametrize(
    "state",
    [
        table("argentino-flor", "7e 6e 5e", "1b 4c 5o"),
        play(table("argentino-flor", "4c 2c 10c", "7e 6e 5e"), "0:flor"),
        play(table("argentino-flor", "4c 2c 10c", "7e 6e 5e"), "0:flor 1:resto"),
        dealt(first_start(DOGS, 0), "7e 6b 5e", "1b 4c 5o", muestra="4e", perros=1),
        play(table("truc", "3e 1e 7e", "3o 5o 4o"), "0:truco 1:retruco 0:vale4 1:fuera"),
        play(table("truc", "3e 1e 7e", "3o 5o 4o"), "0:(3e) 1:3o 1:5o"),
        play(
            dealt(FREELY, "11b 7b 4c", "4e 5o 1c", muestra="3b"),
            "0:envido 1:mas:9",
        ),
    ],
)
def test_what_no_table_has_words_for_is_left(state, counted, lent_to_truc):
    now = view(state, state.to_act[0])
    assert is_outside_table(now)
    assert choose_from_table(now, now.legal, random.Random(1)) is None
    assert decide(now, now.legal, random.Random(1)) in now.legal
    assert set(counted) <= {"left"}


@pytest.mark.parametrize("score", [(3, 14), (3, 11)])
def test_no_table_refuses_what_would_lose_the_game(score, counted):
    start = first_start(make_rules("argentino", {"target": "15"}), 1, score)
    now = view(play(dealt(start, "4c 5b 12o", "7e 6e 1b"), "1:envido"), 0)
    answers = [choose_from_table(now, now.legal, random.Random(seed)) for seed in SEEDS]
    assert set(counted) == {"answered"}
    assert (Answer(0, accepted=False) in answers) == (score == (3, 11))


@pytest.mark.parametrize("line", ["", "0:truco 1:flor", "0:1b 1:flor 1:5e"])
def test_a_hand_before_and_after_a_flor_is_the_tables(line, counted):
    state = play(table("argentino-flor", "1b 4c 5o", "7e 6e 5e"), line)
    now = view(state, state.to_act[0])
    assert choose_from_table(now, now.legal, random.Random(1)) in now.legal
    assert set(counted) == {"answered"}


# What it may know


@pytest.mark.parametrize("preset", SERVED)
def test_deals_that_look_alike_get_the_same_decision_of_the_table(preset):
    rules, alike = make_rules(preset), 0
    for seed in range(12):
        rng = random.Random(seed)
        deck = list(deck_for(rules))
        rng.shuffle(deck)
        state = deal(first_start(rules, seed % 2), deck)
        while not state.over:
            seat = rng.choice(state.to_act)
            now = view(state, seat)
            action = choose_from_table(now, now.legal, random.Random(seed))
            twin = redealt(state, seat, rng)
            if action is not None and twin is not None and view(twin, seat) == now:
                assert choose_from_table(view(twin, seat), now.legal, random.Random(seed)) == action
                alike += 1
            state = apply(state, action or rng.choice(now.legal))
    assert alike > 20
