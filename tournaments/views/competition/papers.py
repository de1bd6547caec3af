"""Papers of a competition: to be printed, and to be passed on as plain text."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.live.competition import Shown
from tournaments.pages.papers import SHEETS, cash_box
from tournaments.views.finding import find_competition

CASH = "cash"


@require_safe
@never_cache
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one kind of paper (`?show=`); the cash box to organisers alone."""
    competition = find_competition(request, pk)
    kinds = {name: label for name, (label, _made) in SHEETS.items()}
    if competition.organised:  # type: ignore[attr-defined]  # annotated
        kinds[CASH] = _("Caja")
    chosen = request.GET.get("show", next(iter(kinds)))
    if chosen not in kinds:
        raise Http404
    shown = Shown.of(competition)
    if chosen == CASH:
        sheets = cash_box((line.entry for line in shown.entries), competition.prizes)
    else:
        sheets = SHEETS[chosen][1](shown.event)
    context = {
        "competition": competition,
        "kinds": kinds,
        "chosen": chosen,
        "sheets": sheets,
        "text": "\n\n".join([str(competition), *(sheet.text for sheet in sheets)]),
    }
    return render(request, "tournaments/papers.html", context)
