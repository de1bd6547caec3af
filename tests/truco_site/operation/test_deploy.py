"""Files of `deploy/`: the environment, the units, and the audit of the packages."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.conf import settings

from tests.runner import audit
from tournaments.club_files import services as club_files_services
from tournaments.club_files import views as club_files_views

DEPLOY = settings.BASE_DIR / "deploy"
TEMPLATE = DEPLOY / "truco.env.example"
UNIT_TEXTS = {path.name: path.read_text() for path in (DEPLOY / "systemd").iterdir()}
FILLED = {
    "<secret key>": "tJ8-q2Xw_9VbN4mKzR7yPc3LdF6hGsA1eUoTiYxWvQkBnMjHrZ",
    "<deal key>": Fernet.generate_key().decode(),
    "<record key>": "07" * 32,
    "<vapid key>": "A" * 42 + "E",
}


def environment(folder: Path) -> dict[str, str]:
    """Return what the template gives a process, filled in."""
    text = TEMPLATE.read_text(encoding="utf-8")
    for place, value in FILLED.items():
        text = text.replace(place, value)
    text = re.sub(r"<[a-z ]+>", "a-password", text)
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    told = dict(line.split("=", 1) for line in lines)
    return told | {"VAR_DIR": str(folder), "PATH": os.environ["PATH"]}


@pytest.mark.feature("Operation", "Files for the deployment")
@pytest.mark.on_change("deploy/*", "*.lock", "truco_site/*.py")
def test_nothing_is_to_be_warned_of_under_the_template(tmp_path: Path) -> None:
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    assert not list(tmp_path.glob("secrets*")), "its keys are the template's"


def test_every_variable_of_the_template_is_explained() -> None:
    names = re.findall(r"^([A-Z_]+)=", TEMPLATE.read_text(), re.MULTILINE)
    told = "".join((settings.BASE_DIR / "docs" / name).read_text() for name in EXPLAINED)
    assert len(names) > 15
    assert [name for name in names if f"`{name}`" not in told] == []


EXPLAINED = ("deploy.md",)


@pytest.mark.parametrize("unit", sorted(UNIT_TEXTS))
def test_a_unit_is_one_that_systemd_takes(tmp_path: Path, unit: str) -> None:
    here = re.sub(r"(?<==)/\S+(?=/(?:truco|celery) )", str(tmp_path), UNIT_TEXTS[unit])
    for name in ("truco", "celery"):
        (tmp_path / name).symlink_to(sys.executable)
    (tmp_path / unit.replace("@", "@8001")).write_text(here)
    assert "EnvironmentFile=/etc/truco/truco.env" in here
    if shutil.which("systemd-analyze"):  # where there is systemd
        command = ["systemd-analyze", "verify", "--man=no", tmp_path / unit.replace("@", "@8001")]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        assert unit.partition("@")[0].removesuffix(".service") not in said.stderr, said.stderr


@pytest.mark.parametrize("unit", sorted(UNIT_TEXTS))
def test_the_data_are_for_their_owner_alone(unit: str) -> None:
    """Whichever unit starts last sets the mode of the folder that they share."""
    assert "\nStateDirectoryMode=0700\n" in UNIT_TEXTS[unit]


def test_the_service_begins_without_the_demo_club() -> None:
    """Also with an environment file that does not name it."""
    (told,) = re.findall(r"^Environment=(.+)$", UNIT_TEXTS["truco.service"], re.MULTILINE)
    assert "DEMO=0" in told.split()


def test_an_audit_that_reached_nobody_does_not_pass(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert audit.audit("requirements.lock") == audit.NOT_AUDITED
    assert "NOT AUDITED" in capsys.readouterr().out


def test_both_proxies_keep_a_table_on_one_process_alike() -> None:
    shards = [
        re.search(r"\^/\(\?:ws/\)\?\((?:\?<kind>)?([a-z|]+)\)/", path.read_text())
        for path in (DEPLOY / "nginx.conf", DEPLOY / "Caddyfile", DEPLOY / "Caddyfile.compose")
    ]
    assert {found[1] for found in shards if found} == {"tables|competitions|matches"}
    assert all(shards)


def test_every_proxy_lets_the_largest_file_through() -> None:
    needed = club_files_services.MAX_BYTES + club_files_views.AROUND
    limits = {
        path.name: re.findall(r"(?:max_size|client_max_body_size)\s+(\d+)m", path.read_text(), re.I)
        for path in (*DEPLOY.glob("Caddyfile*"), DEPLOY / "nginx.conf")
    }
    assert len(limits) == 4
    for name, found in limits.items():
        assert [int(number) * 1_000_000 >= needed for number in found] == [True], name


def test_no_example_host_is_left_where_containers_start() -> None:
    for name in ("compose.yaml", "Caddyfile.compose", "Caddyfile", "Caddyfile.one"):
        served = re.sub(r"#.*", "", (DEPLOY / name).read_text())
        assert "example.org" not in served, name
        assert "SITE_HOST" in served, name


def test_a_new_certificate_is_taken_up() -> None:
    text = (settings.BASE_DIR / "docs/deploy.md").read_text()
    assert re.search(r"certbot certonly [^#]*--deploy-hook", text)


def test_the_way_up_and_back_needs_no_tag() -> None:
    text = (settings.BASE_DIR / "docs/deploy.md").read_text()
    commands = "\n".join(re.findall(r"```\n(.*?)```", text, re.DOTALL))
    assert "--tags" not in commands
    assert not re.search(r"worktree add \S*\d\.\d\.\d", commands)
