"""Hands of known cards, and the table as one audience is shown it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from accounts.models import User
from games.engine import (
    PRESETS,
    Rules,
    State,
    apply,
    deal,
    deal_hands,
    deck_for,
    first_start,
    from_token,
    legal_actions,
    make_rules,
    parse_card,
    to_token,
    view,
)
from games.live.fragments import render_tree
from games.models import Game, Seat
from games.table_page.fragments import table_pieces
from games.table_view.table import TableView, table_view, with_chat

NOW = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)
PEOPLE = ("Ana Sosa", "Martín Ríos", "Luis Vega", "Carmen Paz", "Beto Gil", "Rosa Mar")
TWO = ("1e 7o 4c", "3o 6c 11b")
FOUR = (*TWO, "12c 5c 2b", "7e 4b 10o")


def a_game(rules: Rules, **changes: object) -> Game:
    """A live game that was never saved: a board only reads."""
    fields: dict[str, object] = {
        "pk": 4,
        "title": "Mesa 4",
        "preset": rules.preset,
        "options": rules.options(),
        "turn_seconds": 30,
        "status": Game.Status.LIVE,
        "version": 12,
        "act_by": NOW + timedelta(seconds=19),
        "commitment": "a3" * 32,
    }
    return Game(**{**fields, **changes})


def some_seats(game: Game, **changes: object) -> list[Seat]:
    """Everybody sits; `changes` are of seat 0."""
    users = [User(pk=n + 1, username=f"u{n}", display_name=name) for n, name in enumerate(PEOPLE)]
    seats = [Seat(game=game, number=n, user=users[n], sat_at=NOW) for n in range(game.rules.seats)]
    for name, value in changes.items():
        setattr(seats[0], name, value)
    return seats


def a_hand(
    hands: tuple[str, ...],
    line: str = "",
    preset: str = "argentino",
    muestra: str = "",
    **options: str,
) -> State:
    """A hand played from known cards: `0:7e 1:truco`, mano is seat 0."""
    rules = make_rules(preset, {"seats": str(len(hands)), **options})
    cards = [[parse_card(card) for card in hand.split()] for hand in hands]
    state = deal_hands(first_start(rules, 0), cards, parse_card(muestra) if muestra else None)
    for action in line.split():
        seat, token = action.split(":", 1)
        state = apply(state, from_token(int(seat), token))
    return state


def make_table_view(
    state: State | None,
    viewer: int | None,
    game: Game | None = None,
    seats: list[Seat] | None = None,
    **more: Any,
) -> TableView:
    """Return the text of one audience's board."""
    game = game or a_game(state.start.rules if state else PRESETS["argentino"])
    arguments: dict[str, Any] = {
        "game": game,
        "seats": seats or some_seats(game),
        "view": view(state, viewer) if state else None,
        "viewer": viewer,
        "now": NOW,
        "spectators": 3,
    }
    arguments |= more
    lines = arguments.pop("lines", ())
    whole_board = table_view(**arguments)
    return with_chat(whole_board, arguments["seats"], arguments["view"], lines, arguments["now"])


def rendered_table(state: State | None, viewer: int | None, **more: Any) -> str:
    """Return what the browser of one audience receives."""
    return render_tree(table_pieces(make_table_view(state, viewer, **more)), "table")


def pictures(html: str) -> set[str]:
    """The faces drawn in a fragment."""
    return set(re.findall(r"#[nf](\d+[oceb])", html))


def tokens(html: str) -> set[str]:
    """Return the tokens of the calls and plays that a fragment offers."""
    groups = re.findall(r'<li( title="[^"]*")?>([^<]*)</li>', html.partition('<ul id="may"')[2])
    allowed = {token for blocked, tokens in groups if not blocked for token in tokens.split()}
    blocked = {token for blocked, tokens in groups if blocked for token in tokens.split()}
    others = any(blocked and not tokens for blocked, tokens in groups)
    buttons = [button for button in re.findall(r"<button[^>]*>", html) if 'name="token"' in button]
    named = {value for button in buttons for value in re.findall(r' value="([^"]+)"', button)}
    numbers = {token for token in named if token.startswith("mas:")}  # in a sheet of their own
    return ((named & allowed if others else named - blocked) | numbers) - {"mas"}


def random_states(preset: str, chance: Random, count: int, seats: int = 2) -> Iterator[State]:
    """States met in random legal play."""
    rules = make_rules(preset, {"seats": str(seats)})
    for _ in range(count):
        deck = list(deck_for(rules))
        chance.shuffle(deck)
        state = deal(first_start(rules, chance.randrange(rules.seats)), deck)
        yield state
        while not state.over:
            seat = chance.choice(state.to_act)
            state = apply(state, chance.choice(legal_actions(state, seat)))
            yield state


def _legal_tokens(state: State, viewer: int) -> Iterator[str]:
    yield from (to_token(action) for action in legal_actions(state, viewer))
