"""The table of a series as its competitions are played, corrected and cancelled."""

from datetime import date, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, match_at
from tests.tournaments.desks import who
from tests.tournaments.nights import a_night, a_series, play_night
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order, reopen
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Person, RosterPlayer, Series
from tournaments.repeats.services import repeat_competition
from tournaments.series.labels import as_text, at_stake
from tournaments.series.queries import SeriesTable, read_table
from tournaments.series.services import (
    TERMS,
    add_to_series,
    change_series,
    choose_competitions,
    create_final,
    remove_from_series,
    remove_series,
)
from tournaments.tasks import heal_rankings
from tournaments.verification.ranking import final_ranks_are_those_of_the_results
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
A_WEEK = timedelta(days=7)
HOURS = timedelta(hours=3)


def standing(series: Series) -> list[tuple[int, str, int]]:
    """Rank, name and points of everybody."""
    table = read_table(Series.objects.get(pk=series.pk), series.created_at)
    return [(line.rank, line.player.name, line.total) for line in table.lines]


@pytest.mark.feature(
    "Points and players", "A series of competitions has one table, with everybody who came"
)
def test_points_of_places_add_up_without_any_account(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    a_night(organiser, now, "Ana", "Beto", "Caro", series=series)
    a_night(organiser, now + A_WEEK, "BETO", "Ána", "Dani", series=series)
    every = [(1, "Beto", 18), (2, "Ana", 18), (3, "Dani", 6), (4, "Caro", 6)]
    assert standing(series) == every  # who is level: the last night decides
    assert in_order()


def test_verify_reports_a_rank_that_no_result_gives(organiser: User, now: datetime) -> None:
    night = a_night(organiser, now, "Ana", "Beto", series=a_series(organiser, now))
    night.entries.filter(name="Ana").update(final_rank=2)
    heal_rankings()
    (found,) = final_ranks_are_those_of_the_results()
    assert found.row.endswith(str(night.pk))


def test_a_pair_earns_its_points_for_both(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    a_night(organiser, now, "Ana/Beto", "Caro/Dani", series=series)
    a_night(organiser, now + A_WEEK, "Caro/Ana", "Beto/Dani", series=series)
    assert standing(series) == [(1, "Ana", 20), (2, "Caro", 18), (3, "Beto", 18), (4, "Dani", 16)]


def test_the_worst_results_are_dropped_and_counted(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, counted=1)
    a_night(organiser, now, "Ana", "Beto", series=series)
    a_night(organiser, now + A_WEEK, "Beto", "Ana", series=series)
    table = read_table(series, now)
    assert [(line.total, line.attended, line.dropped) for line in table.lines] == [(10, 2, 1)] * 2
    assert table.has_dropped


def test_an_open_or_cancelled_night_does_not_count(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", series=series, is_played=False)
    assert standing(series) == []
    lifecycle.cancel(**who(night, now), reason="Se cortó la luz")
    table = read_table(series, now)
    assert (table.lines, table.cancelled, table.events) == ([], [night], [])
    assert in_order()


def test_a_draft_is_not_told_to_strangers(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, planned=2)
    a_night(organiser, now, "Ana", "Beto", series=series)
    draft = a_night(organiser, now, "Ana", "Beto", series=series, is_played=False)
    Competition.objects.filter(pk=draft.pk).update(state=Competition.State.DRAFT)
    table = read_table(series, now)
    assert (table.coming, table.to_come) == ([], 1)


def test_a_correction_moves_the_table(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", series=series)
    assert standing(series) == [(1, "Ana", 10), (2, "Beto", 8)]
    reopen(match_at(night, 1, 1), now + HOURS)
    assert standing(series) == []
    play_night(night, now + HOURS, "Beto", "Ana")
    assert standing(series) == [(1, "Beto", 10), (2, "Ana", 8)]
    assert in_order()


def test_an_absent_player_gets_no_points(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", "Caro", series=series, is_played=False)
    absent = night.entries.get(name="Caro")
    withdraw(entry_id=absent.pk, actor=organiser, reason="No vino", now=now)
    play_night(night, now, "Ana", "Beto", "Caro")
    assert [name for _, name, _ in standing(series)] == ["Ana", "Beto"]


def test_the_sums_of_matches_are_those_of_the_ledger(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, scoring=Series.Scoring.SUMS)
    people = [a_person() for _ in range(3)]
    night = a_cup(organiser, now, shape=FormatOptions(format="league", cycles=1), with_cards=True)
    add_to_series(series_id=series.pk, **who(night, now))
    for person in people:
        enter(night, organiser, now, person)
    draw.draw(**who(night, now), seed="semilla")
    lifecycle.start(**who(night, now))
    play_night(night, now, *map(str, people))
    assert [total for _, _, total in standing(series)] == [40, 25, 10]


def test_the_sums_include_names_without_an_account(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, scoring=Series.Scoring.SUMS)
    a_night(organiser, now, "Ana/Beto", "Caro/Dani", series=series)
    totals = [(1, "Ana", 20), (1, "Beto", 20), (3, "Caro", 5), (3, "Dani", 5)]
    assert standing(series) == totals


def test_a_merged_name_is_one_player_in_all_nights(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    a_night(organiser, now, "Óscar Bianchi", "Ana", series=series)
    a_night(organiser, now + A_WEEK, "Oscar B.", "Ana", series=series)
    assert len(standing(series)) == 3
    kept = Person.objects.get(name="Óscar Bianchi")
    RosterPlayer.objects.filter(name="Oscar B.").update(person=kept)
    assert standing(series) == [(1, "Óscar Bianchi", 20), (2, "Ana", 16)]


def test_a_hidden_person_is_shown_by_initials(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    a_night(organiser, now, "Rosa Ledesma", "Ana", series=series)
    Person.objects.filter(name="Rosa Ledesma").update(hidden=True)
    assert standing(series)[0] == (1, "R. L.", 10)
    Person.objects.filter(name="Rosa Ledesma").update(user=a_person())  # who decides about it now
    assert standing(series)[0] == (1, "Rosa Ledesma", 10)


def test_two_people_of_one_name_stay_two_in_a_repeat(organiser: User, now: datetime) -> None:
    night = a_night(organiser, now, "Ana", "Beto")
    RosterPlayer.objects.filter(name="Beto").update(name="Ana")
    for person in Person.objects.filter(name="Beto"):
        person.name = "Ana"
        person.save()
    repeat_competition(
        **who(night, now + A_WEEK),
        name="La otra",
        starts_at=None,
        entry_ids=night.entries.values_list("pk", flat=True),
        link_ids=(),
        with_officials=False,
        series_id=None,
    )
    assert Person.objects.count() == 2


def test_a_played_competition_counts_once_it_joins(organiser: User, now: datetime) -> None:
    series, night = a_series(organiser, now), a_night(organiser, now, "Ana", "Beto")
    assert not night.entries.exclude(final_rank=None).exists()
    add_to_series(series_id=series.pk, **who(night, now))
    heal_rankings()
    assert standing(series) == [(1, "Ana", 10), (2, "Beto", 8)]
    remove_from_series(series_id=series.pk, **who(night, now))
    heal_rankings()
    assert standing(series) == []
    acts = set(night.audit.values_list("act", flat=True))
    assert {AuditEvent.Act.JOIN_SERIES, AuditEvent.Act.LEAVE_SERIES} <= acts
    assert in_order()


def test_exactly_the_chosen_ones_count(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    first, second, third = (a_cup(organiser, now) for _ in range(3))
    add_to_series(series_id=series.pk, **who(third, now))
    told = {"series_id": series.pk, "actor": organiser, "now": now}
    every = [first.pk, second.pk, third.pk]
    choose_competitions(chosen=[first.pk, second.pk], offered=every, **told)
    inside = series.competitions.order_by("pk").values_list("pk", flat=True)
    assert list(inside) == [first.pk, second.pk]


def test_impossible_changes_of_a_series_are_refused(organiser: User, now: datetime) -> None:
    series, night = a_series(organiser, now), a_cup(organiser, now)
    other, elsewhere = a_series(organiser, now, name="Otra"), an_organiser()
    far = a_series(elsewhere, now)
    assert refusal(a_series, organiser=organiser, now=now, name="LOS MARTES") == "series-named"
    days = {"starts_on": date(2026, 2, 1), "ends_on": date(2026, 1, 1)}
    told = {"organiser": organiser, "now": now, "name": "Atrás", **days}
    assert refusal(a_series, **told) == "series-backwards"
    join = {"competition_id": night.pk, "actor": organiser, "now": now}
    assert refusal(add_to_series, series_id=far.pk, **join) == "series-of-another-club"
    assert refusal(add_to_series, series_id=999_999, **join) == "no-such-series"
    add_to_series(series_id=series.pk, **join)
    add_to_series(series_id=series.pk, **join)  # twice is once
    assert refusal(add_to_series, series_id=other.pk, **join) == "in-another-series"
    join["actor"] = elsewhere
    assert refusal(add_to_series, series_id=series.pk, **join) == "not-organiser"
    assert refusal(remove_from_series, series_id=series.pk, **join) == "not-organiser"
    act = {"series_id": series.pk, "actor": elsewhere, "now": now}
    assert refusal(remove_series, **act) == "not-organiser"
    assert refusal(create_final, **act) == "not-organiser"
    assert refusal(remove_series, **{**act, "series_id": 999_999}) == "no-such-series"
    assert Series.objects.count() == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"place_points": "1 2 3"},
        {"place_points": ""},
        {"counted": 0},
        {"finalists": 1},
        {"name": ""},
    ],
)
def test_terms_outside_their_limits_are_refused(
    wrong: dict[str, object], organiser: User, now: datetime
) -> None:
    with pytest.raises(ValidationError):
        a_series(organiser, now, **wrong)


def test_changed_rules_move_the_table_and_are_in_the_logs(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", series=series)
    terms = {name: getattr(series, name) for name in TERMS} | {"place_points": "3 1"}
    change_series(series_id=series.pk, actor=organiser, terms=terms, now=now)
    assert standing(series) == [(1, "Ana", 3), (2, "Beto", 1)]
    told = night.audit.get(act=AuditEvent.Act.CHANGE_SERIES)
    assert told.before == {"place_points": "10 8 6 5 4 3 2 1"}
    assert told.after == {"entry": "Los martes", "place_points": "3 1"}


def test_a_series_that_is_removed_leaves_its_competitions(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", series=series)
    remove_series(series_id=series.pk, actor=organiser, now=now)
    night.refresh_from_db()
    assert (night.series, night.is_completed) == (None, True)
    assert not Series.objects.exists()


def test_the_stakes_are_put_into_words(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, planned=3)
    for week in range(2):
        a_night(organiser, now + week * A_WEEK, "Óscar", "Ana", "Beto", series=series)
    table = read_table(series, now)
    assert at_stake(table) == ["Falta 1 fecha.", "Óscar se corona si queda entre los 3 primeros."]
    a_night(organiser, now + 2 * A_WEEK, "Ana", "Beto", "Óscar", series=series)
    assert at_stake(read_table(series, now)) == ["Óscar ganó el circuito."]
    a_night(organiser, now, "Ana", "Beto", series=series, is_played=False)
    assert at_stake(read_table(series, now))[0] == "Falta 1 fecha."  # one more than was planned
    text = as_text(table, "https://truco.example/series/1/")
    assert text.splitlines()[:3] == ["Así va Los martes:", "1. Óscar 20", "2. Ana 16"]
    assert text.splitlines()[-1] == "https://truco.example/series/1/"


def test_places_gained_in_the_last_one_are_shown(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    a_night(organiser, now, "Ana", "Beto", series=series)
    a_night(organiser, now + A_WEEK, "Beto", "Caro", "Ana", series=series)
    moved = {line.player.name: line.move for line in read_table(series, now).lines}
    assert moved == {"Beto": 1, "Ana": -1, "Caro": None}


@pytest.mark.feature("Points and players", "The first ones of a series play its final")
def test_the_final_takes_the_first_ones_by_their_places(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, finalists=2)
    told = {"series_id": series.pk, "actor": organiser, "now": now + A_WEEK}
    assert refusal(create_final, **told) == "too-few-in-series"
    night = a_night(organiser, now, "Ana", "Beto", "Caro", series=series)
    final = create_final(**told)
    entries = final.entries.order_by("manual_seed")
    assert [(one.name, one.manual_seed) for one in entries] == [("Ana", 1), ("Beto", 2)]
    assert (final.state, final.series, final.with_cards) == ("registration", None, True)
    assert refusal(create_final, **told) == "series-final-exists"
    join = {"competition_id": final.pk, "actor": organiser, "now": now}
    assert refusal(add_to_series, series_id=series.pk, **join) == "is-series-final"
    lifecycle.cancel(competition_id=final.pk, actor=organiser, now=now, reason="Llueve")
    assert create_final(**told).pk != final.pk
    assert night.pk != final.pk


def test_in_a_final_of_pairs_usual_partners_play_together(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now, finalists=3)
    a_night(organiser, now, "Ana/Beto", "Caro/Dani", series=series)
    a_night(organiser, now + A_WEEK, "Ana/Beto", "Dani/Caro", series=series)
    a_night(organiser, now + 2 * A_WEEK, "Caro/Eva", "Ana/Dani", "Beto/Fito", series=series)
    final = create_final(series_id=series.pk, actor=organiser, now=now + 3 * A_WEEK)
    shown = {(one.name, one.state) for one in final.entries.all()}
    assert shown == {("Ana y Beto", "confirmed"), ("Caro", "forming")}


def test_a_series_without_a_final_has_none(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    a_night(organiser, now, "Ana", "Beto", series=series)
    assert refusal(create_final, series_id=series.pk, actor=organiser, now=now) == "no-series-final"


def test_a_repeated_competition_stays_in_its_series(organiser: User, now: datetime) -> None:
    series = a_series(organiser, now)
    night = a_night(organiser, now, "Ana", "Beto", series=series)
    made = repeat_competition(
        **who(night, now + A_WEEK),
        name="La otra",
        starts_at=None,
        entry_ids=night.entries.values_list("pk", flat=True),
        link_ids=(),
        with_officials=False,
        series_id=series.pk,
    )
    assert read_table(series, now).coming == [made.competition]
    play = Competition.objects.get(pk=made.competition.pk)
    assert play.series == series


def test_only_the_club_sees_a_table_with_a_private_competition(
    organiser: User, now: datetime
) -> None:
    series = a_series(organiser, now)
    night = a_cup(organiser, now, public=True)
    add_to_series(series_id=series.pk, **who(night, now))
    stranger, member = AnonymousUser(), club_of(organiser).members.get()
    assert series in Series.objects.visible_to(stranger)
    Competition.objects.filter(pk=night.pk).update(public=False)
    assert series not in Series.objects.visible_to(stranger)
    assert series not in Series.objects.visible_to(a_person())
    assert series in Series.objects.visible_to(member)


def test_reading_a_table_takes_2_queries(
    organiser: User, now: datetime, django_assert_num_queries
) -> None:
    series = a_series(organiser, now)
    for week in range(3):
        a_night(organiser, now + week * A_WEEK, "Ana", "Beto", series=series)
    with django_assert_num_queries(2):
        assert isinstance(read_table(series, now), SeriesTable)
