"""A test language: every text is 40 % longer, and all its letters have accents."""

import re
from pathlib import Path

import polib

from tests.runner.said import borrowed, site_words

CODE = "xx-longer"
FOLDER = "xx_Longer"
ACCENTS = str.maketrans("aeioucnsyAEIOUCNSY", "àéîøüçñšýÀÉÎØÜÇÑŠÝ")
KEPT = re.compile(r"(%(?:\([\w-]+\))?(?:\.\d)?[sdf]|%%|\{\w*\}|<[^>]*>|&\w+;)")
SHORT = 4  # letters that a figure's heading has at most: those stay as long


def longer(text: str) -> str:
    """Write a text so that it is read still, and 40 % longer."""
    parts = [part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text)]
    letters = sum(len(part) for part in KEPT.split(text) if not KEPT.fullmatch(part))
    more = -(-letters * 2 // 5)
    return "".join(parts) + (" " + ("øñé twø " * more)[: more - 1] if letters > SHORT else "")


def write(folder: Path) -> None:
    """Make the language's folder, with every text of the site."""
    source = polib.pofile("locale/en/LC_MESSAGES/django.po")
    plurals = {entry.msgid: entry.msgid_plural for entry in source if entry.msgid_plural}
    catalogue = polib.POFile()
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for words in sorted(site_words() | borrowed()):
        if many := plurals.get(words):
            forms = {0: longer(words), 1: longer(many)}
            catalogue.append(polib.POEntry(msgid=words, msgid_plural=many, msgstr_plural=forms))
        else:
            catalogue.append(polib.POEntry(msgid=words, msgstr=longer(words)))
    place = folder / FOLDER / "LC_MESSAGES"
    place.mkdir(parents=True)
    (folder / FOLDER / "language.toml").write_text(f'name = "{longer("Longer")}"', "utf-8")
    catalogue.save_as_mofile(str(place / "django.mo"))
