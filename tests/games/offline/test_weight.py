"""What the game without a connection weighs, with its page and all that the page asks for."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

KILOBYTE = 1024
REFERRED = re.compile(r'"/static/([\w/.-]+)"')
STATIC = Path(settings.BASE_DIR) / "static"


@pytest.mark.feature(
    "Playing", "The game without a connection is less than 60 KB with its drawings"
)
@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_game_is_less_than_60_kilobytes_with_cards_and_faces(client: Client, language: str):
    page = client.get("/offline/play/", {"language": language}).content
    names = {*map(_unhashed, REFERRED.findall(page.decode()))}
    assert {"img/deck.svg", "img/faces-offline.svg", "css/offline.css", "css/site.css"} <= names
    assert {name for name in names if name.startswith("js/")} == {
        f"js/offline/{path.name}" for path in (STATIC / "js/offline").iterdir()
    }
    sizes = {name: _compressed((STATIC / name).read_bytes()) for name in names}
    sizes["the page"] = _compressed(page)
    assert sum(sizes.values()) < 60 * KILOBYTE, sizes


def _unhashed(name: str) -> str:
    return re.sub(r"\.[0-9a-f]{12}(\.\w+)$", r"\1", name)


def _compressed(content: bytes) -> int:
    return len(gzip.compress(content))
