"""The parsers fuzzed by coverage for a number of inputs each (`COVERED`); see `targets.py`.

`make soak PART=parsers`. It takes atheris, which has wheels for Linux.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.soak.coverage.targets import TARGETS

TIMES = int(os.environ.get("COVERED", "20000"))
ROOT = Path(__file__).parents[3]
AT_WORK = re.compile(r"#(\d+)\s+DONE\s+cov: (\d+)")


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_but_refusals_comes_out_of_a_parser(
    name: str, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    pytest.importorskip("atheris")
    seed = os.environ.get("TEST_SEED", "1")
    options = [f"-runs={TIMES}", f"-seed={int(seed) if seed.isdigit() else 1}"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.soak.coverage",
            name,
            *options,
            f"-artifact_prefix={tmp_path}/",
        ],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = done.stdout + done.stderr
    found = [path.read_bytes() for path in tmp_path.iterdir()]
    assert done.returncode == 0, f"{found}\n{told[-4000:]}"
    ended = AT_WORK.search(told)
    assert ended is not None, told[-2000:]
    record_property("parsers", {name: int(ended[1])})
