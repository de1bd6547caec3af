"""The screen at the end of a game: winner, cards and highlights."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from accounts.i18n.languages import gettext as _
from accounts.names.display import join_names
from games.artwork.faces import Mood, in_mood
from games.chat.phrases import language
from games.engine import View, view
from games.house_rules import call_name, dialect_of
from games.play.finished_game import GameRecord, is_reviewable
from games.play.seat_names import TEAMS, Names
from games.play.statistics import Highlight, SeatFigures, highlights, team_figures
from games.robots.cast import character_named
from games.table_view.faces import seat_faces
from games.table_view.felt import Picture, Trick, picture, tricks
from games.table_view.history import result

PROVED = frozenset({"envido", "flor"})


class Figure(NamedTuple):
    """One row of figures; the reader's own side comes first."""

    name: str
    sides: Sequence[int]


class MomentLink(NamedTuple):
    """A highlight in words, and the query string that shows it in the record."""

    words: str
    query: str


class LastWord(NamedTuple):
    """What a robot of the other side says at the end, in the language of its place."""

    face: str
    name: str
    words: str
    language: str


class GameOverView(NamedTuple):
    """The screen of a finished game."""

    title: str
    is_won: bool
    tricks: Sequence[Trick]
    proofs: Sequence[Sequence[Picture]]  # if an envido or a flor won the game
    result: Sequence[str]
    sides: Sequence[str]
    figures: Sequence[Figure]
    moments: Sequence[MomentLink]
    is_lost: bool = False
    faces: Sequence[str] = ()  # of the winners, who laugh
    has_review: bool = False  # the reader can open a review of their decisions
    word: LastWord | None = None


def game_over_view(record: GameRecord, names: Names) -> GameOverView | None:
    """Return the end of a won game; None without a deal or a winner."""
    winner = record.game.winner
    if winner is None or not record.hands:
        return None
    last = view(record.hands[-1], names.viewer)
    sides = sorted(TEAMS, key=lambda team: team != names.side)
    return GameOverView(
        title=_by_time(winner, names) if record.game.by_time else _title(winner, names),
        is_won=names.viewer is not None and winner == names.side,
        is_lost=names.viewer is not None and winner != names.side,
        faces=[
            in_mood(face, Mood.HAPPY)
            for face in seat_faces(record.seats, names.people)[winner::2]
            if face
        ],
        tricks=() if (proofs := _proofs(last)) else tricks(last, names),
        proofs=proofs,
        result=result(last, names),
        sides=[_heading(side, names) for side in sides],
        figures=list(_figures([team_figures(record.hands, side) for side in sides])),
        moments=moment_links(record, names),
        has_review=names.viewer is not None and is_reviewable(record.game, record.seats),
        word=_last_word(record, names, winner),
    )


def _last_word(record: GameRecord, names: Names, winner: int) -> LastWord | None:
    """Return what the first robot of the other side says to a player; None where none plays."""
    if names.viewer is None:
        return None
    faces, other = seat_faces(record.seats, names.people), 1 - names.side
    for seat in record.seats[other::2]:
        character = character_named(names.people[seat.number]) if seat.robot else None
        if character is not None:
            has_won = winner == other
            face = in_mood(faces[seat.number], Mood.BLUFF if has_won else Mood.WORRIED)
            words = character.calls if has_won else character.beaten
            return LastWord(face, character.name, words, language(record.game.preset))
    return None


def moment_links(record: GameRecord, names: Names) -> Sequence[MomentLink]:
    """Return the links to the highlights of a game for one reader."""
    return [
        MomentLink(
            moment_words(moment, names, dialect_of(record.game.rules)),
            f"?hand={moment.hand}&step={moment.step}",
        )
        for moment in highlights(record.hands)
    ]


def moment_words(moment: Highlight, names: Names, preset: str) -> str:
    values = {
        "call": call_name(moment.call, preset) if moment.call else "",
        "points": f"{moment.points:+}",
        "behind": str(moment.points),
        "name": names.in_sentence(moment.team),
    }
    return _KINDS[moment.kind]() % values


_KINDS = {
    "all-in": lambda: _("%(call)s: %(points)s para %(name)s"),
    "truco": lambda: _("%(call)s: %(points)s para %(name)s"),
    "flor": lambda: _("%(call)s: %(points)s para %(name)s"),
    "bluff": lambda: _("Farol: %(call)s no querido, %(points)s para %(name)s"),
    "comeback": lambda: _("Remontada, de %(behind)s abajo: partida para %(name)s"),
    "turn": lambda: _("La mano más grande: %(points)s para %(name)s"),
    "last": lambda: _("La última mano: %(points)s para %(name)s"),
}


def _title(winner: int, names: Names) -> str:
    if names.viewer is None:
        return _("Partida para %(name)s") % {"name": names.in_sentence(winner)}
    has_partners = len(names.people) > len(TEAMS)
    if winner == names.side:
        return _("¡Ganamos!") if has_partners else _("¡Ganaste!")
    return _("Partida para %(name)s") % {"name": names.in_sentence(winner)}


def _by_time(winner: int, names: Names) -> str:
    """Return the title of a game that the bell ended (R-S5)."""
    if names.viewer is None or winner != names.side:
        return _("Por tiempo, partida para %(name)s") % {"name": names.in_sentence(winner)}
    if len(names.people) > len(TEAMS):
        return _("¡Ganamos por tiempo!")
    return _("¡Ganaste por tiempo!")


def _heading(side: int, names: Names) -> str:
    """Return a short name for a side."""
    if names.viewer is not None and len(names.people) > len(TEAMS):
        return names.team(side)
    return join_names(names.first(seat) for seat in range(side, len(names.people), 2))


def _proofs(last: View) -> Sequence[Sequence[Picture]]:
    """Return the cards shown for the points that won the game; a truco shows none."""
    if not last.points or last.points[-1].reason not in PROVED:
        return ()
    return [[picture(card, last.rules.preset) for card in cards] for cards in last.shown.values()]


def _figures(sides: Sequence[SeatFigures]) -> Iterator[Figure]:
    """Yield how often each side won or announced something; omit rows of zeros."""
    rows = (
        (_("Manos"), [side.hands_won for side in sides]),
        (_("Envidos"), [side.envidos_won for side in sides]),
        (_("Trucos"), [side.trucos_won for side in sides]),
        (_("Cantó flor"), [side.flores for side in sides]),
    )
    yield from (Figure(name, counts) for name, counts in rows if any(counts))
