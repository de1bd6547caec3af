"""Views of friends, of invitations by name, and of invitation links to a casual table.

The server stores nothing for a link: it names the table and is signed with the site's key (HMAC).
The browser that follows it keeps it in its session, so that no later address contains it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, cast
from urllib.parse import urlencode

from django import forms
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.errors import RefusedError
from accounts.common.qr_codes import qr
from accounts.common.requests import htmx_redirect, is_part, login_required_keep_post
from accounts.friends import links as friend_links
from accounts.friends.services import FriendshipStatus, find_people, friends_of, ties
from accounts.guests.views import guest_of
from accounts.models import Friendship, User
from accounts.names.validation import searchable
from games.casual import arrival
from games.common.errors import refusal
from games.invitations import services as invitations
from games.invitations.codes import table_code
from games.invitations.live import invitations_of, render_invitations
from games.live.admission import INVITED, invited, viewpoint_at, viewpoint_of
from games.live.friend_presence import presence_of_friends
from games.models import Game, Seat, TableInvitation


@require_safe
@login_required_keep_post
@never_cache
def friends(request: HttpRequest) -> HttpResponse:
    """Show requests to the reader, their friends' presence, and their own unanswered requests."""
    user = cast("User", request.user)
    if user.is_guest:
        return render(request, "games/invitations/friends.html")
    awaiting = Friendship.objects.awaiting(user).filter(asker__is_active=True)
    unanswered = Friendship.objects.unanswered(user).filter(asked__is_active=True)
    link = request.build_absolute_uri(friend_links.path_of(user))
    words = searchable(request.GET.get("q", ""))[:LONGEST]
    context: dict[str, object] = {
        "link": link,
        "qr": qr(link),
        "wanted": words,
        "found": _people_found(user, words),
        "awaiting": [row.asker for row in awaiting.select_related("asker").order_by("asked_at")],
        "friends": presence_of_friends(list(friends_of(user)), user),
        "unanswered": [
            row.asked for row in unanswered.select_related("asked").order_by("asked_at")
        ],
    }
    return render(request, "games/invitations/friends.html", context)


LONGEST: Final = 60
FEWEST_LETTERS: Final = 3


def _people_found(user: User, words: str) -> list[tuple[User, FriendshipStatus]]:
    """Return accounts with these words in their name, and their relation to the reader."""
    if len(words) < FEWEST_LETTERS:
        return []
    people = find_people(user, words)
    statuses = ties(user, [person.pk for person in people])
    return [(person, statuses[person.pk]) for person in people]


@require_safe
@never_cache
def show_people(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the people with accounts at a table, as a part of its menu."""
    viewpoint_of(request, pk)
    reader = None if guest_of(request) else request.user
    seats = Seat.objects.filter(game=pk, user__is_guest=False, user__is_active=True)
    others = [
        seat.user
        for seat in seats.exclude(user=request.user.pk).select_related("user").order_by("number")
        if seat.user is not None and not seat.user.is_robot
    ]
    everybody = enumerate(Game.objects.with_players().get(pk=pk).people)
    context: dict[str, object] = {
        "game": pk,
        "everybody": [(number, name) for number, name in everybody if name],
        "needs_account": not isinstance(reader, User),
    }
    if isinstance(reader, User):
        statuses = ties(reader, [other.pk for other in others])
        context["people"] = [(other, statuses[other.pk]) for other in others]
    return render(request, "games/invitations/_people.html", context)


MOST: Final = 20  # invitations per browser
GONE: Final = 410
_signer = Signer(salt="games.invitation", sep="~")


@dataclass(frozen=True)
class Invite:
    """The URL that lets anyone sit down, as a QR code, as a message for WhatsApp, and its code."""

    link: str
    qr: str
    whatsapp: str
    code: str


def read_invitation(request: HttpRequest, game: Game) -> Invite:
    """Return the invitation that people at the table can share."""
    link = request.build_absolute_uri(path_to_join(game.pk))
    text = _("Jugamos al truco: sentate acá %(link)s") % {"link": link}
    whatsapp = f"https://wa.me/?{urlencode({'text': text})}"
    return Invite(link, qr(link), whatsapp, table_code(game.pk))


def path_to_join(game_id: int) -> str:
    """Return the path of the invitation to a table."""
    return reverse("tables:join", args=[_signer.sign(str(game_id))])


@require_safe
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Follow an invitation: to the table, or to a page that says it is too late."""
    try:
        pk = int(_signer.unsign(token))
    except BadSignature as forged:
        raise Http404 from forged
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    seats = list(game.seats.all())
    is_mine = any(seat.user_id == request.user.pk for seat in seats if seat.user_id)
    can_come = not game.is_over and any(seat.is_free or seat.company for seat in seats)
    if not (is_mine or can_come):
        return render(request, "games/invitations/too_late.html", {"game": game}, status=GONE)
    game_ids = [each for each in invited(request) if each != pk]
    request.session[INVITED] = [*game_ids[1 - MOST :], pk]
    return redirect("tables:table", pk)


class InviteForm(forms.Form):
    """The form with the friend to invite, by id."""

    to = forms.IntegerField(min_value=1, max_value=2**63 - 1)


@dataclass(frozen=True)
class Friend:
    """A friend of the reader's, in the sheet of a waiting table."""

    person: User
    is_asked: bool = False
    why_not: str = ""  # the refusal, in words


def friends_to_ask(user: User, game: Game) -> Sequence[Friend]:
    """Return the reader's friends who are not at the table, and which of them are invited."""
    invited_ids = set(game.invitations.blocking_repeats().values_list("to", flat=True))
    seated = game.seats.filter(user__isnull=False, sat_at__isnull=False).values("user")
    absent = friends_of(user).exclude(pk__in=seated)
    return [Friend(person, person.pk in invited_ids) for person in absent]


def invited_piece(request: HttpRequest) -> str:
    """Return the reader's invitations as a fragment; "" for visitors who cannot have any."""
    if not isinstance(request.user, User) or request.user.is_guest:
        return ""
    return mark_safe(render_invitations(invitations_of(request.user.pk)))


@require_POST
@login_required_keep_post
@never_cache
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Invite a friend; htmx gets their line in the sheet, a plain form returns to the table."""
    assert isinstance(request.user, User)
    if viewpoint_at(pk, request.user.pk, invited(request)) is None:
        raise Http404  # a private table's existence is secret
    game, form = Game.objects.get(pk=pk), InviteForm(request.POST)
    if not form.is_valid():
        words = refusal("badly-written", game.preset)
        return HttpResponse(words, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    accounts = User.objects.filter(is_guest=False, is_link=False, is_active=True)
    friend = get_object_or_404(accounts, pk=form.cleaned_data["to"])
    entry, status = Friend(friend, is_asked=True), HTTPStatus.OK
    try:
        invitations.invite(game_id=pk, by=request.user, to_id=friend.pk, now=timezone.now())
    except RefusedError as error:
        why_not = refusal(error.code, game.preset)
        entry, status = Friend(friend, why_not=why_not), HTTPStatus.CONFLICT
    if not is_part(request) and not entry.why_not:
        return redirect("tables:table", pk)
    context = {"game": game, "friend": entry}
    return render(request, "games/invitations/_friend_to_ask.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@never_cache
def come(request: HttpRequest, pk: int) -> HttpResponse:
    """Go to the table of an invitation, or learn that it is too late.

    A tap on the site (POST) sits down there; a link from outside does not.
    """
    received = TableInvitation.objects.select_related("game").filter(to=request.user.pk)
    # accepts ids of any length
    invitation = get_object_or_404(received, game__in=Game.objects.filter(pk=pk))
    game = invitation.game
    is_seated = game.seats.filter(user=request.user.pk).exists()
    is_waiting = game.status == Game.Status.WAITING and invitation.declined_at is None
    if is_seated or (is_waiting and viewpoint_at(pk, request.user.pk)):
        return _to(request, game)
    context = {"game": game, "was_declined": invitation.declined_at}
    return render(request, "games/invitations/too_late.html", context, status=HTTPStatus.GONE)


def _to(request: HttpRequest, game: Game) -> HttpResponse:
    if request.method != "POST":
        return redirect("tables:table", game.pk)
    return htmx_redirect(request, arrival.redirect_to_table(request, game))


@require_POST
@login_required_keep_post
@never_cache
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline an invitation; repeating it has no effect."""
    assert isinstance(request.user, User)
    invitations.decline(game_id=pk, user=request.user, now=timezone.now())
    return HttpResponse() if is_part(request) else redirect("tables:lobby")
