"""A wheel of this checkout, installed in a virtual environment of its own.

What the site depends on is taken from the environment of the tests, so nothing is downloaded.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings


def build_wheel(folder: Path) -> Path:
    """Build the wheel as `make wheel` does."""
    told = ("--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    command = (sys.executable, "-m", "pip", "wheel", *told, f"--wheel-dir={folder}", ".")
    subprocess.run(command, cwd=settings.BASE_DIR, check=True)
    (built,) = folder.glob("truco_club-*.whl")
    return built


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Install the wheel in a new environment; return the path of `truco`."""
    venv.create(folder, with_pip=False, symlinks=True)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    others = [path for path in sys.path if path.endswith("site-packages")]
    (own / "of_the_tests.pth").write_text("\n".join(others), encoding="utf-8")
    told = ("--quiet", "--no-index", "--no-deps", "--disable-pip-version-check")
    command = (sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install")
    subprocess.run((*command, *told, str(wheel)), check=True, cwd=folder)
    return folder / "bin" / "truco"


def clean_environment(home: Path, **given: str) -> dict[str, str]:
    """Return an environment that knows of no checkout and no site."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TRUCO_ENV": "", **given}


def run_truco(
    truco: Path, home: Path, arguments: Sequence[str], **given: str
) -> subprocess.CompletedProcess[str]:
    """Run a command of the installed site in an empty folder."""
    return subprocess.run(
        [str(truco), *arguments],
        cwd=home,
        env=clean_environment(home, **given),
        capture_output=True,
        text=True,
        check=False,
    )
