"""`python -m tests.truco_site.readers`: write `table.txt` as the site is now, to read the diff."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.truco_site.readers.table import READERS, TABLE, joined


def main() -> int:
    """Ask as every reader, and put the answers side by side."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", str(Path(__file__).parent)]
        subprocess.run(command, env={**os.environ, "READERS": folder}, check=False)
        columns = {reader: Path(folder, reader).read_text().splitlines() for reader in READERS}
    TABLE.write_text(joined(columns), encoding="utf-8")
    print(f"{TABLE}: {len(columns['stranger'])} answers to each of {len(READERS)} readers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
