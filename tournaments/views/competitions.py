"""Finding a competition, and its public page."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Club
from tournaments import words
from tournaments.entry_list import EntryLine
from tournaments.forms import TeamForm
from tournaments.live import whole
from tournaments.models import Competition, Entry
from tournaments.views.finding import find_competition

A_PAGE = 24


@require_safe
def competition_list(request: HttpRequest) -> HttpResponse:
    """List what the reader may see, what goes on first; `?club=` keeps one club's."""
    shown = Competition.objects.visible_to(request.user)
    club = club_asked_for(request)
    if club is not None:
        shown = shown.filter(club=club)
    found = shown.by_state().counted().select_related("club", "champion")
    context = {
        "page": Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        "club": club,
        "organises": request.user.is_authenticated
        and Club.objects.organised_by(request.user).exists(),
    }
    return render(request, "tournaments/competition_list.html", context)


@require_safe
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a competition: who plays, the bracket as it fills, how it was drawn."""
    shown = find_competition(request, pk)
    return competition_page(request, shown)


def competition_page(
    request: HttpRequest, shown: Competition, team_form: TeamForm | None = None, status: int = 200
) -> HttpResponse:
    """Answer with a competition's page, and with what is wrong in the form of its players."""
    context = whole(shown)
    own = own_entry(request, context["entries"])
    context |= {
        "organises": shown.club.can_organise(request.user),
        "own": own,
        "own_match": context["bracket"].next_of(own.pk) if own else None,
        "team_form": team_form or TeamForm(),
        "rules_in_words": words.rules(shown.rules),
        "draw_in_words": words.draw(shown.seeding),
    }
    return render(request, "tournaments/competition.html", context, status=status)


def own_entry(request: HttpRequest, entries: Iterable[EntryLine]) -> Entry | None:
    """Return the entry the reader plays in."""
    reader = request.user.pk
    return next((line.entry for line in entries if reader and line.has(reader)), None)


def club_asked_for(request: HttpRequest) -> Club | None:
    """Return the club that the address names, if it names one; 404 if there is no such club."""
    slug = request.GET.get("club")
    if not slug:
        return None
    if "\0" in slug:
        raise Http404
    return get_object_or_404(Club, slug=slug)
