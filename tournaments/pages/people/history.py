"""What a player has played, as a list of results that can be asked about, page by page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch, Q

from accounts.models import User
from accounts.values.joining import together
from games.models import Game
from tournaments.models import Competition, Match, PlayerResult, PointsEntry
from tournaments.pages.matches import MatchView, read_matches
from tournaments.pages.people.ledger_lines import Lines, is_against, lines_of, seated, unranked

COMPETITION = "round__group__stage__competition"
NOT_TOLD = tuple(
    f"{COMPETITION}__{field.name}"
    for field in Competition._meta.concrete_fields
    if field.name not in ("id", "name")
)
OF_RESULT = (
    *("match", "user", "number", "side", "board", "won", "guest"),
    *(f"user__{name}" for name in ("username", "display_name", "is_guest", "anonymised_at")),
)
A_PAGE = 20
COMPETITIONS, CASUAL = "competition", "casual"
WON, LOST = "won", "lost"


class Place(NamedTuple):
    """A place in the order of a player's matches: when a result was written, and its match."""

    at: datetime
    match_id: int


@dataclass(frozen=True)
class Asked:
    """What somebody wants to see of a history; what is empty is not asked about."""

    family: str = ""
    kind: str = ""
    result: str = ""
    rival: User | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: Place | None = None


@dataclass(frozen=True)
class HistoryPage:
    """Some matches in a row, the latest first, and where the older ones begin."""

    played: Sequence["Played"]
    older: Place | None


@dataclass(frozen=True)
class Played:
    """One match of a player: against whom, how it ended, what it gave."""

    view: MatchView
    points: PointsEntry | None  # its line in the ledger; None until it is ranked, or as a guest
    user_id: int

    @property
    def match(self) -> Match:
        """The row that `view` shows."""
        return self.view.match

    @property
    def games(self) -> Sequence[Game]:
        """The games that count; each has a record."""
        return [link.game for link in self.match.games.all()]

    @cached_property
    def own(self) -> PlayerResult:
        """What the result says of the player."""
        return next(row for row in self._results if row.user_id == self.user_id)

    @property
    def won(self) -> bool:
        """Whether the player won: the match, or of several boards the own."""
        return self.own.has_won(self.match.winner)

    @property
    def rivals(self) -> str:
        """The other side: its entry, or at a casual table its people."""
        if self.view.sides:
            return self.view.sides[1 - self.own.side].name
        return together(str(row.user) for row in self._results if row.side != self.own.side)

    @property
    def score(self) -> tuple[int, int] | None:
        """Points of the only game, or games of a longer match, the player's first."""
        ended = self.view.ended_games
        if not ended or self.match.winner is None:
            return None
        if self.match.best_of > 1:
            wins = [final.winner for final in ended]
            told = (wins.count(0), wins.count(1))
        else:
            first, second = ended[-1].score
            told = (first, second)
        return (told[self.own.side], told[1 - self.own.side])

    @property
    def _results(self) -> Sequence[PlayerResult]:
        return list(self.match.player_results.all())


def page_of(player: User, reader: User | AnonymousUser, asked: Asked) -> HistoryPage:
    """Read a page of matches; one line more tells whether older ones follow.

    A player of `with_unranked` is known to have none that are not ranked, or to have some.
    """
    lines = list(_asked_for(lines_of(player, reader), asked)[: A_PAGE + 1])
    shown = {line.match_id: line for line in lines[:A_PAGE]}
    last = lines[A_PAGE - 1] if len(lines) > A_PAGE else None
    older = Place(last.at, last.match_id) if last is not None else None
    is_whole = asked == Asked() and getattr(player, "has_unranked", True)
    awaited = unranked(player, reader) if is_whole else []
    return HistoryPage(_played(player, {**dict.fromkeys(awaited), **shown}), older)


def _asked_for(lines: Lines, asked: Asked) -> Lines:
    wanted = Q()
    if asked.family:
        wanted &= Q(family=asked.family)
    if asked.kind:
        wanted &= Q(match__round__isnull=asked.kind == CASUAL)
    if asked.result:
        wanted &= Q(won=asked.result == WON)
    if asked.since is not None:
        wanted &= Q(at__gte=asked.since)
    if asked.until is not None:
        wanted &= Q(at__lt=asked.until)
    if asked.before is not None:
        wanted &= _older(asked.before)
    found = lines.filter(wanted)
    return found if asked.rival is None else seated(found).filter(is_against(asked.rival))


def _older(place: Place) -> Q:
    """The condition of coming after a place, in words by which the index finds it at once."""
    later_match = Q(at=place.at, match_id__gte=place.match_id)
    return Q(at__lte=place.at) & ~later_match


def _played(player: User, lines: Mapping[int, PointsEntry | None]) -> list[Played]:
    """Read these matches with their lines, the latest first."""
    matches = Match.objects.filter(pk__in=lines)
    people = PlayerResult.objects.standing().select_related("user").only(*OF_RESULT)
    named = matches.select_related(COMPETITION).defer(*NOT_TOLD)  # they are over: no rules count
    views = read_matches(named, Prefetch("player_results", people))
    by_match = {view.match.pk: view for view in views}
    played = [Played(by_match[pk], line, player.pk) for pk, line in lines.items()]
    return sorted(played, key=lambda each: (each.match.completed_at, each.match.pk), reverse=True)
