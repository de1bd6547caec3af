"""The titles (podium places) of finished competitions.

When a competition ends or reopens it is marked (`awaits_titles`); a task writes its titles, and a
periodic task those that no task wrote. In a competition of a series it writes the final rank of
every entry too.
"""

from django.db.models import F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import broadcast
from tournaments.formats.errors import FormatError
from tournaments.models import Competition, Entry, Match, MatchSlot, RosterPlayer, Title
from tournaments.models.club_history import STEPS
from tournaments.standings.queries import edition_ranks, final_places


def played_in(user: User | OuterRef, entry: str) -> Q:
    """Return the condition that a user played in an entry, whose key is in that column.

    A place is of the account of its person, or else of the one that sits there, as its points are.
    Two subqueries use an index each.
    """
    places = RosterPlayer.objects.filter(reserve=False)
    own, sat = places.filter(person__user=user), places.filter(person__user=None, user=user)
    return Q(**{f"{entry}__in": own.values("entry")}) | Q(**{f"{entry}__in": sat.values("entry")})


@transactional
def write_titles(*, competition_id: int) -> bool:
    """Write the titles of a competition whose end has changed; return whether it had."""
    rows = Competition.objects.select_for_update(of=("self",))
    competition = rows.filter(pk=competition_id, awaits_titles=True).first()
    if competition is None:
        return False
    before = dict(competition.titles.values_list("entry", "rank"))
    due = titles_due(competition)
    competition.titles.all().delete()
    Title.objects.bulk_create(
        Title(competition=competition, entry_id=entry, rank=rank) for entry, rank in due.items()
    )
    if due and due != before:
        podium = [{"rank": rank, "entry": entry} for entry, rank in due.items()]
        broadcast.record_event(broadcast.Kind.FINISHED, competition, timezone.now(), podium=podium)
    _write_ranks(competition)
    competition.awaits_titles = False
    competition.save(update_fields=["awaits_titles"])
    return True


def _write_ranks(competition: Competition) -> None:
    """Write the final rank of each entry that changed its rank."""
    due = ranks_due(competition)
    entries = list(competition.entries.only("competition", "final_rank"))
    changed = [entry for entry in entries if entry.final_rank != due.get(entry.pk)]
    for entry in changed:
        entry.final_rank = due.get(entry.pk)
    Entry.objects.bulk_update(changed, ["final_rank"])


def awaiting_titles() -> QuerySet[Competition]:
    """Return the competitions whose titles are to be written."""
    return Competition.objects.filter(awaits_titles=True)


def rebuild_titles() -> None:
    """Rewrite the titles of all finished competitions, one competition at a time."""
    Title.objects.exclude(competition__state__in=Competition.COMPLETED).delete()
    over = Competition.objects.filter(state__in=Competition.COMPLETED)
    for pk in list(over.order_by("pk").values_list("pk", flat=True)):
        Competition.objects.filter(pk=pk).update(awaits_titles=True)
        write_titles(competition_id=pk)


def titles_due(competition: Competition) -> dict[int, int]:
    """Return the rank of each entry on the podium, by pk; empty before the end.

    A rehearsal gives no titles.
    """
    if not competition.is_completed or competition.rehearsal or not competition.is_drawn:
        return {}
    try:
        places = final_places(competition)
    except FormatError:  # its stored results cannot be: `verify` names it
        return {}
    return {entry: rank for rank, entry in places if rank <= STEPS}


def ranks_due(competition: Competition) -> dict[int, int]:
    """Return the final rank of each entry that played, by pk, in a competition of a series.

    Empty before the end, and outside a series.
    """
    is_over = competition.is_completed and competition.is_drawn
    if competition.series_id is None or not is_over or competition.rehearsal:
        return {}
    try:
        ranks = edition_ranks(competition)
    except FormatError:  # its stored results cannot be: `verify` names it
        return {}
    played = set(_who_played(competition))
    return {entry: rank for entry, rank in ranks.items() if entry in played}


def _who_played(competition: Competition) -> QuerySet[MatchSlot, int | None]:
    """Return the entries that played or came in vain: an opponent was absent, or a round free."""
    slots = MatchSlot.objects.filter(match__round__group__stage__competition=competition)
    was_present = (
        Q(match__state=Match.State.COMPLETED)
        | Q(match__state=Match.State.WALKOVER, match__winner=F("side"))
        | (Q(match__state=Match.State.BYE) & ~Q(entry__state=Entry.State.WITHDRAWN))
    )
    return slots.filter(was_present, entry__isnull=False).values_list("entry", flat=True)
