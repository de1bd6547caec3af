"""Services to link a source competition to a final, and to decide on tied qualifiers.

A link can be removed until the draw of the final. A source of another club sends no one until its
own organisers agree, so that a stranger cannot enter players or appear on the club's pages.
"""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import (
    AlreadyDrawnError,
    NoFreePlaceError,
    NothingThereError,
    WrongStateError,
)
from tournaments.common.locks import lock_competition, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.entries.places import promote_waiting, remove_entry
from tournaments.models import AuditEvent, Berth, Competition, Entry, Feeder
from tournaments.qualifiers.errors import (
    AlreadyDecidedError,
    AlreadyFeedsError,
    FeedsInACircleError,
    FeedsItselfError,
    OtherSidesError,
    SourceNotPublicError,
    TooManyBerthsError,
    UnknownEntryError,
)
from tournaments.qualifiers.places import (
    check_source,
    empty_place,
    holders_for,
    is_lost,
    locked_feeder,
    source_affiliation,
    source_label,
)

Act = AuditEvent.Act


@transactional
def add_feeder(
    *,
    final_id: int,
    source_id: int,
    places: int,
    first_rank: int = 1,
    actor: User,
    now: datetime,
) -> Feeder:
    """Feed places of a source into a final, from a rank on; each becomes an entry at once.

    Raises RefusedError `not-organiser`, `already-drawn`, `wrong-state`, `feeds-itself`,
    `source-not-public`, `feeds-in-a-circle`, `already-feeds`, `other-sides`, `too-many-berths` or
    `no-free-place`.
    """
    final, source = _lock_chain(final_id, source_id)
    require_organiser(final, actor)
    _require_open(final)
    _require_fitting(final, source, places, first_rank)
    agreed = source.club_id == final.club_id or source.is_run_by(actor)
    feeder = Feeder.objects.create(
        final=final,
        source=source,
        places=places,
        first_rank=first_rank,
        made_by=actor,
        made_at=now,
        agreed_at=now if agreed else None,
    )
    _open_berths(feeder, now)
    _tell(Act.ADD_FEEDER, feeder, final, source, actor, now)
    if agreed:
        _tell(Act.AGREE_FEEDER, feeder, source, final, actor, now)
        check_source(feeder, final, now)
    return feeder


@transactional
def drop_feeder(*, feeder_id: int, actor: User, now: datetime) -> None:
    """Remove a source from a final; winners who already took a berth stay entered.

    Raises RefusedError `nothing-there`, `not-organiser`, `already-drawn` or `wrong-state`.
    """
    feeder = lock_feeder(feeder_id, with_source=True)
    final = feeder.final
    require_organiser(final, actor)
    _require_open(final)
    _clear(feeder)
    _tell(Act.DROP_FEEDER, feeder, final, feeder.source, actor, now)
    if feeder.agreed_at is not None:
        _tell(Act.DROP_FEEDER, feeder, feeder.source, feeder.source, actor, now)
    feeder.delete()
    promote_waiting(final, now)


@transactional
def answer_feeder(*, feeder_id: int, agrees: bool, actor: User, now: datetime) -> None:
    """Accept or decline, for a source of another club, that its first places enter the final.

    Raises RefusedError `nothing-there`, `not-organiser`, or `already-decided`.
    """
    feeder = lock_feeder(feeder_id, with_source=True)
    require_organiser(feeder.source, actor)
    open_ = feeder.berths.filter(state=Berth.State.OPEN).select_related("entry")
    if feeder.agreed_at is not None or not open_.exists():
        raise AlreadyDecidedError()
    final = feeder.final
    if agrees:
        feeder.agreed_at = now
        feeder.save(update_fields=["agreed_at"])
        check_source(feeder, final, now)
    else:
        for berth in open_:
            berth.feeder = feeder
            empty_place(berth, "source-refused", final, now)
    act = Act.AGREE_FEEDER if agrees else Act.REFUSE_FEEDER
    _tell(act, feeder, feeder.source, final, actor, now)
    broadcast_competition(final.pk)


def _lock_chain(final_id: int, source_id: int) -> tuple[Competition, Competition]:
    """Lock all that feeds the source and all that the final feeds: so no two close a circle."""
    both = Competition.objects.in_bulk({final_id, source_id})
    if len({final_id, source_id}) < 2:
        raise FeedsItselfError()
    if len(both) < 2:
        raise SourceNotPublicError()
    rows = Competition.objects.select_for_update(of=("self",)).select_related("club")
    locked: dict[int, Competition] = {}
    while not locked.keys() >= (chain := _chain(final_id, source_id)):
        locked = {each.pk: each for each in rows.filter(pk__in=chain).order_by("pk")}
    return locked[final_id], locked[source_id]


def _chain(final_id: int, source_id: int) -> set[int]:
    return _reached({final_id}, "source", "final") | _reached({source_id}, "final", "source")


def _reached(begin: set[int], from_: str, to: str) -> set[int]:
    """Return the competitions that feeders lead to, in order, the start included."""
    reached, new = set(begin), set(begin)
    while new:
        linked = Feeder.objects.filter(**{f"{from_}__in": new}).values_list(to, flat=True)
        new = set(linked) - reached
        reached |= new
    return reached


def lock_feeder(feeder_id: int, *, with_source: bool = False) -> Feeder:
    """Lock a feeder after the whole of its final; raises RefusedError `nothing-there`.

    Who writes into the log of the source has that before the feeder, as who ends the source has.
    """
    competition_ids = Feeder.objects.filter(pk=feeder_id).values_list("final", "source").first()
    if competition_ids is None:
        raise NothingThereError()
    final = lock_whole(competition_ids[0])
    if with_source:
        lock_competition(competition_ids[1])
    feeder = locked_feeder(feeder_id)
    if feeder is None:
        raise NothingThereError()
    feeder.final = final
    return feeder


def _require_open(final: Competition) -> None:
    if final.is_drawn:
        raise AlreadyDrawnError()
    if final.state not in Competition.UNDRAWN or final.rehearsal:
        raise WrongStateError()


def _require_fitting(final: Competition, source: Competition, places: int, first_rank: int) -> None:
    if is_lost(source):
        raise SourceNotPublicError()
    if source.pk in _reached({final.pk}, "source", "final"):
        raise FeedsInACircleError()
    if Feeder.objects.filter(final=final, source=source).exists():
        raise AlreadyFeedsError()
    if source.players_per_side != final.players_per_side:
        raise OtherSidesError()
    last = first_rank + places - 1
    if not 1 <= places <= Feeder.MOST or not 1 <= first_rank <= last <= source.cap:
        raise TooManyBerthsError()
    if final.places.free().count() < places:
        raise NoFreePlaceError()


def _open_berths(feeder: Feeder, now: datetime) -> None:
    """Create an entry with a place in the final for each place of a source."""
    final, source = feeder.final, feeder.source
    free = list(final.places.free()[: feeder.places])
    for rank, place in enumerate(free, start=feeder.first_rank):
        entry = Entry.objects.create(
            competition=final,
            name=source_label(rank, source.name),
            state=Entry.State.CONFIRMED,
            place=place,
            affiliation=source_affiliation(source, final),
            awaited=True,
            checked_in_at=now,
            created_at=now,
            complete_at=now,
        )
        Berth.objects.create(feeder=feeder, rank=rank, label=entry.name, entry=entry)


def _clear(feeder: Feeder) -> None:
    """Take out the entries of a feeder that are still awaited."""
    for entry in Entry.objects.filter(berth__feeder=feeder, awaited=True).order_by("pk"):
        remove_entry(entry)


def _tell(
    act: AuditEvent.Act,
    feeder: Feeder,
    competition: Competition,
    other: Competition,
    actor: User,
    now: datetime,
) -> None:
    """Log a decision about a feeder in one of its two competitions."""
    after = {
        "entry": other.name,
        "other": other.pk,
        "places": feeder.places,
        "first_rank": feeder.first_rank,
    }
    audit.log_event(act, competition=competition, actor=actor, now=now, after=after)
    broadcast_competition(competition.pk)


@transactional
def choose_tied_qualifier(*, berth_id: int, entry_id: int, actor: User, now: datetime) -> None:
    """Choose which of the entries that share a rank of a source takes a berth of its final.

    Or that the entry ranked there takes it although it had left the source.

    Raises RefusedError `nothing-there`, `not-organiser`, `wrong-state`, or `unknown-entry` if that
    one does not hold it, or holds another one already.
    """
    berth = _lock(berth_id, actor)
    feeder, final = berth.feeder, berth.feeder.final
    earned = holders_for(feeder)
    is_open = berth.state == Berth.State.OPEN and feeder.agreed_at is not None
    if not is_open or earned is None or final.state == Competition.State.CANCELLED:
        raise WrongStateError()
    others = feeder.berths.exclude(pk=berth.pk)
    if entry_id not in earned[berth.rank - 1].entries or others.filter(chosen=entry_id).exists():
        raise UnknownEntryError()
    berth.chosen_id = entry_id
    berth.save(update_fields=["chosen"])
    check_source(feeder, final, now)


@transactional
def mark_news_read(*, berth_id: int, actor: User, now: datetime) -> None:
    """Note that the organisers of a final have read a berth's news.

    Raises RefusedError `nothing-there` or `not-organiser`.
    """
    berth = _lock(berth_id, actor)
    berth.is_news = False
    berth.save(update_fields=["is_news"])
    broadcast_competition(berth.feeder.final_id)


def _lock(berth_id: int, actor: User) -> Berth:
    feeder_id = Berth.objects.filter(pk=berth_id).values_list("feeder", flat=True).first()
    if feeder_id is None:
        raise NothingThereError()
    feeder = lock_feeder(feeder_id)
    require_organiser(feeder.final, actor)
    berth = feeder.berths.get(pk=berth_id)
    berth.feeder = feeder
    return berth
