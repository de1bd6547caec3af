"""Tables to measure: engine games drawn through the real pieces, with the longest of everything.

Everybody has a long name, in turn everybody speaks, and seats are held in every way there is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import cycle, islice
from random import Random
from typing import Any

from django.utils.translation import override

from accounts.models import User
from games.chat.phrases import phrases, sign
from games.chat.queries import Bubble, Sign
from games.engine import (
    DealerDraw,
    State,
    ThrowPerros,
    apply_line,
    deal,
    deck_for,
    first_start,
    make_rules,
    signals,
    view,
)
from games.house_rules import OFFERED, canto, within
from games.live.fragments import render_tree
from games.models import Game, Seat
from games.play.presence import MissedTurns
from games.table_page.fragments import table_pieces
from games.table_view.felt import Picture
from games.table_view.game_over import Figure, GameOverView, MomentLink
from games.table_view.labels import card_name
from games.table_view.seats import SeatPresence, SeatView
from games.table_view.table import Link, PerrosOffer, TableView, table_view, with_dealer_draw
from tests.games.table_view.boards import NOW, a_game, random_states

NAMES = (
    *("Ana Belén Altamirano Sosa", "Maximiliano Etcheverría", "Pocha Irigoyen Quiroga"),
    *("Wenceslao Mondragón Wix", "Guadalupe Montenegro Paz", "Bartolomea de la Fuente"),
)
CALLS = (canto(token, preset) for token in within("truc") for preset in ("truc", "uruguayo"))
SAID = ("Son buenas", "33", *(f"¡{call}!" for call in CALLS), "En ley: quiero y paso")
KINDS = ("plain", "all speak", "held", "signs", "looked at again", "phrases")


@dataclass(frozen=True)
class Scene:
    """A table under a name, as one reader's browser gets it."""

    name: str
    html: str


def seats_of(game: Game, **changes: object) -> list[Seat]:
    """Everybody sits, two of the later seats as robots; `changes` are of seat 1."""
    people = [User(pk=n + 1, username=f"u{n}", display_name=name) for n, name in enumerate(NAMES)]
    seats = [
        Seat(game=game, number=n, sat_at=NOW, user=None if n in (3, 5) else people[n],
             robot=n in (3, 5))
        for n in range(game.rules.seats)
    ]  # fmt: skip
    for name, value in changes.items():
        setattr(seats[1], name, value)
    return seats


def make_table_view(state: State | None, viewer: int | None, game: Game, **more: Any) -> TableView:
    """Return the text of one audience's board."""
    fixed: dict[str, Any] = {
        "game": game,
        "seats": seats_of(game),
        "view": view(state, viewer) if state else None,
        "viewer": viewer,
        "now": NOW,
        "spectators": 128,
    }
    return table_view(**{**fixed, **more})


def render_scene(name: str, shown: TableView) -> Scene:
    """Draw a table as it is sent."""
    return Scene(name, render_tree(table_pieces(shown), "table"))


def scenes(count: int, language: str) -> list[Scene]:
    """Return a number of tables at play, and every table at which no game runs."""
    with override(language):
        return [*islice(_played(), count), *_still()]


def missed_turn(language: str) -> Scene:
    """Return a table that tells a player next to the clock that the time of a turn ran out."""
    with override(language):
        rules = make_rules("argentino", {"seats": "4"})
        game, state = a_game(rules), deal(first_start(rules, 0), deck_for(rules))
        label = view(state, 1).label
        mine = seats_of(game, missed=MissedTurns.TIME, missed_in=label, timeouts=1)
        return render_scene("missed turn", make_table_view(state, 1, game, seats=mine))


def _played() -> Iterator[Scene]:
    """Yield tables at play without end: presets and sizes, readers and kinds in turn."""
    kinds, said, chance = cycle(KINDS), cycle(SAID), Random("seats")
    games = {
        (preset, seats): random_states(preset, Random(f"{preset}{seats}"), 1000, seats)
        for seats in (6, 4, 2)
        for preset in OFFERED
    }
    while True:
        for (preset, seats), states in games.items():
            for _ in range(chance.randrange(1, 8)):
                state = next(states)
            kind, viewer = next(kinds), chance.choice([None, *range(seats)] * 2 + [0] * seats)
            shown = make_table_view(state, viewer, a_game(state.start.rules))
            name = f"{preset}-{seats} {kind}, seat {viewer}"
            yield render_scene(name, shown._replace(places=_as(kind, shown.places, said)))


def _as(kind: str, places: Sequence[SeatView], said: Iterator[str]) -> tuple[SeatView, ...]:
    match kind:
        case "all speak":
            return tuple(place._replace(bubble=next(said)) for place in places)
        case "phrases":
            longest = sorted(_phrases(), key=len)[-len(places) :]
            return tuple(
                place._replace(bubble="¡Truco!", said=Bubble(words, "", "", "u1"))
                for place, words in zip(places, longest, strict=True)
            )
        case "signs":
            known = signals(make_rules("uruguayo", {"seats": "6", "signals": "on"}))
            words = sorted((sign(code, "uruguayo") for code in known), key=len)[-len(places) :]
            return tuple(
                place._replace(sign=Sign(one, 0))
                for place, one in zip(places, reversed(words), strict=True)
            )
        case "held":
            held = cycle(_PRESENCES)
            return tuple(
                place._replace(presence=next(held), is_mano=True, folded=place.number % 4 == 1)
                for place in places
            )
    return tuple(places)


def _phrases() -> set[str]:
    return {one.words for preset in OFFERED for one in phrases(preset)}


_PRESENCES = (
    SeatPresence("away", "sin conexión", 1_900_000_000_000),
    SeatPresence("auto", "juega un robot"),
    SeatPresence("robot", "robot"),
    SeatPresence(),
)


_FINALE = GameOverView(
    title=f"Partida para {NAMES[0]}, {NAMES[2]} y {NAMES[4]}",
    is_won=False,
    tricks=(),
    proofs=[[Picture(f"n{card}", card) for card in ("1e", "7e", "6e")]] * 3,
    result=[f"{NAMES[0]}, {NAMES[2]} y {NAMES[4]} +1 · envido no querido"],
    sides=["Ana, Pocha y Guadalupe", "Maximiliano, Wenceslao y Bartolomea"],
    figures=[Figure(name, (30, 29)) for name in ("Manos", "Envidos", "Trucos", "Flores")],
    moments=[MomentLink(f"La mano más grande: +3 para {NAMES[5]}", "?hand=3&step=4")] * 3,
)


def _still() -> Iterator[Scene]:
    for preset, seats in [(preset, seats) for preset in OFFERED for seats in (2, 4, 6)]:
        rules = make_rules(preset, {"seats": str(seats)})
        state = deal(first_start(rules, 0), deck_for(rules))
        waiting = a_game(rules, status=Game.Status.WAITING, act_by=NOW + timedelta(minutes=9))
        for viewer, who in ((1, {"sat_at": None}), (None, {"sat_at": None, "user": None})):
            room = seats_of(waiting, **who)
            yield render_scene(
                f"{preset}-{seats} waits", make_table_view(None, viewer, waiting, seats=room)
            )
        over = a_game(rules, status=Game.Status.FINISHED, winner=1, act_by=None)
        after = (Link("/matches/5/", "Seguir al partido"),)
        for viewer in (0, None):
            shown = make_table_view(state, viewer, over)._replace(
                after=after if viewer is None else ()
            )
            yield render_scene(f"{preset}-{seats} end", shown._replace(finale=_FINALE))
        annulled = a_game(rules, status=Game.Status.ANNULLED, act_by=None)
        yield render_scene(
            f"{preset}-{seats} annulled", make_table_view(state, 0, annulled)._replace(after=after)
        )
        for status in ("judged", "paused", "frozen"):
            still = a_game(rules, status=status, act_by=None)
            yield render_scene(f"{preset}-{seats} {status}", make_table_view(state, 0, still))
        mine = seats_of(a_game(rules), automatic=True)
        yield render_scene(
            f"{preset}-{seats} back", make_table_view(state, 1, a_game(rules), seats=mine)
        )
        kept = seats_of(a_game(rules), user=None, robot=True, company=True)
        yield render_scene(
            f"{preset}-{seats} kept", make_table_view(state, None, a_game(rules), seats=kept)
        )
        yield render_scene(f"{preset}-{seats} drawn", _with_draw(state))
        yield render_scene(f"{preset}-{seats} covered", _covered(state))
    yield from _picos()
    yield from _dogs()


def _with_draw(state: State) -> TableView:
    """Return a first hand, and a draw for the dealer of the longest names of cards."""
    rules = state.start.rules
    named = sorted(deck_for(rules), key=lambda card: -len(card_name(card, rules.preset)))
    cards = dict(enumerate(named[: rules.seats]))
    draw = DealerDraw(state.start.dealer, state.start.mano, (cards,))
    game = a_game(state.start.rules)
    return with_dealer_draw(make_table_view(state, 0, game), seats_of(game), draw)


def _covered(state: State) -> TableView:
    """Return a device that two share, while it is passed on."""
    game = a_game(state.start.rules)
    seats = seats_of(game, user=None, companion="Maximiliano Etcheverría", robot=False)
    return make_table_view(state, 0, game, seats=seats, view=view(state, None))


def _picos() -> Iterator[Scene]:
    rules = make_rules("trucoestrella", {"seats": "6", "pico": "range"})
    said = cycle(SAID)
    for viewer in (None, *range(6)):
        start = replace(first_start(rules, 1), part="a", score=(18, 29))
        shown = make_table_view(deal(start, deck_for(rules)), viewer, a_game(rules))
        yield render_scene(f"pico, seat {viewer}", shown)
        loud = _as("all speak", shown.places, said)
        yield render_scene(f"pico speaks, seat {viewer}", shown._replace(places=loud))


def _dogs() -> Iterator[Scene]:
    rules = make_rules("argentino-flor", {"perros": "on", "seats": "4"})
    dealt = deal(first_start(rules, 0), deck_for(rules))
    thrown = apply_line(dealt, ThrowPerros(0))
    for viewer in (0, 1):
        yield render_scene(f"dogs, seat {viewer}", make_table_view(thrown, viewer, a_game(rules)))
    for state in random_states("argentino-flor", Random(1), 3, 4):
        if state.over:
            offer = PerrosOffer()
            yield render_scene("dogs offered", make_table_view(state, 1, a_game(rules), dogs=offer))
