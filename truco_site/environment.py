"""What the environment configures, and the secrets that the site generates once.

The embedded way of running needs no variable at all; docs/deploy.md lists them for many machines.
"""

import json
import os
import re
import secrets
import tomllib
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet

KEYS = ("SECRET_KEY", "DEAL_KEYS", "RECORD_KEYS", "VAPID_KEY")
RECORD_KEY = re.compile("(pub:)?[0-9a-f]{64}")
SHARED = ("DATABASE_URL", "REDIS_URL")  # what several machines have in common
# Seconds: a reader waits so long for a connection (fifty may want the last place at once), and a
# database that went away is looked for so long; after that with each reader anew, not with longer
# and longer pauses.
POOL = {"min_size": 2, "max_size": 20, "timeout": 5, "reconnect_timeout": 2}


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes/no variable; unset means `default`."""
    value = os.environ.get(name)
    return default if value is None else value.strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    """Return a comma separated variable as a list without empty items."""
    return [item.strip() for item in os.environ.get(name, default).split(",") if item.strip()]


def own_secrets(folder: Path) -> dict[str, str]:
    """Return every key of `KEYS`: from the environment, else made once and kept in `folder`.

    Processes of many machines share no folder: each would make keys of its own, so none starts
    without.
    """
    given = {name: os.environ[name] for name in KEYS if os.environ.get(name)}
    if len(given) == len(KEYS):
        return given
    if shared := [name for name in SHARED if os.environ.get(name)]:
        missing = [name for name in KEYS if name not in given]
        raise SystemExit(
            f"{' and '.join(shared)} set, but {' and '.join(missing)} missing: every process of the"
            " site needs the same keys. docs/deploy.md says how to make them."
        )
    fresh = fresh_keys()
    kept = _made_once(folder / "secrets.json", fresh)
    for name in KEYS:
        if name not in kept:  # the file is of a release that did not know this key
            kept |= _made_once(folder / f"secrets-{name.lower()}.json", {name: fresh[name]})
    return {**kept, **given}


def fresh_keys() -> dict[str, str]:
    """Return a new value for every key of `KEYS`."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DEAL_KEYS": Fernet.generate_key().decode(),
        "RECORD_KEYS": secrets.token_hex(32),
        "VAPID_KEY": secrets.token_urlsafe(32),  # any 32 bytes are a key, but for 1 in 2 ** 32
    }


def kept_keys(folder: Path) -> dict[str, str]:
    """Return the keys that `own_secrets` made in `folder`; none where it did not."""
    kept: dict[str, str] = {}
    for path in (*sorted(folder.glob("secrets-*.json")), folder / "secrets.json"):
        if path.exists():
            kept |= json.loads(path.read_text(encoding="utf-8"))
    return kept


def record_keys(told: str) -> list[str]:
    """Return the keys that sign records; nothing starts with one that could not."""
    keys = [key for key in told.split(",") if key]
    if not keys or not all(map(RECORD_KEY.fullmatch, keys)) or keys[0].startswith("pub:"):
        raise SystemExit(
            "RECORD_KEYS: every key is 64 hexadecimal digits, and the first one is private."
            " docs/deploy.md says how to make them."
        )
    return keys


def _made_once(path: Path, fresh: dict[str, str]) -> dict[str, str]:
    """Return what a file keeps; if there is none, these are kept from now on.

    It is created exclusively, so two processes that start together agree on one.
    """
    try:
        return _read_or_make(path, fresh)
    except OSError as error:
        raise SystemExit(
            f"The site's folder {path.parent} cannot be written ({error.strerror}):"
            " set VAR_DIR to another one."
        ) from None
    except ValueError:
        raise SystemExit(
            f"The keys of the site in {path} cannot be read: bring that file back from a copy."
        ) from None


def _read_or_make(path: Path, fresh: dict[str, str]) -> dict[str, str]:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.json")
    draft.write_text(json.dumps(fresh), encoding="utf-8")
    draft.chmod(0o600)
    try:
        os.link(draft, path)  # fails, atomically, if another process was first
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    kept: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return kept


def sqlite(path: Path) -> dict[str, Any]:
    """Return the embedded database: write-ahead log, immediate transactions, kept connections.

    What was committed is on the disk (FULL): after a power cut no card that was answered is gone.
    """
    return {
        "ENGINE": "truco_site.sqlite",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A test database in memory is invisible to the server's own threads.
        "TEST": {"NAME": path.with_name("test.sqlite3")},
    }


def postgresql(url: str) -> dict[str, Any]:
    """Return the database of the many-machines way, from a libpq connection URI."""
    from psycopg import ProgrammingError  # 0.2 s, which SQLite does without
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise SystemExit(f"DATABASE_URL is no address of a database: {error}".strip()) from None
    return {
        "ENGINE": "truco_site.postgresql",
        "NAME": parts.pop("dbname", "truco"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        "OPTIONS": {**parts, "pool": POOL},
    }


def database(folder: Path) -> dict[str, Any]:
    """Return Django's default database: `DATABASE_URL`, else a file in `folder`."""
    url = os.environ.get("DATABASE_URL")
    return postgresql(url) if url else sqlite(folder / "truco.sqlite3")


def caches() -> dict[str, Any]:
    """Return where counts for rate limits live, and pages that were read or drawn once.

    At `REDIS_URL`, else in this process alone. Pages have a place of their own: however many there
    are, they push no count out.
    """
    url = os.environ.get("REDIS_URL")
    if not url:
        kept = "django.core.cache.backends.locmem.LocMemCache"
        return {
            "default": {"BACKEND": kept, "OPTIONS": {"MAX_ENTRIES": 10_000}},
            "pages": {"BACKEND": kept, "LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 300}},
        }
    shared = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": url,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    return {"default": shared, "pages": {**shared, "KEY_PREFIX": "pages"}}


def channel_layers() -> dict[str, Any]:
    """Return the layer for hints between processes: `REDIS_URL`; one alone needs none."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return {}
    # redis-py 8 gives a pool 100 connections unless told; a layer needs far fewer or far more.
    host = {"address": url, "max_connections": 1000, "socket_connect_timeout": 1}
    backend = "channels_redis.pubsub.RedisPubSubChannelLayer"
    return {"default": {"BACKEND": backend, "CONFIG": {"hosts": [host]}}}


SOURCE = (
    "es-ar"  # what the sources say; its folder holds what other people's Spanish says otherwise
)


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """Return code and name of each language, the source first: `es` and `es-MX` are led there."""
    found = [
        (path.parent.name.replace("_", "-").lower(), tomllib.loads(path.read_text("utf-8"))["name"])
        for path in folder.glob("*/language.toml")
    ]
    return sorted(found, key=lambda language: (language[0] != SOURCE, language[1]))
