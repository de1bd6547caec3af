"""The hour of the end: from the matches left, the tables and the pace so far."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import make_rules
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.halls import call_who_may, match_of, write
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.forecast import Forecast, expected_end
from tournaments.models import Competition, Match
from tournaments.stages.queries import read_event
from tournaments.venues.services import close_table, use_tables
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
TO_30 = (30, 12)
SWISS = FormatOptions(format="swiss", swiss_rounds=5)


def filled(
    organiser: User, now: datetime, entries: int, tables: int = 0, **terms: Any
) -> Competition:
    """Fill a competition of single players with real cards, at some tables."""
    rules = make_rules("argentino", {"seats": "2", "target": "30"})
    terms = {"shape": SWISS, "cap": 32, "with_cards": True, "rules": rules, **terms}
    event = a_cup(organiser, now, **terms)
    for _ in range(entries):
        enter(event, organiser, now, a_person())
    if tables:
        use_tables(competition_id=event.pk, count=tables, actor=organiser, now=now)
    return event


def begin(event: Competition, organiser: User, now: datetime) -> None:
    """Draw a competition, start it and call the first matches."""
    who: dict[str, Any] = {"competition_id": event.pk, "actor": organiser, "now": now}
    draw.draw(seed="x", **who)
    lifecycle.start(**who)
    event.refresh_from_db()
    call_who_may(now)


def foreseen(event: Competition, now: datetime, entries: int = 0) -> Forecast | None:
    """Return the forecast, which is the same from an event that was read before."""
    known: dict[str, Any] = {"tables": event.count_tables(), "now": now}
    read_before = read_event(event, event.entries.all())
    found = expected_end(event, entries, **known)
    assert expected_end(event, entries, event=read_before, **known) == found
    return found


@pytest.mark.feature("Hall tables", "The end of the evening by tables and by the pace so far")
def test_23_singles_at_6_tables_are_two_turns_a_round(organiser: User, now: datetime) -> None:
    event = filled(organiser, now, 23)
    alone = foreseen(event, now, 23)
    use_tables(competition_id=event.pk, count=6, actor=organiser, now=now)
    at_six = foreseen(event, now, 23)
    assert [wave.matches for wave in at_six.waves] == [11] * 5
    assert at_six.minutes == pytest.approx(2 * alone.minutes, abs=1)
    assert at_six.in_words.startswith("11 partidos por ronda, 6 mesas: 2 tandas de unos ")
    assert alone.in_words.startswith("11 partidos por ronda, una mesa para cada uno: 1 tanda")


def test_the_draw_changes_nothing_and_results_bring_the_end_nearer(
    organiser: User, now: datetime
) -> None:
    event = filled(organiser, now, 8, tables=2)
    before = foreseen(event, now, 8)
    begin(event, organiser, now)
    drawn = foreseen(event, now)
    assert (drawn.waves, drawn.minutes) == (before.waves, before.minutes)
    for number in (1, 2):
        write(match_of(event, number), now + 25 * MINUTE, TO_30)
        call_who_may(now + 25 * MINUTE)
    later = foreseen(event, now + 25 * MINUTE)
    assert [wave.matches for wave in later.waves] == [2, 4, 4, 4, 4]
    assert later.minutes < drawn.minutes


def test_a_drawn_event_ends_counted_from_the_hour_of_its_start(
    organiser: User, now: datetime
) -> None:
    event = filled(organiser, now, 8, starts_at=now + 120 * MINUTE)
    who: dict[str, Any] = {"competition_id": event.pk, "actor": organiser}
    before = foreseen(event, now, 8)
    draw.draw(seed="x", now=now, **who)
    event.refresh_from_db()
    assert foreseen(event, now).ends_at == before.ends_at
    late = now + 150 * MINUTE
    assert foreseen(event, late).starts_at == late
    lifecycle.start(now=now + 60 * MINUTE, **who)
    event.refresh_from_db()
    begun = foreseen(event, now + 60 * MINUTE)
    assert begun.ends_at < before.ends_at, "it began before its hour"


def test_a_table_out_of_use_makes_it_later(organiser: User, now: datetime) -> None:
    event = filled(organiser, now, 8, tables=4)
    begin(event, organiser, now)
    before = foreseen(event, now)
    table = event.hall_tables.get(number=4)
    close_table(table_id=table.pk, competition_id=event.pk, actor=organiser, now=now)
    assert foreseen(event, now).minutes > 1.5 * before.minutes


def test_the_pace_of_this_evening_counts(organiser: User, now: datetime) -> None:
    event = filled(organiser, now, 16)
    begin(event, organiser, now)
    before = foreseen(event, now)
    for number in range(1, 5):
        write(match_of(event, number), now + 80 * MINUTE, TO_30)
    slow = foreseen(event, now + 80 * MINUTE)
    assert slow.is_measured
    assert slow.turn_minutes > 1.3 * before.turn_minutes
    assert "como se viene jugando" in slow.in_words


def test_withdrawn_entries_play_no_further_round(organiser: User, now: datetime) -> None:
    event = filled(organiser, now, 9)
    begin(event, organiser, now)
    gone = event.entries.order_by("pk")[:3]
    for entry in gone:
        withdrawals.withdraw(entry_id=entry.pk, actor=organiser, now=now)
    assert [wave.matches for wave in foreseen(event, now).waves][1:] == [3] * 4


@pytest.mark.parametrize(
    "shape",
    [
        FormatOptions(format="groups", group_count=2, silver=True),
        FormatOptions(format="groups", group_count=2, then_swiss=2, finalists=2),
        FormatOptions(format="swiss", swiss_rounds=3, finalists=4),
        FormatOptions(format="round-robin", cycles=2),
        FormatOptions(format="single", third_place=True),
        FormatOptions(format="double"),
        FormatOptions(format="league", divisions=2),
        FormatOptions(format="americano", swiss_rounds=3),
    ],
    ids=lambda shape: f"{shape.format}{'-chain' if shape.finalists else ''}",
)
@pytest.mark.sampled
def test_every_format_ends_with_nothing_left(
    organiser: User, now: datetime, shape: FormatOptions
) -> None:
    seats = "4" if shape.format == "americano" else "2"
    rules = make_rules("argentino", {"seats": seats, "target": "30"})
    event = filled(organiser, now, 8, shape=shape, rules=rules)
    announced = foreseen(event, now, 8)
    begin(event, organiser, now)
    left = foreseen(event, now)
    assert (left.waves, left.minutes) == (announced.waves, announced.minutes)
    while playing := Match.objects.of(event.pk).filter(state=Match.State.CALLED):
        now += MINUTE
        before = sum(wave.matches for wave in foreseen(event, now).waves)
        write(playing[0], now, TO_30)
        call_who_may(now)
        after = sum(wave.matches for wave in foreseen(event, now).waves)
        assert after in (before - 1, before)  # a second grand final is not counted
    event.refresh_from_db()
    assert event.is_over
    assert foreseen(event, now, 8) is None


def test_a_league_of_days_has_no_hour(organiser: User, now: datetime) -> None:
    event = filled(organiser, now, 4, shape=FormatOptions(format="league"), round_days=7)
    assert foreseen(event, now, 4) is None


def test_every_page_shows_the_same_end(organiser: User, now: datetime) -> None:
    starts_at = timezone.now() + timedelta(days=1)  # the pages know no other clock
    event = filled(organiser, now, 8, tables=2, starts_at=starts_at, cap=8)
    said = f"Termina hacia las {foreseen(event, now, 8).hour(event.club.zone)}"
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/"
    page = text_of(a_browser().get(address))
    assert f"{said} (hora de Buenos Aires)" in page  # readers may live in another zone
    desk = text_of(browser.get(f"{address}manage/"))
    assert f"<b>{said}</b>" in desk
    assert "4 partidos por ronda, 2 mesas: 2 tandas" in desk
    hall = text_of(browser.get(f"{address}hall/"))
    hours = [f"Con {number} mesa{'s' if number > 1 else ''}" for number in (1, 2, 3)]
    assert [told for told in hours if told not in hall] == []
    browser.post(f"{address}hall/", {"count": 4})
    quick = f"Termina hacia las {foreseen(event, now, 8).hour(event.club.zone)}"
    assert quick != said
    assert f"<b>{quick}</b>" in text_of(browser.get(f"{address}manage/"))
