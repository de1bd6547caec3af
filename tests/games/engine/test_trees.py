"""Counts of the lines of play from fixed deals: any change of the rules changes a number."""

import pytest

from games.engine import PRESETS, Start, State, apply, first_start, legal_actions, make_rules
from tests.games.engine.hands import dealt, play, table

PLAIN = ("7e 4b 3o", "6e 5b 7o", "3e 7b 4c", "5e 3b 6c", "4e 6b 5o", "1e 4o 7c")
FLORES = ("7e 6e 5e", "4o 5o 1o", "12e 6c 3b", "7b 6b 5b")


def counted(state: State) -> list[int]:
    """The lines of 1, 2, 3 and 4 legal actions, whoever acts."""
    counts, reached = [], [state]
    for _ in range(4):
        reached = [
            apply(before, action)
            for before in reached
            for seat in before.to_act
            for action in legal_actions(before, seat)
        ]
        counts.append(len(reached))
    return counts


def muestra(preset: str) -> str | None:
    return "3c" if PRESETS[preset].muestra else None


@pytest.mark.parametrize(
    ("preset", "seats", "counts"),
    [
        ("argentino", 2, [8, 44, 148, 445]),
        ("argentino", 4, [8, 72, 485, 2846]),
        ("argentino", 6, [8, 92, 834, 6593]),
        ("argentino-flor", 2, [8, 44, 148, 445]),
        ("argentino-flor", 4, [8, 72, 485, 2846]),
        ("argentino-flor", 6, [8, 92, 834, 6593]),
        ("trucoestrella", 2, [8, 47, 173, 539]),
        ("trucoestrella", 4, [8, 78, 576, 3608]),
        ("trucoestrella", 6, [8, 101, 1029, 8879]),
        ("uruguayo", 2, [7, 35, 111, 324]),
        ("uruguayo", 4, [7, 56, 350, 1965]),
        ("uruguayo", 6, [7, 70, 581, 4388]),
        ("uruguayo-online", 2, [8, 45, 159, 503]),
        ("uruguayo-online", 4, [8, 74, 526, 3306]),
        ("uruguayo-online", 6, [8, 95, 923, 8025]),
        ("truc", 2, [10, 74, 329, 1358]),
        ("truc", 4, [10, 98, 846, 6947]),
        ("truc", 6, [10, 112, 1139, 11004]),
    ],
)
def test_lines_from_hands_without_flor(preset, seats, counts):
    assert counted(table(preset, *PLAIN[:seats], muestra=muestra(preset))) == counts


@pytest.mark.parametrize(
    ("preset", "seats", "counts"),
    [
        ("argentino-flor", 2, [1, 4, 17, 62]),
        ("argentino-flor", 4, [1, 4, 10, 68]),
        ("trucoestrella", 2, [1, 4, 17, 62]),
        ("trucoestrella", 4, [1, 4, 10, 68]),
        ("uruguayo", 2, [1, 3, 9, 26]),
        ("uruguayo", 4, [1, 3, 5, 27]),
        ("uruguayo-online", 2, [1, 3, 9, 26]),
        ("uruguayo-online", 4, [1, 3, 5, 27]),
    ],
)
def test_lines_from_hands_with_flor(preset, seats, counts):
    assert counted(table(preset, *FLORES[:seats], muestra=muestra(preset))) == counts


def test_lines_after_the_dogs():
    rules = make_rules("uruguayo-online", {"seats": "4", "perros": "on"})
    state = dealt(first_start(rules, 0), *PLAIN[:4], muestra="3c", perros=1)
    assert counted(state) == [10, 20, 57, 256]


def test_lines_of_a_pico_hand():
    rules = make_rules("uruguayo-online", {"seats": "6"})
    state = dealt(Start(rules, 2, "a", 0, (0, 0), (0, 0)), *PLAIN, muestra="3c")
    assert counted(state) == [8, 45, 164, 551]


def test_lines_of_the_two_card_tie():
    state = play(table("truc", "3e 7e 5c", "3b 6b 4e"), "0:3e 1:3b")
    assert counted(state) == [4, 12, 15, 30]
