"""The score overlay for a stream: names, points, stake of the hand and clock, updated live.

It follows one match, or the current match of a hall table. Of a hand it reads only the stake: no
cards and no player's view. The address is the permission: it is signed, and contains only the
kind of target and its number.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext, override

from games.engine import view
from games.live.fragments import Pieces, etag
from games.live.messages import WatchConsumer
from games.live.sources import Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.live.threads import in_thread
from games.models import Game
from games.play.replay import DealSource, published_state
from games.play.seat_names import Names
from games.table_view.clock import Score, scores
from tournaments.common.broadcast import hall_table_group, match_group
from tournaments.common.locks import WHOLE
from tournaments.live.match import MATCHES
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import HallTable, Match
from tournaments.round_clock.queries import ClockView, clock_of


@dataclass(frozen=True)
class Row:
    """One side: its name, its match-sticks, and the games it won."""

    name: str
    score: Score
    games: int
    won: bool


@dataclass(frozen=True)
class Overlay:
    """The overlay shown over a video stream."""

    view: MatchView
    rows: tuple[Row, ...]
    target: int
    stake: int | None  # of the hand; unknown where real cards are played
    clock: ClockView | None

    @property
    def goes_on(self) -> bool:
        """Whether points can still be made."""
        return not self.view.match.is_decided

    @property
    def is_series(self) -> bool:
        """Whether games are counted as well as points."""
        return self.view.match.best_of > 1

    @property
    def state(self) -> str:
        """Return the state of a match that has not started or is over; empty while it is played."""
        if self.view.match.is_decided:
            return gettext("terminó")
        return "" if self.view.is_live else self.view.state_in_words


def match_at(table_id: int) -> int | None:
    """Return the current match of a hall table, or its last."""
    called = Match.objects.filter(hall_table=table_id).order_by("-called_at", "-pk")
    current = called.filter(state=Match.State.CALLED).values_list("pk", flat=True).first()
    return current or called.values_list("pk", flat=True).first()


def read_overlay(match_id: int) -> Overlay | None:
    """Read a match; None if it is gone."""
    views = read_matches(Match.objects.filter(pk=match_id).select_related(WHOLE))
    return _overlay(views[0]) if views else None


def _overlay(view: MatchView) -> Overlay:
    match = view.match
    names = tuple(side.name or side.origin for side in view.sides)
    target, halves = match.measure.target, match.rules.halves
    side_scores = view.tally or scores(Names(names, None), _last(view), (0, 0), target, halves)
    rows = (
        Row(names[side.slot.side], score, side.games, side.won)
        for side, score in zip(view.sides, side_scores, strict=True)
    )
    clock = None if match.is_decided else clock_of(match)
    return Overlay(view, tuple(rows), target, _stake(view.game), clock)


def _last(view: MatchView) -> tuple[int, int]:
    """Return the points of the last chico that was played, of a match without a table or sheet."""
    ended = view.ended_games
    first, second = ended[-1].score if ended else (0, 0)
    return first, second


def _stake(game: Game | None) -> int | None:
    """Return the current stake of the hand on the table, as every spectator sees it."""
    if game is None or game.status not in Game.MOVING:
        return None
    state = published_state(game, DealSource(game, list(game.seats.order_by("number"))))
    return None if state is None or state.over else view(state, None).stake


_signer = Signer(salt="tournaments.overlay", sep="~")


@dataclass(frozen=True)
class OverlaySource:
    """Overlays of one kind (`games.live.hub.Source`), by the number of a match or of a table."""

    hinted: Callable[[int], str]
    match: Callable[[int], int | None]

    def group(self, pk: int) -> str:
        """Return the group in which a change is hinted at."""
        return self.hinted(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return the version of each overlay: of its match, and of the games at its table."""
        matches = {pk: self.match(pk) for pk in pks}
        match_ids = [match for match in matches.values() if match is not None]
        match_versions = MATCHES.versions(match_ids)
        acts = Match.objects.filter(pk__in=match_ids).order_by("pk", "games")
        at_table: dict[int, list[int | None]] = {}
        for match, version in acts.values_list("pk", "games__game__version"):
            at_table.setdefault(match, []).append(version)
        return {
            pk: etag((match, match_versions.get(match), at_table.get(match))) if match else ""
            for pk, match in matches.items()
        }

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Draw an overlay for each audience: they differ in language alone."""
        version = self.versions([pk])[pk]  # before reading: better shown twice than never
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = self.pieces(pk)
        return Rendering(version, pieces)

    def pieces(self, pk: int) -> Pieces:
        """Draw it in the active language; without a match it is empty."""
        match = self.match(pk)
        overlay = read_overlay(match) if match is not None else None
        return {"overlay": render_template("overlay", shown=overlay)}


OF_MATCH: Final = OverlaySource(match_group, lambda pk: pk)
OF_TABLE: Final = OverlaySource(hall_table_group, match_at)
KINDS: Final = {"m": OF_MATCH, "t": OF_TABLE}


def token_of(kind: str, pk: int) -> str:
    """Return what the address of an overlay ends in."""
    return _signer.sign(f"{kind}{pk}")


def topic_of(token: str) -> tuple[OverlaySource, int] | None:
    """Return the object of a token; None if it is forged, or the object is gone."""
    try:
        key = _signer.unsign(token)
    except BadSignature:
        return None
    kind, pk = key[0], int(key[1:])
    rows = HallTable.objects if kind == "t" else Match.objects.filter(round__isnull=False)
    return (KINDS[kind], pk) if rows.filter(pk=pk).exists() else None


class OverlayConsumer(WatchConsumer):
    """Consumer of a stream's overlay; access needs only its address."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find what the token names."""
        topic = await in_thread(topic_of, self.scope["url_route"]["kwargs"]["token"])
        return (topic, None) if topic else None
