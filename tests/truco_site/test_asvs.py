"""Claims of docs/security.md about cross-origin reading (3.4.2) and system commands (1.2.5)."""

import re

import pytest
from django.conf import settings
from django.test import Client

PROCESS = re.compile(
    r"^\s*(import subprocess|from subprocess|import multiprocessing)", re.MULTILINE
)
APPS = ("accounts", "games", "tournaments")
REVIEWS = "games/reviews"  # a game is reviewed in a task
STARTS = {f"{REVIEWS}/{name}.py" for name in ("action_values", "services")}


@pytest.mark.django_db
def test_the_public_api_alone_may_be_read_by_other_sites():
    client, origin = Client(), {"origin": "https://elsewhere.example"}
    header = "Access-Control-Allow-Origin"
    assert client.get("/api/", headers=origin)[header] == "*"
    for path in ("/", "/rules/", "/competitions/", "/accounts/login/"):
        assert header not in client.get(path, headers=origin), path


def test_a_hint_alone_starts_a_process_in_a_request():
    starts = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for app in APPS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if "management" not in path.parts
        and path.name != "__main__.py"
        and PROCESS.search(path.read_text(encoding="utf-8"))
    }
    assert starts == STARTS
