"""The benchmark of robots: a fair duel, and opponents that do not change."""

import hashlib
import random

import pytest

from bench.opponents import OPPONENTS
from bench.opponents.call_frequency import envidos_said
from bench.opponents.card_waste import DEAR, cards_spent
from bench.opponents.duels import duel, outcomes, score, winner
from bench.opponents.load_time import load
from bench.opponents.signers import Signer
from bench.opponents.table_policy import tabled
from bench.robots import measure, parsed
from games.engine import (
    PlayCard,
    Rules,
    apply,
    deal,
    deck_for,
    first_start,
    make_rules,
    to_token,
    view,
)
from games.robots import policy_tables
from games.robots.decide import decide
from games.robots.heuristics import heuristic_policy
from games.robots.levels import PLAYERS, RobotLevel
from tests.games.engine.hands import every_table, with_options

ARGENTINO = make_rules("argentino", {"target": "15"})


def first_legal(_view, legal, _rng):
    return legal[0]


FROZEN_RULES = (
    "argentino",
    "argentino-flor",
    "trucoestrella",
    "uruguayo",
    "uruguayo-online",
    "truc",
)
"""The presets that the frozen robots know, as these presets then were."""


def plays(name: str, rules: Rules) -> bool:
    return name != "frozen" or (rules.preset in FROZEN_RULES and rules not in with_options())


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "rules"),
    [(name, rules) for name in sorted(OPPONENTS) for rules in every_table() if plays(name, rules)],
    ids=lambda one: one if isinstance(one, str) else f"{one.preset}-{one.seats}",
)
def test_every_opponent_plays_every_table_legally_to_its_end(rules, name):
    assert winner(rules, (OPPONENTS[name], first_legal), seed=3) in (0, 1)


def test_against_itself_without_chance_a_player_wins_one_game_of_every_pair():
    honest = OPPONENTS["honest"]
    assert list(outcomes(ARGENTINO, honest, honest, range(20))) == [0.5] * 20


def test_one_against_one_the_loner_bets_like_the_robots():
    loner = OPPONENTS["loner"]
    assert list(outcomes(ARGENTINO, heuristic_policy, loner, range(2))) == [0.5] * 2


def test_a_deal_depends_on_its_seed_and_number_alone_so_that_sides_can_be_changed():
    def first_cards(*, lively_seat):
        """The cards of seat 0 in its first decision of each hand, whoever plays how."""
        found = {}

        def noting(seen, legal, rng):
            if seen.viewer == 0:
                found.setdefault(seen.label, seen.events[0].cards)
            return rng.choice(legal) if seen.viewer == lively_seat else legal[0]

        winner(ARGENTINO, (noting, noting), seed=5)
        return found

    one, other = first_cards(lively_seat=0), first_cards(lively_seat=1)
    shared = one.keys() & other.keys()
    assert len(shared) > 2
    assert all(one[label] == other[label] for label in shared)
    assert len({one[label] for label in shared}) == len(shared)


def test_the_interval_is_that_of_the_pairs():
    """Of 100 pairs half won both ways and half lost both ways: a deviation of a half."""
    told = score([1.0, 0.0] * 50)
    assert (told.win_pct, told.pairs) == (50.0, 100)
    assert told.ci95 == pytest.approx(9.8, abs=0.1)
    assert score([0.5] * 100).ci95 == 0


def test_a_row_says_all_that_is_asked_of_it():
    row = measure("truc", 2, None, "present", "honest", range(1))
    assert set(row) == {
        *("preset", "seats", "target", "begin", "robot", "signs", "opponent"),
        *("win_pct", "ci95", "pairs", "cpu_ms_per_decision", "p99_ms", "missing_pct"),
    }
    assert (row["target"], row["pairs"]) == (24, 1)


@pytest.mark.sampled
def test_the_frozen_robots_play_as_they_ever_did():
    """The tokens of hands: whoever changes a frozen file has to answer for it here."""
    said = hashlib.sha256()
    for preset, seats in (("argentino", "2"), ("uruguayo-online", "4"), ("argentino-flor", "6")):
        rules = make_rules(preset, {"seats": seats})
        rng = random.Random(11)
        for number in range(40):
            start = first_start(rules, number % rules.seats, (number % 11, number % 23))
            state = deal(start, rng.sample(deck_for(rules), len(deck_for(rules))))
            while not state.over:
                seat = state.to_act[0]
                action = OPPONENTS["frozen"](view(state, seat), view(state, seat).legal, rng)
                said.update(f"{seat}:{to_token(action)} ".encode())
                state = apply(state, action)
    assert said.hexdigest()[:16] == "a230a8b94999d75c"  # what commit 5d35910 itself plays


def test_the_frozen_robots_beat_chance():
    def at_random(_view, legal, rng):
        return rng.choice(legal)

    assert duel(ARGENTINO, OPPONENTS["frozen"], at_random, range(20)).win_pct > 80


def test_the_honest_one_tells_its_envido_and_the_bully_does_not():
    honest, bully = (envidos_said(ARGENTINO, OPPONENTS[n], range(200)) for n in ("honest", "bully"))
    assert {value: said[""] == 0 for value, said in honest.items()} == {
        value: value >= 28 for value in honest
    }
    assert sum(said.total() for said in bully.values()) == 200
    assert any(said["envido"] for value, said in bully.items() if value < 24)


def test_a_table_is_read_in_a_process_of_its_own():
    row = load("argentino-2-30")
    assert set(row) == {
        *("table", "file_kb", "situations", "load_cpu_ms", "memory_mb", "peak_mb"),
    }
    assert row["situations"] == 694_672
    assert 0 < row["memory_mb"] < row["peak_mb"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("asked", "rows"),
    [([], 7), (["--league"], 21), (["--tables"], 9), (["--learner"], 2), (["--waste"], 2)],
)
def test_the_command_gives_the_rows_it_is_asked_for(monkeypatch, asked, rows):
    few = ["--preset", "truc", "--seats", "2", "--pairs", "1", "--robot", "honest"]
    monkeypatch.setattr("sys.argv", ["robots", *few, "--seconds", "0", *asked])
    arguments = parsed()
    assert len(list(arguments.rows(arguments))) == rows


def test_games_begin_at_scores_and_each_to_its_own_points(monkeypatch):
    few = ["--preset", "argentino", "--seats", "2", "--pairs", "1", "--opponent", "honest"]
    monkeypatch.setattr("sys.argv", ["robots", *few, "--begin", "28-27", "12-12/15"])
    arguments = parsed()
    rows = list(arguments.rows(arguments))
    assert [(row["begin"], row["target"]) for row in rows] == [("28-27", 30), ("12-12", 15)]


def test_who_is_neither_a_robot_nor_a_file_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["robots", "--opponent", "nobody"])
    with pytest.raises(SystemExit):
        parsed()
    assert "no robot, no file and no checkout: nobody" in capsys.readouterr().err


def test_a_table_from_a_file_plays_as_the_robots_do_who_have_it():
    """Without chance in it: the same file, asked in the same situations, and the same judgement."""
    read = tabled(policy_tables.FOLDER / "argentino-2-15.table")
    assert list(outcomes(ARGENTINO, read, decide, range(10))) == [0.5] * 10


def test_who_dares_calls_more_than_the_robots_and_who_is_meek_calls_less():
    daring, usual, meek = (
        sum(said.total() - said[""] for said in envidos_said(ARGENTINO, each, range(300)).values())
        for each in (OPPONENTS["daring"], heuristic_policy, OPPONENTS["meek"])
    )
    assert daring > usual > meek


@pytest.mark.sampled
def test_the_tahur_wastes_no_card():
    spent = list(cards_spent(ARGENTINO, PLAYERS[RobotLevel.TAHUR], range(40)))
    assert len(spent) > 300
    assert sum(each.ranks >= DEAR for each in spent) <= 0.005 * len(spent)


def test_a_card_that_a_lower_one_replaces_is_wasted():
    def strongest(seen, legal, rng):
        plays = [each for each in legal if isinstance(each, PlayCard)]
        return max(plays, key=lambda play: seen.ranking.strength[play.card])

    spent = list(cards_spent(ARGENTINO, strongest, range(4)))
    assert {each.takes for each in spent} == {True, False}
    assert any(each.ranks >= DEAR for each in spent)
    assert all(each.ranks >= 0 for each in spent)


def test_calls_are_told_value_by_value(monkeypatch):
    few = ["--preset", "argentino", "--seats", "2", "--pairs", "40", "--robot", "honest"]
    monkeypatch.setattr("sys.argv", ["robots", *few, "--calls"])
    arguments = parsed()
    told = list(arguments.rows(arguments))
    assert [row["envido"] for row in told] == sorted({row["envido"] for row in told})
    assert sum(row["hands"] for row in told) == 40
    assert all(row["calls_pct"] == sum(row["sizes_pct"].values()) for row in told)


def test_partners_make_signs_and_go_by_them():
    """Each seat goes by its partner's seña alone, and by none of an earlier hand."""
    gone_by = []

    def player(seen, legal, rng):
        gone_by.append((seen.label, seen.viewer, dict(seen.signs)))
        return decide(seen, legal, rng)

    rules = make_rules("uruguayo-online", {"seats": "4", "target": "20"})
    winner(rules, (Signer(player), decide), 3)
    assert {seat for _, seat, _ in gone_by} == {0, 2}
    told = {
        (label, partner, sign) for label, _, signs in gone_by for partner, sign in signs.items()
    }
    assert len(told) > 2
    assert len({(label, partner) for label, partner, _ in told}) == len(told)
    assert all(partner == 2 - seat for _, seat, signs in gone_by for partner in signs)
