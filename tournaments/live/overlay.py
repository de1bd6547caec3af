"""Following a match, or whatever is played at a table of a hall, as it lies over a stream.

The address is the permission: it is signed, and holds nothing but which of the two and its number.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from django.core.signing import BadSignature, Signer
from django.utils.translation import override

from games.live.consumers import WatchConsumer
from games.live.drawing import draw
from games.live.marks import mark_of
from games.live.pieces import Pieces
from games.live.sources import Rendering, Topic
from games.live.subscribers import Audience
from games.live.threads import in_thread
from tournaments.live.match import MATCHES
from tournaments.models import HallTable, Match
from tournaments.pages.screens.overlay import match_at, read_overlay
from tournaments.services.hints import hall_table_group, match_group

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
        """Return what marks each overlay: its match, and every act at its table."""
        matches = {pk: self.match(pk) for pk in pks}
        known = [match for match in matches.values() if match is not None]
        shown = MATCHES.versions(known)
        acts = Match.objects.filter(pk__in=known).order_by("pk", "games")
        at_table: dict[int, list[int | None]] = {}
        for match, version in acts.values_list("pk", "games__game__version"):
            at_table.setdefault(match, []).append(version)
        return {
            pk: mark_of((match, shown.get(match), at_table.get(match))) if match else ""
            for pk, match in matches.items()
        }

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Draw an overlay for each audience: they differ in language alone."""
        version = self.versions([pk])[pk]  # before reading: better shown twice than never
        pieces: dict[Audience, Pieces] = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = self.pieces(pk)
        return Rendering(version, pieces)

    def pieces(self, pk: int) -> Pieces:
        """Draw it in the active language; without a match it is empty."""
        match = self.match(pk)
        shown = read_overlay(match) if match is not None else None
        return {"overlay": draw("overlay", shown=shown)}


OF_MATCH: Final = OverlaySource(match_group, lambda pk: pk)
OF_TABLE: Final = OverlaySource(hall_table_group, match_at)
KINDS: Final = {"m": OF_MATCH, "t": OF_TABLE}


def token_of(kind: str, pk: int) -> str:
    """Return what the address of an overlay ends in."""
    return _signer.sign(f"{kind}{pk}")


def topic_of(token: str) -> tuple[OverlaySource, int] | None:
    """Return what a token leads to; None if it is forged, or its thing is gone."""
    try:
        named = _signer.unsign(token)
    except BadSignature:
        return None
    kind, pk = named[0], int(named[1:])
    rows = HallTable.objects if kind == "t" else Match.objects.filter(round__isnull=False)
    return (KINDS[kind], pk) if rows.filter(pk=pk).exists() else None


class OverlayConsumer(WatchConsumer):
    """A stream's overlay: whoever has its address may follow it."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find what the token names."""
        topic = await in_thread(topic_of, self.scope["url_route"]["kwargs"]["token"])
        return (topic, None) if topic else None
