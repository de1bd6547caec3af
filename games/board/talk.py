"""What is said at a table beside the game, as one audience hears it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.utils.translation import gettext as _

from games.board.clock import milliseconds
from games.engine import View
from games.models import Game, Line, Seat
from games.talk import robots
from games.talk.levels import Level
from games.talk.phrases import Phrase, find

SHOWN = timedelta(seconds=6)  # how long a bubble stays
LONGEST = 40  # letters of a bubble; the list has the whole line


@dataclass(frozen=True)
class Said:
    """A bubble beside a seat: words or a face, whose they are (for mutes), and until when."""

    words: str
    gloss: str
    face: str
    by: str
    until: int = 0  # milliseconds; 0: as long as the table stands like this


@dataclass(frozen=True)
class Heard:
    """A line as it is listed; `before` is the number of the line before it, 0 if there is none."""

    number: int
    before: int
    by: str
    who: str
    words: str
    gloss: str
    face: str
    seat: int | None
    is_mine: bool = False


@dataclass(frozen=True)
class Talk:
    """The bubbles by seat, and the newest line."""

    said: Mapping[int, Said]
    newest: Heard | None = None


QUIET = Talk({})


def table_talk(
    game: Game,
    seats: Sequence[Seat],
    lines: Sequence[Line],
    view: View | None,
    viewer: int | None,
    now: datetime,
) -> Talk:
    """Return what an audience hears now; `lines` are the newest, the newest first."""
    if game.talk == Level.NONE:
        return QUIET
    heard = [line for line in lines if _is_heard(line, viewer, game)]
    said = dict(_by_robots(game, seats, view))
    for line in reversed(heard):
        if line.seat is not None and _is_fresh(line, now):
            said[line.seat] = _bubble(line, game)
    return Talk(said, newest(heard, game))


def newest(heard: Sequence[Line], game: Game) -> Heard | None:
    """Return the first of some lines as it is listed."""
    if not heard:
        return None
    return listed(heard[0], heard[1] if len(heard) > 1 else None, game)


def listed(line: Line, before: Line | None, game: Game, own: str = "") -> Heard:
    """Return a line as it is listed; `own` is the reader's key as a speaker."""
    phrase = _phrase(line, game)
    return Heard(
        number=line.pk,
        before=before.pk if before else 0,
        by=voice(game, line.speaker),
        who=str(line.author) if line.author else _("Una visita"),
        words=phrase.words if phrase else line.text,
        gloss=phrase.gloss if phrase else "",
        face=phrase.face if phrase else "",
        seat=line.seat,
        is_mine=line.speaker == own,
    )


def voice(game: Game, speaker: str) -> str:
    """Return what stands for a speaker in a browser: a person's number, a stranger's for a table.

    A stranger's address is not to be known again elsewhere.
    """
    kind, _space, number = speaker.partition(" ")
    if kind == "user":
        return f"u{number}"
    return f"v{sha256(f'{game.commitment}{speaker}'.encode()).hexdigest()[:8]}"


def robot_voice(seat: int) -> str:
    """Return what stands for the robot of a seat."""
    return f"r{seat}"


def _is_heard(line: Line, viewer: int | None, game: Game) -> bool:
    return viewer is None or line.seat is not None or game.is_over


def _is_fresh(line: Line, now: datetime) -> bool:
    return line.at <= now < line.at + SHOWN


def _bubble(line: Line, game: Game) -> Said:
    phrase = _phrase(line, game)
    until, by = milliseconds(line.at + SHOWN), voice(game, line.speaker)
    if phrase is None:
        return Said(_cut(line.text), "", "", by, until)
    return Said(phrase.words, phrase.gloss, phrase.face, by, until)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def _phrase(line: Line, game: Game) -> Phrase | None:
    return find(game.preset, line.phrase) if line.phrase else None


def _by_robots(game: Game, seats: Sequence[Seat], view: View | None) -> Iterator[tuple[int, Said]]:
    """A robot's word on a hand that has ended: from its points, which everybody sees."""
    if view is None or not view.over or not view.points:
        return
    winner = max((0, 1), key=lambda team: _points_of(view, team))
    playing = [seat.number for seat in seats if seat.robot]
    chosen = robots.said_after(game.pk, view.label, winner, playing)
    phrase = find(game.preset, chosen[1]) if chosen else None
    if chosen and phrase:
        yield chosen[0], Said(phrase.words, phrase.gloss, phrase.face, robot_voice(chosen[0]))


def _points_of(view: View, team: int) -> int:
    return sum(item.points for item in view.points if item.team == team)
