"""Lookups for views: objects that the reader may not see raise 404.

Opening a POST-only address of organisers leads to the dashboard.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect

from accounts.common.requests import login_required_keep_post
from accounts.models import Club
from tournaments.common.errors import NotOrganiserError, answers_refusals
from tournaments.formats.catalogue import with_seasons
from tournaments.models import Absence, Competition, Feeder, HallTable, Stage
from tournaments.models.matches import COMPETITION

LEAGUE = Exists(Stage.objects.filter(competition=OuterRef("pk"), format__in=with_seasons()))
LINKED = Exists(Feeder.objects.agreed().filter(Q(final=OuterRef("pk")) | Q(source=OuterRef("pk"))))
_TABLES = HallTable.objects.filter(competitions=OuterRef("pk"), is_out=False).order_by()
TABLES = Coalesce(Subquery(_TABLES.values("competitions").annotate(n=Count("pk")).values("n")), 0)
WHOLE = f"{COMPETITION}__club"


def find_competition(request: HttpRequest, pk: int, *along: str) -> Competition:
    """Return a competition, with whether the reader may run it (as `organised`), or 404.

    The club, the next season, the series and the relations named in `along` are fetched with it.
    Annotations show if its format has seasons (`is_league`), if feeders link it to other
    competitions (`is_linked`), if only robots play in it (`is_demo`), and if the reader is absent
    from a round (`is_absent`); `usable_tables` is what `count_tables` returns.
    """
    competitions = Competition.objects.visible_to(request.user).with_role_of(request.user)
    competitions = competitions.with_demo().select_related("club", "next_season", "series", *along)
    own = Absence.objects.filter(entry__roster__user=request.user.pk)
    is_absent = Exists(own.filter(entry__competition=OuterRef("pk")))
    annotations = {"is_league": LEAGUE, "is_linked": LINKED, "usable_tables": TABLES}
    competitions = competitions.annotate(is_absent=is_absent, **annotations)
    return get_object_or_404(competitions, pk=pk)


def find_organised(request: HttpRequest, pk: int) -> Competition:
    """Return a competition that the reader runs, with its draft; 404, or `not-organiser`."""
    competition = find_competition(request, pk, "draft__group__stage")
    if not competition.organised:  # type: ignore[attr-defined]  # annotated
        raise NotOrganiserError()
    return competition


P = ParamSpec("P")


def posted_at_desk(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate an act of the dashboard: a POST by a user who is signed in.

    A signed-in user who reloads the address is redirected to the dashboard.
    """
    act = login_required_keep_post(answers_refusals(view))

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            return act(request, *args, **kwargs)
        if request.method in ("GET", "HEAD") and request.user.is_authenticated:
            return redirect("competitions:manage", kwargs["pk"])
        return HttpResponseNotAllowed(["POST"])

    return answered


def club_asked_for(request: HttpRequest) -> Club | None:
    """Return the club in the query string, or None; 404 if there is no such club."""
    slug = request.GET.get("club")
    if not slug:
        return None
    if "\0" in slug:
        raise Http404
    return get_object_or_404(Club, slug=slug)
