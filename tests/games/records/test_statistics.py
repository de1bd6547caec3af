"""Statistics of a seat: counted from the log once, without hands on automatic."""

from datetime import datetime

import pytest

from games.engine.state import replace
from games.models import Game, SeatStatistics
from games.play.statistics import SeatFigures, comeback, count_figures, deeds_in, figures_of
from tests.games.engine.hands import dealt, play, table
from tests.games.tables import a_table, act, fold_to_the_end, play_to_the_end

HANDS = ("1e 3o 4o", "7e 4c 5c")


def done(line: str, seat: int, *, preset: str = "argentino", hands=HANDS, **options) -> SeatFigures:
    """Return the statistics of a seat in one hand."""
    return figures_of([play(table(preset, *hands, **options), line)], (), seat)


@pytest.mark.feature("Records", "Statistics count what players do with their cards")
@pytest.mark.parametrize(
    ("line", "first", "second"),
    [
        # envido accepted: whoever tells the more wins it, whoever called it
        (
            "0:envido 1:quiero 0:1e 1:mazo",
            SeatFigures(hands=1, hands_won=1, envidos_called=1),
            SeatFigures(hands=1, envidos_won=1),
        ),
        # refused: the caller wins it
        (
            "0:envido 1:no 0:1e 1:mazo",
            SeatFigures(hands=1, hands_won=1, envidos_called=1, envidos_won=1),
            SeatFigures(hands=1),
        ),
        # however often it is raised, it is one envido
        (
            "0:envido 1:real 0:falta 1:no 0:mazo",
            SeatFigures(hands=1, envidos_called=1, envidos_won=1),
            SeatFigures(hands=1, hands_won=1, envidos_called=1),
        ),
        # truco refused: called and won
        (
            "0:truco 1:no",
            SeatFigures(hands=1, hands_won=1, trucos_called=1, trucos_won=1),
            SeatFigures(hands=1),
        ),
        # who accepts a truco and wins has won it too
        (
            "0:truco 1:quiero 0:4o 1:7e 1:4c 0:1e 0:3o 1:5c",
            SeatFigures(hands=1, hands_won=1, trucos_called=1, trucos_won=1),
            SeatFigures(hands=1, trucos_accepted=1),
        ),
        (
            "0:truco 1:quiero 0:mazo",
            SeatFigures(hands=1, trucos_called=1),
            SeatFigures(hands=1, hands_won=1, trucos_accepted=1, trucos_won=1),
        ),
        # R-C3: retruco as an answer accepts the truco
        (
            "0:truco 1:retruco 0:no",
            SeatFigures(hands=1, trucos_called=1),
            SeatFigures(hands=1, hands_won=1, trucos_called=1, trucos_accepted=1, trucos_won=1),
        ),
        # retruco after it was accepted is a call, and no answer
        (
            "0:truco 1:quiero 0:1e 1:retruco 0:quiero 1:mazo",
            SeatFigures(hands=1, hands_won=1, trucos_called=1, trucos_accepted=1, trucos_won=1),
            SeatFigures(hands=1, trucos_called=1, trucos_accepted=1),
        ),
    ],
)
def test_what_is_said_in_a_hand_is_counted_once(
    line: str, first: SeatFigures, second: SeatFigures
) -> None:
    assert done(line, 0) == first
    assert done(line, 1) == second


def test_an_answer_to_an_envido_is_no_answer_to_a_truco() -> None:
    assert done("0:truco 1:envido 0:quiero 1:no", 0).trucos_accepted == 0


def test_a_flor_is_counted_for_whoever_announced_it() -> None:
    hands = ("1e 3e 4e", "7e 2c 5c")
    counted = [
        done("0:flor 0:1e 1:mazo", seat, preset="argentino-flor", hands=hands) for seat in (0, 1)
    ]
    assert [each.flores for each in counted] == [1, 0]


@pytest.mark.parametrize(
    ("hands", "line", "flores"),
    [
        # sung once the mano has played
        (("5e 4b 12c", "1o 3o 4o"), "0:5e 1:truco 0:quiero 1:mazo", [0, 1]),
        # both flores of a team, at the deal
        (
            ("1e 3e 4e", "5c 4b 12c", "1o 3o 4o", "5b 6e 12b"),
            "0:truco 1:quiero 0:mazo 1:mazo 2:mazo",
            [1, 0, 1, 0],
        ),
    ],
)
def test_flores_sung_by_the_system_are_counted(
    hands: tuple[str, ...], line: str, flores: list[int]
) -> None:
    """R-F11: the system's call is an action of the hand, which a replay does not sing again."""
    hand = play(table("uruguayo-online", *hands, muestra="6c", flor_sung="auto"), line)
    counted = [deeds_in([hand], (), seat) for seat in range(len(hands))]
    assert [each["flores"] for each in counted] == flores
    assert sum(each["trucos_called"] for each in counted) == 1
    assert sum(each["trucos_accepted"] for each in counted) == 1


def test_partners_share_a_hand_but_not_what_was_said() -> None:
    hands = ("1e 3o 4o", "7e 2c 5c", "6e 6o 4c", "5o 5e 4e")
    counted = [done("0:truco 1:no", seat, hands=hands) for seat in range(4)]
    assert [each.hands_won for each in counted] == [1, 0, 1, 0]
    assert [each.trucos_won for each in counted] == [1, 0, 0, 0]


def test_a_hand_in_which_a_robot_acted_does_not_count_for_its_seat() -> None:
    hand = play(table("argentino", *HANDS), "0:truco 1:no")
    assert figures_of([hand], {("1", 0)}, 0) == SeatFigures()
    assert figures_of([hand], {("1", 0)}, 1) == SeatFigures(hands=1)


def test_nobody_counts_in_a_hand_they_do_not_play() -> None:
    """R-P2: in a pico two of six play."""
    assert figures_of([], (), 5) == SeatFigures()


def test_a_comeback_is_how_far_behind_the_winner_was() -> None:
    behind = play(table("argentino", *HANDS, score=(2, 13), target="15"), "0:truco 1:no")
    won = play(replace(dealt(behind.start, *HANDS), score=(14, 13)), "0:truco 1:no")
    assert won.winner == 0
    assert comeback([behind, won], 0) == 10
    assert comeback([behind, won], 1) == 0
    assert comeback([won], 0) == 0


def test_a_game_that_nobody_has_won_is_no_comeback() -> None:
    assert comeback([play(table("argentino", *HANDS, score=(2, 13)), "0:truco 1:no")], 0) == 0


def figures() -> list[dict[str, int]]:
    return list(SeatStatistics.objects.order_by("pk").values())


@pytest.mark.django_db
def test_a_finished_game_is_counted_once(now: datetime) -> None:
    game = a_table(now, target="5")
    play_to_the_end(game, now)
    assert count_figures(game_id=game.pk)
    first = figures()
    assert not count_figures(game_id=game.pk)
    assert figures() == first
    assert len(first) == 2
    hands = {row["hands"] for row in first}
    assert len(hands) == 1
    assert sum(row["hands_won"] for row in first) <= hands.pop()


@pytest.mark.django_db
def test_every_hand_folded_is_a_hand_lost(now: datetime) -> None:
    game = a_table(now, target="5")
    fold_to_the_end(game, now)
    count_figures(game_id=game.pk)
    hands = game.actions.filter(token="mazo").count()
    assert {row["hands"] for row in figures()} == {hands}
    assert sum(row["hands_won"] for row in figures()) == hands


@pytest.mark.django_db
def test_only_what_is_finished_is_counted(now: datetime) -> None:
    game = a_table(now)
    assert not count_figures(game_id=game.pk)
    Game.objects.filter(pk=game.pk).update(status="annulled", act_by=None)
    assert not count_figures(game_id=game.pk)
    assert figures() == []


@pytest.mark.django_db
def test_robots_have_no_figures(now: datetime) -> None:
    person = a_table(now).seats.first().user
    game = a_table(now, people=[person, None], target="5")
    fold_to_the_end(game, now)
    count_figures(game_id=game.pk)
    assert len(figures()) == 1


@pytest.mark.django_db
def test_what_the_clock_played_is_not_counted(now: datetime) -> None:
    game = a_table(now, target="5")
    act(game, "mazo", now)
    game.actions.update(by="clock")
    game.refresh_from_db()
    fold_to_the_end(game, now)
    count_figures(game_id=game.pk)
    folded = game.actions.get(seq=1).seat
    by_seat = dict(SeatStatistics.objects.values_list("seat__number", "hands"))
    assert by_seat[folded] == by_seat[1 - folded] - 1
