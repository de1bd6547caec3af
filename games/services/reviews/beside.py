"""What takes seconds of a processor is asked of a process of its own (`games.review.__main__`)."""

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings

LIMIT: Final = timedelta(minutes=10)
"""What is not answered by then has failed; most takes seconds, but of what tables leave free."""


def asked(what: str, question: Mapping[str, Any], limit: timedelta = LIMIT) -> Any:
    """Return the answer to a `review`, `puzzle` or `hint`; raises as `subprocess.run`."""
    done = subprocess.run(
        [sys.executable, "-m", "games.review", what],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
        cwd=settings.BASE_DIR,
        timeout=limit.total_seconds(),
    )
    return json.loads(done.stdout)
