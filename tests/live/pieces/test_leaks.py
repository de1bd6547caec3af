"""Nobody is sent a card they have not seen, however the table came to be drawn.

The whole way is tried: a click told through a socket, drawn from memory, as bytes on the wire. That
these tests can fail is shown by caches in which a seat's hand stands under another's key.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine import apply, deal, deck_for, from_token
from games.engine.state import replace as handed
from games.live import templates
from games.live.subscribers import RenderKey
from games.models import Game
from games.play import table_cache
from games.table_page import live as table_page_live
from tests.games.tables import a_legal_token, a_person, a_table, whoever_acts
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.live.visitors import Listener

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

HELD = re.compile(r'<li id="held\w+"')
NOW = re.compile(r' data-(now|act-by)="\d+"')


def clicks(game: Game, visit, number: int = 4) -> Sequence[tuple[int | None, Listener]]:
    """Click through sockets; return what each seat and a spectator have heard."""
    seats = list(game.seats.select_related("user").order_by("number"))
    lines = [(seat.number, visit(seat.user).watch(game)) for seat in seats]
    lines.append((None, visit().watch(game)))
    for _, line in lines:
        line.table()
    for _ in range(number):
        token, seat = a_legal_token(game), whoever_acts(game).number
        said = {"act": token, "version": game.version, "id": uuid4().hex}
        lines[seat][1].socket.send(json.dumps(said))
        for _, line in lines:
            line.table(game.version + 1)
        game.refresh_from_db()
    return lines


def assert_keep_secrets(game: Game, lines: Sequence[tuple[int | None, Listener]]) -> None:
    past = past_of(game)
    for viewer, line in lines:
        assert_keeps_secrets(line.heard, past, viewer)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_drawn_from_memory_keeps_every_hand(visit, seats):
    game = a_table(timezone.now(), people=[a_person() for _ in range(seats)])
    lines = clicks(game, visit)
    assert table_cache.peek(game.pk).game.version == game.version
    assert_keep_secrets(game, lines)


# ---- that this would be seen ----


def with_hands_exchanged(table: table_cache.CachedTable) -> table_cache.CachedTable:
    """Put each seat's hand under the other's key."""
    dealt, held = table.state.deal, table.state.held
    exchanged = dealt._replace(hands=tuple(reversed(dealt.hands)))
    return replace(table, state=handed(table.state, deal=exchanged, held=held[::-1]))


def exchange_hands_in_memory(monkeypatch) -> None:
    held = table_cache.peek
    monkeypatch.setattr(table_cache, "peek", lambda pk: with_hands_exchanged(held(pk)))


def exchange_the_boards(monkeypatch) -> None:
    drawn = table_page_live._render_boards

    def exchanged(*args, **named):
        rendering = drawn(*args, **named)
        seats = {audience: audience.seat for audience in rendering.pieces}
        other = {
            audience: replace(audience, seat=None if seat is None else 1 - seat)
            for audience, seat in seats.items()
        }
        pieces = {
            audience: rendering.pieces.get(other[audience], rendering.pieces[audience])
            for audience in rendering.pieces
        }
        return replace(rendering, pieces=pieces)

    monkeypatch.setattr(table_page_live, "_render_boards", exchanged)


def draw_every_card_as_the_first(monkeypatch) -> None:
    drawn, first = templates._render_for_language, {}

    def mistaken(language, template, needs):
        own = drawn(language, template, needs)
        if template != "table/held":
            return own
        other = first.setdefault(language, own)
        return own[: HELD.match(own).end()] + other[HELD.match(other).end() :]

    monkeypatch.setattr(templates, "_render_for_language", mistaken)


@pytest.mark.parametrize(
    "mutate", [exchange_hands_in_memory, exchange_the_boards, draw_every_card_as_the_first]
)
def test_a_hand_under_anothers_key_would_be_found(
    visit, monkeypatch, mutate: Callable[[pytest.MonkeyPatch], None]
):
    game = a_table(timezone.now())
    mutate(monkeypatch)
    game.refresh_from_db()
    seat = whoever_acts(game).number
    people = [visit(one.user) for one in game.seats.order_by("number")]
    lines = [(number, person.watch(game)) for number, person in enumerate(people)]
    for _, line in lines:
        line.table()
    assert people[seat].play(game, "truco").status == 200
    for _, line in lines:
        line.table(game.version + 1)
    with pytest.raises(AssertionError, match="was told of"):
        assert_keep_secrets(game, lines)


# ---- twins ----


def twins(game: Game, viewer: int | None) -> Iterator[table_cache.CachedTable]:
    """Two tables that differ in what a viewer has not seen alone, after the same words."""
    table = table_cache.cached_table(game)
    start = table.state.start
    deck = Random(7).sample(deck_for(game.rules), k=len(deck_for(game.rules)))
    dealt = len(table.seats) * len(table.state.deal.hands[0])
    own = range((0 if viewer is None else viewer - start.round_mano) % len(table.seats), dealt, 2)
    hidden = [place for place in range(dealt) if viewer is None or place not in own]
    other = list(deck)
    for place, undealt in zip(hidden, count(dealt), strict=False):
        other[place], other[undealt] = deck[undealt], deck[place]
    for cards in (deck, other):
        state = deal(start, cards)
        first = state.to_act[0]
        for seat, token in ((first, "truco"), (1 - first, "quiero")):
            state = apply(state, from_token(seat, token))
        yield replace(table, state=state)


@pytest.mark.parametrize("language", ["es-ar", "en"])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_a_viewer_has_not_seen_changes_no_byte(viewer, language):
    audience = RenderKey(viewer, language)
    table, twin = twins(a_table(timezone.now()), viewer)
    assert (table.state.deal.hands == twin.state.deal.hands) is False
    drawn, other = (
        table_page_live._render_boards(each, table_page_live.TableContext(), [audience], 1).pieces[
            audience
        ]
        for each in (table, twin)
    )
    assert {name: NOW.sub("", piece) for name, piece in drawn.items()} == {
        name: NOW.sub("", piece) for name, piece in other.items()
    }
