"""`python -m tests.tournaments.formats.references.gacrux PYTHON`: tie-breaks by gacrux.

Writes `gacrux.jsonl`, the provenance and a line for each event, with which `test_gacrux.py`
compares ours. PYTHON is the interpreter of an environment of its own, after
`pip install gacrux==1.11.65` there (MIT licence). Only its answers are kept here.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.tournaments.formats.test_unplayed_rounds import POINTS, Report, a_swiss
from tournaments.formats.results_table import Edition
from tournaments.formats.tie_breaks import TieBreak

VERSION = "1.11.65"
KNOWN = Path(__file__).with_suffix(".jsonl")
SEEDS = range(80)
NAMES = {
    "BH": TieBreak.BUCHHOLZ,
    "BH/C1": TieBreak.BUCHHOLZ_CUT_1,
    "BH/M1": TieBreak.BUCHHOLZ_MEDIAN,
    "SB": TieBreak.SONNEBORN_BERGER,
    "WIN": TieBreak.WIN,
    "WON": TieBreak.WON,
}
BEGINS = {Edition.AUGUST_2024: "2025/03/10", Edition.MARCH_2026: "2026/03/10"}
COMMAND = ("-m", "gacrux.tiebreakchecker", "-f", "TRF", "-o", "-", "-s", "-t", *NAMES)


def report_to_fide(report: Report, begins: str) -> str:
    """Return an event as a tournament report file (TRF16)."""
    rounds = len(next(iter(report.values())))
    head = [f"012 Open\n042 {begins}\n062 {len(report)}\n142 {rounds}\nXXR {rounds}"]
    lines = []
    for entry, played in report.items():
        cells = [
            f"  {opponent:4} {'wb'[(entry < opponent) ^ number % 2]} {code}"
            if opponent
            else f"  0000 - {code}"
            for number, (opponent, code) in enumerate(played)
        ]
        points = sum(POINTS[code] for _, code in played)
        lines.append(
            f"001 {entry:4}      {f'Player {entry}':33} {2000 - entry:4}{'':28}"
            f"{points:4.1f} {entry:4}{''.join(cells)}"
        )
    return "\n".join(head + lines) + "\n"


def ask(python: str, report: Report, begins: str) -> list[list[float]]:
    """Return the figures of each entry in the order of `NAMES`."""
    with tempfile.NamedTemporaryFile("w", suffix=".trf") as file:
        file.write(report_to_fide(report, begins))
        file.flush()
        command = [python, *COMMAND[:2], "-i", file.name, *COMMAND[2:]]
        answer = subprocess.run(command, capture_output=True, check=True, text=True)
    result = json.loads(answer.stdout)["tiebreakResult"]
    assert result["rules"][:7].replace("-", "/") in ("2024/08", "2026/03")
    by_entry = {one["cid"]: one["tiebreakScore"] for one in result["competitors"]}
    return [[float(value) for value in by_entry[entry]] for entry in report]


def write_report(report: Report) -> list[str]:
    """Return a line for each entry: of each round the opponent and the code."""
    return [" ".join(f"{other}{code}" for other, code in rounds) for rounds in report.values()]


def read_report(lines: Sequence[str]) -> Report:
    """Return the event that `write_report` wrote."""
    return {
        entry: [(int(word[:-1]), word[-1]) for word in line.split()]
        for entry, line in enumerate(lines, start=1)
    }


def main() -> None:
    """Ask about every event, by the rules of both dates."""
    events = [
        {
            "report": write_report(report),
            "figures": {begins: ask(sys.argv[1], report, begins) for begins in BEGINS.values()},
        }
        for report in map(a_swiss, SEEDS)
    ]
    provenance = {
        "program": "gacrux (TieBreakServer), tiebreakchecker",
        "version": VERSION,
        "licence": "MIT",
        "command": f"python {' '.join(COMMAND)} -i REPORT.trf",
    }
    lines = [json.dumps(one, separators=(",", ":")) for one in (provenance, *events)]
    KNOWN.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
