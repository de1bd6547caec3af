"""The command line of the site: `truco`, as a wheel installs it, and `manage.py` in a checkout."""

import gc
import os
import re
import signal
import sys
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Final

from django.core.management import execute_from_command_line

ENVIRONMENT_FILE: Final = "/etc/truco/truco.env"


def main() -> None:
    """Run a command of the installed site, on the data that its service has."""
    if sys.argv[1:2] != ["setup"]:
        try:
            read_environment_file(os.environ)
        except OSError as error:
            sys.exit(f"{error.filename} cannot be read ({error.strerror}): run this as root.")
        become_owner(Path(os.environ.get("VAR_DIR") or "."))
    run(sys.argv)


def run(arguments: Sequence[str]) -> None:
    """Run a command; `play-cup` means `play_cup`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")
    program, *rest = arguments
    if rest and not rest[0].startswith("-"):
        rest[0] = rest[0].replace("-", "_")
    if rest[:1] in (["serve"], ["web"]):
        gc.set_threshold(1_000_000, 20, 20)  # of what is loaded nothing is freed; see asgi.py
        # to be told to end is no fault, even this early
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if rest[:1] == ["setup"]:
        from truco_site.environment import fresh_keys

        os.environ.update(fresh_keys())  # of no use: else the settings would keep keys in VAR_DIR
    try:
        execute_from_command_line([program, *rest])
    except KeyboardInterrupt:
        sys.exit("Stopped.")


def read_environment_file(environment: MutableMapping[str, str]) -> None:
    """Add the variables of the site's environment file that are not set; raises OSError.

    A process that a supervisor has given the keys needs no file, and may not be able to read it.
    """
    if "SECRET_KEY" in environment or "VAR_DIR" in environment:
        return
    path = Path(environment.get("TRUCO_ENV", ENVIRONMENT_FILE))
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            environment.setdefault(name, read_value(value))


def read_value(text: str) -> str:
    """Return a value of an environment file as systemd reads it (systemd.exec(5)).

    A backslash outside of quotes is dropped. One in double quotes is, before a quote, a backslash,
    a dollar or a backtick.
    """
    text = text.strip()
    quote = text[:1] if len(text) > 1 and text[:1] == text[-1:] else ""
    if quote == "'":
        return text[1:-1]
    if quote == '"':
        return re.sub(r'\\(["\\$`])', r"\1", text[1:-1])
    return re.sub(r"\\(.)", r"\1", text)


def write_value(value: str) -> str:
    """Return a value as a line of an environment file has it; `read_value` reads it."""
    if value == value.strip() and not re.search(r"""[\\'"]""", value):
        return value
    return '"' + re.sub(r'(["\\$`])', r"\\\1", value) + '"'


def become_owner(folder: Path) -> None:
    """Change the user of a process of root to the owner of the data folder.

    Otherwise the service could not write the files that it makes there.
    """
    if sys.platform == "win32" or os.geteuid() != 0 or not folder.is_dir():
        return
    owner = folder.stat()
    if owner.st_uid:
        os.setgroups([owner.st_gid])
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)
