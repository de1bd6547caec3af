"""Best responses to a fixed strategy: they beat a random player, and hardly a table strategy."""

from array import array

import pytest

from bench.opponents.duels import duel
from games.engine import make_rules
from games.robots.policy_tables import PARTS, Table, read, table_of
from games.robots.policy_tables.policy import sample_action
from training.__main__ import rules_of
from training.library import Responder, compiled
from training.table_file import packed

RULES = make_rules("argentino")
ROOM = 1 << 20
HANDS = 20_000


@pytest.fixture(scope="module")
def library():
    with compiled(RULES) as built:
        yield built


@pytest.mark.parametrize("in_games", [False, True])
def test_it_wins_of_who_plays_by_chance_and_the_more_it_learns_the_more(library, in_games):
    silent = Table(RULES, array("Q"), array("I"), ())
    responder = Responder(library, 1, ROOM, silent)
    if in_games:
        responder.count_games(HANDS)
    gains = []
    for deals in (10, 1000, 5000):
        responder.go_on(deals)
        gains.append(responder.gain(HANDS)[0])
    assert gains == sorted(gains)
    assert gains[-1] > 2


@pytest.mark.parametrize("in_games", [False, True])
def test_so_much_learning_wins_nothing_of_the_table(library, in_games):
    table = table_of(RULES)
    assert table is not None
    responder = Responder(library, 1, ROOM, table)
    if in_games:
        responder.count_games(HANDS)
    responder.go_on(5000)
    gain, half = responder.gain(HANDS)
    assert gain < half


@pytest.mark.sampled
def test_what_was_learnt_can_be_written_and_played():
    """Of a table that is silent everywhere the response wins most games, to their end."""
    rules = make_rules("argentino", {"target": "15"})
    with compiled(rules) as library:
        responder = Responder(library, 1, ROOM, Table(rules, array("Q"), array("I"), ()))
        responder.count_games(HANDS)
        responder.go_on(3000, whole=True)
        written = read(packed(rules_of("argentino", 15), responder.strategies(), ROOM))
    assert all(sorted(policy) == [0] * 9 + [PARTS] for policy in written.policies)

    def by_response(seen, legal, rng):
        return sample_action(written, seen, legal, rng) or rng.choice(legal)

    def by_chance(_seen, legal, rng):
        return rng.choice(legal)

    assert duel(rules, by_response, by_chance, range(20)).win_pct > 80


def test_the_same_seed_learns_the_same(library):
    def learnt() -> tuple[float, float]:
        responder = Responder(library, 7, ROOM, table_of(RULES))
        responder.go_on(200)
        return responder.gain(500)

    assert learnt() == learnt()
