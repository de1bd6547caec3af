"""The files that differ from a commit, as git says."""

import functools
import subprocess
from pathlib import Path


@functools.cache
def differing(base: str) -> tuple[Path, ...]:
    """Return the files that differ from a commit, with those that git does not know yet.

    Raises `subprocess.CalledProcessError` where git has no such commit, `OSError` without git.
    """
    commands = (
        ["git", "diff", "--name-only", base],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    said = [subprocess.check_output(command, text=True) for command in commands]
    return tuple(Path(line) for line in "".join(said).splitlines())


def is_changed(base: str, *patterns: str) -> bool:
    """Return whether a file like one of these differs from a commit, or git cannot say so.

    A pattern is matched from its right: `migrations/*.py` is in every app.
    """
    try:
        files = differing(base)
    except (OSError, subprocess.CalledProcessError):
        return True
    return any(file.match(pattern) for file in files for pattern in patterns)
