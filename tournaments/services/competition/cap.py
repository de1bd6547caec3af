"""How many may take part: places are added or taken away, and who waits moves up."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry, Place
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.entries.places import promote
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition


@retrying
@transaction.atomic
def change_cap(*, competition_id: int, cap: int, actor: User, now: datetime) -> None:
    """Have more places, or fewer as far as they are free; before the draw the next move up.

    Raises RefusedError `not-organiser`, `wrong-state`, `cap-too-low` or `too-many-for-format`, or
    ValidationError for a cap outside its limits.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_over or cap == competition.cap:
        raise RefusedError("wrong-state")
    before, competition.cap = competition.cap, cap
    competition.full_clean()
    if cap > competition.stages.earliest("number").how.most:
        raise RefusedError("too-many-for-format")
    competition.save(update_fields=["cap"])
    moved = resize(competition)
    audit.record(
        AuditEvent.Act.CHANGE_CAP,
        competition=competition,
        actor=actor,
        now=now,
        before={"cap": before},
        after={"cap": cap, "moved_up": [str(entry) for entry in moved]},
    )
    announce_competition(competition.pk)


def resize(competition: Competition) -> list[Entry]:
    """Have as many places as the cap of a locked competition says; return who moved up.

    Raises RefusedError `cap-too-low`.
    """
    _fit_places(competition)
    return [] if competition.is_drawn else promote(competition)


def _fit_places(competition: Competition) -> None:
    surplus = competition.places.count() - competition.cap
    if surplus > 0:
        spare = competition.places.free().order_by("-number").values_list("pk", flat=True)
        if len(spare) < surplus:
            raise RefusedError("cap-too-low")
        competition.places.filter(pk__in=list(spare[:surplus])).delete()
        return
    last = competition.places.aggregate(last=Max("number"))["last"] or 0
    numbers = range(last + 1, last + 1 - surplus)
    Place.objects.bulk_create(Place(competition=competition, number=each) for each in numbers)
