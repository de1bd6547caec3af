"""Signing of finished records, and later removal of a person's name from one."""

import logging
from typing import NamedTuple

from django.db import DatabaseError

from accounts.models import User
from games.engine import write_tgn
from games.fair import shuffle, signatures
from games.models import Game, RecordSignature, Seat
from games.play.finished_game import GameRecord

TITLE = 0  # its position among the names, before the seats
logger = logging.getLogger(__name__)


def sign_record(game: Game) -> None:
    """Sign the record of a locked game that has just ended.

    If the log cannot be replayed, and the table was annulled for that, there is no record to sign.
    """
    if game.scheme < shuffle.SCHEME:
        return
    seats = list(game.seats.select_related("user").order_by("number"))
    names = [_on_one_line(name) for name in (game.title, *map(str, seats))]
    salts = [signatures.new_salt() for _ in names]
    signed = RecordSignature(
        game=game,
        names=names,
        salts=salts,
        hashes=list(map(signatures.name_hash, names, salts)),
        key=signatures.public_keys()[0],
    )
    try:
        text = write_tgn(GameRecord(game, seats, signed).notation())
    except DatabaseError:
        raise
    except Exception:  # any fault that stopped this table
        logger.exception("game %s has no record to be signed", game.pk)
        return
    signed.digest = signatures.digest(text)
    signed.signature = signatures.sign(signed.digest)
    signed.save(force_insert=True)


class SignedName(NamedTuple):
    """A name with its salt, by its place in the record of a game."""

    game: int
    place: int
    name: str
    salt: str


def forget_person(user: User) -> None:
    """Erase a person's name from the signed records of all their games."""
    for seat in user.seats.filter(game__signature__isnull=False):
        forget_seat(seat)


def forget_seat(seat: Seat) -> list[SignedName]:
    """Erase the name of a seat's player from the game's signed record; return the erased names."""
    return _forget(seat.game_id, 1 + seat.number)


def forget_title(game: Game) -> list[SignedName]:
    """Erase a game's title, which named a person, from its signed record; return what it was."""
    return _forget(game.pk, TITLE)


def restore_name(was: SignedName) -> None:
    """Write a name into a signed record again, with the salt under which it was signed."""
    signed = RecordSignature.objects.filter(game=was.game).first()
    if signed is not None and signed.names[was.place] is None:
        _write(signed, was.place, was.name, was.salt)


def _forget(game_id: int, place: int) -> list[SignedName]:
    """Erase a name and its salt; the hash stays, because it is what was signed."""
    signed = RecordSignature.objects.filter(game=game_id).first()
    if signed is None or signed.names[place] is None:
        return []
    was = SignedName(game_id, place, signed.names[place], signed.salts[place])
    _write(signed, place, None, "")
    return [was]


def _write(signed: RecordSignature, place: int, name: str | None, salt: str) -> None:
    signed.names[place], signed.salts[place] = name, salt
    signed.save(update_fields=["names", "salts"])


def _on_one_line(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name)
