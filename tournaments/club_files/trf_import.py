"""A tournament report file as the file of a club, so that it is imported like one.

It says who met whom and who won, so it becomes a competition brought from elsewhere: shown on the
club's page, and counted for nothing. Games without points have none; a draw is 0–0.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Club
from accounts.names.validation import validate_shown_name
from tournaments.club_files.export import FORMAT, VERSION, Document
from tournaments.club_files.reader import FileRefusedError
from tournaments.models import Entry, Match
from tournaments.trf.reports import NAME, Player, TrfError, TrfReport, read_report

State = Match.State
LINE: Final = re.compile(rb"(\xef\xbb\xbf)?(\d{3}|XX[A-Z]|###|BB[A-Z])([ \r\n]|$)")
RULES: Final[Mapping[str, Any]] = {"preset": "argentino", "options": {"seats": "2"}}
MOST_BYTES: Final = 1024 * 1024
REFUSALS: Final[Mapping[str, str]] = {
    "number": gettext_noop("Ahí va el número de un jugador, del 1 al 9999."),
    "number-twice": gettext_noop("Ese número ya es de otro jugador."),
    "name": gettext_noop("Ese nombre tiene signos que no se ven."),
    "name-missing": gettext_noop("Falta el nombre."),
    "points": gettext_noop("Ahí van los puntos, como 11.5."),
    "rank": gettext_noop("Ahí va el puesto."),
    "opponent": gettext_noop("Ahí va el número del rival."),
    "no-such-opponent": gettext_noop("El rival con ese número no está."),
    "own-opponent": gettext_noop("Nadie juega contra sí mismo."),
    "pairing-differs": gettext_noop("El rival dice, en su renglón, que esa ronda jugó con otro."),
    "colour": gettext_noop("Ahí va el color: w, b o -."),
    "colours-equal": gettext_noop("Los dos dicen el mismo color."),
    "result": gettext_noop("Ese resultado no existe."),
    "results-differ": gettext_noop("El rival dice, en su renglón, otro resultado."),
    "result-without-opponent": gettext_noop("Hay un resultado, y falta el rival."),
    "bye-with-opponent": gettext_noop("Dice que quedó libre, y tiene rival."),
    "columns": gettext_noop("Las columnas no están en su lugar."),
    "day": gettext_noop("Esa fecha no se entiende."),
    "rounds": gettext_noop("Ahí va la cantidad de rondas."),
    "too-many-rounds": gettext_noop("Son demasiadas rondas: van 200 como mucho."),
    "too-many-players": gettext_noop("Son demasiados jugadores: van 1024 como mucho."),
    "no-players": gettext_noop("El archivo no tiene ningún jugador."),
    "teams": gettext_noop("Es de un torneo por equipos: acá se lee uno individual."),
}


class TrfRefusedError(FileRefusedError):
    """Rejection of a report, with its line and column."""

    def __init__(self, error: TrfError) -> None:
        place = _("renglón %(line)s, columna %(column)s") % {
            "line": error.line,
            "column": error.column,
        }
        super().__init__(f"trf-{error.code}", place)
        self.words = _(REFUSALS[error.code])


def is_report(data: bytes) -> bool:
    """Return whether a file begins like a tournament report."""
    return LINE.match(data) is not None


def as_club_file(data: bytes, club: Club | None, now: datetime) -> bytes:
    """Return a report as a club's file, and any other file as it is.

    Raises TrfRefusedError, and FileRefusedError `trf-of-no-club` where it would open a club.
    """
    if not is_report(data):
        return data
    if club is None:
        raise FileRefusedError("trf-of-no-club")
    if len(data) > MOST_BYTES:
        raise FileRefusedError("too-large")
    try:
        report = read_report(data)
        _require_names(report)
    except TrfError as error:
        raise TrfRefusedError(error) from error
    document = {
        "format": FORMAT,
        "version": VERSION,
        "site": "",
        "written_at": now.isoformat(),
        "club": {"name": club.name, "zone": club.zone, "about": club.about},
        "look": None,
        "members": [],
        "competitions": [_competition(report, now)],
        "series": [],
    }
    return json.dumps(document).encode()


def _require_names(report: TrfReport) -> None:
    """Refuse names with letters that nobody sees."""
    for player in report.players:
        try:
            validate_shown_name(player.name)
        except ValidationError:
            raise TrfError("name", player.line, NAME.start + 1) from None


def _competition(report: TrfReport, now: datetime) -> Document:
    places = {player.number: place for place, player in enumerate(report.players, start=1)}
    first = [player.number for player in report.players if player.rank == 1]
    ends = report.ends or report.starts
    return {
        "origin": "TRF",
        "name": report.name[:80] or "TRF",
        "season": "",
        "rules": dict(RULES),
        "best_of": 1,
        "started_at": _instant(report.starts, now) if report.starts else None,
        "finished_at": _instant(ends, now),
        "champion": places[first[0]] if len(first) == 1 else None,
        "entries": [
            {"name": player.name, "state": Entry.State.CONFIRMED, "players": [player.name]}
            for player in report.players
        ],
        "matches": list(_matches(report, places, now)),
    }


def _matches(report: TrfReport, places: Mapping[int, int], now: datetime) -> Iterator[Document]:
    """Yield each decided pairing once, and the byes that gave points."""
    number, players = 0, {player.number: player for player in report.players}
    for round_ in range(1, report.rounds + 1):
        day = report.days[round_ - 1] if round_ <= len(report.days) else None
        at = _instant(day or report.ends or report.starts, now)
        for player in report.players:
            rival = players.get(player.at(round_).opponent)
            match = _match(player, rival, round_)
            if match is None:
                continue
            number += 1
            yield {
                "sides": [places[player.number], rival and places[rival.number]],
                "number": number,
                "stage": 1,
                "group": 1,
                "round": round_,
                "by_time": False,
                "reason": "",
                "completed_at": at,
            } | match


def _match(own: Player, rival: Player | None, round_: int) -> Document | None:
    """Return a match as one side tells it; None if the other does, or nothing was played."""
    cell = own.at(round_)
    if rival is None:
        if cell.result not in "HFU+":
            return None
        return {"state": State.BYE, "winner": 0, "games": []}
    other = rival.at(round_)
    is_first = own.number < rival.number if other.colour == cell.colour else cell.colour == "w"
    tells = is_first if "b" not in (cell.colour, other.colour) else cell.colour != "b"
    if not tells or cell.result == " ":
        return None
    if other.result == cell.result and cell.result in "-0L":
        return {"state": State.DOUBLE_WALKOVER, "winner": None, "games": []}
    state = State.WALKOVER if cell.result in "+-" else State.COMPLETED
    if cell.result in "=D":
        return {"state": state, "winner": None, "games": [{"score": [0, 0], "record": None}]}
    return {"state": state, "winner": 0 if cell.result in "1W+" else 1, "games": []}


def _instant(day: date | None, now: datetime) -> str:
    at = now if day is None else datetime.combine(day, time(12), UTC)
    return at.isoformat()
