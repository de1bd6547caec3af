"""`python -m tests.tournaments.formats.references.bbp_pairings PROGRAM`: Swiss by bbpPairings.

Writes `bbp_pairings.jsonl`, the provenance and a line for each of 40 events that bbpPairings paired
and whose results it drew by lot; `test_bbp_pairings.py` pairs each of their rounds again. PROGRAM
is `bbpPairings.exe`, built with `make` from github.com/BieremaBoyzProgramming/bbpPairings at the
commit below (Apache-2.0 licence). Only its pairings are kept here.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.tournaments.formats.references.gacrux import write_report
from tests.tournaments.formats.test_unplayed_rounds import Report

COMMIT = "16a000f9811de322b0e835d5643198226165b5a9"
KNOWN = Path(__file__).with_suffix(".jsonl")
EVENTS, ROUNDS = 40, 7
FIRST_CELL, CELL = 91, 10  # columns of a line of a report


def pair(program: str, seed: int) -> Report:
    """Return a whole event of 17 to 56 players."""
    with tempfile.TemporaryDirectory() as folder:
        terms, report = Path(folder, "terms"), Path(folder, "report.trf")
        never = "\n".join(
            f"{name}=100000" for name in ("ForfeitRate", "RetiredRate", "HalfPointByeRate")
        )
        terms.write_text(
            f"PlayersNumber={17 + seed}\nRoundsNumber={ROUNDS}\nDrawPercentage=10\n{never}\n"
        )
        command = [program, "--dutch", "-g", str(terms), "-o", str(report), "-s", str(seed)]
        subprocess.run(command, check=True)
        lines = report.read_text().splitlines()
    return {int(line[4:8]): read_rounds(line) for line in lines if line.startswith("001")}


def read_rounds(line: str) -> list[tuple[int, str]]:
    cells = [line[at : at + CELL].split() for at in range(FIRST_CELL - 2, len(line), CELL)]
    return [(int(opponent), code) for opponent, _colour, code in filter(None, cells)]


def main() -> None:
    """Let it pair and play all events."""
    provenance = {
        "program": "bbpPairings",
        "version": f"6.0.0, {COMMIT}",
        "licence": "Apache-2.0",
        "command": "bbpPairings.exe --dutch -g TERMS -o REPORT.trf -s SEED",
    }
    events = [{"report": write_report(pair(sys.argv[1], seed))} for seed in range(EVENTS)]
    lines = [json.dumps(one, separators=(",", ":")) for one in (provenance, *events)]
    KNOWN.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
