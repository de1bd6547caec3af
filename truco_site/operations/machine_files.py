"""Files of the machine that runs one process behind Caddy: systemd's unit and user, Caddyfile.

All are written from those of `deploy/`, so a second run writes the same.
"""

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
        text = text.replace(
            "StateDirectory=truco\n", f"StateDirectory=truco\nReadWritePaths=-{backups}\n"
        )
    contents = {UNIT: f"{MARK}\n{text}", USER: f"{MARK}\n{_example('truco.sysusers')}"}
    for path, content in contents.items():
        write_private(root / path, content, overwrite=True, mode=PUBLIC)
    return [root / path for path in contents]


def write_caddyfile(root: Path, *, host: str, email: str, overwrite: bool) -> Path:
    """Write Caddy's file for one upstream; refuse to replace another site's. Raises SetupError."""
    target = root / CADDYFILE
    try:
        before = target.read_text(encoding="utf-8") if target.exists() else MARK
    except OSError as error:
        raise SetupError(f"{target} cannot be read: {error.strerror}.") from None
    if not overwrite and not before.startswith(MARK) and DEBIANS not in before:
        raise SetupError(f"{target} serves something already: --overwrite writes it anew.")
    text = _example("Caddyfile.one").replace("{$SITE_HOST}", host)
    if email:
        text = text.replace("{\n\tservers", f"{{\n\temail {email}\n\tservers", 1)
    write_private(target, f"{MARK}\n{text}", overwrite=True, mode=PUBLIC)
    return target


def _example(name: str) -> str:
    return (settings.RESOURCES / "deploy" / name).read_text(encoding="utf-8")
