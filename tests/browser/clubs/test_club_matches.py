"""Two teams of a club in a league: hidden line-ups, boards live, transfers for the next season."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.events.test_groups_event import press
from tests.browser.screens import Screen
from tests.games.tables import a_person
from tests.tournaments.boards import entry_of, roster_of, win_board
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.events import draw_what_follows
from tests.tournaments.league_factories import DAY
from tests.tournaments.team_factories import a_team, line_up
from tournaments.competitions import state
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.leagues import services as leagues
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import Competition, Match, Team
from tournaments.teams.entries import enter_as_team
from tournaments.verification import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = 4  # of a team: a pair, a single, and who stays in reserve


@pytest.fixture
def league(transactional_db) -> Competition:
    """It takes entries: a pair and a single meet at every match."""
    terms = {"boards": "2,1", "reserves": 1, "starts_at": timezone.now() + DAY, "round_days": 7}
    return a_cup(
        an_organiser(),
        timezone.now(),
        name="Liga",
        shape=FormatOptions(format="league", cycles=1),
        **terms,
    )


@pytest.mark.feature(
    "Formats", "A league of club matches, from entries to the transfers before the next season"
)
def test_line_ups_are_hidden_and_boards_move_on_the_page_of_the_match(league, open_screen):
    organiser = league.club.members.get()
    home, away = (a_team_of(league, name) for name in ("Los Teros", "Los Zorros"))
    first = open_screen(f"/competitions/{league.pk}/team/", home.captain)
    enters(first)
    enter_as_team(
        competition_id=league.pk, team_id=away.pk, actor=away.captain, players=line_up(away)[:3],
        reserves=line_up(away)[3:], now=timezone.now(),
    )  # fmt: skip
    match = begins(league, organiser)

    second = open_screen(f"/matches/{match.pk}/", away.captain)
    first.open(f"/matches/{match.pk}/")
    hides_both(match, first, second)
    plays_its_boards(match, first, second)
    shows_its_table(match, first)
    following = next_season(league, organiser)
    goes = following.entries.get(team=home).roster.get(number=2).user
    transfers(first, following, str(goes), a_person())
    transfers(second, following, str(following.entries.get(team=away).roster.last()), goes)
    assert following.entries.get(team=away).roster.filter(user=goes).exists()
    assert not following.entries.get(team=home).roster.filter(user=goes).exists()
    assert list(violations(live=False)) == []


def a_team_of(league: Competition, name: str) -> Team:
    people = [a_person() for _ in range(PEOPLE)]
    return a_team(timezone.now(), *people, name=name, club=league.club)


def enters(captain: Screen) -> None:
    """Three play, as the page proposes it; the fourth is in reserve."""
    captain.page.get_by_role("group").last.get_by_role("radio", name="Suplente").check()
    press(captain, "Anotar al equipo")
    expect(captain.page.get_by_text("Estás adentro. Falta el sorteo.")).to_be_visible()


def begins(league: Competition, organiser: User) -> Match:
    now = timezone.now()
    draw.draw(competition_id=league.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=league.pk, actor=organiser, now=now)
    return Match.objects.of(league.pk).get()


def hides_both(match: Match, *captains: Screen) -> None:
    """Check that the first line-up stays hidden, and that the second one reveals both."""
    lists = [page.page.locator("#match-boards") for page in captains]
    names = [str(player.name) for side in (0, 1) for player in roster_of(match, side)]
    for number, captain in enumerate(captains):
        for boards in lists:
            expect(boards.get_by_text("en secreto")).to_have_count(4)
            expect(boards.locator("li.row .badge.green")).to_have_count(number)
            assert not [name for name in names if name in boards.inner_text()]
        captain.follow(captain.page.get_by_role("link", name="Presentar mi formación"))
        swaps_two(captain)
        press(captain, "Presentar la formación")
    for boards in lists:
        expect(boards.get_by_text("en secreto")).to_have_count(0)
        for side in (0, 1):
            expect(boards).to_contain_text(roster_of(match, side)[3].name)


def swaps_two(captain: Screen) -> None:
    """The single is played by the reserve: the last choice of the last list."""
    last = captain.page.get_by_role("combobox").last
    last.select_option(index=last.get_by_role("option").count() - 1)


def plays_its_boards(match: Match, *captains: Screen) -> None:
    """The hour comes and tables open; as each is over its points stand on both pages."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(scheduled_at=now)
    matches.call_match(match_id=match.pk, now=now)
    for board, winner in ((1, 0), (2, 1), (3, 0)):
        for captain in captains:
            waiting = captain.page.locator("#match-boards .board").nth(board - 1)
            expect(waiting.get_by_role("link", name="Ir a la mesa")).to_be_visible()
        now = win_board(match, board, winner, now)
        for captain in captains:
            over = captain.page.locator("#match-boards .board").nth(board - 1)
            expect(over.locator(".side").nth(winner)).to_contain_text("ganó")
    for captain in captains:
        expect(captain.page.locator("#match-score")).to_contain_text("2")


def shows_its_table(match: Match, reader: Screen) -> None:
    league = match.competition
    draw_what_follows()  # unless a worker was quicker
    reader.open(f"/competitions/{league.pk}/")
    expect(reader.page.locator(".standings").first).to_contain_text("2–1")
    league.refresh_from_db()
    assert league.champion == entry_of(match, 0)


def next_season(league: Competition, organiser: User) -> Competition:
    about = {"actor": organiser, "now": timezone.now()}
    following = leagues.close_season(competition_id=league.pk, **about)
    state.open_registration(competition_id=following.pk, **about)
    return following


def transfers(captain: Screen, season: Competition, goes: str, comes: User) -> None:
    """Whom one team lets go may come to the other: the season is not drawn yet."""
    captain.open(f"/competitions/{season.pk}/")
    page = captain.page
    page.get_by_text("Hacer una transferencia").tap()
    page.locator("#transfer-goes").select_option(label=goes)
    page.locator("#transfer-comes").fill(f"@{comes.username}")
    press(captain, "Hacer la transferencia")
    expect(page.get_by_text("La transferencia está hecha")).to_be_visible()
