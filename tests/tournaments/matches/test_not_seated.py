"""Texts about a player who does not sit down for a called match: before and after."""

import re
from datetime import datetime

import pytest

from accounts.models import User
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    SECOND,
    WINDOW,
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
    sit,
    table_of,
    win,
)
from tournaments.matches import services as matches
from tournaments.models import Match

pytestmark = pytest.mark.django_db
ANNULLED, CHECKED = "Partida anulada", "deal-check"


def a_called_match(now: datetime, **terms: object) -> tuple[Match, Game]:
    match = match_at(a_running_cup(an_organiser(), now, entries=2, **terms), 1, 1)
    return match, call(match, now)


def table(game: Game, reader: User | None) -> str:
    return text_of(a_browser(reader).get(f"/tables/{game.pk}/"))


def lines(game: Game, reader: User | None) -> tuple[str, ...]:
    """The two lines between the felt and the buttons."""
    found = re.findall(r'<p id="(?:line|hint)".*?</p>', table(game, reader), re.DOTALL)
    return tuple(re.sub(r"<[^>]+>", "", part).strip() for part in found)


def test_who_waits_reads_what_happens_when_the_time_is_up(now: datetime) -> None:
    match, game = a_called_match(now)
    (here,), (away,) = players_of(match, 0), players_of(match, 1)
    sit(game, here, now=now)
    assert lines(game, here) == ("Ya te sentaste", f"Si {away} no llega, ganás vos")
    assert lines(game, None) == ("Esperando jugadores", "Truco argentino, 1 contra 1, a 5 puntos")


def test_partners_read_who_has_to_come(now: datetime) -> None:
    match, game = a_called_match(now, per_side=2)
    here, there = players_of(match, 0)[0], players_of(match, 1)[0]
    sit(game, here, now=now)
    assert lines(game, here)[1] == "Si del otro lado no llega nadie, ganan ustedes"
    sit(game, there, now=now)
    assert lines(game, here)[1] == "Cuando se acabe el tiempo se empieza igual"


def test_a_game_after_the_first_is_not_lost_by_being_late(now: datetime) -> None:
    match, _ = a_called_match(now, best_of=3)
    now = win(everybody_sits(match, now), 0, now)
    second, here = table_of(match), players_of(match, 1)[0]
    sit(second, here, now=now)
    assert lines(second, here)[1] == "Cuando se acabe el tiempo se empieza igual"


@pytest.mark.feature("Competitions", "A match won by absence is explained to each side")
def test_a_match_won_by_absence_is_told_to_each_in_their_words(now: datetime) -> None:
    match, game = a_called_match(now)
    (here,), (away,) = players_of(match, 0), players_of(match, 1)
    sit(game, here, now=now)
    matches.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    missed = f"{away} no se sentó a tiempo"
    assert lines(game, here) == ("Ganaste el partido", missed)
    assert lines(game, away) == ("Perdiste por ausencia", "No te sentaste a tiempo")
    for other in (a_person(), None):
        assert lines(game, other) == (f"El partido es de {here}", missed)
    for reader in (here, away, None):
        shown = table(game, reader)
        assert f'href="/matches/{match.pk}/">Seguir al partido</a>' in shown
        assert ANNULLED not in shown
        assert CHECKED not in shown  # no card was dealt
        assert f"/tables/{game.pk}/record/" not in shown


def test_partners_win_and_lose_by_absence_together(now: datetime) -> None:
    match, game = a_called_match(now, per_side=2)
    sit(game, players_of(match, 0)[1], now=now)
    matches.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    told = "Del otro lado nadie se sentó a tiempo"
    assert lines(game, players_of(match, 0)[0]) == ("Ganamos el partido", told)
    assert lines(game, players_of(match, 1)[1]) == (
        "Perdimos por ausencia",
        "Nadie se sentó a tiempo",
    )


def test_where_nobody_came_nobody_is_said_to_have_won(now: datetime) -> None:
    match, game = a_called_match(now)
    matches.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    assert lines(game, players_of(match, 0)[0]) == (
        "Nadie ganó el partido",
        "Nadie se sentó a tiempo",
    )


def test_who_was_there_is_not_said_to_have_been_away(now: datetime) -> None:
    match, _ = a_called_match(now)
    game, organiser = everybody_sits(match, now), match.competition.club.members.get()
    given = {"actor": organiser, "reason": "Se fue", "now": now}
    matches.give_walkover(match_id=match.pk, winner=0, **given)
    (here,), (gone,) = players_of(match, 0), players_of(match, 1)
    told = "Se decidió sin jugarlo hasta el final"
    assert lines(game, here) == ("Ganaste el partido", told)
    assert lines(game, gone) == (f"El partido es de {here}", told)
    assert CHECKED in table(game, here)  # cards were dealt


def test_a_table_that_was_called_off_is_still_annulled(now: datetime) -> None:
    match, game = a_called_match(now)
    given = {"actor": match.competition.club.members.get(), "reason": "Se cortó", "now": now}
    matches.annul_match(match_id=match.pk, **given)
    assert ANNULLED in table(game, players_of(match, 0)[0])
    again = call(match, now + SECOND)
    sit(again, *players_of(match, 0), now=now)
    matches.end_sit_down_window(match_id=match.pk, now=now + SECOND + WINDOW)
    assert ANNULLED in table(game, players_of(match, 0)[0])
    assert ANNULLED not in table(again, players_of(match, 0)[0])


def test_the_page_of_a_match_says_that_nothing_was_played(now: datetime) -> None:
    match, game = a_called_match(now)
    sit(game, *players_of(match, 0), now=now)
    matches.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    page = text_of(a_browser().get(f"/matches/{match.pk}/"))
    assert "No cuenta ninguna partida: ganado por ausencia." in page
    assert "Todavía no se abrió la mesa" not in page
