"""Which events a competition writes, and their numbers."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from tests.tournaments.cups import (
    a_cup,
    a_person,
    a_running_cup,
    enter,
    match_at,
    play_cup,
    play_match,
)
from tests.tournaments.feeders import a_final, a_source, end, feed
from tests.tournaments.reopening import reopen
from tests.tournaments.webhooks.hooked import kinds_of, publish
from tournaments.common.broadcast import record_event
from tournaments.competitions.state import open_check_in
from tournaments.draw import services as draw
from tournaments.entries.check_in import check_in_entry
from tournaments.entries.places import change_capacity
from tournaments.models import Competition, CompetitionEvent
from tournaments.tasks import follow_sources, heal_rankings, sweep_events
from tournaments.webhooks.documents import event_documents
from tournaments.webhooks.events import events_after, forget_old, publish_events
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.both, pytest.mark.django_db]
Kind = CompetitionEvent.Kind


def documents(cup: Competition, now: datetime) -> list[dict[str, object]]:
    publish(now)
    return event_documents(list(events_after(cup.pk, 0)))


@pytest.mark.feature(
    "Exports", "Everything that happens in a competition is an event with a number"
)
def test_a_cup_tells_its_whole_story(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2)
    play_cup(cup, now)
    heal_rankings()
    assert kinds_of(cup, now) == [
        Kind.ENTERED,
        Kind.DRAWN,
        Kind.CALLED,
        Kind.DECIDED,
        Kind.POINTS,
        Kind.FINISHED,
    ]
    assert [event.number for event in publish(now)] == [1, 2, 3, 4, 5, 6]
    entered, drawn, called, decided, points, finished = (
        each["data"] for each in documents(cup, now)
    )
    listed = [{"id": each["id"], "name": each["name"]} for each in entered["entries"]]
    assert entered["count"] == len(listed) == 2
    first, second = (side[0] for side in called["sides"])
    assert sorted([first, second], key=lambda side: str(side["id"])) == listed
    assert (drawn["stage"], drawn["round"]) == (1, 1)
    assert called["state"] == "called"
    assert (decided["winner"], decided["state"], decided["corrected"]) == (0, "completed", False)
    (game,) = decided["games"]
    assert game[0] >= 5 > game[1]
    assert sorted(each["points"] for each in points["points"]) == [5, 20]
    assert finished["podium"][0] == {"rank": 1, "entry": first["id"], "name": first["name"]}


def test_who_comes_and_goes_is_told(cup: Competition, organiser: User, now: datetime) -> None:
    entry = enter(cup, organiser, now, a_person())
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser, now=now)
    came, left = (each["data"]["entries"][0] for each in documents(cup, now))
    assert (came["id"], came["state"]) == (entry.pk, "confirmed")
    assert (left["id"], left["state"], left["name"]) == (entry.pk, "withdrawn", None)


def test_who_moves_up_is_told(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, cap=2)
    entries = [enter(cup, organiser, now, a_person()) for _ in range(4)]
    withdrawals.withdraw(entry_id=entries[0].pk, actor=organiser, now=now)
    change_capacity(competition_id=cup.pk, cap=3, actor=organiser, now=now)
    told = [(each["type"], each["data"]["entries"]) for each in documents(cup, now)[4:]]
    shown = [(kind, one["id"], one["state"]) for kind, listed in told for one in listed]
    assert shown == [
        (Kind.LEFT, entries[0].pk, "withdrawn"),
        (Kind.ENTERED, entries[2].pk, "confirmed"),
        (Kind.ENTERED, entries[3].pk, "confirmed"),
    ]


def test_a_draw_tells_who_was_absent_and_who_came_in_for_them(
    organiser: User, now: datetime
) -> None:
    cup = a_cup(organiser, now, cap=3)
    entries = [enter(cup, organiser, now, a_person()) for _ in range(4)]
    open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    for entry in entries[1:]:
        check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    left, entered, drawn = (each["data"] for each in documents(cup, now)[4:])
    assert [each["id"] for each in left["entries"]] == [entries[0].pk]
    assert [(each["id"], each["state"]) for each in entered["entries"]] == [
        (entries[3].pk, "confirmed")
    ]
    assert drawn["round"] == 1


def test_who_is_reinstated_is_told(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=4)
    entry = cup.entries.earliest("pk")
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser, now=now)
    withdrawals.reinstate(entry_id=entry.pk, actor=organiser, now=now)
    told = [kind for kind in kinds_of(cup, now) if kind in (Kind.ENTERED, Kind.LEFT)]
    assert told == [Kind.ENTERED, Kind.LEFT, Kind.ENTERED]


def test_who_comes_by_a_berth_and_loses_it_is_told(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feed(final, source, organiser, now, places=1)
    champion, _ = end(source, now)
    assert kinds_of(final, now) == [Kind.ENTERED]
    (came,) = documents(final, now)
    assert came["data"]["entries"][0]["name"] == champion.name
    reopen(match_at(source, 2, 1), now)
    follow_sources()
    assert kinds_of(final, now) == [Kind.ENTERED, Kind.LEFT]


def test_a_correction_takes_back_and_tells_the_new_result(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    now = play_match(match, 0, now)
    reopen(match, now)
    play_match(match, 1, now)
    told = [each for each in publish(now) if each.kind in (Kind.DECIDED, Kind.REVOKED)]
    assert [(each.kind, each.data["winner"]) for each in told] == [
        (Kind.DECIDED, 0),
        (Kind.REVOKED, 0),
        (Kind.DECIDED, 1),
    ]
    assert [each.data.get("corrected") for each in told] == [False, None, True]


def test_a_podium_is_told_once_and_again_if_it_changes(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    now = play_match(match, 0, now)
    for _ in range(2):
        heal_rankings()
    Competition.objects.filter(pk=cup.pk).update(awaits_titles=True)
    heal_rankings()
    assert kinds_of(cup, now).count(Kind.FINISHED) == 1
    reopen(match, now)
    heal_rankings()
    play_match(match, 1, now)
    heal_rankings()
    podiums = [each.data["podium"] for each in publish(now) if each.kind == Kind.FINISHED]
    assert [each[0]["entry"] for each in podiums] == [
        match.slots.get(side=side).entry_id for side in (0, 1)
    ]


def test_publishing_twice_numbers_once(cup: Competition, organiser: User, now: datetime) -> None:
    enter(cup, organiser, now, a_person())
    assert publish_events(competition_id=cup.pk, now=now) == 1
    assert publish_events(competition_id=cup.pk, now=now) == 0
    assert publish_events(competition_id=cup.pk + 1, now=now) == 0


def test_the_sweep_publishes_what_no_task_has(
    cup: Competition, organiser: User, now: datetime
) -> None:
    enter(cup, organiser, now, a_person())
    sweep_events()
    assert [event.number for event in CompetitionEvent.objects.all()] == [1]


def test_events_are_kept_for_a_month(cup: Competition, organiser: User, now: datetime) -> None:
    enter(cup, organiser, now, a_person())
    publish(now)
    forget_old(now=now + timedelta(days=29))
    assert CompetitionEvent.objects.exists()
    forget_old(now=now + timedelta(days=30))
    assert not CompetitionEvent.objects.exists()


def test_a_rehearsal_has_no_events(cup: Competition, now: datetime) -> None:
    cup.rehearsal = Competition.Rehearsal.EVENT
    record_event(Kind.DRAWN, cup, now)
    assert not CompetitionEvent.objects.exists()
