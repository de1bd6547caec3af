"""The organiser's page of places won in other competitions, in both directions."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from accounts.names.display import join_names
from tournaments.common.errors import BadlyWrittenError, refuse, signed_in_form
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.models import Berth, Competition, Feeder
from tournaments.qualifiers import labels as qualifiers_labels
from tournaments.qualifiers import services as qualifiers
from tournaments.qualifiers.forms import FeederForm, RankedForm
from tournaments.qualifiers.queries import fed_by, feeders_of, offered_to
from tournaments.qualifiers.ranked import enter_ranked, periods_of

ELSEWHERE: Final = ("not-organiser", "already-drawn", "wrong-state")  # no fault of the form
ANSWERS: Final[Mapping[str, tuple[Callable[..., None], Any]]] = {
    "drop": (qualifiers.drop_feeder, gettext_lazy("De ahí ya no pasa nadie más.")),
    "agree": (
        partial(qualifiers.answer_feeder, agrees=True),
        gettext_lazy("Listo: al terminar pasan solos."),
    ),
    "refuse": (
        partial(qualifiers.answer_feeder, agrees=False),
        gettext_lazy("Listo: de acá no pasa nadie."),
    ),
}


@signed_in_form
def feeders(request: HttpRequest, pk: int) -> HttpResponse:
    """List the sources of this competition and the finals it feeds; announce a new source."""
    competition = find_organised(request, pk)
    form = FeederForm(request.POST or None, offered=offered_to(competition))
    if request.method != "POST":
        return _page(request, competition, form)
    if not form.is_valid():
        return _page(request, competition, form, 422)
    which = {name: form.cleaned_data[name] for name in ("places", "first_rank")}
    try:
        feeder = qualifiers.add_feeder(
            final_id=pk,
            source_id=form.cleaned_data["number"],
            **which,
            actor=person(request),
            now=timezone.now(),
        )
    except RefusedError as error:
        if error.code in ELSEWHERE:
            raise
        form.add_error(None, error.message)
        return _page(request, competition, form, error.status)
    messages.success(request, _("Entran: %(who)s.") % {"who": qualifiers_labels.of_source(feeder)})
    return redirect("competitions:feeders", pk)


@posted_at_desk
def ranked(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the first of a leaderboard of the club."""
    competition = find_organised(request, pk)
    form = RankedForm(request.POST, periods=periods_of(competition.club_id))
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    entries = enter_ranked(
        competition_id=pk, **form.cleaned_data, actor=person(request), now=timezone.now()
    )
    names = join_names([str(entry) for entry in entries])
    messages.success(request, _("Entran: %(who)s.") % {"who": names})
    return redirect("competitions:feeders", pk)


@posted_at_desk
def answer_feeder(request: HttpRequest, pk: int, feeder: int, answer: str) -> HttpResponse:
    """Remove a feeder, or accept or decline one for this source."""
    find_organised(request, pk)
    if answer not in ANSWERS:
        raise Http404
    service, message = ANSWERS[answer]
    own = {"final": pk} if answer == "drop" else {"source": pk}
    row = get_object_or_404(Feeder, pk=feeder, **own)
    service(feeder_id=row.pk, actor=person(request), now=timezone.now())
    messages.success(request, message)
    return redirect("competitions:feeders", pk)


@posted_at_desk
def berth(request: HttpRequest, pk: int, berth: int) -> HttpResponse:
    """Choose the holder of a shared place; without a choice, mark the news as read."""
    find_organised(request, pk)
    row = get_object_or_404(Berth, pk=berth, feeder__final=pk)
    by: dict[str, Any] = {"berth_id": row.pk, "actor": person(request), "now": timezone.now()}
    chosen = request.POST.get("entry", "")
    if not chosen:
        qualifiers.mark_news_read(**by)
    elif not (chosen.isascii() and chosen.isdecimal() and len(chosen) < 10):
        return refuse(request, BadlyWrittenError())
    else:
        qualifiers.choose_tied_qualifier(entry_id=int(chosen), **by)
        messages.success(request, _("Pasa quien elegiste."))
    return redirect("competitions:feeders", pk)


def _page(
    request: HttpRequest, competition: Competition, form: FeederForm, status: int = 200
) -> HttpResponse:
    context = {
        "competition": competition,
        "form": form,
        "ranked_form": RankedForm(periods=periods_of(competition.club_id)),
        "feeders": feeders_of(competition),
        "feeds": [(each, qualifiers_labels.to_final(each)) for each in fed_by(competition)],
        "is_open": competition.state in Competition.UNDRAWN and not competition.rehearsal,
    }
    return render(request, "tournaments/qualifiers/feeders.html", context, status=status)
