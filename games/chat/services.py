"""Services to send chat lines, signs and partner words, to read them, and to delete them.

Signs go to partners at any moment and may be false (R-G); they are never in the log. Partner
words have the same audience. A line locks the game's row while it is written; the version stays, so
a card that is played meanwhile is not stale. Lines expire, and are deleted with their author's
account.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from accounts.names.display import ERASED
from accounts.names.validation import tidy, whole_words
from games.chat import phrases
from games.chat.errors import (
    NeedsAccountError,
    NoChatError,
    NoSuchPhraseError,
    NoSuchSignError,
    NoTalkError,
    TalksTooFastError,
    TooFastError,
)
from games.chat.phrases import find_partner_word
from games.common.broadcast import broadcast_game
from games.common.errors import ClosedError
from games.engine import signals
from games.models import Game, Line, Report
from games.models.tables import Level
from games.play import log
from games.play.replay import DealSource, current_hand_label
from games.play.robot_signs import glancing_robots, witnesses
from games.play.seat_names import seats_on_device

SIGN_SHOWN = timedelta(seconds=10)  # how long partners see a sign
SIGN_INTERVAL = timedelta(seconds=2)  # between two signs of one seat


@transactional
def make_sign(*, game_id: int, seat: int, sign: str, now: datetime) -> None:
    """Show a sign, or a word, to the partners of a seat only.

    Players on a shared device have no signs. Raises RefusedError with code `closed`, `no-such-sign`
    or `too-fast`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.LIVE:
        raise ClosedError()
    seats = list(game.seats.order_by("number"))
    if seats_on_device(seats):
        raise NoSuchSignError()
    if sign not in signals(game.rules) and not _is_said(game, sign):
        raise NoSuchSignError()
    place = seats[seat]
    if place.signed_at and abs(now - place.signed_at) < SIGN_INTERVAL:
        raise TooFastError()
    if sign in signals(game.rules):
        dealer = DealSource(game, seats)
        place.sign_seen = witnesses(game, seats, seat, glancing_robots(dealer, seat))
    else:  # a word is heard, wherever one looks
        partners = (each for each in range(seat % 2, game.rules.seats, 2) if each != seat)
        place.sign_seen = "".join(map(str, partners))
    place.sign, place.signed_at, place.sign_in = sign, now, current_hand_label(game)
    place.save(update_fields=["sign", "signed_at", "sign_in", "sign_seen"])
    log.broadcast_to_seats(game, [*map(int, place.sign_seen)])


@transactional
def watch(*, game_id: int, seat: int, watched: int | None) -> None:
    """Look at a rival's face, or (None) at the partners again.

    Raises RefusedError `no-such-sign` where no señas are made, or for a seat that is no rival's.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    is_rival = watched is None or (watched < game.rules.seats and watched % 2 != seat % 2)
    if not is_rival or not signals(game.rules) or not game.signs_caught:
        raise NoSuchSignError()
    game.seats.filter(number=seat).update(watches=watched)
    log.broadcast_to_seats(game, [seat])


def _is_said(game: Game, code: str) -> bool:
    return game.talk != Level.NONE and find_partner_word(game.rules, code) is not None


KEPT: Final = timedelta(days=7)
KEPT_REPORTED: Final = timedelta(days=30)  # without a decision


@transaction.atomic
def erase(*, user: User, names: Collection[str]) -> None:
    """Erase what a person said and reported, and what was reported about them.

    Their names also go from other people's lines at their tables, and from other people's reports.
    """
    pattern = whole_words(names)
    heard = Q(game__seats__user=user) | Q(game__lines__author=user)
    lines = Line.objects.filter(heard, ~Q(text="")).exclude(author=user).distinct()
    for row in (*lines, *Report.objects.exclude(text="")):
        row.text = pattern.sub(ERASED, row.text)[:200]
        row.save(update_fields=["text"])
    user.lines.all().delete()
    user.reports_made.all().delete()
    user.reports.all().delete()


@transaction.atomic
def forget_old(*, now: datetime) -> int:
    """Delete lines past their retention; return their number."""
    undecided = Report.objects.open().filter(line=OuterRef("pk"))
    old = Line.objects.filter(~Exists(undecided), at__lt=now - KEPT)
    reported = Line.objects.filter(at__lt=now - KEPT_REPORTED)
    return _delete(old) + _delete(reported)


def _delete(lines: "QuerySet[Line]") -> int:
    """Delete lines; decisions about them stay, without their words."""
    decided = Report.objects.exclude(closed_at=None)
    decided.filter(line__in=lines.order_by().values("pk")).update(line=None)
    return int(lines.delete()[0])


LISTED: Final = 20  # lines of an opened list


def listed_lines(game: Game, seat: int | None) -> list[Line]:
    """Return the lines of an opened list for a seat (None: a spectator), newest first."""
    heard = game.lines.heard_by(seat, is_over=game.is_over)
    return list(heard.select_related("author").order_by("-pk")[:LISTED])


LINE_INTERVAL: Final = 2  # seconds: a speaker has one line in each
MANY, WHILE = 8, timedelta(minutes=1)  # limit per speaker, and its period
FAREWELL = timedelta(hours=1)  # after the end of a game
AnySpeaker = User | AnonymousUser


@dataclass(frozen=True)
class Speaker:
    """The speaker: a signed-in person, or an anonymous visitor by the key of their address."""

    user: User | None
    address: str

    @property
    def key(self) -> str:
        """The speaker's key for rate limits."""
        return f"user {self.user.pk}" if self.user else self.address


def may_write(user: AnySpeaker) -> bool:
    """Return whether a person may write free text: guests and visitors have phrases only."""
    return user.is_authenticated and not user.is_guest


def may_talk(game: Game, now: datetime) -> bool:
    """Return whether talk is open at a table: until a while after its end."""
    is_over = game.finished_at is not None and now > game.finished_at + FAREWELL
    return game.talk != Level.NONE and not is_over


def say_phrase(
    *, game_id: int, seat: int | None, speaker: Speaker, phrase: str, now: datetime
) -> Line:
    """Post a phrase or a face; a spectator's (no seat) is visible to spectators.

    Raises RefusedError with code `no-talk`, `no-such-phrase` or `talks-too-fast`.
    """
    game = _game_to_talk_at(game_id, now)
    if phrases.find(game.preset, phrase) is None:
        raise NoSuchPhraseError()
    return _say(game, seat, speaker, now, phrase=phrase)


def write_line(
    *, game_id: int, seat: int | None, speaker: Speaker, text: str, now: datetime
) -> Line:
    """Post a written line.

    Raises RefusedError with code `no-talk`, `no-chat`, `needs-account`, a fault of the text
    (`games.chat.phrases.fault_of`), or `talks-too-fast`.
    """
    game = _game_to_talk_at(game_id, now)
    if game.talk != Level.CHAT:
        raise NoChatError()
    if speaker.user is None or not may_write(speaker.user):
        raise NeedsAccountError()
    if fault := phrases.fault_of(text):
        raise fault()
    return _say(game, seat, speaker, now, text=tidy(text))


def _game_to_talk_at(game_id: int, now: datetime) -> Game:
    game = Game.objects.get(pk=game_id)
    if not may_talk(game, now):
        raise NoTalkError()
    return game


def _say(game: Game, seat: int | None, speaker: Speaker, now: datetime, **content: str) -> Line:
    # lines in the future were written before the clock was set back
    lately = game.lines.filter(speaker=speaker.key, at__gt=now - WHILE, at__lte=now)
    if lately.count() >= MANY:
        raise TalksTooFastError()
    try:
        return _write(game, seat, speaker, now, **content)
    except IntegrityError as error:  # the speaker has a line in this slot
        raise TalksTooFastError() from error


@transactional
def _write(game: Game, seat: int | None, speaker: Speaker, now: datetime, **content: str) -> Line:
    # the insert updates the game; lock order: games first
    Game.objects.select_for_update().get(pk=game.pk)
    line = Line.objects.create(
        game=game,
        author=speaker.user,
        speaker=speaker.key,
        slot=int(now.timestamp()) // LINE_INTERVAL,
        seat=seat,
        at=now,
        **content,
    )
    heard_by = None if seat is not None or game.is_over else [None]
    on_commit(broadcast_game, game.pk, game.version, seats=heard_by)
    return line
