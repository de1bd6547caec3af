"""What becomes of one berth: it is taken, awaited again, or stays empty. The final is locked whole.

The log names who announced the feeder: nobody else decided it.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from accounts.values.notices import THROUGH
from games.services.refusals import RefusedError
from tournaments.models import AuditEvent, Berth, Competition, Entry, RosterPlayer
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.places import promote
from tournaments.services.entries.teams import remember
from tournaments.services.entries.withdrawing import leave_play
from tournaments.services.feeders.marking import source_changed
from tournaments.services.matches.stages import open_for
from tournaments.services.suspending import keep_from_entering
from tournaments.services.telling import tell

Act = AuditEvent.Act
State = Berth.State
ASIDE = (Entry.State.FORMING, Entry.State.REQUESTED, Entry.State.WAITING)
"""Who only asks to be in, and has no place: a berth is better."""


def take(berth: Berth, winner: Entry, final: Competition, now: datetime) -> None:
    """Let who ended at a rank be the entry that stood for it; nobody, where they cannot be in."""
    entry = _entry(berth)
    players = _people_of(winner, final)
    refusal = _refusal(winner, players, entry, final)
    if refusal is not None:
        lose(berth, refusal, final, now)
        return
    _step_aside(players, final, berth, now)
    entry.name, entry.awaited = winner.name, False
    entry.affiliation = winner.affiliation or entry.affiliation
    team = winner.team
    lasts = team is not None and bool(team.name) and team.dissolved_at is None
    entry.team = team if lasts else None
    entry.save(update_fields=["name", "awaited", "affiliation", "team"])
    RosterPlayer.objects.bulk_create(players_in(entry, players))
    remember([entry], now)
    berth.state, berth.taken_by, berth.is_news = State.FILLED, winner, False
    berth.save(update_fields=["state", "taken_by", "is_news"])
    _record(Act.TAKE_BERTH, berth, final, now, after=rosters.told(entry))
    open_for(entry, now=now)
    if final.is_over:  # which others may follow in turn
        source_changed(final)
    tell(THROUGH, berth.pk)


def await_again(berth: Berth, final: Competition, now: datetime) -> None:
    """Have a berth wait for its source as before; the entry that had come is out."""
    entry = _entry(berth)
    before = rosters.told(entry)
    RosterPlayer.ever.filter(entry=entry).delete()
    entry.name, entry.affiliation = berth.label, origin(berth.feeder.source, final)
    entry.team, entry.awaited, entry.paid, entry.checked_in_at = None, True, False, now
    entry.save(update_fields=["name", "affiliation", "team", "awaited", "paid", "checked_in_at"])
    berth.state, berth.taken_by, berth.is_news = State.OPEN, None, False
    berth.save(update_fields=["state", "taken_by", "is_news"])
    told = {"entry": berth.label, "entry_id": entry.pk}
    _record(Act.EMPTY_BERTH, berth, final, now, before=before, after=told)


def lose(berth: Berth, why: str, final: Competition, now: datetime) -> None:
    """Have nobody take a berth: before the draw the place is free, after it matches are lost."""
    entry = _entry(berth)
    told = {"entry": berth.label, "entry_id": entry.pk, "why": why}
    berth.state, berth.why, berth.is_news = State.NOBODY, why, True
    berth.save(update_fields=["state", "why", "is_news"])
    _record(Act.LOSE_BERTH, berth, final, now, before=told)
    if final.state in Competition.UNDRAWN:
        entry.delete()
        promote(final)
    elif final.is_over:
        entry.state, entry.left_at, entry.awaited = Entry.State.WITHDRAWN, now, False
        entry.save(update_fields=["state", "left_at", "awaited"])
        source_changed(final)
    else:
        leave_play(entry, actor=berth.feeder.made_by, reason="", now=now)


def keep(berth: Berth, final: Competition, now: datetime) -> None:
    """Keep an entry that was drawn in; its organisers get the news that the source has changed."""
    berth.state, berth.is_news = State.KEPT, True
    berth.save(update_fields=["state", "is_news"])
    told = {**rosters.told(_entry(berth)), "entry": berth.label}
    _record(Act.KEEP_BERTH, berth, final, now, after=told)


def origin(source: Competition, final: Competition) -> str:
    """Return the affiliation of an entry sent by another club, whose entries are kept apart."""
    return "" if source.club_id == final.club_id else source.club.name


def players_in(entry: Entry, players: Sequence[RosterPlayer]) -> list[RosterPlayer]:
    """Make the roster of an entry out of another's; an account that is gone leaves its name."""
    return [
        RosterPlayer(
            entry=entry,
            competition_id=entry.competition_id,
            number=number,
            user=player.user if player.user is not None and player.user.is_active else None,
            name=str(player.user) if player.user is not None else player.name,
            reserve=player.reserve,
        )
        for number, player in enumerate(players, start=RosterPlayer.CAPTAIN)
    ]


def _entry(berth: Berth) -> Entry:
    assert berth.entry is not None, "only a berth that nobody takes has none"
    return berth.entry


def _people_of(winner: Entry, final: Competition) -> list[RosterPlayer]:
    """Return who plays, and as many reserves as the final has."""
    roster = list(winner.roster.select_related("user").order_by("number"))
    reserves = [player for player in roster if player.reserve][: final.reserves]
    return [*(player for player in roster if not player.reserve), *reserves]


def _refusal(
    winner: Entry, players: Sequence[RosterPlayer], entry: Entry, final: Competition
) -> str | None:
    """Return why these people cannot take a berth, as a code."""
    if sum(not player.reserve for player in players) != final.players_per_side:
        return "wrong-roster"
    try:
        for user in filter(None, (player.user for player in players)):
            keep_from_entering(competition=final, user=user)
    except RefusedError as refused:
        return refused.code
    there = final.entries.exclude(pk=entry.pk).exclude(state__in=_aside(final))
    same_people = there.filter(roster__user__in=_accounts(players))
    same_team = there.filter(team=winner.team_id) if winner.team_id else there.none()
    return "already-entered" if same_people.exists() or same_team.exists() else None


def _step_aside(
    players: Sequence[RosterPlayer], final: Competition, berth: Berth, now: datetime
) -> None:
    """Withdraw entries that only wait for a place and share a player with this one."""
    waiting = final.entries.filter(state__in=_aside(final), roster__user__in=_accounts(players))
    for entry in waiting.distinct():
        _record(Act.WITHDRAW, berth, final, now, before=rosters.told(entry))
        entry.delete()


def _aside(final: Competition) -> Collection[Entry.State]:
    """Before the draw also who is out again: turned away, or gone."""
    return (*ASIDE, Entry.State.WITHDRAWN) if final.state in Competition.UNDRAWN else ASIDE


def _accounts(players: Sequence[RosterPlayer]) -> Collection[int]:
    return [player.user_id for player in players if player.user_id is not None]


def _record(
    act: AuditEvent.Act,
    berth: Berth,
    final: Competition,
    now: datetime,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
) -> None:
    audit.record(
        act,
        competition=final,
        actor=berth.feeder.made_by,
        now=now,
        before=before,
        after={"source": berth.feeder.source.name, "rank": berth.rank, **(after or {})},
    )
