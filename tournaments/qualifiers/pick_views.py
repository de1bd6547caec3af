"""The organiser's page of entries that pass by a choice: a committee's, or the best left out."""

from collections.abc import Sequence
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.errors import RefusedError
from accounts.common.requests import person
from accounts.names.display import join_names
from tournaments.common.errors import signed_in_form
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.competitions.table_labels import figure
from tournaments.models import Competition, Entry, Pick
from tournaments.qualifiers.forms import BestForm, PickForm
from tournaments.qualifiers.picks import (
    best_of_the_rest,
    candidates_in,
    drop_pick,
    pick_best,
    pick_entries,
    sources_for,
)

OFFERED: Final = 60  # competitions


@signed_in_form
def picks(request: HttpRequest, pk: int) -> HttpResponse:
    """List those who pass by a choice; enter those a committee chose out of a source."""
    final = find_organised(request, pk)
    offered = list(sources_for(final)[:OFFERED])
    source = _chosen_source(request, offered)
    form = PickForm(request.POST or None, offered=candidates_in(final, source) if source else [])
    if request.method != "POST":
        return _page(request, final, offered, source, form)
    if not form.is_valid():
        return _page(request, final, offered, source, form, status=422)
    entries = pick_entries(
        competition_id=pk, **form.cleaned_data, actor=person(request), now=timezone.now()
    )
    _tell(request, entries)
    return redirect("competitions:picks", pk)


@signed_in_form
def best(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the best of those left out of some sources, and enter them."""
    final = find_organised(request, pk)
    offered = list(sources_for(final)[:OFFERED])
    form = BestForm(request.POST or request.GET or None, offered=offered)
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return _page(request, final, offered, None, PickForm(offered=[]), form, status=status)
    if request.method == "POST":
        entries = pick_best(
            competition_id=pk, **form.cleaned_data, actor=person(request), now=timezone.now()
        )
        _tell(request, entries)
        return redirect("competitions:picks", pk)
    by_pk = {each.pk: each for each in offered}
    sources = [by_pk[number] for number in form.cleaned_data["sources"]]
    try:
        candidates = best_of_the_rest(final, sources, form.cleaned_data["places"])
    except RefusedError as error:
        form.add_error("sources", error.message)
        return _page(request, final, offered, None, PickForm(offered=[]), form, status=error.status)
    lines = [(one, figure(round(float(one.points), 1))) for one in candidates]
    context = {"competition": final, "form": form, "found": lines}
    return render(request, "tournaments/qualifiers/best.html", context)


@posted_at_desk
def drop(request: HttpRequest, pk: int, pick: int) -> HttpResponse:
    """Take a choice back."""
    find_organised(request, pk)
    row = get_object_or_404(Pick, pk=pick, final=pk)
    drop_pick(pick_id=row.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Ya no pasa, y su lugar queda libre."))
    return redirect("competitions:picks", pk)


def _chosen_source(request: HttpRequest, offered: Sequence[Competition]) -> Competition | None:
    """Return the competition of which entries are chosen, if one was asked for."""
    source_id = request.GET.get("source", "")
    return next((each for each in offered if str(each.pk) == source_id), None)


def _tell(request: HttpRequest, entries: Sequence[Entry]) -> None:
    names = join_names([str(entry) for entry in entries])
    messages.success(request, _("Entran: %(who)s.") % {"who": names})


def _page(
    request: HttpRequest,
    final: Competition,
    offered: Sequence[Competition],
    source: Competition | None,
    form: PickForm,
    best_form: BestForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "competition": final,
        "offered": offered,
        "source": source,
        "form": form,
        "best_form": best_form or BestForm(offered=offered),
        "picks": final.picks.select_related("entry", "made_by", "taken_from__competition"),
        "is_open": final.state in Competition.UNDRAWN and not final.rehearsal,
    }
    return render(request, "tournaments/qualifiers/picks.html", context, status=status)
