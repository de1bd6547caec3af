"""The page of suspicious series: permissions, and the players named."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from tests.accounts.factors import with_app
from tests.accounts.people import a_member
from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, club_of
from tournaments.models import Match, MatchGame, PlayerResult

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
SERIES = "/ranking/series/"


def add_results(
    first: User, second: User, times: int, *, hands: int, won: int | None = None
) -> None:
    """Casual results of the last days: the first wins `won` of them, all if it is left out."""
    for number in range(times):
        at = timezone.now() - timedelta(hours=number + 1)
        game = a_table(at, people=[first, second], competitive=True, seated=False)
        Game.objects.filter(pk=game.pk).update(start={"number": hands})
        match = Match.objects.create(
            state="completed",
            winner=0 if won is None or number < won else 1,
            points_reason="played",
            completed_at=at,
        )
        MatchGame.objects.create(match=match, game=game)
        for side, user in enumerate((first, second)):
            PlayerResult.objects.create(match=match, user=user, side=side)


@pytest.fixture
def staff() -> User:
    person = a_person()
    person.is_staff = True
    person.save()
    return with_app(person)


def test_site_staff_read_of_one_side_that_always_wins_at_once(staff):
    ana, beto, cora = a_person("ana"), a_person("beto"), a_person("cora")
    add_results(beto, ana, 10, hands=1)
    add_results(ana, cora, 5, hands=9)
    add_results(beto, cora, 5, hands=9)
    page = text_of(a_browser(staff).get(SERIES))
    assert "Gana casi siempre el mismo" in page
    assert page.index("beto") < page.index("ana")
    assert "(10–0)" in page
    assert "cora" not in page


def test_and_of_two_who_meet_nobody_else_as_often(staff):
    ana, beto, cora = a_person("ana"), a_person("beto"), a_person("cora")
    add_results(ana, beto, 9, hands=9, won=5)
    add_results(ana, cora, 3, hands=9)
    page = text_of(a_browser(staff).get(SERIES))
    assert page.index("<p>Nada cambia solo") < page.index("Juegan entre ellos mucho más")
    assert "(5–4)" in page


def test_friends_who_play_others_too_are_not_named(staff):
    ana, beto, cora = a_person("ana"), a_person("beto"), a_person("cora")
    add_results(ana, beto, 9, hands=9, won=5)
    add_results(ana, cora, 4, hands=9)
    assert "Nada llama la atención" in text_of(a_browser(staff).get(SERIES))


@pytest.mark.feature("Points and players", "Odd series are listed")
def test_organisers_read_of_two_members_of_a_club_of_theirs(now):
    organiser, other = an_organiser(), an_organiser()
    members = [a_member(club_of(organiser), name) for name in ("ana", "beto")]
    a_member(club_of(other), "cora")
    add_results(*members, 10, hands=1)
    assert members[0].username in text_of(a_browser(organiser).get(SERIES))
    assert "Nada llama la atención" in text_of(a_browser(other).get(SERIES))


def test_nobody_else_may_read_it_and_the_ranking_leads_there():
    organiser = an_organiser()
    for reader in (None, a_person()):
        assert a_browser(reader).get(SERIES).status_code == 404
        assert SERIES not in text_of(a_browser(reader).get("/ranking/"))
    assert SERIES in text_of(a_browser(organiser).get("/ranking/"))
    assert SERIES in text_of(a_browser(organiser).get(f"/clubs/{club_of(organiser).slug}/"))
