"""Papers of a competition: to be printed, and to be passed on as plain text."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.live.competition import Shown
from tournaments.models import Competition
from tournaments.pages.papers import Sheet, cash_box, kinds
from tournaments.pages.podium import prizes
from tournaments.pages.screens.round_told import round_told
from tournaments.views.finding import find_competition

CASH = "cash"
Papers = dict[str, tuple[Promise | str, Callable[[], list[Sheet]]]]


ENDED = ("standings", "results")
"""What is looked at first when nobody plays any more."""


@require_safe
@never_cache
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one kind of paper (`?show=`), or the first that has something."""
    competition = find_competition(request, pk)
    shown = Shown.of(competition)
    papers = _papers(competition, shown)
    chosen = request.GET.get("show") or _first(competition, papers)
    if chosen not in papers:
        raise Http404
    sheets = papers[chosen][1]()
    context = {
        "competition": competition,
        "kinds": {name: label for name, (label, _made) in papers.items()},
        "chosen": chosen,
        "sheets": sheets,
        "text": "\n\n".join(_message(request, shown, sheets)),
    }
    return render(request, "tournaments/papers.html", context)


def _message(request: HttpRequest, shown: Shown, sheets: Iterable[Sheet]) -> Iterator[str]:
    """Yield the paragraphs that are passed on: what of, the sheets, where it goes on."""
    competition = shown.competition
    yield ", ".join(filter(None, (str(competition), round_told(shown.event))))
    yield from (sheet.text for sheet in sheets)
    if competition.is_open_to_all:
        yield request.build_absolute_uri(reverse("short", args=[competition.code]))


def _papers(competition: Competition, shown: Shown) -> Papers:
    """Return the papers the reader may see, each to be made; the cash box is the organisers'."""
    found: Papers = {
        name: (label, partial(made, shown.event))
        for name, (label, made) in kinds(shown.event).items()
    }
    if competition.organised:  # type: ignore[attr-defined]  # annotated
        entries = [line.entry for line in shown.entries]
        found[CASH] = (_("Caja"), partial(cash_box, entries, prizes(competition, shown.ended)))
    return found


def _first(competition: Competition, papers: Papers) -> str:
    """Return the first paper that has something, of the last ones if it is over."""
    order = [*ENDED, *papers] if competition.is_over else list(papers)
    return next((name for name in order if papers[name][1]()), order[0])
