"""Examination of a site and its machine: one sentence for each part.

It reads and connects; it changes nothing and sends nothing.
"""

import json
import os
import shutil
import smtplib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from http import HTTPStatus
from http.client import HTTPConnection
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from time import monotonic, sleep
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from packaging.requirements import Requirement

from accounts.sign_in.second_factors import count_lost_factors
from games.fair.shuffle import is_sealed_by_lost_key
from games.models import Game, Heartbeat
from games.play.outages import CELERY
from truco_site.command_line import ENVIRONMENT_FILE
from truco_site.operations.backup_places import PlaceError, place
from truco_site.operations.backups import makes_backups
from truco_site.operations.metrics import LEAST_FREE, free_disk, lacks_backup, newest_backup
from truco_site.operations.placeholders import find_placeholders
from truco_site.operations.release import DISTRIBUTION, release
from truco_site.operations.upgrades import find_refusal, newer_migrations, pending_migrations
from truco_site.outbound import OutboundError, fetch

PATIENCE: Final = 5.0  # seconds
STARTING: Final = 30.0  # seconds in which a service that was started listens and sweeps
LOOK: Final = 0.5  # seconds between two looks at it
SILENT: Final = "Nothing listens on port {}: start the service."
QUIET: Final = timedelta(seconds=10)  # Celery sweeps every second
LITTLE_DISK: Final = 1024**3  # bytes
DRIFT: Final = timedelta(seconds=10)
OTHERS: Final = 0o077

State = Literal["fine", "warning", "wrong"]


class Finding(NamedTuple):
    """The state of one part of the site, in one sentence."""

    part: str
    state: State
    sentence: str


def examine(port: int) -> Iterator[Finding]:
    """Yield the state of each part of the site, whose service listens on a local port.

    A service that has just been started gets half a minute to listen and to sweep.
    """
    for part, look in PARTS.items():
        yield Finding(part, *look())
    until = monotonic() + STARTING
    found = _port(port)
    while found[1] == SILENT.format(port) and monotonic() < until:
        sleep(LOOK)
        found = _port(port)
    tasks = _tasks()
    while found[0] == "fine" and tasks[0] == "wrong" and monotonic() < until:
        sleep(LOOK)
        tasks = _tasks()
    yield Finding("tasks", *tasks)
    yield Finding("port", *found)


def _host() -> tuple[State, str]:
    host = urlsplit(settings.SITE_URL).hostname
    if host is None:
        return "warning", "SITE_URL is not set: e-mails and calendars have no links."
    if host not in settings.ALLOWED_HOSTS:
        return "wrong", f"ALLOWED_HOSTS lacks {host}, the host of SITE_URL: pages answer 400."
    try:
        addresses = {each[4][0] for each in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)}
    except OSError:
        return "wrong", f"The name {host} leads to no machine: make its DNS record."
    if not settings.HTTPS:
        return "warning", f"{host} is served without HTTPS: set HTTPS=1 behind a proxy."
    return "fine", f"{host} leads to {', '.join(sorted(map(str, addresses)))}."


def _variables() -> tuple[State, str]:
    if placeholders := find_placeholders(os.environ):
        return "wrong", f"{', '.join(placeholders)}: a placeholder of the example is left."
    return "fine", "No variable has a placeholder."


def _mail() -> tuple[State, str]:
    """Sign in to the mail server and send nothing."""
    if not settings.SENDS_MAIL:
        return "warning", "There is no mail server (EMAIL_HOST): nobody is reminded."
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        kind = smtplib.SMTP_SSL if settings.EMAIL_USE_SSL else smtplib.SMTP
        with kind(settings.EMAIL_HOST, settings.EMAIL_PORT, timeout=PATIENCE) as line:
            if settings.EMAIL_USE_TLS:
                line.starttls()
            if settings.EMAIL_HOST_USER:
                line.login(settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD)
    except smtplib.SMTPAuthenticationError:
        return "wrong", f"The mail server {server} refuses the password of EMAIL_HOST_USER."
    except (OSError, smtplib.SMTPException) as error:
        return "wrong", f"The mail server {server} cannot be used: {error}."
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        return "wrong", "DEFAULT_FROM_EMAIL is not set: servers refuse mail from localhost."
    return "fine", f"The mail server {server} takes mail."


def _sign_in() -> tuple[State, str]:
    """Ask each provider of OpenID Connect for its document, as a sign-in does."""
    apps = settings.SOCIALACCOUNT_PROVIDERS
    if not apps:
        return "fine", "People sign in with this site's accounts alone."
    if not settings.HTTPS:
        return "wrong", "Providers of sign-ins send people back by HTTPS only: set HTTPS=1."
    for app in apps.get("openid_connect", {}).get("APPS", ()):
        url = f"{app['settings']['server_url']}/.well-known/openid-configuration"
        try:
            answer = fetch(url, method="GET", headers={}, body=b"")
            document = json.loads(answer.body)
            is_complete = {"token_endpoint", "authorization_endpoint"} <= set(document)
        except (OutboundError, ValueError, TypeError) as error:
            return "wrong", f"The provider {app['name']} does not answer at {url}: {error}."
        if answer.status != HTTPStatus.OK or not is_complete:
            return "wrong", f"There is no provider of OpenID Connect at {url}."
    for app in apps.get("apple", {}).get("APPS", ()):
        try:
            load_pem_private_key(app["settings"]["certificate_key"].encode(), None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            return "wrong", "APPLE_KEY_FILE holds no private key (the file AuthKey_….p8 of Apple)."
    names = ", ".join(each["name"] for kind in apps.values() for each in kind["APPS"])
    return "fine", f"People can sign in with {names}."


def _disk() -> tuple[State, str]:
    free = free_disk()
    text = f"{free / 1024**3:.1f} GB are free where the data is ({settings.VAR})"
    if free < LEAST_FREE:
        return "wrong", f"{text}: make room, or moves will be refused."
    return ("warning", f"{text}: make room soon.") if free < LITTLE_DISK else ("fine", f"{text}.")


def _clock() -> tuple[State, str]:
    """Compare with what the site wrote, and ask the system whether it follows a time server."""
    try:
        beat = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
    except DatabaseError:
        beat = None
    if beat is not None and beat - timezone.now() > DRIFT:
        return "wrong", f"The clock was set back: the site last wrote at {beat:%Y-%m-%d %H:%M} UTC."
    if (program := shutil.which("timedatectl")) is None:
        return "fine", "The clock is not behind what the site wrote."
    process = subprocess.run(
        [program, "show", "--property=NTPSynchronized", "--value"],
        capture_output=True,
        text=True,
        check=False,
    )
    if process.stdout.strip() == "no":
        return "warning", "The clock follows no time server: timedatectl set-ntp true."
    return "fine", "The clock is right, as far as the system knows."


def _backups() -> tuple[State, str]:
    if not makes_backups():
        return "warning", "This site makes no backups of its own: run truco backup every night."
    newest = newest_backup()
    if newest is None and lacks_backup(newest):
        return "wrong", "There is no backup: does the service run, and what does its log say?"
    if newest is None:
        return "warning", "There is no backup yet: the site makes one within a minute."
    if lacks_backup(newest):
        return "wrong", f"The newest backup is of {newest:%Y-%m-%d}: does the service run?"
    return "fine", f"The newest backup is of {newest:%Y-%m-%d %H:%M}."


def _second_copies() -> tuple[State, str]:
    try:
        second = place()
        if second is None:
            return "warning", "Backups are on the disk of the data alone: set BACKUP_TO."
        if not makes_backups():
            return "warning", "This site copies nothing to BACKUP_TO: copy what truco backup makes."
        now = timezone.now()
        newest = max((time for time in second.list().values() if time <= now), default=None)
    except (PlaceError, OSError) as error:
        return "wrong", str(error)
    state: State = "wrong" if lacks_backup(newest) else "fine" if newest else "warning"
    if newest is None:
        return state, f"No backup is in {settings.BACKUP_TO} yet: does the log say why?"
    return state, f"The newest backup in {settings.BACKUP_TO} is of {newest:%Y-%m-%d}."


def _versions() -> tuple[State, str]:
    """Compare the installed packages with the requirements of the wheel."""
    python = ".".join(map(str, sys.version_info[:3]))
    try:
        requirements = map(Requirement, requires(DISTRIBUTION) or ())
    except PackageNotFoundError:  # a checkout, whose packages come from its lock file
        return "fine", f"Release {release()} runs on Python {python}."
    needed = (
        each for each in requirements if each.marker is None or each.marker.evaluate({"extra": ""})
    )
    if wrong := [str(each) for each in needed if not _is_met(each)]:
        return "wrong", f"Packages are missing or of another version: {', '.join(wrong)}."
    return "fine", f"Release {release()} runs on Python {python} with the packages it asks for."


def _is_met(requirement: Requirement) -> bool:
    try:
        return requirement.specifier.contains(version(requirement.name), prereleases=True)
    except PackageNotFoundError:
        return False


def _permissions() -> tuple[State, str]:
    if not os.access(settings.VAR, os.W_OK):
        return "wrong", f"{settings.VAR} cannot be written by this user."
    file = Path(os.environ.get("TRUCO_ENV", ENVIRONMENT_FILE))
    private = [
        settings.VAR,
        *settings.VAR.glob("secrets*.json"),
        *([file] if file.is_file() else []),
    ]
    if open_to_others := [str(path) for path in private if path.stat().st_mode & OTHERS]:
        return "wrong", f"Others can read {', '.join(open_to_others)}: chmod go= them."
    return "fine", f"{settings.VAR} and the keys are for their owner alone."


def _database() -> tuple[State, str]:
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA integrity_check(1)")
                (result,) = cursor.fetchone()
                if result != "ok":
                    return "wrong", f"The database is damaged ({result}): restore a backup."
            else:
                cursor.execute("SELECT 1")
        if refusal := find_refusal():
            return "wrong", refusal
        if newer := newer_migrations():
            return "warning", f"A newer release used this database (it has {newer[-1]})."
        if pending := pending_migrations():
            return "wrong", f"The database lacks {len(pending)} migrations: truco upgrade."
    except DatabaseError as error:
        message = str(error).partition("\n")[0]
        return "wrong", f"The database cannot be used: {message}."
    return "fine", f"The database ({connection.vendor}) is whole and of this release."


def _keys() -> tuple[State, str]:
    """Try `DEAL_KEYS` on what has to open: seeds of games that are not over, and second factors."""
    try:
        seeds = Game.objects.open().values_list("sealed_seed", flat=True)
        games = sum(map(is_sealed_by_lost_key, seeds.iterator()))
        factors = count_lost_factors()
    except DatabaseError:
        return "warning", "The database cannot be used to try the keys."
    if games or factors:
        return "wrong", (
            f"No key of DEAL_KEYS opens {games} unfinished games and {factors} second factors:"
            " bring the keys of before back."
        )
    return "fine", "DEAL_KEYS open what they have to."


def _tasks() -> tuple[State, str]:
    """Ask when Celery last swept: without it nothing is sent and ranked."""
    if not settings.SWEEP:
        return "warning", "Sweeps are off (SWEEP=0): what an alarm missed is left."
    try:
        swept = Heartbeat.objects.filter(name=CELERY).values_list("at", flat=True).first()
    except DatabaseError:
        return "warning", "The database cannot be used to ask when Celery swept."
    if swept is None:
        return "wrong", "Celery has never swept: start its worker and beat, or truco serve."
    if abs(timezone.now() - swept) > QUIET:
        return "wrong", f"Celery last swept at {swept:%Y-%m-%d %H:%M} UTC: do worker and beat run?"
    return "fine", "Celery does its tasks."


def _port(port: int) -> tuple[State, str]:
    """Ask whatever listens on the port whether it is ready."""
    host = next((name for name in settings.ALLOWED_HOSTS if name[:1] not in ".*"), "localhost")
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/readyz", headers={"Host": host})
        answer = line.getresponse()
        body = answer.read(1000).decode(errors="replace")
    except ConnectionRefusedError:
        return "wrong", SILENT.format(port)
    except OSError as error:
        return "wrong", f"Port {port} does not answer: {error}."
    finally:
        line.close()
    if "ready" not in body:
        return "wrong", f"Another program listens on port {port}."
    if answer.status != 200:
        return "wrong", f"The site on port {port} is not ready: {body}"
    return "fine", f"The site on port {port} is ready."


PARTS: Final[dict[str, Callable[[], tuple[State, str]]]] = {
    "variables": _variables,
    "host": _host,
    "mail": _mail,
    "sign-in": _sign_in,
    "disk": _disk,
    "clock": _clock,
    "backups": _backups,
    "second copies": _second_copies,
    "versions": _versions,
    "permissions": _permissions,
    "database": _database,
    "keys": _keys,
}
