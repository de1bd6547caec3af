"""The documentation as a site: no broken link, a search, and nothing from another host."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

LOADED = re.compile(r"<(?:script|img|source)[^>]*?\ssrc=[\"']?([^\"' >]+)|<link[^>]*?>")
HREF = re.compile(r"href=[\"']?([^\"' >]+)")


@pytest.mark.nightly
@pytest.mark.long
@pytest.mark.feature("Operation", "The documentation as a site, with guides in Spanish")
def test_it_is_built_without_a_broken_link(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", f"--site-dir={tmp_path}"]
    built = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    pages = {path: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    assert len(pages) > 20
    loaded = {
        found.group(1) or (HREF.search(found.group()) or ["", ""])[1]
        for page in pages.values()
        for found in LOADED.finditer(page)
    }
    assert {address for address in loaded if re.match(r"(https?:)?//", address)} == set()
    index = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert index["config"]["lang"] == ["en", "es"]
    found = {each["location"] for each in index["docs"]}
    assert {"deploy/", "es/operadores/", "es/jugadores/", "es/organizadores/"} <= found
