"""The first of other competitions enter a final: announced, awaited, taken."""

from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, an_organiser, club_of, enter, match_at
from tests.tournaments.events import award, award_all
from tests.tournaments.feeders import (
    a_final,
    a_source,
    berth,
    end,
    feed,
    fill_up,
    people_of,
    unsound,
)
from tests.tournaments.names import an_event_of_names, claims, draw_and_start
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import reopen
from tournaments.draw.services import draw
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry, set_paid
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Berth, Competition, Entry, RosterPlayer
from tournaments.name_claims.services import confirm_all
from tournaments.qualifiers.services import (
    add_feeder,
    answer_feeder,
    choose_tied_qualifier,
    drop_feeder,
)
from tournaments.tasks import follow_sources
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Berth.State


@pytest.mark.feature(
    "Entries", "The first places of other competitions enter a final when those end"
)
def test_each_place_is_an_entry_at_once_and_is_taken_when_the_source_ends(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    assert [entry.name for entry in final.entries.order_by("pk")] == [
        "1.º de Copa Norte",
        "2.º de Copa Norte",
    ]
    assert final.entries.confirmed().filter(awaited=True, place__isnull=False).count() == 2
    assert unsound() == []
    champion, second = end(source, now)
    for rank, won in ((1, champion), (2, second)):
        taken = berth(feeder, rank)
        assert (taken.state, taken.taken_by) == (State.FILLED, won)
        assert people_of(taken.entry) == people_of(won)
        assert (taken.entry.name, taken.entry.awaited) == (won.name, False)
        assert taken.entry.team is not None
    assert final.audit.filter(act="take-berth").count() == 2
    assert unsound() == []
    follow_sources()
    assert final.audit.filter(act="take-berth").count() == 2


def test_a_guest_enters_the_final_with_the_name_on_the_list(organiser: User, now: datetime) -> None:
    a_person("Ana Ruiz")  # an account of that name keeps it from guests
    source = an_event_of_names(organiser, now, [["Ana Ruiz"], ["Beto Paz"]])
    for name in ("Ana Ruiz", "Beto Paz"):
        claims(source, name, now)
    confirm_all(competition=source, actor=organiser, now=now)
    feeder = feed(a_final(organiser, now), source, organiser, now)
    award_all(draw_and_start(source, organiser, now), now)
    follow_sources()
    players = RosterPlayer.objects.filter(entry__berth__feeder=feeder)
    names = set(players.values_list("name", flat=True))
    assert names == {"Ana Ruiz", "Beto Paz"}
    assert not players.filter(user=None).exists()


def test_what_is_over_already_fills_at_once(organiser: User, now: datetime) -> None:
    source = a_source(organiser, now)
    champion, _ = end(source, now)
    final = a_final(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    assert people_of(berth(feeder, 1).entry) == people_of(champion)
    assert unsound() == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"public": False}, "source-not-public"),
        ({"opened": False}, "source-not-public"),
        ({"per_side": 2}, "other-sides"),
        ({"cap": 2, "places": 3}, "too-many-berths"),
        ({"places": 0}, "too-many-berths"),
    ],
)
def test_what_cannot_feed_is_refused(
    change: dict[str, object], code: str, organiser: User, now: datetime
) -> None:
    places = change.pop("places", 2)
    final, source = a_final(organiser, now), a_cup(organiser, now, name="Norte", **change)
    asked = {"final_id": final.pk, "source_id": source.pk, "places": places, "now": now}
    assert refusal(add_feeder, actor=organiser, **asked) == code
    assert not final.entries.exists()


def test_no_circle_no_stranger_not_twice_and_not_over_the_cap(
    organiser: User, now: datetime
) -> None:
    one, two, three = (a_final(organiser, now, name=name, cap=4) for name in "ABC")
    by = {"actor": organiser, "places": 2, "now": now}
    feed(two, one, organiser, now)
    feed(three, two, organiser, now)
    asked = {"final_id": one.pk, "source_id": three.pk}
    assert refusal(add_feeder, **asked, **by) == "feeds-in-a-circle"
    assert refusal(add_feeder, final_id=one.pk, source_id=one.pk, **by) == "feeds-itself"
    assert refusal(add_feeder, final_id=two.pk, source_id=one.pk, **by) == "already-feeds"
    stranger = by | {"actor": a_person()}
    assert refusal(add_feeder, final_id=two.pk, source_id=three.pk, **stranger) == "not-organiser"
    other = a_source(organiser, now)
    asked = {"final_id": two.pk, "source_id": other.pk}
    assert refusal(add_feeder, **asked, **by | {"places": 3}) == "no-free-place"
    fill_up(one, organiser, now, 2)
    draw(competition_id=one.pk, actor=organiser, seed="s", now=now)
    asked = {"final_id": one.pk, "source_id": other.pk}
    assert refusal(add_feeder, **asked, **by) == "already-drawn"


def test_another_club_is_asked_and_sends_nobody_before_it_agrees(
    organiser: User, now: datetime
) -> None:
    theirs = an_organiser()
    final, source = a_final(organiser, now), a_source(theirs, now)
    feeder = feed(final, source, organiser, now)
    assert feeder.agreed_at is None
    assert final.entries.first().affiliation == club_of(theirs).name
    end(source, now)
    assert berth(feeder, 1).state == State.OPEN
    answer = {"feeder_id": feeder.pk, "now": now}
    assert refusal(answer_feeder, agrees=True, actor=organiser, **answer) == "not-organiser"
    answer_feeder(agrees=True, actor=theirs, **answer)
    assert berth(feeder, 1).state == State.FILLED
    assert refusal(answer_feeder, agrees=False, actor=theirs, **answer) == "already-decided"
    assert unsound() == []


def test_another_club_that_says_no_leaves_the_places_free(organiser: User, now: datetime) -> None:
    theirs = an_organiser()
    final, source = a_final(organiser, now), a_source(theirs, now)
    feeder = feed(final, source, organiser, now)
    answer_feeder(feeder_id=feeder.pk, agrees=False, actor=theirs, now=now)
    assert not final.entries.exists()
    assert {(each.state, each.why, each.is_news) for each in feeder.berths.all()} == {
        (State.NOBODY, "source-refused", True)
    }
    again = {"feeder_id": feeder.pk, "agrees": True, "actor": theirs, "now": now}
    assert refusal(answer_feeder, **again) == "already-decided"


def test_who_is_in_already_takes_no_second_place(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    enter(final, organiser, now, source.entries.get(seed=1).roster.get().user)
    end(source, now)
    lost = berth(feeder, 1)
    assert (lost.state, lost.why, lost.is_news) == (State.NOBODY, "already-entered", True)
    assert final.entries.count() == 2
    assert unsound() == []


def test_who_only_waits_for_a_place_comes_in_by_the_berth(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now, cap=2), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    waiting = enter(final, organiser, now, source.entries.get(seed=1).roster.get().user)
    assert waiting.state == Entry.State.WAITING
    end(source, now)
    assert berth(feeder, 1).state == State.FILLED
    assert final.entries.count() == 2


@pytest.mark.parametrize(
    ("cap", "states", "partner"),
    [(32, ["filled", "nobody"], "Eli Funes"), (2, ["filled", "filled"], "Carla Sosa")],
    ids=["who is in already", "who waits for a place"],
)
def test_who_has_no_account_takes_one_place(
    cap: int, states: list[str], partner: str, organiser: User, now: datetime
) -> None:
    pairs = [["Ana Ruiz", "Carla Sosa"], ["Beto Paz", "Dani Rey"]]
    source = an_event_of_names(organiser, now, pairs, by_qr=False, with_cards=True)
    final = a_final(organiser, now, cap=cap, per_side=2, with_cards=True)
    feeder = feed(final, source, organiser, now)
    pair = [NamedPlayer("Ana Ruiz"), NamedPlayer("Eli Funes")]
    add_entry(competition_id=final.pk, actor=organiser, players=pair, now=now)
    award_all(draw_and_start(source, organiser, now), now)
    follow_sources()
    assert sorted(feeder.berths.values_list("state", flat=True)) == states
    entered = final.entries.values_list("roster__person__name", flat=True)
    assert sorted(entered) == ["Ana Ruiz", "Beto Paz", *sorted([partner, "Dani Rey"])]
    assert unsound() == []


def test_those_who_share_a_rank_all_pass_or_wait_to_be_chosen(
    organiser: User, now: datetime
) -> None:
    source = a_source(organiser, now)
    whole, cut = a_final(organiser, now), a_final(organiser, now, name="Otra final")
    all_four, first_three = (
        feed(whole, source, organiser, now, 4),
        feed(cut, source, organiser, now, 3),
    )
    end(source, now)
    assert {each.state for each in all_four.berths.all()} == {State.FILLED}
    assert [each.state for each in first_three.berths.all()] == ["filled", "filled", "open"]
    assert unsound() == []


def test_taken_back_before_the_draw_it_is_awaited_again_and_another_takes_it(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    champion, second = end(source, now)
    entries = list(final.entries.order_by("pk").values_list("pk", flat=True))
    reopen(match_at(source, 2, 1), now)
    follow_sources()
    assert {each.state for each in feeder.berths.all()} == {State.OPEN}
    assert final.entries.filter(awaited=True, roster=None).count() == 2
    assert unsound() == []
    match = match_at(source, 2, 1)
    award(match, match.slots.get(entry=second).side, now)
    follow_sources()
    assert berth(feeder, 1).taken_by == second
    assert berth(feeder, 2).taken_by == champion
    assert list(final.entries.order_by("pk").values_list("pk", flat=True)) == entries
    assert unsound() == []


def test_what_was_paid_stays_with_who_paid_it(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1)
    champion, second = end(source, now)
    has_paid = {"paid": True, "paid_by": "cash", "actor": organiser, "now": now}
    set_paid(competition_id=final.pk, entry_ids=[berth(feeder, 1).entry_id], **has_paid)
    for winner, state in ((second, "withdrawn"), (champion, "confirmed")):
        match = match_at(source, 2, 1)
        reopen(match, now)
        follow_sources()
        assert not berth(feeder, 1).entry.paid
        award(match, match.slots.get(entry=winner).side, now)
        follow_sources()
        assert people_of(berth(feeder, 1).entry) == people_of(winner)
        paid = final.entries.get(paid=True)
        assert (paid.name, paid.state, paid.paid_by) == (champion.name, state, "cash")
    assert final.entries.get() == paid
    assert unsound() == []


def test_what_was_paid_for_who_is_awaited_outlasts_the_feeder(
    organiser: User, now: datetime
) -> None:
    final = a_final(organiser, now)
    feeder = feed(final, a_source(organiser, now), organiser, now, places=1)
    awaited = final.entries.get()
    has_paid = {"paid": True, "actor": organiser, "now": now}
    set_paid(competition_id=final.pk, entry_ids=[awaited.pk], **has_paid)
    drop_feeder(feeder_id=feeder.pk, actor=organiser, now=now)
    awaited.refresh_from_db()
    assert (awaited.state, awaited.paid) == ("withdrawn", True)
    assert unsound() == []


@pytest.mark.parametrize("fault", ["cancel", "hide", "private"])
def test_a_source_that_is_gone_leaves_its_places_to_others(
    fault: str, organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now, cap=2), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    waiting = enter(final, organiser, now, a_person())
    if fault == "cancel":
        by = {"actor": organiser, "now": now, "reason": "lluvia"}
        lifecycle.cancel(competition_id=source.pk, **by)
    else:
        Competition.objects.filter(pk=source.pk).update(public=False)
        feeder.is_due = True
        feeder.save()
    follow_sources()
    waiting.refresh_from_db()
    assert waiting.state == Entry.State.CONFIRMED
    assert list(final.entries.all()) == [waiting]
    assert feeder.berths.filter(state=State.NOBODY, why="source-gone", is_news=True).count() == 2
    assert unsound() == []


def test_a_final_that_is_cancelled_or_drops_a_feeder_awaits_nobody(
    organiser: User, now: datetime
) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    assert refusal(drop_feeder, feeder_id=feeder.pk, actor=a_person(), now=now) == "not-organiser"
    drop_feeder(feeder_id=feeder.pk, actor=organiser, now=now)
    assert not final.entries.exists()
    assert refusal(drop_feeder, feeder_id=feeder.pk, actor=organiser, now=now) == "nothing-there"
    feed(final, source, organiser, now)
    lifecycle.cancel(competition_id=final.pk, actor=organiser, now=now, reason="lluvia")
    assert not final.feeders.exists()
    end(source, now)
    assert unsound() == []


def test_one_who_was_struck_out_does_not_come(organiser: User, now: datetime) -> None:
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now)
    withdraw(entry_id=berth(feeder, 2).entry_id, actor=organiser, now=now)
    end(source, now)
    assert (berth(feeder, 2).state, berth(feeder, 2).why) == (State.NOBODY, "struck")
    assert final.entries.count() == 1
    assert unsound() == []


@pytest.mark.feature("Competitions", "Those who did not qualify enter another competition")
def test_those_who_did_not_qualify_come_in_again(organiser, now):
    final, source = a_final(organiser, now), a_source(organiser, now, entries=8)
    feeder = feed(final, source, organiser, now, places=4, first_rank=5)
    assert [each.rank for each in feeder.berths.all()] == [5, 6, 7, 8]
    first = end(source, now)
    entered = {tuple(people_of(berth(feeder, rank).entry)) for rank in range(5, 9)}
    losers = source.entries.exclude(pk__in=[one.pk for one in first])
    assert entered <= {tuple(people_of(one)) for one in losers}
    assert len(entered) == 4
    assert unsound() == []


def test_a_rank_shared_across_the_first_place_is_chosen(organiser, now):
    """Both losers of the semifinals are third: who is fourth is up to the final's organisers."""
    final, source = a_final(organiser, now), a_source(organiser, now)
    feeder = feed(final, source, organiser, now, places=1, first_rank=4)
    end(source, now)
    assert berth(feeder, 4).state == "open"
    third = source.entries.filter(slots__round__number=1).exclude(slots__round__number=2)
    chosen = third.order_by("-seed").first()
    choose_tied_qualifier(
        berth_id=berth(feeder, 4).pk, entry_id=chosen.pk, actor=organiser, now=now
    )
    assert people_of(berth(feeder, 4).entry) == people_of(chosen)
    assert unsound() == []


def test_places_beyond_the_cap_are_refused(organiser, now):
    final, source = a_final(organiser, now), a_source(organiser, now)
    with pytest.raises(RefusedError, match="too-many-berths"):
        feed(final, source, organiser, now, places=2, first_rank=source.cap)
