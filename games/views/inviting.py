"""Asking friends to a table by name, and the answers of those asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.services.friends import friends_of
from accounts.views.asked import signed_in
from games.board.words import refusal
from games.live.admission import viewpoint_at
from games.live.invitations import drawn, invitations_of
from games.models import Game, TableInvitation
from games.services.outside import inviting
from games.services.refusals import RefusedError
from games.views import arriving
from games.views.htmx import leave_for
from games.views.invited import invited
from truco_site.htmx import is_part


class InviteForm(forms.Form):
    """Whom to ask."""

    to = forms.IntegerField(min_value=1, max_value=2**63 - 1)


@dataclass(frozen=True)
class Friend:
    """A friend of the reader's, for the sheet of a table that waits."""

    person: User
    is_asked: bool = False
    why_not: str = ""  # the refusal, in words


def friends_to_ask(user: User, game: Game) -> Sequence[Friend]:
    """Return the reader's friends who do not sit at a table, and who of them was asked."""
    asked = set(game.invitations.given().values_list("to", flat=True))
    seated = game.seats.filter(user__isnull=False, sat_at__isnull=False).values("user")
    absent = friends_of(user).exclude(pk__in=seated)
    return [Friend(person, person.pk in asked) for person in absent]


def invited_piece(request: HttpRequest) -> str:
    """Return the reader's invitations as a piece of a page; "" for who cannot have any."""
    if not isinstance(request.user, User) or request.user.is_guest:
        return ""
    return mark_safe(drawn(invitations_of(request.user.pk)))


@require_POST
@signed_in
@never_cache
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a friend; htmx gets their line in the sheet, a plain form goes back to the table."""
    assert isinstance(request.user, User)
    if viewpoint_at(pk, request.user.pk, invited(request)) is None:
        raise Http404  # of a private table nobody else learns that it is there
    game, form = Game.objects.get(pk=pk), InviteForm(request.POST)
    if not form.is_valid():
        words = refusal("badly-written", game.preset)
        return HttpResponse(words, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    accounts = User.objects.filter(is_guest=False, is_link=False, is_active=True)
    friend = get_object_or_404(accounts, pk=form.cleaned_data["to"])
    shown, status = Friend(friend, is_asked=True), HTTPStatus.OK
    try:
        inviting.invite(game_id=pk, by=request.user, to_id=friend.pk, now=timezone.now())
    except RefusedError as error:
        why_not = refusal(error.code, game.preset)
        shown, status = Friend(friend, why_not=why_not), HTTPStatus.CONFLICT
    if not is_part(request) and not shown.why_not:
        return redirect("tables:table", pk)
    context = {"game": game, "friend": shown}
    return render(request, "games/_friend_to_ask.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
def come(request: HttpRequest, pk: int) -> HttpResponse:
    """Go to the table one was asked to, or hear that it does not wait any more.

    A tap on the site (POST) sits down there; a link from outside sits nobody down.
    """
    asked = TableInvitation.objects.select_related("game").filter(to=request.user.pk)
    invitation = get_object_or_404(asked, game__in=Game.objects.filter(pk=pk))  # of any length
    game = invitation.game
    is_seated = game.seats.filter(user=request.user.pk).exists()
    is_waiting = game.status == Game.Status.WAITING and invitation.declined_at is None
    if is_seated or (is_waiting and viewpoint_at(pk, request.user.pk)):
        return _to(request, game)
    context = {"game": game, "was_declined": invitation.declined_at}
    return render(request, "games/too_late.html", context, status=HTTPStatus.GONE)


def _to(request: HttpRequest, game: Game) -> HttpResponse:
    if request.method != "POST":
        return redirect("tables:table", game.pk)
    return leave_for(request, arriving.lead_to(request, game))


@require_POST
@signed_in
@never_cache
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Not come; twice is once."""
    assert isinstance(request.user, User)
    inviting.decline(game_id=pk, user=request.user, now=timezone.now())
    return HttpResponse() if is_part(request) else redirect("tables:lobby")
