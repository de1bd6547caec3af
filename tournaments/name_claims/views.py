"""Views to choose a name by the event's QR code, and for staff to confirm claims."""

from dataclasses import replace

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.client_address import address_key, client_address
from accounts.common.qr_codes import qr
from accounts.common.requests import person
from accounts.guests.services import guest_counted
from accounts.guests.views import acting_user, guest_of
from accounts.models import User
from accounts.names.validation import searchable
from accounts.sign_in.services import known_people
from tournaments.common.errors import (
    BadlyWrittenError,
    NotOrganiserError,
    answers_refusals,
    refuse,
    signed_in_form,
)
from tournaments.common.lookups import find_competition
from tournaments.entries.views import allowance
from tournaments.models import Competition, NameClaim
from tournaments.name_claims import services as name_claims
from tournaments.name_claims.errors import NotYourPartnerError
from tournaments.name_claims.networks import Origin
from tournaments.name_claims.queries import NameStatus, own_name, read_claims, read_names
from tournaments.name_claims.services import (
    NAMED,
    may_confirm_all,
    names_address,
    require_open,
)
from tournaments.schedule.next_match import next_match

ALL, YES, BACK = "all", "yes", "back"


class StaffClaimForm(forms.Form):
    """Staff's decision on one claim, or on all."""

    act = forms.ChoiceField(choices=[(each, each) for each in (ALL, YES, BACK)])
    claim = forms.IntegerField(required=False, min_value=1, max_value=2**62)


@signed_in_form
def claims(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the claims by QR; staff confirms one or all, or rejects one."""
    competition = find_competition(request, pk)
    if not may_confirm_all(competition, person(request)):
        raise NotOrganiserError()
    if request.method == "POST":
        form = StaffClaimForm(request.POST)
        if not form.is_valid():
            return refuse(request, BadlyWrittenError())
        _decide(request, competition, form.cleaned_data["act"], form.cleaned_data["claim"] or 0)
        return redirect("competitions:claims", pk)
    address = request.build_absolute_uri(names_address(competition))
    context = {
        "competition": competition,
        "desk": read_claims(competition),
        "is_open": competition.can_claim_names,
        "may_run": competition.organised,  # type: ignore[attr-defined]  # annotated
        "address": address.partition("://")[2],
        "qr": qr(address),
    }
    return render(request, "tournaments/name_claims/claims.html", context)


def _decide(request: HttpRequest, competition: Competition, act: str, claim_id: int) -> None:
    actor, now = person(request), timezone.now()
    if act == ALL:
        number = name_claims.confirm_all(competition=competition, actor=actor, now=now)
        message = ngettext("%(number)s confirmado.", "%(number)s confirmados.", number)
        messages.success(request, message % {"number": number})
        return
    claim = get_object_or_404(NameClaim.objects.of(competition.pk), pk=claim_id)
    values = {"name": claim.player.name}
    if act == YES:
        name_claims.confirm(claim_id=claim.pk, actor=actor, now=now)
        messages.success(request, _("%(name)s ya está en su lugar.") % values)
    else:
        name_claims.release_claim(claim_id=claim.pk, actor=actor, now=now)
        messages.success(request, _("%(name)s quedó libre otra vez.") % values)


LONGEST = 60


class NameClaimForm(forms.Form):
    """The claim that a decision is about."""

    claim = forms.IntegerField(min_value=1, max_value=2**62)


@require_safe
@never_cache
@answers_refusals
def names(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the names of an event; a reader with a claim sees its state."""
    competition = _find(request, pk)
    query = searchable(request.GET.get("q", ""))[:LONGEST]
    reader = _reader(request)
    own = own_name(competition, reader)
    if own.player is None:
        require_open(competition)
    listed = read_names(competition)
    context = {
        "competition": competition,
        "names": listed,
        "lines": listed.search(query) if query else listed.lines,
        "sought": query,
        "own": own,
        "next": next_match(reader) if reader and own.player and not own.is_pending else None,
        "is_open": competition.can_claim_names,
        "now": timezone.now(),
    }
    return render(request, "tournaments/name_claims/names.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def name(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Ask whether the reader is a player; on yes, create the claim."""
    competition = _find(request, pk)
    require_open(competition)
    line = next((each for each in read_names(competition).lines if each.player.pk == player), None)
    if line is None:
        raise Http404
    if request.method == "POST":
        return _claim(request, competition, player)
    own = own_name(competition, _reader(request))
    if own.player is not None or line.spot != NameStatus.FREE:
        return redirect("competitions:names", pk)
    context = {"competition": competition, "line": line}
    return render(request, "tournaments/name_claims/name.html", context)


@require_POST
@answers_refusals
def let_go(request: HttpRequest, pk: int) -> HttpResponse:
    """Release the reader's own name, chosen by mistake or played by another person."""
    competition, reader = _find(request, pk), _reader(request)
    own = get_object_or_404(NameClaim, competition=competition, user=reader)
    assert reader is not None, "nobody's claim is not found"
    name_claims.release_claim(claim_id=own.pk, actor=reader, now=timezone.now())
    messages.success(request, _("Soltaste el nombre: elegí el tuyo."))
    return redirect("competitions:names", pk)


@require_POST
@answers_refusals
def is_partner(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm the waiting claim of a partner."""
    competition, reader = _find(request, pk), _reader(request)
    form = NameClaimForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    claim = get_object_or_404(
        NameClaim.objects.of(competition.pk).select_related("player"), pk=form.cleaned_data["claim"]
    )
    if reader is None:
        return refuse(request, NotYourPartnerError())
    name_claims.confirm(claim_id=claim.pk, actor=reader, now=timezone.now())
    messages.success(request, _("%(name)s ya está en su lugar.") % {"name": claim.player.name})
    return redirect("competitions:names", pk)


def _claim(request: HttpRequest, competition: Competition, player: int) -> HttpResponse:
    limits = []
    if request.user.is_authenticated:  # a new guest is counted on creation
        limits = [replace(allowance(competition), name=f"names-{competition.pk}")]
    with (
        guest_counted(client_address(request), *limits),
        acting_user(request, allowance(competition)) as user,
    ):
        claim = name_claims.claim_name(
            player_id=player, user=user, now=timezone.now(), origin=_origin(request)
        )
        if claim.counts:
            messages.success(request, _("Listo: ese lugar es tuyo."))
        return redirect("competitions:names", competition.pk)


def _origin(request: HttpRequest) -> Origin:
    return Origin(address_key(client_address(request)), known_people(request))


def _find(request: HttpRequest, pk: int) -> Competition:
    """Return an event whose names are taken by QR, if the reader may see it or came by its QR."""
    by_qr = Q(names_by_qr=True, rehearsal="") & ~Q(state=Competition.State.DRAFT)
    is_visible = Competition.objects.visible_to(request.user).filter(pk=pk).exists()
    if not is_visible and pk not in request.session.get(NAMED, ()):
        raise Http404
    return get_object_or_404(Competition.objects.select_related("club").filter(by_qr), pk=pk)


def _reader(request: HttpRequest) -> User | None:
    """Return the reader: an account, or a guest."""
    return request.user if request.user.is_authenticated else guest_of(request)
