"""The wheel plays a cup and serves the site, far from any checkout."""

import json
import subprocess
import zipfile
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.conf import settings

from tests.live.processes import until
from tests.live.site import HOST
from tests.runner.ports import free_port
from tests.truco_site.installed.wheels import (
    build_wheel,
    clean_environment,
    install_wheel,
    run_truco,
)
from truco_site.operations.release import release

pytestmark = [pytest.mark.nightly, pytest.mark.long]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def truco(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_wheel(wheel, tmp_path_factory.mktemp("venv"))


def test_the_wheel_has_templates_catalogues_and_files(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static", "locale", "deploy"):
        listed = subprocess.run(
            ["git", "ls-files", folder],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=True,
        )
        assert {f"truco_site/bundled/{path}" for path in listed.stdout.splitlines()} <= names
    assert not [name for name in names if name.startswith(("tests/", "bench/", "training/"))]


@pytest.mark.feature("Operation", "A wheel with the command `truco`")
def test_the_installed_site_plays_a_cup(truco: Path, tmp_path: Path) -> None:
    played = run_truco(truco, tmp_path, ["play-cup", "--entries=4", "--json"])
    assert played.returncode == 0, played.stderr
    told = json.loads(played.stdout)
    assert (told["matches"], told["violations"]) == (3, [])
    assert (tmp_path / ".local" / "share" / "truco" / "truco.sqlite3").exists()


def test_the_installed_site_serves_pages_and_files(truco: Path, tmp_path: Path) -> None:
    port = free_port()
    with (tmp_path / "log").open("w") as log:
        serving = subprocess.Popen(
            [str(truco), "serve", f"--port={port}"],
            cwd=tmp_path,
            env=clean_environment(tmp_path, DEMO="0", XDG_DATA_HOME=str(tmp_path / "data")),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        until(lambda: serving.poll() is not None or _status(port, "/readyz") == 200)
        line = HTTPConnection(HOST, port)
        line.request("GET", "/", headers={"Accept-Language": "en"})
        page = line.getresponse().read().decode()
        assert 'lang="en"' in page
        assert str(release().version) in page
        sheet = page.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
        assert _status(port, sheet) == 200
        assert _status(port, "/rules/") == 200
    finally:
        serving.terminate()
        assert serving.wait(60) == 0, (tmp_path / "log").read_text()
    assert (tmp_path / "data" / "truco" / "secrets.json").stat().st_mode & 0o777 == 0o600


def _status(port: int, path: str) -> int:
    line = HTTPConnection(HOST, port, timeout=60)
    try:
        line.request("GET", path)
        return line.getresponse().status
    except OSError:
        return 0
    finally:
        line.close()
