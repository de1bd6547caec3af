"""Files that other programs read: forms of issues, hooks, the container of developers, Weblate."""

import json
import tomllib
from pathlib import Path

import pytest
import yaml
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
TOOLS = {"ruff", "lint-imports", "djlint"}


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_each_question_once(form: Path) -> None:
    told = yaml.safe_load(form.read_text(encoding="utf-8"))
    if form.name == "config.yml":
        assert told == {"blank_issues_enabled": False}
        return
    assert told["name"]
    assert told["description"]
    names = [each["id"] for each in told["body"]]
    assert len(names) == len(set(names)) >= 2
    assert {each["type"] for each in told["body"]} <= {"textarea", "input"}


def test_hooks_run_tools_that_make_setup_installs() -> None:
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    programs = {hook["entry"].split()[0] for hook in repository["hooks"]}
    assert programs == {f".venv/bin/{tool}" for tool in TOOLS}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = " ".join(project["project"]["optional-dependencies"]["dev"])
    assert all(name in wanted for name in ("ruff", "import-linter", "djlint"))


def test_the_container_of_developers_is_built_from_a_file_that_is_there() -> None:
    told = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    assert (ROOT / ".devcontainer" / told["build"]["dockerfile"]).is_file()
    assert told["postCreateCommand"] == "make setup"


def test_weblate_finds_catalogues_and_template() -> None:
    told = json.loads((ROOT / "weblate.json").read_text(encoding="utf-8"))
    assert len(list(ROOT.glob(told["filemask"]))) == len(settings.LANGUAGES)
    assert (ROOT / told["new_base"]).is_file()
