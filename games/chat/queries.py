"""Chat lines, speech bubbles and signs as one audience sees them.

A partner's sign is shown only while it is fresh.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from accounts.i18n.languages import gettext as _
from games.chat import phrases
from games.chat.phrases import Phrase, drawing, find, find_partner_word, gesture, short_sign, sign
from games.chat.services import SIGN_SHOWN
from games.common.browser_times import milliseconds
from games.engine import Rules, View, signals
from games.models import Game, Line, Seat
from games.models.tables import Level
from games.play.seat_names import Names


class ChatLine(NamedTuple):
    """A line in the list: its speaker (for mutes), and its words or face."""

    number: int
    by: str
    who: str
    words: str
    gloss: str
    face: str
    seat: int | None
    is_mine: bool = False


def chat_lines(line: Line, game: Game, own: str = "") -> ChatLine:
    """Return a line for the list; `own` is the reader's key as a speaker."""
    phrase = phrase_of(line, game)
    return ChatLine(
        number=line.pk,
        by=speaker_key(game, line.speaker),
        who=str(line.author) if line.author else _("Una visita"),
        words=phrase.words if phrase else line.text,
        gloss=phrase.gloss if phrase else "",
        face=phrase.face if phrase else "",
        seat=line.seat,
        is_mine=line.speaker == own,
    )


def phrase_of(line: Line, game: Game) -> Phrase | None:
    """Return the phrase of a line; None for written text."""
    return find(game.preset, line.phrase) if line.phrase else None


def speaker_key(game: Game, speaker: str) -> str:
    """Return a speaker's key for browsers: a user id, or a per-table key of an anonymous visitor.

    The key of an address differs per table, so that the visitor cannot be recognised elsewhere.
    """
    kind, _space, number = speaker.partition(" ")
    if kind == "user":
        return f"u{number}"
    return f"v{sha256(f'{game.commitment}{speaker}'.encode()).hexdigest()[:8]}"


def seat_voice(seat: Seat) -> str:
    """Return the key of the speaker at a seat."""
    return robot_voice(seat.number) if seat.robot else f"u{seat.user_id}"


def robot_voice(seat: int) -> str:
    """Return the key of the robot at a seat."""
    return f"r{seat}"


SHOWN = timedelta(seconds=6)  # how long a bubble stays
LONGEST = 40  # letters of a bubble; the list has the full line


class Bubble(NamedTuple):
    """A bubble next to a seat: words or a face, its speaker (for mutes), and its expiry."""

    words: str
    gloss: str
    face: str
    by: str
    until: int = 0  # milliseconds; 0: as long as the table is in this state


class Talk(NamedTuple):
    """The bubbles by seat, and the newest line."""

    said: Mapping[int, Bubble]
    newest: ChatLine | None = None


QUIET = Talk({})


def table_talk(
    game: Game,
    seats: Sequence[Seat],
    lines: Sequence[Line],
    view: View | None,
    viewer: int | None,
    now: datetime,
) -> Talk:
    """Return the talk that an audience sees now; `lines` are the newest, newest first.

    A bubble disappears when its speaker leaves the seat: it must not appear as another person's.
    """
    if game.talk == Level.NONE:
        return QUIET
    heard = [line for line in lines if _is_heard(line, viewer, game)]
    bubbles = dict(_by_robots(game, seats, view))
    seated = {(seat.number, seat.user_id) for seat in seats}
    for line in reversed(heard):
        if (line.seat, line.author_id) in seated and _is_fresh(line, now):
            assert line.seat is not None  # seats have numbers
            bubbles[line.seat] = _bubble(line, game)
    return Talk(bubbles, chat_lines(heard[0], game) if heard else None)


def _is_heard(line: Line, viewer: int | None, game: Game) -> bool:
    return viewer is None or line.seat is not None or game.is_over


def _is_fresh(line: Line, now: datetime) -> bool:
    return line.at <= now < line.at + SHOWN


def _bubble(line: Line, game: Game) -> Bubble:
    phrase = phrase_of(line, game)
    until, by = milliseconds(line.at + SHOWN), speaker_key(game, line.speaker)
    if phrase is None:
        return Bubble(_cut(line.text), "", "", by, until)
    return Bubble(phrase.words, phrase.gloss, phrase.face, by, until)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def _by_robots(
    game: Game, seats: Sequence[Seat], view: View | None
) -> Iterator[tuple[int, Bubble]]:
    """Yield the robots' phrases after a finished hand, based on its public points."""
    if view is None or not view.over or not view.points:
        return
    winner = max((0, 1), key=lambda team: _points_of(view, team))
    playing = [seat.number for seat in seats if seat.robot]
    chosen = phrases.said_after(game.pk, view.label, winner, playing)
    phrase = find(game.preset, chosen[1]) if chosen else None
    if chosen and phrase:
        yield chosen[0], Bubble(phrase.words, phrase.gloss, phrase.face, robot_voice(chosen[0]))


def _points_of(view: View, team: int) -> int:
    return sum(item.points for item in view.points if item.team == team)


class SignButton(NamedTuple):
    """A sign that a player can make: its drawing, its description and its meaning."""

    code: str
    words: str
    face: str
    gesture: str
    short: str


class Sign(NamedTuple):
    """A sign that partners see, with its expiry in milliseconds.

    A word has no face, but may have a gloss; `by` is its speaker, for mutes. A seña is part of the
    game: mutes do not hide it.
    """

    words: str
    until: int
    face: str = ""
    gloss: str = ""
    by: str = ""


def sign_buttons(rules: Rules) -> tuple[SignButton, ...]:
    """Return every sign of these rules, in the rulebook's order."""
    return tuple(
        SignButton(code, sign(code, rules.preset), drawing(code), gesture(code), short_sign(code))
        for code in signals(rules)
    )


def shown_sign(seat: Seat, names: Names, now: datetime) -> Sign | None:
    """Return a seat's sign as one reader sees it: its maker, and who saw it being made."""
    is_seen = names.viewer == seat.number or str(names.viewer) in seat.sign_seen
    if names.viewer is None or not is_seen or seat.signed_at is None:
        return None
    if abs(now - seat.signed_at) >= SIGN_SHOWN:  # expired, or made before the clock was set back
        return None
    until = seat.signed_at + SIGN_SHOWN
    rules = seat.game.rules
    word = find_partner_word(rules, seat.sign)
    if word:
        return Sign(word.words, milliseconds(until), gloss=word.gloss, by=seat_voice(seat))
    return Sign(sign(seat.sign, rules.preset), milliseconds(until), face=drawing(seat.sign))
