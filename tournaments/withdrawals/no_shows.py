"""Services for matches that a side did not come to: the verdict, and the entry's next round."""

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum

from django.db.models import F, Q

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common.errors import MatchNotOpenError
from tournaments.common.locks import lock_match, lock_whole, undecided_competition
from tournaments.entries import rosters
from tournaments.entries.substitutes import has_begun
from tournaments.matches.services import give_walkover, pause_absent
from tournaments.models import Dispute, Entry, Match, MatchSlot, sides_of
from tournaments.withdrawals.absences import mark_absent, next_round_to_miss, rounds_of
from tournaments.withdrawals.errors import PlayedAlreadyError
from tournaments.withdrawals.services import has_more_to_play, withdraw

State = Match.State
PROPOSED_AFTER = 2  # missed matches, after which the site proposes a withdrawal


class Stay(StrEnum):
    """The plans of an entry that did not come to a match."""

    PLAYS = "plays"
    RESTS = "rests"
    LEAVES = "leaves"


def stay_field(entry: Entry) -> str:
    """Return the name of the input for an entry's plans."""
    return f"stay-{entry.pk}"


@transactional
def record_no_show(
    *,
    match_id: int,
    absent: Collection[int],
    actor: User,
    reason: str,
    now: datetime,
    stays: Mapping[int, str] | None = None,
) -> None:
    """Award an open match by the absence of one side or of both.

    `stays` has what each absent entry, by pk, does next: it plays (the default), is absent from the
    next round without points, or withdraws. Where entries are paired when free it rests until it
    returns. The match stays lost if it returns. Raises RefusedError `played-already` where points
    or cards are on the table, and as `give_walkover`, `mark_absent` and `withdraw` do.
    """
    match = Match.objects.filter(pk=match_id, round__isnull=False).first()
    plans = {pk: Stay(stay) for pk, stay in (stays or {}).items()}
    if match is not None and any(stay != Stay.PLAYS for stay in plans.values()):
        competition = match.competition
        assert competition is not None, "its round is known"
        lock_whole(competition.pk)
    locked = lock_match(match_id)
    if locked is None or not absent:
        raise MatchNotOpenError()
    undecided_competition(locked.competition)
    if has_begun(locked):
        raise PlayedAlreadyError()
    present = [side for side in (0, 1) if side not in absent]
    pause_absent(locked, present)
    give_walkover(
        match_id=match_id,
        winner=present[0] if present else None,
        actor=actor,
        reason=reason,
        now=now,
    )
    for entry in absent_entries(locked, absent):
        _carry_out(entry.pk, plans.get(entry.pk, Stay.PLAYS), actor, reason, now)


def _carry_out(entry_id: int, stay: Stay, actor: User, reason: str, now: datetime) -> None:
    entry = rosters.find_entry(entry_id)
    if stay == Stay.LEAVES and has_more_to_play(entry):
        withdraw(entry_id=entry.pk, actor=actor, now=now, reason=reason)
    elif stay == Stay.RESTS and next_round_to_miss(entry) is not None:
        mark_absent(entry_id=entry.pk, actor=actor, now=now, asked=False)


def absent_entries(match: Match, absent: Collection[int]) -> list[Entry]:
    """Return the entries of the absent sides; a side has several where partners change."""
    sides = sides_of(match.slots.select_related("entry__competition__club").order_by("side"))
    return [slot.entry for side in sorted(absent) for slot in sides[side] if slot.entry is not None]


def missed_matches(entry: Entry) -> int:
    """Return how many matches an entry lost because it did not come."""
    return MatchSlot.objects.filter(missed(), entry=entry).count()


def missed() -> Q:
    """Return the condition on a slot: its side lost the match because it did not come."""
    ruled = Dispute.objects.filter(ruling=Dispute.Ruling.FORFEIT).values("match")
    lost = Q(match__state=State.WALKOVER) & ~Q(match__winner=F("side"))
    return (lost | Q(match__state=State.DOUBLE_WALKOVER)) & ~Q(match__in=ruled)


def can_play_on(entry: Entry, match: Match) -> bool:
    """Return whether an entry may play again once it has lost a match."""
    others = Match.objects.of(entry.competition_id).undecided().filter(slots__entry=entry)
    sent_on = MatchSlot.objects.filter(source=match, outcome=MatchSlot.SourceRole.LOSER)
    return (
        rests_until_return(match)
        or others.exclude(pk=match.pk).exists()
        or sent_on.exists()
        or rounds_of(entry) is not None
    )


def rests_until_return(match: Match) -> bool:
    """Return whether an entry that does not come to a match rests until it returns."""
    return match.round is not None and match.round.group.stage.pairs_when_free
