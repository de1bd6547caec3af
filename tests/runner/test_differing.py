"""Which files differ from a commit decides what `make quick` runs, and tests marked `on_change`."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.differing import differing, is_changed

GIT = ("git", "-c", "user.name=ana", "-c", "user.email=ana@example.org")


@pytest.fixture(autouse=True)
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A clone with a migration and a page in its only commit."""
    monkeypatch.chdir(tmp_path)
    for name in ("games/migrations/0001_initial.py", "templates/page.html"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("first")
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "first")):
        subprocess.run([*GIT, *command], check=True)
    differing.cache_clear()
    yield tmp_path
    differing.cache_clear()


def test_nothing_differs_from_what_was_committed() -> None:
    assert differing("HEAD") == ()
    assert not is_changed("HEAD", "migrations/*.py")


def test_a_changed_file_and_a_new_one_differ(clone: Path) -> None:
    (clone / "templates/page.html").write_text("second")
    (clone / "games/migrations/0002_more.py").write_text("")
    assert set(map(str, differing("HEAD"))) == {
        "templates/page.html",
        "games/migrations/0002_more.py",
    }
    assert is_changed("HEAD", "models/*.py", "migrations/*.py")
    assert not is_changed("HEAD", "models/*.py")


def test_where_git_knows_no_such_commit_all_counts_as_changed() -> None:
    assert is_changed("HEAD~1", "migrations/*.py")
