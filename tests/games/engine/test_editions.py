"""Records of the first rulebook keep their meaning: picos from 5 to 24 points at every target."""

import pytest

from games.engine import CHOICES, make_rules, read_tgn, replay, write_tgn
from games.engine.pico import next_part

SIX = " ".join(f'"{name}"' for name in "abcdef")
FIRST = f"""[Rules "argentino-flor"]
[Options "seats=6 target=%s pico=range"]
[Seats {SIX}]
"""
SECOND = '[Edition "2"]\n' + FIRST


def plays_pico(text: str, leader: int) -> bool:
    return next_part(read_tgn(text).rules, (leader, 0), after="") == "a"


@pytest.mark.parametrize(
    ("target", "first", "last"), [("15", 5, 9), ("30", 5, 24), ("40", 5, 34), ("12", 5, 6)]
)
def test_a_range_ends_before_the_leg_does(target: str, first: int, last: int) -> None:
    text = SECOND % target
    played = [leader for leader in range(int(target)) if plays_pico(text, leader)]
    assert (played[0], played[-1]) == (first, last)


@pytest.mark.parametrize("target", ["15", "40"])
def test_a_record_without_an_edition_keeps_its_range(target: str) -> None:
    played = [leader for leader in range(int(target)) if plays_pico(FIRST % target, leader)]
    assert played == list(range(5, min(25, int(target))))


@pytest.mark.parametrize("text", [FIRST % "15", SECOND % "15", FIRST % "40", SECOND % "40"])
def test_a_record_is_written_in_its_edition(text: str) -> None:
    assert sorted(write_tgn(read_tgn(text)).splitlines()) == sorted(text.splitlines())


def test_at_thirty_both_editions_are_one() -> None:
    text = FIRST % "30"
    assert write_tgn(read_tgn(text)) == text.replace("target=30 ", "")
    assert read_tgn(text).rules == read_tgn(SECOND % "30").rules


def test_no_form_offers_the_range_of_the_first_edition() -> None:
    assert "fixed_range" not in CHOICES["pico"]
    rules = make_rules("argentino-flor", {"seats": "6", "target": "15", "pico": "fixed_range"})
    assert rules.options()["pico"] == "fixed_range"


SUNG = """[Rules "uruguayo-online"]
[Options "flor_sung=auto"]
[Seats "A" "B"]

hand 1 mano=0 deal=7e,6e,5e/4o,6b,1o muestra=7c
%s0:mazo
"""


@pytest.mark.parametrize("said", ["", "0:flor "])
def test_a_flor_that_the_system_sings_is_made_or_found(said: str) -> None:
    """R-F11: replaying makes it again or finds it there, never twice."""
    played = replay(read_tgn(SUNG % said))
    assert [entry.reason for entry in played.hands[0].points] == ["flor", "mazo"]
    assert played.hands[0].score == (3, 1)
