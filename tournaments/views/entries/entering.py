"""Entering and leaving a competition: alone, as a pair by its link, out again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.guesses import refuse_guess
from accounts.access.strangers import Allowance, of_event
from accounts.models import User
from accounts.values.qr import qr
from accounts.views.asked import signed_in
from accounts.views.guests import somebody
from games.services.refusals import RefusedError
from tournaments.forms.entries import EntryForm, GuestNameForm, TeamForm
from tournaments.models import Competition, Entry, RosterPlayer
from tournaments.pages import sharing
from tournaments.pages.entry_list import EntryLine
from tournaments.services.entries import check_in as check_in_service
from tournaments.services.entries import registering, withdrawing
from tournaments.services.entries.registering import hash_token, takes_entries
from tournaments.views.competition.competitions import competition_page
from tournaments.views.finding import find_competition, person
from tournaments.views.refusal import answers_refusals, refuse
from tournaments.wording import refusals

OUT = Entry.State.WITHDRAWN
ENTERED = {
    Entry.State.CONFIRMED: gettext_lazy("Ya estás adentro."),
    Entry.State.WAITING: gettext_lazy("El cupo está lleno: quedaste en la lista de espera."),
    Entry.State.REQUESTED: gettext_lazy("Quedaste anotado: falta que te confirmen."),
}


@require_POST
@signed_in
@never_cache
@answers_refusals
def register(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter; whoever plays in a pair gets the link for their partner, this once."""
    competition = find_competition(request, pk)
    form = TeamForm(request.POST, size=competition.players_per_side)
    if not form.is_valid():
        return competition_page(request, competition, form, status=422)
    return _enter(request, competition, person(request), form)


@require_POST
@never_cache
@answers_refusals
def register_as_guest(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter without an account, under a name; a reader who is somebody already enters as that."""
    competition = find_competition(request, pk)
    names = RosterPlayer.objects.filter(entry__in=competition.entries.exclude(state=OUT))
    known = names.values_list("name", flat=True)
    form = TeamForm(request.POST, size=competition.players_per_side)
    called = GuestNameForm(request.POST, known=known)
    if not (form.is_valid() and called.is_valid()):
        return competition_page(request, competition, form, called, status=422)
    if not takes_entries(competition):  # before a guest is counted
        raise RefusedError("registration-closed")
    with somebody(
        request, allowance(competition), name=called.cleaned_data["display_name"]
    ) as user:
        return _enter(request, competition, user, form)


def _enter(
    request: HttpRequest, competition: Competition, user: User, form: TeamForm
) -> HttpResponse:
    """Enter a person as a valid form says; show the link for who is still missing."""
    registration = registering.register(
        competition_id=competition.pk, user=user, now=timezone.now(), **form.cleaned_data
    )
    if registration.token:
        return _partner_link(request, user, registration.entry, registration.token)
    messages.success(request, ENTERED[Entry.State(registration.entry.state)])
    return redirect("competitions:competition", competition.pk)


@require_POST
@signed_in
@answers_refusals
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that one's own entry is here."""
    own = _own_entry(request, pk)
    check_in_service.check_in(entry_id=own.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Ya estás acreditado: entrás al sorteo."))
    return redirect("competitions:competition", pk)


@require_POST
@signed_in
@never_cache
@answers_refusals
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a new link for who is missing in an entry; the old one stops working."""
    competition = find_competition(request, pk)
    form = EntryForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    entry = get_object_or_404(competition.entries, pk=form.cleaned_data["entry"])
    token = registering.renew_invitation(entry_id=entry.pk, user=person(request))
    return _partner_link(request, person(request), entry, token)


@require_POST
@signed_in
@answers_refusals
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave with one's whole team."""
    own = _own_entry(request, pk)
    withdrawing.withdraw(entry_id=own.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Ya no estás en esta competencia."))
    return redirect("competitions:competition", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show who wants to play with the reader; a click accepts. Links that lead nowhere count."""
    entry = _invited_to(token)
    if entry is None:
        if refusal := refuse_guess(request):
            return refusal
        raise RefusedError("bad-invitation")
    if request.method == "POST":
        accept = _accept_as_guest if "guest" in request.POST else _accept
        return accept(request, token, entry)
    return _invitation_page(request, entry, GuestNameForm())


def _invitation_page(
    request: HttpRequest, entry: Entry, called: GuestNameForm, status: int = 200
) -> HttpResponse:
    competition, line = entry.competition, EntryLine(entry)
    context = {
        "entry": entry,
        "competition": competition,
        "forming": entry.state == Entry.State.FORMING,
        "line": line,
        "open": _is_open(line),
        "own": request.user.pk is not None and line.has(request.user.pk),
        "rules_in_words": refusals.rules(competition.rules, competition.board_sizes),
        "guest_form": called,
    }
    return render(request, "tournaments/invitation.html", context, status=status)


def _accept_as_guest(request: HttpRequest, token: str, entry: Entry) -> HttpResponse:
    """Take the place without an account: under the name it bears, or one the reader gives."""
    called = GuestNameForm(request.POST)
    if not called.is_valid():
        return _invitation_page(request, entry, called, status=422)
    name = called.cleaned_data["display_name"] or registering.unclaimed_name(entry)
    with somebody(request, allowance(entry.competition), name=name) as user:
        return _join(request, token, entry, user)


@signed_in
def _accept(request: HttpRequest, token: str, entry: Entry) -> HttpResponse:
    return _join(request, token, entry, person(request))


def _join(request: HttpRequest, token: str, entry: Entry, user: User) -> HttpResponse:
    registering.accept_invitation(token=token, user=user, now=timezone.now())
    is_alone = entry.competition.players_per_side == 1
    messages.success(request, _("Ese lugar es tuyo.") if is_alone else _("Ya son equipo."))
    return redirect("competitions:competition", entry.competition_id)


def allowance(competition: Competition) -> Allowance:
    """Return how many guests a competition's link may bring from one address: a hall is one."""
    players = competition.cap * competition.players_per_side
    return of_event(f"competition-{competition.pk}", players)


def _own_entry(request: HttpRequest, pk: int) -> Entry:
    own = find_competition(request, pk).entries.of_person(person(request).pk).first()
    if own is None:
        raise RefusedError("not-in-entry")
    return own


def _is_open(line: EntryLine) -> bool:
    """Tell whether the link still leads somewhere: to a team that forms, or to a named place."""
    competition = line.entry.competition
    if line.entry.state == Entry.State.FORMING:
        return takes_entries(competition)
    is_in = line.entry.state != Entry.State.WITHDRAWN and not competition.is_over
    return line.has_unclaimed and is_in


def _invited_to(token: str) -> Entry | None:
    entries = Entry.objects.select_related("competition__club").prefetch_related("roster__user")
    return entries.filter(invitation=hash_token(token)).first()


def _partner_link(request: HttpRequest, user: User, entry: Entry, token: str) -> HttpResponse:
    """Show a link to who asked for it: a guest may be one only since this request."""
    competition = entry.competition
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    forming = entry.state == Entry.State.FORMING
    context = {
        "competition": competition,
        "entry": entry,
        "forming": forming,
        "own": entry.roster.filter(user=user).exists(),
        "link": link,
        "sharing": sharing.of_place(competition, link, is_partner=forming),
        "qr": qr(link),
    }
    return render(request, "tournaments/partner_link.html", context)
