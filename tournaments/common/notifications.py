"""Notifications to people of a competition, on any page (docs/accounts.md).

The service enqueues a kind and a row after the commit. Recipients and texts are read at delivery;
notifications that no longer apply are dropped.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.alarms import enqueue
from accounts.common.notification_types import (
    BULLETIN,
    CALLED,
    CHALLENGE,
    JUDGE,
    NEWS,
    PARTNER,
    PROPOSAL,
    THROUGH,
    Notice,
)
from accounts.common.transactions import on_commit
from accounts.models import Membership, User
from accounts.notifications import services as notifications
from games.models import Game, GameQuerySet
from tournaments.common.locks import WHOLE
from tournaments.common.permissions import may_judge
from tournaments.models import (
    Berth,
    Bulletin,
    Challenge,
    Competition,
    Dispute,
    Entry,
    Match,
    PartnerProposal,
    RosterPlayer,
    rival_of,
)

TASK = "tournaments.tasks.tell"


def notify(kind: str, about: int, *, without: User | None = None) -> None:
    """Notify the people concerned after the commit, except the user who caused the event."""
    on_commit(enqueue, TASK, kind, about, without.pk if without else None)


def deliver_notifications(*, kind: str, about: int, without: int | None, now: datetime) -> None:
    """Notify everybody concerned, each in their language and time zone."""
    occasion = OCCASIONS[kind]
    people = occasion.people(about) - {without}
    notifications.notify(people=people, kind=kind, words=partial(occasion.words, about), now=now)


@dataclass(frozen=True)
class NotificationTarget:
    """Recipients of a kind of notification, and its text for one of them, by the id of a row."""

    people: Callable[[int], set[int]]
    words: Callable[[int, User], Notice | None]


def _players(match_id: int) -> set[int]:
    """Return the users who play a match, with the reserves that are lined up at a board."""
    players = RosterPlayer.objects.filter(entry__slots__match=match_id, user__isnull=False)
    plays = Q(reserve=False) | Q(lined_up__line_up__match=match_id)
    return set(players.filter(plays).values_list("user", flat=True))


def _called(match_id: int, user: User) -> Notice | None:
    """Return the call to a table, with rival and deadline; None for players already seated."""
    match = _match(match_id)
    if match.state != Match.State.CALLED or match.competition is None:
        return None
    games = Game.objects.filter(match_game__match=match, match_game__voided=False)
    if match.competition.boards and not match.competition.with_cards:
        return _called_to_board(match, games, user)
    game = games.last()
    if game is not None and game.seats.filter(user=user, sat_at__isnull=False).exists():
        return None
    where = _("%(place)s, contra %(rival)s.") % {
        "place": _("Sin mesa todavía") if match.waits_since else match.place,
        "rival": _rival(match, user),
    }
    # with real cards there is no deadline
    sits = match.sit_by if not match.competition.with_cards else None
    until = _("Sentate antes de las %(at)s.") % {"at": _hour(sits)} if sits else ""
    url = reverse("tables:table", args=[game.pk]) if game else _page(match)
    title = _("%(name)s: tu partido") % {"name": match.competition}
    return Notice(CALLED, match.pk, title, f"{where} {until}".strip(), url)


def _called_to_board(match: Match, games: GameQuerySet, user: User) -> Notice | None:
    """Return the call to the user's own board, or ask a captain for the missing line-up."""
    title = _("%(name)s: tu partido") % {"name": match.competition}
    figures = {"rival": _rival(match, user), "at": _hour(match.sit_by) if match.sit_by else ""}
    game = games.filter(seats__user=user, seats__sat_at__isnull=True).last()
    if game is not None:
        body = _("Tu mesa contra %(rival)s está abierta. Sentate antes de las %(at)s.") % figures
        return Notice(CALLED, match.pk, title, body, reverse("tables:table", args=[game.pk]))
    captained = RosterPlayer.objects.captains().filter(user=user).values("entry")
    lined_up = match.line_ups.values("side")
    if not match.slots.filter(entry__in=captained).exclude(side__in=lined_up).exists():
        return None
    body = _("Contra %(rival)s: presentá tu formación antes de las %(at)s.") % figures
    return Notice(CALLED, match.pk, title, body, _page(match))


def _offered(match_id: int, user: User) -> Notice | None:
    """Return the times that the rival offers, or the agreed time; None for the side that offers."""
    match, now = _match(match_id), timezone.now()
    if match.state != Match.State.READY:
        return None
    own = Entry.objects.filter(roster__user=user, slots__match=match).values("slots__side")
    offers = match.proposals.open(now)
    rival = {"rival": _rival(match, user)}
    if offers.exclude(side__in=own).exists():
        title = ngettext(
            "%(rival)s te propone horarios", "%(rival)s te proponen horarios", match.named_per_side
        )
        title, body = title % rival, _("Elegí uno o proponé otro.")
    elif offers.exists() or match.scheduled_at is None:
        return None
    else:
        title = _("Tu partido contra %(rival)s") % rival
        body = _("Se juega el %(day)s a las %(at)s.") % {
            "day": date_format(timezone.localtime(match.scheduled_at), "l j/n"),
            "at": _hour(match.scheduled_at),
        }
    return Notice(PROPOSAL, match.pk, title, body, _page(match))


def _judges(dispute_id: int) -> set[int]:
    match = _match(Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id))
    competition = match.competition
    assert competition is not None, "only matches of competitions have judges"
    organising = Q(memberships__club=competition.club, memberships__role__in=Membership.ORGANISERS)
    candidates = User.objects.filter(organising | Q(posts__competition=competition)).distinct()
    return {user.pk for user in candidates if may_judge(match, user)}


def _dispute_notice(dispute_id: int, user: User) -> Notice | None:
    dispute = Dispute.objects.select_related(f"match__{WHOLE}").get(pk=dispute_id)
    match = dispute.match
    if not dispute.is_open or (match.competition and match.competition.rehearsal):
        return None
    is_call = dispute.kind == Dispute.Kind.CALL
    title = _("Llaman al juez") if is_call else _("Apelan un resultado")
    body = _("%(name)s. %(place)s.") % {"name": match.competition, "place": match.place}
    return Notice(JUDGE, dispute.pk, title, body, _page(match))


def _members(competition_id: int) -> set[int]:
    club = Competition.objects.select_related("club").get(pk=competition_id).club
    return set(club.memberships.values_list("user", flat=True))


def _opened(competition_id: int, user: User) -> Notice | None:
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    if competition.state != Competition.State.REGISTRATION or competition.rehearsal:
        return None
    body = _("%(club)s abre la inscripción.") % {"club": competition.club}
    url = reverse("competitions:competition", args=[competition.pk])
    return Notice(NEWS, competition.pk, competition.name, body, url)


def _entered(bulletin_id: int) -> set[int]:
    """Return the entered players and the officials of a bulletin's competition."""
    competition = Bulletin.objects.values_list("competition", flat=True).get(pk=bulletin_id)
    entered = RosterPlayer.objects.filter(competition=competition, user__isnull=False)
    serving = User.objects.filter(posts__competition=competition)
    still = entered.exclude(entry__state=Entry.State.WITHDRAWN)
    return {*still.values_list("user", flat=True), *serving.values_list("pk", flat=True)}


def _bulletin_notice(bulletin_id: int, user: User) -> Notice | None:
    standing = Bulletin.objects.standing(timezone.now()).select_related("competition")
    bulletin = standing.filter(pk=bulletin_id).first()
    if bulletin is None or bulletin.competition.rehearsal:
        return None
    competition = bulletin.competition
    url = reverse("competitions:competition", args=[competition.pk])
    return Notice(BULLETIN, bulletin.pk, competition.name, bulletin.text, url)


def _berth_players(berth_id: int) -> set[int]:
    """Return the players of the entry that took a berth."""
    playing = RosterPlayer.objects.playing().filter(entry__berth=berth_id, user__isnull=False)
    return set(playing.values_list("user", flat=True))


def _through(berth_id: int, user: User) -> Notice | None:
    relations = ("feeder__source", "feeder__final")
    rows = Berth.objects.filter(state__in=Berth.TAKEN).select_related(*relations)
    berth = rows.filter(pk=berth_id).first()
    if berth is None or berth.feeder.final.is_over:
        return None
    final, source = berth.feeder.final, berth.feeder.source
    title = _("%(name)s: pasaste") % {"name": final}
    body = _("Por tu puesto en %(source)s jugás esta competencia.") % {"source": source}
    url = reverse("competitions:competition", args=[final.pk])
    return Notice(THROUGH, final.pk, title, body, url)


def _asked_players(proposal_id: int) -> set[int]:
    """Return the users who got a proposal to play together."""
    playing = RosterPlayer.objects.playing().filter(entry__proposals=proposal_id)
    return set(playing.filter(user__isnull=False).values_list("user", flat=True))


def _partner(proposal_id: int, user: User) -> Notice | None:
    relations = ("entry", "to__competition")
    proposal = PartnerProposal.objects.select_related(*relations).filter(pk=proposal_id).first()
    if proposal is None or Entry.State.FORMING not in (proposal.entry.state, proposal.to.state):
        return None
    competition = proposal.to.competition
    title = _("%(name)s te propone jugar juntos") % {"name": proposal.entry}
    url = reverse("competitions:competition", args=[competition.pk])
    return Notice(PARTNER, proposal.pk, title, competition.name, url)


def _challengers(challenge_id: int) -> set[int]:
    """Return the users who play on either side of a challenge."""
    sides = Q(entry__challenges_made=challenge_id) | Q(entry__challenges_received=challenge_id)
    playing = RosterPlayer.objects.playing().filter(sides, user__isnull=False)
    return set(playing.values_list("user", flat=True))


def _challenge(challenge_id: int, user: User) -> Notice | None:
    """Return what one has to know of a challenge; None for who made it, until it is answered."""
    relations = ("challenger", "challenged__competition")
    challenge = Challenge.objects.select_related(*relations).filter(pk=challenge_id).first()
    if challenge is None or challenge.answer == Challenge.Answer.TAKEN_BACK:
        return None
    is_challenged = challenge.challenged.roster.filter(user=user).exists()
    rival = challenge.challenger if is_challenged else challenge.challenged
    competition = challenge.challenged.competition
    url = reverse("competitions:ladder", args=[competition.pk])
    if challenge.answer:
        title = _("%(name)s: desafío %(answer)s") % {
            "name": rival,
            "answer": challenge.get_answer_display(),
        }
        return Notice(CHALLENGE, challenge.pk, title, competition.name, url)
    if not is_challenged:
        return None
    title = ngettext("%(name)s te desafía", "%(name)s te desafían", competition.named_per_entry)
    title = title % {"name": rival}
    body = _("Contestá antes del %(day)s a las %(at)s.") % {
        "day": date_format(timezone.localtime(challenge.answer_by), "l j/n"),
        "at": _hour(challenge.answer_by),
    }
    return Notice(CHALLENGE, challenge.pk, title, body, url)


OCCASIONS: Final[Mapping[str, NotificationTarget]] = {
    CALLED: NotificationTarget(_players, _called),
    PROPOSAL: NotificationTarget(_players, _offered),
    JUDGE: NotificationTarget(_judges, _dispute_notice),
    NEWS: NotificationTarget(_members, _opened),
    BULLETIN: NotificationTarget(_entered, _bulletin_notice),
    CHALLENGE: NotificationTarget(_challengers, _challenge),
    PARTNER: NotificationTarget(_asked_players, _partner),
    THROUGH: NotificationTarget(_berth_players, _through),
}


def _match(match_id: int) -> Match:
    return Match.objects.select_related(WHOLE).get(pk=match_id)


def _page(match: Match) -> str:
    return reverse("match", args=[match.pk])


def _rival(match: Match, user: User) -> str:
    own = Entry.objects.filter(roster__user=user, slots__match=match)
    return rival_of(match.slots.select_related("entry"), own)


def _hour(at: datetime) -> str:
    return date_format(timezone.localtime(at), "H:i")
