"""WCAG 2.5.3: the accessible name of a control contains the text it shows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTROL = re.compile(
    r"<(button|a|summary)\b((?:[^<>]|\{%.*?%\}|\{\{.*?\}\})*?)>(.*?)</\1>", re.DOTALL
)
LABEL = re.compile(r"""aria-label="((?:\{%.*?%\}|\{\{.*?\}\}|[^"{])*)\"""", re.DOTALL)
HANDED_ON = re.compile(  # the words and the label that _entered_act.html shows
    r"""\{% translate "([^"]+)" as words %\}\s*"""
    r"\{% blocktranslate [^%]*asvar label %\}(.+?)\{% endblocktranslate %\}"
)
VISIBLE = re.compile(r"""\{% translate "([^"]+)" %\}|\{\{ _\("([^"]+)"\) \}\}""")


def labels() -> Iterator[tuple[str, str, str]]:
    """Where, the text in sight and the label, as templates write them."""
    for path in sorted((ROOT / "templates").rglob("*.*")):
        source = path.read_text("utf-8")
        name = str(path.relative_to(ROOT))
        for _, attributes, inner in CONTROL.findall(source):
            if found := LABEL.search(attributes):
                shown = re.sub(r"<svg.*?</svg>|<[^>]*>", "", inner, flags=re.DOTALL)
                for words in VISIBLE.findall(shown):
                    yield name, "".join(words), found[1]
        for words, label in HANDED_ON.findall(source):
            yield name, words, label


def test_every_label_contains_the_text_in_sight() -> None:
    found = list(labels())
    assert len(found) > 20
    wrong = [each for each in found if each[1].casefold() not in each[2].casefold()]
    assert not wrong


@pytest.mark.parametrize("name", ["_entered_row.html"])
def test_labels_that_are_handed_on_are_read(name: str) -> None:
    assert sum(where.endswith(name) for where, _, _ in labels()) >= 7


@pytest.mark.parametrize("language", ["ca_Valencia", "en", "es_ES", "pt_BR"])
def test_translated_labels_contain_the_translated_text(language: str) -> None:
    catalogue = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
    lines = re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', catalogue.read_text("utf-8"), re.MULTILINE)
    said = dict(lines)
    wrong = []
    for where, words, label in labels():
        source = re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", re.sub(r"\{%.*?%\}", "", label)).strip()
        if said.get(words, words).casefold() not in said.get(source, source).casefold():
            wrong += [(where, words, source)] if source in said else []
    assert not wrong
