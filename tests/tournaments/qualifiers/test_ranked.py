"""Qualifiers by the club's leaderboard."""

from datetime import timedelta

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tests.tournaments.events import award_all
from tournaments.common.errors import (
    AlreadyDrawnError,
    NoFreePlaceError,
    NothingThereError,
    NotOrganiserError,
)
from tournaments.models import Leaderboard, LeaderboardLine, Person
from tournaments.qualifiers.errors import OtherSidesError
from tournaments.qualifiers.ranked import enter_ranked, leading_persons
from tournaments.ranking.ledger import BoardKey

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def organiser():
    return an_organiser()


@pytest.fixture
def ranking(organiser, now):
    """Five persons of the club by points, the last two with accounts: `a` leads."""
    played = a_running_cup(organiser, now - timedelta(days=9), entries=2)
    award_all(played, now)
    people = [Person.objects.create(club=played.club, name=name, created_at=now) for name in "abc"]
    people += list(Person.objects.filter(club=played.club, user__isnull=False).order_by("pk")[:2])
    key = BoardKey(club_id=played.club_id)
    LeaderboardLine.objects.filter(board__key=str(key)).delete()
    board, _ = Leaderboard.objects.get_or_create(key=str(key), defaults={"club": played.club})
    for place, person in enumerate(people):
        LeaderboardLine.objects.create(
            board=board, person=person, points=100 - 10 * place, matches=1, wins=1
        )
    return people


def take(cup, organiser, now, *, places, first_rank=1):
    return enter_ranked(
        competition_id=cup.pk,
        period="",
        first_rank=first_rank,
        places=places,
        actor=organiser,
        now=now,
    )


@pytest.mark.feature("Formats", "The first of the club's ranking enter a competition")
def test_the_first_of_the_ranking_enter_and_the_next_move_up(organiser, ranking, now):
    cup = a_cup(organiser, now)
    assert [str(entry) for entry in take(cup, organiser, now, places=2)] == ["a", "b"]
    assert leading_persons(cup, "") == ranking[2:]
    last = take(cup, organiser, now, places=5, first_rank=2)
    assert [entry.roster.get().person for entry in last] == ranking[3:]
    assert {entry.state for entry in last} == {"confirmed"}


def test_who_has_an_account_and_is_in_already_is_left_out(organiser, ranking, now):
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, ranking[3].user)
    assert leading_persons(cup, "") == [*ranking[:3], ranking[4]]


def test_what_cannot_be_is_refused(organiser, ranking, now):
    cup = a_cup(organiser, now, cap=2)
    with pytest.raises(NoFreePlaceError):
        take(cup, organiser, now, places=3)
    with pytest.raises(NothingThereError):
        take(cup, organiser, now, places=1, first_rank=9)
    with pytest.raises(NotOrganiserError):
        take(cup, an_organiser(), now, places=1)
    with pytest.raises(OtherSidesError):
        take(a_cup(organiser, now, per_side=2), organiser, now, places=1)
    with pytest.raises(AlreadyDrawnError):
        take(a_running_cup(organiser, now), organiser, now, places=1)
    assert not cup.entries.exists()


def test_organisers_take_them_on_the_page_of_qualifiers(organiser, ranking, now):
    cup, browser = a_cup(organiser, now), a_browser(organiser)
    page = f"/competitions/{cup.pk}/feeders/"
    assert "Por el ranking del club" in text_of(browser.get(page))
    answer = browser.post(f"{page}ranked/", {"period": "", "places": "2"}, follow=True)
    assert "Entran: a y b." in text_of(answer)
    assert browser.post(f"{page}ranked/", {"places": "0"}).status_code == 422
