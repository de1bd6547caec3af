"""Signing of finished records, and later removal of a person's name from one."""

import logging

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


def forget_person(user: User) -> None:
    """Erase a person's name from the signed records of all their games."""
    for seat in user.seats.filter(game__signature__isnull=False):
        forget_seat(seat)


def forget_seat(seat: Seat) -> None:
    """Erase the name of a seat's player from the game's signed record."""
    for signed in RecordSignature.objects.filter(game=seat.game_id):
        _forget(signed, 1 + seat.number)


def forget_title(game: Game) -> None:
    """Erase a game's title, which named a person, from its signed record."""
    for signed in RecordSignature.objects.filter(game=game):
        _forget(signed, TITLE)


def _forget(signed: RecordSignature, place: int) -> None:
    """Erase a name and its salt; the hash stays, because it is what was signed."""
    signed.names[place], signed.salts[place] = None, ""
    signed.save(update_fields=["names", "salts"])


def _on_one_line(name: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in name)
