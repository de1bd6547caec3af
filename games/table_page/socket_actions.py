"""Actions sent through the socket: the same as by POST, with a one-line response."""

from django.utils import timezone

from accounts.common.errors import RefusedError
from accounts.i18n.languages import override_language
from games.common.errors import refusal
from games.engine import IllegalActionError, NotationError
from games.live.messages import ClientMessage
from games.live.templates import render_template
from games.models import Game
from games.play import rate_limit
from games.play.actions import Actor, play
from games.play.errors import SpectatorError


def handle_action(
    message: ClientMessage,
    *,
    game_id: int,
    seat: int | None,
    actor: Actor | None,
    address: str,
    language: str,
) -> str:
    """Perform a seat's action (None: a spectator's); return the line that acknowledges it.

    The hub sends the resulting table to every subscriber.
    """
    code = _refused(message, game_id, seat, actor, address)
    preset = Game.objects.values_list("preset", flat=True).get(pk=game_id) if code else ""
    with override_language(language):
        notice = refusal(code, preset) if code else ""
        return render_template("table/acted", action_id=message.action_id, notice=notice)


def _refused(
    message: ClientMessage, game_id: int, seat: int | None, actor: Actor | None, address: str
) -> str:
    """Act; return the code of a refusal, or ""."""
    try:
        if seat is None or actor is None:
            raise SpectatorError()
        rate_limit.check_rate_limit(game_id, actor.user_id)
        play(
            game_id=game_id,
            seat=seat if message.who is None else message.who,
            token=message.token,
            seen_version=message.version,
            action_id=message.action_id,
            now=timezone.now(),
            address=address,
            actor=actor,
        )
    except (RefusedError, IllegalActionError) as error:
        return error.code
    except NotationError:
        return "badly-written"
    return ""
