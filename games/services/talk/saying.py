"""Saying something at a table. The game's row is not locked: talk never holds up a card."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from accounts.values.names import tidy
from games.models import Game, Line
from games.services.hints import announce_game
from games.services.refusals import RefusedError
from games.services.retry import retrying
from games.talk import phrases, writing
from games.talk.levels import Level

PACE: Final = 2  # seconds: a speaker has one line in each
MANY, WHILE = 8, timedelta(minutes=1)  # and so many in a while
FAREWELL = timedelta(hours=1)  # of a table that is over

Anybody = User | AnonymousUser


@dataclass(frozen=True)
class Speaker:
    """The speaker: a signed-in person, or a stranger, known by the key of their address."""

    user: User | None
    address: str

    @property
    def key(self) -> str:
        """What stands for them where their pace is counted."""
        return f"user {self.user.pk}" if self.user else self.address


def may_write(user: Anybody) -> bool:
    """Whether a person may write free text: guests and strangers have phrases alone."""
    return user.is_authenticated and not user.is_guest


def may_talk(game: Game, now: datetime) -> bool:
    """Whether anything may be said at a table now: not long after its end."""
    is_over = game.finished_at is not None and now > game.finished_at + FAREWELL
    return game.talk != Level.NONE and not is_over


def say_phrase(
    *, game_id: int, seat: int | None, speaker: Speaker, phrase: str, now: datetime
) -> Line:
    """Say a phrase or make a face; a spectator (no seat) is heard by spectators.

    Raises RefusedError with code `no-talk`, `no-such-phrase` or `talks-too-fast`.
    """
    game = _game_to_talk_at(game_id, now)
    if phrases.find(game.preset, phrase) is None:
        raise RefusedError("no-such-phrase")
    return _say(game, seat, speaker, now, phrase=phrase)


def write_line(
    *, game_id: int, seat: int | None, speaker: Speaker, text: str, now: datetime
) -> Line:
    """Say something in one's own words.

    Raises RefusedError with code `no-talk`, `no-chat`, `needs-account`, what is wrong with the
    text (`games.talk.writing`), or `talks-too-fast`.
    """
    game = _game_to_talk_at(game_id, now)
    if game.talk != Level.CHAT:
        raise RefusedError("no-chat")
    if speaker.user is None or not may_write(speaker.user):
        raise RefusedError("needs-account")
    if fault := writing.fault_of(text):
        raise RefusedError(fault)
    return _say(game, seat, speaker, now, text=tidy(text))


def _game_to_talk_at(game_id: int, now: datetime) -> Game:
    game = Game.objects.get(pk=game_id)
    if not may_talk(game, now):
        raise RefusedError("no-talk")
    return game


def _say(game: Game, seat: int | None, speaker: Speaker, now: datetime, **what: str) -> Line:
    lately = game.lines.filter(speaker=speaker.key, at__gt=now - WHILE)
    if lately.count() >= MANY:
        raise RefusedError("talks-too-fast")
    try:
        return _write(game, seat, speaker, now, **what)
    except IntegrityError as error:  # another line of theirs in this slot
        raise RefusedError("talks-too-fast") from error


@retrying
@transaction.atomic
def _write(game: Game, seat: int | None, speaker: Speaker, now: datetime, **what: str) -> Line:
    Game.objects.select_for_update().get(pk=game.pk)  # a line moves it, and games come first
    line = Line.objects.create(
        game=game,
        author=speaker.user,
        speaker=speaker.key,
        slot=int(now.timestamp()) // PACE,
        seat=seat,
        at=now,
        **what,
    )
    heard_by = None if seat is not None or game.is_over else [None]
    on_commit(announce_game, game.pk, game.version, seats=heard_by)
    return line
