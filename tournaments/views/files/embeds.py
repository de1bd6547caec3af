"""A competition to be shown inside pages of other sites: the only pages that may be framed."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.live.pieces import placed
from tournaments.live.competition import Shown
from tournaments.models import Competition


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # typed for views without arguments
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a stranger may see of a competition, live, without a way to act."""
    found = get_object_or_404(Competition.objects.public().select_related("club"), pk=pk)
    shown = Shown.of(found)
    context = {"competition": found, "pieces": placed(shown.pieces())}
    return render(request, "tournaments/embed.html", context)
