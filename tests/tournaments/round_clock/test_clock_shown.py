"""Timed rounds on pages: the term, the organiser's clock, and results that came by time."""

import csv
import io
from datetime import datetime, timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, match_at
from tests.tournaments.lifecycle.test_pages_creating import fields
from tests.tournaments.timed import LENGTH, a_timed_cup, clock_of
from tournaments.competitions.describe import sentences
from tournaments.competitions.settings import CompetitionSettings, estimated_minutes
from tournaments.exports.posters import match_poster
from tournaments.formats.options import FormatOptions
from tournaments.matches import services as matches
from tournaments.matches.queries import read_matches
from tournaments.models import Competition, Match, RoundClock
from tournaments.results import services as result_services
from tournaments.round_clock import services as round_clock

pytestmark = [pytest.mark.django_db, pytest.mark.both]
LAST_HAND = "Sonó la campana: es la última mano"


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """Four with real cards, in timed rounds."""
    return a_timed_cup(organiser, now, with_cards=True)


def address(match: Match) -> str:
    return f"/competitions/{match.competition.pk}/rounds/{match.round_id}/clock/"


def by_time(match: Match, organiser: User, now: datetime) -> None:
    """The clock ran out, and the first side was ahead."""
    round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now - LENGTH)
    result_services.submit_result(match_id=match.pk, games=[(3, 1)], actor=organiser, now=now)


@pytest.mark.feature("Competitions", "Timed rounds are a setting, with an estimate of the length")
def test_rounds_by_time_are_a_term_in_words_with_the_estimate(now, organiser):
    whole = CompetitionSettings.of(
        a_cup(organiser, now, cap=8, shape=FormatOptions(format="swiss", swiss_rounds=5))
    )
    timed = CompetitionSettings.of(
        a_cup(
            organiser,
            now,
            cap=8,
            shape=FormatOptions(format="swiss", swiss_rounds=5),
            round_minutes=10,
            turn_seconds=120,
        )
    )
    words = "Rondas de 10 minutos: a la campana se termina la mano y gana quien va adelante"
    assert words in sentences(timed)
    assert not [said for said in sentences(whole) if "campana" in said]
    assert estimated_minutes(timed) < 5 * (10 + 3 + 5)


@pytest.mark.parametrize(("minutes", "status"), [("9", 422), ("181", 422), ("45", 302), ("", 302)])
def test_the_form_takes_ten_minutes_to_three_hours(organiser, now, minutes, status):
    draft = a_cup(organiser, now, opened=False)
    known = fields(organiser, name=draft.name)
    answer = a_browser(organiser).post(
        f"/competitions/{draft.pk}/edit/", {**known, "round_minutes": minutes}
    )
    draft.refresh_from_db()
    assert answer.status_code == status
    assert draft.round_minutes == (int(minutes) if status == 302 and minutes else None)


def test_a_league_with_days_of_its_own_has_no_clock(organiser, now):
    with pytest.raises(RefusedError, match="timed-by-days"):
        a_cup(organiser, now, shape=FormatOptions(format="league"), round_days=7, round_minutes=45)


def test_an_organiser_minds_the_clock_from_the_desk(cup, organiser, now):
    browser, match = a_browser(organiser), match_at(cup, 1, 1)
    desk = f"/competitions/{cup.pk}/manage/"
    assert "45 minutos, sin empezar" in text_of(browser.get(desk))
    assert browser.post(address(match), {"act": "start"}).status_code == 302
    page = text_of(browser.get(desk))
    assert f'data-bell="{int(clock_of(match).bell_at.timestamp() * 1000)}"' in page
    assert "Semifinales" in page
    browser.post(address(match), {"act": "pause"})
    assert "Reloj parado, quedan 4" in text_of(browser.get(desk))
    browser.post(address(match), {"minutes": "5"})
    assert clock_of(match).left > timedelta(minutes=49)
    browser.post(address(match), {"act": "resume"})
    assert not clock_of(match).is_paused
    log = text_of(browser.get(f"{desk}?s=log"))
    for words in (
        "empezó el reloj",
        "paró el reloj",
        "sumó tiempo al reloj",
        "siguió con el reloj",
    ):
        assert words in log


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"act": "stop"}, 422),
        ({}, 422),
        ({"minutes": "-5"}, 422),
        ({"minutes": "٥"}, 422),
        ({"minutes": "999"}, 422),
        ({"act": "start"}, 409),
    ],
)
def test_what_cannot_be_is_refused_in_words(cup, organiser, now, sent, status):
    match = match_at(cup, 1, 1)
    clock = round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    answer = a_browser(organiser).post(address(match), sent)
    assert answer.status_code == status
    assert RoundClock.objects.get() == clock


def test_nobody_else_minds_the_clock(cup, now):
    match = match_at(cup, 1, 1)
    assert a_browser(a_person()).post(address(match), {"act": "start"}).status_code == 403
    assert a_browser().post(address(match), {"act": "start"}).status_code in (302, 401, 403)
    other = an_organiser()
    theirs = a_timed_cup(other, now)
    path = f"/competitions/{theirs.pk}/rounds/{match.round_id}/clock/"
    assert a_browser(other).post(path, {"act": "start"}).status_code == 404
    assert not RoundClock.objects.exists()


def test_a_competition_without_timed_rounds_shows_no_clock(organiser, now):
    cup = a_timed_cup(organiser, now, round_minutes=None, with_cards=True)
    for path in (f"/competitions/{cup.pk}/", f"/competitions/{cup.pk}/manage/"):
        page = text_of(a_browser(organiser).get(path))
        assert "data-clocks" not in page
        assert "Empezar el reloj" not in page


def test_everybody_is_told_of_the_clock_and_of_its_bell(cup, organiser, now):
    match = match_at(cup, 1, 1)
    clock = round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    paths = (f"/competitions/{cup.pk}/", f"/matches/{match.pk}/", f"/embed/competitions/{cup.pk}/")
    for path in paths:
        page = text_of(a_browser().get(path))
        assert "data-bell=" in page
        assert "data-clocks=" in page
        assert LAST_HAND not in page
    round_clock.notify_round_time_up(clock_id=clock.pk, now=now + LENGTH)
    for path in paths:
        assert LAST_HAND in text_of(a_browser().get(path))


def test_a_scorer_is_offered_the_end_by_time_where_a_side_leads(cup, organiser, now):
    match = match_at(cup, 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    clock = round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    browser, path = a_browser(organiser), f"/matches/{match.pk}/score/"
    assert 'value="time"' not in text_of(browser.get(path))
    RoundClock.objects.update(bell_at=now - LENGTH)
    round_clock.notify_round_time_up(clock_id=clock.pk, now=now)
    level = text_of(browser.get(path))
    assert "Están iguales: se juega una mano más." in level
    assert 'value="time"' not in level
    tap = {"seen_version": "0", "action_id": "a-tap-of-a-scorer", "mark": "0+2"}
    browser.post(f"{path}mark/", tap)
    assert "Terminó la última mano: 2–0 por tiempo" in text_of(browser.get(path))
    closed = {"seen_version": "1", "action_id": "another-tap-of-theirs", "mark": "time"}
    assert browser.post(f"{path}mark/", closed).status_code == 302
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (0, True)


@pytest.mark.feature("Competitions", "A result by time is marked wherever it is shown")
def test_a_result_by_time_says_so_wherever_it_is_shown(cup, organiser, now):
    match = match_at(cup, 1, 1)
    by_time(match, organiser, now)
    winner = match.slots.get(side=0).entry
    player = winner.roster.get().user
    for path in (
        f"/competitions/{cup.pk}/",
        f"/matches/{match.pk}/",
        f"/competitions/{cup.pk}/entries/{winner.pk}/",
        f"/players/{player.username}/",
    ):
        assert "por tiempo" in text_of(a_browser().get(path)), path
    (view,) = read_matches(Match.objects.filter(pk=match.pk))
    assert match_poster(cup, view).lines[-1] == "por tiempo"


def test_exports_and_api_mark_what_came_by_time(cup, organiser, now):
    by_time(match_at(cup, 1, 1), organiser, now)
    api = f"/api/competitions/{cup.pk}/"
    assert a_browser().get(api).json()["round_minutes"] == 45
    found = a_browser().get(f"{api}matches/").json()
    told = {each["number"]: each["by_time"] for each in found["results"]}
    assert told == {1: True, 2: False, 3: False}
    file = a_browser().get(f"/competitions/{cup.pk}/export/matches.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(file[1:]), delimiter=";"))
    assert [row["por tiempo"] for row in rows] == ["sí", "", ""]
