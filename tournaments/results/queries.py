"""Matches with their open issues.

Current are the matches of the rounds in play, and disputed matches of any round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery

from tournaments.formats.catalogue import with_seasons
from tournaments.matches.queries import MatchView, fetch_seats, read_matches
from tournaments.models import (
    Competition,
    Dispute,
    Match,
    MatchQuerySet,
    Official,
    Round,
    SlipClaim,
    Stage,
)
from tournaments.models.matches import COMPETITION
from tournaments.round_clock.queries import HAS_RUNG, of_rounds, round_name

UNKNOWN: Final = (Match.State.PENDING, Match.State.BYE)


@dataclass(frozen=True)
class MatchWithIssues:
    """A match with its open issues."""

    view: MatchView
    claims: Sequence[SlipClaim]  # the latest claims of its slips

    @property
    def match(self) -> Match:
        return self.view.match

    @property
    def annotated(self) -> Any:
        """The row with its annotations: dispute, accounts of the sides, scorer."""
        return self.view.match


@dataclass(frozen=True)
class CurrentRound:
    """A round in play, or the latest one."""

    row: Round
    around: Any  # a row with the annotations for its name

    @property
    def name(self) -> str:
        """Its name, in the active language."""
        return round_name(self.row, self.around)

    @property
    def last_number(self) -> int:
        """The number of the last round of its stage."""
        number: int = self.around.last_of_stage
        return number


def read_current_matches(
    matches: MatchQuerySet, competition: Competition, now: datetime, *, ahead: bool = False
) -> "CurrentMatches":
    """Read the matches of the rounds in play, and all with an open dispute. Three queries.

    With `ahead`, a round is in play when the earlier ones are finished, even before its day.

    Matches with their own time are included. Slips are read only if there are any, and seats only
    where players are still to sit down.
    """
    of_now = _in_next_round(competition) if ahead else _in_open_round(competition, now)
    rows = matches.of(competition.pk).annotate(is_current=of_now).exclude(state__in=UNKNOWN)
    return CurrentMatches(with_issues(rows.filter(Q(is_current=True) | Exists(_OPEN_DISPUTE))))


@dataclass(frozen=True)
class CurrentMatches:
    """The matches of the rounds in play."""

    matches: Sequence[MatchWithIssues]

    @property
    def current(self) -> list[MatchWithIssues]:
        """The matches of the rounds in play, without older disputes."""
        return [each for each in self.matches if each.annotated.is_current]

    @property
    def is_missing_any(self) -> bool:
        """Whether some of those can be played."""
        return any(each.match.state in Match.PLAYABLE for each in self.current)

    @property
    def rounds(self) -> list[CurrentRound]:
        by_round = {each.match.round: each.annotated for each in self.current}
        rounds = [CurrentRound(row, around) for row, around in by_round.items() if row is not None]
        return sorted(rounds, key=lambda each: each.row.pk)


def with_issues(matches: MatchQuerySet) -> list[MatchWithIssues]:
    """Read matches with their open issues."""
    views = read_matches(matches.select_related(f"{COMPETITION}__club").annotate(**_ISSUES))
    fetch_seats(game for view in views if view.is_sitting_down for game in view.all_tables)
    annotated: list[Any] = [view.match for view in views]
    with_claims = [row.pk for row in annotated if row.has_claims]
    claims = SlipClaim.objects.last_by_match(with_claims) if with_claims else {}
    return [MatchWithIssues(view, claims.get(view.match.pk, ())) for view in views]


def _in_open_round(competition: Competition, now: datetime) -> Q:
    """Return a condition for matches of the rounds in play, else of the latest round.

    All groups of a stage and all divisions share their round: its results count as current while
    any of these matches is open. A round whose open matches all await a date is not in play.
    """
    rounds = Round.objects.filter(group__stage__competition=competition)
    begun = rounds.filter(Q(opens_at__isnull=True) | Q(opens_at__lte=now))
    dated = Q(matches__state__in=Match.PLAYABLE, matches__awaits_date=False)
    open_ = begun.filter(dated).order_by()
    beside = open_.filter(_BESIDE, number=OuterRef("round__number"), part=OuterRef("round__part"))
    last = Match.objects.of(competition.pk).filter(state__in=Match.WITH_RESULT)
    newest = last.order_by("-completed_at", "-pk").values("round")[:1]
    as_last = rounds.filter(
        _BESIDE,
        pk=Subquery(newest),
        number=OuterRef("round__number"),
        part=OuterRef("round__part"),
    ).order_by()
    return Q(Exists(beside)) | (~Exists(open_) & Exists(as_last))


def _in_next_round(competition: Competition) -> Q:
    """Return a condition for matches of the first round with an open match, whatever its days."""
    open_ = Match.objects.of(competition.pk).filter(state__in=Match.PLAYABLE)
    return Q(round__number=Subquery(open_.order_by("round__number").values("round__number")[:1]))


# Groups of the same stage, or of the divisions of a league, which are parallel stages.
_BESIDE: Final = Q(group__stage=OuterRef("round__group__stage")) | Q(
    group__stage__format__in=with_seasons()
)
# Calls come before appeals, the oldest first. Each of several boards may have one.
_OPEN_DISPUTE = (
    Dispute.objects.open().filter(match=OuterRef("pk")).order_by("-kind", "opened_at", "pk")
)
_COUNTED = (
    _OPEN_DISPUTE.order_by().values("match", "kind").annotate(many=Count("pk")).values("many")
)
_SCORERS = Official.objects.filter(
    Q(match=OuterRef("pk")) | Q(group=OuterRef("round__group")) | Q(match=None, group=None),
    competition=OuterRef(COMPETITION),
    role__in=Official.NAMED,
)
_OF_STAGE = Round.objects.filter(group__stage=OuterRef("round__group__stage")).order_by()
_ISSUES: Final = {
    "has_scorer": Exists(_SCORERS),
    "open_dispute": Subquery(_OPEN_DISPUTE.values("kind")[:1]),
    "asked": Subquery(_OPEN_DISPUTE.values("text")[:1]),
    "asked_at": Subquery(_OPEN_DISPUTE.values("opened_at")[:1]),
    "asked_often": Subquery(_COUNTED.order_by("-kind")[:1]),
    "has_claims": Exists(SlipClaim.objects.filter(slip__match=OuterRef("pk"))),
    "has_divisions": Exists(
        Stage.objects.filter(
            competition=OuterRef(COMPETITION), tier__gt=1, format__in=with_seasons()
        )
    ),
    "is_unattended": Exists(Match.objects.unattended().filter(pk=OuterRef("pk"))),
    "last_of_stage": Subquery(
        _OF_STAGE.values("group__stage").annotate(last=Max("number")).values("last")
    ),
    **of_rounds("round__"),
    "has_rung": HAS_RUNG,
}
