"""Following one match: its score, rendered once per language for everybody who looks on."""

from collections import defaultdict
from collections.abc import Collection
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.live.consumers import WatchConsumer
from games.live.drawing import draw
from games.live.marks import mark_of
from games.live.pieces import Pieces
from games.live.sources import Reader, Rendering, Topic
from games.live.subscribers import Audience
from games.live.threads import in_thread
from tournaments.live.readers import may_follow, still_following
from tournaments.models import Match
from tournaments.pages.boards.shown import boards_shown
from tournaments.pages.matches import OF_HALL, MatchView, read_matches
from tournaments.pages.organisers.penalties_page import given_in, names_of
from tournaments.pages.people.rosters import dealing_of
from tournaments.pages.round_clock import OF_MATCH, clock_of
from tournaments.results.boards import of_boards
from tournaments.services.hints import match_group

WHOLE = "round__group__stage__competition__club"
COMPETITION = "round__group__stage__competition"
COUNTED = ("state", "winner", "reopened", "sheet__version", *OF_HALL)
TABLES = ("games__voided", "games__game__status", "games__game__score", "games__game__legs")


def match_pieces(view: MatchView) -> Pieces:
    """Draw the score of a match and what judges gave at it.

    Whoever keeps the score looks for the version of its sheet.
    """
    sheet, competition = getattr(view.match, "sheet", None), view.match.competition
    zone = competition.club.zone if competition else "UTC"
    told = {
        "sheet": sheet.version if sheet else 0,
        "deals": _dealer(view),
        "clock": None if view.match.is_decided else clock_of(view.match),
        "zone": zone,
    }
    given = given_in(view.match, names_of(view.match)) if sheet else []
    boards = boards_shown(view, timezone.now())
    pieces = {
        "match-score": draw("match/score", view=view, boards=boards, **told),
        "match-penalties": draw("match/penalties", given=given, zone=zone),
    }
    if boards is not None:
        pieces["match-boards"] = draw("match/boards", boards=boards, zone=zone)
    return pieces


def _dealer(view: MatchView) -> str:
    """Who deals at a table with real cards, if its scorer says so."""
    if view.sheet is None or view.sheet.dealer is None:
        return ""
    return dealing_of(view.match).name


class MatchSource:
    """Matches as something to be watched (`games.live.sources.Source`)."""

    def group(self, pk: int) -> str:
        """Return the group in which a match's changes are hinted at."""
        return match_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return the matches' versions; points of a running game are hinted at nowhere."""
        shown: dict[int, list[object]] = defaultdict(list)
        told = {**OF_MATCH, **of_boards(timezone.now())}
        rows = Match.objects.filter(pk__in=pks).annotate(**told).order_by("pk", "games")
        for pk, *row in rows.values_list("pk", *COUNTED, *TABLES, *told):
            shown[pk].append(row)
        return {pk: mark_of(parts) for pk, parts in shown.items()}

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Draw a match for each audience: they differ in language alone."""
        version = self.versions([pk]).get(pk, "")  # before reading: better shown twice than never
        (view,) = read_matches(Match.objects.filter(pk=pk).select_related(WHOLE))
        pieces: dict[Audience, Pieces] = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = match_pieces(view)
        return Rendering(version, pieces)

    def still(self, readers: Collection[Reader]) -> set[Reader]:
        """Return who may see their match's competition now (`games.live.sources.Guarded`)."""
        matches = Match.objects.filter(pk__in={pk for pk, _ in readers}, round__isnull=False)
        held = dict(matches.values_list("pk", COMPETITION))
        good = still_following({(held[pk], one) for pk, one in readers if pk in held})
        return {(pk, one) for pk, one in readers if (held.get(pk), one) in good}


MATCHES = MatchSource()


class MatchConsumer(WatchConsumer):
    """A reader of the page of a match of a competition."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the match, if this reader may see it."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        found = await in_thread(_may_watch, pk, cast("User", self.scope["user"]))
        return ((MATCHES, pk), None) if found else None


def _may_watch(pk: int, user: User | AnonymousUser) -> bool:
    """Tell whether somebody may see a match with its competition."""
    held = (
        Match.objects.filter(pk=pk, round__isnull=False).values_list(COMPETITION, flat=True).first()
    )
    return held is not None and may_follow(held, user)
