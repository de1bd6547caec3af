"""What the picture of a record says, in the active language: how it ended, or one moment of it."""

from collections.abc import Sequence

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.values.dates import short_date
from games.board.names import TEAMS, Names, names_for
from games.board.record.page import Way, moment_at
from games.board.tricks import Trick, tricks
from games.models import Game
from games.pictures.poster import Poster
from games.records.finished import GameRecord


def ending_poster(record: GameRecord) -> Poster:
    """Who won, how, and the cards of the last hand."""
    game, names = record.game, names_for(record.seats, None)
    winner, score = game.winner, game.score or (0, 0)
    told = _told(game, names)
    last = record.step(len(record.hands) - 1, _END).table if record.hands else None
    return Poster(
        eyebrow=_eyebrow(game),
        title=_sides(names),
        lines=[f"{score[0]} – {score[1]}", told],
        tally=score[winner] if winner is not None else 0,
        cards=_drawn(tricks(last, names)) if last else (),
    )


def _told(game: Game, names: Names) -> str:
    """Say how it ended."""
    if game.winner is not None:
        name = {"name": names.team(game.winner)}
        if game.by_time:
            return _("Por tiempo, partida para %(name)s") % name
        return _("Partida para %(name)s") % name
    if game.by_time:
        return _("Terminó por tiempo")
    return _("Terminada de común acuerdo") if game.agreed else _("Partida anulada")


def moment_poster(record: GameRecord, at: Way) -> Poster:
    """One moment: the hand, the score, what was said or played last, the cards on the table."""
    names = names_for(record.seats, None)
    shown = moment_at(record, at, names)
    hand = _("Mano %(label)s") % {"label": shown.label}
    return Poster(
        eyebrow=_eyebrow(record.game),
        title=_sides(names),
        lines=[f"{hand} · {shown.score[0]} – {shown.score[1]}", shown.told],
        cards=_drawn(shown.tricks),
    )


_END = 9999  # more steps than any hand has


def _eyebrow(game: Game) -> str:
    when = short_date(localtime(game.started_at or game.created_at), "j M Y")
    return f"{game.title} · {when}" if game.title else when


def _sides(names: Names) -> str:
    return " – ".join(names.team(team) for team in TEAMS)


def _drawn(tricks_: Sequence[Trick]) -> Sequence[Sequence[str]]:
    return [[laid.symbol for laid in trick.cards] for trick in tricks_]
