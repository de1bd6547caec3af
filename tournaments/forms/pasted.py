"""A pasted list as its page sends it: the text, what was decided about its lines, and a mend."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.http import QueryDict

from tournaments.entry_files.line import continued
from tournaments.entry_files.mending import with_line, with_more
from tournaments.services.entries.listed import Fix, Pasted, Row

MOST: Final = 512  # decisions of a kind
DIGITS: Final = 18
DECISIONS: Final = ("taken", "others", "alone")


class BadMendError(ValueError):
    """What a button of the page would not send."""


@dataclass(frozen=True)
class Sent:
    """A list, what is being typed beside its odd lines, and whether a tap has mended one."""

    pasted: Pasted
    typed: Mapping[str, str] = field(default_factory=dict)
    is_mended: bool = False


def read_sent(data: QueryDict, *, is_typing: bool) -> Sent:
    """Read a request; what was typed beside lines goes into the list, unless that is being typed.

    Raises BadMendError.
    """
    newest = data.get("seen", "")
    pasted = Pasted(
        data.get("list", "").replace("\0", ""),
        seen=int(newest) if newest.isdecimal() and len(newest) <= DIGITS else 0,
        with_waiting="waiting" in data if "waiting_seen" in data else None,
        **{name: frozenset(data.getlist(name)[:MOST]) for name in DECISIONS},
    )
    typed = dict(zip(data.getlist("of"), map(str.strip, data.getlist("typed")), strict=False))
    if is_typing:
        return Sent(pasted, typed)
    for place, words in typed.items():
        if words:
            pasted = _with_typed(pasted, place, words)
    if "mend" in data:
        return Sent(_mended(pasted, str(data["mend"])), is_mended=True)
    return Sent(pasted)


def place_of(row: Row, size: int) -> str:
    """Return which line of sides of so many is meant, and how what is typed goes into it.

    0: in its place. Else after it, where a name alone may be the one of a team of that size.
    """
    is_one = len(row.players) == 1
    after = (size if is_one else 1) if row.problem == "alone" else 0
    return json.dumps([row.line.number, row.line.written, after])


def mend_of(row: Row, fix: Fix) -> str:
    """Return what the button of a fix sends."""
    told = {"act": fix.act, "at": row.line.number, "of": row.line.written}
    return json.dumps({**told, "lines": fix.lines, "gone": fix.gone}, ensure_ascii=False)


def adding(line: str) -> str:
    """Return what the button of a regular sends."""
    return json.dumps({"act": "add", "lines": [line]}, ensure_ascii=False)


def taking(written: str) -> str:
    """Return what the button of a skipped line sends."""
    return json.dumps({"act": "taken", "of": written}, ensure_ascii=False)


def _with_typed(pasted: Pasted, place: str, words: str) -> Pasted:
    match _loaded(place):
        case [int(number), str(written), int(size)]:
            line = continued(written, words, size) if size else words
            return replace(pasted, text=with_line(pasted.text, number, written, [line]))
    raise BadMendError


def _mended(pasted: Pasted, sent: str) -> Pasted:
    match _loaded(sent):
        case {"act": "add", "lines": [str(line)]}:
            return replace(pasted, text=with_more(pasted.text, line))
        case {"act": "taken", "of": str(written)}:
            return replace(pasted, taken=pasted.taken | {written})
        case {"act": "others", "of": str(written)}:
            return replace(pasted, others=pasted.others | {written})
        case {"act": "alone", "of": str(written)}:
            return replace(pasted, alone=pasted.alone | {written})
        case {"act": "drop", "at": int(number), "of": str(written)}:
            return replace(pasted, text=with_line(pasted.text, number, written, []))
        case {
            "act": "replace" | "team",
            "at": int(at),
            "of": str(of),
            "lines": [*lines],
            "gone": str(gone),
        }:
            text = with_line(pasted.text, at, of, [str(line) for line in lines])
            text = with_line(text, 0, gone, []) if gone else text
            return replace(pasted, text=text)
    raise BadMendError


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMendError from error
