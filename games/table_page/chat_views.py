"""Views of the chat at a table.

A chat message never moves a card, so the response omits the table: it is empty, or an error
message.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import RefusedError
from accounts.common.requests import person
from accounts.models import User
from games.chat import services as chat
from games.chat.queries import ChatLine, chat_lines, seat_voice
from games.chat.services import Speaker
from games.common.errors import refusal
from games.live.admission import Viewpoint
from games.models import Game, Report
from games.play.seat_names import names_for
from games.reports.services import Complaint, report_line
from games.table_page.responses import posted_at_table, table_response

LONGEST_NUMBER = 18  # in digits
At = Callable[[HttpRequest, Viewpoint], HttpResponse]


def refuses_in_words(view: At) -> At:
    """Decorate a view: a refusal is answered with its reason alone, as text."""

    @wraps(view)
    def answered(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
        try:
            return view(request, viewpoint)
        except RefusedError as error:
            plain = "text/plain; charset=utf-8"
            preset = Game.objects.values_list("preset", flat=True).get(pk=viewpoint.game_id)
            return HttpResponse(
                refusal(error.code, preset), status=error.status, content_type=plain
            )

    return answered


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@table_response
@refuses_in_words
def talk(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Show the last lines, or post a phrase or a line."""
    if request.method == "POST":
        _say(request, viewpoint)
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    game = Game.objects.get(pk=viewpoint.game_id)
    context = {
        "lines": _list_lines(request, game, viewpoint),
        "people": _other_speakers(game, viewpoint),
        "reasons": _reasons(request),
    }
    return render(request, "games/table_page/_heard.html", context)


@posted_at_table
@refuses_in_words
def report(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Report a line to the moderators."""
    number = request.POST.get("line", "")
    data = request.POST
    report_line(
        game_id=viewpoint.game_id,
        seat=viewpoint.seat,
        line_id=int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else 0,
        user=person(request),
        now=timezone.now(),
        complaint=Complaint(data.get("reason", Report.Reason.OFFENCE), data.get("text", "")),
    )
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _reasons(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the reasons for reporting a line; none for anonymous visitors."""
    offered = Report.OF_LINES if request.user.is_authenticated else ()
    return [(reason.value, str(reason.label)) for reason in offered]


def _say(request: HttpRequest, viewpoint: Viewpoint) -> None:
    pk, seat, speaker = viewpoint.game_id, viewpoint.seat, _speaker(request)
    phrase, text, now = request.POST.get("phrase"), request.POST.get("text", ""), timezone.now()
    if phrase:
        chat.say_phrase(game_id=pk, seat=seat, speaker=speaker, phrase=phrase, now=now)
    else:
        chat.write_line(game_id=pk, seat=seat, speaker=speaker, text=text, now=now)


def _speaker(request: HttpRequest) -> Speaker:
    user = request.user if isinstance(request.user, User) else None
    return Speaker(user, address_key(client_address(request)))


def _list_lines(request: HttpRequest, game: Game, viewpoint: Viewpoint) -> list[ChatLine]:
    own = _speaker(request).key
    newest_first = chat.listed_lines(game, viewpoint.seat)
    return [chat_lines(line, game, own) for line in reversed(newest_first)]


def _other_speakers(game: Game, viewpoint: Viewpoint) -> list[tuple[str, str]]:
    """Return the other seats: the id of each speaker, and their name."""
    seats = list(game.seats.select_related("user").order_by("number"))
    names = names_for(seats, viewpoint.seat)
    return [
        (seat_voice(seat), name)
        for seat, name in zip(seats, names.people, strict=True)
        if seat.number != viewpoint.seat and (seat.robot or seat.user_id)
    ]
