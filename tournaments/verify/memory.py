"""I8: titles and the bests of players are what follows from the stored results."""

from collections.abc import Callable, Iterator

from django.db.models import Exists, OuterRef

from accounts.models import User
from tournaments.models import Competition, Feat, Match, PointsEntry, Title
from tournaments.services.memory.feats import best_feats, best_of, key_of, stored_feats
from tournaments.services.memory.titles import TITLED, titles_due
from tournaments.verify.violation import Violation, batches, found

BATCH = 500


def titles_are_those_of_the_results() -> Iterator[Violation]:
    """I8: whoever stands on the podium of what is over has a title, and nobody else."""
    has_titles = Exists(Title.objects.filter(competition=OuterRef("pk")))
    settled = Competition.objects.filter(awaits_titles=False)
    over = settled.filter(state__in=TITLED) | settled.filter(has_titles)
    for competition in over.order_by("pk").iterator(chunk_size=BATCH):
        written = dict(competition.titles.values_list("entry_id", "rank"))
        if written != titles_due(competition):
            yield found("I8", competition, "its titles are not those of its results")


def feats_are_those_of_the_matches() -> Iterator[Violation]:
    """I8: computing the bests of a player again finds the stored ones, unless a result waits."""
    for users in batches(_people(), BATCH):
        waiting = Match.objects.unranked().filter(player_results__user__in=users)
        settled = set(users) - set(waiting.values_list("player_results__user", flat=True))
        due = best_feats(settled)
        for row in stored_feats(settled):
            if best_of(row) != due.pop(key_of(row), None):
                yield found("I8", row, "no match made it so")
        for key in sorted(due):
            player = User.objects.get(pk=key.user_id)
            yield found("I8", player, f"their {key.kind} {key.year} is missing")


Check = Callable[[], Iterator[Violation]]
MEMORY_CHECKS: tuple[Check, ...] = (
    titles_are_those_of_the_results,
    feats_are_those_of_the_matches,
)


def _people() -> Iterator[int]:
    of_ledger = PointsEntry.objects.order_by().values_list("user_id")
    people = of_ledger.union(Feat.objects.order_by().values_list("user_id")).order_by("user_id")
    return (user_id for (user_id,) in people.iterator(chunk_size=BATCH))
