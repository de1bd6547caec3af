"""The fixture of a league by rounds, and the schedule of one match for its reader."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Competition, Entry, Match, MatchQuerySet, Round, Stage, TimeProposal


@dataclass(frozen=True)
class DivisionRound:
    """The matches of one division in a round."""

    stage: Stage
    matches: Sequence[MatchView]


@dataclass(frozen=True)
class Fixture:
    """One round of all divisions, and which others there are."""

    number: int
    numbers: Sequence[int]
    round: Round | None  # the dates all divisions share
    divisions: Sequence[DivisionRound]
    own: Sequence[MatchView]  # of the whole season

    @property
    def before(self) -> int | None:
        """Return the number of the round before; None at the first."""
        return self.number - 1 if self.number - 1 in self.numbers else None

    @property
    def after(self) -> int | None:
        """Return the number of the round after; None at the last."""
        return self.number + 1 if self.number + 1 in self.numbers else None


def read_fixture(
    competition: Competition, own: Entry | None, asked: int | None, now: datetime
) -> Fixture:
    """Read a round of a league: the one that is asked for, else the one that is being played."""
    rounds = Round.objects.filter(group__stage__competition=competition).order_by("number")
    numbers = sorted(set(rounds.values_list("number", flat=True)))
    number = asked if asked in numbers else _current(competition, numbers, now)
    matches = Match.objects.of(competition.pk).select_related("round__group__stage")
    shown = read_matches(_dated(matches.filter(round__number=number)))
    divisions = [
        DivisionRound(stage, list(played)) for stage, played in groupby(shown, key=_stage_of)
    ]
    mine = matches.filter(slots__entry=own).order_by("round__number") if own else None
    return Fixture(
        number,
        numbers,
        rounds.filter(number=number).first(),
        divisions,
        read_matches(mine) if mine is not None else [],
    )


def _dated(matches: MatchQuerySet) -> MatchQuerySet:
    return matches.order_by("round__group__stage__tier", "scheduled_at", "number")


def _current(competition: Competition, numbers: Sequence[int], now: datetime) -> int:
    """Return the first round that has not run out; without dates, the first still to play."""
    left = Match.objects.of(competition.pk).undecided()
    to_come = left.filter(round__deadline_at__gt=now)
    found = (to_come if to_come.exists() else left).order_by("round__number").first()
    if found is not None and found.round is not None:
        return found.round.number
    return numbers[-1] if numbers else 1


def _stage_of(view: MatchView) -> Stage:
    assert view.match.round is not None, "fixtures have rounds"
    return view.match.round.group.stage


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
        """Return the proposals of the reader's side."""
        return [offer for offer in self.offers if offer.side == self.side]

    @property
    def theirs(self) -> list[TimeProposal]:
        """Return the proposals that await the reader's answer; for other readers, all proposals."""
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
