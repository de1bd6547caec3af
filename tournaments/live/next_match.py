"""Following one's own next match, wherever it is: what is sent to a person is theirs alone."""

from collections import defaultdict
from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Subquery
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.marks import mark_of
from games.live.pieces import Pieces
from games.live.sources import Rendering, Topic
from games.live.subscribers import Audience
from tournaments.models import Match
from tournaments.pages.matches import OF_HALL
from tournaments.pages.people.bulletins import bulletin_for, heard_by
from tournaments.pages.people.next_match import COMPETITION, next_match, to_play
from tournaments.services.hints import person_group

COUNTED = ("pk", "state", "sit_by", "scheduled_at", *OF_HALL)
WHOLE = tuple(f"{COMPETITION}__{name}" for name in ("state", "starts_at", "name"))
SOURCE = ("slots__source__number", "slots__source__hall_table")
SIDES = ("slots__side", "slots__entry", "slots__entry__name", *SOURCE)
TABLES = ("games__voided", "games__game", "games__game__status")


class NextMatches:
    """People as something to be watched: each for the match they have to play next."""

    def group(self, pk: int) -> str:
        """Return the group in which a change of a person's matches is hinted at."""
        return person_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return a mark of what each person is shown of their next match, in two queries."""
        person = OuterRef("pk")
        people = User.objects.filter(pk__in=pks).values_list(
            "pk",
            Subquery(to_play(person).values("pk")[:1]),
            Subquery(heard_by(person, timezone.now()).values("pk")[:1]),
        )
        shown = {pk: (match, said) for pk, match, said in people}
        matches = _shown_of({match for match, _ in shown.values() if match is not None})
        told = {pk: (matches[match], said) for pk, (match, said) in shown.items()}
        return {pk: mark_of(told.get(pk)) for pk in pks}

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Render a person's next match in each of the languages they read it in."""
        version = self.versions([pk])[pk]  # before reading: better shown twice than never
        person = User.objects.get(pk=pk)
        now = timezone.now()
        shown = {"next": next_match(person), "bulletin": bulletin_for(person, now), "now": now}
        pieces: dict[Audience, Pieces] = {}
        for audience in audiences:
            with override(audience.language), timezone.override(ZoneInfo(person.zone)):
                pieces[audience] = {"next": render_to_string("tournaments/_next.html", shown)}
        return Rendering(version, pieces)


NEXT_MATCHES = NextMatches()


class NextMatchConsumer(WatchConsumer):
    """A person who waits for their match; the address names nobody, so it can be nobody else's."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find whoever is signed in."""
        return ((NEXT_MATCHES, user_id), None) if user_id else None


def _shown_of(match_ids: Collection[int]) -> dict[int | None, list[object]]:
    """Return how these matches are, who stands in them, and how it is at their tables."""
    shown: dict[int | None, list[object]] = defaultdict(list)
    rows = Match.objects.filter(pk__in=match_ids).order_by(
        "pk", "slots__side", "slots__number", "games"
    )
    for row in rows.values_list(*COUNTED, *WHOLE, *SIDES, *TABLES):
        shown[row[0]].append(row)
    return shown
