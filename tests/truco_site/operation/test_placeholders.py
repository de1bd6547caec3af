"""`manage.py check --deploy` names the variables that still hold placeholders."""

import re

import pytest
from django.conf import settings
from django.core.checks import run_checks

from truco_site.operations.placeholders import find_placeholders

EXAMPLE = settings.BASE_DIR / "deploy" / "truco.env.example"


def test_every_placeholder_of_the_example_is_found() -> None:
    lines = re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE)
    left = {name for name, value in lines if "<" in value}
    assert len(left) > 4
    assert set(find_placeholders(dict(lines))) == left


def test_real_values_with_angle_brackets_are_fine() -> None:
    values = {"EMAIL_HOST_PASSWORD": "a<3>b", "DEFAULT_FROM_EMAIL": "Truco <truco@example.org>"}
    assert find_placeholders(values) == []


def test_check_deploy_is_an_error_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "<secret key>")
    found = [each for each in run_checks(include_deployment_checks=True) if each.id == "truco.E002"]
    assert [each.msg.split()[0] for each in found] == ["SECRET_KEY"]
    assert found[0].is_serious()
