"""Repeating a competition: copies, entries left out, and refusals."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import translation

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.desks import cancelled, who
from tests.tournaments.entries.test_partner_changes import change, pairs_by_name
from tests.tournaments.events import organiser_of
from tests.tournaments.nights import a_night, a_series
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.competitions.settings import CompetitionSettings
from tournaments.competitions.suggestions import default_name
from tournaments.draw import services as draw_services
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.judging.officials import appoint_official
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Entry, Person, StaffLink
from tournaments.repeats.queries import next_name, next_start, read_original
from tournaments.repeats.services import Repeated, repeat_competition, undo_repeat
from tournaments.staff_links.services import find_link, make_link, revoke_link
from tournaments.venues.services import choose_tables, use_tables
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
A_WEEK = timedelta(days=7)


def repeat(event: Competition, now: datetime, **changed: Any) -> Repeated:
    """Repeat it with all entries that played, all links and officials."""
    original = read_original(event)
    terms = {
        "name": "Otra vez",
        "starts_at": None,
        "entry_ids": [each.line.entry.pk for each in original.takes if each.came],
        "link_ids": [link.pk for link in original.links],
        "with_officials": True,
        "series_id": None,
        **changed,
    }
    return repeat_competition(**who(event, now), **terms)


def names(event: Competition) -> list[str]:
    return list(event.entries.order_by("pk").values_list("name", flat=True))


@pytest.mark.feature(
    "Competitions", "Last week's competition is repeated with its people and staff"
)
def test_settings_tables_staff_and_people_are_copied(now: datetime) -> None:
    organiser, judge = an_organiser(), a_person()
    shape = FormatOptions(format="swiss", swiss_rounds=2)
    terms = {"shape": shape, "cap": 6, "prizes": "un lechón", "with_cards": True}
    event = a_cup(organiser, now, per_side=2, **terms)
    use_tables(**who(event, now), count=3)
    choose_tables(**who(event, now), names={2: "Ventana"}, used=[2, 3])
    appoint_official(**who(event, now), user=judge, role="judge")
    _, old = make_link(**who(event, now), label="Patio", role="scorer")
    rosa, luis = NamedPlayer("Rosa Ledesma"), NamedPlayer("Luis Paz")
    entries_services.add_entry(**who(event, now), players=[rosa, luis], name="Los Ases")
    enter(event, organiser, now, a_person(), a_person())
    new, links = _unpack(repeat(event, now + A_WEEK, starts_at=now + A_WEEK))
    known = CompetitionSettings.of(event).replace(name="Otra vez", starts_at=now + A_WEEK)
    assert CompetitionSettings.of(new) == known
    assert new.state == Competition.State.REGISTRATION
    assert names(new) == names(event)
    assert new.entries.confirmed().count() == 2
    assert list(new.hall_tables.values_list("number", flat=True)) == [2, 3]
    assert new.officials.get(user__is_link=False).user == judge
    ((link, token),) = links
    assert (str(link.user), link.role) == ("Patio", "scorer")
    assert find_link(token=token, now=now + A_WEEK).competition == new
    assert token != old
    assert new.audit.get(act=AuditEvent.Act.REPEAT).after["entry"] == event.name


def test_days_and_home_venues_are_copied(organiser: User, now: datetime) -> None:
    night = a_night(organiser, now, "Ana", "Beto", "Caro")
    room = night.club.venues.create(name="Sala", table_count=2)
    night.entries.filter(name="Ana").update(home=room)
    first = now.date()
    for number, hours in enumerate(("20:30", "21:00", "20:30")):
        day = first + number * A_WEEK
        night.playing_days.create(day=day, hours=hours, round_count=1 + number, venue=room)
    Competition.objects.filter(pk=night.pk).update(has_own_days=True)
    night.club.closed_days.create(day=first + 5 * A_WEEK)
    new, _links = _unpack(repeat(night, now, starts_at=now + 4 * A_WEEK))
    days = new.playing_days.order_by("day").values_list("day", "hours", "round_count", "venue")
    assert list(days) == [
        (first + 4 * A_WEEK, "20:30", 1, room.pk),
        (first + 6 * A_WEEK, "21:00", 2, room.pk),
        (first + 7 * A_WEEK, "20:30", 3, room.pk),
    ]
    assert new.has_own_days
    assert list(new.entries.filter(home=room).values_list("name", flat=True)) == ["Ana"]


def _unpack(made: Repeated) -> tuple[Competition, list[tuple[StaffLink, str]]]:
    return made.competition, list(made.links)


def test_a_cancelled_one_is_repeated_as_it_was_set_up(now: datetime) -> None:
    event = cancelled(now)
    new = repeat(event, now).competition
    assert sorted(names(new)) == sorted(names(event))
    assert new.hall_tables.count() == event.hall_tables.count()


def test_only_entries_that_came_are_ticked_but_any_can_be(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now, cap=2)
    for _ in range(3):
        enter(event, organiser, now, a_person())
    lines = read_original(event).entries
    assert [each.came for each in lines] == [True, True, False]  # the third waits
    everybody = [each.line.entry.pk for each in lines]
    new = repeat(event, now, entry_ids=everybody).competition
    states = list(new.entries.order_by("pk").values_list("state", flat=True))
    assert states == [Entry.State.CONFIRMED] * 2 + [Entry.State.WAITING]


def test_entries_with_a_deleted_account_are_left_out_by_name(
    organiser: User, now: datetime
) -> None:
    event, gone = a_cup(organiser, now, per_side=2), a_person()
    enter(event, organiser, now, a_person(), gone)
    enter(event, organiser, now, a_person(), a_person())
    User.objects.filter(pk=gone.pk).update(is_active=False)
    original = read_original(event)
    assert [each.unable for each in original.leaves_out] == [(str(gone),)]
    assert names(repeat(event, now).competition) == names(event)[1:]
    left = [each.line.entry.pk for each in original.leaves_out]
    told = {"event": event, "now": now, "name": "Más", "entry_ids": left}
    assert refusal(repeat, **told) == "not-of-the-original"


def test_a_pair_that_left_is_left_out_if_a_player_went_on_in_another(
    organiser: User, now: datetime
) -> None:
    event = pairs_by_name(now, "Ana y Beto", "Rosa y Elena", "Karim y Lola")
    draw_services.draw(seed="semilla", **who(event, now))
    lifecycle.start(**who(event, now))
    gone = event.entries.order_by("pk")[0]
    withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    change(event, now, "Elena", "Beto")
    (doubled,) = read_original(event).doubled
    assert (doubled.line.entry, doubled.came, doubled.elsewhere) == (gone, True, ("Beto",))
    assert {*names(repeat(event, now).competition)} == {"Rosa y Beto", "Karim y Lola"}


def test_a_revoked_link_does_not_come_back(now: datetime) -> None:
    event = cancelled(now)
    other = a_cup(organiser_of(event), now)
    kept, _ = make_link(**who(other, now), label="Patio", role="scorer")
    dropped, _ = make_link(**who(other, now), label="Barra", role="judge")
    revoke_link(link_id=dropped.pk, actor=organiser_of(other), now=now)
    assert [link.pk for link in read_original(other).links] == [kept.pk]


def test_links_that_ended_with_their_competition_come_back(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now)
    make_link(**who(event, now), label="Patio", role="scorer")
    lifecycle.cancel(**who(event, now), reason="Llueve")
    StaffLink.objects.update(revoked_at=now + timedelta(days=2))
    event.refresh_from_db()
    assert len(repeat(event, now + A_WEEK).links) == 1


def test_a_repeat_is_undone_while_nothing_happened(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now)
    enter(event, organiser, now, a_person())
    make_link(**who(event, now), label="Patio", role="scorer")
    circuit = a_series(organiser, now)
    before = [list(model.objects.order_by("pk").values()) for model in (Entry, Person)]
    new = repeat(event, now, series_id=circuit.pk).competition
    assert undo_repeat(competition_id=new.pk, actor=organiser) == event.pk
    assert list(Competition.objects.all()) == [event]
    assert [list(model.objects.order_by("pk").values()) for model in (Entry, Person)] == before
    assert sound()


def test_a_repeat_that_is_used_stays(now: datetime) -> None:
    event = cancelled(now)
    organiser, new = organiser_of(event), repeat(event, now).competition
    told = {"competition_id": new.pk, "actor": organiser}
    assert refusal(undo_repeat, **told | {"actor": a_person()}) == "not-organiser"
    assert refusal(undo_repeat, competition_id=event.pk, actor=organiser) == "repeat-used"
    enter(new, organiser, now, *[a_person() for _ in range(new.players_per_side)])
    assert refusal(undo_repeat, **told) == "repeat-used"


def test_others_may_not_and_rehearsals_are_not_repeated(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now)
    told = {"name": "Otra", "starts_at": None, "entry_ids": (), "link_ids": ()}
    told |= {"with_officials": False, "series_id": None, "competition_id": event.pk, "now": now}
    for actor in (a_person(), an_organiser()):
        assert refusal(repeat_competition, actor=actor, **told) == "not-organiser"
    told |= {"actor": organiser}
    for wrong in ({"entry_ids": [999_999]}, {"link_ids": [999_999]}):
        assert refusal(repeat_competition, **told | wrong) == "not-of-the-original"
    assert refusal(repeat_competition, **told | {"name": event.name}) == "name-taken"
    assert refusal(repeat_competition, **told | {"series_id": 999_999}) == "no-such-series"
    Competition.objects.filter(pk=event.pk).update(rehearsal="event")
    assert refusal(repeat_competition, **told) == "rehearsal-not-repeated"
    assert Competition.objects.count() == 1


def test_a_second_sequel_is_seeded_without_the_edition(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now, seeding="previous")
    assert repeat(event, now).competition.previous == event
    assert repeat(event, now, name="Y otra").competition.previous is None


@pytest.mark.parametrize(
    ("started", "today", "expected"),
    [
        ("2026-03-10T21:00", "2026-03-11T01:00", "2026-03-17T21:00"),
        ("2026-03-10T21:00", "2026-03-17T21:00", "2026-03-17T21:00"),
        ("2026-03-10T21:00", "2026-03-17T21:01", "2026-03-24T21:00"),
        ("2026-03-10T21:00", "2026-06-01T12:00", "2026-06-02T21:00"),
        ("2026-03-10T21:00", "2026-03-01T12:00", "2026-03-17T21:00"),
    ],
)
def test_it_is_a_week_later_at_the_same_hour(
    started: str, today: str, expected: str, organiser: User, now: datetime
) -> None:
    here = datetime.fromisoformat(f"{started}-03:00")
    event = a_cup(organiser, now, starts_at=here)
    today_there = datetime.fromisoformat(f"{today}-03:00")
    assert next_start(event, today_there) == datetime.fromisoformat(expected)


def test_without_an_announced_hour_the_actual_start_counts(organiser: User, now: datetime) -> None:
    event = a_cup(organiser, now)
    assert next_start(event, now).hour == 21
    event.started_at = datetime.fromisoformat("2026-03-10T21:17-03:00")
    assert f"{next_start(event, now):%Y-%m-%d %H:%M}" == "2026-03-17 21:00"


@pytest.mark.parametrize("language", ["es-ar", "en"])
def test_a_default_name_follows_the_day(language: str, organiser: User, now: datetime) -> None:
    tuesday = datetime.fromisoformat("2026-03-10T21:00-03:00")
    with translation.override(language):
        name, expected = (default_name(tuesday + days, None) for days in (timedelta(), A_WEEK))
    event = a_cup(organiser, now, name=name, starts_at=tuesday)
    assert next_name(event, next_start(event, tuesday)) == expected


@pytest.mark.parametrize(
    ("name", "expected"), [("Copa del bar 3", "Copa del bar 4"), ("Martes", "Martes 2")]
)
def test_another_name_gets_a_number(
    name: str, expected: str, organiser: User, now: datetime
) -> None:
    event = a_cup(organiser, now, name=name)
    assert next_name(event, next_start(event, now)) == expected
