"""Interfaces of what can be followed: rendering per audience and announcing changes."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from games.live.fragments import Pieces, frames
from games.live.subscribers import RenderKey, Write


@dataclass(frozen=True)
class SeatOwner:
    """The user of a seat, and their newest socket; "" while they are absent."""

    user_id: int | None
    socket: str


@dataclass(frozen=True)
class Rendering:
    """The pieces of one version of a watched object, and the owner of each seat.

    `is_open` is true if readers without a seat have access. `write` is the function that formats
    differences for its pages. `stamp` is the value of `Source.versions` for it, None for the
    version.
    """

    version: Hashable
    pieces: Mapping[RenderKey, Pieces]
    holders: Mapping[int, SeatOwner] = field(default_factory=dict)
    is_open: bool = True
    write: Write = frames
    stamp: Hashable = None


class Source(Protocol):
    """A kind of live object; methods that read rows are called in threads."""

    def group(self, pk: int) -> str:
        """Return the channel group for its changes."""

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render its current version for each audience."""

    def versions(self, pks: Collection[int]) -> Mapping[int, Hashable]:
        """Return the current versions of many objects cheaply; renderings have them as `stamp`."""


@runtime_checkable
class RendersFromCache(Protocol):
    """A source that caches what its process has committed."""

    def at_hand(
        self, pk: int, version: Hashable, audiences: Collection[RenderKey]
    ) -> Rendering | None:
        """Render this version in the event loop; None if that needs a query."""


Reader = tuple[int, int | None]  # the ids of the object and of a person; None: anonymous


@runtime_checkable
class AccessControlled(Protocol):
    """A source for authorised readers, whose access can end."""

    def filter_readers(self, readers: Collection[Reader]) -> Collection[Reader]:
        """Return the readers that still have access."""


Topic = tuple[Source, int]
