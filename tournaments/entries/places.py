"""Services that allot places: confirmation, waiting list, capacity and late entries.

Late entries are possible in the first rounds of formats that pair rounds by results.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max, Q, QuerySet

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import Kind, broadcast_competition, record_entries
from tournaments.common.errors import NoFreePlaceError, WrongStateError, refused
from tournaments.common.locks import lock_competition, lock_groups
from tournaments.common.permissions import require_organiser
from tournaments.competitions.terms_labels import what_a_round_gives
from tournaments.entries import rosters
from tournaments.entries.errors import (
    CapTooLowError,
    ClosedMeanwhileError,
    TooManyForFormatError,
)
from tournaments.entries.known_teams import record_team
from tournaments.formats.admission import admit
from tournaments.formats.catalogue import paired_in_play
from tournaments.formats.pairing import Outcome
from tournaments.formats.swiss_field import ByeTerms
from tournaments.matches.decisions import start_dependent_groups
from tournaments.models import (
    Absence,
    AuditEvent,
    Berth,
    Competition,
    Entry,
    Group,
    Match,
    MatchSlot,
    NameClaim,
    PartnerProposal,
    Place,
    RosterPlayer,
    StageSlot,
)
from tournaments.standings import queries as standings_queries


def lock_for_entering(competition_id: int) -> Competition:
    """Lock a competition for an entry, after the group that late entries join."""
    lock_groups(_tables(competition_id))
    return lock_competition(competition_id)


def refusal_to_join(competition: Competition) -> str | None:
    """Return the code of why a drawn competition takes no more entries; None if it does.

    This applies to entries by organisers. Players enter late only if the terms allow it.
    """
    if competition.is_over or not competition.is_drawn:
        return "registration-closed"
    if competition.early_end:
        return "ended-early"
    group = _table(competition)
    if group is None:
        begun = Match.objects.of(competition.pk).with_play().exists()
        return "no-late-entries" if begun else "undo-the-draw-first"
    if not group.stage.how.play.may_join(group.stage.shape, _current_round(group)):
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
    """Add a complete entry at the end of a table paired by results, from the next round on.

    The rounds it missed give what the competition announced, and a draft of the next one is drawn
    again. Raises RefusedError with the code of `refusal_to_join`, `no-free-place`, or
    `closed-meanwhile` once the time has passed in which matches begin.
    """
    competition = entry.competition
    if refusal := refusal_to_join(competition):
        raise refused(refusal)
    place = competition.places.free().first()
    if place is None:
        raise NoFreePlaceError()
    group = _table(competition)
    assert group is not None, "else it was refused"
    if group.stage.closes_at is not None and group.stage.closes_at <= now:
        raise ClosedMeanwhileError()
    last = competition.entries.aggregate(last=Max("seed"))["last"]
    entry.place, entry.state, entry.seed = place, Entry.State.CONFIRMED, last + 1
    entry.strength = strengths([entry])[entry.pk]
    if group.stage.how.pairs_rounds:
        entry.first_round = _current_round(group) + 1
    entry.save(update_fields=["place", "state", "seed", "strength", "first_round"])
    slot = StageSlot(stage=group.stage, group=group, number=entry.seed, entry=entry)
    if not group.stage.how.play.is_round_by_round:
        slot.rested_at = now  # it waits from now on, like one that comes back from a rest
    slot.save()
    _give_missed_rounds(entry, group, now)
    start_dependent_groups(group, now=now)


def _give_missed_rounds(entry: Entry, group: Group, now: datetime) -> None:
    """Store a bye in each round that a late entry missed, if the terms give points for it."""
    terms = ByeTerms(entry.competition.late_points, most=entry.first_round)
    outcome = terms.bye_outcome(0)
    if outcome == Outcome.ZERO_BYE or not group.stage.how.pairs_rounds:
        return
    numbers = Match.objects.of(entry.competition_id).aggregate(last=Max("number"))
    number = numbers["last"] or 0
    for round_ in group.rounds.filter(number__lt=entry.first_round).order_by("number"):
        number += 1
        match = Match.objects.create(
            round=round_,
            position=round_.matches.count() + 1,
            number=number,
            state=Match.State.BYE,
            winner=0,
            asked_bye=outcome,
            completed_at=now,
        )
        score = group.stage.points_scale.points(outcome) * (round_.number - 1)
        slot = {"match": match, "round": round_}
        MatchSlot.objects.create(**slot, side=0, entry=entry, score=score)
        MatchSlot.objects.create(**slot, side=1, bye=True)
        Absence.objects.create(entry=entry, group=group, number=round_.number, at=now, asked=False)


def missed_round_gives(competition: Competition) -> str:
    """Say what each earlier round gives an entry that joins now (`round_to_join`)."""
    group = _table(competition)
    assert group is not None, "else none may join"
    return what_a_round_gives(competition.late_points, group.stage.shape)


def _table(competition: Competition) -> Group | None:
    return _tables(competition.pk).select_related("stage__competition").first()


def _tables(competition_id: int) -> QuerySet[Group]:
    """Return the tables of a first stage whose rounds are paired by results."""
    first = Group.objects.filter(stage__competition=competition_id, stage__number=1)
    return first.filter(stage__format__in=paired_in_play())


def _current_round(group: Group) -> int:
    number: int | None = group.rounds.aggregate(last=Max("number"))["last"]
    return number or 0


State = Entry.State


def complete_entry(entry: Entry, now: datetime) -> None:
    """Assign a place to a complete entry, or mark it as requested if it needs approval."""
    entry.complete_at = now
    entry.save(update_fields=["complete_at"])
    record_team([entry], now)
    if entry.competition.approval:
        entry.state = State.REQUESTED
        entry.save(update_fields=["state"])
    else:
        give_place(entry, now)
    broadcast_competition(entry.competition_id)


def give_place(entry: Entry, now: datetime) -> None:
    """Assign the first free place to a complete entry, or put it on the waiting list.

    After the draw it joins late or is refused (`join_late`). Raises RefusedError as
    `rosters.require_able` does.
    """
    rosters.require_able(entry.competition, entry.roster.playing().select_related("user"))
    if entry.competition.is_drawn:
        join_late(entry, now)
    elif not _admit([entry], entry.competition):
        entry.state = State.WAITING
        entry.save(update_fields=["state"])
    record_entries(Kind.ENTERED, entry.competition, [entry], now)


def release_place(entry: Entry) -> None:
    """Take the place of an entry that lacks a player before the draw: it looks for another."""
    entry.state, entry.place, entry.complete_at = State.FORMING, None, None
    entry.checked_in_at = entry.seed = None
    entry.save(update_fields=["state", "place", "complete_at", "checked_in_at", "seed"])


def remove_entry(entry: Entry) -> None:
    """Delete an entry that leaves before the draw; one that has paid stays for the cash box.

    It stays as a withdrawn one that nothing lets in again: its players may enter anew.
    """
    if not entry.paid:
        entry.delete()
        return
    NameClaim.objects.filter(player__entry=entry).delete()
    PartnerProposal.objects.filter(Q(entry=entry) | Q(to=entry)).delete()
    Berth.objects.filter(entry=entry).update(entry=None)
    RosterPlayer.ever.filter(entry=entry).update(user=None)  # an account is in one entry
    release_place(entry)
    entry.state, entry.team, entry.invitation, entry.awaited = State.WITHDRAWN, None, "", False
    entry.save(update_fields=["state", "team", "invitation", "awaited"])


def promote_waiting(
    competition: Competition, now: datetime, *, present_only: bool = False
) -> list[Entry]:
    """Confirm the first entries of the waiting list while places are free; return them."""
    moved = move_up(competition, present_only=present_only)
    record_entries(Kind.ENTERED, competition, moved, now)
    return moved


def move_up(competition: Competition, *, present_only: bool = False) -> list[Entry]:
    """Do the same without an event, which the caller writes."""
    waiting = Entry.objects.waiting().filter(competition=competition)
    if present_only:
        waiting = waiting.filter(checked_in_at__isnull=False)
    return _admit(list(waiting), competition)


def _admit(applicants: Sequence[Entry], competition: Competition) -> list[Entry]:
    """Assign the free places to the applicants in order; return those that got one."""
    free = list(competition.places.free()[: len(applicants)])
    confirmed = admit(applicants, len(free)).confirmed
    for entry, place in zip(confirmed, free, strict=True):
        entry.place, entry.state = place, State.CONFIRMED
        entry.save(update_fields=["place", "state"])
    return list(confirmed)


@transactional
def change_capacity(*, competition_id: int, cap: int, actor: User, now: datetime) -> None:
    """Change the number of places. Taken places cannot be removed; before the draw entries move up.

    Raises RefusedError `not-organiser`, `wrong-state`, `cap-too-low` or `too-many-for-format`, or
    ValidationError for a cap outside its limits.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_over or cap == competition.cap:
        raise WrongStateError()
    before, competition.cap = competition.cap, cap
    competition.full_clean()
    if cap > competition.stages.earliest("number").how.most:
        raise TooManyForFormatError()
    competition.save(update_fields=["cap"])
    moved = set_capacity(competition, now)
    audit.log_event(
        AuditEvent.Act.CHANGE_CAP,
        competition=competition,
        actor=actor,
        now=now,
        before={"cap": before},
        after={"cap": cap, "moved_up": [str(entry) for entry in moved]},
    )
    broadcast_competition(competition.pk)


def set_capacity(competition: Competition, now: datetime) -> list[Entry]:
    """Create or delete places of a locked competition to match its cap; return who moved up.

    Raises RefusedError `cap-too-low`.
    """
    fit_places(competition)
    return [] if competition.is_drawn else promote_waiting(competition, now)


def fit_places(competition: Competition) -> None:
    """Create or delete places of a locked competition to match its cap; nobody moves up.

    Raises RefusedError `cap-too-low`.
    """
    surplus = competition.places.count() - competition.cap
    if surplus > 0:
        spare = competition.places.free().order_by("-number").values_list("pk", flat=True)
        if len(spare) < surplus:
            raise CapTooLowError()
        competition.places.filter(pk__in=list(spare[:surplus])).delete()
        return
    last = competition.places.aggregate(last=Max("number"))["last"] or 0
    numbers = range(last + 1, last + 1 - surplus)
    Place.objects.bulk_create(Place(competition=competition, number=each) for each in numbers)


def strengths(entries: Sequence[Entry]) -> dict[int, float]:
    """Return each entry's strength: the sum of its players' ratings; newcomers have a default.

    Entries that are still awaited count as newcomers.
    """
    new = standings_queries.strength(standings_queries.NEWCOMER)
    by_entry = {
        entry.pk: new * entry.competition.players_per_side if entry.awaited else 0.0
        for entry in entries
    }
    players = RosterPlayer.objects.playing().filter(entry__in=by_entry)
    rated = players.values_list("entry_id", "user__standing__mu", "user__standing__sigma")
    for entry_id, mu, sigma in rated:
        by_entry[entry_id] += standings_queries.strength(
            standings_queries.NEWCOMER if mu is None else (mu, sigma)
        )
    return by_entry
