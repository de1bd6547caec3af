"""Patches of a table's board: each turns the shown version into the current one."""

from itertools import chain
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from games.live.fragments import FRAME, Pieces, fragment_patch, positioned_children

NAMES = [f"p{number}" for number in range(8)]


@st.composite
def tables(draw: st.DrawFn) -> dict[str, str]:
    """Return nested fragments with attributes and text; one root contains all.

    A piece may move from one to another, but none comes to stand in what stood in it.
    """
    names = ["table", *sorted(draw(st.sets(st.sampled_from(NAMES))))]
    inside: dict[str, list[str]] = {name: [] for name in names}
    for number, name in enumerate(names[1:], start=1):
        inside[names[draw(st.integers(0, number - 1))]].append(name)
    return {name: _piece(draw, name, inside[name]) for name in names}


def _piece(draw: st.DrawFn, name: str, inside: list[str]) -> str:
    kind, word = draw(st.sampled_from(["b", "i"])), draw(st.sampled_from("xyz"))
    attributes = draw(st.sampled_from(["", " class='m'", " class='n'", " class='m' title='t'"]))
    slots = "".join(f"<!--{inner}-->" for inner in inside)
    kind = "main" if name == "table" else kind
    return f'<{kind} id="{name}"{attributes}>{word}{slots}</{kind}>'


class Browser:
    """Does as `static/js/connection.js` does."""

    def __init__(self) -> None:
        self.table = ElementTree.Element("nothing")
        self.had: dict[str, ElementTree.Element] = {}

    def hear(self, frames: list[str]) -> None:
        for line in chain.from_iterable(frame.split("\n") for frame in frames):
            self._take(line)
        assert not self._places(self.table), "the table is whole after the last frame"
        self.had = {each.get("id", ""): each for each in self.table.iter() if each.get("id")}

    def _take(self, line: str) -> None:
        is_tag = "</" not in line
        piece = _parsed(f"{line[:-1]}/>" if is_tag else line)
        name = piece.get("id", "")
        for place in self._places(piece):
            if place.text in self.had:
                _put(piece, place, self.had[str(place.text)])
        before = self.had.get(name)
        if name == "table":
            self.table = piece
        elif before is not None and before.tag == piece.tag:
            kept = piece if is_tag else before
            content = before if is_tag else piece
            attributes, text, inner = dict(kept.attrib), content.text, list(content)
            before[:] = inner
            before.attrib, before.text = attributes, text
        else:
            places = (each for each in self._places(self.table) if each.text == name)
            _put(self.table, before if before is not None else next(places), piece)
            self.had[name] = piece

    def _places(self, piece: ElementTree.Element) -> list[ElementTree.Element]:
        return [each for each in piece.iter() if each.tag is ElementTree.Comment]


def _parsed(text: str) -> ElementTree.Element:
    keeping = ElementTree.TreeBuilder(insert_comments=True)
    return ElementTree.fromstring(text, ElementTree.XMLParser(target=keeping))


def _put(root: ElementTree.Element, old: ElementTree.Element, new: ElementTree.Element) -> None:
    for outer in root.iter():
        for place, inner in enumerate(outer):
            if inner is old:
                outer[place] = new
                return


def canonical_table(pieces: Pieces) -> str:
    return ElementTree.canonicalize(positioned_children(pieces)["table"])


@settings(deadline=None)  # the first table takes long where the machine is busy
@given(st.lists(tables(), min_size=1, max_size=4))
def test_changes_make_the_table_that_is_now(history: list[dict[str, str]]) -> None:
    browser, before = Browser(), {}
    for now in history:
        browser.hear(fragment_patch(before, now))
        assert ElementTree.canonicalize(ElementTree.tostring(browser.table)) == canonical_table(now)
        before = now


@given(tables())
def test_nothing_is_sent_of_what_is_the_same(table: dict[str, str]) -> None:
    assert fragment_patch(table, dict(table)) == []


@given(st.integers(1, 40), st.integers(1, 1000))
def test_a_frame_is_no_larger_than_it_may_be(count: int, size: int) -> None:
    names = [f"p{number}" for number in range(count)]
    slots = "".join(f"<!--{name}-->" for name in names)
    parts = {name: f'<b id="{name}">{"x" * size}</b>' for name in names}
    frames = fragment_patch({}, {"table": f'<main id="table">{slots}</main>', **parts})
    assert all(len(frame.encode()) <= FRAME for frame in frames)
    assert sum(frame.count("\n") + 1 for frame in frames) == count + 1


def test_of_a_piece_only_what_differs_is_sent() -> None:
    before = {"table": '<main id="table"><!--a--></main>', "a": '<b id="a" class="m">x</b>'}
    assert fragment_patch(before, before | {"a": '<b id="a" class="n">x</b>'}) == [
        '<b id="a" class="n">'
    ]
    assert fragment_patch(before, before | {"a": '<b id="a" class="m">y</b>'}) == [
        '<b id="a">y</b>'
    ]
    assert fragment_patch(before, before | {"a": '<i id="a">x</i>'}) == ['<i id="a">x</i>']
