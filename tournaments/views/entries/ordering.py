"""The organiser's own order of the entries, by hand or as another competition ended."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views.asked import signed_in
from tournaments.forms.entries import LikeForm, OrderForm
from tournaments.results.previous_edition import ranks_in
from tournaments.services.draw import ordering
from tournaments.services.draw.seeding import by_hand
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def order(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the organiser's own order of the entries; take a new one.

    `?like=` proposes the order in which a competition of the club ended; saved, it counts.
    """
    competition = find_organised(request, pk)
    entries = by_hand(list(competition.entries.order_by("complete_at", "pk")))
    like = LikeForm(request.GET, competition=competition)
    source = like.cleaned_data["like"] if like.is_valid() else None
    if source is not None:
        ranks = ranks_in(source, entries)
        for entry in entries:
            entry.manual_seed = ranks.get(entry.pk)
        entries = by_hand(entries)
    form = OrderForm(request.POST or None, entries=entries)
    if request.method == "POST" and form.is_valid():
        ordering.order_entries(
            competition_id=pk, numbers=form.numbers(), actor=person(request), now=timezone.now()
        )
        messages.success(request, _("El orden quedó escrito: así se sortea."))
        return redirect("competitions:order", pk)
    status = 422 if form.errors else 200
    context = {"competition": competition, "form": form, "like": like, "source": source}
    return render(request, "tournaments/order.html", context, status=status)
