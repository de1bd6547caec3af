"""Truco mineiro as a preset of the tests: fixed manilhas, 2-4-6-10-12, mão de dez (MI)."""

from games.engine.ranks import Ranks, order_of
from tests.games.engine.families import Family

MINEIRO = Family(
    name="mineiro",
    ranks=Ranks(
        plain=order_of("4b 7c 1e 7o 3 2 1 12 11 10 7 6 5 4"),
        signs=("zap", "copas", "espadilha", "pica-fumo", "3"),
    ),
    rules={
        "seats": 4,
        "target": 12,
        "envido_ladder": "none",
        "truco_prices": (2, 4, 6, 10, 12),
        "all_tied": "nobody",
        "tie_leader": "tied_it",
        "tie_highest": True,
        "covered": True,
        "cover_from": 2,
        "cover_binds": False,
        "mao_x": True,
        "ferro": "blind",
        "signals": True,
    },
    usual={"seats": ("4", "2", "6"), "target": ("12",), "legs_to_win": ("1", "2")},
    words={
        "truco": "Truco",
        "retruco": "Seis",
        "vale4": "Dez",
        "fuera": "Doze",
        "quiero": "Aceito",
        "no": "Corro",
        "mazo": "Desisto da mão",
        "mao-x": "Mão de dez",
        "joga": "Vamos jogar",
        "corre": "Corremos",
    },
)
