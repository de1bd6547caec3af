"""Arrival at a table from another page: the table page sits the user down automatically.

The browser has to do it, because it creates its own cut. The target is stored in the session, so
a link alone never seats anyone. A form that brings a cut already seats them.
"""

from contextlib import suppress

from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import RefusedError
from accounts.models import User
from games.casual import services as casual
from games.casual.forms import PlayNowForm
from games.live.admission import Viewpoint
from games.models import Game, Seat
from games.play import advance_seals
from games.play.advance_seals import AdvanceCut

LED_TO = "led_to"  # session key: the intended table, until its page has taken a seat
FOUND = "led_to_found"  # session key: whether "Jugar ahora" found it, and may find another one


def find_table(user: User, form: PlayNowForm, cut: AdvanceCut | None = None) -> Game:
    """Return a table where a person can play now, matching the choices of a valid form."""
    return casual.find_table(
        user=user,
        rules=form.cleaned_data["rules"],
        company=form.cleaned_data["robots"],
        turn_seconds=PlayNowForm.TURN_SECONDS,
        cut=cut,
        now=timezone.now(),
    )


def cut_of_form(request: HttpRequest) -> AdvanceCut | None:
    """Return the cut that came with a form, under a seal that its sender was shown."""
    return advance_seals.read_cut(
        token=request.POST.get("seal", ""),
        corte=request.POST.get("corte", ""),
        user_id=request.user.pk,
        address=address_key(client_address(request)),
        now=timezone.now(),
    )


def redirect_to_table(
    request: HttpRequest, game: Game, *, is_found: bool = False
) -> HttpResponseRedirect:
    """Redirect the reader to a table, to sit down there; `is_found` if they asked for any table."""
    request.session[LED_TO], request.session[FOUND] = game.pk, is_found
    return redirect("tables:table", game.pk)


def find_another(request: HttpRequest, game_id: int, user: User) -> Game | None:
    """Find another table for a reader if somebody took their seat at the one found for them."""
    if request.session.get(LED_TO) != game_id or not request.session.get(FOUND):
        return None
    form = PlayNowForm.liked_again(request.session)
    with suppress(RefusedError):
        return find_table(user, form) if form.is_valid() else None
    return None


def mark_arrived(request: HttpRequest) -> None:
    """Remove the intended table from the session: the reader has a seat."""
    request.session.pop(LED_TO, None)


def should_sit_automatically(request: HttpRequest, viewpoint: Viewpoint) -> bool:
    """Return whether this page sits down automatically.

    Its reader was sent here and has no seat.
    """
    if request.session.get(LED_TO) != viewpoint.game_id:
        return False
    taken_seats = Seat.objects.filter(game=viewpoint.game_id, sat_at__isnull=False)
    return viewpoint.seat is None or not taken_seats.filter(number=viewpoint.seat).exists()
