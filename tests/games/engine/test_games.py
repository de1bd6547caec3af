"""Known games: records whose comments state what must hold at that point of the play.

score A-B           the score so far
pays T N reason, .. what this hand has paid
tricks T = T        who took its tricks
envido S=V .. winner T      what was declared
to act S ..         whom the table waits for
may S token ..      among the legal actions of a seat (may not: none of them is)
illegal S:token code        refused with this code
winner of hand T, game T, legs A-B
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.engine import State, legal_actions, read_tgn, replay, to_token
from tests.games.engine.hands import refused, scored

RECORDS = sorted((Path(__file__).parent / "games").glob("*.tgn"))
ARTICLES_OF_PLAY = {
    "D": (2, 3),
    "T": (2, 3, 4, 5, 6),
    "C": (1, 2, 3, 4),
    "E": (1, 2, 3, 4, 5, 6, 7, 8),
    "F": (1, 2, 3, 4, 5, 6),
    "M": (1, 2, 3),
    "S": (1, 2, 3, 4),
    "P": (1, 2, 3),
    "X": (1, 2, 3),
    "V": (1, 2),
}


def told_tricks(state: State) -> str:
    return " ".join(str(trick.winner) for trick in state.tricks if trick.winner is not None)


def told_payments(state: State) -> str:
    return ", ".join("{} {} {}".format(*entry) for entry in scored(state))


def told_envido(state: State) -> str:
    told = state.envido.declared
    assert told is not None
    values = (f"{seat}={'buenas' if value is None else value}" for seat, value in told.values)
    return " ".join((*values, f"winner {told.winner % 2}"))


def told_number(number: int | None) -> str:
    return "null" if number is None else str(number)


TOLD: dict[str, Callable[[State], str]] = {
    "score": lambda state: "{}-{}".format(*state.score),
    "legs": lambda state: "{}-{}".format(*state.legs),
    "pays": told_payments,
    "tricks": told_tricks,
    "envido": told_envido,
    "to act": lambda state: " ".join(map(str, state.to_act)),
    "winner of hand": lambda state: told_number(state.hand_winner),
    "game": lambda state: told_number(state.winner),
}


def tokens(state: State, seat: str) -> set[str]:
    return {to_token(action) for action in legal_actions(state, int(seat))}


def check(state: State, line: str) -> None:
    """One comment against the state the record has reached."""
    if found := re.fullmatch(r"may( not)? (\d) (.+)", line):
        named = set(found[3].split())
        legal = tokens(state, found[2])
        assert not named & legal if found[1] else named <= legal, legal
    elif found := re.fullmatch(r"illegal (\S+) (\S+)", line):
        assert refused(state, found[1]) == found[2]
    else:
        key = next(key for key in TOLD if line.startswith(f"{key} "))
        assert TOLD[key](state) == line.removeprefix(f"{key} "), line


def expectations(text: str) -> Iterator[tuple[str, str]]:
    """(the record up to there, the comment), after the heading."""
    lines = text.splitlines()
    begins = next(number for number, line in enumerate(lines) if line.startswith("hand "))
    for number, line in enumerate(lines[begins:], start=begins):
        if line.startswith("; "):
            yield "\n".join(lines[:number]), line.removeprefix("; ")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_known_game_goes_as_its_comments_say(path):
    told = list(expectations(path.read_text(encoding="utf-8")))
    assert told
    for text, line in told:
        final = replay(read_tgn(text)).final
        assert final is not None
        check(final, line)


def test_the_known_games_cite_every_article_of_play():
    cited = {
        article
        for path in RECORDS
        for article in re.findall(r"R-[A-Z]\d", path.read_text(encoding="utf-8"))
    }
    expected = {
        f"R-{letter}{number}" for letter, numbers in ARTICLES_OF_PLAY.items() for number in numbers
    }
    assert expected <= cited


def test_there_are_more_than_forty_known_games():
    assert len(RECORDS) > 40
