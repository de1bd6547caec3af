"""`manage.py replay`: what it prints, and how it ends on a bad record."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.games.engine.test_tgn import DEAL, EXAMPLE, HEAD


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("replay", *arguments, stdout=out)
    return out.getvalue()


def fails(*arguments: str) -> str:
    err = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("replay", *arguments, stderr=err)
    assert end.value.code == 2
    return err.getvalue()


@pytest.fixture
def record(tmp_path: Path):
    def written(content: str | bytes) -> str:
        file = tmp_path / "game.tgn"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(file)

    return written


def test_an_end_by_agreement_is_told(record):
    agreed = f'[Termination "agreed"]\n{EXAMPLE}'
    assert run(record(agreed)).splitlines()[-1] == "ended by agreement"
    assert "agreement" not in run(record(EXAMPLE))


@pytest.mark.feature("Records", "`manage.py replay` reads a record")
def test_the_command_prints_one_json_object(record):
    told = json.loads(run(record(EXAMPLE), "--json"))
    assert told["hands"][0]["tricks"] == [1, 0, 1]
    assert told["legal"]["1"][0] == "3e"


def test_the_command_prints_the_score_of_each_hand(record):
    assert run(record(EXAMPLE)) == "hand 1: 1-4\nhand 2: 1-4\nto act: 1\n"
    assert run(record(EXAMPLE + "1:mazo")) == "hand 1: 1-4\nhand 2: 3-4\n"
    won = HEAD + '[Score "29-4"]\n' + DEAL + "0:envido 1:no"
    assert run(record(won)) == "hand 1: 30-4\nwinner: team 0\n"
    assert run(record(HEAD)) == "\n"


def test_the_command_reads_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.encode())))
    assert run("-") == "hand 1: 1-4\nhand 2: 1-4\nto act: 1\n"


def test_bad_records_end_the_command_with_2_and_the_reason(record, tmp_path):
    assert fails(record(HEAD + DEAL + "1:real")) == "hand 1, action 0: not-your-turn\n"
    assert fails(record(HEAD + "hand x")) == "line 3, column 6: bad-number\n"
    assert fails(record(b"[Rules\n a\xff\xfe")) == "line 2, column 3: not-utf-8\n"
    assert fails(record(b"x" * 5_000_000)) == "line 1, column 1: too-long\n"
    assert "No such file" in fails(str(tmp_path / "none.tgn"))
    assert "directory" in fails(str(tmp_path))


def test_an_end_by_time_is_told(tmp_path, capsys):
    record = tmp_path / "time.tgn"
    record.write_text(
        '[Rules "argentino"]\n[Seats "A" "B"]\n[Rulings "1:1 time=1"]\n[Termination "time"]\n'
        "hand 1 mano=0 deal=7e,10o,5e/3o,11b,11e\n0:mazo\n"
    )
    call_command("replay", str(record))
    assert capsys.readouterr().out.splitlines()[-2:] == ["ended by time", "winner: team 1"]
