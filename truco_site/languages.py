"""The languages of the site: each is a folder that says what it is called in its own words."""

import tomllib
from pathlib import Path

SOURCE = (
    "es-ar"  # what the sources say; its folder holds what other people's Spanish says otherwise
)


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """Return code and name of each language, the source first: `es` and `es-MX` are led there."""
    found = [
        (path.parent.name.replace("_", "-").lower(), tomllib.loads(path.read_text("utf-8"))["name"])
        for path in folder.glob("*/language.toml")
    ]
    return sorted(found, key=lambda language: (language[0] != SOURCE, language[1]))
