"""Files of the machine that runs one process behind Caddy: systemd's unit and user, Caddyfile.

All are written from those of `deploy/`, so a second run writes the same.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from django.conf import settings

from truco_site.operations.environment_file import SetupError, write_private

UNIT: Final = Path("etc/systemd/system/truco.service")
USER: Final = Path("etc/sysusers.d/truco.conf")
CADDYFILE: Final = Path("etc/caddy/Caddyfile")
MARK: Final = "# Written by truco setup."
DEBIANS: Final = "/usr/share/caddy"  # the welcome page of the package
PUBLIC: Final = 0o644


def write_unit(root: Path, *, program: str, environment: Path, backups: str) -> list[Path]:
    """Write systemd's unit of the service, and its user; return the files. Raises SetupError."""
    text = _example("systemd/truco.service")
    text = text.replace("/usr/local/bin/truco", program)
    text = text.replace("EnvironmentFile=/etc/truco/truco.env", f"EnvironmentFile={environment}")
    if backups.startswith("/"):  # the site also starts while its disk is away
        folder = backups.replace("%", "%%")  # systemd.unit(5), specifiers
        text = text.replace(
            "StateDirectory=truco\n", f'StateDirectory=truco\nReadWritePaths="-{folder}"\n'
        )
    contents = {UNIT: f"{MARK}\n{text}", USER: f"{MARK}\n{_example('truco.sysusers')}"}
    for path, content in contents.items():
        write_private(root / path, content, overwrite=True, mode=PUBLIC)
    return [root / path for path in contents]


def has_unit(root: Path) -> bool:
    """Return whether the service has a unit that setup wrote."""
    unit = root / UNIT
    return unit.is_file() and unit.read_text(encoding="utf-8").startswith(MARK)


def write_caddyfile(
    root: Path, *, host: str, club_hosts: Sequence[str], email: str, overwrite: bool
) -> Path:
    """Write Caddy's file for one upstream, which serves the clubs' hosts, too.

    Refuses to replace another site's file, or one that was changed since. Raises SetupError.
    """
    target = root / CADDYFILE
    try:
        before = target.read_text(encoding="utf-8") if target.exists() else DEBIANS
    except OSError as error:
        raise SetupError(f"{target} cannot be read: {error.strerror}.") from None
    head, _, rest = before.partition("\n")
    if not overwrite and head != _sealed(rest) and DEBIANS not in before:
        what = "was changed by hand" if head.startswith(MARK) else "serves something already"
        raise SetupError(f"{target} {what}: --overwrite writes it anew.")
    text = _example("Caddyfile.one").replace("{$SITE_HOST}", ", ".join((host, *club_hosts)))
    if email:
        text = text.replace("{\n\tservers", f"{{\n\temail {email}\n\tservers", 1)
    write_private(target, f"{_sealed(text)}\n{text}", overwrite=True, mode=PUBLIC)
    return target


def _sealed(text: str) -> str:
    """Return the first line of a file, by which a later run sees whether it was changed."""
    return f"{MARK} {hashlib.sha256(text.encode()).hexdigest()}"


def _example(name: str) -> str:
    return (settings.RESOURCES / "deploy" / name).read_text(encoding="utf-8")
