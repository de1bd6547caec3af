"""Talking at a table: what is sent from its page, and the list that its page opens.

Talk never moves a card, so it answers without the table: nothing, or why not in words.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access.network import address_key, client_address
from accounts.models import User
from accounts.views.asked import signed_in
from games.board.names import names_for
from games.board.talk.lines import Heard, listed, seat_voice
from games.board.words import refusal
from games.live.admission import Viewpoint
from games.models import Game
from games.services.refusals import RefusedError
from games.services.talk import hearing, reporting, saying
from games.services.talk.saying import Speaker
from games.views.answering import CONFLICT, NO_CONTENT, viewpoint_of

TOO_MANY = 429
LONGEST_NUMBER = 18  # digits


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def talk(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was said last, or say a phrase or a line."""
    viewpoint = viewpoint_of(request, pk)
    if request.method == "POST":
        return _answer(lambda: _say(request, viewpoint))
    game = Game.objects.get(pk=pk)
    context = {
        "lines": _listed(request, game, viewpoint),
        "people": _others(game, viewpoint),
        "may_report": request.user.is_authenticated,
    }
    return render(request, "games/_heard.html", context)


@require_POST
@signed_in
@never_cache
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a line to those who keep order here."""
    viewpoint = viewpoint_of(request, pk)
    user, number = request.user, request.POST.get("line", "")
    assert isinstance(user, User)
    line = int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else 0
    return _answer(
        lambda: reporting.report(
            game_id=pk, seat=viewpoint.seat, line_id=line, user=user, now=timezone.now()
        )
    )


def speaker_of(request: HttpRequest) -> Speaker:
    """Return who speaks when this request does."""
    user = request.user if isinstance(request.user, User) else None
    return Speaker(user, address_key(client_address(request)))


def _say(request: HttpRequest, viewpoint: Viewpoint) -> None:
    phrase, now, speaker = request.POST.get("phrase", ""), timezone.now(), speaker_of(request)
    where = {"game_id": viewpoint.game_id, "seat": viewpoint.seat}
    if phrase:
        saying.say_phrase(**where, speaker=speaker, phrase=phrase, now=now)  # type: ignore[arg-type]
    else:
        text = request.POST.get("text", "")
        saying.write_line(**where, speaker=speaker, text=text, now=now)  # type: ignore[arg-type]


def _answer(act: Callable[[], None]) -> HttpResponse:
    try:
        act()
    except RefusedError as error:
        status = TOO_MANY if error.code == "talks-too-fast" else CONFLICT
        words = refusal(error.code)
        return HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=NO_CONTENT)


def _listed(request: HttpRequest, game: Game, viewpoint: Viewpoint) -> list[Heard]:
    own = speaker_of(request).key
    newest_first = hearing.listed_lines(game, viewpoint.seat)
    return [listed(line, game, own) for line in reversed(newest_first)]


def _others(game: Game, viewpoint: Viewpoint) -> list[tuple[str, str]]:
    """Return the name of each other seat, and what stands for who speaks there."""
    seats = list(game.seats.select_related("user").order_by("number"))
    names = names_for(seats, viewpoint.seat)
    return [
        (seat_voice(seat), name)
        for seat, name in zip(seats, names.people, strict=True)
        if seat.number != viewpoint.seat and (seat.robot or seat.user_id)
    ]
