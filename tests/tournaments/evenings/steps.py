"""Possible next steps of a competition: each calls its service, which refuses or acts.

Giving it up is none of these: a competition from which none is open is wedged.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.common.errors import RefusedError
from tests.tournaments.evenings.evening import DAY, EventScenario, NothingThereError
from tournaments.challenges import services as challenges
from tournaments.challenges.queries import Standing
from tournaments.competitions import state
from tournaments.draw import drafts, replan
from tournaments.draw import services as draw_services
from tournaments.draw.rounds import draw_awaited
from tournaments.entries import places
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.catalogue import by_challenge
from tournaments.formats.errors import FormatError
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle import set_up
from tournaments.models import Competition, Draft, Group, Match
from tournaments.results import services as result_services

REFUSALS = (RefusedError, FormatError, ValidationError, NothingThereError)
Act = Callable[[EventScenario], object]
SEED = "semilla"


def first(rows: list[int]) -> int:
    """The first of these, if there is any."""
    if not rows:
        raise NothingThereError
    return rows[0]


def resume(evening: EventScenario) -> None:
    lifecycle.resume(**evening.event_arguments)


def draw_what_follows(evening: EventScenario) -> None:
    due = Group.objects.due(evening.now).filter(stage__competition=evening.event)
    for group, number in list(due.values_list("pk", "awaits_round")):
        draw_awaited(group_id=group, now=evening.now)
        if not due.filter(pk=group, awaits_round=number).exists():
            return
    raise NothingThereError  # as in a ladder that has not begun


def challenge_somebody(evening: EventScenario) -> None:
    ladders = Group.objects.filter(
        stage__competition=evening.event, stage__format__in=by_challenge()
    )
    group = ladders.select_related("stage__competition").first()
    if group is None:
        raise NothingThereError
    standing = Standing.read(group, evening.now)
    pairs = [(one, other) for one in standing.order for other in standing.open_to(one)]
    if not pairs:
        raise NothingThereError
    challenger, challenged = pairs[0]
    made = challenges.send_challenge(
        challenger_id=challenger, challenged_id=challenged, **evening.who
    )
    challenges.answer(challenge_id=made.pk, accepts=True, **evening.who)


def wait_for_the_end(evening: EventScenario) -> None:
    """Let the time of a stage pass that waits for nothing else."""
    waiting = Group.objects.awaiting().filter(
        stage__competition=evening.event, asked_again_at__gt=evening.now
    )
    evening.now = first(list(waiting.values_list("asked_again_at", flat=True)))
    draw_what_follows(evening)


def write_the_next_result(evening: EventScenario) -> None:
    playable = Match.objects.of(evening.event.pk).filter(state__in=Match.PLAYABLE)
    write(evening, first(list(playable.values_list("pk", flat=True))))


def write(evening: EventScenario, match_id: int) -> None:
    score = evening.chance.choice(((5, 0), (5, 4), (0, 5), (3, 5)))
    best_of = evening.event.best_of
    result_services.submit_result(
        match_id=match_id, games=[score] * (best_of // 2 + 1), reason="en papel", **evening.who
    )


def publish(evening: EventScenario) -> None:
    found = Draft.objects.filter(competition=evening.event).first()
    drafts.publish(seen=found.mark if found else "", **evening.event_arguments)


def draw_the_round_anew(evening: EventScenario) -> None:
    matches = Match.objects.of(evening.event.pk)
    before = matches.count()
    drafts.draft_round_anew(**evening.event_arguments)
    if matches.count() == before and not Draft.objects.filter(competition=evening.event).exists():
        raise NothingThereError  # as in a ladder that has not begun


def start(evening: EventScenario) -> None:
    lifecycle.start(**evening.event_arguments)


def draw(evening: EventScenario) -> None:
    draw_services.draw(seed=SEED, **evening.event_arguments)


def draw_what_does_fit(evening: EventScenario) -> None:
    event = Competition.objects.get(pk=evening.event.pk)
    remedy = replan.nearest_playable_format(event)
    replan.draw_adjusted(agreed=remedy.key if remedy else "", seed=SEED, **evening.event_arguments)


def open_registration(evening: EventScenario) -> None:
    state.open_registration(**evening.event_arguments)


def give_the_first_day(evening: EventScenario) -> None:
    if evening.terms.starts_at is not None:
        raise NothingThereError
    terms = replace(evening.terms, starts_at=evening.now + DAY)
    set_up.edit_competition(terms=terms, **evening.event_arguments)


def enter_somebody(evening: EventScenario) -> None:
    if evening.event.entries.waiting().exists():
        raise NothingThereError  # a longer waiting list leads nowhere
    entries.add_entry(players=[NamedPlayer(evening.name(), None)], **evening.event_arguments)


def raise_the_cap(evening: EventScenario) -> None:
    places.change_capacity(cap=evening.terms.cap + 4, **evening.event_arguments)


STEPS: tuple[Act, ...] = (
    resume,
    draw_what_follows,
    write_the_next_result,
    challenge_somebody,
    wait_for_the_end,
    publish,
    draw_the_round_anew,
    start,
    draw,
    draw_what_does_fit,
    open_registration,
    give_the_first_day,
    enter_somebody,
    raise_the_cap,
)
"""In the order in which they are tried; the first that is not refused is the next one."""


def is_open(evening: EventScenario, step: Act) -> bool:
    """Return whether a step is allowed now: run it and roll it back."""
    chance, people, now = evening.chance.getstate(), evening.people, evening.now
    with transaction.atomic():
        done = _done(evening, step)
        transaction.set_rollback(True)
    evening.chance.setstate(chance)
    evening.people, evening.now = people, now
    return done


def open_steps(evening: EventScenario) -> Iterator[str]:
    """Name what leads on, what is next first."""
    return (step.__name__ for step in STEPS if is_open(evening, step))


def to_the_champion(evening: EventScenario, *, most: int) -> None:
    """Take the next step until there is none, which is only where it is over."""
    for _ in range(most):
        evening.now += timedelta(minutes=1)  # what is open for a time closes
        evening.event.refresh_from_db()
        if evening.event.is_over:
            return
        taken = next((step.__name__ for step in STEPS if _done(evening, step)), None)
        evening.told.append(f"then {taken}")
        assert taken, "it is wedged"
    raise AssertionError("it does not end")


def _done(evening: EventScenario, step: Act) -> bool:
    try:
        with transaction.atomic():
            step(evening)
    except REFUSALS:
        return False
    return True
