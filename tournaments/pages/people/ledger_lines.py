"""The lines of the ledger that stand for a player's matches: what a reader may see of them.

An index holds them in their order (`points_in_order`), however many there are.
"""

from collections.abc import Mapping
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from tournaments.models import Competition, Match, PlayerResult, PointsEntry

Lines = QuerySet[PointsEntry]
COMPETITION = "match__round__group__stage__competition"
SAME_RESULT: Final[Mapping[str, OuterRef]] = {
    "match": OuterRef("match"),
    "number": OuterRef("number"),
}


def lines_of(player: User, reader: User | AnonymousUser) -> Lines:
    """Return one line for each result of a player that stands, the latest first."""
    seen = Competition.objects.visible_to(reader)
    visible = Q(match__round=None) | Q(**{f"{COMPETITION}__in": seen})
    standing = PointsEntry.objects.filter(
        visible, user=player, reversal=False, number=F("match__reopened")
    )
    return standing.order_by("-at", "-match_id")


def unranked(player: User, reader: User | AnonymousUser) -> list[int]:
    """Return a player's matches without lines: those still to be ranked, and those as a guest."""
    seen = Competition.objects.visible_to(reader)
    visible = Q(round=None) | Q(**{f"{COMPETITION.removeprefix('match__')}__in": seen})
    awaited = _without_lines(player).filter(visible).order_by("-completed_at", "-pk")
    return list(awaited.values_list("pk", flat=True))


def with_unranked(players: QuerySet[User]) -> "QuerySet[User]":
    """Add whether a player has any of them (`has_unranked`): mostly there is none to be read."""
    return players.annotate(has_unranked=Exists(_without_lines(OuterRef("pk"))))


def _without_lines(player: User | OuterRef) -> QuerySet[Match]:
    return Match.objects.filter(
        Q(awaits_ranking=True) | Q(player_results__guest=True),
        completed_at__isnull=False,
        player_results__user=player,
        player_results__number=F("reopened"),
    )


def seated(lines: Lines) -> Lines:
    """Add to lines on which side of its match each player was (`side`), and at which `board`."""
    own = PlayerResult.objects.filter(**SAME_RESULT, user=OuterRef("user"))
    return lines.annotate(
        side=Subquery(own.values("side")[:1]), board=Subquery(own.values("board")[:1])
    )


def is_against(rival: User) -> Exists:
    """Whether somebody sat across in the result that a line of `seated` is of."""
    return Exists(_at_the_same_board(rival).exclude(side=OuterRef("side")))


def is_beside(partner: User) -> Exists:
    """Whether somebody sat on the same side."""
    return Exists(_at_the_same_board(partner).filter(side=OuterRef("side")))


def _at_the_same_board(person: User) -> QuerySet[PlayerResult]:
    """Where a match has several boards, nobody met whoever sat at another."""
    same = Q(board=OuterRef("board")) | Q(board=None)
    return PlayerResult.objects.filter(same, **SAME_RESULT, user=person, guest=False)
