"""Live updates of a user's invitations; they go to that user only."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from django.utils import translation

from games.common.broadcast import invited_group
from games.house_rules import essentials
from games.live.fragments import Pieces, etag
from games.live.messages import WatchConsumer
from games.live.sources import Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.models import TableInvitation

SHOWN = 3
MARKED = ("to", "game", "by__username", "by__display_name", "game__preset", "game__options")


class Invitations:
    """Users as a live source: each for their invitations to tables."""

    def group(self, pk: int) -> str:
        """Return the channel group for a person's invitations."""
        return invited_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return a version of each person's invitations, in one query."""
        rows: dict[int, list[object]] = defaultdict(list)
        standing = TableInvitation.objects.standing().filter(to__in=pks).order_by("pk")
        for person, *row in standing.values_list(*MARKED):
            rows[person].append(row)
        return {pk: etag(rows[pk]) for pk in pks}

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render a person's invitations in each of their languages."""
        # before reading: a repeated rendering is harmless, a missed one is not
        version = self.versions([pk])[pk]
        latest = invitations_of(pk)
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with translation.override(audience.language):
                pieces[audience] = {"invited": render_invitations(latest)}
        return Rendering(version, pieces)


INVITATIONS = Invitations()


class InvitationsConsumer(WatchConsumer):
    """The socket of a user's own invitations; its URL contains no user id."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the invitations of the signed-in reader; anonymous visitors have none."""
        return ((INVITATIONS, user_id), None) if user_id else None


def invitations_of(user_id: int) -> Sequence[TableInvitation]:
    """Read a person's latest invitations."""
    standing = TableInvitation.objects.standing().filter(to=user_id)
    return list(standing.select_related("game", "by").order_by("-at", "-pk")[:SHOWN])


def render_invitations(invitations: Sequence[TableInvitation]) -> str:
    """Render invitations in the active language."""
    entries = [
        {"by": each.by, "game": each.game_id, "rules": essentials(each.game.rules)}
        for each in invitations
    ]
    return render_template("lobby/invited", asked=entries)
