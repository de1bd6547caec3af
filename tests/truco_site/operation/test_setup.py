"""`manage.py setup` writes an environment file that a site can start with."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from errno import EACCES, ENOSPC
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.management.commands import setup
from truco_site.command_line import read_environment_file
from truco_site.environment import KEYS, own_secrets
from truco_site.operations.placeholders import find_placeholders

HOST = "truco.club.ar"


def set_up(file: Path, host: str = HOST, *more: str) -> dict[str, str]:
    set_up_aloud(file, host, *more)
    return variables(file)


def set_up_aloud(file: Path, host: str, *more: str) -> str:
    """Set up and return what is printed."""
    data, out = f"--set=VAR_DIR={file.parent / 'data'}", StringIO()
    call_command("setup", f"--host={host}", f"--file={file}", data, *more, stdout=out)
    return out.getvalue()


def variables(file: Path) -> dict[str, str]:
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE))


def test_keys_are_fresh_and_for_the_owner_alone(tmp_path: Path) -> None:
    one, other = set_up(tmp_path / "one.env"), set_up(tmp_path / "deeper" / "other.env")
    for name in (*KEYS, "METRICS_TOKEN"):
        assert len(one[name]) >= 40
        assert one[name] != other[name]
    assert (tmp_path / "one.env").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.rglob("*.part"))


def test_host_and_variables_told_are_in_it_and_nothing_else(tmp_path: Path) -> None:
    told = set_up(tmp_path / "env", HOST.upper(), "--set=DATABASE_URL=postgresql:///truco")
    assert (told["ALLOWED_HOSTS"], told["SITE_URL"]) == (HOST, f"https://{HOST}")
    assert told["DATABASE_URL"] == "postgresql:///truco"
    assert told.keys().isdisjoint({"REDIS_URL", "EMAIL_HOST", "ADMINS"})
    assert told["HSTS_SUBDOMAINS"] == ""  # of hosts that setup does not know
    assert told["DEMO"] == "0"
    text = (tmp_path / "env").read_text()
    assert "example.org" not in text
    assert find_placeholders(told) == []
    assert "<" not in "".join(told.values())


@pytest.mark.sampled
def test_the_deploy_check_has_nothing_to_say_of_it(tmp_path: Path) -> None:
    environment = set_up(tmp_path / "env") | {"PATH": os.environ["PATH"]}
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr


@pytest.mark.sampled
def test_the_command_makes_no_keys_in_the_folder_of_the_site(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var")}
    command = [sys.executable, "manage.py", "setup", f"--host={HOST}", "--file=-"]
    printed = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True)
    assert b"SECRET_KEY=" in printed.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_left_alone_unless_told(tmp_path: Path) -> None:
    before = set_up(tmp_path / "env")
    with pytest.raises(CommandError, match="--overwrite"):
        set_up(tmp_path / "env", "other.club.ar")
    assert variables(tmp_path / "env") == before


def test_written_anew_it_keeps_its_keys(tmp_path: Path) -> None:
    """With other ones no game in play could be opened."""
    before = set_up(tmp_path / "env")
    after = set_up(tmp_path / "env", "other.club.ar", "--overwrite")
    assert after["ALLOWED_HOSTS"] == "other.club.ar"
    for name in (*KEYS, "METRICS_TOKEN"):
        assert after[name] == before[name]


def test_keys_in_the_folder_of_the_data_are_taken_over(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    own = {"SECRET_KEY": "s" * 64, "DEAL_KEYS": "d" * 44, "RECORD_KEYS": "07" * 32}
    (tmp_path / "data" / "secrets.json").write_text(json.dumps(own))
    told = set_up(tmp_path / "env")
    assert {name: told[name] for name in own} == own


@pytest.mark.parametrize(
    ("host", "more", "word"),
    [
        ("<your host>", (), "host name"),
        ("https://truco.club.ar", (), "host name"),
        ("truco.club.ar:8000", (), "host name"),
        ("truco_club\nX=1", (), "host name"),
        (
            HOST,
            ("--set=DATABASE_URL=postgresql://truco:<password>@127.0.0.1/truco",),
            "placeholder",
        ),
        (HOST, ("--set=EMAIL_HOST_PASSWORD=<Your Password>",), "placeholder"),
        (HOST, ("--set=METRICS_TOKEN=…",), "placeholder"),
        (HOST, ("--set=SECRET_KEY=<…>",), "placeholder"),
        (HOST, ("--set=EMAIL_HOST=a\nHTTPS=0",), "one line"),
        (HOST, ("--set=EMIAL_HOST=smtp.club.ar",), "no variable"),
        (HOST, ("--set=EMAIL_HOST",), "NAME=VALUE"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    host: str, more: tuple[str, ...], word: str, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=word):
        set_up(tmp_path / "env", host, *more)
    assert list(tmp_path.iterdir()) == []


def test_run_twice_it_changes_nothing(tmp_path: Path) -> None:
    set_up(tmp_path / "env", HOST, "--email=ana@club.ar", "--set=EMAIL_HOST=smtp.club.ar")
    before = (tmp_path / "env").read_text()
    told = set_up(tmp_path / "env")
    assert (tmp_path / "env").read_text() == before
    assert (told["ADMINS"], told["SECURITY_CONTACT"]) == ("ana@club.ar", "ana@club.ar")


def test_a_second_run_adds_what_it_is_told_and_keeps_the_rest(tmp_path: Path) -> None:
    before = set_up(tmp_path / "env")
    with (tmp_path / "env").open("a") as file:
        file.write("GUESTS_PER_ADDRESS=50\n")
    after = set_up(tmp_path / "env", HOST, "--set=EMAIL_HOST=smtp.club.ar")
    mail = {"EMAIL_HOST": "smtp.club.ar", "DEFAULT_FROM_EMAIL": f"truco@{HOST}"}
    assert after == before | mail | {"GUESTS_PER_ADDRESS": "50"}
    assert set_up(tmp_path / "env") == after


def test_a_second_run_keeps_what_was_changed_by_hand(tmp_path: Path) -> None:
    changed = {
        "ALLOWED_HOSTS": f"{HOST},www.{HOST}",
        "SITE_URL": f"https://{HOST}:8443",
        "TRUSTED_PROXIES": "",
        "METRICS_TOKEN": "",
    }
    before = set_up(tmp_path / "env") | changed
    (tmp_path / "env").write_text("".join(f"{name}={before[name]}\n" for name in before))
    assert set_up(tmp_path / "env") == before


def test_a_value_with_quotes_and_backslashes_is_kept(tmp_path: Path) -> None:
    password = 'it\'s a \\ "pass" '
    set_up(tmp_path / "env", HOST, f"--set=EMAIL_HOST_PASSWORD={password}")
    set_up(tmp_path / "env")
    told = {"TRUCO_ENV": str(tmp_path / "env")}
    read_environment_file(told)
    assert told["EMAIL_HOST_PASSWORD"] == password


def test_an_emptied_key_is_made_anew(tmp_path: Path) -> None:
    before = set_up(tmp_path / "env")
    (tmp_path / "env").write_text(f"ALLOWED_HOSTS={HOST}\nSECRET_KEY=\n")
    assert set_up(tmp_path / "env").keys() == before.keys()
    assert len(variables(tmp_path / "env")["SECRET_KEY"]) >= 40


def test_an_emptied_mail_server_is_none(tmp_path: Path) -> None:
    set_up(tmp_path / "env")
    told = ("--set=EMAIL_HOST=",)
    assert "There is no mail server" in set_up_aloud(tmp_path / "env", HOST, *told)


@pytest.mark.parametrize(
    ("told", "sender"),
    [
        ((), f"truco@{HOST}"),
        (("--set=EMAIL_HOST_USER=truco",), f"truco@{HOST}"),
        (("--set=EMAIL_HOST_USER=club@mail.ar",), "club@mail.ar"),
        (("--set=DEFAULT_FROM_EMAIL=mesas@club.ar",), "mesas@club.ar"),
    ],
)
def test_a_mail_server_gets_a_sender(told: tuple[str, ...], sender: str, tmp_path: Path) -> None:
    assert "DEFAULT_FROM_EMAIL" not in set_up(tmp_path / "env")
    after = set_up(tmp_path / "env", HOST, "--set=EMAIL_HOST=smtp.club.ar", *told)
    assert after["DEFAULT_FROM_EMAIL"] == sender


def test_unit_and_caddyfile_are_written_for_this_machine(tmp_path: Path) -> None:
    for path in ("etc/caddy/Caddyfile",):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(":80 {\n\troot * /usr/share/caddy\n}\n")
    more = (f"--root={tmp_path}", "--systemd", "--caddy")
    for told in (("--email=ana@club.ar", "--backups=/mnt/copies"), ()):
        printed = set_up_aloud(tmp_path / "env", HOST, *more, *told)
        assert "\n  install -d -o truco -g truco /mnt/copies\n" in printed
        unit = (tmp_path / "etc/systemd/system/truco.service").read_text()
        assert f"EnvironmentFile={tmp_path / 'env'}\n" in unit
        assert '\nReadWritePaths="-/mnt/copies"\n' in unit
        assert "u truco " in (tmp_path / "etc/sysusers.d/truco.conf").read_text()
        caddyfile = (tmp_path / "etc/caddy/Caddyfile").read_text()
        assert f"\n{HOST} {{" in caddyfile
        assert "\temail ana@club.ar\n" in caddyfile


def test_a_caddyfile_of_another_site_stays(tmp_path: Path) -> None:
    caddyfile = tmp_path / "etc/caddy/Caddyfile"
    caddyfile.parent.mkdir(parents=True)
    caddyfile.write_text("other.example {\n}\n")
    with pytest.raises(CommandError, match="serves something already"):
        set_up(tmp_path / "env", HOST, f"--root={tmp_path}", "--caddy")
    assert caddyfile.read_text() == "other.example {\n}\n"


def test_caddy_serves_the_hosts_of_clubs_also_after_another_run(tmp_path: Path) -> None:
    more = (f"--root={tmp_path}", "--caddy")
    set_up(tmp_path / "env", HOST, *more)
    set_up(tmp_path / "env", HOST, *more, "--set=CLUB_HOSTS=a.example=a, B.example=b")
    caddyfile = tmp_path / "etc/caddy/Caddyfile"
    for _ in range(2):
        assert f"\n{HOST}, a.example, b.example {{" in caddyfile.read_text()
        set_up(tmp_path / "env", HOST, *more)


def test_a_caddyfile_that_was_changed_by_hand_stays(tmp_path: Path) -> None:
    more = (f"--root={tmp_path}", "--caddy")
    set_up(tmp_path / "env", HOST, *more)
    caddyfile = tmp_path / "etc/caddy/Caddyfile"
    changed = caddyfile.read_text() + "other.example {\n}\n"
    caddyfile.write_text(changed)
    with pytest.raises(CommandError, match="was changed by hand: --overwrite"):
        set_up(tmp_path / "env", HOST, *more)
    assert caddyfile.read_text() == changed
    set_up(tmp_path / "env", HOST, *more, "--overwrite")
    assert "other.example" not in caddyfile.read_text()


def test_a_place_of_backups_chosen_later_is_one_that_the_unit_may_write(tmp_path: Path) -> None:
    unit = tmp_path / "etc/systemd/system/truco.service"
    at = f"--root={tmp_path}"
    set_up(tmp_path / "env", HOST, at, "--backups=/mnt/one")
    assert not unit.exists(), "nobody asked for one"
    set_up(tmp_path / "env", HOST, at, "--systemd")
    for told in ("--backups=/mnt/another disk/100%", "--set=BACKUP_TO=/mnt/another disk/100%"):
        printed = set_up_aloud(tmp_path / "env", HOST, at, told)
        assert '\nReadWritePaths="-/mnt/another disk/100%%"\n' in unit.read_text()
        assert "daemon-reload" in printed
        set_up(tmp_path / "env", HOST, at, "--backups=/mnt/one")
    unit.write_text("[Unit]\n")
    set_up(tmp_path / "env", HOST, at, "--backups=/mnt/two")
    assert unit.read_text() == "[Unit]\n", "of somebody else"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
@pytest.mark.sampled
def test_systemd_takes_a_unit_with_a_folder_of_two_words(tmp_path: Path) -> None:
    more = (f"--root={tmp_path}", "--systemd", "--backups=/mnt/another disk/100%")
    set_up(tmp_path / "env", HOST, *more)
    unit = tmp_path / "etc/systemd/system/truco.service"
    unit.write_text(re.sub(r"(?<=ExecStart=)\S+", sys.executable, unit.read_text()))
    command = ["systemd-analyze", "verify", "--man=no", unit]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "truco.service" not in said.stderr, said.stderr


@pytest.mark.parametrize(
    ("more", "word"), [("--email=ana", "no e-mail address"), ("--backups=copies", "absolute path")]
)
def test_an_address_that_cannot_be_is_refused(more: str, word: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=word):
        set_up(tmp_path / "env", HOST, more)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_: object) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(os, "link", is_full)
    with pytest.raises(CommandError, match="No space left"):
        set_up(tmp_path / "env")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_nobody_may_look_into_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(EACCES, os.strerror(EACCES))

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(CommandError, match="env cannot be written: Permission denied"):
        set_up(tmp_path / "env")


def test_keys_survive_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: kept.append(os.fstat(file).st_ino))
    for name in (*KEYS, "DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    set_up(tmp_path / "env")
    own_secrets(tmp_path / "data")
    files = (tmp_path / "env", tmp_path / "data" / "secrets.json")
    assert kept == [path.stat().st_ino for path in files]


def test_what_follows_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(setup, "PORT", other.getsockname()[1])
        out = StringIO()
        call_command("setup", f"--host={HOST}", f"--file={tmp_path / 'env'}", stdout=out)
    assert "There is no mail server" in out.getvalue()
    assert "is taken by another program" in out.getvalue()
    assert out.getvalue().rstrip().endswith("truco doctor")
