"""WCAG 2.5.3: the accessible name of a control contains the text it shows."""

import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).parents[2]
CONTROL = re.compile(
    r"<(button|a|summary)\b((?:[^<>]|\{%.*?%\}|\{\{.*?\}\})*?)>(.*?)</\1>", re.DOTALL
)
LABEL = re.compile(r"""aria-label="((?:\{%.*?%\}|\{\{.*?\}\}|[^"{])*)\"""", re.DOTALL)
NAMED = (
    r"""(?:\{%% translate "([^"]+)" as %(name)s %%\}"""
    r"""|\{%% blocktranslate [^%%]*asvar %(name)s %%\}((?:(?!\{%% endblock).)+)"""
    r"\{%% endblocktranslate %%\})"
)
HANDED_ON = re.compile(  # the words and the label that _entered_act.html shows
    NAMED % {"name": "words"} + r"\s*" + NAMED % {"name": "label"}
)
VISIBLE = re.compile(
    r"""\{% translate "([^"]+)" %\}|\{\{ _\("([^"]+)"\) \}\}"""
    r"""|\{% blocktranslate count [^%]*%\}(.+?)\{% endblocktranslate %\}"""
)
PLURAL = "{% plural %}"


def labels() -> Iterator[tuple[str, str, str]]:
    """Where, the text in sight and the label, as templates write them."""
    for path in sorted((ROOT / "templates").rglob("*.*")):
        source = path.read_text("utf-8")
        name = str(path.relative_to(ROOT))
        for _, attributes, inner in CONTROL.findall(source):
            if found := LABEL.search(attributes):
                shown = re.sub(r"<svg.*?</svg>|<[^>]*>", "", inner, flags=re.DOTALL)
                for words in VISIBLE.findall(shown):
                    yield from each_form(name, "".join(words), found[1])
        for *words, one, other in HANDED_ON.findall(source):
            yield from each_form(name, "".join(words), one or other)


def each_form(name: str, words: str, label: str) -> Iterator[tuple[str, str, str]]:
    """Yield the singular of a text and its label, and the plural if there is one."""
    for shown, told in zip(words.split(PLURAL), label.split(PLURAL), strict=True):
        yield name, shown, told


def test_every_label_contains_the_text_in_sight() -> None:
    found = list(labels())
    assert len(found) > 20
    wrong = [each for each in found if each[1].casefold() not in each[2].casefold()]
    assert not wrong


@pytest.mark.parametrize("name", ["_entered_row.html"])
def test_labels_that_are_handed_on_are_read(name: str) -> None:
    assert sum(where.endswith(name) for where, _, _ in labels()) >= 7


def as_msgid(text: str) -> str:
    """Return a text of a template as catalogues have it."""
    return re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", re.sub(r"\{%.*?%\}", "", text)).strip()


@pytest.mark.parametrize("language", ["ca_Valencia", "en", "es_ES", "pt_BR"])
def test_translated_labels_contain_the_translated_text(language: str) -> None:
    catalogue = polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))
    said = {entry.msgid: entry.msgstr or entry.msgstr_plural.get(0, "") for entry in catalogue}
    said |= {
        entry.msgid_plural: entry.msgstr_plural[1] for entry in catalogue if entry.msgid_plural
    }
    wrong = []
    for where, words, label in labels():
        shown, source = as_msgid(words), as_msgid(label)
        if said.get(shown, shown).casefold() not in said.get(source, source).casefold():
            wrong += [(where, shown, source)] if source in said else []
    assert not wrong
