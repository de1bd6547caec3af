"""What is sent of a page makes of what was shown what is now, whatever changed between."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from django.conf import settings as django_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from games.live.fragments import child_ids, diff_fragments, frames, positioned_children, render_tree
from games.live.subscribers import EMPTY_SNAPSHOT, RenderSnapshot
from games.live.templates import (
    AFTER_START,
    BETWEEN_TWO,
    FOLDER,
    PieceEnvironment,
    compile_pieces,
    environment,
)

BEFORE = {
    "a": "<ol id='a'><!--m1--><!--m2--></ol>",
    "m1": "<li id='m1'>1</li>",
    "m2": "<li id='m2'/>",
}
NAMES = [f"p{number}" for number in range(8)]


@dataclass(frozen=True)
class Page:
    """A page that anybody could have drawn: pieces in pieces, each with a word of its own."""

    pieces: dict[str, str]

    def as_element(self) -> ElementTree.Element:
        return ElementTree.fromstring(
            f"<main>{''.join(positioned_children(self.pieces).values())}</main>"
        )


@st.composite
def pages(draw: st.DrawFn) -> Page:
    """Each piece but the outermost stands in one of those before it, or nowhere at all."""
    words = st.sampled_from("xyz")
    names = ["top", *draw(st.permutations(NAMES))[: draw(st.integers(0, len(NAMES)))]]
    inside: dict[str, list[str]] = {name: [] for name in names}
    for number, name in enumerate(names[1:], start=1):
        inside[names[draw(st.integers(0, number - 1))]].append(name)
    return Page({name: _piece(name, draw(words), inside[name]) for name in names})


def _piece(name: str, word: str, inside: list[str]) -> str:
    slots = "".join(f"<!--{inner}-->" for inner in inside)
    return f'<b id="{name}">{word}{slots}</b>'


def browsers_page(shown: ElementTree.Element, pieces: list[str]) -> str:
    """Do as a browser does: each element takes the place of the one that has its id."""
    for piece in map(ElementTree.fromstring, pieces):
        _replace(shown, piece)
    return ElementTree.tostring(shown, "unicode")


def _replace(page: ElementTree.Element, piece: ElementTree.Element) -> None:
    outer, place = next(
        (outer, place)
        for outer in page.iter()
        for place, inner in enumerate(outer)
        if inner.get("id") == piece.get("id")
    )
    outer[place] = piece


@settings(deadline=None)  # the first page takes long where the machine is busy
@given(pages(), pages())
def test_a_difference_makes_the_page_that_is_now(before: Page, after: Page) -> None:
    sent = diff_fragments(before.pieces, after.pieces)
    expected = ElementTree.tostring(after.as_element(), "unicode")
    assert browsers_page(before.as_element(), sent) == expected


@given(pages(), pages())
def test_no_piece_is_sent_twice(before: Page, after: Page) -> None:
    sent = "".join(diff_fragments(before.pieces, after.pieces))
    assert all(sent.count(f'id="{name}"') <= 1 for name in after.pieces)


@given(pages())
def test_a_page_that_is_the_same_sends_nothing(page: Page) -> None:
    assert diff_fragments(page.pieces, dict(page.pieces)) == []


@given(pages())
def test_who_was_shown_nothing_is_sent_everything(page: Page) -> None:
    assert diff_fragments({}, page.pieces) == list(positioned_children(page.pieces).values())


@given(pages(), st.data())
def test_one_change_sends_one_piece_alone(page: Page, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(page.pieces)))
    after = {**page.pieces, name: page.pieces[name].replace(">", ">new", 1)}
    assert diff_fragments(page.pieces, after) == [render_tree(after, name)]


def test_a_piece_that_comes_or_goes_is_sent_with_what_encloses_it() -> None:
    after = {**BEFORE, "a": "<ol id='a'><!--m1--><!--m3--></ol>", "m3": "<li id='m3'/>"}
    assert diff_fragments(BEFORE, after) == ["<ol id='a'><li id='m1'>1</li><li id='m3'/></ol>"]


def test_pieces_are_a_line_each_and_rows_of_tables_a_frame_of_their_own() -> None:
    before = {
        "a": "<p id='a'>1</p>",
        "t": "<table id='t'><!--t1--><!--t2--></table>",
        "t1": "<tr id='t1'>1",
        "t2": "<tr id='t2'>1",
        "u": "<table id='u'></table>",
    }
    after = before | {
        "a": "<p id='a'>2</p>",
        "t1": "<tr id='t1'>2",
        "t2": "<tr id='t2'>2",
        "u": "<table id='u'><i></table>",
    }
    assert frames(before, after) == [
        "<tr id='t1'>2\n<tr id='t2'>2",
        "<p id='a'>2</p>\n<table id='u'><i></table>",
    ]


@pytest.mark.parametrize("written", ["<!--m1-->", "<!--a-->"])
def test_nobody_can_write_the_place_of_a_piece(written: str) -> None:
    drawn = environment("es-ar").from_string("<p id='x'>{{ name }}</p>").render(name=written)
    assert not child_ids(drawn)


# ---- editions: each difference is written once ----


def editions() -> Iterator[RenderSnapshot]:
    for number in range(3):
        yield RenderSnapshot({**BEFORE, "m1": f"<li id='m1'>{number}</li>"})


def test_a_difference_is_written_once_for_all_who_were_sent_the_same() -> None:
    first, second, third = editions()
    assert third.since(second) is third.since(second)
    assert third.since(first) == third.since(second) == ["<li id='m1'>2</li>"]


def test_a_socket_that_is_elsewhere_gets_all_pieces() -> None:
    *_, last = editions()
    assert last.since(EMPTY_SNAPSHOT) == [render_tree(last.pieces, "a")]


def test_the_same_edition_again_is_nothing_to_send() -> None:
    edition = RenderSnapshot(BEFORE)
    assert RenderSnapshot(dict(BEFORE)).since(edition) == []


class Stopping(threading.Event):
    """An event that counts the waits and is set after some."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.waits: list[float] = []
        self.after = after

    def wait(self, timeout: float | None = None) -> bool:
        self.waits.append(timeout or 0)
        return len(self.waits) > self.after


def test_all_pieces_are_compiled_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[tuple[str, str]] = []
    monkeypatch.setattr(
        PieceEnvironment, "template", lambda env, name: compiled.append((env.language, name))
    )
    pieces = len(list(FOLDER.rglob("*.jinja")))
    compile_pieces(Stopping(after=10**6))
    assert len(set(compiled)) == len(compiled) == pieces * len(django_settings.LANGUAGES)
    assert ("pt-br", "table/calls") in compiled


def test_compiling_waits_and_ends_with_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PieceEnvironment, "template", lambda env, name: None)
    stopping = Stopping(after=2)
    compile_pieces(stopping)
    assert stopping.waits == [AFTER_START, BETWEEN_TWO, BETWEEN_TWO]
