"""Names of robots from the country of their rules, and their styles.

A robot with a style sometimes decides twice and takes the decision it prefers. If its level is
certain, both are the same: a style only affects mixed or doubtful decisions.
"""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.engine import Action, Answer, Call, PlayCard, View
from games.robots.heuristics import Policy

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
    "paulista": (
        *("Zeca", "Dirce", "Tião", "Cida", "Nelson", "Lurdes", "Baiano", "Neusa"),
        *("Toninho", "Vera", "Japa", "Sônia", "Mauro", "Dita"),
    ),
    "mineiro": (
        *("Juca", "Geralda", "Zezinho", "Conceição", "Tonho", "Efigênia", "Nonô", "Zulmira"),
        *("Bené", "Das Dores", "Chico", "Lia", "Dirceu", "Naná"),
    ),
    "gauderio": (
        *("Gaudêncio", "Eulália", "Getúlio", "Chinoca", "Bagual", "Anita", "Blau", "Honorina"),
        *("Ventania", "Picucha", "Adão", "Maruca", "Leôncio", "Jurema"),
    ),
    "venezolano": (
        *("Chucho", "Yajaira", "Cheo", "Mireya", "Goyo", "Coromoto", "Catire", "Nena"),
        *("Pancho", "Omaira", "Lucho", "Chela", "Asdrúbal", "Belkis"),
    ),
    "mallorqui": (
        *("Tomeu", "Aina", "Biel", "Margalida", "Miquela", "Rafel", "Xisca", "Toni"),
        *("Joana", "Pep", "Coloma", "Llorenç", "Bet", "Jaume"),
    ),
}
"""Fourteen for each voice: more than a table of six robots and the names of six people need."""


def robot_names(
    voice: str,
    game: int,
    seats: Collection[int],
    taken: Collection[str],
    kept: Mapping[int, str],
) -> Mapping[int, str]:
    """Name the robots on these seats of a game. No robot shares a name with a player at the table.

    The same arguments give the same names. Robots of a rematch keep their names, `kept`, where
    those suit the table.
    """
    known = NAMES[voice]
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


class Style(NamedTuple):
    """Tastes between -1 and 1: how often it reconsiders in favour of an action it likes."""

    calls: float = 0.0
    """Positive: likes to call. Negative: likes to stay silent."""
    believes: float = 0.0
    """Positive: likes to refuse calls. Negative: likes to accept them."""
    guards: float = 0.0
    """Positive: likes to keep strong cards. Negative: likes to play them early."""
    slow: float = 0.0
    """Extra share of its thinking time, for any decision."""


PLAIN: Final = Style()
STYLES: Final = (
    Style(calls=0.6, slow=-0.1),
    Style(calls=-0.5, guards=0.3, slow=0.15),
    Style(believes=0.5),
    Style(believes=-0.3, slow=-0.05),
    Style(guards=0.5, slow=0.1),
    Style(calls=0.3, guards=-0.5, slow=-0.15),
    Style(calls=0.3, believes=-0.3, slow=0.05),
)
"""Assigned in turn to the names of each voice, so that any seven in a row have all styles."""
_BY_NAME: Final[Mapping[str, Style]] = {
    name: STYLES[place % len(STYLES)]
    for names in NAMES.values()
    for place, name in enumerate(names)
}


def style_of(name: str) -> Style:
    """Return the style of the robot of this name; a neutral one for any other name."""
    return _BY_NAME.get(name, PLAIN)


def decide_with_style(
    player: Policy, style: Style, view: View, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Decide; then reconsider where another action suits the style better."""
    first = player(view, legal, rng)
    liked = _liking(style, view, first)
    eager = max((_liking(style, view, action) for action in legal), default=liked) - liked
    if eager <= 0 or rng.random() >= eager:
        return first
    second = player(view, legal, rng)
    return max(first, second, key=lambda action: _liking(style, view, action))


def _liking(style: Style, view: View, action: Action) -> float:
    match action:
        case Call():
            return style.calls
        case Answer(_, accepted):
            return 0.0 if accepted else style.believes
        case PlayCard(_, card):
            rank = view.ranking.strength
            return -style.guards * rank[card] / max(rank.values())
        case _:
            return 0.0
