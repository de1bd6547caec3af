"""A power cut loses nothing that was acknowledged, where one process has everything on SQLite."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def after_power_cuts(folder: Path, **more: str) -> dict[str, object]:
    """Click, cut the power and restart; return the report."""
    environment = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    environment |= {
        "VAR_DIR": str(folder),
        "ALARM": "0",
        "DJANGO_SETTINGS_MODULE": "truco_site.settings",
        **more,
    }
    command = [sys.executable, "-m", "tests.live.power.cut"]
    ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    found: dict[str, object] = json.loads(ended.stdout)
    return found


def test_what_was_acknowledged_is_there_after_a_power_cut(tmp_path):
    assert after_power_cuts(tmp_path)["missing"] == []
    strays = [name for name in os.listdir() if name.endswith("-shm")]
    assert not strays, "SQLite read the name of a file where nothing is kept any more"


@pytest.mark.sampled
@pytest.mark.parametrize("level", ["NORMAL"])
def test_with_less_care_a_power_cut_would_lose_clicks(tmp_path, level):
    assert after_power_cuts(tmp_path, SYNCHRONOUS=level)["missing"]
