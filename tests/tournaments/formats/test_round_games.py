"""The games of each round: the text, the rounds after the last, and what cannot be played."""

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.options import FormatOptions
from tournaments.formats.series import games_of_round, misfits_of_round_games, read_round_games


def test_the_rounds_after_the_last_have_as_many_games() -> None:
    games = read_round_games("1, 1 3")
    assert games == (1, 1, 3)
    assert [games_of_round(games, number, 5) for number in (1, 2, 3, 4)] == [1, 1, 3, 3]
    assert games_of_round((), 2, 5) == 5


@pytest.mark.parametrize("text", ["1,x", "0", "8", "11", "1," * 33, "²"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(FormatError, match="bad-round-games"):
        read_round_games(text)


@pytest.mark.parametrize(
    ("text", "all_games", "boards", "misfit"),
    [
        ("", False, True, None),
        ("1,3", False, False, None),
        ("1,2", True, False, None),
        ("1,2", False, False, "even-round-games"),
        ("1,3", False, True, "boards-are-games"),
        ("uno", False, False, "bad-round-games"),
    ],
)
def test_a_list_that_cannot_be_played_is_named(
    text: str, all_games: bool, boards: bool, misfit: str | None
) -> None:
    shape = FormatOptions(round_games=text)
    found = list(misfits_of_round_games(shape, all_games=all_games, boards=boards))
    assert found == ([("round_games", misfit)] if misfit else [])
