"""`python -m tests.runner.newest`: the wheel, engine and formats on the newest Python installed.

Its environment is `.venv-newest`, with the locked packages of that Python.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / ".venv-newest"
OLDEST: Final = (3, 11)
NAME: Final = re.compile(r"python3\.(\d+)")
PURE: Final = ("tests/games/engine", "tests/tournaments/formats")


def installed() -> Iterator[tuple[tuple[int, int], Path]]:
    """Yield the Pythons of this machine: those of the path, and of pyenv."""
    folders = [Path(each) for each in os.get_exec_path()]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for folder in (*folders, *pyenv.glob("versions/*/bin")):
        for path in folder.glob("python3.*"):
            found = NAME.fullmatch(path.name)
            if found and "shims" not in path.parts and os.access(path, os.X_OK):
                yield (3, int(found[1])), path


def main() -> None:
    """Make the environment and run what does not depend on a database server."""
    version, python = max(installed(), default=(OLDEST, Path(sys.executable)))
    print(f"newest Python: {'.'.join(map(str, version))}", flush=True)
    if version <= sys.version_info[:2]:
        return
    wheel = max((ROOT / "dist").glob("truco_club-*.whl"), key=os.path.getmtime)
    run(python, "-m", "venv", "--clear", FOLDER)
    own = FOLDER / "bin" / "python"
    pip = (own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", "requirements-dev.lock")
    run(*pip, "--no-deps", wheel)
    run(own, "-m", "pytest", "-p", "no:randomly", *PURE)
    with tempfile.TemporaryDirectory() as home:
        settings = "truco_site.settings"  # the wheel has no tests, nor their settings
        told = {**os.environ, "VAR_DIR": home, "DEMO": "0", "DJANGO_SETTINGS_MODULE": settings}
        command = (FOLDER / "bin" / "truco", "play-cup", "--entries", "4")
        subprocess.run(command, cwd=home, env=told, check=True)


def run(*command: object) -> None:
    """Run a command in the checkout."""
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
