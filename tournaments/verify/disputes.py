"""I13: a table that waits for a judge has an open call, and what is over is disputed no more."""

from collections.abc import Callable, Iterator

from django.db.models import Exists, F, OuterRef, Q

from games.models import Game
from tournaments.models import BoardResult, Dispute, Match, Official
from tournaments.verify.violation import Violation, found

BATCH = 500
GROUP_OF, MATCH_OF = "group__stage__competition", "match__round__group__stage__competition"


def stopped_tables_have_a_call() -> Iterator[Violation]:
    """I13: an open call is the reason for which a table stands still, and there is no other."""
    called = Dispute.objects.open().calls().filter(game=OuterRef("pk"))
    stopped = Game.objects.filter(~Exists(called), status=Game.Status.JUDGED)
    for game in stopped.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I13", game, "it waits for a judge whom nobody called")
    moving = Dispute.objects.open().filter(game__isnull=False)
    for call in moving.exclude(game__status=Game.Status.JUDGED).order_by("pk").iterator():
        yield found("I13", call, "the judge was called and its table did not stop")


def open_disputes_are_about_what_they_can_be() -> Iterator[Violation]:
    """I13: the judge is called to what is played, an appeal is about a result."""
    decided = Q(match__state__in=Match.DECIDED)
    rows = BoardResult.objects.filter(match=OuterRef("match"), board=OuterRef("board"))
    about = Q(board=0) & decided | Q(Exists(rows.filter(voided=False)))
    wrong = Q(kind=Dispute.Kind.CALL) & decided | Q(kind=Dispute.Kind.APPEAL) & ~about
    strays = Dispute.objects.open().filter(wrong).order_by("pk")
    for dispute in strays.iterator(chunk_size=BATCH):
        yield found("I13", dispute, "it is open, and there is nothing to rule on")


def posts_are_in_their_competition() -> Iterator[Violation]:
    """I9: the group or the match of a post belongs to its competition."""
    elsewhere = Q(group__isnull=False) & ~Q(**{GROUP_OF: F("competition")})
    elsewhere |= Q(match__isnull=False) & ~Q(**{MATCH_OF: F("competition")})
    for post in Official.objects.filter(elsewhere).order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", post, "its scope is in another competition")


DISPUTE_CHECKS: tuple[Callable[[], Iterator[Violation]], ...] = (
    stopped_tables_have_a_call,
    open_disputes_are_about_what_they_can_be,
    posts_are_in_their_competition,
)
