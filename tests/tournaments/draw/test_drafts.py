"""Drafts of a round until an organiser publishes it: swaps, manual pairings and redraws."""

from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import enter
from tests.tournaments.drafts import (
    a_draft,
    a_running_event,
    announced,
    publish,
    swap,
    the_draft,
    who,
    win_round,
)
from tests.tournaments.events import award_all, organiser_of, ready
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.competitions import state
from tournaments.draw import drafts
from tournaments.draw import services as draw
from tournaments.entries import check_in
from tournaments.formats.catalogue import FORMATS
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Draft, Entry, Group, Match, StageSlot
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Competition.State
Act = AuditEvent.Act


def pairs(event, number=1) -> set[frozenset]:
    """Return the pairings of a round's first matches, by primary key."""
    found = Match.objects.of(event.pk).filter(round__number=number, slots__source__isnull=True)
    return {frozenset(match.slots.values_list("entry_id", flat=True)) for match in found.distinct()}


def pools(event) -> set[frozenset]:
    return {frozenset(pool) for pool in the_draft(event).as_it_stands}


def two_apart(event) -> tuple[int, int]:
    """Two of different pools."""
    first, second, *_ = the_draft(event).as_it_stands
    return first[0], second[0]


@pytest.mark.feature("Competitions", "A round is a draft until its organisers publish it")
@pytest.mark.parametrize("format_", sorted(FORMATS))
def test_the_first_draw_changes_nothing_until_it_is_published(format_, now):
    event = announced(now, format_, 8)
    a_draft(event, now)
    event.refresh_from_db()
    assert (event.state, event.draw_seed) == (State.REGISTRATION, "")
    assert not Group.objects.filter(stage__competition=event).exists()
    assert not Match.objects.of(event.pk).exists()
    assert not event.entries.exclude(seed=None, strength=None).exists()
    assert sound()
    publish(event, now)
    assert (event.state, event.draw_seed) == (State.DRAWN, "semilla")
    assert not Draft.objects.exists()
    assert sound()


@pytest.mark.parametrize("format_", sorted(FORMATS))
def test_untouched_it_is_what_the_same_seed_draws_at_once(format_, now):
    drawn, drafted = (announced(now, format_, 11, seeding="random") for _ in range(2))
    draw.draw(competition_id=drawn.pk, actor=organiser_of(drawn), seed="s", now=now)
    a_draft(drafted, now, seed="s")
    publish(drafted, now)
    seeds, slots = (
        [
            list(model.objects.filter(**{where: event}).order_by("pk").values_list(*columns))
            for event in (drawn, drafted)
        ]
        for model, where, columns in (
            (Entry, "competition", ("seed", "tier")),
            (StageSlot, "stage__competition", ("number", "group__number", "entry__seed")),
        )
    )
    assert seeds[0] == seeds[1]
    assert slots[0] == slots[1]


@pytest.mark.parametrize(
    ("format_", "choices"),
    [
        ("single", {}),
        ("double", {}),
        ("swiss", {}),
        ("groups", {"group_count": 2}),
        ("league", {"divisions": 2}),
    ],
)
def test_what_was_swapped_is_what_is_played(format_, choices, now):
    event = announced(now, format_, 9, choices=choices)
    a_draft(event, now)
    one, other = two_apart(event)
    swap(event, one, other, now)
    wanted = pools(event)
    publish(event, now)
    if FORMATS[format_].play.swaps == "groups":
        groups = Group.objects.filter(stage__competition=event, slots__entry__isnull=False)
        found = {frozenset(g.slots.values_list("entry_id", flat=True)) for g in groups.distinct()}
    else:
        found = pairs(event)
        moved = Match.objects.of(event.pk).filter(by_hand=True)
        assert {
            entry for match in moved for entry in match.slots.values_list("entry_id", flat=True)
        } >= {one, other}
    assert found == wanted
    assert sound()
    lifecycle.start(competition_id=event.pk, actor=organiser_of(event), now=now)
    told = event.audit.get(act=Act.SWAP)
    names = {str(event.entries.get(pk=pk)) for pk in (one, other)}
    assert set(told.after["entries"]) == names


def test_the_seeds_stay_those_that_the_published_seed_gave(now):
    event = announced(now, "single", 8)
    a_draft(event, now)
    before = [pk for pk, _ in the_draft(event).seeded]
    swap(event, *two_apart(event), now)
    publish(event, now)
    assert list(event.entries.order_by("seed").values_list("pk", flat=True)) == before


def test_a_bye_of_a_bracket_can_be_given_to_another(now):
    event = announced(now, "single", 7)
    a_draft(event, now)
    (free,) = (pool[0] for pool in the_draft(event).as_it_stands if None in pool)
    other = next(pool[0] for pool in the_draft(event).as_it_stands if None not in pool)
    swap(event, free, other, now)
    publish(event, now)
    byes = Match.objects.of(event.pk).filter(state=Match.State.BYE)
    assert byes.get().slots.filter(entry=other).exists()
    assert sound()


def test_two_are_made_to_meet(now):
    event = announced(now, "swiss", 8)
    a_draft(event, now)
    one, other = two_apart(event)
    drafts.pair(one=one, other=other, **who(event, now))
    assert {one, other} in pools(event)
    publish(event, now)
    assert {one, other} in pairs(event)


@pytest.mark.feature(
    "Competitions", "Each Swiss round, and the knockout after groups, can be a draft"
)
def test_each_round_of_a_swiss_waits_and_the_end_comes_after_the_last(now):
    event = a_running_event(now, "swiss", 6)
    for number in (2, 3):
        win_round(event, now)
        event.refresh_from_db()
        assert event.state == State.RUNNING
        assert not Match.objects.of(event.pk).filter(round__number=number).exists()
        assert the_draft(event).number == number
        assert sound()
        publish(event, now)
        assert len(ready(event)) == 3
        assert sound()
    win_round(event, now)
    event.refresh_from_db()
    assert (event.state, Draft.objects.count()) == (State.FINISHED, 0)
    assert sound()
    acts = list(event.audit.filter(act=Act.PUBLISH).order_by("pk").values_list("after", flat=True))
    assert [told["round"] for told in acts] == [2, 3]


def test_a_round_put_together_by_hand_flags_its_rematch(now):
    event = a_running_event(now, "swiss", 4)
    win_round(event, now)
    again = next(iter(pairs(event)))
    drafts.pair(**dict(zip(("one", "other"), sorted(again), strict=True)), **who(event, now))
    publish(event, now)
    rematches = {
        frozenset(match.slots.values_list("entry_id", flat=True)): match
        for match in ready(event)
        if match.rematch
    }
    assert rematches[again].by_hand
    assert sound()


def test_the_knockout_waits_for_the_last_group_and_for_its_organiser(now):
    event = a_running_event(now, "groups", 8, choices={"group_count": 2})
    award_all(event, now)
    assert event.state == State.RUNNING
    knockout = event.stages.get(number=2)
    assert not knockout.slots.filter(entry__isnull=False).exists()
    assert len(the_draft(event).as_it_stands) == 2
    assert sound()
    swap(event, *two_apart(event), now)
    wanted = pools(event)
    publish(event, now)
    semifinals = Match.objects.filter(round__group__stage=knockout, state=Match.State.READY)
    assert {frozenset(m.slots.values_list("entry_id", flat=True)) for m in semifinals} == wanted
    assert set(semifinals.values_list("by_hand", flat=True)) == {True}
    assert sound()
    award_all(event, now)
    assert event.state == State.FINISHED
    assert sound()


def test_a_last_draft_that_nobody_has_to_play_ends_the_competition(now):
    choices = {"group_count": 1, "silver": True}
    event = a_running_event(now, "groups", 4, choices=choices)
    gone = ready(event)[0].slots.get(side=0).entry
    withdrawals.withdraw(entry_id=gone.pk, actor=organiser_of(event), now=now)
    award_all(event, now)
    publish(event, now)
    award_all(event, now)
    publish(event, now)  # the cup of the rest; one of its two entries has left
    assert event.state == Competition.State.FINISHED
    assert sound()


def test_who_publishes_by_itself_does_as_before(now):
    event = announced(now, "swiss", 4)
    Competition.objects.filter(pk=event.pk).update(publishes_alone=True)
    draw.draw(competition_id=event.pk, actor=organiser_of(event), seed="s", now=now)
    lifecycle.start(competition_id=event.pk, actor=organiser_of(event), now=now)
    win_round(event, now)
    assert len(ready(event)) == 2
    assert not Draft.objects.exists()


def test_who_comes_or_goes_before_the_draw_leaves_its_draft_behind(now):
    event = announced(now, "single", 4)
    a_draft(event, now)
    one, other = two_apart(event)
    enter(event, organiser_of(event), now, a_person())
    assert not drafts.is_current(the_draft(event))
    assert refusal(drafts.publish, **who(event, now)) == "draft-outdated"
    assert refusal(drafts.swap, one=one, other=other, **who(event, now)) == "draft-outdated"
    a_draft(event, now)
    withdrawals.withdraw(entry_id=event.entries.last().pk, actor=organiser_of(event), now=now)
    assert refusal(drafts.publish, **who(event, now)) == "draft-outdated"


def test_at_the_check_in_who_is_away_stays_in_until_it_is_published(now):
    event = announced(now, "single", 4)
    organiser = organiser_of(event)
    state.open_check_in(competition_id=event.pk, actor=organiser, now=now)
    for entry in event.entries.order_by("pk")[:3]:
        check_in.check_in_entry(entry_id=entry.pk, actor=organiser, now=now)
    a_draft(event, now)
    assert event.entries.confirmed().count() == 4
    assert len([each for pool in the_draft(event).as_it_stands for each in pool if each]) == 3
    publish(event, now)
    assert event.entries.confirmed().count() == 3
    assert sound()


def test_another_draw_has_another_seed_and_forgets_what_was_by_hand(now):
    event = announced(now, "single", 8, seeding="random")
    a_draft(event, now)
    swap(event, *two_apart(event), now)
    first = pools(event)
    a_draft(event, now, seed="otra")
    assert pools(event) != first
    assert (the_draft(event).seed, the_draft(event).version) == ("otra", 0)


def test_a_draft_of_the_draw_can_be_dropped(now):
    event = announced(now, "single", 4)
    a_draft(event, now)
    told = {key: value for key, value in who(event, now).items() if key != "seen"}
    drafts.discard(**told)
    assert not Draft.objects.exists()
    assert refusal(drafts.discard, **told) == "no-draft"
    assert refusal(drafts.publish, **who(event, now)) == "no-draft"


def test_only_organisers_touch_a_draft_and_only_what_they_have_seen(now):
    event = announced(now, "single", 4)
    a_draft(event, now)
    one, other = two_apart(event)
    stranger = who(event, now, a_person())
    assert refusal(drafts.swap, one=one, other=other, **stranger) == "not-organiser"
    assert refusal(drafts.publish, **stranger) == "not-organiser"
    before = who(event, now)
    swap(event, one, other, now)
    assert refusal(drafts.swap, one=one, other=other, **before) == "draft-changed"
    assert refusal(drafts.publish, **before) == "draft-changed"
    mate = next(pool for pool in the_draft(event).as_it_stands if one in pool)
    same = dict(zip(("one", "other"), mate, strict=True))
    assert refusal(drafts.swap, **same, **who(event, now)) == "same-pool"
    assert refusal(drafts.pair, one=one, other=0, **who(event, now)) == "unknown-entry"


def test_it_is_drafted_again_only_while_something_is_due(now):
    event = a_running_event(now, "swiss", 4)
    told = {key: value for key, value in who(event, now).items() if key != "seen"}
    assert refusal(drafts.draft_round_anew, **told) == "results-missing"
    win_round(event, now)
    swap(event, *two_apart(event), now)
    drafts.draft_round_anew(**told)
    draft = the_draft(event)
    assert (draft.version, draft.pools, draft.anew) == (0, draft.drawn, False)
    undrawn = announced(now + timedelta(hours=1), "swiss", 4)
    told = {"competition_id": undrawn.pk, "actor": organiser_of(undrawn), "now": now}
    assert refusal(drafts.draft_round_anew, **told) == "wrong-state"


def test_a_cancelled_competition_has_no_draft(now):
    event = announced(now, "single", 4)
    a_draft(event, now)
    lifecycle.cancel(competition_id=event.pk, actor=organiser_of(event), now=now, reason="lluvia")
    assert not Draft.objects.exists()
    assert sound()
