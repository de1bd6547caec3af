"""The roster of an entry, for its captain and for organisers: reserves, transfers."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from tournaments.forms.entries import (
    DropForm,
    EntryForm,
    RenameForm,
    ReserveForm,
    SubstitutionForm,
    TransferForm,
)
from tournaments.models import Entry
from tournaments.services.entries import renaming, reserves, substituting, transfers
from tournaments.views.finding import find_competition, find_organised, person
from tournaments.views.refusal import answers_refusals, refuse


@require_POST
@signed_in
@answers_refusals
def add_reserve(request: HttpRequest, pk: int) -> HttpResponse:
    """Write down who may take a player's place."""
    form = ReserveForm(request.POST)
    if not form.is_valid():
        return refuse(request, _why(form))
    entry = _entry(request, pk, form)
    reserve = reserves.add_reserve(
        entry_id=entry.pk,
        player=form.cleaned_data["player"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("%(player)s es suplente.") % {"player": reserve})
    return _back(request, entry)


@require_POST
@signed_in
@answers_refusals
def drop_reserve(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a reserve off the list."""
    form = DropForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    entry = _entry(request, pk, form)
    reserves.drop_reserve(
        entry_id=entry.pk,
        player_id=form.cleaned_data["player"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("Ya no es suplente."))
    return _back(request, entry)


@require_POST
@signed_in
@answers_refusals
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a reserve play instead of somebody."""
    form = SubstitutionForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    entry = _entry(request, pk, form)
    substituting.substitute(
        entry_id=entry.pk,
        out_player_id=form.cleaned_data["goes"],
        in_player_id=form.cleaned_data["comes"],
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    messages.success(request, _("El cambio está hecho."))
    return _back(request, entry)


@require_POST
@signed_in
@answers_refusals
def transfer(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody join in the place of one who leaves."""
    form = TransferForm(request.POST)
    if not form.is_valid():
        return refuse(request, _why(form))
    entry = _entry(request, pk, form)
    comes = transfers.transfer(
        entry_id=entry.pk,
        out_player_id=form.cleaned_data["goes"],
        player=form.cleaned_data["player"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(
        request, _("La transferencia está hecha: %(player)s es del equipo.") % {"player": comes}
    )
    return _back(request, entry)


@require_POST
@signed_in
@answers_refusals
def rename_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the name of a player without an account."""
    find_organised(request, pk)
    form = RenameForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    entry = _entry(request, pk, form)
    renaming.rename_player(
        entry_id=entry.pk,
        player_id=form.cleaned_data["player"],
        name=form.cleaned_data["name"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("Los cambios están hechos."))
    return _back(request, entry)


def _entry(request: HttpRequest, pk: int, form: EntryForm) -> Entry:
    entries = find_competition(request, pk).entries
    return get_object_or_404(entries, pk=form.cleaned_data["entry"])


def _why(form: ReserveForm) -> str:
    """Tell a user name that nobody has from a form that makes no sense."""
    unknown = any(error.code == "unknown" for error in form.errors.as_data().get("player", ()))
    return "no-such-account" if unknown else "badly-written"


def _back(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Players come from the competition's page, organisers from their page of the entry."""
    if entry.roster.filter(user=person(request)).exists():
        return redirect("competitions:competition", entry.competition_id)
    if entry.competition.is_run_by(request.user):
        return redirect("competitions:entered_one", entry.competition_id, entry.pk)
    return redirect("competitions:competition", entry.competition_id)
