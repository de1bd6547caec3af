"""What can be watched: how it is drawn for each audience, and how its changes are announced."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from games.live.fragments import Pieces, frames
from games.live.subscribers import RenderKey, Write


@dataclass(frozen=True)
class SeatOwner:
    """Whose a seat is, and the newest of their sockets; "" while they are not there."""

    user_id: int | None
    socket: str


@dataclass(frozen=True)
class Rendering:
    """The pieces of one version of a watched thing, and who holds each seat there.

    `is_open` tells whether anybody without a seat may see it, `write` how its pages are sent what
    differs: by whom its pieces are placed. `stamp` is what `Source.versions` has
    for it, None for the version.
    """

    version: Hashable
    pieces: Mapping[RenderKey, Pieces]
    holders: Mapping[int, SeatOwner] = field(default_factory=dict)
    is_open: bool = True
    write: Write = frames
    stamp: Hashable = None


class Source(Protocol):
    """A kind of thing that can be watched; what reads rows is called in threads."""

    def group(self, pk: int) -> str:
        """Return the layer's group in which its changes are hinted at."""

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render its present version for each audience."""

    def versions(self, pks: Collection[int]) -> Mapping[int, Hashable]:
        """Return the present versions of many at little cost: what renderings bear as `stamp`."""


@runtime_checkable
class RendersFromCache(Protocol):
    """A source that keeps what its process has committed."""

    def at_hand(
        self, pk: int, version: Hashable, audiences: Collection[RenderKey]
    ) -> Rendering | None:
        """Render this version, on the loop; None if that takes reading anything."""


Reader = tuple[int, int | None]  # the number of what is watched, and of a person; None: a stranger


@runtime_checkable
class AccessControlled(Protocol):
    """A source for some people alone, who may cease to be among them."""

    def still(self, readers: Collection[Reader]) -> Collection[Reader]:
        """Return those of these readers who may watch it now."""


Topic = tuple[Source, int]
