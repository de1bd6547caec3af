"""Lookups of matches for views: matches that the reader may not see raise 404."""

from django.db.models import Exists, OuterRef, Prefetch
from django.http import Http404, HttpRequest

from tournaments.common.errors import NoBoardsError
from tournaments.common.lookups import WHOLE
from tournaments.matches.queries import MatchView, fetch_seats, read_matches
from tournaments.models import Competition, Dispute, Match
from tournaments.models.competitions import run_by
from tournaments.models.matches import COMPETITION


def find_match(request: HttpRequest, pk: int) -> MatchView:
    """Return a match with everything its page shows, or raise 404.

    The match carries whether the reader runs its competition (`organised`) and whether it ever had
    a dispute (`was_disputed`); most have none to read.
    """
    own = Competition.objects.filter(run_by(request.user), pk=OuterRef(COMPETITION))
    disputes = Dispute.objects.filter(match=OuterRef("pk"))
    whole = Match.objects.select_related(WHOLE).annotate(
        organised=Exists(own), was_disputed=Exists(disputes)
    )
    views = read_matches(whole.filter(pk=pk), Prefetch("slots__entry__roster"))
    if not views or not _may_see(request, views[0].match):
        raise Http404
    fetch_seats([views[0].game])
    return views[0]


def find_competition_match(request: HttpRequest, pk: int) -> Match:
    """Return a match of a competition, or raise 404; no official decides a casual match."""
    match = find_match(request, pk).match
    if match.competition is None:
        raise Http404
    return match


def find_match_of_boards(request: HttpRequest, pk: int) -> MatchView:
    """Return a match of several boards, or 404; one with a single table is refused: `no-boards`."""
    view = find_match(request, pk)
    if view.match.competition is None:
        raise Http404
    if not view.match.competition.boards:
        raise NoBoardsError()
    return view


def _may_see(request: HttpRequest, match: Match) -> bool:
    """Return whether this reader may see a match: by its competition, or by its only table."""
    competition = match.competition
    if competition is not None:
        if competition.is_open_to_all:
            return True
        visible = Competition.objects.visible_to(request.user)
        return visible.filter(pk=competition.pk).exists()
    return match.games.filter(game__public=True).exists() or _played(request, match)


def _played(request: HttpRequest, match: Match) -> bool:
    reader = request.user.pk
    return reader is not None and match.player_results.filter(user_id=reader).exists()
