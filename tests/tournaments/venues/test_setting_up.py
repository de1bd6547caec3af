"""An organiser says how many tables there are, and which a competition uses."""

from datetime import datetime, timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, call_who_may, standing, use, waiting
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition
from tournaments.venues import services as venues

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def signs(event: Competition) -> list[str]:
    return [str(table) for table in event.hall_tables.all()]


def choose(event: Competition, names: dict[int, str], used: set[int], now: datetime) -> None:
    venues.choose_tables(
        competition_id=event.pk, names=names, used=used, actor=organiser_of(event), now=now
    )


def test_six_makes_one_to_six_before_anything_is_drawn(now: datetime) -> None:
    cup = a_cup(an_organiser(), now)
    use(cup, 6, now)
    assert signs(cup) == ["1", "2", "3", "4", "5", "6"]
    assert cup.audit.filter(act=AuditEvent.Act.SET_TABLES).exists()


def test_tables_have_names_and_another_competition_knows_them(now: datetime) -> None:
    organiser = an_organiser()
    first, second = (a_cup(organiser, now) for _ in range(2))
    use(first, 6, now)
    choose(first, {6: "Escalera", 1: "Ventana"}, {1, 6}, now)
    use(second, 6, now)
    assert signs(first) == ["1 Ventana", "6 Escalera"]
    assert signs(second) == ["1 Ventana", "2", "3", "4", "5", "6 Escalera"]


def test_tables_too_many_are_forgotten_unless_another_competition_uses_them(now: datetime) -> None:
    organiser = an_organiser()
    first, second = (a_cup(organiser, now) for _ in range(2))
    use(first, 60, now)
    use(second, 8, now)
    use(first, 6, now)
    assert list(first.club.hall_tables.values_list("number", flat=True)) == [*range(1, 9)]


def test_a_match_at_a_table_that_is_not_used_any_more_goes_to_another_or_waits(
    now: datetime,
) -> None:
    event = an_evening(now, tables=3, entries=6)
    choose(event, {}, {3}, now + MINUTE)
    call_who_may(now + MINUTE)
    standing_now = standing(event)
    assert sorted(table for table in standing_now.values() if table) == [3]
    assert len(waiting(event)) == len(standing_now) - 1
    use(event, 3, now + 2 * MINUTE)
    call_who_may(now + 2 * MINUTE)
    assert waiting(event) == []
    assert sound()


def test_without_tables_again_nothing_waits(now: datetime) -> None:
    event = an_evening(now, tables=2)
    use(event, 0, now + MINUTE)
    assert waiting(event) == []
    call_who_may(now + MINUTE)
    assert standing(event) == {1: None, 2: None, 3: None, 4: None}
    assert sound()


def test_a_room_that_is_said_in_mid_play_gets_who_plays_to_its_tables(now: datetime) -> None:
    event = an_evening(now, tables=0)
    use(event, 3, now + MINUTE)
    assert waiting(event) == [1, 2, 3, 4]
    call_who_may(now + MINUTE)
    assert standing(event) == {1: 1, 2: 2, 3: 3, 4: None}
    assert waiting(event) == [4]


def test_only_organisers_say_how_many_and_no_room_has_a_thousand(now: datetime) -> None:
    cup = a_cup(an_organiser(), now)
    terms = {"competition_id": cup.pk, "now": now}
    assert refusal(venues.use_tables, **terms, count=6, actor=a_person()) == "not-organiser"
    for count in (-1, 1000):
        answer = refusal(venues.use_tables, **terms, count=count, actor=organiser_of(cup))
        assert answer == "badly-written"
    lifecycle.cancel(**terms, actor=organiser_of(cup), reason="llueve")
    assert refusal(venues.use_tables, **terms, count=6, actor=organiser_of(cup)) == "wrong-state"
    assert signs(cup) == []
