"""When a match is played, as the page of the match shows it to one reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.models import Competition, Match, Round, TimeProposal


@dataclass(frozen=True)
class Schedule:
    """The hour of a match, its round's days, and the hours that are on offer."""

    match: Match
    competition: Competition
    round: Round
    side: int | None  # the reader's own, if they play
    offers: Sequence[TimeProposal]

    @property
    def is_open(self) -> bool:
        """Whether the hour can still change."""
        return self.match.state == Match.State.READY and self.competition.state in Competition.GOING

    @property
    def own(self) -> list[TimeProposal]:
        """What the reader's side offers."""
        return [offer for offer in self.offers if offer.side == self.side]

    @property
    def theirs(self) -> list[TimeProposal]:
        """What awaits the reader's answer; to others, what is on offer at all."""
        return [offer for offer in self.offers if offer.side != self.side]


def schedule_of(match: Match, reader: User | AnonymousUser, now: datetime) -> Schedule | None:
    """Read the schedule of a match; None where none has an hour, or once it was played."""
    round_, competition = match.round, match.competition
    if match.is_decided or round_ is None or competition is None:
        return None
    if not round_.group.stage.is_scheduled:
        return None
    own = (
        match.slots.filter(entry__roster__user=reader.pk, entry__roster__left_at=None).first()
        if reader.pk
        else None
    )
    offers = match.proposals.open(now).select_related("proposed_by").order_by("at")
    return Schedule(match, competition, round_, own.side if own else None, list(offers))
