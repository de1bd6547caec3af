"""`manage.py replay FILE [--json]`: play the records of a file and print their results."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from games.engine import (
    IllegalActionError,
    NotationError,
    Replay,
    read_games,
    replay,
    replay_summary,
)
from games.engine.tgn.parser import MAX_LENGTH

_BYTES_PER_CHARACTER = 4


class Command(BaseCommand):
    """Command that replays a record; exits 2 with the reason on standard error if it is invalid."""

    help = "Replays TGN records (- reads standard input) and prints the scores."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the record and the output format."""
        parser.add_argument("file")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object a game, each on a line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the record, replay it, and print the result."""
        try:
            games = [replay(record) for record in read_games(_text(options["file"]))]
        except (NotationError, IllegalActionError, OSError) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        for number, played in enumerate(games):
            if options["json"]:
                self.stdout.write(json.dumps(replay_summary(played)))
            else:
                between = [""] * bool(number)
                self.stdout.write("\n".join([*between, *_lines(played)]))


def _text(name: str) -> str:
    if name == "-":
        return _decoded(_read(sys.stdin.buffer))
    with Path(name).open("rb") as file:
        return _decoded(_read(file))


def _read(file: BinaryIO) -> bytes:
    """Read at most enough to detect that a file is too long."""
    return file.read(MAX_LENGTH * _BYTES_PER_CHARACTER + 1)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        raise NotationError("not-utf-8", line, column) from error


def _lines(played: Replay) -> list[str]:
    """Return one line per hand, and the state at the end of the record."""
    lines = [
        f"hand {state.start.label}: {state.score[0]}-{state.score[1]}" for state in played.hands
    ]
    final = played.final
    if played.record.is_agreed:
        return [*lines, "ended by agreement"]
    if played.record.is_by_time:
        lines.append("ended by time")
    if final is not None and final.winner is not None:
        lines.append(f"winner: team {final.winner}")
    elif final is not None and not final.over:
        lines.append("to act: " + ", ".join(str(seat) for seat in final.to_act))
    return lines
