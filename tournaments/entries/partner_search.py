"""Services for pairs of two players who each look for a partner.

An organiser joins two of them, or a player proposes it to another, who accepts by proposing the
same. The entry that came first stays; the other is deleted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q

from accounts.common.notification_types import PARTNER
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import NotInEntryError, RegistrationClosedError, WrongStateError
from tournaments.common.notifications import notify
from tournaments.entries import rosters
from tournaments.entries.partner_changes import join_entry, move_player
from tournaments.entries.places import complete_entry, lock_for_entering
from tournaments.entries.services import takes_entries
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    EntryQuerySet,
    PartnerProposal,
    RosterPlayer,
)

PAIR = 2


def lone_entries(competition: Competition) -> EntryQuerySet:
    """Return the entries of one player who looks for a partner, the first to come first."""
    if competition.players_per_side != PAIR:
        return competition.entries.none()
    playing = Count("roster", filter=Q(roster__left_at=None, roster__reserve=False))
    forming = competition.entries.filter(state=Entry.State.FORMING)
    return forming.annotate(playing=playing).filter(playing=1).order_by("created_at", "pk")


def pair_up(*, entry_id: int, other_id: int, actor: User, now: datetime) -> Entry:
    """Join two who look for a partner, as an organiser; return their entry.

    One that has paid stays rather than one that has not. Raises RefusedError `wrong-state` if one
    of them found a partner meanwhile, and as `move_player` does.
    """
    first, second = _order(rosters.find_entry(entry_id), rosters.find_entry(other_id))
    lone = lone_entries(first.competition).filter(pk__in=(first.pk, second.pk))
    player = second.roster.playing().first()
    if player is None or lone.count() < PAIR:
        raise WrongStateError()
    return move_player(player_id=player.pk, to_entry_id=first.pk, actor=actor, now=now)


@transactional
def propose_partner(*, entry_id: int, user: User, now: datetime) -> Entry | None:
    """Propose to play with the player of a lone entry; return the pair if both have proposed it.

    Raises RefusedError `not-in-entry` if the user looks for no partner, `wrong-state` if the other
    does not or has no account, `registration-closed`, and as `complete_entry` does.
    """
    competition = lock_for_entering(rosters.find_entry(entry_id).competition_id)
    if not takes_entries(competition):
        raise RegistrationClosedError()
    lone = lone_entries(competition)
    own = lone.filter(pk__in=competition.entries.of_person(user.pk)).first()
    if own is None:
        raise NotInEntryError()
    other = lone.exclude(pk=own.pk).filter(pk=entry_id).first()
    if other is None or not other.roster.playing().filter(user__isnull=False).exists():
        raise WrongStateError()
    if PartnerProposal.objects.filter(entry=other, to=own).exists():
        return _unite(competition, own, other, user, now)
    proposal, is_new = PartnerProposal.objects.get_or_create(
        entry=own, to=other, defaults={"at": now}
    )
    if is_new:
        notify(PARTNER, proposal.pk)
    return None


@transaction.atomic
def drop_proposal(*, entry_id: int, user: User) -> None:
    """Decline the proposal of another entry, or withdraw the proposal made to it; idempotent."""
    own = Entry.objects.of_person(user.pk)
    between = Q(entry=entry_id, to__in=own) | Q(to=entry_id, entry__in=own)
    PartnerProposal.objects.filter(between).delete()


@dataclass(frozen=True)
class LonePlayer:
    """Another player who looks for a partner, for a reader who does too."""

    entry: Entry
    has_asked: bool
    is_asked: bool


def search_of(own: Entry) -> Sequence[LonePlayer]:
    """Return the possible partners of a lone entry, those who proposed first."""
    accounts = RosterPlayer.objects.playing().filter(user__isnull=False).values("entry")
    lone = lone_entries(own.competition)
    if not lone.filter(pk=own.pk).exists():
        return []
    proposals = PartnerProposal.objects.filter(Q(entry=own) | Q(to=own))
    pairs = set(proposals.values_list("entry", "to"))
    partners = [
        LonePlayer(other, (other.pk, own.pk) in pairs, (own.pk, other.pk) in pairs)
        for other in lone.exclude(pk=own.pk).filter(pk__in=accounts)
    ]
    return sorted(partners, key=lambda one: not one.has_asked)


def _order(one: Entry, other: Entry) -> tuple[Entry, Entry]:
    first, second = sorted((one, other), key=lambda entry: (not entry.paid, entry.pk))
    return first, second


def _unite(competition: Competition, own: Entry, other: Entry, user: User, now: datetime) -> Entry:
    stays, goes = _order(own, other)
    stays.competition = competition
    join_entry(goes.roster.playing().get(), goes, stays)
    stays.invitation = ""
    stays.save(update_fields=["invitation"])
    complete_entry(stays, now)
    audit.log_event(
        AuditEvent.Act.REGISTER,
        competition=competition,
        actor=user,
        now=now,
        after=rosters.entry_for_audit(stays),
    )
    broadcast_competition(competition.pk)
    return stays
