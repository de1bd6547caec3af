"""The desk of an event's names: who waits to be confirmed, who is there, the QR for the rest."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.values.qr import qr
from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.models import Competition, NameClaim
from tournaments.pages.organisers.claims import read_claims
from tournaments.services.names import claiming, confirming
from tournaments.services.names.door import is_open, may_confirm_all
from tournaments.views.addresses import names_address
from tournaments.views.finding import find_competition, person
from tournaments.views.refusal import answers_refusals, refuse

ALL, YES, BACK = "all", "yes", "back"


class ClaimForm(forms.Form):
    """What staff decides about a claim, or about all of them."""

    act = forms.ChoiceField(choices=[(each, each) for each in (ALL, YES, BACK)])
    claim = forms.IntegerField(required=False, min_value=1, max_value=2**62)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def claims(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was said by the QR; a tap confirms one, all, or takes one back."""
    competition = find_competition(request, pk)
    if not may_confirm_all(competition, person(request)):
        raise RefusedError("not-organiser")
    if request.method == "POST":
        form = ClaimForm(request.POST)
        if not form.is_valid():
            return refuse(request, "badly-written")
        _decide(request, competition, form.cleaned_data["act"], form.cleaned_data["claim"] or 0)
        return redirect("competitions:claims", pk)
    address = request.build_absolute_uri(names_address(competition))
    context = {
        "competition": competition,
        "desk": read_claims(competition),
        "is_open": is_open(competition),
        "may_run": competition.organised,  # type: ignore[attr-defined]  # annotated
        "address": address.partition("://")[2],
        "qr": qr(address),
    }
    return render(request, "tournaments/claims.html", context)


def _decide(request: HttpRequest, competition: Competition, act: str, claim_id: int) -> None:
    actor, now = person(request), timezone.now()
    if act == ALL:
        number = confirming.confirm_all(competition=competition, actor=actor, now=now)
        told = ngettext("%(number)s confirmado.", "%(number)s confirmados.", number)
        messages.success(request, told % {"number": number})
        return
    claim = get_object_or_404(NameClaim.objects.of(competition.pk), pk=claim_id)
    named = {"name": claim.player.name}
    if act == YES:
        confirming.confirm(claim_id=claim.pk, actor=actor, now=now)
        messages.success(request, _("%(name)s ya está en su lugar.") % named)
    else:
        claiming.let_go(claim_id=claim.pk, actor=actor, now=now)
        messages.success(request, _("%(name)s quedó libre otra vez.") % named)
