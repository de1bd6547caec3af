"""Printed slips, and the page on which a side reports its result."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.common.qr_codes import qr
from tournaments.common.locks import WHOLE
from tournaments.formats.series import MatchUnit
from tournaments.models import Competition, Match, Slip
from tournaments.results.forms import Pair, write_pairs
from tournaments.results.labels import format_games
from tournaments.round_clock.queries import of_rounds, round_name
from tournaments.slips.services import (
    Side,
    code_of,
    format_code,
    is_valid_slip,
    last_claims,
    with_slips,
)


@dataclass(frozen=True)
class SlipSide:
    """One side's copy of a slip."""

    name: str
    rival: str
    code: str
    qr: SafeString


@dataclass(frozen=True)
class PrintedSlip:
    """A slip as it is printed: a half for each side."""

    match: Match
    halves: Sequence[SlipSide]
    round: str = ""  # the name of its round


@dataclass(frozen=True)
class Papers:
    """The slips of what can be played now, and how many matches have none yet."""

    papers: Sequence[PrintedSlip]
    without: int


def read_papers(competition: Competition, site: str) -> Papers:
    """Read the slips to be printed; `site` is the address that phones in the room reach."""
    matches = with_slips(competition)
    slips = _good(competition).filter(match__in=matches)
    papers = [_paper(slip, site) for slip in slips]
    return Papers(papers, matches.count() - len(papers))


def _good(competition: Competition) -> QuerySet[Slip]:
    slips = Slip.objects.valid().filter(match__in=with_slips(competition))
    matches = Match.objects.placed().select_related("round__group__stage")
    placed = Prefetch(
        "match", matches.annotate(**of_rounds("round__")).prefetch_related("slots__entry")
    )
    rows = slips.select_related("first", "second").prefetch_related(placed)
    return rows.order_by("match__number")


def _paper(slip: Slip, site: str) -> PrintedSlip:
    halves = [_half(slip, side, site) for side in (0, 1)]
    row = slip.match.round
    return PrintedSlip(slip.match, halves, "" if row is None else round_name(row, slip.match))


def _half(slip: Slip, side: int, site: str) -> SlipSide:
    code = code_of(slip.nonce, side)
    qr_code = qr(f"{site}{reverse('slip', args=(code,))}")
    names = slip.names
    return SlipSide(names[side], names[1 - side], format_code(code), qr_code)


@dataclass(frozen=True)
class SlipPage:
    """A slip as its holder sees it: the claims so far, and the next question."""

    side: Side
    match: Match
    measure: MatchUnit
    is_good: bool
    own: Sequence[Pair] | None
    other: Sequence[Pair] | None
    games: Sequence[Pair] = ()  # told so far, tap by tap
    won: int | None = None
    has_rung: bool = False  # the bell of its round: below the target wins, too
    had: int | None = None  # with how many points it was won then
    refused: str = ""

    @property
    def code(self) -> str:
        """Return the code in URL form."""
        return code_of(self.side.slip.nonce, self.side.number)

    @property
    def sides(self) -> list[tuple[int, str]]:
        """Return the possible winners, the holder first."""
        own, names = self.side.number, self.side.slip.names
        return [(side, names[side]) for side in (own, 1 - own)]

    @property
    def winner(self) -> str | None:
        """Return the winner of the game whose other score is missing."""
        return None if self.won is None else self.side.slip.names[self.won]

    @property
    def loser(self) -> str | None:
        """Whose points are asked for."""
        return None if self.won is None else self.side.slip.names[1 - self.won]

    @property
    def per_side(self) -> int:
        """Return how many people the name of a side means."""
        return self.match.named_per_side

    @property
    def asks_winner(self) -> bool:
        """Whether the winner's points are asked for, which the target does not tell."""
        return self.has_rung and self.had is None

    @property
    def points(self) -> range:
        """Return the points to choose from: a winner's by the bell, or a loser's."""
        target = self.measure.target
        return range(1, target + 1) if self.asks_winner else range(min(self.had or target, target))

    @property
    def so_far(self) -> str:
        """Return the games entered so far, in the form's encoding."""
        return write_pairs(self.games)

    @property
    def figures(self) -> str:
        """Return the games entered so far, for display."""
        return format_games(self.games)

    @property
    def own_figures(self) -> str:
        """Return the holder's claim in figures."""
        return format_games(self.own or ())

    @property
    def other_figures(self) -> str:
        """Return the other side's claim in figures."""
        return format_games(self.other or ())

    @property
    def other_said(self) -> str:
        """The same, as a button sends it."""
        return write_pairs(self.other or ())

    @property
    def is_beginning(self) -> bool:
        """Whether nothing was tapped yet on this way through."""
        return not self.games and self.won is None and not self.refused

    @property
    def disagrees(self) -> bool:
        """Whether both sides have said something, and not the same."""
        return self.own is not None and self.other is not None and self.own != self.other


def read_slip(
    side: Side,
    *,
    now: datetime,
    games: Sequence[Pair] = (),
    won: int | None = None,
    had: int | None = None,
) -> SlipPage:
    """Read the page of a side, with its answers so far."""
    match = Match.objects.select_related(WHOLE).get(pk=side.slip.match_id)
    claims = [None if claim is None else list(claim.games) for claim in last_claims(side.slip)]
    return SlipPage(
        side=side,
        match=match,
        measure=match.measure,
        is_good=is_valid_slip(side.slip, match),
        own=claims[side.number],
        other=claims[1 - side.number],
        games=games,
        won=won,
        has_rung=match.is_time_up(now),
        had=had,
    )
