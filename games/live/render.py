"""Fragments of a table: one for each audience, from one reading of the game."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.board import board
from games.dealing import Dealer, current_state
from games.engine import view
from games.models import Game


@dataclass(frozen=True)
class Audience:
    """Everybody who may see the same thing: a seat (None: spectators), in one language."""

    seat: int | None
    language: str


@dataclass(frozen=True)
class Rendering:
    """The fragments of one version of a game."""

    version: int
    frames: dict[Audience, str]


def render_game(
    game_id: int, audiences: Iterable[Audience], *, spectators: int, notice: str = ""
) -> Rendering:
    """Render the current version of a game for each audience.

    `notice` is the code of a refusal that the fragment is to explain.
    """
    game = Game.objects.get(pk=game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    state = current_state(game, Dealer(game, seats)) if game.start else None
    now = timezone.now()
    frames = {}
    for audience in audiences:
        with translation.override(audience.language):
            content = board(
                game=game,
                seats=seats,
                view=view(state, audience.seat) if state else None,
                viewer=audience.seat,
                now=now,
                spectators=spectators,
                action_id=secrets.token_urlsafe(9),
                notice=notice,
            )
            frames[audience] = render_to_string("games/_table.html", {"board": content})
    return Rendering(game.version, frames)
