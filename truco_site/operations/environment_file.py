"""The environment file of a deployed site: the example with its values filled in."""

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.conf import settings

from truco_site.command_line import read_value, write_value
from truco_site.durable_files import discard, sync
from truco_site.environment import KEYS, fresh_keys, kept_keys

EXAMPLE: Final = Path("deploy") / "truco.env.example"
NOT_ASSUMED: Final = ("DATABASE_URL", "REDIS_URL")  # one process needs neither
LINE: Final = re.compile(r"([A-Z][A-Z0-9_]*)=(.*)")
LABEL: Final = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
HOST: Final = re.compile(rf"{LABEL}(?:\.{LABEL})*")
UNFILLED: Final = re.compile(r"<[^\W\d_][\w .-]*>|<?…>?")
PRIVATE: Final = 0o600


class SetupError(Exception):
    """The operation failed and wrote nothing; the message gives the reason."""


def filled_example(host: str, overrides: Mapping[str, str], previous: Mapping[str, str]) -> str:
    """Return the example for a host, with new keys where `previous` has none.

    Values that are neither given nor assumed are commented out; a mail server gets a sender.
    Variables of `previous` that the example does not have follow at the end. Raises SetupError.
    """
    if UNFILLED.search(host) or not HOST.fullmatch(host):
        raise SetupError(
            f"{host!r} is no host name: write the name alone, such as truco.example.org."
        )
    lines = (settings.RESOURCES / EXAMPLE).read_text(encoding="utf-8").splitlines()
    known = {match[1] for line in lines if (match := LINE.fullmatch(line))}
    _require_filled_in(overrides, known)
    values = {"METRICS_TOKEN": secrets.token_urlsafe(32), **fresh_keys(), **previous}
    of_host = {"ALLOWED_HOSTS": host, "SITE_URL": f"https://{host}"}
    values = of_host | values if serves_host(previous, host) else values | of_host
    values |= overrides
    if values.get("EMAIL_HOST") and not values.get("DEFAULT_FROM_EMAIL"):
        user = values.get("EMAIL_HOST_USER", "")
        values["DEFAULT_FROM_EMAIL"] = user if "@" in user else f"truco@{host}"
    output = [_filled(line, values) for line in lines if not line.startswith("# python3 ")]
    if further := sorted(values.keys() - known):
        output += ["", "# ---- further variables ----"]
        output += [f"{name}={write_value(values[name])}" for name in further]
    return "\n".join(["# Written by truco setup.", *output[1:]]) + "\n"


def serves_host(values: Mapping[str, str], host: str) -> bool:
    """Return whether these variables are of a site with this host name."""
    return host in values.get("ALLOWED_HOSTS", "").split(",")


def kept_values(target: Path, overrides: Mapping[str, str]) -> dict[str, str]:
    """Return what a second run keeps: the variables of the file, also empty ones, and keys.

    Keys may also be in the data folder. Others could neither decrypt the site's games in play nor
    verify its records.
    """
    folder = Path(overrides.get("VAR_DIR") or "/var/lib/truco")
    values = {name: value for name, value in kept_keys(folder).items() if name in KEYS}
    if target.exists():
        matches = map(LINE.fullmatch, target.read_text(encoding="utf-8").splitlines())
        pairs = ((match[1], read_value(match[2])) for match in matches if match)
        values |= {name: value for name, value in pairs if value or name not in KEYS}
    return {name: value for name, value in values.items() if not UNFILLED.search(value)}


def write_private(target: Path, text: str, *, overwrite: bool, mode: int = PRIVATE) -> None:
    """Write a file, by default readable by the owner only, atomically. Raises SetupError."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
            file.write(text)
        sync(draft)
        if overwrite:
            draft.replace(target)
        else:
            os.link(draft, target)  # fails, atomically, if it exists
    except FileExistsError:
        raise SetupError(f"{target} is there already: --overwrite writes it anew.") from None
    except OSError as error:
        raise SetupError(f"{target} cannot be written: {error.strerror}.") from None
    finally:
        discard(draft)


def _require_filled_in(values: Mapping[str, str], names: set[str]) -> None:
    for name, value in values.items():
        if name not in names:
            raise SetupError(f"{name} is no variable of {EXAMPLE}.")
        if UNFILLED.search(value):
            raise SetupError(f"{name} still has a placeholder in it: {value}")
        if not value.isprintable():
            raise SetupError(f"{name} has to be one line.")


def _filled(line: str, values: Mapping[str, str]) -> str:
    match = LINE.fullmatch(line)
    if match is None:
        return line
    name, example = match.groups()
    if name in values:
        return f"{name}={write_value(values[name])}"
    assumed = name not in NOT_ASSUMED and not UNFILLED.search(example)
    return line if assumed and "example.org" not in example else f"# {name}="
