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
    message: ClientMessage, *, game_id: int, seat: int, actor: Actor, address: str, language: str
) -> str:
    """Perform a seat's action; return the line that acknowledges it.

    The hub sends the resulting table to every subscriber.
    """
    code = _refused(message, game_id, seat, actor, address)
    preset = Game.objects.values_list("preset", flat=True).get(pk=game_id) if code else ""
    return acknowledge(message, code, preset, language)


def refused_before(game_id: int, actor: Actor | None) -> str:
    """Return the code of a refusal that needs no database, or "": a spectator, too many acts."""
    try:
        if actor is None:
            raise SpectatorError()
        rate_limit.check_rate_limit(game_id, actor.user_id)
    except RefusedError as error:
        return error.code
    return ""


def acknowledge(message: ClientMessage, code: str, preset: str, language: str) -> str:
    """Render the line that acknowledges an action, with the reason if it was refused."""
    with override_language(language):
        notice = refusal(code, preset) if code else ""
        return render_template("table/acted", action_id=message.action_id, notice=notice)


def _refused(message: ClientMessage, game_id: int, seat: int, actor: Actor, address: str) -> str:
    """Act; return the code of a refusal, or ""."""
    try:
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
