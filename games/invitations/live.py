"""The invitations of one person, wherever they wait: what is sent to a person is theirs alone."""

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
    """People as something to be watched: each for the tables they are asked to."""

    def group(self, pk: int) -> str:
        """Return the group in which a change of a person's invitations is hinted at."""
        return invited_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return a mark of the invitations of each person, in one query."""
        shown: dict[int, list[object]] = defaultdict(list)
        standing = TableInvitation.objects.standing().filter(to__in=pks).order_by("pk")
        for person, *row in standing.values_list(*MARKED):
            shown[person].append(row)
        return {pk: etag(shown[pk]) for pk in pks}

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Draw a person's invitations in each of the languages they read them in."""
        version = self.versions([pk])[pk]  # before reading: better shown twice than never
        latest = invitations_of(pk)
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with translation.override(audience.language):
                pieces[audience] = {"invited": drawn(latest)}
        return Rendering(version, pieces)


INVITATIONS = Invitations()


class InvitationsConsumer(WatchConsumer):
    """A person who may be asked to a table; the address names nobody, so it is nobody else's."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the invitations of the signed-in reader; strangers have none."""
        return ((INVITATIONS, user_id), None) if user_id else None


def invitations_of(user_id: int) -> Sequence[TableInvitation]:
    """Read a person's latest invitations."""
    standing = TableInvitation.objects.standing().filter(to=user_id)
    return list(standing.select_related("game", "by").order_by("-at", "-pk")[:SHOWN])


def drawn(invitations: Sequence[TableInvitation]) -> str:
    """Draw invitations in the active language."""
    asked = [
        {"by": each.by, "game": each.game_id, "rules": essentials(each.game.rules)}
        for each in invitations
    ]
    return render_template("lobby/invited", asked=asked)
