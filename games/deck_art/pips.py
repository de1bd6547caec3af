"""The cards from 2 to 7: where the signs lie, and how large they are."""

from games.deck_art.suits import BASTOS, COPAS, ESPADAS, OROS, Suit, sign

Spots = tuple[tuple[float, float], ...]

BROAD: dict[int, Spots] = {
    2: ((104, 94), (104, 226)),
    3: ((104, 68), (104, 160), (104, 252)),
    4: ((75, 104), (133, 104), (75, 216), (133, 216)),
    5: ((75, 80), (133, 80), (104, 160), (75, 240), (133, 240)),
    6: ((77, 76), (131, 76), (77, 160), (131, 160), (77, 244), (131, 244)),
    7: ((77, 76), (131, 76), (50, 160), (104, 160), (158, 160), (77, 244), (131, 244)),
}
LONG: dict[int, Spots] = {
    2: ((80, 160), (128, 160)),
    3: ((104, 96), (71, 226), (137, 226)),
    4: ((77, 92), (131, 92), (77, 228), (131, 228)),
    5: ((70, 90), (138, 90), (104, 160), (70, 230), (138, 230)),
    6: ((68, 90), (104, 90), (140, 90), (68, 230), (104, 230), (140, 230)),
    7: ((69, 82), (104, 82), (139, 82), (104, 160), (69, 238), (104, 238), (139, 238)),
}
SPOTS = {OROS: BROAD, COPAS: BROAD, ESPADAS: LONG, BASTOS: LONG}
COIN_HEIGHTS = {2: 108, 3: 84, 4: 57, 5: 56, 6: 54, 7: 53}
CUP_HEIGHTS = {2: 122, 3: 86, 4: 79, 5: 77, 6: 76, 7: 70}
STAFF_HEIGHTS = {2: 236, 3: 128, 4: 130, 5: 120, 6: 114, 7: 106}
HEIGHTS = {
    OROS: COIN_HEIGHTS,
    COPAS: CUP_HEIGHTS,
    ESPADAS: STAFF_HEIGHTS,
    BASTOS: STAFF_HEIGHTS,
}
LYING = 90


def pips(suit: Suit, rank: int) -> str:
    """The signs of a card from 2 to 7."""
    return "".join(
        sign(suit, x, y, HEIGHTS[suit][rank], _turn(suit, rank, (x, y)))
        for x, y in SPOTS[suit][rank]
    )


def _turn(suit: Suit, rank: int, spot: tuple[float, float]) -> float:
    """The middle one of a long 7 lies across: three, one lying, three, known at a glance."""
    return LYING if SPOTS[suit] is LONG and rank == 7 and spot == (104, 160) else 0
