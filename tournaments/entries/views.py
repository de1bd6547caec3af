"""Views to enter and leave, to check in, to follow an entry, and to edit its roster.

Following needs no account: the browser remembers an entry. It claims nothing and shows only
public data. Players check in with one tap, from a QR code in the room.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.common.errors import RefusedError
from accounts.common.qr_codes import qr
from accounts.common.rate_limit import RateLimit, refuse_guess
from accounts.common.requests import login_required_keep_post, person
from accounts.common.tokens import hash_token
from accounts.guests.services import of_event
from accounts.guests.views import acting_user
from accounts.models import User
from accounts.names.collation import by_letters
from tournaments.common.errors import (
    BadInvitationError,
    BadlyWrittenError,
    NotInEntryError,
    answers_refusals,
    refuse,
    refused,
    signed_in_form,
    signed_in_post,
)
from tournaments.common.lookups import find_competition, find_organised, posted_at_desk
from tournaments.competitions.settings import rules_in_words
from tournaments.entries import check_in as entries_check_in
from tournaments.entries import (
    partner_changes,
    partner_search,
    player_changes,
    renames,
    substitutes,
)
from tournaments.entries import services as entries_services
from tournaments.entries.check_in import check_in_entry
from tournaments.entries.forms import (
    DropForm,
    EntryForm,
    GuestNameForm,
    PlayerChangeForm,
    RenameForm,
    ReserveForm,
    SubstitutionForm,
    TransferForm,
)
from tournaments.entries.own_entry import OwnEntryView
from tournaments.entries.player_changes import ChangeChoices, PlayerChange
from tournaments.entries.queries import EntryLine, rosters
from tournaments.entries.services import takes_entries
from tournaments.models import Competition, Entry
from tournaments.models.competitions import number_of
from tournaments.stages import share_links

OUT = Entry.State.WITHDRAWN
ENTERED = {
    Entry.State.CONFIRMED: gettext_lazy("Ya estás adentro."),
    Entry.State.WAITING: gettext_lazy("El cupo está lleno: quedaste en la lista de espera."),
    Entry.State.REQUESTED: gettext_lazy("Quedaste anotado: falta que te confirmen."),
}


@signed_in_post
def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Check the reader's own entry in."""
    own = _own_entry(request, pk)
    entries_check_in.check_in_entry(entry_id=own.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Ya estás acreditado: entrás al sorteo."))
    return redirect("competitions:competition", pk)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a new link for the missing players of an entry; the old one stops working."""
    competition = find_competition(request, pk)
    form = EntryForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    entry = get_object_or_404(competition.entries, pk=form.cleaned_data["entry"])
    token = entries_services.renew_invitation(entry_id=entry.pk, user=person(request))
    return _partner_link(request, person(request), entry, token)


@signed_in_post
def propose(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Propose to play together, accept that, or with `drop` take it back or decline it."""
    other = get_object_or_404(find_competition(request, pk).entries, pk=entry)
    if "drop" in request.POST:
        partner_search.drop_proposal(entry_id=other.pk, user=person(request))
        return redirect("competitions:competition", pk)
    pair = partner_search.propose_partner(
        entry_id=other.pk, user=person(request), now=timezone.now()
    )
    text = _("Se lo propusimos a %(name)s.") % {"name": other}
    messages.success(request, text if pair is None else _("Ya son equipo."))
    return redirect("competitions:competition", pk)


@posted_at_desk
def pair_up(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Join two players who look for a partner."""
    competition, form = find_organised(request, pk), EntryForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    own = get_object_or_404(competition.entries, pk=entry)
    pair = partner_search.pair_up(
        entry_id=own.pk,
        other_id=_entry(request, pk, form).pk,
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("%(pair)s juegan juntos.") % {"pair": pair})
    return redirect("competitions:manage", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation, or accept it. Unknown links count towards a rate limit."""
    entry = _invited_to(token)
    if entry is None:
        if refusal := refuse_guess(request):
            return refusal
        raise BadInvitationError()
    if request.method == "POST":
        accept = _accept_as_guest if "guest" in request.POST else _accept
        return accept(request, token, entry)
    return _invitation_page(request, entry, GuestNameForm())


def _invitation_page(
    request: HttpRequest, entry: Entry, form: GuestNameForm, status: int = 200
) -> HttpResponse:
    competition, line = entry.competition, EntryLine(entry)
    context = {
        "entry": entry,
        "competition": competition,
        "forming": entry.state == Entry.State.FORMING,
        "line": line,
        "open": _is_open(line),
        "own": request.user.pk is not None and line.has(request.user.pk),
        "rules_in_words": rules_in_words(competition.rules, competition.board_sizes),
        "guest_form": form,
    }
    return render(request, "tournaments/entries/invitation.html", context, status=status)


def _accept_as_guest(request: HttpRequest, token: str, entry: Entry) -> HttpResponse:
    """Accept an invitation as a guest, under the roster name or a name of the reader's choice."""
    form = GuestNameForm(request.POST)
    if not form.is_valid():
        return _invitation_page(request, entry, form, status=422)
    name = form.cleaned_data["display_name"] or entries_services.unclaimed_name(entry)
    with acting_user(request, name=name, is_invited=True) as user:
        return _join(request, token, entry, user)


@login_required_keep_post
def _accept(request: HttpRequest, token: str, entry: Entry) -> HttpResponse:
    return _join(request, token, entry, person(request))


def _join(request: HttpRequest, token: str, entry: Entry, user: User) -> HttpResponse:
    entries_services.accept_invitation(token=token, user=user, now=timezone.now())
    is_alone = entry.competition.players_per_side == 1
    messages.success(request, _("Ese lugar es tuyo.") if is_alone else _("Ya son equipo."))
    return redirect("competitions:competition", entry.competition_id)


def allowance(competition: Competition) -> RateLimit:
    """Return how many guests a competition's link may bring per IP address: a hall has one."""
    players = competition.cap * competition.players_per_side
    return of_event(f"competition-{competition.pk}", players)


def _own_entry(request: HttpRequest, pk: int) -> Entry:
    own = find_competition(request, pk).entries.of_person(person(request).pk).first()
    if own is None:
        raise NotInEntryError()
    return own


def _is_open(line: EntryLine) -> bool:
    """Return whether the link is usable: the team is incomplete, or a name is unclaimed."""
    competition = line.entry.competition
    if line.entry.state == Entry.State.FORMING:
        return takes_entries(competition)
    is_in = line.entry.state != Entry.State.WITHDRAWN and not competition.is_over
    return line.has_unclaimed and is_in


def _invited_to(token: str) -> Entry | None:
    entries = Entry.objects.select_related("competition__club").prefetch_related("roster__user")
    return entries.filter(invitation=hash_token(token)).first()


def _partner_link(request: HttpRequest, user: User, entry: Entry, token: str) -> HttpResponse:
    """Show the new link to the user, possibly a guest account created in this request."""
    competition = entry.competition
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    forming = entry.state == Entry.State.FORMING
    context = {
        "competition": competition,
        "entry": entry,
        "forming": forming,
        "own": entry.roster.filter(user=user).exists(),
        "link": link,
        "sharing": share_links.of_place(competition, link, is_partner=forming),
        "qr": qr(link),
    }
    return render(request, "tournaments/entries/partner_link.html", context)


FOLLOWED: Final = "followed"  # session key: the followed entry by competition
KEPT: Final = 20  # competitions remembered in a session


class FollowForm(forms.Form):
    """The entry to follow; empty to stop following."""

    entry = forms.IntegerField(min_value=1, max_value=2**62, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the entries to choose one to follow, or remember the choice."""
    competition = find_competition(request, pk)
    entries = competition.entries.exclude(state=Entry.State.WITHDRAWN)
    if request.method == "POST":
        form = FollowForm(request.POST)
        if not form.is_valid():
            return refuse(request, BadlyWrittenError())
        chosen = form.cleaned_data["entry"]
        if chosen is not None:
            get_object_or_404(entries, pk=chosen)
        _remember(request, pk, chosen)
        return redirect("competitions:competition", pk)
    listed = sorted(entries, key=by_letters)
    players = rosters(listed)
    context = {
        "competition": competition,
        "lines": [(entry, _player_names(entry, players.get(entry.pk, ()))) for entry in listed],
        "followed": followed_in(request, pk),
        "in_hall": competition.hall_tables.exists(),
    }
    return render(request, "tournaments/entries/follow.html", context)


def can_be_followed(competition: Competition) -> bool:
    """Return whether an entry can be followed to its table: real cards are in play."""
    return competition.with_cards and competition.is_drawn and not competition.is_over


def followed_in(request: HttpRequest, pk: int) -> int | None:
    """Return the entry that a reader follows in a competition."""
    entry_id: int | None = request.session.get(FOLLOWED, {}).get(str(pk))
    return entry_id


def _remember(request: HttpRequest, pk: int, entry: int | None) -> None:
    followed = {
        key: one for key, one in request.session.get(FOLLOWED, {}).items() if key != str(pk)
    }
    if entry is not None:
        followed[str(pk)] = entry
    request.session[FOLLOWED] = dict(list(followed.items())[-KEPT:])


def _player_names(entry: Entry, players: Sequence[str]) -> str:
    """Return the names of an entry's players if its name does not contain them."""
    return "" if all(name in str(entry) for name in players) else ", ".join(players)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def check_in_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the reader's own entry with the check-in button, or why there is none; check it in."""
    competition = find_competition(request, number_of(code) or 0)
    if request.method == "POST":
        return _check_in(request, competition)
    own = _own(request, competition)
    context = {
        "competition": competition,
        "own": own,
        "place": OwnEntryView.of(request.user, own) if own else None,
        "is_open": competition.state == Competition.State.CHECK_IN,
    }
    return render(request, "tournaments/entries/here.html", context)


@login_required_keep_post
def _check_in(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Check the entry in. If its partner was faster, the answer is the same."""
    own = _own(request, competition)
    if own is None:
        raise NotInEntryError()
    try:
        check_in_entry(entry_id=own.pk, actor=person(request), now=timezone.now())
    except RefusedError as error:
        if error.code != "already-checked-in":
            raise
    return redirect("here", competition.code)


def _own(request: HttpRequest, competition: Competition) -> Entry | None:
    """Return the reader's entry; a withdrawn one only if there is no other."""
    if not request.user.is_authenticated:
        return None
    own = competition.entries.of_person(request.user.pk).select_related("competition")
    return own.exclude(state=Entry.State.WITHDRAWN).first() or own.first()


@signed_in_post
def add_reserve(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a reserve to an entry."""
    form = ReserveForm(request.POST)
    if not form.is_valid():
        return refuse(request, refused(_why(form)))
    entry = _entry(request, pk, form)
    reserve = substitutes.add_reserve(
        entry_id=entry.pk,
        player=form.cleaned_data["player"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("%(player)s es suplente.") % {"player": reserve})
    return _back(request, entry)


@signed_in_post
def drop_reserve(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a reserve from an entry."""
    form = DropForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    entry = _entry(request, pk, form)
    substitutes.drop_reserve(
        entry_id=entry.pk,
        player_id=form.cleaned_data["player"],
        actor=person(request),
        now=timezone.now(),
    )
    messages.success(request, _("Ya no es suplente."))
    return _back(request, entry)


@signed_in_post
def substitute(request: HttpRequest, pk: int) -> HttpResponse:
    """Swap a player and a reserve."""
    form = SubstitutionForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    entry = _entry(request, pk, form)
    substitutes.substitute(
        entry_id=entry.pk,
        out_player_id=form.cleaned_data["goes"],
        in_player_id=form.cleaned_data["comes"],
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    messages.success(request, _("El cambio está hecho."))
    return _back(request, entry)


@signed_in_post
def transfer(request: HttpRequest, pk: int) -> HttpResponse:
    """Replace a player of an entry by a newcomer."""
    form = TransferForm(request.POST)
    if not form.is_valid():
        return refuse(request, refused(_why(form)))
    entry = _entry(request, pk, form)
    comes = substitutes.transfer(
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


@signed_in_form
def change_players(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show the choices for a change of players, its consequences, and make it."""
    competition = find_organised(request, pk)
    own = get_object_or_404(competition.entries.select_related("competition__club"), pk=entry)
    data = request.POST if request.method == "POST" else request.GET
    context = {"competition": competition, "own": own, "choices": ChangeChoices(own)}
    if request.method != "POST" and "goes" not in data:
        return render(request, "tournaments/entries/change_players.html", context)
    form = PlayerChangeForm(data, entry=own)
    if not form.is_valid():
        return refuse(request, refused(_why(form)))
    if request.method == "POST":
        _change_players(own, form.cleaned_data, person(request))
        messages.success(request, _("El cambio está hecho."))
        joined = form.cleaned_data["to"]  # the entry of who moved may be gone
        return redirect("competitions:entered_one", pk, entry if joined is None else joined.pk)
    context["change"] = _preview(own, form.cleaned_data)
    return render(request, "tournaments/entries/change_players.html", context)


def _change_players(entry: Entry, chosen: Mapping[str, Any], actor: User) -> None:
    goes, arguments = chosen["goes"], dict[str, Any](actor=actor, now=timezone.now())
    if chosen["player"]:
        partner_changes.bring_in(
            entry_id=entry.pk, out_player_id=goes.pk, player=chosen["player"], **arguments
        )
    elif chosen["comes"]:
        partner_changes.swap_players(
            first_player_id=goes.pk, second_player_id=chosen["comes"].pk, **arguments
        )
    else:
        partner_changes.move_player(player_id=goes.pk, to_entry_id=chosen["to"].pk, **arguments)


def _preview(entry: Entry, chosen: Mapping[str, Any]) -> PlayerChange:
    goes = chosen["goes"]
    if chosen["player"]:
        return player_changes.substitution(entry, goes, chosen["player"])
    if chosen["comes"]:
        return player_changes.swap(goes, chosen["comes"])
    return player_changes.move(goes, chosen["to"])


@signed_in_post
def rename_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the name of a player without an account."""
    find_organised(request, pk)
    form = RenameForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    entry = _entry(request, pk, form)
    renames.rename_player(
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


def _why(form: forms.Form) -> str:
    """Return the refusal of a form: an unknown account, or else `badly-written`."""
    unknown = any(error.code == "unknown" for error in form.errors.as_data().get("player", ()))
    return "no-such-account" if unknown else "badly-written"


def _back(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Redirect players to the competition and organisers to their page of the entry."""
    if entry.roster.filter(user=person(request)).exists():
        return redirect("competitions:competition", entry.competition_id)
    if entry.competition.is_run_by(request.user):
        return redirect("competitions:entered_one", entry.competition_id, entry.pk)
    return redirect("competitions:competition", entry.competition_id)
