"""The site's settings in an environment of their own, so that two runs share no database.

They stand here because pytest-django reads the settings before any conftest.
"""

import os
import tempfile

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="truco-tests-"))
os.environ.setdefault("ALARM", "0")  # nobody consumes the queue here; live tests turn alarms on

from truco_site.settings import *  # noqa: F403 (all of them)
