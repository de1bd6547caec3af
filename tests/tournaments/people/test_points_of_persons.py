"""A club's leaderboards list everybody who played there, with or without an account."""

from datetime import datetime

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser, match_at
from tests.tournaments.moderation.keepers import an_operator
from tests.tournaments.names import PAIRS, an_event_of_names, claims, draw_and_start, named
from tests.tournaments.reopening import reopen
from tests.tournaments.soundness import sound
from tournaments.entries import services as entries
from tournaments.entries.attribution import move_results
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import (
    Competition,
    LeaderboardLine,
    Match,
    Person,
    PointsEntry,
    RosterPlayer,
)
from tournaments.name_claims.services import confirm, release_claim
from tournaments.ranking.ledger import BoardKey
from tournaments.ranking.rebuild import rebuild_ranking
from tournaments.ranking.verified_clubs import verify_club
from tournaments.results.services import submit_result
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
FOUR = (("Ana Ruiz",), ("Beto Paz",), ("Carla Gil",), ("Dani Sosa",))


@pytest.fixture
def organiser() -> User:
    return an_organiser(verified=False)


def a_night(organiser: User, now: datetime, names=FOUR, *, by_qr=False) -> Competition:
    """Play the semifinals of a cup of names, with real cards or at tables of the site."""
    event = an_event_of_names(organiser, now, names, with_cards=not by_qr, by_qr=by_qr)
    cup = draw_and_start(event, organiser, now)
    for number in (1, 2):
        told = {"games": [(5, 3)], "reason": "se jugó en la barra", "actor": organiser}
        submit_result(match_id=match_at(cup, 1, number).pk, now=now, **told)
    heal_rankings()
    return cup


def club_board(organiser: User) -> dict[str, int]:
    club = organiser.memberships.get().club_id
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey(club_id=club)))
    return {line.person.name: line.points for line in lines.select_related("person")}


def site_board() -> dict[User, int]:
    lines = LeaderboardLine.objects.filter(board__key=str(BoardKey()))
    return {line.user: line.points for line in lines.select_related("user")}


@pytest.mark.feature("The club's people", "Points for everybody, with or without an account")
def test_names_without_an_account_score_at_their_club(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    assert sorted(club_board(organiser).values()) == [5, 5, 20, 20]
    assert set(club_board(organiser)) == {name for (name,) in FOUR}
    assert site_board() == {}
    assert sound()


def test_the_same_name_next_week_is_the_same_person(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, (("ANA RUÍZ",), ("beto paz",), ("Carla Gil",), ("Dani  Sosa",)))
    assert Person.objects.count() == 4
    assert sum(club_board(organiser).values()) == 100


def test_two_people_of_one_name_in_an_event_stay_two(organiser: User, now: datetime) -> None:
    cup = an_event_of_names(organiser, now, (("Ana Ruiz",), ("Ana Ruiz",)), by_qr=False)
    persons = {player.person_id for player in RosterPlayer.objects.filter(competition=cup)}
    assert len(persons) == 2


def test_a_third_night_with_two_of_that_name_decides_nothing(
    organiser: User, now: datetime
) -> None:
    an_event_of_names(organiser, now, (("Ana Ruiz",), ("Ana Ruiz",)), by_qr=False)
    cup = an_event_of_names(organiser, now, (("Ana Ruiz",), ("Beto Paz",)), by_qr=False)
    assert named(cup, "Ana Ruiz").person.roster_places.count() == 1


def test_an_account_is_one_person_in_each_club(organiser: User, now: datetime) -> None:
    other, player = an_organiser(), a_person()
    for host in (organiser, organiser, other):
        cup = an_event_of_names(host, now, (("Ana",), ("Beto",)), by_qr=False)
        entries.add_entry(
            competition_id=cup.pk, actor=host, players=[NamedPlayer("", player)], now=now
        )
    assert Person.objects.filter(user=player).count() == 2


def test_who_claims_tonights_name_and_has_no_history_is_that_person(
    organiser: User, now: datetime
) -> None:
    cup = a_night(organiser, now, by_qr=True)
    verify_club(club_id=cup.club_id, actor=an_operator(), now=now)
    player = a_person()
    claim = claims(cup, "Ana Ruiz", now, player)
    confirm(claim_id=claim.pk, actor=organiser, now=now)
    ana = Person.objects.get(name="Ana Ruiz")
    assert ana.user == player
    assert site_board() == {player: club_board(organiser)["Ana Ruiz"]}
    assert sound()

    release_claim(claim_id=claim.pk, actor=organiser, now=now)
    ana.refresh_from_db()
    assert ana.user is None
    assert site_board() == {}
    assert sound()


def test_partners_who_took_each_others_name_can_put_it_right(
    organiser: User, now: datetime
) -> None:
    cup = draw_and_start(an_event_of_names(organiser, now, PAIRS), organiser, now)
    match = named(cup, "Ana").entry.slots.get().match
    one, other = a_person(), a_person()
    wrong = [claims(cup, name, now, who) for name, who in (("Ana", one), ("Beto", other))]
    for claim in wrong:
        confirm(claim_id=claim.pk, actor=organiser, now=now)
    write(match, organiser, now)
    assert credited(match, "Ana", "Beto") == {"Ana": {one}, "Beto": {other}}
    for claim in wrong:
        release_claim(claim_id=claim.pk, actor=organiser, now=now)

    confirm(claim_id=claims(cup, "Beto", now, one).pk, actor=organiser, now=now)
    assert credited(match, "Ana", "Beto") == {"Ana": {None}, "Beto": {one}}
    reopen(match, now)
    write(match, organiser, now)
    assert credited(match, "Ana", "Beto") == {"Ana": {None}, "Beto": {one}}
    assert sound()

    confirm(claim_id=claims(cup, "Ana", now, other).pk, actor=organiser, now=now)
    reopen(match, now)
    assert credited(match, "Ana", "Beto") == {"Ana": {other}, "Beto": {one}}
    assert sound()


def write(match: Match, organiser: User, now: datetime) -> None:
    told = {"games": [(5, 3)], "reason": "se jugó en la barra", "actor": organiser}
    submit_result(match_id=match.pk, now=now, **told)
    heal_rankings()


def credited(match: Match, *names: str) -> dict[str, set[User | None]]:
    """Return for which accounts the lines of these persons count, reversals included."""
    lines = match.points.select_related("user")
    return {name: {line.user for line in lines.filter(person__name=name)} for name in names}


def test_who_claims_a_name_with_a_history_gets_tonight_alone(
    organiser: User, now: datetime
) -> None:
    a_night(organiser, now)
    cup = a_night(organiser, now, by_qr=True)
    player = a_person()
    confirm(claim_id=claims(cup, "Ana Ruiz", now, player).pk, actor=organiser, now=now)
    assert Person.objects.get(name="Ana Ruiz").user is None
    assert named(cup, "Ana Ruiz").person.user is None


def test_results_follow_a_place_that_was_somebody_elses(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    before = club_board(organiser)
    cup = a_night(organiser, now)
    place = named(cup, "Ana Ruiz")
    other = Person.objects.create(club=cup.club, name="Ana Ruiz Díaz", created_at=now)
    move_results([(place, other)])
    assert club_board(organiser)["Ana Ruiz"] == before["Ana Ruiz"]
    assert club_board(organiser)["Ana Ruiz Díaz"] in (5, 20)
    assert sound()
    rebuild_ranking()
    assert sound()


def test_a_place_that_was_nobodys_gets_its_results_afterwards(
    organiser: User, now: datetime
) -> None:

    cup = draw_and_start(
        an_event_of_names(organiser, now, FOUR, with_cards=True, by_qr=False), organiser, now
    )
    place = named(cup, "Ana Ruiz")
    person, place.person = place.person, None
    place.save(update_fields=["person"])
    match = cup_match(place)
    submit_result(match_id=match.pk, games=[(5, 3)], actor=organiser, now=now)
    heal_rankings()
    assert "Ana Ruiz" not in club_board(organiser)

    move_results([(place, person)])
    heal_rankings()
    assert club_board(organiser)["Ana Ruiz"] in (5, 20)
    assert PointsEntry.objects.filter(match=match).count() == 2
    assert sound()


def cup_match(place: RosterPlayer):
    return match_at(place.competition, 1, place.entry.slots.get().match.number)
