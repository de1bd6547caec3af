"""A line as it is listed, and what stands for its speaker in a browser."""

from hashlib import sha256
from typing import NamedTuple

from accounts.values.looked_up import gettext as _
from games.models import Game, Line, Seat
from games.talk.phrases import Phrase, find


class Heard(NamedTuple):
    """A line in the list: whose it is (for mutes), and its words or its face."""

    number: int
    by: str
    who: str
    words: str
    gloss: str
    face: str
    seat: int | None
    is_mine: bool = False


def listed(line: Line, game: Game, own: str = "") -> Heard:
    """Return a line as it is listed; `own` is the reader's key as a speaker."""
    phrase = phrase_of(line, game)
    return Heard(
        number=line.pk,
        by=voice(game, line.speaker),
        who=str(line.author) if line.author else _("Una visita"),
        words=phrase.words if phrase else line.text,
        gloss=phrase.gloss if phrase else "",
        face=phrase.face if phrase else "",
        seat=line.seat,
        is_mine=line.speaker == own,
    )


def phrase_of(line: Line, game: Game) -> Phrase | None:
    """Return the phrase that was said; None of a written line."""
    return find(game.preset, line.phrase) if line.phrase else None


def voice(game: Game, speaker: str) -> str:
    """Return what stands for a speaker in a browser: a person's number, a stranger's for a table.

    A stranger's address is not to be known again elsewhere.
    """
    kind, _space, number = speaker.partition(" ")
    if kind == "user":
        return f"u{number}"
    return f"v{sha256(f'{game.commitment}{speaker}'.encode()).hexdigest()[:8]}"


def seat_voice(seat: Seat) -> str:
    """Return what stands for who speaks at a seat."""
    return robot_voice(seat.number) if seat.robot else f"u{seat.user_id}"


def robot_voice(seat: int) -> str:
    """Return what stands for the robot of a seat."""
    return f"r{seat}"
