"""The commands of docs/api.md do what it says, against a running site."""

import os
import re
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from tests.tournaments.api.callers import a_secret
from tests.tournaments.cups import a_cup, a_running_cup, match_at
from tournaments.models import Competition

MANUAL = Path(__file__).parents[3] / "docs/api.md"
BLOCKS = re.findall(r"```sh\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.django_db(transaction=True)
def test_every_curl_command_of_the_manual_succeeds(
    live_server: Any, organiser: User, now: datetime
) -> None:
    User.objects.create_user("beto", "beto@example.org", "x")
    cup = a_running_cup(organiser, now, entries=4, with_cards=True)
    opened = a_cup(organiser, now)
    known = {
        "SITE": live_server.url,
        "TOKEN": a_secret(organiser, now),
        "CLUB": cup.club.slug,
        "MATCH": str(match_at(cup, 1, 1).pk),
        "CUP": str(opened.pk),
    }
    assert len(BLOCKS) == 4
    for block in BLOCKS:
        if "text/event-stream" in block:  # it lasts: test_event_stream
            continue
        script = 'set -e\ncurl() { command curl --fail-with-body "$@"; echo; }\n' + block
        done = subprocess.run(
            ["bash", "-c", script], env=os.environ | known, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}{done.stderr}"
    assert Competition.objects.filter(name="Copa de primavera", cap=32).exists()
    assert opened.entries.count() == 2
    match = match_at(cup, 1, 1)
    assert match.is_decided
