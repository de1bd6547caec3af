"""`make audit`: every package of the locks looked up among known vulnerabilities.

Where the advisory service cannot be reached nothing was audited, and that is no success either.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOCKS = ("requirements.lock", "requirements-dev.lock")
FOUND, NOT_AUDITED = 1, 2


def main() -> int:
    """Audit each lock; the worst status counts."""
    return max(audit(lock) for lock in LOCKS)


def audit(lock: str) -> int:
    """Audit one lock, and say what was found, or that nothing could be looked up."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = ("-m", "pip_audit", "--disable-pip", "--require-hashes", "--timeout", "10")
        how = ("--progress-spinner", "off", "--format", "json", "--output", str(report))
        done = subprocess.run(
            [sys.executable, *command, *how, "--requirement", lock],
            capture_output=True,
            text=True,
            check=False,
        )
        if not report.exists() or not report.read_text().strip():
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"{lock}: NOT AUDITED, the advisory service could not be asked: {reason}")
            return NOT_AUDITED
        packages = json.loads(report.read_text())["dependencies"]
    wrong = list(_findings(packages))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{lock}: {len(packages)} packages, {len(wrong)} known vulnerabilities")
    return FOUND if wrong else 0


def _findings(packages: list[dict[str, Any]]) -> Iterator[str]:
    for package in packages:
        for found in package.get("vulns", ()):
            mended = ", ".join(found["fix_versions"]) or "nothing yet"
            yield f"{package['name']} {package['version']}: {found['id']}, mended by {mended}"


if __name__ == "__main__":
    sys.exit(main())
