"""The site's settings in an environment of their own, so that no two runs share a database.

They stand here because pytest-django reads the settings before any conftest. Each of the processes
that share a run's tests (`gw0`, `gw1`, ...) has its own folder and its own servers.
"""

import os
import tempfile
from pathlib import Path

from cryptography.fernet import Fernet

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="truco-tests-"))
os.environ.setdefault("ALARM", "0")  # no worker consumes the queue here; live tests turn alarms on
if {"DATABASE_URL", "REDIS_URL"} & set(os.environ):  # many machines start with given keys
    os.environ.setdefault("SECRET_KEY", "of the tests alone")
    os.environ.setdefault("DEAL_KEYS", Fernet.generate_key().decode())
    os.environ.setdefault("RECORD_KEYS", "5a" * 32)
    os.environ.setdefault("VAPID_KEY", "A" * 42 + "E")

if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    folder = Path(os.environ["VAR_DIR"], worker)
    folder.mkdir()
    os.environ["VAR_DIR"] = str(folder)
    for server in ("DATABASE_URL", "REDIS_URL"):
        if servers := os.environ.get(f"{server}S"):
            os.environ[server] = servers.split()[int(worker.removeprefix("gw"))]

from truco_site import settings
from truco_site.settings import *  # noqa: F403 (all of them)

MAIL_TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"  # as Django's own for tests

if settings.DATABASES["default"]["ENGINE"].endswith("sqlite"):
    # No test cuts the power: what a killed process wrote the system keeps, on the disk or not.
    settings.DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    # Fifty threads share the pool, on a machine that may be busy with other things.
    options = settings.DATABASES["default"]["OPTIONS"]
    options["pool"] = {**options["pool"], "timeout": 60}
