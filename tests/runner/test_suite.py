"""The suite itself: repeatable random generators, and the tests that mirror a file."""

from pathlib import Path

import pytest

from games.fair import shuffle
from games.fair.shuffle import new_seed
from tests.games.tables import a_table, may_fold, state_of
from tests.runner import chance
from tests.runner.mirrors import mirrors_of
from tests.soak.parts import PARTS
from tournaments.draw.services import fresh_draw_seed


def mirrors(path: str) -> list[str]:
    return [str(test) for test in mirrors_of(Path(path))]


@pytest.mark.parametrize("source", [new_seed, fresh_draw_seed])
def test_the_sites_own_seeds_are_never_the_same(source):
    assert len({source() for _ in range(100)}) == 100


@pytest.mark.django_db
@pytest.mark.parametrize("time", [1, 2])
def test_a_deal_follows_from_the_name_of_its_test(now, request, time):
    seeds, games = chance.seeds_of(request.node.nodeid), [a_table(now), a_table(now)]
    assert [game.pk for game in games] == [1, 2]
    assert [shuffle.unseal(game.sealed_seed) for game in games] == [seeds(), seeds()]


@pytest.mark.django_db
def test_a_first_hand_is_as_it_was_asked_for(now):
    for _ in range(10):
        game = a_table(now, preset="uruguayo", dealt=may_fold)
        assert may_fold(state_of(game))
        assert game.commitment == shuffle.commitment(shuffle.unseal(game.sealed_seed), game.pk)


def test_a_file_is_mirrored_by_the_tests_of_its_subject():
    assert "tests/games/play/test_clock.py" in mirrors("games/play/clock.py")
    assert "tests/games/table_view/test_board.py" in mirrors("games/table_view/call_buttons.py")
    assert mirrors("tests/runner/test_suite.py") == ["tests/runner/test_suite.py"]


def test_a_file_without_a_subject_is_mirrored_by_what_imports_it():
    assert "tests/runner/test_suite.py" in mirrors("tests/runner/mirrors.py")
    assert mirrors("docs/testing.md") == []


@pytest.mark.parametrize("name", PARTS)
def test_every_part_of_the_soak_has_tests_to_run(name):
    assert PARTS[name].files
