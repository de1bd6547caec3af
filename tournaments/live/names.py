"""Following who takes which name of an event: only that something changed, the page asks for it."""

from collections.abc import Collection
from typing import cast

from django.db.models import Max, OuterRef, Subquery
from django.utils.translation import override

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.drawing import draw
from games.live.marks import mark_of
from games.live.sources import Rendering, Topic
from games.live.subscribers import Audience
from games.live.threads import in_thread
from tournaments.live.readers import may_follow
from tournaments.live.versions import COMPETITION
from tournaments.models import Competition, Match
from tournaments.services.hints import competition_group
from tournaments.services.names.door import NAMED


class NamesSource:
    """The names of events as something to be watched (`games.live.hub.Source`)."""

    def group(self, pk: int) -> str:
        """Return the group in which a competition's changes are hinted at."""
        return competition_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return marks of who is who, which is in the log, and of who is called."""
        own = Match.objects.filter(**{COMPETITION: OuterRef("pk")}).order_by().values(COMPETITION)
        called = Subquery(own.annotate(last=Max("called_at")).values("last"))
        rows = Competition.objects.filter(pk__in=pks).annotate(acts=Max("audit"), called=called)
        return {
            pk: mark_of(rest) for pk, *rest in rows.values_list("pk", "state", "acts", "called")
        }

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Tell that something changed, the same for everybody."""
        version = self.versions([pk]).get(pk, "")
        pieces = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = {"changed": draw("competition/changed", version=version)}
        return Rendering(version, pieces)


NAMES = NamesSource()


class NamesConsumer(WatchConsumer):
    """A reader of the list of names."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the event, if this reader may see it or came by its QR."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        found = await in_thread(may_follow, pk, cast("User", self.scope["user"]))
        came = found or pk in await in_thread(self.scope["session"].get, NAMED, ())
        return ((NAMES, pk), None) if came else None
