"""Organisers correct a club's people: names, merges and their undo, splits, erasure."""

from datetime import datetime, timedelta

import pytest
from django.apps import apps

from accounts.common.errors import RefusedError
from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles.services import anonymise
from tests.accounts.people import a_person as a_named_person
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter, match_at
from tests.tournaments.names import an_event_of_names, named
from tests.tournaments.people.test_pages_people import AGAIN, PAIRS, a_night, person_named
from tests.tournaments.soundness import sound
from tournaments.common.audit import log_event
from tournaments.entries.known_teams import known_teams
from tournaments.models import (
    AuditEvent,
    Entry,
    LeaderboardLine,
    Person,
    PersonChange,
    PlayerResult,
    PointsEntry,
    RosterPlayer,
    TeamPlayer,
)
from tournaments.people import services
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
DAY = timedelta(days=1)


def merge(organiser: User, now: datetime, keep: str, gone: str, name: str = "") -> PersonChange:
    return services.merge_people(
        person_id=person_named(keep).pk,
        other_id=person_named(gone).pk,
        name=name or keep,
        actor=organiser,
        now=now,
    )


def state() -> dict[str, list[object]]:
    """All that a merge may change."""
    board = LeaderboardLine.objects.order_by("board", "person", "user")
    columns = ("board", "person", "user", "points", "matches", "wins")
    return {
        "people": list(Person.objects.order_by("pk").values()),
        "players": list(RosterPlayer.ever.order_by("pk").values()),
        "entries": list(Entry.objects.order_by("pk").values()),
        "teams": list(TeamPlayer.objects.order_by("pk").values()),
        "results": list(PlayerResult.objects.order_by("pk").values()),
        "points": list(PointsEntry.objects.order_by("pk").values()),
        "board": list(board.values(*columns)),
    }


@pytest.mark.feature("The club's people", "A typo is corrected in all nights, drawn or not")
def test_a_name_is_corrected_everywhere(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    coming = an_event_of_names(organiser, now, (("Ana Ruiz", "Eli Mar"),), by_qr=False)
    is_double = services.rename_person(
        person_id=person_named("Ana Ruiz").pk, name="Ana Ruíz Díaz", actor=organiser, now=now
    )
    assert not is_double
    assert named(cup, "Ana Ruíz Díaz").entry.name == "Ana Ruíz Díaz y Beto Paz"
    assert named(coming, "Ana Ruíz Díaz").entry.name == "Ana Ruíz Díaz y Eli Mar"
    logged = AuditEvent.objects.filter(act=AuditEvent.Act.RENAME_PLAYER)
    assert {event.competition_id for event in logged} == {cup.pk, coming.pk}
    (change,) = PersonChange.objects.all()
    assert (change.before, change.after) == ("Ana Ruiz", "Ana Ruíz Díaz")
    assert "ana ruiz diaz" in known_teams(cup.club, besides=a_cup(organiser, now)).people


def test_a_name_of_the_teams_choice_stays(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    Entry.objects.filter(pk=named(cup, "Ana Ruiz").entry_id).update(name="Los del Patio")
    services.rename_person(
        person_id=person_named("Ana Ruiz").pk, name="Ana Gil", actor=organiser, now=now
    )
    assert named(cup, "Ana Gil").entry.name == "Los del Patio"


def test_accounts_keep_their_own_name_in_entries(organiser: User, now: datetime) -> None:
    cup, user = a_cup(organiser, now), a_person()
    entry = enter(cup, organiser, now, user)
    person = Person.objects.get(user=user)
    services.rename_person(person_id=person.pk, name="Ana", actor=organiser, now=now)
    assert entry.roster.get().name == str(user)


def test_a_rename_to_a_name_that_exists_is_told(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    ana = person_named("Ana Ruiz")
    assert services.rename_person(person_id=ana.pk, name="BETO PAZ", actor=organiser, now=now)


def test_other_organisers_change_nobody(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    with pytest.raises(RefusedError, match="not-organiser"):
        merge(an_organiser(), now, "Ana Ruiz", "Beto Paz")


@pytest.mark.feature("The club's people", "Two persons are merged, and the merge is undone")
def test_a_merge_moves_everything_and_its_undo_restores_it(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    second = a_night(organiser, now, AGAIN)
    before = state()
    change = merge(organiser, now, "Ana Ruiz", "Ana Ruis", "Ana Ruiz Díaz")
    person = person_named("Ana Ruiz Díaz")
    assert person.points.filter(reversal=False).count() == 2
    assert named(second, "Ana Ruiz Díaz").person == person
    assert named(second, "Ana Ruiz Díaz").entry.name == "Ana Ruiz Díaz y Beto Paz"
    assert sound()

    services.undo_merge(change_id=change.pk, actor=organiser, now=now + 30 * DAY)
    assert state() == before
    assert sound()


def test_a_merge_takes_the_account_along_and_gives_it_back(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    user = a_person()
    enter(a_cup(organiser, now), organiser, now, user)
    ana = person_named("Ana Ruiz")
    before = state()
    change = merge(organiser, now, "Ana Ruiz", str(user))
    ana.refresh_from_db()
    assert ana.user == user
    assert PointsEntry.objects.filter(user=user).count() == 1
    services.undo_merge(change_id=change.pk, actor=organiser, now=now)
    assert state() == before


def test_after_a_merge_the_old_name_leads_to_the_person(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    merge(organiser, now, "Ana Ruiz", "Ana Ruis")
    cup = a_night(organiser, now, AGAIN)
    assert named(cup, "Ana Ruis").person == person_named("Ana Ruiz")


def test_two_organisers_merge_the_same_two_once(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    keep, gone = person_named("Ana Ruiz").pk, person_named("Ana Ruis").pk
    told = {"name": "Ana Ruiz", "actor": organiser, "now": now}
    services.merge_people(person_id=keep, other_id=gone, **told)
    with pytest.raises(RefusedError, match="same-person"):
        services.merge_people(person_id=keep, other_id=gone, **told)
    with pytest.raises(RefusedError, match="same-person"):
        services.merge_people(person_id=gone, other_id=keep, **told)
    assert PersonChange.objects.count() == 1


def test_two_of_one_night_are_not_merged(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    with pytest.raises(RefusedError, match="played-together"):
        merge(organiser, now, "Ana Ruiz", "Carla Gil")


def test_two_accounts_are_not_merged(organiser: User, now: datetime) -> None:
    one, other = a_person(), a_person()
    for user in (one, other):
        enter(a_cup(organiser, now), organiser, now, user)
    with pytest.raises(RefusedError, match="two-accounts"):
        merge(organiser, now, str(one), str(other))


def test_an_undo_comes_within_a_month_and_once(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    change = merge(organiser, now, "Ana Ruiz", "Ana Ruis")
    with pytest.raises(RefusedError, match="undo-over"):
        services.undo_merge(change_id=change.pk, actor=organiser, now=now + 31 * DAY)
    services.undo_merge(change_id=change.pk, actor=organiser, now=now)
    with pytest.raises(RefusedError, match="changed-since"):
        services.undo_merge(change_id=change.pk, actor=organiser, now=now)


def test_merges_are_undone_in_turn(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    a_night(organiser, now, AGAIN)
    a_night(organiser, now, (("Anita", "Beto Paz"), ("Carla Gil", "Eli Mar")))
    before = state()
    first = merge(organiser, now, "Ana Ruis", "Anita", "Ana Ruis")
    between = state()
    last = merge(organiser, now, "Ana Ruiz", "Ana Ruis")
    with pytest.raises(RefusedError, match="no-such-person"):
        services.undo_merge(change_id=first.pk, actor=organiser, now=now)
    services.undo_merge(change_id=last.pk, actor=organiser, now=now)
    assert state() == between
    services.undo_merge(change_id=first.pk, actor=organiser, now=now)
    assert state() == before


@pytest.mark.feature("The club's people", "Nights of two people of one name are told apart")
def test_chosen_nights_become_another_persons(organiser: User, now: datetime) -> None:
    a_night(organiser, now)
    second = a_night(organiser, now)
    ana = person_named("Ana Ruiz")
    other = services.split_person(
        person_id=ana.pk,
        place_ids=[named(second, "Ana Ruiz").pk],
        name="Ana Ruiz Díaz",
        actor=organiser,
        now=now,
    )
    assert (ana.points.count(), other.points.count()) == (1, 1)
    assert sound()


def test_a_split_leaves_something_to_both(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    told = {"name": "Ana", "actor": organiser, "now": now}
    ana = person_named("Ana Ruiz")
    for places in ([], [named(cup, "Ana Ruiz").pk]):
        with pytest.raises(RefusedError, match="nothing-to-split"):
            services.split_person(person_id=ana.pk, place_ids=places, **told)


@pytest.mark.feature("The club's people", "Who does not want to be named is shown by initials")
def test_a_hidden_person_is_written_by_initials(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    ana = person_named("Ana Ruiz")
    before = state()
    services.hide_person(person_id=ana.pk, hidden=True, actor=organiser, now=now)
    assert named(cup, "A. R.").entry.name == "A. R. y Beto Paz"
    coming = an_event_of_names(organiser, now, PAIRS, by_qr=False)
    place = named(coming, "A. R.")
    assert place.person == ana
    assert place.entry.name == "A. R. y Beto Paz"
    assert place.entry.team == named(cup, "A. R.").entry.team
    assert not AuditEvent.objects.filter(act=AuditEvent.Act.RENAME_PLAYER).exists()
    coming.delete()
    services.hide_person(person_id=ana.pk, hidden=False, actor=organiser, now=now)
    assert state() == before


def test_the_log_of_a_match_does_not_name_who_was_hidden_since(
    organiser: User, now: datetime
) -> None:
    cup = a_night(organiser, now)
    entry, match = named(cup, "Ana Ruiz").entry, match_at(cup, 1, 1)
    told = {"entry": entry.name, "entry_id": entry.pk}
    log_event(
        AuditEvent.Act.LINE_UP, competition=cup, match=match, actor=organiser, now=now, after=told
    )
    page = f"/matches/{match.pk}/"
    assert "Ana Ruiz y Beto Paz" in text_of(a_browser().get(page))
    ana = person_named("Ana Ruiz")
    services.hide_person(person_id=ana.pk, hidden=True, actor=organiser, now=now)
    shown = text_of(a_browser().get(page))
    assert "presentó una formación" in shown
    assert "Ana Ruiz" not in shown


def traces(name: str) -> list[str]:
    """Return the rows of the database that hold a name."""
    rows = [
        f"{model.__name__} {row}".lower()
        for model in apps.get_models()
        for row in model._base_manager.values()
    ]
    return [row for row in rows if name in row]


@pytest.mark.feature("The club's people", "The data of somebody without an account are erased")
def test_a_forgotten_person_is_named_nowhere(organiser: User, now: datetime) -> None:
    teams = (("Zulema Quispe", "Beto Paz"), ("Carla Gil", "Dani Sosa"))
    a_night(organiser, now, teams)
    cup = a_night(organiser, now, (("Zulema Quispé Roa", "Beto Paz"), teams[1]))
    merge(organiser, now, "Zulema Quispe", "Zulema Quispé Roa", "Zulema Quispe Roa")
    zulema = person_named("Zulema Quispe Roa")
    services.describe_person(
        person_id=zulema.pk, nickname="Zulu", notes="es zulema", actor=organiser
    )
    services.forget_person(person_id=zulema.pk, actor=organiser, now=now)
    assert traces("zulema") == []
    assert traces("quisp") == []
    assert traces("zulu") == []
    zulema.refresh_from_db()
    assert zulema.forgotten_at == now
    assert zulema.points.count() == 2
    assert named(cup, ERASED).entry.name == f"{ERASED} y Beto Paz"
    assert sound()
    with pytest.raises(RefusedError, match="no-such-person"):
        services.forget_person(person_id=zulema.pk, actor=organiser, now=now)


def test_the_data_of_an_account_are_its_owners_to_erase(organiser: User, now: datetime) -> None:
    user = a_person()
    enter(a_cup(organiser, now), organiser, now, user)
    person = Person.objects.get(user=user)
    with pytest.raises(RefusedError, match="has-account"):
        services.forget_person(person_id=person.pk, actor=organiser, now=now)


def test_a_deleted_account_is_erased_in_the_nights_before_it(
    organiser: User, now: datetime
) -> None:
    teams = (("Zulema Quispe", "Beto Paz"), ("Carla Gil", "Dani Sosa"))
    cup = a_night(organiser, now, teams)
    user = a_named_person("zq", display_name="La Zule")
    enter(a_cup(organiser, now), organiser, now, user)
    merge(organiser, now, "Zulema Quispe", "La Zule")
    anonymise(user_id=user.pk, now=now)
    assert traces("zulema") == []
    assert traces("quispe") == []
    assert named(cup, ERASED).entry.name == f"{ERASED} y Beto Paz"


def test_of_two_of_one_name_in_a_night_the_second_is_another(
    organiser: User, now: datetime
) -> None:
    cup = an_event_of_names(organiser, now, (("Ana Ruiz",), ("ANA RUIZ",)), by_qr=False)
    RosterPlayer.ever.update(person=None)
    number = services.recognise_names(
        club_id=cup.club_id,
        chosen={"ana ruiz": person_named("Ana Ruiz").pk},
        actor=organiser,
        now=now,
    )
    assert number == 2
    persons = {player.person_id for player in RosterPlayer.objects.filter(competition=cup)}
    assert len(persons) == 2
    assert None not in persons


def test_recognised_names_get_their_points(organiser: User, now: datetime) -> None:
    cup = a_night(organiser, now)
    before = dict(PointsEntry.objects.values_list("person__name", "points"))
    PointsEntry.objects.all().delete()
    PlayerResult.objects.all().delete()
    LeaderboardLine.objects.all().delete()
    RosterPlayer.ever.update(person=None)
    Person.objects.all().delete()
    keys = ("ana ruiz", "beto paz", "carla gil", "dani sosa")
    services.recognise_names(
        club_id=cup.club_id, chosen=dict.fromkeys(keys), actor=organiser, now=now
    )
    heal_rankings()
    assert dict(PointsEntry.objects.values_list("person__name", "points")) == before
    assert sound()
