"""I9, I13: what the bell decided came after the bell, and tables have the bell of their round."""

from collections.abc import Callable, Iterator

from django.db.models import Exists, OuterRef, Q

from games.models import Game
from tournaments.models import Match, MatchGame, RoundClock
from tournaments.verify.violation import Violation, found

BATCH = 500
CLOCK = {
    "stage": OuterRef("round__group__stage"),
    "part": OuterRef("round__part"),
    "number": OuterRef("round__number"),
}


def what_the_bell_decided_came_after_it() -> Iterator[Violation]:
    """I9: a result by time needs a timed round whose bell had rung."""
    written = OuterRef("completed_at")
    rung = RoundClock.objects.filter(Q(bell_at__lte=written) | Q(rang_at__lte=written), **CLOCK)
    is_timed = Q(round__group__stage__competition__round_minutes__isnull=False)
    early = Match.objects.filter(Q(by_time=True), ~(Exists(rung) & is_timed))
    for match in early.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", match, "it was decided by time before any bell")


def what_is_by_time_says_so() -> Iterator[Violation]:
    """I9: a match at tables is by time if the bell stopped a game of it, or it is short of one."""
    stopped = MatchGame.objects.filter(match=OuterRef("pk"), voided=False, game__by_time=True)
    unsaid = Match.objects.filter(Exists(stopped), state=Match.State.COMPLETED, by_time=False)
    for match in unsaid.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", match, "the bell stopped a game of it, and it does not say so")


def tables_have_the_bell_of_their_round() -> Iterator[Violation]:
    """I13: a table that plays a timed round rings with its clock."""
    for clock in RoundClock.objects.order_by("pk").iterator(chunk_size=BATCH):
        rounds = Q(match_game__match__round__group__stage=clock.stage_id)
        rounds &= Q(
            match_game__match__round__part=clock.part,
            match_game__match__round__number=clock.number,
        )
        tables = Game.objects.filter(rounds, match_game__voided=False)
        going = tables.exclude(status__in=(Game.Status.FINISHED, Game.Status.ANNULLED))
        for game in going.order_by("pk"):
            if (game.bell_at, game.bell_left) != (clock.bell_at, clock.left):
                yield found("I13", game, "its bell is not the one of its round")


Check = Callable[[], Iterator[Violation]]
TIMED_CHECKS: tuple[Check, ...] = (
    what_the_bell_decided_came_after_it,
    what_is_by_time_says_so,
    tables_have_the_bell_of_their_round,
)
