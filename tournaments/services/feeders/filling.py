"""Following a source: who won a berth takes it, once; what is corrected since is looked at anew."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.services.retry import retrying
from tournaments.models import Berth, Competition, Entry, Feeder
from tournaments.results.berths import Held, due_to, holders, is_shown
from tournaments.services.feeders.berths import await_again, keep, lose, take
from tournaments.services.feeders.calling import show_name
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_whole

State = Berth.State


@retrying
@transaction.atomic
def follow_source(*, feeder_id: int, now: datetime) -> bool:
    """Look at the berths of a feeder whose source has changed; return whether it had.

    Late, twice or by two at once: each berth is taken once.
    """
    final_id = Feeder.objects.filter(pk=feeder_id).values_list("final_id", flat=True).first()
    if final_id is None:
        return False
    final = lock_whole(final_id)
    feeder = locked_feeder(feeder_id)
    if feeder is None or not feeder.is_due:
        return False
    look(feeder, final, now)
    return True


def locked_feeder(feeder_id: int) -> Feeder | None:
    """Lock a feeder, and only then read its source: who changes that marks the feeder first."""
    rows = Feeder.objects.select_for_update(of=("self",)).select_related("made_by")
    feeder = rows.filter(pk=feeder_id).first()
    if feeder is not None:
        feeder.source = Competition.objects.select_related("club").get(pk=feeder.source_id)
    return feeder


def look(feeder: Feeder, final: Competition, now: datetime) -> None:
    """Do what the source of a locked feeder comes to in its final, which is locked whole."""
    feeder.is_due = False
    feeder.save(update_fields=["is_due"])
    show_name(feeder)
    if final.state == Competition.State.CANCELLED:
        return
    berths = _berths(feeder)
    if is_lost(feeder.source):
        for berth in berths:
            if berth.state == State.OPEN:
                lose(berth, "source-gone", final, now)
    elif feeder.agreed_at is not None:
        _follow(berths, holders(feeder.source, feeder.places), final, now)
    announce_competition(final.pk)


def is_lost(source: Competition) -> bool:
    """Tell whether nothing more comes from a source: given up, hidden, or not public any more."""
    return source.state == Competition.State.CANCELLED or not is_shown(source)


def _berths(feeder: Feeder) -> list[Berth]:
    """Return the berths of a feeder that are taken or can be, in order of rank."""
    rows = feeder.berths.exclude(state=State.NOBODY).exclude(entry__state=Entry.State.WITHDRAWN)
    berths = list(rows.select_related("entry__competition").order_by("rank"))
    for berth in berths:
        berth.feeder = feeder
    return berths


def _follow(
    berths: Sequence[Berth],
    held: Sequence[Held] | None,
    final: Competition,
    now: datetime,
) -> None:
    """Give berths to the holders of their ranks; first release those that have changed hands."""
    due = {berth.rank: due_to(berth, held[berth.rank - 1]) if held else None for berth in berths}
    for berth in berths:
        if berth.state in Berth.TAKEN:
            _look_at_taken(berth, due[berth.rank], final, now, is_told=held is not None)
    if held is None:
        return
    for berth in berths:
        winner = due[berth.rank]
        if berth.state != State.OPEN:
            continue
        if winner is not None:
            take(berth, Entry.objects.select_related("team").get(pk=winner), final, now)
        elif held[berth.rank - 1] == Held():
            lose(berth, "nobody-came", final, now)


def _look_at_taken(
    berth: Berth, due: int | None, final: Competition, now: datetime, *, is_told: bool
) -> None:
    """Until the draw a berth follows its source; afterwards who was drawn stays in."""
    if is_told and berth.taken_by_id == due:
        if berth.state == State.KEPT:
            berth.state, berth.is_news = State.FILLED, False
            berth.save(update_fields=["state", "is_news"])
    elif final.state in Competition.UNDRAWN:
        await_again(berth, final, now)
    elif is_told and berth.state == State.FILLED:
        keep(berth, final, now)
