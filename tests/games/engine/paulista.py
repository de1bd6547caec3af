"""Truco paulista as a preset of the tests: manilhas of the vira, 1-3-6-9-12, mão de onze (PA)."""

from games.engine.cards import DECKS, Deck
from games.engine.ranks import Manilhas, Ranks, order_of
from tests.games.engine.families import Family

SEQUENCE = (4, 5, 6, 7, 10, 11, 12, 1, 2, 3)
CLEAN = tuple(card for card in DECKS[40].cards if card.rank in (10, 11, 12, 1, 2, 3))

PAULISTA = Family(
    name="paulista",
    ranks=Ranks(
        plain=order_of("3 2 1 12 11 10 7 6 5 4"),
        manilhas=Manilhas(suits="bceo", sequence=SEQUENCE),
        decks=(40, 24),
        signs=("zap", "copas", "espadilha", "pica-fumo", "3"),
    ),
    rules={
        "seats": 4,
        "target": 12,
        "muestra": True,
        "envido_ladder": "none",
        "truco_prices": (1, 3, 6, 9, 12),
        "all_tied": "nobody",
        "tie_leader": "first_tied",
        "covered": True,
        "cover_from": 2,
        "cover_lead": False,
        "cover_binds": False,
        "mao_x": True,
        "ferro": "blind",
        "signals": True,
    },
    usual={
        "seats": ("4", "2", "6"),
        "target": ("12",),
        "deck": ("40", "24"),
        "legs_to_win": ("1", "2"),
    },
    decks={24: Deck(CLEAN, is_full=False, draws_mano=False)},
    words={
        "truco": "Truco",
        "retruco": "Seis",
        "vale4": "Nove",
        "fuera": "Doze",
        "quiero": "Aceito",
        "no": "Corro",
        "mazo": "Desisto da mão",
        "mao-x": "Mão de onze",
        "joga": "Vamos jogar",
        "corre": "Corremos",
    },
)
