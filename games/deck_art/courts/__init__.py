"""The court cards: sota, caballo and rey, each a person of its own suit."""

from games.deck_art.courts.caballo import caballo
from games.deck_art.courts.rey import rey
from games.deck_art.courts.sota import sota
from games.deck_art.suits import Suit

COURTS = {10: sota, 11: caballo, 12: rey}


def court(suit: Suit, rank: int) -> str:
    """The figure of a 10, 11 or 12."""
    return COURTS[rank](suit)
