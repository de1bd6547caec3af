"""A withdrawal is taken back until the next draw: what it changed is as it was."""

from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments import drafts
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.entries.test_partner_changes import change, pairs_by_name
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.league_factories import a_league
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tests.tournaments.withdrawals.test_tables_left import (
    THEN_SWISS,
    groups_of,
    leader,
    leave,
    play,
    play_group,
    points,
    seeded,
    states,
)
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.leagues import services as leagues
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match
from tournaments.models import AuditEvent, Competition, Draft, Entry, Group, Match, StageSlot
from tournaments.standings.queries import group_rows
from tournaments.tasks import heal_rankings
from tournaments.withdrawals.absences import mark_absent
from tournaments.withdrawals.services import reinstate, round_to_return, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Match.State
MINUTE = timedelta(minutes=1)


def back(event, entry, now, **who):
    reinstate(entry_id=entry.pk, **{"actor": organiser_of(event), "now": now, **who})
    draw_what_follows()


def refused(event, entry, now, **who) -> str:
    return refusal(back, event=event, entry=entry, now=now, **who)


def stored(event) -> list[tuple[object, ...]]:
    """What is stored of a competition: who stands where, what is drawn or awaited, its end."""
    matches = Match.objects.of(event.pk).order_by("pk", "slots__side")
    entries = event.entries.order_by("pk").values_list("pk", "state", "left_at", "annulled")
    over = Competition.objects.filter(pk=event.pk).values_list("state", "champion")
    sides = matches.values_list(
        "pk", "state", "winner", "points_reason", "slots__entry", "slots__bye", "completed_at"
    )
    groups = Group.objects.filter(stage__competition=event).order_by("pk")
    awaited = groups.values_list("pk", "awaits_round", "draft__number")
    return [*sides, *entries, *over, *awaited]


def there_and_back(event, entry, now):
    """Leave and come back; it has to be as if nothing had been."""
    heal_rankings()
    before, held = stored(event), points(event)
    leave(event, entry, now + MINUTE)
    assert stored(event) != before
    assert in_order()
    back(event, entry, now + 2 * MINUTE)
    assert stored(event) == before
    assert in_order()
    assert points(event) == held


def test_a_leader_of_a_cup_is_in_again_and_its_rival_is_not_through(now):
    event = an_event(now, "single", 4)
    there_and_back(event, seeded(event, 1), now)
    award_all(event, now + 3 * MINUTE)
    assert event.champion == seeded(event, 1)


def test_a_finalist_who_left_by_mistake_plays_the_final(now):
    event = an_event(now, "single", 4)
    for match in ready(event):
        award(match, the_better_seed(match), now)
    there_and_back(event, seeded(event, 2), now)


def test_in_a_double_elimination_both_brackets_are_as_they_were(now):
    event = an_event(now, "double", 6)
    for match in ready(event):
        award(match, the_better_seed(match), now)
    there_and_back(event, seeded(event, 3), now)
    award_all(event, now + 3 * MINUTE)
    assert in_order()


@pytest.mark.feature("Entries", "A withdrawal is taken back until the next draw")
@pytest.mark.parametrize("leaving", ["half", "walkover", "annul"])
def test_a_league_by_dates_has_all_its_results_again(leaving, now):
    event = a_league(now, entries=5, leaving=leaving)
    for match in Match.objects.of(event.pk).filter(round__number__in=(1, 2)):
        play(match, the_better_seed(match), now)
    heal_rankings()
    there_and_back(event, seeded(event, 1), now)
    award_all(event, now + 3 * MINUTE)
    assert event.champion == seeded(event, 1)
    assert in_order()


@pytest.mark.parametrize("played", [0, 1, 3])
def test_a_round_robin_that_went_on_without_it_has_it_again(played, now):
    event = an_event(now, "round-robin", 5)
    gone = seeded(event, 2)
    while states(event, gone)[State.COMPLETED] < min(played, 1):
        play(ready(event)[0], the_better_seed(ready(event)[0]), now)
    leave(event, gone, now + MINUTE)
    for _ in range(played):
        play(ready(event)[0], the_better_seed(ready(event)[0]), now + 2 * MINUTE)
    assert in_order()
    back(event, gone, now + 3 * MINUTE)
    assert State.ANNULLED not in states(event, gone)
    assert states(event, gone)[State.COMPLETED] == min(played, 1)
    assert in_order()
    award_all(event, now + 4 * MINUTE)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def all_but_the_last(event, now) -> Entry:
    """Play the round but for its last match; return the first side of that one."""
    *others, last = ready(event)
    for match in others:
        award(match, the_better_seed(match), now)
    return last.slots.get(side=0).entry


@pytest.mark.feature(
    "Entries", "A round that opened because an entry left is closed once it is back"
)
@pytest.mark.parametrize("format_", ["round-robin", "league", "groups"])
@pytest.mark.parametrize("by_hand", [False, True])
def test_a_round_that_opened_because_it_left_is_closed_again(format_, by_hand, now):
    terms = {"format_": format_, "entries": 8 if format_ == "groups" else 4}
    event = drafts.a_running_event(now, **terms) if by_hand else an_event(now, **terms)
    there_and_back(event, all_but_the_last(event, now), now)
    award_all(event, now + 3 * MINUTE)
    assert not Match.objects.of(event.pk).filter(round__group__in=groups_of(event)).undecided()


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_swiss_round_that_is_awaited_because_it_left_is_awaited_no_more(by_hand, now):
    event = drafts.a_running_event(now, "swiss", 4) if by_hand else an_event(now, "swiss", 4)
    gone = all_but_the_last(event, now)
    heal_rankings()
    before = stored(event)
    withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now + MINUTE)
    assert Group.objects.awaiting().exists()
    reinstate(entry_id=gone.pk, actor=organiser_of(event), now=now + 2 * MINUTE)
    assert stored(event) == before
    if by_hand:  # a draft can be taken back, a published round cannot
        there_and_back(event, gone, now + 3 * MINUTE)
    assert in_order()


def test_what_others_lost_in_a_round_that_closes_is_to_be_played_or_lost_later(now):
    """An entry that withdrew earlier loses its match of the new round, which has no result on
    close.
    """
    shape = FormatOptions(format="round-robin")
    event = a_running_cup(an_organiser(), now, entries=6, shape=shape, leaving="walkover")
    earlier = seeded(event, 6)
    leave(event, earlier, now)
    there_and_back(event, all_but_the_last(event, now), now + MINUTE)
    back(event, earlier, now + 5 * MINUTE)
    assert states(event, earlier)[State.PENDING] == 4
    assert in_order()


def test_a_round_of_which_a_match_was_played_stays_open(now):
    event = an_event(now, "round-robin", 6)
    gone = all_but_the_last(event, now)
    leave(event, gone, now + MINUTE)
    second = ready(event)[0]
    play(second, 0, now + 2 * MINUTE)
    back(event, gone, now + 3 * MINUTE)
    second.refresh_from_db()
    assert second.state == State.COMPLETED
    others = Match.objects.filter(round=second.round).exclude(pk=second.pk)
    assert set(others.values_list("state", flat=True)) == {State.READY}
    third = Match.objects.of(event.pk).filter(round__number=3)
    assert set(third.values_list("state", flat=True)) == {State.PENDING}
    assert in_order()


@pytest.mark.parametrize(("with_cards", "state"), [(False, State.PENDING), (True, State.CALLED)])
def test_who_was_called_at_a_table_of_the_site_waits_again(with_cards, state, now):
    """In a hall the players may have started already: no record exists of the first card."""
    shape = FormatOptions(format="round-robin")
    event = a_running_cup(an_organiser(), now, entries=4, shape=shape, with_cards=with_cards)
    gone = all_but_the_last(event, now)
    leave(event, gone, now + MINUTE)
    called = ready(event)[0]
    call_match(match_id=called.pk, now=now + MINUTE)
    back(event, gone, now + 2 * MINUTE)
    called.refresh_from_db()
    assert called.state == state
    assert not called.games.filter(voided=False).exists()
    assert in_order()


def test_a_leader_of_a_group_takes_its_place_in_the_next_stage_back(now):
    event = an_event(now, "groups", 8, group_count=2)
    one, _ = groups_of(event)
    play_group(one, now)
    there_and_back(event, leader(one), now)


def test_in_a_draft_it_is_drawn_again(now):
    event = drafts.a_running_event(now, "swiss", 6)
    drafts.win_round(event, now)
    gone = seeded(event, 1)
    leave(event, gone, now + MINUTE)
    back(event, gone, now + 2 * MINUTE)
    assert gone.pk in {entry for pool in drafts.the_draft(event).as_it_stands for entry in pool}
    assert in_order()
    drafts.publish(event, now + 3 * MINUTE)
    assert refused(event, gone, now) == "wrong-state"


def test_of_two_who_left_the_one_that_comes_back_wins_against_the_other(now):
    event = an_event(now, "single", 4)
    match = match_at(event, 1, 1)
    one, other = (slot.entry for slot in match.slots.order_by("side"))
    leave(event, one, now)
    leave(event, other, now + MINUTE)
    back(event, one, now + 2 * MINUTE)
    match.refresh_from_db()
    assert (match.state, match.winner) == (State.WALKOVER, 0)
    assert in_order()


def play_round(event, now) -> None:
    """Award the open matches, and publish the next round where an organiser does."""
    for match in ready(event):
        award(match, the_better_seed(match), now)
    if Draft.objects.filter(competition=event).exists():
        drafts.publish(event, now)
    event.refresh_from_db()


def results_of(event) -> list[tuple[object, ...]]:
    """Return every side of every match of a competition."""
    sides = Match.objects.of(event.pk).order_by("pk", "slots__side")
    return list(sides.values_list("pk", "state", "winner", "slots__entry"))


PAIRED = [
    ("swiss", 8, {"swiss_rounds": 5}, 1),
    ("swiss", 9, {"swiss_rounds": 5}, 2),
    ("swiss", 8, {"swiss_rounds": 4, "finalists": 4}, 1),
    ("americano", 9, {"swiss_rounds": 5}, 1),
    ("americano", 8, {"swiss_rounds": 5}, 2),
]


@pytest.mark.parametrize(("format_", "entries", "choices", "missed"), PAIRED)
@pytest.mark.parametrize("by_hand", [False, True])
def test_who_missed_paired_rounds_comes_back_in_the_next_one(
    format_, entries, choices, missed, by_hand, now
):
    if by_hand:
        event = drafts.a_running_event(now, format_, entries, choices=choices)
    else:
        event = an_event(now, format_, entries, **choices)
    gone = seeded(event, 2)
    leave(event, gone, now)
    for _ in range(missed):
        play_round(event, now + MINUTE)
    before = results_of(event)
    assert round_to_return(gone) == missed + 2
    back(event, gone, now + 2 * MINUTE)
    assert results_of(event) == before
    assert in_order()
    play_round(event, now + 3 * MINUTE)
    played = gone.slots.filter(round__group__stage__number=1)
    assert list(played.order_by("pk").values_list("round__number", flat=True)) == [1, missed + 2]
    assert in_order()
    while not event.is_over:
        play_round(event, now + 4 * MINUTE)
    assert in_order()


def test_a_draft_is_drawn_anew_with_who_comes_back(now):
    event = drafts.a_running_event(now, "swiss", 8)
    gone = seeded(event, 1)
    leave(event, gone, now)
    play_round(event, now + MINUTE)
    drafts.win_round(event, now + MINUTE)
    back(event, gone, now + 2 * MINUTE)
    assert gone.pk in {entry for pool in drafts.the_draft(event).as_it_stands for entry in pool}
    drafts.publish(event, now + 3 * MINUTE)
    assert in_order()


def test_who_left_comes_back_and_leaves_without_a_trace(now):
    event = an_event(now, "swiss", 8, swiss_rounds=5)
    gone = seeded(event, 1)
    leave(event, gone, now)
    play_round(event, now + MINUTE)
    back(event, gone, now + 2 * MINUTE)
    there_and_back(event, gone, now + 3 * MINUTE)
    play_round(event, now + 6 * MINUTE)
    there_and_back(event, gone, now + 7 * MINUTE)


def test_a_bye_that_was_asked_for_a_missed_round_is_still_to_be_had(now):
    event = an_event(now, "swiss", 8, swiss_rounds=5)
    gone = seeded(event, 1)
    mark_absent(entry_id=gone.pk, actor=gone.roster.get().user, now=now)
    leave(event, gone, now)
    play_round(event, now + MINUTE)
    back(event, gone, now + 2 * MINUTE)
    assert gone.absences.get().asked is False
    assert in_order()


def test_a_swiss_that_ended_early_because_all_left_goes_on_for_who_comes_back(now):
    event = an_event(now, "swiss", 4, swiss_rounds=3)
    for number, entry in enumerate(list(event.entries.order_by("seed"))[:2]):
        leave(event, entry, now + number * MINUTE)
    leave(event, seeded(event, 3), now + 3 * MINUTE)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    back(event, seeded(event, 1), now + 4 * MINUTE)
    event.refresh_from_db()
    assert event.state == Competition.State.RUNNING
    assert in_order()
    play_round(event, now + 5 * MINUTE)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_a_pair_whose_player_is_in_another_one_by_now_does_not_come_back(now):
    event = pairs_by_name(now, "Ana y Beto", "Rosa y Elena", "Karim y Lola", "Marta y Nora")
    who = {"competition_id": event.pk, "actor": organiser_of(event), "now": now}
    draw.draw(seed="semilla", **who)
    lifecycle.start(**who)
    gone = event.entries.order_by("pk")[0]
    withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    change(event, now, "Elena", "Beto")
    assert refused(event, gone, now) == "in-another-pair"
    assert in_order()


def test_once_the_last_round_is_paired_nobody_comes_back(now):
    event = an_event(now, "swiss", 5, swiss_rounds=2)
    gone = seeded(event, 1)
    leave(event, gone, now)
    play_round(event, now + MINUTE)
    before = stored(event)
    assert refused(event, gone, now + 2 * MINUTE) == "drawn-since"
    assert stored(event) == before


def test_once_its_rival_has_played_on_nothing_is_taken_back(now):
    event = an_event(now, "single", 4)
    leave(event, seeded(event, 1), now)
    award(match_at(event, 1, 2), 0, now)
    play(match_at(event, 2, 1), 0, now + MINUTE)
    assert refused(event, seeded(event, 1), now + 2 * MINUTE) == "drawn-since"


def test_once_a_stage_after_the_next_is_decided_nothing_is_taken_back(now):
    event = an_event(now, "groups", 3, group_count=1, then_swiss=1, finalists=2)
    leave(event, seeded(event, 1), now)
    leave(event, seeded(event, 3), now + MINUTE)
    assert in_order()  # without a round of the Swiss the final is a walkover
    before = stored(event)
    assert refused(event, seeded(event, 1), now + 2 * MINUTE) == "drawn-since"
    assert stored(event) == before


def test_once_the_next_stage_has_begun_nothing_is_taken_back(now):
    event = an_event(now, "groups", 8, group_count=2)
    gone = seeded(event, 1)
    leave(event, gone, now)
    for group in groups_of(event):
        play_group(group, now)
    assert refused(event, gone, now) == "drawn-since"


def test_once_the_next_season_is_announced_nothing_is_taken_back(now):
    event = an_event(now, "league", 4, cycles=1)
    gone = seeded(event, 1)
    leave(event, gone, now)
    award_all(event, now)
    leagues.close_season(competition_id=event.pk, actor=organiser_of(event), now=now)
    assert refused(event, gone, now) == "drawn-since"


def test_a_league_that_ended_without_it_ends_anew(now):
    event = an_event(now, "league", 4, cycles=1)
    gone = seeded(event, 1)
    leave(event, gone, now)
    award_all(event, now + MINUTE)
    assert event.champion == seeded(event, 2)
    back(event, gone, now + 2 * MINUTE)
    event.refresh_from_db()
    assert (event.state, event.champion) == (Competition.State.RUNNING, None)
    award_all(event, now + 3 * MINUTE)
    assert event.champion == gone
    assert in_order()


def test_only_organisers_take_a_withdrawal_back_and_the_log_says_so(now):
    event = an_event(now, "single", 4)
    gone = seeded(event, 1)
    player = gone.roster.get().user
    assert refused(event, gone, now) == "wrong-state"
    withdraw(entry_id=gone.pk, actor=player, now=now)
    for actor in (player, a_person()):
        assert refused(event, gone, now, actor=actor) == "not-organiser"
    back(event, gone, now, reason="fue sin querer")
    told = event.audit.get(act=AuditEvent.Act.REINSTATE)
    assert (told.reason, told.after["entry"]) == ("fue sin querer", gone.name)


def test_what_was_given_up_stays_so(now):
    event = a_running_cup(an_organiser(), now, entries=4)
    gone = seeded(event, 1)
    leave(event, gone, now)
    lifecycle.cancel(competition_id=event.pk, actor=organiser_of(event), now=now, reason="llueve")
    assert refused(event, gone, now) == "wrong-state"


def test_who_played_all_of_a_swiss_and_left_is_first_again(now):
    event = an_event(now, "swiss", 4)
    for match in ready(event):
        award(match, the_better_seed(match), now)
    best, last = sorted(ready(event), key=lambda match: min(seeds_of(match)))
    award(best, the_better_seed(best), now)
    leave(event, seeded(event, 1), now + MINUTE)
    award(last, the_better_seed(last), now + 2 * MINUTE)
    event.refresh_from_db()
    assert event.champion != seeded(event, 1)
    back(event, seeded(event, 1), now + 3 * MINUTE)
    event.refresh_from_db()
    assert (event.state, event.champion) == (Competition.State.FINISHED, seeded(event, 1))
    table = Group.objects.get(stage__competition=event)
    assert group_rows(table)[0].entry == seeded(event, 1).pk
    assert Entry.objects.filter(state=Entry.State.WITHDRAWN).count() == 0
    assert in_order()


def seeds_of(match) -> set[int]:
    return set(match.slots.values_list("entry__seed", flat=True))


def test_who_comes_back_has_its_place_again_in_the_draft_of_a_swiss_after_groups(now):
    event = drafts.a_running_event(now, "groups", 8, choices=THEN_SWISS)
    for group in groups_of(event):
        play_group(group, now)
    before, gone = set(drafts.the_draft(event).as_it_stands), leader(groups_of(event)[0])
    leave(event, gone, now)
    assert set(drafts.the_draft(event).as_it_stands) != before
    back(event, gone, now)
    assert set(drafts.the_draft(event).as_it_stands) == before
    drafts.publish(event, now)
    assert in_order()


def test_a_match_stays_annulled_until_both_sides_are_back(now):
    event = an_event(now, "round-robin", 6)
    match = ready(event)[0]
    play(match, 0, now)
    one, other = (slot.entry for slot in match.slots.order_by("side"))
    for entry in (one, other):
        now += MINUTE
        leave(event, entry, now)
    back(event, one, now + MINUTE)
    match.refresh_from_db()
    assert match.state == State.ANNULLED
    assert in_order()
    back(event, other, now + 2 * MINUTE)
    match.refresh_from_db()
    assert (match.state, match.winner) == (State.COMPLETED, 0)
    assert in_order()


def test_a_round_robin_of_three_goes_on_after_all_but_one_had_left(now):
    event = an_event(now, "round-robin", 3)
    leave(event, seeded(event, 2), now)
    leave(event, seeded(event, 1), now + MINUTE)
    back(event, seeded(event, 1), now + 2 * MINUTE)
    award_all(event, now + 3 * MINUTE)
    assert event.state == Competition.State.FINISHED
    assert not Match.objects.of(event.pk).undecided().exists()
    assert in_order()


def test_a_table_that_takes_all_groups_together_is_empty_again(now):
    event = an_event(now, "groups", 8, group_count=2, qualifiers=2, then_swiss=1)
    Competition.objects.update(publishes_alone=False)
    play_group(groups_of(event)[1], now)
    while Match.objects.of(event.pk).undecided().count() > 1:
        play(ready(event)[0], 0, now)
    gone = ready(event)[0].slots.get(side=0).entry
    later = StageSlot.objects.filter(stage__competition=event, stage__number=2)
    leave(event, gone, now + MINUTE)
    assert later.filter(entry__isnull=False).count() == 4
    back(event, gone, now + 2 * MINUTE)
    assert not later.filter(entry__isnull=False).exists()
    play(ready(event)[0], 0, now + 3 * MINUTE)
    assert later.filter(entry__isnull=False).count() == 4
    assert in_order()


@pytest.mark.parametrize("choices", [{}, {"best_next": 2}, {"silver": True}])
def test_ranks_of_a_group_that_is_open_again_leave_the_knockout(choices, now):
    count = 3 if "best_next" in choices else 2
    event = an_event(now, "groups", 4 * count, group_count=count, qualifiers=2, **choices)
    first = groups_of(event)[0]
    match = next(each for each in ready(event) if each.round.group_id == first.pk)
    gone = match.slots.get(side=0).entry
    play(match, 0, now)
    leave(event, gone, now + MINUTE)
    play_group(first, now + 2 * MINUTE)
    assert first.qualifies.filter(entry__isnull=False).exists()
    back(event, gone, now + 3 * MINUTE)
    assert not first.qualifies.filter(entry__isnull=False).exists()
    for other in groups_of(event)[1:]:
        play_group(other, now + 4 * MINUTE)
    sources = [
        slot.seed.source_group_id for m in ready(event) for slot in m.slots.all() if slot.seed
    ]
    assert first.pk not in sources
    assert in_order()
    award_all(event, now + 5 * MINUTE)
    assert event.state == Competition.State.FINISHED
    assert in_order()
