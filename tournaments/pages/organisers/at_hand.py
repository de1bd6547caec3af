"""The matches at hand: those of the rounds that are played now, and what is disputed anywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery

from tournaments.formats.catalogue import with_seasons
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
from tournaments.pages.matches import MatchView, fetch_seats, read_matches
from tournaments.pages.round_clock import OF_MATCH, of_rounds, round_name
from tournaments.services.matches.slips import last_claims_of

WHOLE: Final = "round__group__stage__competition"
UNKNOWN: Final = (Match.State.PENDING, Match.State.BYE)


@dataclass(frozen=True)
class MatchAtHand:
    """A match with what somebody may have to do about it."""

    view: MatchView
    claims: Sequence[SlipClaim]  # the last words of its slips

    @property
    def match(self) -> Match:
        """The row."""
        return self.view.match

    @property
    def told(self) -> Any:
        """The row with what was read along: a dispute, who may sit down, who keeps the points."""
        return self.view.match


@dataclass(frozen=True)
class RoundAtHand:
    """A round that is played now, or was the last."""

    row: Round
    around: Any  # a row with what its name tells

    @property
    def name(self) -> str:
        """Its name, in the active language."""
        return round_name(self.row, self.around)

    @property
    def last_number(self) -> int:
        """The number of the last round of its stage."""
        number: int = self.around.last_of_stage
        return number


def read_at_hand(
    matches: MatchQuerySet, competition: Competition, now: datetime, *, ahead: bool = False
) -> "AtHand":
    """Read which of these matches of a competition are at hand, by number: in three queries.

    `ahead` of its days a round is at hand once all before it are played.

    Those that wait for an hour of their own are among them. Slips are read where there are any,
    seats where somebody is to sit down.
    """
    of_now = _next(competition) if ahead else _current(competition, now)
    found = matches.of(competition.pk).annotate(is_current=of_now).exclude(state__in=UNKNOWN)
    return AtHand(read_troubles(found.filter(Q(is_current=True) | Exists(_OPEN))))


@dataclass(frozen=True)
class AtHand:
    """What is played now."""

    matches: Sequence[MatchAtHand]

    @property
    def current(self) -> list[MatchAtHand]:
        """The matches of the rounds that are played now."""
        return [one for one in self.matches if one.told.is_current]

    @property
    def is_missing_any(self) -> bool:
        """Whether some of those can be played."""
        return any(one.match.state in Match.PLAYABLE for one in self.current)

    @property
    def rounds(self) -> list[RoundAtHand]:
        """Those rounds."""
        found = {one.match.round: one.told for one in self.current}
        rounds = [RoundAtHand(row, around) for row, around in found.items() if row is not None]
        return sorted(rounds, key=lambda one: one.row.pk)


def read_troubles(matches: MatchQuerySet) -> list[MatchAtHand]:
    """Read matches with what somebody may have to do about them."""
    views = read_matches(matches.select_related(f"{WHOLE}__club").annotate(**_TOLD))
    fetch_seats(game for view in views if view.is_sitting_down for game in view.all_tables)
    claims = last_claims_of([view.match.pk for view in views if _told(view).has_claims])
    return [MatchAtHand(view, claims.get(view.match.pk, ())) for view in views]


def _told(view: MatchView) -> Any:
    return view.match


def _current(competition: Competition, now: datetime) -> Q:
    """Tell a match of a round in which something can be played, else of the one that was last.

    The round of a group is that of all groups of its stage, and of all divisions: what is written
    counts as long as anything beside it is missing.
    """
    rounds = Round.objects.filter(group__stage__competition=competition)
    begun = rounds.filter(Q(opens_at__isnull=True) | Q(opens_at__lte=now))
    open_ = begun.filter(matches__state__in=Match.PLAYABLE).order_by()
    beside = open_.filter(_BESIDE, number=OuterRef("round__number"), part=OuterRef("round__part"))
    last = Match.objects.of(competition.pk).filter(state__in=Match.WITH_RESULT)
    newest = last.order_by("-completed_at").values("round")[:1]
    as_last = rounds.filter(
        _BESIDE,
        pk=Subquery(newest),
        number=OuterRef("round__number"),
        part=OuterRef("round__part"),
    ).order_by()
    return Q(Exists(beside)) | (~Exists(open_) & Exists(as_last))


def _next(competition: Competition) -> Q:
    """Tell a match of the first round in which something can be played, whenever its days are."""
    open_ = Match.objects.of(competition.pk).filter(state__in=Match.PLAYABLE)
    return Q(round__number=Subquery(open_.order_by("round__number").values("round__number")[:1]))


# Of one stage, or divisions of a league, which are stages side by side.
_BESIDE: Final = Q(group__stage=OuterRef("round__group__stage")) | Q(
    group__stage__format__in=with_seasons()
)
# The calls before the appeals, who waits longest first: of several boards each may have one.
_OPEN = Dispute.objects.open().filter(match=OuterRef("pk")).order_by("-kind", "opened_at", "pk")
_COUNTED = _OPEN.order_by().values("match", "kind").annotate(many=Count("pk")).values("many")
_SCORERS = Official.objects.filter(
    Q(match=OuterRef("pk")) | Q(group=OuterRef("round__group")) | Q(match=None, group=None),
    competition=OuterRef(WHOLE),
    role__in=Official.NAMED,
)
_OF_STAGE = Round.objects.filter(group__stage=OuterRef("round__group__stage")).order_by()
_TOLD: Final = {
    "has_scorer": Exists(_SCORERS),
    "open_dispute": Subquery(_OPEN.values("kind")[:1]),
    "asked": Subquery(_OPEN.values("text")[:1]),
    "asked_at": Subquery(_OPEN.values("opened_at")[:1]),
    "asked_often": Subquery(_COUNTED.order_by("-kind")[:1]),
    "has_claims": Exists(SlipClaim.objects.filter(slip__match=OuterRef("pk"))),
    "has_divisions": Exists(
        Stage.objects.filter(competition=OuterRef(WHOLE), tier__gt=1, format__in=with_seasons())
    ),
    "is_unattended": Exists(Match.objects.unattended().filter(pk=OuterRef("pk"))),
    "last_of_stage": Subquery(
        _OF_STAGE.values("group__stage").annotate(last=Max("number")).values("last")
    ),
    **of_rounds("round__"),
    **OF_MATCH,
}
