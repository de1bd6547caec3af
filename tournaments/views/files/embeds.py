"""A competition to be shown inside pages of other sites: the only pages that may be framed."""

from collections.abc import Callable, Mapping
from typing import Final

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.live.pieces import placed
from tournaments.live.competition import Shown
from tournaments.models import Competition
from tournaments.pages.papers import Sheet, by_table, results, standings
from tournaments.pages.stages import Event

A_MINUTE: Final = 60  # that a browser keeps a sheet; it asks again by itself after two
SHEETS: Final[Mapping[str, Callable[[Event], list[Sheet]]]] = {
    "standings": standings,
    "fixtures": lambda event: [*by_table(event), *results(event)],
}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views without arguments
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a stranger may see of a competition, live, without a way to act."""
    found = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    shown = Shown.of(found)
    context = {"competition": found, "pieces": placed(shown.pieces())}
    return render(request, "tournaments/embed.html", context)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views without arguments
@cache_control(max_age=A_MINUTE)
def sheet(request: HttpRequest, pk: int, sheet: str) -> HttpResponse:
    """Show the standings, or what is played and how the last of it ended, as plain tables."""
    if sheet not in SHEETS:
        raise Http404
    found = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    sheets = SHEETS[sheet](Shown.of(found).event)
    context = {"competition": found, "sheets": sheets, "again": 2 * A_MINUTE}
    return render(request, "tournaments/embed_sheet.html", context)
