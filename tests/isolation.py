"""An environment of their own for tests, so that two runs at once share no database.

Loaded with `-p` (see pyproject.toml): pytest-django reads the settings before any conftest.
"""

import os
import tempfile

os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="truco-tests-"))
os.environ.setdefault("ALARM", "0")  # nobody consumes the queue here; live tests turn alarms on
