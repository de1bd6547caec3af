"""The pictures that messengers show of what somebody shares."""

from collections.abc import Callable

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.pictures.poster import Poster, drawn
from tournaments.exports.posters import competition_poster, match_poster
from tournaments.live.versions import versions
from tournaments.views.finding import find_competition, find_match

LIFE = 300  # seconds


@require_safe
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw a competition: what it is, or its podium."""
    found = find_competition(request, pk)
    return _picture(f"{pk}", pk, lambda: competition_poster(found), public=found.public)


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw a match of a competition: who plays and how it stands."""
    view = find_match(request, pk)
    found = view.match.competition
    if found is None:
        raise Http404
    return _picture(
        f"{found.pk}:{pk}", found.pk, lambda: match_poster(found, view), public=found.public
    )


def _picture(
    name: str, competition: int, poster: Callable[[], Poster], *, public: bool
) -> HttpResponse:
    """Answer with a picture that was drawn at most once per change and language."""
    version = versions([competition])[competition]
    key = f"picture:{name}:{version}:{get_language()}"
    answer = HttpResponse(
        caches["pages"].get_or_set(key, lambda: drawn(poster()), LIFE), content_type="image/png"
    )
    answer["Cache-Control"] = f"{'public' if public else 'private'}, max-age={LIFE}"
    return answer
