"""Pages of leagues: the fixture, and closing the season."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.fixture import read_fixture
from tournaments.models import Stage
from tournaments.views.finding import find_competition


@require_safe
def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a round of a league, one's own matches first; `?round=` chooses another."""
    competition = find_competition(request, pk)
    if not competition.draw_seed or not competition.stages.filter(format=LEAGUE).exists():
        raise Http404
    own = competition.entries.filter(roster__user=request.user.pk).first()
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None
    found = read_fixture(competition, own if request.user.pk else None, number, timezone.now())
    context = {"competition": competition, "fixture": found, "own": own}
    return render(request, "tournaments/fixture.html", context)


LEAGUE = Stage.Format.LEAGUE
