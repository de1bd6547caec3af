"""`python -m tests.tournaments.trf.references PYTHON`: our reports as gacrux reads them.

Writes `gacrux.jsonl`, the provenance and a line for each of 20 events: the digest of the report
that we write, and the points and Buchholz scores that gacrux computes from its pairings alone.
PYTHON is the interpreter of an environment of its own, after `pip install gacrux==1.11.65` there
(MIT licence). Only its answers are kept here.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from tests.tournaments.formats.test_unplayed_rounds import POINTS, a_swiss
from tournaments.trf.reports import Cell, Player, TrfReport, write_report

VERSION = "1.11.65"
KNOWN = Path(__file__).with_name("gacrux.jsonl")
SEEDS = range(20)
COMMAND = ("-m", "gacrux.tiebreakchecker", "-f", "TRF", "-o", "-", "-s", "-t", "PTS", "BH")


def report_of(seed: int) -> TrfReport:
    """Return an event with games, forfeits and byes of every kind."""
    event = a_swiss(seed)
    players = [
        Player(
            number=entry,
            name=f"Jugador {entry}",
            points=sum(POINTS[code] for _opponent, code in played),
            rank=entry,
            cells=[
                Cell(opponent, "wb"[(entry < opponent) ^ number % 2], code)
                if opponent
                else Cell(result=code)
                for number, (opponent, code) in enumerate(played)
            ],
        )
        for entry, played in event.items()
    ]
    rounds = len(players[0].cells)
    return TrfReport("Copa", players, rounds, "Tandil", starts=date(2025, 3, 10))


def digest_of(report: TrfReport) -> str:
    """Return the digest of both versions of a report."""
    return hashlib.sha256((write_report(report, 16) + write_report(report)).encode()).hexdigest()


def ask(python: str, report: TrfReport) -> dict[str, Any]:
    """Return what gacrux computes, the same from both versions."""
    answers = []
    for version in (16, 26):
        with tempfile.NamedTemporaryFile("w", suffix=".trf", newline="") as file:
            file.write(write_report(report, version))  # type: ignore[arg-type]
            file.flush()
            command = [python, *COMMAND[:2], "-i", file.name, *COMMAND[2:]]
            answer = subprocess.run(command, capture_output=True, check=True, text=True)
        told = json.loads(answer.stdout)["tiebreakResult"]["competitors"]
        by_entry = {one["cid"]: [float(each) for each in one["tiebreakScore"]] for one in told}
        answers.append([by_entry[player.number] for player in report.players])
    assert answers[0] == answers[1]
    return {"digest": digest_of(report), "figures": answers[0]}


def main() -> None:
    """Ask about every event."""
    provenance = {
        "program": "gacrux (TieBreakServer), tiebreakchecker",
        "version": VERSION,
        "licence": "MIT",
        "command": f"python {' '.join(COMMAND)} -i REPORT.trf",
    }
    lines = [provenance, *(ask(sys.argv[1], report_of(seed)) for seed in SEEDS)]
    text = "\n".join(json.dumps(one, separators=(",", ":")) for one in lines)
    KNOWN.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
