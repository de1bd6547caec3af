"""Qualifier places of a final: who earned them, and their update after the source changes.

A place is filled once; it is checked again after later corrections, and can return to waiting or
stay empty. A change is noted in its transaction and processed by a task after the commit. That
task locks the final whole but not the source, since it writes only to the source's audit log. The
log names the organiser who announced the feeder as the actor. A source's name is shown only if
everyone may read it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext, override

from accounts.common.alarms import enqueue
from accounts.common.errors import RefusedError
from accounts.common.notification_types import THROUGH
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import Kind, broadcast_competition, record_entries
from tournaments.common.locks import lock_whole
from tournaments.common.notifications import notify
from tournaments.entries import rosters
from tournaments.entries.known_teams import record_team
from tournaments.entries.persons import assign_persons
from tournaments.entries.places import promote_waiting, remove_entry
from tournaments.formats.errors import FormatError
from tournaments.matches.decisions import open_for
from tournaments.models import (
    AuditEvent,
    Berth,
    Competition,
    Entry,
    Feeder,
    FeederQuerySet,
    NameClaim,
    Person,
    RosterPlayer,
)
from tournaments.standings.queries import edition_ranks
from tournaments.withdrawals.services import leave_play


def is_shown(source: Competition) -> bool:
    """Return whether the name of a source is public."""
    return source.is_open_to_all and source.hidden_at is None


class EarnedPlace(NamedTuple):
    """The entries that may pass from one place of a source, by pk.

    Several, where not all entries of a shared rank pass. The place is not settled while one of them
    is itself awaited there, or if the entry that ended there had left: the organisers of the final
    then decide.
    """

    entries: Sequence[int] = ()
    is_settled: bool = True


def holders(source: Competition, last: int, *, first: int = 1) -> list[EarnedPlace] | None:
    """Return the holders of each place down to the last; None before the end.

    A place has no holder if no entry ended there, or if that entry has no players. Entries that
    share a rank hold the places of that rank together if only some of those places pass: if the
    rank begins before the first place that passes, or ends after the last.
    """
    if not source.is_completed or not source.is_drawn:
        return None
    try:
        ranks = edition_ranks(source)
    except FormatError:  # its stored results cannot be: `verify` names it
        return None
    people = RosterPlayer.objects.filter(entry=OuterRef("pk"))
    entries = source.entries.annotate(has_people=Exists(people)).in_bulk()
    order = sorted(ranks, key=lambda entry: (ranks[entry], entries[entry].seed, entry))
    places: list[EarnedPlace] = []
    for _, equals in groupby(order, key=ranks.__getitem__):
        shared = list(equals)
        each = [_earned_place(entries, [entry]) for entry in shared]
        end = len(places) + len(shared)
        all_pass = end <= last and not len(places) < first - 1 < end
        places += each if all_pass else [_earned_place(entries, shared)] * len(shared)
    return [*places[:last], *([EarnedPlace()] * (last - len(places)))]


def holders_for(feeder: Feeder) -> list[EarnedPlace] | None:
    """Return the holders of the places of a source, from its first to the last that passes."""
    return holders(feeder.source, feeder.last_rank, first=feeder.first_rank)


def due_to(berth: Berth, earned: EarnedPlace) -> int | None:
    """Return the entry that takes a berth, of the holders of its place; None while undecided.

    An entry that took the berth before it left keeps it.
    """
    if berth.chosen_id in earned.entries:
        return berth.chosen_id
    alone = earned.entries[0] if len(earned.entries) == 1 else None
    return alone if earned.is_settled or alone == berth.taken_by_id else None


def _earned_place(entries: Mapping[int, Any], shared: Iterable[int]) -> EarnedPlace:
    """Return the place without entries that have no people: no players came for them."""
    each = [entries[pk] for pk in shared]
    people = [entry for entry in each if entry.has_people]
    has_left = any(entry.state == Entry.State.WITHDRAWN for entry in people)
    is_settled = not has_left and not any(entry.awaited for entry in each)
    return EarnedPlace(tuple(entry.pk for entry in people), is_settled)


NAME = 190  # letters of an entry
MARK = "\0"  # where the name of a source stands


def source_label(rank: int, source: str) -> str:
    """Return the label of a source's place, in the announcing user's language."""
    return (gettext("%(rank)s.º de %(source)s") % {"rank": rank, "source": source})[:NAME]


def show_name(feeder: Feeder) -> None:
    """Call the places of a source by the name it has, or by none once that is not public any more.

    Only the name is exchanged: the words around it are in the language of who announced the feeder.
    """
    source_name = feeder.source.name if is_shown(feeder.source) else Feeder.PRIVATE
    for berth in feeder.berths.all():
        label = _renamed(berth, source_name)
        if label != berth.label:
            Entry.objects.filter(berth=berth, name=berth.label).update(name=label)
            Berth.objects.filter(pk=berth.pk).update(label=label)


def _renamed(berth: Berth, name: str) -> str:
    """Return the label of a berth with the source's new name."""
    for before, after in _words(berth.rank):
        if berth.label.startswith(before) and berth.label.endswith(after):
            return (before + name + after)[:NAME]
    return source_label(berth.rank, name)  # it was said otherwise when it was announced


def _words(rank: int) -> Iterator[tuple[str, str]]:
    """Yield the text before and after the name in a label, for each language."""
    for code, _ in settings.LANGUAGES:
        with override(code):
            before, _, after = source_label(rank, MARK).partition(MARK)
        yield before, after


TASK = "tournaments.tasks.follow_source"


def source_competition_changed(source: Competition) -> None:
    """Queue, after the commit, a check of what a locked competition sends to others."""
    _mark(Feeder.objects.filter(source=source))


def final_changed(final: Competition) -> None:
    """Queue, after the commit, a new check of what is sent to a locked competition."""
    _mark(Feeder.objects.filter(final=final))


def release_qualifier_places(final: Competition, actor: User, now: datetime) -> None:
    """Delete the feeders of a cancelled final, so that its sources' pages stop showing them."""
    for feeder in final.feeders.agreed().select_related("source"):
        after = {"entry": feeder.source.name, "other": final.pk, "places": feeder.places}
        audit.log_event(
            AuditEvent.Act.DROP_FEEDER,
            competition=feeder.source,
            actor=actor,
            now=now,
            after=after,
        )
    final.feeders.all().delete()


def give_up_place(entry: Entry) -> None:
    """Note that an entry leaves the final, or was struck out before it was known who it is."""
    why = "struck" if entry.awaited else "left"
    Berth.objects.filter(entry=entry).update(state=Berth.State.NOBODY, why=why, is_news=False)


def _mark(feeders: FeederQuerySet) -> None:
    if feeders.update(is_due=True):
        for pk in feeders.values_list("pk", flat=True):
            on_commit(enqueue, TASK, pk)


Act = AuditEvent.Act
State = Berth.State
ASIDE = (Entry.State.FORMING, Entry.State.REQUESTED, Entry.State.WAITING)
"""Who only asks to be in, and has no place: a berth is better."""


def fill_place(berth: Berth, winner: Entry, final: Competition, now: datetime) -> None:
    """Fill a berth's entry with the winner; empty the berth if the winner cannot play."""
    entry = _entry(berth)
    players = people_of(winner, final)
    refusal = refusal_of(winner, players, entry, final)
    if refusal is not None:
        empty_place(berth, refusal, final, now)
        return
    _step_aside(players, final, berth, now)
    entry.name, entry.awaited = winner.name, False
    entry.affiliation = winner.affiliation or entry.affiliation
    team = winner.team
    lasts = team is not None and bool(team.name) and team.dissolved_at is None
    entry.team = team if lasts else None
    entry.save(update_fields=["name", "awaited", "affiliation", "team"])
    entered = players_in(entry, players, now)
    RosterPlayer.objects.bulk_create(entered)
    _take_over_payment(entry, entered)
    record_team([entry], now)
    berth.state, berth.taken_by, berth.is_news = State.FILLED, winner, False
    berth.save(update_fields=["state", "taken_by", "is_news"])
    _record(Act.TAKE_BERTH, berth, final, now, after=_entry_and_payment(entry))
    record_entries(Kind.ENTERED, final, [entry], now)
    open_for(entry, now=now)
    if final.is_over:  # which others may follow in turn
        source_competition_changed(final)
    notify(THROUGH, berth.pk)


def await_again(berth: Berth, final: Competition, now: datetime) -> None:
    """Make a berth wait for its source again; the entry that took it is out."""
    entry = _entry(berth)
    before = _entry_and_payment(entry)
    if entry.paid:
        _keep_payment(entry, now)
    RosterPlayer.ever.filter(entry=entry).delete()
    entry.name, entry.affiliation = berth.label, source_affiliation(berth.feeder.source, final)
    entry.team, entry.awaited, entry.paid, entry.checked_in_at = None, True, False, now
    entry.paid_by = ""
    entry.save(
        update_fields=[
            *("name", "affiliation", "team", "awaited"),
            *("paid", "paid_by", "checked_in_at"),
        ]
    )
    berth.state, berth.taken_by, berth.is_news = State.OPEN, None, False
    berth.save(update_fields=["state", "taken_by", "is_news"])
    after = {"entry": berth.label, "entry_id": entry.pk}
    _record(Act.EMPTY_BERTH, berth, final, now, before=before, after=after)
    record_entries(Kind.LEFT, final, [entry], now)


def _entry_and_payment(entry: Entry) -> dict[str, object]:
    payment = {"paid": True, "paid_by": entry.paid_by} if entry.paid else {}
    return {**rosters.entry_for_audit(entry), **payment}


def _keep_payment(entry: Entry, now: datetime) -> None:
    """Leave the players of an entry in a withdrawn one with what they paid, for the cash box."""
    kept = Entry.objects.create(
        competition=entry.competition,
        name=entry.name,
        affiliation=entry.affiliation,
        state=Entry.State.WITHDRAWN,
        paid=True,
        paid_by=entry.paid_by,
        created_at=now,
    )
    NameClaim.objects.filter(player__entry=entry).delete()
    RosterPlayer.ever.filter(entry=entry).update(entry=kept, user=None)


def _take_over_payment(entry: Entry, players: Sequence[RosterPlayer]) -> None:
    """Move to an entry what the same people paid for one that they lost before the draw."""
    persons = {player.person_id for player in players if not player.reserve}
    if entry.paid or None in persons:
        return
    lost = entry.competition.entries.filter(
        state=Entry.State.WITHDRAWN, paid=True, seed=None, complete_at=None
    )
    for each in lost.order_by("pk"):
        if persons == {player.person_id for player in each.roster.playing()}:
            entry.paid, entry.paid_by = True, each.paid_by
            entry.save(update_fields=["paid", "paid_by"])
            each.delete()
            return


def empty_place(berth: Berth, why: str, final: Competition, now: datetime) -> None:
    """Empty a berth: before the draw the place becomes free, after it its matches are lost."""
    entry = _entry(berth)
    before = {"entry": berth.label, "entry_id": entry.pk, "why": why}
    berth.state, berth.why, berth.is_news = State.NOBODY, why, True
    berth.save(update_fields=["state", "why", "is_news"])
    _record(Act.LOSE_BERTH, berth, final, now, before=before)
    if final.state in Competition.UNDRAWN:
        remove_entry(entry)
        promote_waiting(final, now)
    elif final.is_over:
        entry.state, entry.left_at, entry.awaited = Entry.State.WITHDRAWN, now, False
        entry.save(update_fields=["state", "left_at", "awaited"])
        source_competition_changed(final)
    else:
        leave_play(entry, actor=berth.feeder.made_by, reason="", now=now)


def keep_place(berth: Berth, final: Competition, now: datetime) -> None:
    """Keep an entry that was drawn in; its organisers get the news that the source has changed."""
    berth.state, berth.is_news = State.KEPT, True
    berth.save(update_fields=["state", "is_news"])
    after = {**rosters.entry_for_audit(_entry(berth)), "entry": berth.label}
    _record(Act.KEEP_BERTH, berth, final, now, after=after)


def source_affiliation(source: Competition, final: Competition) -> str:
    """Return the affiliation of an entry sent by another club, whose entries are kept apart."""
    return "" if source.club_id == final.club_id else source.club.name


def players_in(entry: Entry, players: Sequence[RosterPlayer], now: datetime) -> list[RosterPlayer]:
    """Copy the roster of an entry into another; in another club they are persons of that club."""
    final = entry.competition
    copies = [
        RosterPlayer(
            entry=entry,
            competition=final,
            number=number,
            user=player.user,
            person=_person_in(final, player),
            name=rosters.person_of(player).name,
            reserve=player.reserve,
        )
        for number, player in enumerate(players, start=RosterPlayer.CAPTAIN)
    ]
    assign_persons(final, copies, now)
    return copies


def _person_in(final: Competition, player: RosterPlayer) -> Person | None:
    person = player.person
    return person if person is not None and person.club_id == final.club_id else None


def _entry(berth: Berth) -> Entry:
    assert berth.entry is not None, "only a berth that nobody takes has none"
    return berth.entry


def people_of(winner: Entry, final: Competition) -> list[RosterPlayer]:
    """Return the players, and as many reserves, of those who may play, as the final allows."""
    roster = list(winner.roster.select_related("user", "person").order_by("number"))
    unable = rosters.unable(final, roster)
    reserves = [player for player in roster if player.reserve and player not in unable]
    reserves = reserves[: final.reserves]
    return [*(player for player in roster if not player.reserve), *reserves]


def refusal_of(
    winner: Entry, players: Sequence[RosterPlayer], entry: Entry | None, final: Competition
) -> str | None:
    """Return why these people cannot be the entry of a berth, or another one, as a code."""
    if sum(not player.reserve for player in players) != final.players_per_side:
        return "wrong-roster"
    try:
        rosters.require_able(final, [player for player in players if not player.reserve])
    except RefusedError as refused:
        return refused.code
    others = final.entries.exclude(state__in=_aside(final))
    if entry is not None:
        others = others.exclude(pk=entry.pk)
    same_people = others.filter(has_one_of(players))
    same_team = others.filter(team=winner.team_id) if winner.team_id else others.none()
    return "already-entered" if same_people.exists() or same_team.exists() else None


def _step_aside(
    players: Sequence[RosterPlayer], final: Competition, berth: Berth, now: datetime
) -> None:
    """Withdraw entries that only wait for a place and share a player with this one."""
    waiting = final.entries.filter(has_one_of(players), state__in=_aside(final))
    for entry in waiting.distinct():
        _record(Act.WITHDRAW, berth, final, now, before=rosters.entry_for_audit(entry))
        if entry.state != Entry.State.WITHDRAWN:
            record_entries(Kind.LEFT, final, [entry], now)
        remove_entry(entry)


def _aside(final: Competition) -> Collection[Entry.State]:
    """Before the draw also who is out again: turned away, or gone."""
    return (*ASIDE, Entry.State.WITHDRAWN) if final.state in Competition.UNDRAWN else ASIDE


def has_one_of(players: Collection[RosterPlayer]) -> Q:
    """Return the condition for entries in which one of these people is, also without an account.

    A name in an entry that was out before the draw is free for another one.
    """
    users = [player.user_id for player in players if player.user_id is not None]
    persons = [player.person_id for player in players if player.person_id is not None]
    by_name = Q(roster__person__in=persons) | Q(roster__person__user__in=users)
    was_out = Q(state=Entry.State.WITHDRAWN, seed=None)
    return Q(roster__user__in=users) | by_name & ~was_out


def _record(
    act: AuditEvent.Act,
    berth: Berth,
    final: Competition,
    now: datetime,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    audit.log_event(
        act,
        competition=final,
        actor=berth.feeder.made_by,
        now=now,
        before=before,
        after={"source": berth.feeder.source.name, "rank": berth.rank, **(after or {})},
    )


@transactional
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
    check_source(feeder, final, now)
    return True


def locked_feeder(feeder_id: int) -> Feeder | None:
    """Lock a feeder, and only then read its source: who changes that marks the feeder first."""
    rows = Feeder.objects.select_for_update(of=("self",)).select_related("made_by")
    feeder = rows.filter(pk=feeder_id).first()
    if feeder is not None:
        feeder.source = Competition.objects.select_related("club").get(pk=feeder.source_id)
    return feeder


def check_source(feeder: Feeder, final: Competition, now: datetime) -> None:
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
                empty_place(berth, "source-gone", final, now)
    elif feeder.agreed_at is not None:
        _follow(berths, holders_for(feeder), final, now)
    broadcast_competition(final.pk)


def is_lost(source: Competition) -> bool:
    """Return whether a source sends nothing more: cancelled, hidden or no longer public."""
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
    earned: Sequence[EarnedPlace] | None,
    final: Competition,
    now: datetime,
) -> None:
    """Assign berths to the holders of their ranks; first release those that changed hands."""
    due = {
        berth.rank: due_to(berth, earned[berth.rank - 1]) if earned else None for berth in berths
    }
    for berth in berths:
        if berth.state in Berth.TAKEN:
            _look_at_taken(berth, due[berth.rank], final, now, is_told=earned is not None)
    if earned is None:
        return
    for berth in berths:
        winner = due[berth.rank]
        if berth.state != State.OPEN:
            continue
        if winner is not None:
            fill_place(berth, Entry.objects.select_related("team").get(pk=winner), final, now)
        elif earned[berth.rank - 1] == EarnedPlace():
            empty_place(berth, "nobody-came", final, now)


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
        keep_place(berth, final, now)
