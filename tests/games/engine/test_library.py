"""The engine as a library: the wheel alone in an empty environment, and its conformance suite."""

import io
import json
import shlex
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

import pytest

from games.engine.conformance.__main__ import main
from games.engine.conformance.corpus import (
    KINDS,
    Capabilities,
    Case,
    mismatch,
    questions,
    read_cases,
)
from games.engine.conformance.reference import ANSWERS, answer
from games.engine.conformance.reference import main as serve

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "games" / "engine"
REFERENCE = f"{shlex.quote(sys.executable)} -m games.engine.conformance.reference"
CASES = list(read_cases())
HANDS_OF_TRUC = {"kinds": ["script"], "presets": ["truc"]}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it, and nothing else, into a new environment; no network."""
    folder = tmp_path_factory.mktemp("library")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    options = ["--quiet", "--no-deps", "--no-index"]
    built = [*pip, "wheel", *options, "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*built, str(PACKAGE)], check=True)
    (wheel,) = folder.glob("truco_engine-*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", *options, str(wheel)], check=True)
    return python


@pytest.mark.long
@pytest.mark.feature("Rules", "Engine and conformance suite as a package of their own")
@pytest.mark.sampled
def test_the_wheel_alone_passes_its_own_suite(installed: Path, tmp_path: Path) -> None:
    adapter = f"{installed} -I -m truco_engine.conformance.reference"
    command = [installed, "-I", "-m", "truco_conformance", "--engine", adapter]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1].split() == ["all", str(len(CASES)), "0", "0"]


@pytest.mark.long
@pytest.mark.sampled
def test_the_example_of_its_readme_runs(installed: Path, tmp_path: Path) -> None:
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    example = text.partition("```python\n")[2].partition("```")[0]
    subprocess.run([installed, "-I", "-c", example], cwd=tmp_path, check=True, capture_output=True)


def test_package_and_site_have_one_version_and_one_licence() -> None:
    versions = {
        tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"]
        for folder in (ROOT, PACKAGE)
    }
    assert len(versions) == 1
    assert (PACKAGE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_its_document_names_every_kind_and_field() -> None:
    text = (PACKAGE / "conformance" / "README.md").read_text(encoding="utf-8")
    assert ANSWERS.keys() == KINDS.keys()
    assert [kind for kind in KINDS if f"`{kind}`" not in text] == []
    fields = {field for kind in KINDS.values() for field in kind.fields}
    assert [field for field in fields if f"`{field}`" not in text] == []


def test_a_question_does_not_give_its_answer_away() -> None:
    told = {"expect", "legal", "illegal", "quiero", "no_quiero", "sees", "spoken", "count"}
    for case in CASES:
        for question in questions(case):
            assert not told & question.keys()


def test_the_examples_of_the_protocol_are_right() -> None:
    text = (PACKAGE / "conformance" / "README.md").read_text(encoding="utf-8")
    session = [json.loads(line[2:]) for line in text.splitlines() if line.startswith(("> ", "< {"))]
    first, *turns = session
    able = Capabilities.from_json(first)
    by_id = {question["id"]: (case, question) for case in CASES for question in questions(case)}
    for asked, said in zip(turns[::2], turns[1::2], strict=True):
        case, question = by_id[asked["id"]]
        assert asked == question
        assert mismatch(case, said["answer"], able) == ""


# ---- the runner, with adapters that are good, bad and rude ----


def told_by(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def an_adapter(folder: Path, source: str) -> str:
    """Write an adapter in Python; `told` is the question."""
    path = folder / "adapter.py"
    path.write_text(source, encoding="utf-8")
    return f"{shlex.quote(sys.executable)} {path}"


ANSWERING = """
import json, sys
print(json.dumps({first}), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    print(json.dumps({{"id": told["id"], {reply}}}), flush=True)
"""


def test_an_example_in_shell_is_asked_what_it_knows(capsys) -> None:
    script = PACKAGE / "conformance" / "examples" / "order.sh"
    code, out, _ = told_by(capsys, "--engine", f"sh {script}", "--section", "cards")
    assert code == 0
    section = out.splitlines()[1].split()
    cards = sum(KINDS[case["kind"]].section == "cards" for case in CASES)
    assert section == ["cards", "19", "0", str(cards - 19)]


@pytest.mark.parametrize(
    ("first", "reply", "code", "counts"),
    [
        ({"kinds": ["half"]}, '"answer": "malas"', 1, (3, 3)),
        ({"kinds": ["half"]}, '"skip": "not yet"', 0, (0, 0)),
        ({"kinds": ["half"]}, '"error": "broken"', 1, (0, 6)),
        ({"kinds": ["half"]}, '"unknown": 1', 1, (0, 6)),
        (HANDS_OF_TRUC | {"facts": []}, '"answer": 7', 0, (0, 0)),
        (HANDS_OF_TRUC | {"facts": ["hand"]}, '"answer": 7', 1, (0, 3)),
        ({"kinds": ["rules_valid"], "options": []}, '"answer": "ok"', 0, (0, 0)),
        ({"kinds": ["rules_valid"], "codes": False}, '"answer": "no"', 1, (8, 5)),
        ({"kinds": ["perros_arm"]}, '"answer": True', 1, (0, 4)),
    ],
)  # fmt: skip
def test_what_an_adapter_supports_is_asked_and_the_rest_skipped(
    first: dict[str, Any],
    reply: str,
    code: int,
    counts: tuple[int, int],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = {"truco_conformance": 1, "name": "mine", **first}
    engine = an_adapter(tmp_path, ANSWERING.format(first=first, reply=reply))
    found, out, _ = told_by(capsys, "--engine", engine)
    *_, last = out.splitlines()
    assert found == code
    skipped = len(CASES) - sum(counts)
    assert last.split() == ["all", *map(str, (*counts, skipped))]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "the adapter has ended"),
        ("print('hello')", "not a line of JSON: hello"),
        ("print('[1]')", "not an object: [1]"),
        ("print('{}')", "the first line is not of protocol 1: {}"),
        ('print(\'{"truco_conformance": 1, "kinds": 5}\')', "'int' object is not iterable"),
        ("import time\ntime.sleep(60)", "no line within 0.1 s"),
        ("print('{\"truco_conformance\": 1}')", "the adapter has ended"),
        (
            ANSWERING.format(first={"truco_conformance": 1}, reply='"id": "x"'),
            "asked d001, answered x",
        ),
    ],
)
def test_an_adapter_that_breaks_the_protocol_is_told_how(
    source: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = an_adapter(tmp_path, source)
    timeout = "0.1" if "sleep" in source else "60"
    code, out, err = told_by(capsys, "--engine", engine, "--timeout", timeout)
    assert (code, out) == (2, "")
    assert words in err


def test_a_command_that_is_not_there_is_told(capsys) -> None:
    code, _, err = told_by(capsys, "--engine", "/nowhere/engine")
    assert code == 2
    assert "cannot start '/nowhere/engine'" in err


@pytest.mark.parametrize("wrong", [[], ["--engine", "x", "--section", "poker"]])
def test_a_wrong_call_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
    assert "error:" in capsys.readouterr().err


def test_questions_can_be_listed_without_an_engine(capsys) -> None:
    code, out, _ = told_by(capsys, "--list", "--section", "views")
    assert code == 0
    assert {json.loads(line)["kind"] for line in out.splitlines()} == {"view"}


def test_a_wrong_engine_fails_with_the_source_of_the_case(tmp_path: Path, capsys) -> None:
    """A suite that every answer passes shows nothing: each kind refuses another answer."""
    for case in CASES:
        question = next(questions(case))
        right = answer(question)
        assert mismatch(case, right) == ""
        assert mismatch(case, _altered(case, right)) != "", case["id"]
    engine = an_adapter(
        tmp_path,
        ANSWERING.format(
            first={"truco_conformance": 1, "kinds": ["card_cmp"]}, reply='"answer": 1'
        ),
    )
    _, out, _ = told_by(capsys, "--engine", engine)
    assert 'c001 card_cmp argentino: expected ">", got 1 [S0' in out


def _altered(case: Case, right: Any) -> Any:
    """Return another answer of the same shape."""
    match right:
        case {"error": _}:
            return {"error": "other"}
        case {"score": [first, second], "points": points}:
            return {
                "score": [first + 1, second],
                "points": [*points, [0, 9, "other"]],
                "to_act": [9],
                "legal": case["expect"].get("illegal", {}),
                "hand": "C",
                "over": None,
                "winner": "C",
                "declared": ["x"],
                "shown": {"9": ["7e"]},
                "actions": ["9:mazo"],
            }
        case dict():
            return dict.fromkeys(right, "other") if right else {"9": ["7e"]}
        case list():
            return [] if right else ["other"]
        case str():
            return f"{right} other"
        case _:
            return 99


def test_the_reference_answers_line_by_line(monkeypatch, capsys) -> None:
    case = next(case for case in CASES if case["id"] == "c001")
    (question,) = questions(case)
    asked = [question, question | {"id": "broken", "a": "99z"}]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{json.dumps(q)}\n" for q in asked)))
    serve()
    first, good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["truco_conformance"] == 1
    assert good == {"id": "c001", "answer": ">"}
    assert bad["error"].startswith("NotationError")
