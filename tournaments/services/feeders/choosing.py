"""What organisers of a final decide of its berths: who of equals passes, what they have read."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import Berth, Competition
from tournaments.results.berths import holders
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.feeders.adding import lock_feeder
from tournaments.services.feeders.filling import look
from tournaments.services.hints import announce_competition


@retrying
@transaction.atomic
def choose(*, berth_id: int, entry_id: int, actor: User, now: datetime) -> None:
    """Choose which of the entries that share a rank of a source takes a berth of its final.

    Or that the entry ranked there takes it although it had left the source.

    Raises RefusedError `nothing-there`, `not-organiser`, `wrong-state`, or `unknown-entry` if that
    one does not hold it, or holds another one already.
    """
    berth = _lock(berth_id, actor)
    feeder, final = berth.feeder, berth.feeder.final
    held = holders(feeder.source, feeder.places)
    is_open = berth.state == Berth.State.OPEN and feeder.agreed_at is not None
    if not is_open or held is None or final.state == Competition.State.CANCELLED:
        raise RefusedError("wrong-state")
    others = feeder.berths.exclude(pk=berth.pk)
    if entry_id not in held[berth.rank - 1].entries or others.filter(chosen=entry_id).exists():
        raise RefusedError("unknown-entry")
    berth.chosen_id = entry_id
    berth.save(update_fields=["chosen"])
    look(feeder, final, now)


@retrying
@transaction.atomic
def read_news(*, berth_id: int, actor: User, now: datetime) -> None:
    """Note that the organisers of a final have read a berth's news.

    Raises RefusedError `nothing-there` or `not-organiser`.
    """
    berth = _lock(berth_id, actor)
    berth.is_news = False
    berth.save(update_fields=["is_news"])
    announce_competition(berth.feeder.final_id)


def _lock(berth_id: int, actor: User) -> Berth:
    feeder_id = Berth.objects.filter(pk=berth_id).values_list("feeder", flat=True).first()
    if feeder_id is None:
        raise RefusedError("nothing-there")
    feeder = lock_feeder(feeder_id)
    require_organiser(feeder.final, actor)
    berth = feeder.berths.get(pk=berth_id)
    berth.feeder = feeder
    return berth
