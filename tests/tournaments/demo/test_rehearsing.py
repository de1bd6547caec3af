"""Rehearsals: everything can be tried, no other user notices, and nothing of it remains."""

from datetime import timedelta

import pytest
from django.apps import apps

from accounts.clubs import services as clubs
from accounts.common.errors import RefusedError
from accounts.common.notification_types import NEWS
from accounts.models import Club, Membership
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, club_of, enter
from tests.tournaments.team_factories import a_team
from tournaments.common.notifications import OCCASIONS
from tournaments.demo import rehearsals
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entry_import import Row
from tournaments.entry_import import services as entry_import
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.set_up import NewClub
from tournaments.matches import services as matches
from tournaments.models import Competition, Match
from tournaments.results import services as result_services
from tournaments.tasks import forget_rehearsals
from tournaments.verification import violations

pytestmark = [pytest.mark.django_db, pytest.mark.both]
WEEK = timedelta(days=7)


@pytest.fixture
def rehearsal(organiser, now) -> Competition:
    return rehearsals.start_rehearsal(actor=organiser, home=club_of(organiser), now=now)


def rows() -> dict[str, int]:
    """Count every row of competitions and tables, but the one that is only locked."""
    models = [*apps.get_app_config("tournaments").get_models()]
    models += [*apps.get_app_config("games").get_models()]
    counted = {model.__name__: model.objects.count() for model in models}
    return counted | {"Club": Club.objects.count(), "RankingTurn": 0}


def start_rehearsal(rehearsal: Competition, organiser, now) -> list[Match]:
    draw.draw(competition_id=rehearsal.pk, actor=organiser, seed="x", now=now)
    lifecycle.start(competition_id=rehearsal.pk, actor=organiser, now=now)
    return list(Match.objects.of(rehearsal.pk))


def test_it_is_an_evening_of_sixteen_pairs_that_is_ready_to_be_drawn(rehearsal):
    assert rehearsal.name == "Ensayo"
    assert (rehearsal.state, rehearsal.with_cards) == ("registration", True)
    assert rehearsal.entries.confirmed().count() == 16
    names = [player.name for entry in rehearsal.entries.all() for player in entry.roster.all()]
    assert len(set(names)) == 32


@pytest.mark.feature("Competitions", "A rehearsal only organisers see, deleted with one tap")
def test_what_was_tried_in_it_goes_with_it(organiser, now):
    kept = a_cup(organiser, now)
    enter(kept, organiser, now, a_person())
    before = rows()
    rehearsal = rehearsals.start_rehearsal(actor=organiser, home=club_of(organiser), now=now)
    first, second, *_ = start_rehearsal(rehearsal, organiser, now)
    for match in (first, second):
        matches.give_walkover(
            match_id=match.pk, winner=0, actor=organiser, reason="probando", now=now
        )
    result_services.reopen_match(match_id=first.pk, actor=organiser, reason="probando", now=now)
    rehearsals.forget_rehearsal(competition_id=rehearsal.pk, actor=organiser)
    assert rows() == before
    assert list(violations(live=False)) == []


def test_a_club_that_was_opened_for_it_goes_along_unless_it_has_come_to_be_something(now):
    ana = a_person("ana")
    home = NewClub(name="", stem="Club de ana", zone="America/Montevideo")
    made = rehearsals.start_rehearsal(actor=ana, home=home, now=now)
    rehearsals.forget_rehearsal(competition_id=made.pk, actor=ana)
    assert not Club.objects.exists()
    made = rehearsals.start_rehearsal(actor=ana, home=home, now=now)
    clubs.invite(club_id=made.club_id, by=ana, now=now)
    rehearsals.forget_rehearsal(competition_id=made.pk, actor=ana)
    assert Club.objects.get().name == "Club de ana"
    made = rehearsals.start_rehearsal(actor=ana, home=Club.objects.get(), now=now)
    rehearsals.forget_rehearsal(competition_id=made.pk, actor=ana)
    assert Club.objects.exists()


def test_a_club_that_has_a_team_by_then_stays(now):
    ana = a_person("ana")
    home = NewClub(name="", stem="Club de ana", zone="America/Montevideo")
    made = rehearsals.start_rehearsal(actor=ana, home=home, now=now)
    team = a_team(now, ana, club=made.club)
    rehearsals.forget_rehearsal(competition_id=made.pk, actor=ana)
    team.refresh_from_db()
    assert team.club == made.club


def test_only_its_organisers_find_it(rehearsal, organiser):
    member = a_person()
    Membership.objects.create(club=rehearsal.club, user=member)
    Competition.objects.filter(pk=rehearsal.pk).update(public=True)
    rehearsal.refresh_from_db()
    assert not rehearsal.is_open_to_all
    assert not Competition.objects.public().exists()
    assert not Competition.objects.visible_to(member).exists()
    assert Competition.objects.visible_to(organiser).get() == rehearsal


def test_nobody_with_an_account_comes_in(rehearsal, organiser, now):
    ana = a_person("ana")
    with pytest.raises(RefusedError, match="only-names"):
        enter(rehearsal, organiser, now, ana, a_person())
    with pytest.raises(RefusedError, match="only-names"):
        entries.register(competition_id=rehearsal.pk, user=ana, now=now)
    entry = rehearsal.entries.first()
    token = entries.renew_invitation(entry_id=entry.pk, user=organiser)
    with pytest.raises(RefusedError, match="only-names"):
        entries.accept_invitation(token=token, user=ana, now=now)
    row = Row(line=1, name="", players=(f"@{ana.username}", "Beto"))
    assert entry_import.examine(rehearsal, [row])[0].row.problems == ("only-names",)
    assert not rehearsal.entries.filter(roster__user__isnull=False).exists()


def test_nobody_is_told_of_it(rehearsal, organiser, now):
    member = a_person()
    Membership.objects.create(club=rehearsal.club, user=member)
    assert OCCASIONS[NEWS].words(rehearsal.pk, member) is None


def test_a_club_has_one_at_a_time(rehearsal, organiser, now):
    with pytest.raises(RefusedError, match="rehearsal-going-on"):
        rehearsals.start_rehearsal(actor=organiser, home=rehearsal.club, now=now)


def test_no_other_competition_is_deleted_and_nobody_else_deletes_one(rehearsal, organiser, now):
    cup = a_cup(organiser, now)
    with pytest.raises(RefusedError, match="no-rehearsal"):
        rehearsals.forget_rehearsal(competition_id=cup.pk, actor=organiser)
    with pytest.raises(RefusedError, match="not-organiser"):
        rehearsals.forget_rehearsal(competition_id=rehearsal.pk, actor=a_person())
    rehearsals.forget_rehearsal(competition_id=rehearsal.pk, actor=organiser)
    with pytest.raises(RefusedError, match="no-rehearsal"):
        rehearsals.forget_rehearsal(competition_id=rehearsal.pk, actor=organiser)
    assert Competition.objects.get() == cup


def test_after_a_week_it_goes_by_itself(rehearsal, organiser, now):
    cup = a_cup(organiser, now)
    rehearsals.forget_old(competition_id=rehearsal.pk, now=now + WEEK - timedelta(seconds=1))
    assert Competition.objects.filter(pk=rehearsal.pk).exists()
    assert list(rehearsals.old(now + WEEK)) == [rehearsal]
    for pk in (rehearsal.pk, cup.pk, rehearsal.pk):
        rehearsals.forget_old(competition_id=pk, now=now + WEEK)
    assert Competition.objects.get() == cup


def test_the_sweep_finds_the_old_ones(rehearsal):
    forget_rehearsals()  # made long ago by the clock of the wall
    assert not Competition.objects.exists()
