"""What a page is about, as far as its reader may see it; anything else does not exist for them."""

from typing import cast

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.formats.catalogue import with_seasons
from tournaments.models import Absence, Competition, Dispute, Feeder, Match, Stage
from tournaments.models.staff.running import run_by
from tournaments.pages.matches import MatchView, fetch_seats, read_matches

LEAGUE = Exists(Stage.objects.filter(competition=OuterRef("pk"), format__in=with_seasons()))
LINKED = Exists(Feeder.objects.agreed().filter(Q(final=OuterRef("pk")) | Q(source=OuterRef("pk"))))
COMPETITION = "round__group__stage__competition"
WHOLE = f"{COMPETITION}__club"


def person(request: HttpRequest) -> User:
    """Return who asks, on pages that only people with an account reach."""
    return cast("User", request.user)


def find_competition(request: HttpRequest, pk: int, *along: str) -> Competition:
    """Return a competition, with whether the reader may run it (as `organised`), or 404.

    What is related `along` is read with it, and what pages say of its seasons: whether it is
    played in such (`is_league`), and the next one; and whether others send it their first, or it
    sends its own (`is_linked`); whether robots alone play in it (`is_demo`); and whether the reader
    said they would miss a round (`is_absent`).
    """
    seen = Competition.objects.visible_to(request.user).with_role_of(request.user)
    whole = seen.with_demo().select_related("club", "next_season", *along)
    own = Absence.objects.filter(entry__roster__user=request.user.pk)
    is_absent = Exists(own.filter(entry__competition=OuterRef("pk")))
    whole = whole.annotate(is_league=LEAGUE, is_linked=LINKED, is_absent=is_absent)
    return get_object_or_404(whole, pk=pk)


def find_organised(request: HttpRequest, pk: int) -> Competition:
    """Return a competition that the reader runs, with its draft; 404, or `not-organiser`."""
    competition = find_competition(request, pk, "draft__group__stage")
    if not competition.organised:  # type: ignore[attr-defined]  # annotated
        raise RefusedError("not-organiser")
    return competition


def find_match(request: HttpRequest, pk: int) -> MatchView:
    """Return a match with all that is shown of it, or 404.

    It is told whether the reader runs its competition (`organised`), and whether there ever was a
    dispute (`was_disputed`): most have none to read.
    """
    own = Competition.objects.filter(run_by(request.user), pk=OuterRef(COMPETITION))
    disputes = Dispute.objects.filter(match=OuterRef("pk"))
    whole = Match.objects.select_related(WHOLE).annotate(
        organised=Exists(own), was_disputed=Exists(disputes)
    )
    found = read_matches(whole.filter(pk=pk), Prefetch("slots__entry__roster"))
    if not found or not _may_see(request, found[0].match):
        raise Http404
    fetch_seats([found[0].game])
    return found[0]


def find_competition_match(request: HttpRequest, pk: int) -> Match:
    """Return a match of a competition, or 404: a casual one is nobody's to decide on."""
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
        raise RefusedError("no-boards")
    return view


def _may_see(request: HttpRequest, match: Match) -> bool:
    """Tell whether this reader may see a match: with its competition, or with its only table."""
    competition = match.competition
    if competition is not None:
        if competition.is_open_to_all:
            return True
        seen = Competition.objects.visible_to(request.user)
        return seen.filter(pk=competition.pk).exists()
    return match.games.filter(game__public=True).exists() or _played(request, match)


def _played(request: HttpRequest, match: Match) -> bool:
    reader = request.user.pk
    return reader is not None and match.player_results.filter(user_id=reader).exists()
