"""Drawn matches: all games are played, or club matches stay level, with points of their own."""

from collections import Counter
from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.tournaments.boards import a_club_cup, call_and_name
from tests.tournaments.boards import play as play_boards
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_running_cup,
    call,
    everybody_sits,
    match_at,
    play_match,
    win,
)
from tests.tournaments.events import draw_what_follows
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match, PointsEntry, RevokedResult
from tournaments.results.services import correct_result, reopen_match, submit_result
from tournaments.standings.queries import group_rows
from tournaments.tasks import heal_rankings
from tournaments.verification import violations

pytestmark = pytest.mark.django_db
LEVEL, FIRST, SECOND = [(5, 2), (3, 5)], [(5, 2), (5, 3)], [(1, 5), (2, 5)]
TWO_GAMES = {"best_of": 2, "all_games": True, "with_cards": True}


def a_league(organiser: User, now: datetime, **terms: object) -> Competition:
    """Four who play two games a match, and count 3-1-0."""
    shape = FormatOptions(format=terms.pop("format", "round-robin"), scale="3-1-0")
    return a_running_cup(organiser, now, shape=shape, **TWO_GAMES | terms)


def write(match: Match, games, actor: User, now: datetime) -> Match:
    submit_result(match_id=match.pk, games=games, actor=actor, now=now)
    match.refresh_from_db()
    return match


def points(cup: Competition) -> Counter[float]:
    """The number of entries by points."""
    group = cup.stages.get().groups.select_related("stage__competition").get()
    return Counter(row.values["points"] for row in group_rows(group))


@pytest.mark.both
def test_a_match_of_two_games_may_end_level(organiser, now):
    cup = a_league(organiser, now)
    drawn = write(match_at(cup, 1, 1), LEVEL, organiser, now)
    write(match_at(cup, 1, 2), FIRST, organiser, now)
    assert (drawn.state, drawn.winner, drawn.is_drawn) == ("completed", None, True)
    assert points(cup) == {3: 1, 1: 2, 0: 1}
    heal_rankings()
    given = PointsEntry.objects.filter(match=drawn).values_list("points", "won")
    assert list(given) == [(5, None), (5, None)]
    assert not list(violations(live=False))


def test_it_goes_on_after_the_first_game(organiser, now):
    match = match_at(a_league(organiser, now), 1, 1)
    with pytest.raises(RefusedError, match="series-open"):
        write(match, LEVEL[:1], organiser, now)


def test_a_third_game_is_too_many(organiser, now):
    match = match_at(a_league(organiser, now), 1, 1)
    with pytest.raises(RefusedError, match="game-after-the-end"):
        write(match, [*LEVEL, (5, 0)], organiser, now)


def test_in_a_bracket_a_third_game_decides(organiser, now):
    cup = a_running_cup(organiser, now, **TWO_GAMES)
    match = match_at(cup, 1, 1)
    with pytest.raises(RefusedError, match="series-open"):
        write(match, LEVEL, organiser, now)
    assert write(match, [*LEVEL, (5, 0)], organiser, now).winner == 0


def test_at_tables_both_games_are_played(organiser, now):
    cup = a_league(organiser, now, with_cards=False)
    match, other = (match_at(cup, 1, position) for position in (1, 2))
    play_match(other, 0, now)
    call(match, now)
    for winner in (0, 1):
        now = win(everybody_sits(match, now), winner, now)
    for each in (match, other):
        each.refresh_from_db()
    assert other.games.count() == 2
    assert (match.is_drawn, other.winner) == (True, 0)
    assert points(cup) == {3: 1, 1: 2, 0: 1}
    assert not list(violations(live=False))


@pytest.mark.both
def test_a_draw_is_taken_back_and_corrected(organiser, now):
    cup = a_league(organiser, now)
    match = write(match_at(cup, 1, 1), LEVEL, organiser, now)
    heal_rankings()
    correct_result(match_id=match.pk, games=SECOND, actor=organiser, reason="mal leído", now=now)
    match.refresh_from_db()
    assert match.winner == 1
    assert RevokedResult.objects.get().winner is None
    correct_result(match_id=match.pk, games=LEVEL, actor=organiser, reason="era así", now=now)
    match.refresh_from_db()
    assert match.is_drawn
    heal_rankings()
    assert sum(PointsEntry.objects.values_list("points", flat=True)) == 10
    reopen_match(match_id=match.pk, actor=organiser, reason="de nuevo", now=now)
    heal_rankings()
    assert sum(PointsEntry.objects.values_list("points", flat=True)) == 0
    assert not list(violations(live=False))


def test_a_swiss_pairs_on_after_draws(organiser, now):
    cup = a_league(organiser, now, format="swiss")
    for position in (1, 2):
        write(match_at(cup, 1, position), LEVEL, organiser, now)
    draw_what_follows()
    assert Match.objects.of(cup.pk).filter(round__number=2).count() == 2
    assert points(cup) == {1: 4}
    assert not list(violations(live=False))


def test_pages_show_a_draw(organiser, now):
    cup = a_league(organiser, now)
    match = write(match_at(cup, 1, 1), LEVEL, organiser, now)
    browser = a_browser(organiser)
    shown = text_of(browser.get(f"/competitions/{cup.pk}/"))
    assert "empatados" in shown
    assert ">1–1</a>" in shown
    for address in (
        f"/matches/{match.pk}/",
        f"/competitions/{cup.pk}/results/",
        f"/competitions/{cup.pk}/manage/",
    ):
        answer = browser.get(address)
        assert answer.status_code == 200, address
    assert "empate" in text_of(browser.get(f"/matches/{match.pk}/"))


@pytest.mark.both
def test_a_club_match_may_stay_level(organiser, now):
    shape = FormatOptions(format="round-robin", scale="2-1-0")
    cup = a_club_cup(organiser, now, boards="1,1", shape=shape, level_stands=True)
    match = match_at(cup, 1, 1)
    call_and_name(match, now)
    play_boards(match, organiser, now, 0, 1)
    assert match.is_drawn
    assert points(cup) == {1: 2}
    heal_rankings()
    given = PointsEntry.objects.filter(match=match).values_list("points", "won")
    assert sorted(given) == [(5, False), (5, False), (20, True), (20, True)]
    assert not list(violations(live=False))


def test_in_a_bracket_a_level_club_match_is_broken(organiser, now):
    cup = a_club_cup(organiser, now, boards="1,1", level_stands=True)
    match = match_at(cup, 1, 1)
    call_and_name(match, now)
    play_boards(match, organiser, now, 0, 1)
    assert not match.is_decided
    play_boards(match, organiser, now, 1)
    assert match.winner == 1


def test_verify_names_a_draw_in_a_bracket(organiser, now):
    cup = a_running_cup(organiser, now, with_cards=True)
    match = write(match_at(cup, 1, 1), [(5, 2)], organiser, now)
    Match.objects.filter(pk=match.pk).update(winner=None)
    assert any("drawn where no match is" in str(each) for each in violations(live=False))
