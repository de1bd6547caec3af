"""The pictures that messengers show of what somebody shares."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.pictures.poster import Poster, drawn
from games.views.picture_answers import picture_answer
from tournaments.exports.posters import competition_poster, match_poster
from tournaments.live.versions import versions
from tournaments.views.finding import find_competition, find_match


@require_safe
def competition(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw a competition: what it is, or its podium."""
    found = find_competition(request, pk)
    return _picture(request, f"{pk}", pk, lambda: competition_poster(found), public=found.public)


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Draw a match of a competition: who plays and how it stands."""
    view = find_match(request, pk)
    found = view.match.competition
    if found is None:
        raise Http404
    return _picture(
        request,
        f"{found.pk}:{pk}",
        found.pk,
        lambda: match_poster(found, view),
        public=found.public,
    )


def _picture(
    request: HttpRequest,
    name: str,
    competition: int,
    poster: Callable[[], Poster],
    *,
    public: bool,
) -> HttpResponseBase:
    """Answer with a picture that is drawn at most once per change and language."""
    version = versions([competition])[competition]
    key = f"picture:{name}:{version}:{get_language()}"
    return picture_answer(request, key, lambda: drawn(poster()), public=public)
