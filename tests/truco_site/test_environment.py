"""The environment: several machines do not start without the keys they share."""

import json
import os
import subprocess
import sys
from functools import partial

import pytest
from django.conf import settings

from truco_site import environment

KEYS = {
    "SECRET_KEY": "told",
    "DEAL_KEYS": "A" * 43 + "=",
    "RECORD_KEYS": "07" * 32,
    "VAPID_KEY": "A" * 43,
}
SHARED = {"DATABASE_URL": "postgresql://db/truco", "REDIS_URL": "redis://cache"}
LOAD = "from truco_site import settings; print('started')"


def start(folder, code=LOAD, **given):
    """Read the settings in a process of their own, with nothing told but this."""
    told = {k: v for k, v in os.environ.items() if k not in (*KEYS, *SHARED)}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env={**told, "VAR_DIR": str(folder), **given},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.feature("Operation", "Several machines share their keys or do not start")
@pytest.mark.parametrize("shared", SHARED)
@pytest.mark.parametrize("missing", KEYS)
@pytest.mark.parametrize("empty", [True, False])
def test_many_machines_do_not_start_without_a_key(tmp_path, shared, missing, empty):
    keys = {**KEYS, missing: ""} if empty else {k: v for k, v in KEYS.items() if k != missing}
    ended = start(tmp_path, **{shared: SHARED[shared]}, **keys)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.startswith(f"{shared} set, but {missing} missing")
    assert "Traceback" not in ended.stderr
    assert not list(tmp_path.iterdir())


def test_many_machines_start_with_all_keys(tmp_path):
    assert start(tmp_path, **SHARED, **KEYS).stdout == "started\n"


@pytest.mark.parametrize(
    "told", ["x", "07" * 31, "AB" * 32, f"pub:{'07' * 32}", "07" * 32 + ",x", ","]
)
def test_nothing_starts_with_a_key_that_signs_no_record(tmp_path, told):
    ended = start(tmp_path, **KEYS | {"RECORD_KEYS": told})
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("RECORD_KEYS: every key is 64 hexadecimal digits")


@pytest.mark.parametrize(
    ("read", "value"),
    [
        *((partial(environment.number, "TOLD", 5), value) for value in ("x", "-1", "1.5", "1e3")),
        *((partial(environment.seconds, "TOLD", 5), value) for value in ("x", "0", "-1", "inf")),
        *(
            (partial(environment.networks, "TOLD"), value)
            for value in ("localhost", "::1;127.0.0.1")
        ),
        (partial(environment.choice, "TOLD", ("plain", "json")), "text"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(monkeypatch, read, value):
    monkeypatch.setenv("TOLD", value)
    with pytest.raises(SystemExit, match=r"^TOLD: '.*' is no"):
        read()


def test_an_empty_variable_is_one_that_is_not_set(monkeypatch):
    monkeypatch.setenv("TOLD", "")
    assert environment.number("TOLD", 5) == 5
    assert environment.seconds("TOLD", 2.5) == 2.5
    assert environment.choice("TOLD", ("plain", "json")) == "plain"
    assert environment.networks("TOLD") == []
    assert environment.flag("TOLD", default=True)


def test_values_that_can_be_are_read(monkeypatch):
    for value, read in (
        ("0", partial(environment.number, "TOLD", 5)),
        ("0.5", partial(environment.seconds, "TOLD", 5)),
        ("JSON", partial(environment.choice, "TOLD", ("plain", "json"))),
        ("127.0.0.1, ::1,10.1.2.3/8", partial(environment.networks, "TOLD")),
    ):
        monkeypatch.setenv("TOLD", value)
        read()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEAL_KEYS", ","),
        ("DEAL_KEYS", "A" * 42 + "="),
        ("VAPID_KEY", "A" * 42),
        ("SITE_URL", "club.example"),
        ("TRUSTED_PROXIES", "localhost"),
        ("METRICS_ADDRESSES", "10.0.0.0/33"),
        ("EMAIL_PORT", "smtp"),
        ("GUESTS_PER_ADDRESS", "many"),
        ("HEAD_SECONDS", "10s"),
        ("LOG_FORMAT", "text"),
        ("LOG_LEVEL", "loud"),
    ],
)
@pytest.mark.sampled
def test_nothing_starts_with_a_value_that_cannot_be(tmp_path, name, value):
    ended = start(tmp_path, **KEYS | {name: value})
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"{name}: ")


def test_mail_goes_by_one_kind_of_tls(monkeypatch):
    assert environment.mail_security() == (True, False)
    monkeypatch.setenv("EMAIL_USE_SSL", "1")
    assert environment.mail_security() == (False, True)
    monkeypatch.setenv("EMAIL_USE_TLS", "1")
    with pytest.raises(SystemExit, match="exclude each other"):
        environment.mail_security()


def test_one_process_makes_its_own_keys_once(tmp_path):
    assert start(tmp_path).stdout == "started\n"
    made = (tmp_path / "secrets.json").read_text()
    assert start(tmp_path).stdout == "started\n"
    assert (tmp_path / "secrets.json").read_text() == made


def test_a_folder_of_an_older_release_keeps_its_keys_and_gets_the_new_ones_once(tmp_path):
    old = {"SECRET_KEY": "kept", "DEAL_KEYS": "kept"}
    (tmp_path / "secrets.json").write_text(json.dumps(old))
    keys = "from truco_site.environment import own_secrets; from pathlib import Path; import json"
    show = f"{keys}; print(json.dumps(own_secrets(Path({str(tmp_path)!r}))))"
    first, second = (json.loads(start(tmp_path, show).stdout) for _ in range(2))
    assert first == second
    assert first.items() > old.items()
    assert first["VAPID_KEY"]
    assert first["RECORD_KEYS"]


# ---- providers of sign-ins ----
OIDC = {
    "OIDC_NAME": "El Otro",
    "OIDC_URL": "https://login.example/",
    "OIDC_CLIENT_ID": "site",
    "OIDC_SECRET": "secret",
}


def test_a_provider_is_on_with_all_its_variables(monkeypatch):
    assert environment.sign_in_providers() == {}
    monkeypatch.setenv("SITE_URL", "https://truco.example")
    for name, value in OIDC.items():
        monkeypatch.setenv(name, value)
    (app,) = environment.sign_in_providers()["openid_connect"]["APPS"]
    assert (app["provider_id"], app["settings"]["server_url"]) == ("oidc", "https://login.example")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"OIDC_SECRET": ""}, "OIDC_SECRET missing"),
        ({"OIDC_URL": "http://login.example"}, "https://"),
        ({"SITE_URL": ""}, "SITE_URL is missing"),
        (
            {
                "APPLE_CLIENT_ID": "a",
                "APPLE_TEAM": "b",
                "APPLE_KEY_ID": "c",
                "APPLE_KEY_FILE": "/nowhere",
            },
            "APPLE_KEY_FILE cannot be read",
        ),
    ],
)
def test_half_a_provider_stops_the_start(monkeypatch, changes, words):
    for name, value in {**OIDC, "SITE_URL": "https://truco.example", **changes}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=words):
        environment.sign_in_providers()
