"""The scripts as they are served: modules that find each other by hashed names, one way only."""

import gzip
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage
from django.utils import timezone

from tests.games.tables import a_table
from tests.runner import vendored
from truco_site.static_files import POLICY, HashedFiles

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
NAMED = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']+)["']""")  # however it is written
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)"')
ENTRY = re.compile(r'<script type="module" src="([^"]+)"')
LATER = re.compile(r'data-stage="([^"]+)"')  # a module that another one imports when it has begun
AHEAD = re.compile(r"<template data-ahead[^>]*>.*?</template>", re.DOTALL)  # of the next page
HASHED = re.compile(r"^[a-z\d_]+\.[0-9a-f]{12}\.js$")
MOST_MODULES = 4  # of the table
WIDEST = 120


def imports_of(script: Path) -> set[Path]:
    """Find the files a script imports."""
    return {(script.parent / name).resolve() for name in NAMED.findall(script.read_text())}


def reached_from(script: Path, *above: Path) -> set[Path]:
    """Find all that a script needs; nothing may need what needs it."""
    assert script not in above, f"{script.name} needs itself"
    return {script}.union(*(reached_from(one, script, *above) for one in imports_of(script)))


def test_every_import_of_a_collected_module_names_a_hashed_file_that_is_there(collected):
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    modules = [collected / names[f"js/{one.relative_to(SCRIPTS)}"] for one in SCRIPTS.rglob("*.js")]
    imported = set().union(*map(imports_of, modules))
    assert imported
    assert imported <= set(modules)
    assert all(HASHED.match(module.name) and module.is_file() for module in modules)


def test_what_pages_name_is_compressed_once(tmp_path):
    storage, named = HashedFiles(location=tmp_path), "js/a.0123456789ab.js"
    (tmp_path / "js").mkdir()
    for name in (named, "js/a.js"):
        (tmp_path / name).write_text("const words = 1;\n" * 200)
    assert {path for path, _ in storage.compress_files([named, "js/a.js"])} == {named}
    assert (tmp_path / f"{named}.gz").is_file()
    assert list(storage.compress_files([named, "js/a.js"])) == []


def test_a_compressed_file_that_was_not_written_whole_is_not_there(tmp_path):
    storage, named = HashedFiles(location=tmp_path), tmp_path / "a.0123456789ab.js"
    named.write_text("const words = 1;\n" * 200)
    writer = storage.create_compressor(quiet=True)
    with pytest.raises(TypeError):  # in the midst of it
        writer.write_data(str(named), "no bytes", ".gz", named.stat())
    assert not named.with_name(f"{named.name}.gz").exists()
    assert list(storage.compress_files([named.name]))
    assert gzip.decompress(named.with_name(f"{named.name}.gz").read_bytes()) == named.read_bytes()


@pytest.fixture
def collection(tmp_path: Path) -> Callable[[], set[str]]:
    """Collect one script of a folder; return what was processed."""
    (tmp_path / "from" / "js").mkdir(parents=True)
    (tmp_path / "from" / "js" / "a.js").write_text("const words = 1;\n")
    source = FileSystemStorage(tmp_path / "from")

    def collect() -> set[str]:
        storage = HashedFiles(location=tmp_path / "static")
        return {name for name, *_rest in storage.post_process({"js/a.js": (source, "js/a.js")})}

    return collect


def test_files_are_hashed_again_only_when_one_has_changed(collection, tmp_path: Path) -> None:
    script = tmp_path / "from" / "js" / "a.js"
    times = script.stat()
    assert collection() == {"js/a.js"}
    assert collection() == set()
    script.write_text("const words = 2;\n")
    os.utime(script, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert collection() == {"js/a.js"}
    assert collection() == set()


def test_a_missing_hashed_file_is_made_again(collection, tmp_path: Path) -> None:
    collection()
    (hashed,) = (tmp_path / "static" / "js").glob("a.*.js")
    hashed.unlink()
    assert collection() == {"js/a.js"}
    assert hashed.is_file()


def test_an_interrupted_collection_starts_over(collection, tmp_path: Path, monkeypatch) -> None:
    collection()
    script = tmp_path / "from" / "js" / "a.js"
    before = script.read_text()
    script.write_text("const words = 2;\n")
    with monkeypatch.context() as patch:
        patch.setattr(HashedFiles, "save_manifest", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            collection()
    script.write_text(before)
    assert collection() == {"js/a.js"}


@pytest.fixture(params=["home", "lobby", "table", "waiting table", "lesson"])
def markup(request, db, collected, client) -> str:
    """A page that runs scripts, as a player reads it, without what it asks for the next one."""
    game = a_table(timezone.now(), seated=request.param == "table")
    client.force_login(game.seats.first().user)
    paths = {"home": "/", "lobby": "/tables/", "lesson": "/learn/argentino/1/"}
    path = paths.get(request.param, f"/tables/{game.pk}/")
    return AHEAD.sub("", client.get(path).content.decode())


def test_a_page_asks_at_once_for_every_module_it_needs(markup, collected):
    entries, later, preloaded = (
        {
            (collected / address.removeprefix("/static/")).resolve()
            for address in found.findall(markup)
        }
        for found in (ENTRY, LATER, PRELOADED)
    )
    assert entries
    assert preloaded == set().union(*map(reached_from, entries | later)) - entries


def test_the_table_is_at_most_four_modules():
    assert 1 < len(reached_from(SCRIPTS / "table.js")) <= MOST_MODULES


@pytest.mark.parametrize("script", sorted(SCRIPTS.rglob("*.js")), ids=lambda script: script.name)
def test_a_script_has_short_lines_and_finds_what_it_imports(script):
    lines = script.read_text().splitlines()
    assert max(map(len, lines)) <= WIDEST or script.name in vendored.SUMS
    assert all(one.is_file() for one in reached_from(script))


@pytest.mark.parametrize("name", vendored.SUMS)
def test_a_vendored_module_is_the_one_that_was_built(name):
    assert vendored.sum_of(name) == vendored.SUMS[name]


def test_a_file_that_is_opened_by_itself_may_do_nothing(client, collected):
    answer = client.get("/static/img/icon.svg")
    assert (answer.status_code, answer.headers["Content-Security-Policy"]) == (200, POLICY)
