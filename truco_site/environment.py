"""Configuration from environment variables, generated secrets, and the site's languages.

The embedded mode needs no variable; docs/deploy.md lists them for several machines. Each folder
of translations is a language, and contains the language's own name.
"""

import json
import os
import re
import secrets
import tomllib
from collections.abc import Iterable
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cryptography.fernet import Fernet

from truco_site.durable_files import sync

KEYS = ("SECRET_KEY", "DEAL_KEYS", "RECORD_KEYS", "VAPID_KEY")
BYTES_32 = re.compile("[A-Za-z0-9_-]{43}=?")
RECORD_KEY = re.compile("(pub:)?[0-9a-f]{64}")
HOST = re.compile(
    r"(?=.{1,253}\Z)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SHARED = ("DATABASE_URL", "REDIS_URL")  # shared by several machines
# In seconds: how long a request waits for a connection (fifty may want the last place at once), and
# how long to look for a lost database. After that each request tries once, without growing pauses.
POOL = {"min_size": 2, "max_size": 20, "timeout": 5, "reconnect_timeout": 2}


def data_folder(checkout: Path, is_installed: bool) -> Path:
    """Return the data folder of a site without `VAR_DIR`.

    That is `var/` of a checkout; of an installed site the user's own folder for data.
    """
    if not is_installed:
        return checkout / "var"
    from platformdirs import user_data_path

    return user_data_path("truco", appauthor=False)


def flag(name: str, *, default: bool = False) -> bool:
    """Return a boolean variable; unset or empty means `default`."""
    value = os.environ.get(name, "").strip().lower()
    return value in {"1", "true", "yes", "on"} if value else default


def number(name: str, default: int) -> int:
    """Return a whole number; unset or empty means `default`. Refuses to start with other values."""
    value = os.environ.get(name, "").strip() or str(default)
    if not (value.isascii() and value.isdecimal()):
        raise SystemExit(f"{name}: {value!r} is no whole number.")
    return int(value)


def seconds(name: str, default: float) -> float:
    """Return a time above 0; unset or empty means `default`. Refuses to start with other values."""
    value = os.environ.get(name, "").strip() or str(default)
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) or not float(value):
        raise SystemExit(f"{name}: {value!r} is no number of seconds above 0.")
    return float(value)


def choice(name: str, choices: Iterable[str]) -> str:
    """Return one of the choices in any case; unset or empty means the first."""
    allowed = {each.lower(): each for each in choices}
    value = os.environ.get(name, "").strip().lower() or next(iter(allowed))
    if value not in allowed:
        raise SystemExit(f"{name}: {value!r} is none of {', '.join(allowed)}.")
    return allowed[value]


def networks(name: str) -> list[str]:
    """Return addresses and networks, comma separated; refuse to start with anything else."""
    values = words(name)
    for value in values:
        try:
            ip_network(value, strict=False)
        except ValueError:
            raise SystemExit(
                f"{name}: {value!r} is no address or network, such as 127.0.0.1 or 10.0.0.0/8."
            ) from None
    return values


def site_url() -> str:
    """Return the site's address without a slash at its end, or ""; refuse one without a scheme."""
    value = os.environ.get("SITE_URL", "").strip().rstrip("/")
    if value and not (value.startswith(("https://", "http://")) and urlsplit(value).hostname):
        raise SystemExit(f"SITE_URL: {value!r} is not like https://truco.example.org.")
    return value


def words(name: str, default: str = "") -> list[str]:
    """Return a comma separated variable as a list without empty items."""
    return _items(os.environ.get(name, default))


def _items(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]


def club_hosts() -> dict[str, str]:
    """Return the slug of a club by its own host.

    Refuses to start with an invalid one, or without `SITE_URL`: pages at these hosts name the
    site's own address.
    """
    slugs = read_club_hosts(os.environ.get("CLUB_HOSTS", ""))
    if slugs and not os.environ.get("SITE_URL"):
        raise SystemExit(
            "CLUB_HOSTS is set, but SITE_URL is missing: the address of the site itself."
        )
    return slugs


def read_club_hosts(value: str) -> dict[str, str]:
    """Return what `CLUB_HOSTS=clubname.example=el-rejunte,...` says, or end with a sentence."""
    slugs: dict[str, str] = {}
    for item in _items(value):
        host, _, slug = item.partition("=")
        if not HOST.fullmatch(host) or not SLUG.fullmatch(slug):
            raise SystemExit(f"CLUB_HOSTS: {item!r} is not like clubname.example=slug-of-the-club.")
        slugs[host.lower()] = slug
    return slugs


def mail_security() -> tuple[bool, bool]:
    """Return whether mail goes by STARTTLS, and whether by TLS from the first byte (port 465).

    Refuses to start if both are asked for.
    """
    from_the_first_byte = flag("EMAIL_USE_SSL")
    upgraded = flag("EMAIL_USE_TLS", default=not from_the_first_byte)
    if upgraded and from_the_first_byte:
        raise SystemExit("EMAIL_USE_TLS and EMAIL_USE_SSL exclude each other: set one of them.")
    return upgraded, from_the_first_byte


GOOGLE = "https://accounts.google.com"


def sign_in_providers() -> dict[str, Any]:
    """Return allauth's external sign-in providers; none without their variables.

    Refuses to start if a provider has only some of its variables, or without `SITE_URL`, whose
    host is the one that providers send people back to.
    """
    google = _together("GOOGLE_CLIENT_ID", "GOOGLE_SECRET")
    oidc = _together("OIDC_NAME", "OIDC_URL", "OIDC_CLIENT_ID", "OIDC_SECRET")
    apple = _together("APPLE_CLIENT_ID", "APPLE_TEAM", "APPLE_KEY_ID", "APPLE_KEY_FILE")
    providers: dict[str, Any] = {}
    servers = []
    if google:
        servers.append(_oidc_server("google", "Google", GOOGLE, google[0], google[1]))
    if oidc:
        servers.append(_oidc_server("oidc", oidc[0], oidc[1].rstrip("/"), oidc[2], oidc[3]))
    if servers:
        providers["openid_connect"] = {"APPS": servers, "OAUTH_PKCE_ENABLED": True}
    if apple:
        providers["apple"] = {"APPS": [_apple_app(*apple)]}
    if providers and not os.environ.get("SITE_URL"):
        raise SystemExit("A provider of sign-ins is set, but SITE_URL is missing.")
    return providers


def _together(*names: str) -> list[str]:
    """Return the values of variables that belong together; none if none of them is set."""
    values = [os.environ.get(name, "").strip() for name in names]
    if any(values) and not all(values):
        missing = [name for name, value in zip(names, values, strict=True) if not value]
        raise SystemExit(f"{' and '.join(missing)} missing: {', '.join(names)} belong together.")
    return values if all(values) else []


def _oidc_server(key: str, name: str, url: str, client_id: str, secret: str) -> dict[str, Any]:
    if not url.startswith("https://"):
        raise SystemExit(f"OIDC_URL: {url!r} has to begin with https://.")
    return {
        "provider_id": key,
        "name": name,
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": url},
    }


def _apple_app(client_id: str, team: str, key_id: str, key_file: str) -> dict[str, Any]:
    try:
        key = Path(key_file).read_text(encoding="ascii")
    except (OSError, ValueError) as error:
        raise SystemExit(f"APPLE_KEY_FILE cannot be read: {error}.") from None
    return {
        "name": "Apple",
        "client_id": client_id,
        "secret": key_id,
        "key": team,
        "settings": {"certificate_key": key},
    }


def own_secrets(folder: Path) -> dict[str, str]:
    """Return every key of `KEYS`: from the environment, or generated once and stored in `folder`.

    Processes on several machines share no folder and would generate different keys, so the site
    does not start without keys there.
    """
    configured = {name: os.environ[name] for name in KEYS if os.environ.get(name)}
    if len(configured) == len(KEYS):
        return configured
    if shared := [name for name in SHARED if os.environ.get(name)]:
        missing = [name for name in KEYS if name not in configured]
        raise SystemExit(
            f"{' and '.join(shared)} set, but {' and '.join(missing)} missing: every process of the"
            " site needs the same keys. docs/deploy.md says how to make them."
        )
    fresh = fresh_keys()
    stored = _made_once(folder / "secrets.json", fresh)
    for name in KEYS:
        if name not in stored:  # the file is older than this key
            stored |= _made_once(folder / f"secrets-{name.lower()}.json", {name: fresh[name]})
    return {**stored, **configured}


def fresh_keys() -> dict[str, str]:
    """Return a new value for every key of `KEYS`."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DEAL_KEYS": Fernet.generate_key().decode(),
        "RECORD_KEYS": secrets.token_hex(32),
        # any 32 bytes are a valid key, except for 1 in 2 ** 32
        "VAPID_KEY": secrets.token_urlsafe(32),
    }


def kept_keys(folder: Path) -> dict[str, str]:
    """Return the keys that `own_secrets` stored in `folder`; none if there is no file."""
    keys: dict[str, str] = {}
    for path in (*sorted(folder.glob("secrets-*.json")), folder / "secrets.json"):
        if path.exists():
            keys |= json.loads(path.read_text(encoding="utf-8"))
    return keys


def deal_keys(value: str) -> list[str]:
    """Return the keys that seal seeds; refuse to start with an invalid one."""
    keys = _items(value)
    try:
        ciphers = [Fernet(key) for key in keys]
    except ValueError:
        ciphers = []
    if not ciphers:
        raise SystemExit(
            "DEAL_KEYS: every key is 32 bytes in URL-safe base64."
            " docs/deploy.md says how to make them."
        )
    return keys


def vapid_key(value: str) -> str:
    """Return the key that signs notices to browsers; refuse to start with an invalid one."""
    if not BYTES_32.fullmatch(value):
        raise SystemExit(
            "VAPID_KEY: the key is 32 bytes in URL-safe base64. docs/deploy.md says how to make it."
        )
    return value


def record_keys(value: str) -> list[str]:
    """Return the keys that sign records; refuse to start with an invalid one."""
    keys = [key for key in value.split(",") if key]
    if not keys or not all(map(RECORD_KEY.fullmatch, keys)) or keys[0].startswith("pub:"):
        raise SystemExit(
            "RECORD_KEYS: every key is 64 hexadecimal digits, and the first one is private."
            " docs/deploy.md says how to make them."
        )
    return keys


def _made_once(path: Path, fresh: dict[str, str]) -> dict[str, str]:
    """Return the contents of a file; create it with these values if it does not exist.

    It is created exclusively, so two processes that start together use the same values.
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
    sync(draft)
    try:
        os.link(draft, path)  # fails, atomically, if another process was first
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    keys: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return keys


def sqlite(path: Path) -> dict[str, Any]:
    """Return the embedded database: WAL, immediate transactions, persistent connections.

    Commits are synchronous (FULL): no acknowledged action is lost in a power failure.
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
    """Return the database for several machines, from a libpq connection URI."""
    from psycopg import ProgrammingError  # takes 0.2 s, unnecessary with SQLite
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
        # Cursors that bind on the server prepare at once: `DatabaseWrapper.prepared_cursor`.
        "OPTIONS": {**parts, "pool": POOL, "prepare_threshold": 0},
    }


def database(folder: Path) -> dict[str, Any]:
    """Return Django's default database: `DATABASE_URL`, else a file in `folder`."""
    url = os.environ.get("DATABASE_URL")
    return postgresql(url) if url else sqlite(folder / "truco.sqlite3")


def caches() -> dict[str, Any]:
    """Return the caches: one for rate limits, and one for rendered pages.

    Both are at `REDIS_URL`, or in the memory of this process. Pages have a separate cache, so that
    they never evict rate limits.
    """
    url = os.environ.get("REDIS_URL")
    if not url:
        in_memory = "django.core.cache.backends.locmem.LocMemCache"
        return {
            "default": {"BACKEND": in_memory, "OPTIONS": {"MAX_ENTRIES": 10_000}},
            "pages": {"BACKEND": in_memory, "LOCATION": "pages", "OPTIONS": {"MAX_ENTRIES": 300}},
        }
    shared = {
        "BACKEND": "truco_site.shared_cache.SharedCache",
        "LOCATION": url,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    # Pages are pickled values: raise the number when one of their classes moves or changes.
    return {"default": shared, "pages": {**shared, "KEY_PREFIX": "pages-2"}}


def channel_layers() -> dict[str, Any]:
    """Return the channel layer at `REDIS_URL`; a single process needs none."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return {}
    # redis-py 8 limits a pool to 100 connections by default; a layer needs far fewer or far more.
    host = {"address": url, "max_connections": 1000, "socket_connect_timeout": 1}
    backend = "channels_redis.pubsub.RedisPubSubChannelLayer"
    return {"default": {"BACKEND": backend, "CONFIG": {"hosts": [host]}}}


SOURCE = "es-ar"  # the language of the sources; its folder holds texts for other Spanish variants


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """Return code and name of each language: the source, its variants, the others by name.

    Django takes the first variant for `es` and `es-MX`.
    """
    languages = [
        (path.parent.name.replace("_", "-").lower(), tomllib.loads(path.read_text("utf-8"))["name"])
        for path in folder.glob("*/language.toml")
    ]
    variants = SOURCE.partition("-")[0] + "-"
    return sorted(
        languages, key=lambda each: (each[0] != SOURCE, not each[0].startswith(variants), each[1])
    )
