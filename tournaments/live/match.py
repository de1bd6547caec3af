"""Live updates of a match, rendered once per language, and of a user's own next match.

Updates of the next match go to that user only.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import cast
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Subquery
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.live.fragments import Pieces, etag
from games.live.messages import WatchConsumer
from games.live.sources import Reader, Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.live.threads import in_thread
from tournaments.bulletins.queries import bulletin_for, heard_by
from tournaments.club_matches.queries import boards_shown
from tournaments.club_matches.standing import of_boards
from tournaments.common.broadcast import match_group, person_group
from tournaments.common.locks import WHOLE
from tournaments.entries.queries import dealing_of
from tournaments.live.versions import filter_followers, may_follow
from tournaments.matches.queries import OF_HALL, MatchView, read_matches
from tournaments.models import Match
from tournaments.models.matches import COMPETITION
from tournaments.penalties.queries import given_in
from tournaments.round_clock.queries import OF_MATCH, clock_of
from tournaments.schedule.next_match import next_match, to_play
from tournaments.score_sheets.queries import names_of

COUNTED = ("state", "winner", "reopened", "sheet__version", *OF_HALL)
TABLES = ("games__voided", "games__game__status", "games__game__score", "games__game__legs")


def match_pieces(view: MatchView) -> Pieces:
    """Render the score of a match and its penalties.

    The scorer's page watches the version of the sheet.
    """
    sheet, competition = getattr(view.match, "sheet", None), view.match.competition
    zone = competition.club.zone if competition else "UTC"
    context = {
        "sheet": sheet.version if sheet else 0,
        "deals": _dealer(view),
        "clock": None if view.match.is_decided else clock_of(view.match),
        "zone": zone,
    }
    penalties = given_in(view.match, names_of(view.match)) if sheet else []
    boards = boards_shown(view, timezone.now())
    pieces = {
        "match-score": render_template("match/score", view=view, boards=boards, **context),
        "match-penalties": render_template("match/penalties", given=penalties, zone=zone),
    }
    if boards is not None:
        pieces["match-boards"] = render_template("match/boards", boards=boards, zone=zone)
    return pieces


def _dealer(view: MatchView) -> str:
    """Return the name of the dealer at a table with real cards, if the scorer has set one."""
    if view.sheet is None or view.sheet.dealer is None:
        return ""
    return dealing_of(view.match).name


class MatchSource:
    """Live source of matches (`games.live.sources.Source`)."""

    def group(self, pk: int) -> str:
        """Return the channel group that announces a match's changes."""
        return match_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return the versions of matches. Points of a running game are not announced."""
        rows_by_match: dict[int, list[object]] = defaultdict(list)
        columns = {**OF_MATCH, **of_boards(timezone.now())}
        rows = Match.objects.filter(pk__in=pks).annotate(**columns).order_by("pk", "games")
        for pk, *row in rows.values_list("pk", *COUNTED, *TABLES, *columns):
            rows_by_match[pk].append(row)
        return {pk: etag(parts) for pk, parts in rows_by_match.items()}

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render a match for each audience; they differ in language only."""
        # read first: rendering a version twice is better than missing it
        version = self.versions([pk]).get(pk, "")
        (view,) = read_matches(Match.objects.filter(pk=pk).select_related(WHOLE))
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with override(audience.language):
                pieces[audience] = match_pieces(view)
        return Rendering(version, pieces)

    def filter_readers(self, readers: Collection[Reader]) -> set[Reader]:
        """Return the readers that may still see the competition of their match."""
        matches = Match.objects.filter(pk__in={pk for pk, _ in readers}, round__isnull=False)
        competition_ids = dict(matches.values_list("pk", COMPETITION))
        good = filter_followers(
            {(competition_ids[pk], one) for pk, one in readers if pk in competition_ids}
        )
        return {(pk, one) for pk, one in readers if (competition_ids.get(pk), one) in good}


MATCHES = MatchSource()


class MatchConsumer(WatchConsumer):
    """Consumer of the page of a match of a competition."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the topic of the match if the user may see it."""
        pk = self.scope["url_route"]["kwargs"]["pk"]
        is_allowed = await in_thread(_may_watch, pk, cast("User", self.scope["user"]))
        return ((MATCHES, pk), None) if is_allowed else None


def _may_watch(pk: int, user: User | AnonymousUser) -> bool:
    """Return whether a user may see a match and its competition."""
    competition_id = (
        Match.objects.filter(pk=pk, round__isnull=False).values_list(COMPETITION, flat=True).first()
    )
    return competition_id is not None and may_follow(competition_id, user)


NEXT_MATCH_COUNTED = ("pk", "state", "sit_by", "scheduled_at", *OF_HALL)
NEXT_MATCH_COLUMNS = tuple(f"{COMPETITION}__{name}" for name in ("state", "starts_at", "name"))
SOURCE = ("slots__source__number", "slots__source__hall_table")
SIDES = ("slots__side", "slots__entry", "slots__entry__name", *SOURCE)
NEXT_MATCH_TABLES = ("games__voided", "games__game", "games__game__status")


class NextMatches:
    """Live source of users, each with their next match."""

    def group(self, pk: int) -> str:
        """Return the channel group that announces changes of a user's matches."""
        return person_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return versions of what each user is shown of their next match, in two queries."""
        person = OuterRef("pk")
        people = User.objects.filter(pk__in=pks).values_list(
            "pk",
            Subquery(to_play(person).values("pk")[:1]),
            Subquery(heard_by(person, timezone.now()).values("pk")[:1]),
        )
        next_by_user = {pk: (match, bulletin) for pk, match, bulletin in people}
        matches = _shown_of({match for match, _ in next_by_user.values() if match is not None})
        parts = {pk: (matches[match], bulletin) for pk, (match, bulletin) in next_by_user.items()}
        return {pk: etag(parts.get(pk)) for pk in pks}

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render a user's next match in each of their languages."""
        # read first: rendering a version twice is better than missing it
        version = self.versions([pk])[pk]
        person = User.objects.get(pk=pk)
        now = timezone.now()
        context = {"next": next_match(person), "bulletin": bulletin_for(person, now), "now": now}
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with override(audience.language), timezone.override(ZoneInfo(person.zone)):
                pieces[audience] = {
                    "next": render_to_string("tournaments/live/_next.html", context)
                }
        return Rendering(version, pieces)


NEXT_MATCHES = NextMatches()


class NextMatchConsumer(WatchConsumer):
    """Consumer of a user's next match. The address has no user id to forge."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the topic of the signed-in user."""
        return ((NEXT_MATCHES, user_id), None) if user_id else None


def _shown_of(match_ids: Collection[int]) -> dict[int | None, list[object]]:
    """Return the state, the sides and the tables of these matches."""
    rows_by_match: dict[int | None, list[object]] = defaultdict(list)
    rows = Match.objects.filter(pk__in=match_ids).order_by(
        "pk", "slots__side", "slots__number", "games"
    )
    for row in rows.values_list(
        *NEXT_MATCH_COUNTED, *NEXT_MATCH_COLUMNS, *SIDES, *NEXT_MATCH_TABLES
    ):
        rows_by_match[row[0]].append(row)
    return rows_by_match
