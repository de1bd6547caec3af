"""Coming late: where results pair the rounds, entries may come in while the first are played."""

from datetime import datetime

from django.db.models import Max, QuerySet

from games.services.refusals import RefusedError
from tournaments.formats.catalogue import paired_by_results
from tournaments.formats.format import PairedByResults
from tournaments.models import Competition, Draft, Entry, Group, Match, StageSlot
from tournaments.services.draw.seeding import strengths
from tournaments.services.locks import lock_competition, lock_groups
from tournaments.services.matches.stages import follow


def lock_for_entering(competition_id: int) -> Competition:
    """Lock a competition for an entry, after the group that late entries join."""
    lock_groups(_tables(competition_id))
    return lock_competition(competition_id)


def refusal_to_join(competition: Competition) -> str | None:
    """Return why a drawn competition takes nobody any more, as a code; None if it does.

    Its organisers enter whom they like; others by themselves only where its terms say so.
    """
    if competition.is_over or not competition.is_drawn:
        return "registration-closed"
    group = _table(competition)
    if group is None:
        begun = Match.objects.of(competition.pk).begun().exists()
        return "no-late-entries" if begun else "undo-the-draw-first"
    play = group.stage.how.play
    assert isinstance(play, PairedByResults), "only such tables were looked for"
    if not play.may_join(group.stage.shape, _current_round(group)):
        return "too-late-to-join"
    return None


def round_to_join(competition: Competition) -> int | None:
    """Return the round from which an entry would play that came now; None if none may come."""
    if refusal_to_join(competition):
        return None
    group = _table(competition)
    assert group is not None, "else it was refused"
    return _current_round(group) + 1


def join_late(entry: Entry, now: datetime) -> None:
    """Put a complete entry last into a table that results pair: it plays from the next round on.

    The rounds it missed count nothing; a draft of the next one is drawn anew. Raises RefusedError
    with the code of `refusal_to_join`, or `no-free-place`.
    """
    competition = entry.competition
    if refusal := refusal_to_join(competition):
        raise RefusedError(refusal)
    place = competition.places.free().first()
    if place is None:
        raise RefusedError("no-free-place")
    group = _table(competition)
    assert group is not None, "else it was refused"
    last = competition.entries.aggregate(last=Max("seed"))["last"]
    entry.place, entry.state, entry.seed = place, Entry.State.CONFIRMED, last + 1
    entry.strength = strengths([entry])[entry.pk]
    entry.first_round = _current_round(group) + 1
    entry.save(update_fields=["place", "state", "seed", "strength", "first_round"])
    StageSlot.objects.create(stage=group.stage, group=group, number=entry.seed, entry=entry)
    if Draft.objects.filter(group=group).exists():
        follow(group, now=now)


def _table(competition: Competition) -> Group | None:
    return _tables(competition.pk).select_related("stage__competition").first()


def _tables(competition_id: int) -> QuerySet[Group]:
    """Return the tables that entries are dealt into whose rounds are paired as they come."""
    first = Group.objects.filter(stage__competition=competition_id, stage__number=1)
    return first.filter(stage__format__in=paired_by_results())


def _current_round(group: Group) -> int:
    number: int = group.rounds.aggregate(last=Max("number"))["last"]
    return number
