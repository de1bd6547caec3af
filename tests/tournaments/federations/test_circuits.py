"""Circuits of a federation: one table over several clubs, weights, lapses, and its finals."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, club_of, enter, match_at
from tests.tournaments.desks import who
from tests.tournaments.events import award_all
from tests.tournaments.federations.factories import (
    a_circuit,
    a_federation,
    a_stage,
    add_club,
    organisers,
)
from tests.tournaments.feeders import draw_and_start
from tests.tournaments.nights import play_night
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order, reopen
from tests.tournaments.webhooks.hooked import kinds_of
from tournaments.draw import services as draw
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry, set_paid
from tournaments.federations.services import appoint, link_persons, remove_club, undo_link
from tournaments.lifecycle import services as lifecycle
from tournaments.models import (
    AuditEvent,
    Competition,
    CompetitionEvent,
    FederationRole,
    Person,
    Series,
)
from tournaments.series.labels import at_stake, rules
from tournaments.series.queries import compare_final, lapse_day, read_table, table_on_wall
from tournaments.series.services import (
    TERMS,
    add_to_series,
    create_final,
    open_series,
    set_event_terms,
    update_final,
)
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
A_WEEK = timedelta(days=7)
HOURS = timedelta(hours=3)


def standing(series: Series, now: datetime) -> list[tuple[int, str, int]]:
    """Rank, name and points of everybody."""
    table = read_table(Series.objects.get(pk=series.pk), now)
    return [(line.rank, line.player.name, line.total) for line in table.lines]


@pytest.mark.feature(
    "Points and players", "A circuit of several clubs feeds a gold and a silver final"
)
@pytest.mark.sampled
def test_five_events_in_three_clubs_feed_gold_and_silver(now: datetime) -> None:
    north, south, west = organisers(3)
    federation = a_federation(north, now, south, west)
    series = a_circuit(
        federation, north, now, counted=4, planned=5, finalists=4, silver_finalists=8
    )
    people = [a_person() for _ in range(12)]
    hosts = (north, south, west, north, south)
    for week, host in enumerate(hosts):
        order = people[week:] + people[:week] if week < 4 else people
        a_stage(series, north, host, now + week * A_WEEK, *order[:6], *people[6 + week : 8 + week])
    end = now + 5 * A_WEEK
    table = read_table(series, end)
    assert [event.club for event in table.events] == [club_of(host) for host in hosts]
    assert len(table.lines) == 12
    assert table.has_dropped
    common = {"series_id": series.pk, "actor": north, "host_id": club_of(north).pk, "now": end}
    gold, silver = create_final(**common), create_final(**common, is_silver=True)
    assert (gold.name, silver.name) == (
        "Circuito del Plata · Final de oro",
        "Circuito del Plata · Final de plata",
    )
    by_place = [line.player.user_id for line in table.lines]
    entered = [
        list(final.entries.order_by("manual_seed").values_list("roster__user_id", flat=True))
        for final in (gold, silver)
    ]
    assert entered == [by_place[:4], by_place[4:]]
    assert in_order()


def test_an_account_is_one_player_and_names_stay_apart_until_joined(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    series, ana = a_circuit(federation, north, now), a_person()
    a_stage(series, north, north, now, ana, "José Paz")
    a_stage(series, north, south, now + A_WEEK, ana, "Jose Paz")
    apart = [(1, str(ana), 20), (2, "Jose Paz", 8), (3, "José Paz", 8)]
    assert standing(series, now) == apart
    persons = Person.objects.filter(name__in=("José Paz", "Jose Paz")).order_by("pk")
    first, second = persons.values_list("pk", flat=True)
    told = {"federation_id": federation.pk, "actor": north, "now": now}
    link = link_persons(**told, person_ids=(second, first), is_same=True)
    assert standing(series, now) == [(1, str(ana), 20), (2, "Jose Paz", 16)]
    undo_link(**told, link_id=link.pk)
    assert standing(series, now) == apart


def test_weights_multiply_points_and_round_half_up(now: datetime) -> None:
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now, place_points="5 3", planned=2)
    stage = a_stage(series, north, north, now, "Ana", "Beto")
    common = {"series_id": series.pk, "competition_id": stage.pk, "actor": north, "now": now}
    set_event_terms(**common, weight=150, defends_id=None)
    assert standing(series, now) == [(1, "Ana", 8), (2, "Beto", 5)]  # 7.5 and 4.5
    assert at_stake(read_table(series, now)) == ["Falta 1 fecha."]  # nobody knows its weight
    logged = stage.audit.get(act=AuditEvent.Act.SERIES_EVENT)
    assert (logged.before["weight"], logged.after["weight"]) == (100, 150)
    for weight in (0, 1001):
        assert refusal(set_event_terms, **common, weight=weight, defends_id=None) == "bad-weight"


def test_results_lapse_after_a_year_of_the_federation(now: datetime) -> None:
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now, validity="year")
    stage = a_stage(series, north, north, now, "Ana", "Beto")
    table = read_table(series, now)
    last_day = lapse_day(series, stage)
    assert table.next_lapse == (stage, last_day)
    assert "un año" in " ".join(rules(series))
    midnight = datetime.combine(last_day, datetime.min.time(), tzinfo=now.tzinfo) + HOURS
    before = midnight - timedelta(seconds=1)  # midnight in Buenos Aires
    assert len(read_table(series, before).lines) == 2
    lapsed = read_table(series, midnight)
    assert (lapsed.lines, lapsed.lapsed) == ([], [stage])


def test_a_leap_day_lapses_on_the_first_of_march(now: datetime) -> None:
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now, validity="year")
    stage = Competition(finished_at=datetime(2028, 2, 29, 12, tzinfo=now.tzinfo))
    assert str(lapse_day(series, stage)) == "2029-03-01"


def test_points_are_defended_until_the_next_edition_ends(now: datetime) -> None:
    north, south = organisers(2)
    series = a_circuit(a_federation(north, now, south), north, now, validity="edition")
    old = a_stage(series, north, north, now, "Ana", "Beto")
    new = a_stage(series, north, north, now + A_WEEK, "Beto", "Ana", is_played=False)
    common = {"series_id": series.pk, "actor": north, "now": now}
    set_event_terms(**common, competition_id=new.pk, weight=100, defends_id=old.pk)
    table = read_table(series, now)
    assert [(line.player.name, line.defended) for line in table.lines] == [("Ana", 10), ("Beto", 8)]
    play_night(new, now + A_WEEK, "Beto", "Ana")
    assert standing(series, now) == [(1, "Beto", 10), (2, "Ana", 8)]
    assert read_table(series, now).lapsed == [old]
    again = {**common, "weight": 100}
    for event, earlier in ((old, new), (old, old), (new, a_cup(south, now))):
        told = {**again, "competition_id": event.pk, "defends_id": earlier.pk}
        assert refusal(set_event_terms, **told) == "cannot-defend"


def test_what_does_not_fit_is_refused_in_words(now: datetime) -> None:
    north, south, stranger = organisers(3)
    federation = a_federation(north, now, south)
    series, other = (
        a_circuit(federation, north, now),
        a_circuit(federation, north, now, name="Otro"),
    )
    stage = a_stage(series, north, south, now, "Ana", "Beto")
    join = {"competition_id": stage.pk, "now": now}
    assert refusal(add_to_series, **join, series_id=other.pk, actor=north) == "in-another-series"
    assert refusal(add_to_series, **join, series_id=other.pk, actor=south) == "not-organiser"
    far, closed = a_cup(stranger, now), a_cup(south, now, public=False)
    told = {"series_id": series.pk, "actor": north, "now": now}
    assert refusal(add_to_series, **told, competition_id=far.pk) == "not-of-federation"
    assert refusal(add_to_series, **told, competition_id=closed.pk) == "event-not-public"
    open_ = {"owner": federation, "actor": north, "now": now}
    terms = {**series_terms(series), "name": "Nuevo"}
    for wrong, code in (
        ({"counted": 6, "planned": 5}, "more-counted-than-planned"),
        ({"silver_finalists": 4}, "silver-without-gold"),
        ({"name": "CIRCUITO DEL PLATA"}, "series-named"),
    ):
        assert refusal(open_series, **open_, terms={**terms, **wrong}) == code
    assert refusal(open_series, **{**open_, "actor": south}, terms=terms) == "not-organiser"


def series_terms(series: Series) -> dict[str, object]:
    """Return the terms of a series as forms give them."""
    return {name: getattr(series, name) for name in TERMS}


def test_what_a_club_played_counts_after_it_left(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    series = a_circuit(federation, north, now)
    a_stage(series, north, south, now, "Ana", "Beto")
    open_ = a_stage(series, north, south, now + A_WEEK, "Ana", "Beto", is_played=False)
    club = club_of(south)
    told = {"federation_id": federation.pk, "club_id": club.pk, "actor": south, "now": now}
    assert remove_club(**told) == 1
    open_.refresh_from_db()
    assert open_.series is None
    assert standing(series, now) == [(1, "Ana", 10), (2, "Beto", 8)]
    assert refusal(remove_club, **told) == "not-member-club"
    join = {"series_id": series.pk, "competition_id": open_.pk, "actor": north, "now": now}
    assert refusal(add_to_series, **join) == "not-of-federation"
    add_club(federation, north, south, now)
    add_to_series(**join)  # it came back
    assert in_order()


def test_a_circuit_has_another_final_if_the_host_leaves(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    appoint(
        federation_id=federation.pk,
        user=south,
        role=FederationRole.Role.ORGANISER,
        actor=north,
        now=now,
    )
    series = a_circuit(federation, north, now, finalists=2)
    a_stage(series, north, north, now, "Ana", "Beto", "Caro")
    told = {"series_id": series.pk, "now": now + HOURS}
    final = create_final(**told, actor=south, host_id=club_of(south).pk)
    leaving = {"federation_id": federation.pk, "club_id": club_of(south).pk, "now": now + HOURS}
    assert remove_club(**leaving, actor=south) == 1
    assert final.audit.latest("pk").act == AuditEvent.Act.LEAVE_SERIES
    other = create_final(**told, actor=north, host_id=club_of(north).pk)
    assert Series.objects.get(pk=series.pk).final == other
    assert in_order()


def test_a_final_that_was_played_stays_with_its_circuit(now: datetime) -> None:
    north, series, _, final = a_final(now)
    draw_and_start(final, north, now + HOURS)
    award_all(final, now + 2 * HOURS)
    told = {"federation_id": series.federation_id, "club_id": final.club_id, "actor": north}
    assert remove_club(**told, now=now + A_WEEK) == 0
    assert Series.objects.get(pk=series.pk).final == final


def a_final(now: datetime) -> tuple[User, Series, Competition, Competition]:
    """Return an organiser, a circuit, its only event and its final of the first two."""
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now, finalists=2)
    stage = a_stage(series, north, north, now, "Ana", "Beto", "Caro")
    host = club_of(north)
    final = create_final(series_id=series.pk, actor=north, now=now + HOURS, host_id=host.pk)
    return north, Series.objects.get(pk=series.pk), stage, final


def test_a_correction_before_the_draw_updates_the_final(now: datetime) -> None:
    north, series, stage, final = a_final(now)
    told = {"series_id": series.pk, "final_id": final.pk, "actor": north, "now": now + 2 * HOURS}
    assert refusal(update_final, **told) == "nothing-to-update"
    correct(stage, now + HOURS)
    view = compare_final(series, final)
    assert [line.player.name for line in view.missing] == ["Caro"]
    assert [each.player.name for each in view.surplus] == ["Ana"]
    update_final(**told)
    names = list(final.entries.order_by("manual_seed").values_list("name", flat=True))
    assert names == ["Caro", "Beto"]
    assert final.audit.filter(act=AuditEvent.Act.UPDATE_FINAL).exists()
    assert not compare_final(series, final).differs
    assert in_order()


def test_a_correction_that_reorders_the_finalists_seeds_them_again(now: datetime) -> None:
    north, series, stage, final = a_final(now)
    correct(stage, now + HOURS, ("Beto", "Ana", "Caro"))
    view = compare_final(series, final)
    assert (view.missing, view.surplus, view.differs) == ([], [], True)
    told = {"series_id": series.pk, "final_id": final.pk, "actor": north, "now": now + 2 * HOURS}
    update_final(**told)
    assert list(final.entries.order_by("manual_seed").values_list("name", flat=True)) == [
        "Beto",
        "Ana",
    ]
    assert refusal(update_final, **told) == "nothing-to-update"
    assert in_order()


def test_all_equals_of_the_last_place_play_the_final(now: datetime) -> None:
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now, finalists=2)
    people = ("Ana", "Beto", "Caro")
    stage = a_stage(series, north, north, now, *people)
    a_stage(series, north, north, now + A_WEEK, "Ana", "Caro", "Beto")
    a_stage(series, north, north, now + 2 * A_WEEK, "Ana", "Eva")  # the last one divides equals
    told = {"series_id": series.pk, "actor": north, "now": now + 3 * A_WEEK}
    terms = {**told, "competition_id": stage.pk, "defends_id": None}
    set_event_terms(**terms, weight=200)
    final = create_final(**told, host_id=club_of(north).pk)
    add_entry(**who(final, now), players=[NamedPlayer("Dani")])
    set_event_terms(**terms, weight=100)
    update_final(**told, final_id=final.pk)
    final.refresh_from_db()
    states = dict(final.entries.values_list("name", "state"))
    assert states == dict.fromkeys(people, "confirmed") | {"Dani": "waiting"}
    assert (final.cap, final.places.count()) == (3, 3)
    set_event_terms(**terms, weight=200)
    update_final(**told, final_id=final.pk)
    states = dict(final.entries.values_list("name", "state"))
    assert states == dict.fromkeys(("Ana", "Beto", "Dani"), "confirmed")
    entered, left = CompetitionEvent.Kind.ENTERED, CompetitionEvent.Kind.LEFT
    assert kinds_of(final, now) == [entered, entered, entered, left, entered]
    assert in_order()


def test_a_finalist_who_was_entered_by_hand_is_not_entered_twice(now: datetime) -> None:
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now, finalists=2)
    ana, beto, caro = (a_person() for _ in range(3))
    stage = a_stage(series, north, north, now, ana, beto, caro)
    told = {"series_id": series.pk, "actor": north, "now": now + HOURS}
    final = create_final(**told, host_id=club_of(north).pk)
    correct(stage, now + HOURS, [str(person) for person in (caro, beto, ana)])
    withdraw(entry_id=final.entries.get(roster__user=ana).pk, actor=north, now=now + HOURS)
    enter(final, north, now + HOURS, caro)
    update_final(**told, final_id=final.pk)
    final.refresh_from_db()
    seeded = final.entries.order_by("manual_seed").values_list("roster__user", flat=True)
    assert (list(seeded), final.cap) == ([caro.pk, beto.pk], 2)
    assert not compare_final(Series.objects.get(pk=series.pk), final).differs
    assert in_order()


def test_money_of_who_is_no_finalist_any_more_stays_in_the_cash_box(now: datetime) -> None:
    north, series, stage, final = a_final(now)
    ana = final.entries.get(name="Ana")
    set_paid(**who(final, now), entry_ids=[ana.pk], paid=True, paid_by="cash")
    correct(stage, now + HOURS)
    update_final(series_id=series.pk, final_id=final.pk, actor=north, now=now + HOURS)
    ana.refresh_from_db()
    assert (ana.state, ana.paid, ana.paid_by) == ("withdrawn", True, "cash")
    assert not compare_final(Series.objects.get(pk=series.pk), final).differs
    assert in_order()


def test_finals_wait_until_the_table_is_counted(now: datetime) -> None:
    north, series, stage, final = a_final(now)
    told = {"series_id": series.pk, "actor": north, "now": now + 2 * HOURS}
    correct(stage, now + HOURS)
    Competition.objects.filter(pk=stage.pk).update(awaits_titles=True)
    assert refusal(update_final, **told, final_id=final.pk) == "series-being-counted"
    assert not compare_final(series, final).differs
    lifecycle.cancel(**who(final, now), reason="Llueve")
    host = club_of(north).pk
    assert refusal(create_final, **told, host_id=host) == "series-being-counted"


def test_who_declined_the_final_is_not_entered_again(now: datetime) -> None:
    north, series, stage, final = a_final(now)
    beto = final.entries.get(name="Beto")
    withdraw(entry_id=beto.pk, actor=north, now=now + HOURS)
    correct(stage, now + HOURS)
    told = {"series_id": series.pk, "final_id": final.pk, "actor": north, "now": now + 2 * HOURS}
    update_final(**told)
    assert list(final.entries.values_list("name", flat=True)) == ["Caro"]
    assert refusal(update_final, **told) == "nothing-to-update"
    assert in_order()


def correct(
    stage: Competition, now: datetime, names: Sequence[str] = ("Caro", "Beto", "Ana")
) -> None:
    """Play an event of three again: who is named first wins."""
    for match in (match_at(stage, number, 1) for number in (3, 2, 1)):
        reopen(match, now)
    play_night(stage, now, *names)


def test_a_drawn_final_keeps_its_players_and_says_who_would_play(now: datetime) -> None:
    north, series, stage, final = a_final(now)
    draw.draw(**who(final, now + HOURS), seed="semilla")
    correct(stage, now + 2 * HOURS)
    told = {"series_id": series.pk, "final_id": final.pk, "actor": north, "now": now + 2 * HOURS}
    assert refusal(update_final, **told) == "already-drawn"
    assert compare_final(series, final).differs
    assert sorted(final.entries.values_list("name", flat=True)) == ["Ana", "Beto"]
    assert in_order()


def test_a_later_event_or_lapse_does_not_move_a_made_final(now: datetime) -> None:
    north, series, _, final = a_final(now)
    a_stage(series, north, north, now + A_WEEK, "Dani", "Eva", "Ana")
    Series.objects.filter(pk=series.pk).update(validity="year")
    assert not compare_final(Series.objects.get(pk=series.pk), final).differs


def test_a_final_is_held_by_a_club_that_its_maker_organises(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    series = a_circuit(federation, north, now, finalists=2)
    a_stage(series, north, south, now, "Ana", "Beto", "Caro")
    told = {"series_id": series.pk, "actor": north, "now": now + HOURS}
    for host in (None, club_of(south).pk):
        assert refusal(create_final, **told, host_id=host) == "no-host"
    assert create_final(**told, host_id=club_of(north).pk).club == club_of(north)


def test_the_table_is_public_only_if_all_events_are(now: datetime) -> None:
    north, south, stranger = organisers(3)
    federation = a_federation(north, now, south)
    series = a_circuit(federation, north, now)
    stage = a_stage(series, north, south, now, "Ana", "Beto")
    stage.refresh_from_db()
    assert table_on_wall(stage, now) is not None
    Competition.objects.filter(pk=stage.pk).update(public=False)
    readers = (AnonymousUser(), stranger, south, north)
    seen = [Series.objects.visible_to(reader).filter(pk=series.pk).exists() for reader in readers]
    assert seen == [False, False, True, True]
    assert table_on_wall(stage, now) is None


def test_a_cancelled_event_is_named_and_counts_nothing(now: datetime) -> None:
    (north,) = organisers(1)
    series = a_circuit(a_federation(north, now), north, now)
    stage = a_stage(series, north, north, now, "Ana", "Beto", is_played=False)
    lifecycle.cancel(**who(stage, now), reason="Se cortó la luz")
    table = read_table(series, now)
    assert (table.lines, table.cancelled) == ([], [stage])


def test_reading_a_circuit_takes_3_queries(now: datetime, django_assert_num_queries: Any) -> None:
    north, south = organisers(2)
    series = a_circuit(a_federation(north, now, south), north, now)
    for organiser in (north, south):
        a_stage(series, north, organiser, now, "Ana", "Beto")
    found = Series.objects.select_related("federation").get(pk=series.pk)
    with django_assert_num_queries(3):
        read_table(found, now)


def test_a_table_is_counted_once_until_something_changes(now: datetime) -> None:
    north, south = organisers(2)
    federation = a_federation(north, now, south)
    series, ana = a_circuit(federation, north, now), a_person()
    stage = a_stage(series, north, north, now, ana, "Beto")
    a_stage(series, north, south, now + A_WEEK, ana, "Beto")
    found = Series.objects.get(pk=series.pk)
    counted = read_table(found, now).counted
    assert read_table(found, now).counted is counted
    betos = Person.objects.filter(name="Beto").order_by("pk").values_list("pk", flat=True)
    changes = (
        lambda: link_persons(
            federation_id=federation.pk, actor=north, now=now, person_ids=tuple(betos), is_same=True
        ),
        lambda: Competition.objects.filter(pk=stage.pk).update(series_weight=200),
        lambda: Person.objects.filter(pk=betos[0]).update(name="Alberto"),
        lambda: Series.objects.filter(pk=series.pk).update(counted=1),
        lambda: stage.entries.filter(final_rank=1).update(final_rank=2),
    )
    for change in changes:
        change()
        again = read_table(Series.objects.get(pk=series.pk), now).counted
        assert again is not counted
        counted = again
