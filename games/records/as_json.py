"""The record of a game as JSON: what the notation says, and what follows from it by the rules."""

from typing import Any

from games.engine import HandRecord, Replay, summary, to_token
from games.records.finished import GameRecord


def as_json(record: GameRecord) -> dict[str, Any]:
    """Return a finished game as values that JSON can hold (docs/api.md)."""
    notation = record.notation()
    told = summary(Replay(notation, tuple(record.hands)))
    played = zip(notation.hands, told["hands"], strict=True)
    return {
        "game": record.game.pk,
        "tags": {name: values[0] if len(values) == 1 else values for name, values in notation.tags},
        "rules": told["rules"],
        "options": notation.rules.options(),
        "seats": list(notation.seats),
        "hands": [{**_dealt(hand), **outcome} for hand, outcome in played],
        "legs": told["legs"],
        "score": told["score"],
        "winner": record.game.winner,
    }


def _dealt(hand: HandRecord) -> dict[str, Any]:
    return {
        "deal": [[str(card) for card in cards] for cards in hand.hands],
        "muestra": str(hand.muestra) if hand.muestra else None,
        "perros": hand.perros,
        "actions": [f"{action.seat}:{to_token(action)}" for action in hand.actions],
    }
