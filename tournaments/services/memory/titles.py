"""Titles: the podium of every competition that was played to its end, written after that end.

Where an end comes or goes the competition is marked (`awaits_titles`); a task writes its titles,
and a sweep those that no task wrote. Doing it again changes nothing.
"""

from django.db import transaction
from django.db.models import QuerySet

from games.services.retry import retrying
from tournaments.formats.errors import FormatError
from tournaments.models import Competition, Title
from tournaments.models.memory.title import STEPS
from tournaments.results.standings import final_places

TITLED = (Competition.State.FINISHED, Competition.State.ARCHIVED)


@retrying
@transaction.atomic
def write_titles(*, competition_id: int) -> bool:
    """Write the titles of a competition whose end has changed; return whether it had."""
    rows = Competition.objects.select_for_update(of=("self",))
    competition = rows.filter(pk=competition_id, awaits_titles=True).first()
    if competition is None:
        return False
    competition.titles.all().delete()
    Title.objects.bulk_create(
        Title(competition=competition, entry_id=entry, rank=rank)
        for entry, rank in titles_due(competition).items()
    )
    competition.awaits_titles = False
    competition.save(update_fields=["awaits_titles"])
    return True


def awaiting_titles() -> QuerySet[Competition]:
    """Return the competitions whose titles are to be written."""
    return Competition.objects.filter(awaits_titles=True)


def rebuild_titles() -> None:
    """Write the titles of everything that is over anew, one competition after the other."""
    Title.objects.exclude(competition__state__in=TITLED).delete()
    over = Competition.objects.filter(state__in=TITLED)
    for pk in list(over.order_by("pk").values_list("pk", flat=True)):
        Competition.objects.filter(pk=pk).update(awaits_titles=True)
        write_titles(competition_id=pk)


def titles_due(competition: Competition) -> dict[int, int]:
    """Return the rank of each entry on the podium, by pk; nobody before the end.

    A rehearsal gives none.
    """
    if competition.state not in TITLED or competition.rehearsal or not competition.is_drawn:
        return {}
    try:
        found = final_places(competition)
    except FormatError:  # its stored results cannot be: `verify` names it
        return {}
    return {entry: rank for rank, entry in found if rank <= STEPS}
