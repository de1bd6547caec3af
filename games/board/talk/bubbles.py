"""Bubbles beside seats, and the newest line: what one audience hears now."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from games.board.clock import milliseconds
from games.board.talk.lines import Heard, listed, phrase_of, robot_voice, voice
from games.engine import View
from games.models import Game, Line, Seat
from games.talk import robots
from games.talk.levels import Level
from games.talk.phrases import find

SHOWN = timedelta(seconds=6)  # how long a bubble stays
LONGEST = 40  # letters of a bubble; the list has the whole line


class Said(NamedTuple):
    """A bubble beside a seat: words or a face, whose they are (for mutes), and until when."""

    words: str
    gloss: str
    face: str
    by: str
    until: int = 0  # milliseconds; 0: as long as the table stands like this


class Talk(NamedTuple):
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
    """Return what an audience hears now; `lines` are the newest, the newest first.

    A person who leaves their seat takes their bubble along: it would be another person's.
    """
    if game.talk == Level.NONE:
        return QUIET
    heard = [line for line in lines if _is_heard(line, viewer, game)]
    said = dict(_by_robots(game, seats, view))
    seated = {(seat.number, seat.user_id) for seat in seats}
    for line in reversed(heard):
        if (line.seat, line.author_id) in seated and _is_fresh(line, now):
            assert line.seat is not None  # seats have numbers
            said[line.seat] = _bubble(line, game)
    return Talk(said, listed(heard[0], game) if heard else None)


def _is_heard(line: Line, viewer: int | None, game: Game) -> bool:
    return viewer is None or line.seat is not None or game.is_over


def _is_fresh(line: Line, now: datetime) -> bool:
    return line.at <= now < line.at + SHOWN


def _bubble(line: Line, game: Game) -> Said:
    phrase = phrase_of(line, game)
    until, by = milliseconds(line.at + SHOWN), voice(game, line.speaker)
    if phrase is None:
        return Said(_cut(line.text), "", "", by, until)
    return Said(phrase.words, phrase.gloss, phrase.face, by, until)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


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
