"""The leaderboards' page: filters, permissions and cost."""

import re

import pytest

from accounts.profiles import services as profiles
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_cup, players_of
from tournaments.matches import services as matches
from tournaments.models import Competition
from tournaments.tasks import heal_rankings

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(now) -> Competition:
    """A cup of four that has been played and ranked."""
    cup = a_running_cup(an_organiser(), now, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    cup.refresh_from_db()
    return cup


def ranks(page: str) -> list[str]:
    """The ranks in the table, from the top."""
    found = [part.partition("</span>")[0] for part in page.split('class="rank"><span')[1:]]
    return [each.rpartition(">")[2] for each in found]


@pytest.mark.both
@pytest.mark.parametrize(
    "asked",
    ["", "period=2026", "period=2026-03", "format=single", "family=argentino", "period=&club=&q="],
)
def test_a_leaderboard_counts_1_2_3_3(cup, asked):
    assert ranks(text_of(a_browser().get(f"/ranking/?{asked}"))) == ["1", "2", "3", "3"]


def test_how_many_were_found_is_announced_outside_of_what_is_swapped(cup):
    page = text_of(a_browser().get("/ranking/"))
    assert re.search(r'id="found" role="status">4 jugadores<', page)
    assert page.index('id="board"') < page.index('id="filter"') < page.index('id="found"')
    assert "#found:innerHTML" in page
    none = text_of(a_browser().get("/ranking/?q=nadie"))
    assert 'role="status">0 jugadores<' in none


@pytest.mark.both
def test_everything_can_be_asked_at_once(cup):
    asked = f"period=2026-03&club={cup.club.slug}&format=single&family=argentino"
    assert len(ranks(text_of(a_browser().get(f"/ranking/?{asked}")))) == 4


def test_the_leaderboard_of_a_club_leads_to_the_club(cup):
    path = f'<a href="/clubs/{cup.club.slug}/">'
    assert path in text_of(a_browser().get(f"/ranking/?club={cup.club.slug}"))
    assert path not in text_of(a_browser().get("/ranking/"))


@pytest.mark.parametrize("asked", ["period=2025", "format=swiss", "family=truc", "q=nadie"])
def test_an_empty_leaderboard_says_so(cup, asked):
    page = text_of(a_browser().get(f"/ranking/?{asked}"))
    assert ranks(page) == []
    assert "Nadie" in page


@pytest.mark.both
@pytest.mark.parametrize(
    "asked", ["period=2026-13", "period=x", "period=%00", "club=nobody", "format=x", "family=%00"]
)
def test_what_no_form_asks_is_not_found(cup, asked):
    assert a_browser().get(f"/ranking/?{asked}").status_code == 404


@pytest.mark.feature("Points and players", "The leaderboard is searched by name")
@pytest.mark.both
def test_a_search_keeps_the_rank_and_ones_own_line(cup):
    champion = cup.champion.roster.get().user
    last = cup.entries.order_by("-seed").first().roster.get().user
    page = text_of(a_browser(champion).get(f"/ranking/?q={last.username.upper()}"))
    assert ranks(page) == ["3"]
    assert "Vos: 1.º, 40 puntos" in page


@pytest.mark.both
@pytest.mark.parametrize("words", ["%00", "%27%22%3Cb%3E", "%25", "x" * 500, "%ED%A0%80"])
def test_any_search_is_answered(cup, words):
    assert a_browser().get(f"/ranking/?q={words}").status_code == 200


@pytest.mark.both
def test_the_form_offers_the_periods_and_clubs_in_which_somebody_played(cup):
    an_organiser()  # of a club without results
    page = text_of(a_browser().get(f"/ranking/?club={cup.club.slug}"))
    assert f'<option value="{cup.club.slug}" selected>' in page
    assert page.count('<option value="2026') == 2
    assert len(re.findall("<option[^>]*>Club de ", page)) == 1


def test_the_form_offers_the_periods_of_an_unverified_club(now):
    cup = a_running_cup(an_organiser(verified=False), now, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    page = text_of(a_browser().get(f"/ranking/?club={cup.club.slug}"))
    assert page.count('<option value="2026') == 2
    assert len(re.findall("<option[^>]*>Club de ", page)) == 1
    assert '<option value="2026' not in text_of(a_browser().get("/ranking/"))


def test_the_way_on_keeps_what_was_asked(cup, monkeypatch):
    monkeypatch.setattr("tournaments.ranking.views.LINES_A_PAGE", 2)
    page = text_of(a_browser().get("/ranking/?period=2026&page=2"))
    assert ranks(page) == ["3", "3"]
    assert "?period=2026&amp;page=1" in page


@pytest.mark.both
def test_a_leaderboard_takes_few_queries(cup, django_assert_max_num_queries):
    for reader in (None, a_person(), cup.champion.roster.get().user):
        browser = a_browser(reader)
        with django_assert_max_num_queries(11):
            assert browser.get("/ranking/?period=2026&q=u").status_code == 200


@pytest.mark.parametrize("path", ["/", "/ranking/", "/api/ranking/"])
def test_who_deleted_their_account_is_listed_without_a_page(cup, path, now):
    gone = cup.champion.roster.get().user
    profiles.anonymise(user_id=gone.pk, now=now)
    page = text_of(a_browser().get(path))
    assert "jugador borrado" in page
    assert f"~{gone.pk}" not in page


@pytest.mark.parametrize("path", ["/", "/ranking/", "/api/ranking/"])
def test_who_never_played_is_not_listed(path, now):
    organiser = an_organiser()
    match = match_at(a_running_cup(organiser, now, entries=2), 1, 1)
    given = {"actor": organiser, "reason": "se fueron", "now": now}
    matches.give_walkover(match_id=match.pk, winner=0, **given)
    heal_rankings()
    page = text_of(a_browser().get(path))
    assert [name for side in (0, 1) if (name := players_of(match, side)[0].username) in page] == []
