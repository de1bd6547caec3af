"""The site's settings in an environment of their own, so that two runs share no database.

They stand here because pytest-django reads the settings before any conftest.
"""

import os
import tempfile

from cryptography.fernet import Fernet

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="truco-tests-"))
os.environ.setdefault("ALARM", "0")  # nobody consumes the queue here; live tests turn alarms on
if {"DATABASE_URL", "REDIS_URL"} & set(os.environ):  # many machines start with given keys
    os.environ.setdefault("SECRET_KEY", "of the tests alone")
    os.environ.setdefault("DEAL_KEYS", Fernet.generate_key().decode())

from truco_site.settings import *  # noqa: F403 (all of them)
