"""Withdrawals before the end, opponents of pending qualifiers, and chained finals."""

from dataclasses import replace
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from accounts.models import User
from tests.tournaments.cups import a_cup, an_organiser, match_at
from tests.tournaments.events import award
from tests.tournaments.feeders import (
    a_final,
    a_source,
    berth,
    draw_and_start,
    end,
    feed,
    fill_up,
    people_of,
)
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.competitions.settings import CompetitionSettings
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.set_up import edit_competition
from tournaments.models import Berth, Competition, Entry, Match
from tournaments.qualifiers import labels as qualifiers_labels
from tournaments.qualifiers.places import source_competition_changed
from tournaments.qualifiers.queries import feeders_of
from tournaments.qualifiers.services import choose_tied_qualifier, drop_feeder
from tournaments.tasks import follow_sources
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Berth.State


def finalist_who_leaves(source: Competition, organiser: User, now: datetime) -> Entry:
    """Play all but the last match of a cup, and let one of the two who reached it go."""
    for position in (1, 2):
        award(match_at(source, 1, position), 0, now)
    goes = match_at(source, 2, 1).slots.get(side=1).entry
    withdraw(entry_id=goes.pk, actor=organiser, now=now)
    follow_sources()
    return goes


def test_who_left_the_source_passes_only_if_the_organisers_say_so(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=2)
    gone = finalist_who_leaves(source, organiser, now)
    assert [berth(feeder, rank).state for rank in (1, 2)] == [State.FILLED, State.OPEN]
    view = feeders_of(final)[0].berths[1]
    assert (view.equals, view.has_left) == ([gone], True)
    assert sound()
    third = source.entries.exclude(pk__in=[gone.pk, source.entries.order_by("pk")[0].pk]).last()
    told = {"berth_id": berth(feeder, 2).pk, "actor": organiser, "now": now}
    assert refusal(choose_tied_qualifier, entry_id=third.pk, **told) == "unknown-entry"
    choose_tied_qualifier(entry_id=gone.pk, **told)
    assert people_of(berth(feeder, 2).entry) == people_of(gone)
    assert sound()


def test_a_rival_who_leaves_loses_at_once_to_whom_is_awaited(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    fill_up(final, organiser, now, 3)
    draw_and_start(final, organiser, now)
    awaited = berth(feeder, 1).entry
    match = Match.objects.get(slots__entry=awaited)
    rival = match.slots.exclude(entry=awaited).get().entry
    withdraw(entry_id=rival.pk, actor=organiser, now=now)
    match.refresh_from_db()
    assert match.state == Match.State.WALKOVER
    assert match.slots.get(side=match.winner).entry == awaited
    assert sound()
    champion, _ = end(source, now)
    assert people_of(berth(feeder, 1).entry) == people_of(champion)
    assert sound()


def a_chain(organiser: User, now: datetime) -> tuple[Competition, Berth, Berth]:
    """A cup whose first enters a second, which he wins unseen and whose first enters a third."""
    source, middle, final = (
        a_source(organiser, now),
        a_final(organiser, now, name="Copa Media"),
        a_final(organiser, now),
    )
    first = feed(middle, source, organiser, now, places=1)
    second = feed(final, middle, organiser, now, places=1)
    (rival,) = fill_up(middle, organiser, now, 1)
    draw_and_start(middle, organiser, now)
    withdraw(entry_id=rival.pk, actor=organiser, now=now)
    follow_sources()
    middle.refresh_from_db()
    assert (middle.state, middle.champion) == (middle.State.FINISHED, berth(first, 1).entry)
    return source, berth(first, 1), berth(second, 1)


def test_a_champion_who_is_awaited_is_awaited_further_on(organiser: User, now: datetime) -> None:
    source, first, second = a_chain(organiser, now)
    assert second.state == State.OPEN
    told = {"berth_id": second.pk, "entry_id": first.entry_id, "actor": organiser, "now": now}
    assert refusal(choose_tied_qualifier, **told) == "unknown-entry"
    assert sound()
    champion, _ = end(source, now)
    follow_sources()
    assert people_of(berth(second.feeder, 1).entry) == people_of(champion)
    assert sound()


def test_where_nobody_comes_for_a_champion_nobody_comes_further_on(
    organiser: User, now: datetime
) -> None:
    source, _, second = a_chain(organiser, now)
    lifecycle.cancel(competition_id=source.pk, actor=organiser, reason="llueve", now=now)
    for _ in range(2):
        follow_sources()
    lost = berth(second.feeder, 1)
    assert (lost.state, lost.why) == (State.NOBODY, "nobody-came")
    assert sound()


def test_the_name_of_a_source_that_is_private_is_read_nowhere(
    organiser: User, now: datetime
) -> None:
    final = a_final(organiser, now)
    source = a_source(organiser, now, "Copa Secreta")
    feeder = feed(final, source, organiser, now, places=2)
    fill_up(final, organiser, now, 2)
    draw_and_start(final, organiser, now)
    seen = {entry.name for entry in final.entries.filter(berth__feeder=feeder)}
    assert seen == {"1.º de Copa Secreta", "2.º de Copa Secreta"}
    Competition.objects.filter(pk=source.pk).update(public=False)
    source.refresh_from_db()
    source_competition_changed(source)
    follow_sources()
    names = {entry.name for entry in final.entries.filter(berth__feeder=feeder)}
    assert names == {"1.º de una competencia privada", "2.º de una competencia privada"}
    assert all("Secreta" not in one.label for one in feeder.berths.all())
    assert sound()


@pytest.mark.parametrize("language", ["es", "en", "ca-valencia", "pt-br"])
def test_a_source_is_called_by_the_name_it_has_by_now(
    organiser: User, now: datetime, language: str
) -> None:
    final, source = a_final(organiser, now), a_cup(organiser, now, name="1", cap=4)
    with override(language):
        feeder = feed(final, source, organiser, now)
    first = berth(feeder, 1).label
    around = first.removesuffix("1")
    assert around != first
    for changed, name in (
        ({"name": "de"}, "de"),
        ({"name": "Copa Sur", "public": False}, "una competencia privada"),
        ({"name": "1"}, "una competencia privada"),
        ({"public": True}, "1"),
    ):
        source.refresh_from_db()
        terms = replace(CompetitionSettings.of(source), **changed)
        edit_competition(competition_id=source.pk, actor=organiser, terms=terms, now=now)
        follow_sources()
        found = berth(feeder, 1)
        assert found.label == around + name
        assert found.entry is None or found.entry.name == found.label


def test_organisers_of_another_club_read_no_private_name(organiser: User, now: datetime) -> None:
    other = a_source(an_organiser(), now, "Copa Secreta")
    final = a_final(organiser, now)
    feeder = feed(final, other, organiser, now)
    assert qualifiers_labels.source_of(feeder) == "Copa Secreta"
    other.public = False
    feeder.source = other
    assert qualifiers_labels.source_of(feeder) == "una competencia privada"
    assert qualifiers_labels.of_source(feeder) == "Los 2 primeros de una competencia privada"


def test_who_writes_into_the_log_of_a_source_has_it_before_the_feeder(
    organiser: User, now: datetime
) -> None:
    """As who ends it does, who marks its feeders: so none of the two waits for the other."""
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    with CaptureQueriesContext(connection) as asked:
        drop_feeder(feeder_id=feeder.pk, actor=organiser, now=now)
    told = [query["sql"] for query in asked]
    of_source = f'"tournaments_competition"."id" = {source.pk}'
    has_source = next(at for at, sql in enumerate(told) if of_source in sql and "club" in sql)
    with_maker = 'FROM "tournaments_feeder" INNER JOIN "accounts_user"'
    has_feeder = next(at for at, sql in enumerate(told) if with_maker in sql)
    assert has_source < has_feeder
