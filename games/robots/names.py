"""What the robots of a table are called: names of their family's country, no two alike."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

NAMES: Final[Mapping[str, Sequence[str]]] = {
    "argentino": (
        *("Chola", "Tano", "Mirta", "Rulo", "Ñata", "Cacho", "Tota", "Pulpo"),
        *("Porota", "Quique", "Beba", "Gringo", "Chicha", "Toto"),
    ),
    "uruguayo": (
        *("Nelson", "Tatina", "Wilson", "Coca", "Canario", "Gladys", "Ruben", "Pirucha"),
        *("Tape", "Nibia", "Bebe", "Chiquita", "Milton", "Lala"),
    ),
    "truc": (
        *("Ximo", "Empar", "Vicent", "Remei", "Batiste", "Tonica", "Quelo", "Fina"),
        *("Blai", "Carmeta", "Nelo", "Roseta", "Sento", "Doloretes"),
    ),
}
"""Fourteen for each family: a table of six robots and the names of six people leave some over."""


def robot_names(
    family: str,
    game: int,
    seats: Collection[int],
    taken: Collection[str],
    kept: Mapping[int, str],
) -> Mapping[int, str]:
    """Name the robots on these seats of a game: always the same, and like nobody who sits there.

    Those of a rematch go by what they were called, `kept`, where that name suits the table.
    """
    known = NAMES[family]
    words = {word.casefold() for name in taken for word in name.split()[:1]}
    again = {
        seat: name
        for seat, name in kept.items()
        if seat in seats and name in known and name.casefold() not in words
    }
    words.update(name.casefold() for name in again.values())
    others = sorted(set(seats) - again.keys())
    return again | dict(zip(others, _free(known, game, words), strict=False))


def _free(known: Sequence[str], game: int, words: Collection[str]) -> Iterator[str]:
    for step in range(len(known)):
        name = known[(game + step) % len(known)]
        if name.casefold() not in words:
            yield name
