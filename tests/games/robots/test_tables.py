"""Learnt tables: what they answer, what they leave to judgement, and files that are no table."""

import json
import logging
import random
from itertools import groupby

import pytest

from bench.opponents.duels import winner
from games.engine import deal, deck_for, first_start, legal_actions, make_rules, to_token, view
from games.robots import policy_tables
from games.robots.decide import decide
from games.robots.policy_tables import (
    FOLDER,
    LEARNT,
    VERSION,
    WHOLE,
    TableError,
    load,
    load_named,
    policy,
    read,
    rule_mapping,
)
from games.robots.policy_tables.info_sets import END, info_set_key, read_info_set
from games.robots.policy_tables.policy import choose_from_table, lookup_stats
from games.robots.policy_tables.rule_mapping import table_at
from tests.games.engine.hands import play, table

FILE = FOLDER / "argentino-2-30.table"
SEEDS = range(200)


@pytest.fixture
def counted():
    lookup_stats.clear()
    yield lookup_stats
    lookup_stats.clear()


def test_the_files_of_a_family_are_small():
    files = sorted(FOLDER.glob("*.table"), key=preset_of)
    for _, family in groupby(files, key=preset_of):
        assert sum(file.stat().st_size for file in family) <= 2 * 2**20
    assert {file.stem for file in files} == set(LEARNT)


def preset_of(file):
    return file.stem.partition("-2-")[0]


@pytest.mark.feature("Playing", "Robots with two seats play argentino by a trained table")
@pytest.mark.parametrize("name", WHOLE)
def test_a_table_says_whose_rules_it_knows_and_hardly_a_situation_is_missing(name, counted):
    preset, _, target = name.partition("-2-")
    rules = make_rules(preset, {"target": target, "seats": "2"})
    assert policy_tables.table_of(rules).rules == rules
    for seed in range(30):
        winner(rules, (decide, decide), seed)
    assert counted["answered"] > 800
    assert counted["situation"] <= 0.03 * counted["answered"]
    assert counted["rules"] == 0


@pytest.mark.parametrize("preset", ["paulista", "mineiro"])
def test_a_blind_hand_is_left_to_judgement_and_counted_apart(preset, counted):
    rules = make_rules(preset, {"seats": "2"})
    x = rules.target - rules.truco_prices[0]
    state = deal(first_start(rules, 0, (x, x)), deck_for(rules))
    seen = view(state, 0)
    assert choose_from_table(seen, seen.legal, random.Random(1)) is None
    assert counted == {"left": 1}


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("argentino", {"target": "15", "falta": "half"}),
        ("argentino", {"seats": "4"}),
        ("argentino", {"mazo_bonus": "0"}),
        ("argentino-flor", {"mazo_bonus": "0"}),
        ("truc", {"seats": "4"}),
    ],
)
def test_rules_that_no_table_knows_are_left_to_judgement_and_counted(preset, options, counted):
    winner(make_rules(preset, options), (decide, decide), 1)
    assert counted["answered"] == counted["situation"] == 0
    assert counted["rules"] > 20


def test_a_situation_that_was_not_learnt_is_left_to_judgement_and_counted(counted, monkeypatch):
    known = load(FILE)
    empty = policy_tables.Table(known.rules, known.keys[:0], known.chosen[:0], ())
    monkeypatch.setattr(policy, "table_at", lambda view: empty)
    seen = view(table("argentino", "7e 6e 1b", "5e 6b 3o"), 0)
    assert choose_from_table(seen, seen.legal, random.Random(1)) is None
    assert decide(seen, seen.legal, random.Random(1)) in seen.legal
    assert counted["situation"] == 2


def chosen_tokens(line: str, hands=("7e 6e 4b", "1b 1e 3o"), seat: int = 1) -> set[str]:
    """All that the table ever says here."""
    state = play(table("argentino", *hands), line)
    legal = legal_actions(state, seat)
    seen = view(state, seat)
    return {to_token(choose_from_table(seen, legal, random.Random(seed))) for seed in SEEDS}


def test_the_two_aces_never_refuse_a_truco():
    assert not chosen_tokens("0:truco") & {"no", "mazo"}


def test_33_never_refuses_an_envido():
    assert not chosen_tokens("0:envido", ("1b 4c 5o", "7e 6e 3o")) & {"no", "mazo"}


def test_four_and_nothing_never_accepts_a_falta():
    assert chosen_tokens("0:falta", ("7e 6e 3o", "4e 12b 11o")) == {"no"}


def test_near_the_end_the_table_of_the_end_is_asked():
    """Both sides need four points at most: the same keys for games to 15 and to 30."""
    hands = ("7e 6e 4b", "1b 1e 3o")
    for target, score in (("30", (26, 29)), ("15", (11, 14))):
        near = view(table("argentino", *hands, score=score, target=target), 0)
        assert table_at(near) is load_named("argentino-2-end")
        assert info_set_key(read_info_set(near)) >= END
    far = view(table("argentino", *hands, score=(25, 29)), 0)
    assert table_at(far) is load_named("argentino-2-30")
    assert info_set_key(read_info_set(far)) < END


def test_without_the_table_of_the_end_judgement_plays(counted, monkeypatch):
    monkeypatch.setattr(rule_mapping, "end_table_at", lambda view: None)
    near = view(table("argentino", "7e 6e 4b", "1b 1e 3o", score=(28, 28)), 0)
    assert choose_from_table(near, near.legal, random.Random(1)) is None
    assert counted["situation"] == 1


# Files that are no table


def mangled() -> dict[str, bytes]:
    data = FILE.read_bytes()
    line, _, body = data.partition(b"\n")
    header = json.loads(line)

    def with_header(**changes: object) -> bytes:
        return json.dumps(header | changes).encode() + b"\n" + body

    return {
        "empty": b"",
        "cut": data[:-100],
        "changed": data[:-1] + bytes([data[-1] ^ 1]),
        "foreign": b"\x89PNG\r\n\x1a\n" + bytes(40),
        "header alone": line,
        "another version": with_header(version=VERSION + 1),
        "unknown rules": with_header(rules={"preset": "chinchon", "options": {}}),
        "rules that are none": with_header(rules=7),
        "more than there is": with_header(situations=header["situations"] + 1),
        "a list": b"[]\n" + body,
    }


@pytest.mark.parametrize("name", mangled())
def test_a_file_that_is_no_table_is_refused(name):
    with pytest.raises(TableError):
        read(mangled()[name])


@pytest.mark.feature("Playing", "A broken table of the robots is logged, and they play without it")
@pytest.mark.parametrize("data", [None, b"cut"])
def test_without_a_sound_file_robots_judge_by_themselves_and_it_is_logged_once(
    data, tmp_path, monkeypatch, caplog
):
    if data is not None:
        (tmp_path / FILE.name).write_bytes(data)
    monkeypatch.setattr(policy_tables, "FOLDER", tmp_path)
    policy_tables.load_named.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert winner(make_rules("argentino"), (decide, decide), 1) in (0, 1)
        assert [FILE.name in record.getMessage() for record in caplog.records] == [True]
    finally:
        policy_tables.load_named.cache_clear()
