"""Pages of leagues: the fixture, and closing the season."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.views.asked import signed_in
from tournaments.formats.catalogue import with_seasons
from tournaments.pages.fixture import read_fixture
from tournaments.services.competition import seasons
from tournaments.views.finding import find_competition, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals


@require_safe
def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a round of a league, one's own matches first; `?round=` chooses another."""
    competition = find_competition(request, pk)
    if (
        not competition.draw_seed
        or not competition.stages.filter(format__in=with_seasons()).exists()
    ):
        raise Http404
    own = competition.entries.of_person(request.user.pk).first()
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None
    found = read_fixture(competition, own if request.user.pk else None, number, timezone.now())
    context = {"competition": competition, "fixture": found, "own": own}
    return render(request, "tournaments/fixture.html", context)


@posted_at_desk
@signed_in
@answers_refusals
def close_season(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a finished season; go on to the next one, whoever announced it."""
    found = find_competition(request, pk)
    following = seasons.close_season(
        competition_id=found.pk, actor=person(request), now=timezone.now()
    )
    messages.success(request, _("La temporada que viene está lista: revisala y abrila."))
    return redirect("competitions:manage", following.pk)
