"""Learning is repeatable, and what is packed is what a robot reads."""

import pytest

from games.engine import make_rules
from games.robots.policy_tables import PARTS, read
from games.robots.policy_tables.info_sets import END, WON
from training.__main__ import first_prices, main, rules_of
from training.library import ACTIONS, Learner, ModelHand, compiled
from training.table_file import packed

ANSWERS = 2 * 2 * 12 * 2 * 4 * 12 * 3
"""What an answer's number keeps below the classes of points left (`situation.c`); the kind is 0."""


def learnt(seed: int, deals: int = 300, *, end_fine: bool = False):
    rules = make_rules("argentino")
    with compiled(rules, end_fine=end_fine) as library:
        learner = Learner(library, seed, 1 << 18)
        learner.set_prices(first_prices(rules))
        learner.go_on(0, deals, deals)
        learner.set_prices(learner.gains(200))
        learner.go_on(deals, deals, 2 * deals)
        return [(key, list(played)) for key, played in learner.strategies()]


@pytest.mark.sampled
def test_the_same_seed_learns_the_same_and_another_something_else():
    assert packed(rules_of("argentino", 30), learnt(1), 500) == packed(
        rules_of("argentino", 30), learnt(1), 500
    )
    assert packed(rules_of("argentino", 30), learnt(1), 500) != packed(
        rules_of("argentino", 30), learnt(2), 500
    )


def test_what_was_packed_is_read_again():
    rows = [
        (70_000, [0, 0, 0, 3.0, 1.0, 0, 0, 0, 0, 0]),
        (12, [1.0, 0, 0, 0, 0, 0, 0, 0, 0, 0.05]),
        (4_000_000_000, [0] * 7 + [2.0, 2.0, 0]),
        (13, [0.5] + [0] * 9),
        (14, [0.0] * 10),
    ]
    table = read(packed(rules_of("argentino", 30), rows, 3))
    assert table.rules == make_rules("argentino")
    assert list(table.keys) == [12, 70_000, 4_000_000_000]
    assert list(table.shares(12)) == [PARTS] + [0] * 9
    assert list(table.shares(70_000)) == [0, 0, 0, 11, 4, 0, 0, 0, 0, 0]
    assert list(table.shares(4_000_000_000)) == [0] * 7 + [8, 8, 0]
    assert table.shares(13) is None
    assert table.shares(14) is None


@pytest.mark.parametrize("end", [0, END])
def test_what_was_met_before_the_envido_is_settled_is_kept_first(end):
    rows = [(end + 3 * number + kind, [2.0 + kind] * 10) for number in (1, 2) for kind in range(3)]
    table = read(packed(rules_of("argentino", 30), rows, 4))
    assert {(key - end) % 3 for key in table.keys} == {0, 1}


@pytest.mark.parametrize(
    ("played", "kept"),
    [
        ([30, 9, 21, 40, 0, 0, 0, 0, 0, 0], [9, 0, 0, 6, 0, 0, 0, 0, 0, 0]),  # of cards the best
        ([30, 30, 0, 0, 0, 0, 0, 0, 0, 0], [8, 8, 0, 0, 0, 0, 0, 0, 0, 0]),  # or the best two
        ([96, 0, 0, 4, 0, 0, 0, 0, 0, 0], [15, 0, 0, 0, 0, 0, 0, 0, 0, 0]),  # a rare call
        ([93, 0, 0, 7, 0, 0, 0, 0, 0, 0], [14, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        ([96, 0, 0, 0, 0, 0, 0, 0, 0, 4], [15, 0, 0, 0, 0, 0, 0, 0, 0, 0]),  # and a rare mazo
        ([2, 1, 1, 96, 0, 0, 0, 0, 0, 0], [0, 0, 0, 15, 0, 0, 0, 0, 0, 0]),  # a rare silence
        ([0, 0, 0, 0, 0, 0, 4, 91, 5, 0], [0, 0, 0, 0, 0, 0, 0, 14, 1, 0]),  # answers stay
    ],
)
def test_what_is_dropped_are_cards_and_calls_and_never_answers(played, kept):
    rows = [(1, [float(share) for share in played])]
    assert list(read(packed(rules_of("argentino", 30), rows, 1)).shares(1)) == kept


def test_scores_near_the_end_are_dealt_often():
    """At least a third of the answers to an envido is where a seat needs four points at most."""
    keys = [key % END for key, _ in learnt(1)]
    scores = [divmod(key // ANSWERS - 49, 7) for key in keys if key % 3 == 0]
    assert {(0, 0), (0, 1), (1, 0), (3, 3), (0, 6), (6, 6)} <= set(scores)
    assert 3 * sum(min(left) < 4 for left in scores) > len(scores)


@pytest.mark.sampled
def test_most_of_what_the_table_of_the_end_learns_lies_there():
    """The rest are hands that come to the end by an envido."""
    shares = [
        sum(key >= END for key, _ in rows) / len(rows)
        for rows in (learnt(1), learnt(1, end_fine=True))
    ]
    assert 0.1 < shares[0] < 0.6 < shares[1] < 1


def won_envidos(rows):
    """The points that a seat needs which has won an envido, 4 at most; in the first trick."""
    for key, _ in rows:
        number, digits = key - END, []
        for radix in (3, 16**3, 32, 2, 6, 2, 3, 5, 3, 5, 5):
            number, digit = divmod(number, radix)
            digits.append(digit)
        _, _, _, _, heard, _, _, _, trick, _, reach = digits
        if (number, trick, heard) == (1, 0, WON):
            yield reach + 1


@pytest.mark.sampled
def test_a_hand_that_comes_to_the_end_by_an_envido_is_learnt_there():
    """Whoever needs three or four points after it began farther away."""
    assert set(won_envidos(learnt(1, end_fine=True))) == {1, 2, 3, 4}


@pytest.mark.sampled
@pytest.mark.parametrize("asked", [[], ["--end"], ["--preset", "mallorqui"]])
def test_the_command_writes_the_same_file_again(monkeypatch, tmp_path, asked):
    files = [tmp_path / name for name in ("one.table", "other.table")]
    for file in files:
        few = ["--deals", "500", "--room", str(1 << 18), "--to", str(file)]
        monkeypatch.setattr("sys.argv", ["training", *few, *asked])
        main()
    one, other = (file.read_bytes() for file in files)
    assert one == other
    assert {key >= END for key in read(one).keys} == {"--end" in asked}


def test_every_situation_that_was_met_has_a_strategy_of_its_actions():
    rows = learnt(3)
    assert len({key for key, _ in rows}) == len(rows) > 5000
    assert all(len(played) == len(ACTIONS) and min(played) >= 0 for _, played in rows)
    played = [each for _, each in rows if sum(each)]
    assert len(played) > 0.3 * len(rows)


SWORDS_1, SWORDS_2, SWORDS_3, SWORDS_7, CLUBS_2, CUPS_4, CUPS_12 = 0, 1, 2, 6, 11, 33, 39
"""Positions in the deck."""
DEALT = [SWORDS_1, SWORDS_2, SWORDS_3, SWORDS_7, CLUBS_2, CUPS_4, CUPS_12]


def tried(score: tuple[int, int], *said: str) -> set[str]:
    """What the seat to act tries after these actions, seat 0 being the mano."""
    with compiled(make_rules("argentino")) as library:
        hand = ModelHand(library, DEALT, score, 0)
        for action in said:
            hand.act(action)
        return hand.tried


@pytest.mark.sampled
def test_a_card_that_answers_another_is_the_lowest_that_does_the_same():
    """Nothing beats the ace of swords: the four goes, neither the two nor the seven."""
    assert {each for each in tried((0, 0), "slot2") if each.startswith("slot")} == {"slot0"}
    assert {"slot0", "slot1"} < tried((0, 0), "slot0")  # a two ties with the two; the seven wins


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("score", "said", "calls"),
    [
        ((29, 0), (), False),
        ((28, 29), (), True),
        ((0, 28), ("truco",), False),  # two points are enough: accept, or refuse
        ((0, 27), ("truco",), True),
    ],
)
def test_nobody_raises_a_hand_that_wins_the_game_as_it_is(score, said, calls):
    assert ("truco" in tried(score, *said)) == calls
