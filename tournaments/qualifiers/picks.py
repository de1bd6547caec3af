"""Entries that pass by a choice: a committee's list, or the best of those who did not qualify.

They are entries of other competitions that have ended, whose people enter at once. Each choice is
kept with its reason, written into the log, and can be taken back until the draw.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import islice

from django.db.models import Q, QuerySet

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import Kind, broadcast_competition, record_entries
from tournaments.common.errors import (
    AlreadyDrawnError,
    NoFreePlaceError,
    NothingThereError,
    ReasonMissingError,
    WrongStateError,
)
from tournaments.common.permissions import require_organiser
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.entries.places import lock_for_entering, promote_waiting, remove_entry
from tournaments.entries.rosters import NamedPlayer, entry_for_audit, find_entry, person_of
from tournaments.formats.qualification import best_first, compare_across_groups, per_match
from tournaments.formats.standings import Row
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import AuditEvent, Berth, Competition, Entry, Pick, RosterPlayer, Stage
from tournaments.qualifiers.errors import CannotPassError, NotComparableError
from tournaments.qualifiers.places import (
    has_one_of,
    is_lost,
    people_of,
    refusal_of,
    source_affiliation,
)
from tournaments.standings.queries import rows_across_groups

Act = AuditEvent.Act


@dataclass(frozen=True)
class Candidate:
    """An entry of a source that did not qualify, with its points per match."""

    entry: Entry
    points: Fraction
    played: int


def sources_for(final: Competition) -> QuerySet[Competition]:
    """Return the public competitions that have ended: the club's, and those that feed the final."""
    feeding = Q(feeds__final=final, feeds__agreed_at__isnull=False)
    candidates = Competition.objects.filter(
        Q(club=final.club_id) | feeding, hidden_at=None
    ).public()
    finished = candidates.filter(state__in=Competition.COMPLETED, rehearsal="").exclude(pk=final.pk)
    return finished.order_by("-finished_at", "-pk").distinct()


def candidates_in(final: Competition, source: Competition) -> list[Entry]:
    """Return the entries of a source that are not in the final by it, by name."""
    taken = _entries_in_final(final)
    entries = source.entries.filter(state=Entry.State.CONFIRMED, awaited=False)
    return [entry for entry in entries.order_by("name", "pk") if entry.pk not in taken]


def best_of_the_rest(
    final: Competition, sources: Sequence[Competition], places: int
) -> list[Candidate]:
    """Return the best who did not qualify out of the tables of several competitions.

    Values count per match, as between groups of different sizes. Who is in already or cannot play
    is left out, so the next one moves up. Raises RefusedError `not-comparable` if a source has no
    table, or counts in another way than the first.
    """
    stages = [
        source.stages.select_related("competition").order_by("number")[0] for source in sources
    ]
    if not stages or {*map(_measure, stages)} != {_measure(stages[0])} or stages[0].is_bracket:
        raise NotComparableError()
    names = [TieBreak(name) for name in stages[0].tie_breaks]
    rows: list[Row[int]] = [
        row for stage in stages for group in rows_across_groups(stage) for row in group
    ]
    taken = _entries_in_final(final)
    by_pk = Entry.objects.select_related("competition__club").in_bulk([row.entry for row in rows])
    staying = [row for row in rows if row.entry not in taken and not row.has_left]
    figure = compare_across_groups(names)[0]
    ordered = best_first(staying, names, sources[0].draw_seed)
    able = (row for row in ordered if _may_pass(final, by_pk[row.entry]))
    return [
        Candidate(by_pk[row.entry], per_match(row, figure), row.played)
        for row in islice(able, places)
    ]


def _measure(stage: Stage) -> tuple[object, ...]:
    """Return what has to be equal for two tables to be compared."""
    return stage.is_bracket, stage.scale, tuple(stage.tie_breaks), stage.by_tantos


def _entries_in_final(final: Competition) -> set[int | None]:
    """Return the entries of sources that are in a final already."""
    berths = Berth.objects.filter(feeder__final=final).exclude(taken_by=None)
    return {
        *berths.values_list("taken_by", flat=True),
        *final.picks.values_list("taken_from", flat=True),
    }


def _may_pass(final: Competition, entry: Entry) -> bool:
    players = people_of(entry, final)
    return refusal_of(entry, players, None, final) is None and not _are_in(final, players)


def _are_in(final: Competition, players: Collection[RosterPlayer]) -> bool:
    """Return whether one of these people has any entry in a final."""
    entries = final.entries.exclude(state=Entry.State.WITHDRAWN)
    return entries.filter(has_one_of(players)).exists()


@transactional
def pick_entries(
    *, competition_id: int, entries: Sequence[int], reason: str, actor: User, now: datetime
) -> list[Entry]:
    """Enter the people of entries of other competitions, as a committee chose them.

    Raises RefusedError `not-organiser`, `already-drawn`, `reason-missing`, `nothing-there`,
    `no-free-place`, or `cannot-pass` if somebody is in already, suspended, or missing on the team.
    """
    if not reason.strip():
        raise ReasonMissingError()
    final = _lock(competition_id, actor)
    by_pk = Entry.objects.select_related("competition__club", "team").in_bulk(entries)
    sources = sources_for(final).filter(pk__in={entry.competition_id for entry in by_pk.values()})
    source_ids = {source.pk for source in sources}
    chosen = [by_pk[pk] for pk in dict.fromkeys(entries) if pk in by_pk]
    if len(chosen) < len({*entries}) or any(one.competition_id not in source_ids for one in chosen):
        raise NothingThereError()
    return _enter(final, chosen, reason.strip(), actor, now, is_best=False)


@transactional
def pick_best(
    *, competition_id: int, sources: Sequence[int], places: int, actor: User, now: datetime
) -> list[Entry]:
    """Enter the best of those who did not qualify out of several competitions.

    Raises RefusedError `not-organiser`, `already-drawn`, `not-comparable`, `nothing-there` or
    `no-free-place`.
    """
    final = _lock(competition_id, actor)
    by_pk = sources_for(final).select_related("club").in_bulk(sources)
    if not by_pk or len(by_pk) < len({*sources}):
        raise NothingThereError()
    ordered = [by_pk[pk] for pk in dict.fromkeys(sources)]
    best = [one.entry for one in best_of_the_rest(final, ordered, places)]
    reason = ", ".join(str(source) for source in ordered)[: Pick.LONGEST]
    return _enter(final, best, reason, actor, now, is_best=True)


@transactional
def drop_pick(*, pick_id: int, actor: User, now: datetime) -> None:
    """Take a choice back: its entry goes, and the next in line comes in.

    Raises RefusedError `nothing-there`, `not-organiser` or `already-drawn`.
    """
    final_id = Pick.objects.filter(pk=pick_id).values_list("final", flat=True).first()
    if final_id is None:
        raise NothingThereError()
    final = _lock(final_id, actor)
    pick = Pick.objects.filter(pk=pick_id).first()
    if pick is None:
        raise NothingThereError()
    entry = find_entry(pick.entry_id)
    before = {**entry_for_audit(entry), "why": pick.reason}
    audit.log_event(Act.DROP_PICK, competition=final, actor=actor, now=now, before=before)
    pick.delete()
    if entry.state != Entry.State.WITHDRAWN:
        record_entries(Kind.LEFT, final, [entry], now)
    remove_entry(entry)
    promote_waiting(final, now)
    broadcast_competition(final.pk)


def _lock(competition_id: int, actor: User) -> Competition:
    final = lock_for_entering(competition_id)
    require_organiser(final, actor)
    if final.state not in Competition.UNDRAWN:
        raise AlreadyDrawnError()
    if final.rehearsal:
        raise WrongStateError()
    return final


def _enter(
    final: Competition,
    chosen: Sequence[Entry],
    reason: str,
    actor: User,
    now: datetime,
    *,
    is_best: bool,
) -> list[Entry]:
    if not chosen:
        raise NothingThereError()
    if final.places.free().count() < len(chosen):
        raise NoFreePlaceError()
    taken = _entries_in_final(final)
    entered: list[Entry] = []
    for winner in chosen:
        players = people_of(winner, final)
        is_out = winner.pk in taken or is_lost(winner.competition)
        if is_out or refusal_of(winner, players, None, final) or _are_in(final, players):
            raise CannotPassError()
        entered.append(_copy(winner, players, final, now))
    Pick.objects.bulk_create(
        Pick(
            final=final,
            entry=entry,
            taken_from=winner,
            reason=reason,
            is_best=is_best,
            made_by=actor,
            made_at=now,
        )
        for entry, winner in zip(entered, chosen, strict=True)
    )
    for entry, winner in zip(entered, chosen, strict=True):
        after = {**entry_for_audit(entry), "source": winner.competition.name, "why": reason}
        audit.log_event(
            Act.PICK, competition=final, actor=actor, now=now, reason=reason, after=after
        )
    broadcast_competition(final.pk)
    return entered


def _copy(
    winner: Entry, players: Sequence[RosterPlayer], final: Competition, now: datetime
) -> Entry:
    """Enter the players of an entry, without its reserves, under its name."""
    members = [_named(player, final) for player in players if not player.reserve]
    affiliation = winner.affiliation or source_affiliation(winner.competition, final)
    (entry,) = write_entries(final, [NewEntry(members, winner.name, affiliation)], now)
    return entry


def _named(player: RosterPlayer, final: Competition) -> NamedPlayer:
    """Return a player as one to enter: in another club somebody is a person of that club."""
    named_player = person_of(player)
    is_of_club = named_player.person is not None and named_player.person.club_id == final.club_id
    return named_player if is_of_club else replace(named_player, person=None)
