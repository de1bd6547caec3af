"""Live updates of a person's own search; a connected page is their presence in the line."""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone, translation

from accounts.models import User
from games.live.fragments import Pieces
from games.live.messages import WatchConsumer
from games.live.sources import Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.live.threads import in_writer_thread
from games.pairing import services as pairing
from games.pairing.queries import Search, marks, search_of


class Searches:
    """People as a live source: each for their search (`games.live.sources.Source`)."""

    def group(self, pk: int) -> str:
        """Return the channel group for a person's search."""
        return pairing.pairing_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return a version of each person's search; being asked for shows that a page is open."""
        now = timezone.now()
        pairing.note_visits(pks, now)
        return dict(marks(pks, now))

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render a person's search in each of their languages."""
        # before reading: a repeated rendering is harmless, a missed one is not
        version = self.versions([pk])[pk]
        user = User.objects.filter(pk=pk).first()
        now = timezone.now()
        search = search_of(user, now) if user else None
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with translation.override(audience.language):
                pieces[audience] = {"search": render_search(search, now)}
        return Rendering(version, pieces)


SEARCHES = Searches()


def render_search(search: Search | None, now: datetime) -> str:
    """Render the state of a search in the active language."""
    return render_template("pairing/search", found=search, now=now)


class SearchConsumer(WatchConsumer):
    """The socket of a user's own search; its URL contains no user id."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the search of the signed-in reader or guest; anonymous visitors have none."""
        return None if user_id is None else ((SEARCHES, user_id), None)

    async def disconnect(self, code: int) -> None:
        """Give the reader a few seconds to open the next page."""
        await super().disconnect(code)
        if self.user_id is not None:
            await in_writer_thread(pairing.note_departure, self.user_id, timezone.now())
