"""Points by hand: they score under a name of their own, and can be told from what was played."""

from datetime import datetime
from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    club_of,
    everybody_sits,
    match_at,
    play_match,
    players_of,
    win,
    win_by_the_clock,
)
from tests.tournaments.soundness import sound
from tournaments.models import (
    Competition,
    LeaderboardLine,
    Match,
    PointsEntry,
    ResultSubmission,
)
from tournaments.ranking.ledger import BoardKey
from tournaments.results.services import submit_result
from tournaments.tasks import heal_rankings

mark_tables = import_module(
    "tournaments.migrations.0002_persons_series_and_federations"
).mark_tables
pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def organiser() -> User:
    return an_organiser()


def submit(match: Match, organiser: User, now: datetime) -> None:
    given = {"actor": organiser, "reason": "con cartas", "now": now}
    submit_result(match_id=match.pk, games=[(5, 2)], **given)
    match.refresh_from_db()


def half_by_hand(organiser: User, now: datetime) -> Competition:
    """Of its first round one match is typed in, and one is played at a table of the site."""
    cup = a_running_cup(organiser, now)
    submit(match_at(cup, 1, 1), organiser, now)
    play_match(match_at(cup, 1, 2), 0, now)
    heal_rankings()
    return cup


@pytest.mark.parametrize(
    ("terms", "reason"),
    [({}, "by-hand"), ({"presencial": True}, "by-hand"), ({"with_cards": True}, "presencial")],
)
def test_what_is_typed_in_says_so_and_by_whom(terms, reason, organiser, now):
    match = match_at(a_running_cup(organiser, now, **terms), 1, 1)
    submit(match, organiser, now)
    heal_rankings()
    assert match.points_reason == reason
    lines = match.points.order_by("-points").values_list("points", "reason")
    assert list(lines) == [(20, reason), (5, reason)]
    assert ResultSubmission.objects.get().submitted_by == organiser
    assert sound()


def test_it_moves_ratings_as_before(organiser, now):
    match = match_at(half_by_hand(organiser, now), 1, 1)
    assert match.rating_changes.count() == 2


@pytest.mark.feature("Points and players", "Results by hand score under their own reason")
def test_leaderboards_tell_it_from_what_was_played(organiser, now):
    cup = half_by_hand(organiser, now)
    typed, played = match_at(cup, 1, 1), match_at(cup, 1, 2)
    found = {
        line.user_id: (line.points, line.table_points, line.table_matches)
        for line in LeaderboardLine.objects.filter(board__key=str(BoardKey()))
    }
    assert found == {
        players_of(typed, 0)[0].pk: (20, 0, 0),
        players_of(typed, 1)[0].pk: (5, 0, 0),
        players_of(played, 0)[0].pk: (20, 20, 1),
        players_of(played, 1)[0].pk: (5, 5, 1),
    }


def at_tables() -> set[tuple[int, int]]:
    """Return matches, and those at tables, of each line of the leaderboard of the site."""
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey()))
    return set(lines.values_list("matches", "table_matches"))


@pytest.mark.parametrize("written", [True, False])
def test_two_on_one_connection_who_write_their_result_played_at_no_table(written, organiser, now):
    match = match_at(a_running_cup(organiser, now, entries=2), 1, 1)
    call(match, now)
    game = everybody_sits(match, now, addresses=("a", "a"))
    if written:
        submit(match, organiser, now)
    else:
        win(game, 0, now)
    heal_rankings()
    provenance = PointsEntry.Provenance.CLUB if written else PointsEntry.Provenance.TABLE
    lines = PointsEntry.objects.values_list("reason", "provenance")
    assert set(lines) == {("shared-ip", provenance)}
    assert at_tables() == {(1, 0 if written else 1)}
    assert sound()


@pytest.mark.parametrize("presencial", [True, False])
def test_who_left_in_a_hall_has_played_at_no_table_of_the_site(presencial, organiser, now):
    match = match_at(a_running_cup(organiser, now, entries=2, presencial=presencial), 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    game.seats.filter(number=1).update(automatic=True)
    win_by_the_clock(game, now)
    heal_rankings()
    assert "automatic" in PointsEntry.objects.values_list("reason", flat=True)
    assert at_tables() == {(1, 0 if presencial else 1)}
    assert sound()


def test_an_upgrade_from_0_7_0_finds_the_same_provenance(organiser, now):
    """Its ledger had none: the migration computes it from the rows of matches."""
    half_by_hand(organiser, now)
    for is_written in (True, False):
        match = match_at(a_running_cup(organiser, now, entries=2), 1, 1)
        call(match, now)
        game = everybody_sits(match, now, addresses=("a", "a"))
        submit(match, organiser, now) if is_written else win(game, 0, now)
    left = match_at(a_running_cup(organiser, now, entries=2, presencial=True), 1, 1)
    call(left, now)
    game = everybody_sits(left, now)
    game.seats.filter(number=1).update(automatic=True)
    win_by_the_clock(game, now)
    heal_rankings()
    due = set(PointsEntry.objects.values_list("pk", "provenance"))
    assert {provenance for _, provenance in due} == {"club", "table"}
    PointsEntry.objects.update(provenance=PointsEntry.Provenance.CLUB)
    mark_tables(apps, None)
    assert set(PointsEntry.objects.values_list("pk", "provenance")) == due


def test_the_page_can_leave_it_out_and_says_what_it_counts(organiser, now):
    cup = half_by_hand(organiser, now)
    typed = players_of(match_at(cup, 1, 1), 0)[0].username
    whole = text_of(a_browser().get("/ranking/"))
    assert typed in whole
    assert "todos los de clubes verificados" in whole
    tables = text_of(a_browser().get("/ranking/?kind=tables"))
    assert typed not in tables
    assert players_of(match_at(cup, 1, 2), 0)[0].username in tables
    assert "ni los anotados a mano" in tables


def test_the_page_of_a_club_says_how_much_of_its_points_it_is(organiser, now):
    half_by_hand(organiser, now)
    page = text_of(a_browser().get(f"/clubs/{club_of(organiser).slug}/"))
    assert "De los 50 puntos que dio este club, el 50 % se anotó a mano" in page
