"""Images and units, checked without a build: names, commands and files.

Nobody builds them here; a name that the code no longer reads, a command or an option that is no
more, a file that moved would be found by whoever runs them.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.bin.celery import celery
from django.conf import settings
from django.core.management import get_commands, load_command_class

ROOT = settings.BASE_DIR
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNITS = [path.read_text(encoding="utf-8") for path in sorted((DEPLOY / "systemd").iterdir())]
TEMPLATE = (DEPLOY / "truco.env.example").read_text(encoding="utf-8")
OURS = {name: told for name, told in COMPOSE["services"].items() if "build" in told}
OF_PYTHON = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
PG_CLIENTS = {"bookworm": "15", "trixie": "17"}  # of Debian; pg_dump knows no server newer than it
PLACE = re.compile(r"%i|<[^>]+>")


def step(word: str) -> list[str]:
    """The lines of the Dockerfile that begin so."""
    return re.findall(rf"^{word} +(.+)$", DOCKERFILE, re.MULTILINE)


def names() -> set[str]:
    """Every variable that `deploy/` gives to a process of the site."""
    told = re.findall(r"^([A-Z_]+)=", TEMPLATE, re.MULTILINE)
    told += [name for line in step("ENV") for name in re.findall(r"\b([A-Z_]+)=", line)]
    told += [name for unit in UNITS for name in re.findall(r"^Environment=(\w+)=", unit, re.M)]
    told += [name for service in OURS.values() for name in service["environment"]]
    return set(told) - OF_PYTHON


def commands() -> Iterator[Sequence[str]]:
    """Every command that starts a process of the site, without what runs it."""
    yield from (re.findall(r'"([^"]+)"', line) for line in step("CMD"))
    for line in step("RUN"):
        yield from (each.split() for each in re.findall(r"(truco collectstatic[^&]+)", line))
    for service in OURS.values():
        yield _without_folder(service["command"])
    for unit in UNITS:
        yield from map(_without_folder, re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE))


def _without_folder(command: str) -> list[str]:
    first, *rest = shlex.split(PLACE.sub("8001", command))
    return [Path(first).name, *rest]


def test_what_the_code_does_not_read_is_given_to_nobody() -> None:
    shipped = (ROOT / app for app in ("accounts", "games", "tournaments", "truco_site"))
    code = "".join(path.read_text("utf-8") for app in shipped for path in app.rglob("*.py"))
    assert len(names()) > 20
    assert {name for name in names() if f'"{name}"' not in code} == set()


@pytest.mark.feature("Operation", "Container image, compose file and units match the code")
def test_every_command_and_option_exists() -> None:
    found = list(commands())
    assert len(found) == 1 + 1 + len(OURS) + len(UNITS)
    for program, *rest in found:
        if program == "truco":
            command = load_command_class(get_commands()[rest[0]], rest[0])
            command.create_parser(program, rest[0]).parse_args(rest[1:])  # else SystemExit
        else:
            assert (program, *rest[:2]) == ("celery", "-A", "truco_site")
            part = celery.commands[rest[2]]
            part.make_parser(part.context_class(part)).parse_args(rest[3:])  # else UsageError


def test_what_is_copied_and_mounted_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [line.split()[0] for line in step("COPY")]
    assert copied == [".", "requirements.lock", "--from=build"]
    assert not {".", "requirements.lock"} & set(ignored)
    assert "deploy/truco.env" in ignored, "keys are in no image"
    builds = {(each["build"]["context"], each["build"]["dockerfile"]) for each in OURS.values()}
    assert [(DEPLOY / context / name).exists() for context, name in builds] == [True]
    kept = COMPOSE["volumes"]
    for name, service in COMPOSE["services"].items():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in kept or (DEPLOY / source).is_file(), (name, volume)


def test_services_wait_for_and_ask_services_that_are_there() -> None:
    services: dict[str, Any] = COMPOSE["services"]
    awaited = {each for told in services.values() for each in told.get("depends_on", ())}
    assert awaited <= set(services)
    proxied = re.findall(r"reverse_proxy (.+) \{", (DEPLOY / "Caddyfile.compose").read_text())
    for upstream in proxied[0].split():
        host, port = upstream.split(":")
        assert f"--port {port}" in services[host]["command"]
        assert f"'127.0.0.1', {port}" in services[host]["healthcheck"]["test"][-1]
    told = services["web1"]["environment"]
    asked = {
        re.search(r"(?:@|//)(\w+)[:/]\S*$", told[name]) for name in ("DATABASE_URL", "REDIS_URL")
    }
    assert {found[1] for found in asked if found} == {"db", "valkey"}


def test_only_services_with_a_port_are_asked_for_their_health() -> None:
    for name, service in OURS.items():
        check = service["healthcheck"]
        assert check == {"disable": True} if "web" not in name else "test" in check, name


def test_an_upgrade_serves_the_static_files_of_its_image() -> None:
    """A volume of before is used again, with the files of before."""
    assert "collectstatic" in OURS["static"]["command"]
    for name, service in OURS.items():
        assert service["volumes"] == OURS["static"]["volumes"], name
        if name not in ("static", "migrate"):
            waits = service["depends_on"]["static"]
            assert waits == {"condition": "service_completed_successfully"}, name


def test_a_container_can_copy_the_database_beside_it() -> None:
    (debian,) = {found for line in step("FROM") for found in re.findall(r"slim-(\w+)", line)}
    assert COMPOSE["services"]["db"]["image"] == f"postgres:{PG_CLIENTS[debian]}"


@pytest.mark.on_change("deploy/*", "*.lock", "truco_site/*.py", "manage.py")
def test_the_image_is_built_with_files_and_without_keys(tmp_path: Path) -> None:
    (line,) = [line for line in step("RUN") if "collectstatic" in line]
    told = dict(word.split("=", 1) for word in line.partition(" truco ")[0].split())
    command = shlex.split(line.partition(" truco ")[2].partition("&&")[0])
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **told}
    subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
    assert [path.name for path in tmp_path.iterdir()] == ["static"]


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.compose", "Caddyfile.one"])
def test_caddy_takes_its_file(tmp_path: Path, name: str) -> None:
    assert (DEPLOY / name).read_text(encoding="utf-8").count("{$SITE_HOST} {") == 1
    if caddy := shutil.which("caddy"):  # where there is one
        asked = [caddy, "validate", "--adapter", "caddyfile", "--config", DEPLOY / name]
        home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "SITE_HOST": "a.test"}
        subprocess.run(asked, env=home, check=True, capture_output=True)


@pytest.mark.parametrize(("told", "port"), [("8123", 8123), ("", 8000)])
def test_the_environment_says_on_which_port_it_listens(monkeypatch, told, port):
    monkeypatch.setenv("PORT", told)
    parser = load_command_class("games", "serve").create_parser("manage.py", "serve")
    assert parser.parse_args([]).port == port
    assert parser.parse_args(["--port", "9000"]).port == 9000
