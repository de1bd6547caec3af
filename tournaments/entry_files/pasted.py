"""A list of names as people keep it, read line by line: who is in it, and what is no name.

Nothing in it is wrong: what cannot be read is skipped and said. A name between « and » is one
name, whatever it holds.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.entry_files import list_words as words
from tournaments.entry_files.letters import in_usual_letters
from tournaments.entry_files.signs import has_letters, has_pictures, without_pictures

MAX_LINES: Final = 512
MAX_BYTES: Final = 64 * 1024
LONG_LINE: Final = 400  # signs; what is longer is a letter to somebody
LONG_TEAM: Final = 60  # signs
PAIR: Final = 2
LONG_NAME: Final = 6  # words; what is longer is a sentence
QUOTED: Final = re.compile(
    r"«([^«»]+)»|(?:^|(?<=[/,;+&|\t]))\s*[\"“]([^\"“”]+)[\"”]\s*(?=$|[/,;+&|\t])"
)
EDGES: Final = " \t,;:.-–—*_/\\|+&!?¡¿'`´()[]{}#=~"
BRACKETED: Final = re.compile(r"([^()«»]+?)\s*\(([^()]+)\)")
QUOTES: Final = '"“”'
GUILLEMETS: Final = "«»"  # they hold a name together, and are in none
INITIALS: Final = frozenset({"jr", "sr", "cia", "hnos"})


class ListError(ValueError):
    """A list that is not read; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Line:
    """One line of a list. `written` is the line itself, by which people refer to it."""

    number: int
    written: str
    names: tuple[str, ...] = ()
    weak: tuple[int, ...] = ()  # the names that a mere word ("y") joins to the one before
    paid: bool = False
    looks: bool = False  # for a partner
    team: str = ""  # its own name, before a colon or a dash
    left_out: tuple[str, ...] = ()  # what was not taken for part of a name: "phone", "brackets"
    is_numbered: bool = False
    is_talk: bool = False  # no names: skipped


def read_list(text: str, *, size: int, taken: Collection[str] = ()) -> list[Line]:
    """Read a list of sides of so many players; lines of neither letters nor pictures are no lines.

    The lines that people say are names (`taken`) are, whatever they look like. One of pictures
    alone names nobody, and is no talk either. Raises ListError `too-large` or `too-many-lines`.
    """
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise ListError("too-large")
    numbered = enumerate(map(str.strip, split(text)), 1)
    lines = [(at, line) for at, line in numbered if has_letters(line) or has_pictures(line)]
    if len(lines) > MAX_LINES:
        raise ListError("too-many-lines")
    return [_read(number, line, size, is_taken=line in taken) for number, line in lines]


def split(text: str) -> list[str]:
    """Return the lines of a text."""
    return re.split(r"\r\n|\r|\n|\u2028|\u2029|\x0b|\x0c|\x85", text)


def write(names: Sequence[str], team: str = "") -> str:
    """Write names so that they are read again as they are: between « and », where they must be.

    Between those a team has no name of its own.
    """
    plain = f"{team}: " * bool(team) + " / ".join(names)
    line = _read(1, plain, len(names) * bool(team), is_taken=False)
    is_same = (line.names, line.team, line.is_numbered) == (tuple(names), team, False)
    return plain if is_same and not line.is_talk else " / ".join(f"«{name}»" for name in names)


def continued(written: str, more: str, size: int) -> str:
    """Add names to a line of one name: before all who play it is the name of their team."""
    line = _read(1, f"{written}: {more}", size, is_taken=False)
    is_team = size > PAIR and line.team and len(line.names) >= size
    return f"{written}: {more}" if is_team else f"{written} / {more}"


def _read(number: int, written: str, size: int, *, is_taken: bool) -> Line:
    """Read one line: first what stands before the names, then what is between quotes."""
    if len(written) > LONG_LINE:
        return Line(number, written, is_talk=True)
    if not has_letters(written):
        return Line(number, written)
    text = without_pictures(written)
    chat = words.CHAT.match(words.flat(text))
    text = text[chat.end() :] if chat else text
    is_struck = words.STRUCK.fullmatch(text) is not None
    is_bold = words.BOLD.fullmatch(text) is not None
    text, is_numbered = _without_marker(text)
    line = Line(number, written, is_numbered=is_numbered)
    if of_team := _of_team(line, text, size):
        return of_team
    plain, quoted = _apart(text)
    for stretch, held in zip(plain, [*quoted, ""], strict=True):
        line = _with_names(line, stretch, size)
        line = replace(line, names=(*line.names, held)) if has_letters(held) else line
    if not line.names and is_taken:
        whole = _tidy(text.replace("«", "").replace("»", ""))
        line = replace(line, names=(whole,) if has_letters(whole) else ())
    is_talk = is_struck or (is_bold and not _fits(line, size)) or _is_talk(line, plain, size)
    return replace(line, is_talk=not line.names or (is_talk and not is_taken and not quoted))


def _of_team(line: Line, text: str, size: int) -> Line | None:
    """Read `Los Pibes: Nico y Fede`, or `Los Pibes (Nico y Fede)`: a team, and who plays in it.

    In brackets behind names that are enough by themselves stands something else, such as a club.
    Behind a colon or a dash there may be more than play, as where reserves are written along, or
    some of a larger team.
    """
    team, rest, has_sign = _headed(text, size)
    if not has_sign and _fits(_with_names(line, team, size), size):
        return None
    named = _with_names(line, rest, size)
    is_listed = has_sign and size > 1 and len(named.names) >= PAIR
    has_others = is_listed and not _is_talk(named, [rest], size)
    if not has_letters(team) or "«" in team or not (_fits(named, size) or has_others):
        return None
    said = set(re.findall(r"\w+", words.flat(team)))
    is_name = len(team) <= LONG_TEAM and not said & (words.TALK | words.SAID_AFTER)
    return replace(named, team=_name(team)) if is_name else None


def _headed(text: str, size: int) -> tuple[str, str, bool]:
    """Return what may be a team, the rest of its line, and whether a colon or a dash is between.

    A dash stands between the two of a pair as well, and between any names if there is another.
    """
    team, colon, rest = text.partition(": ")
    if colon:
        return team, rest, True
    if bracketed := BRACKETED.fullmatch(text):
        return bracketed[1], bracketed[2], False
    team, *others = words.DASH.split(text)
    has_dash = size > PAIR and len(others) == 1 and len(list(_parts(team))) == 1
    return (team, others[0], True) if has_dash else (text, "", False)


def _apart(text: str) -> tuple[list[str], list[str]]:
    """Return the stretches outside of quotes, and the names inside, which stand between them."""
    pieces = QUOTED.split(text)
    inside = zip(pieces[1::3], pieces[2::3], strict=True)
    return pieces[::3], [_trimmed(either or other or "") for either, other in inside]


def _with_names(line: Line, text: str, size: int) -> Line:
    """Add the names of a plain stretch of text.

    Where a team stands with all its names, one of them may be what elsewhere is an answer: "Si".
    """
    text, mail = _without(words.MAIL, text)
    text, phone = _without(words.PHONE, text)
    text, _money = _without(words.MONEY, text)
    text, _when = _without(words.WHEN, text)
    text, unpaid = _without(words.UNPAID, text)
    said = " ".join(found[0] for found in words.BRACKETS.finditer(text))
    text, brackets = _without(words.BRACKETS, text)
    text, looks = _without(words.LOOKS, text)
    looks = looks or words.LOOKS.search(words.flat(said)) is not None
    paid = not unpaid and bool(words.PAID & set(re.findall(r"\w+", words.flat(f"{text} {said}"))))
    names, weak = list(line.names), list(line.weak)
    parts = list(_parts(text))
    is_whole = sum(has_letters(part) for part, _ in parts) == size > PAIR
    for part, is_weak in parts:
        name = _name(part) or (in_usual_letters(_trimmed(part)) if is_whole else "")
        if has_letters(name) and words.flat(name) not in words.NOBODY:
            weak += [len(names)] if is_weak and names else []
            names.append(name)
    left_out = [("phone", phone or mail), ("brackets", brackets and bool(said))]
    return replace(
        line,
        names=tuple(names),
        weak=tuple(weak),
        paid=line.paid or paid,
        looks=line.looks or looks,
        left_out=tuple(
            dict.fromkeys([*line.left_out, *(code for code, is_so in left_out if is_so)])
        ),
    )


def _is_talk(line: Line, plain: Iterable[str], size: int) -> bool:
    """Tell whether a line says something instead of naming a side."""
    text = words.flat(" ".join(plain))
    said = set(re.findall(r"\w+", words.LOOKS.sub(" ", words.BRACKETS.sub(" ", text))))
    named = set(re.findall(r"\w+", words.flat(" ".join(line.names))))
    if words.TALK & said & named or words.LINK.search(text):
        return True
    if re.search(r"\w\?|¿", text) and not _fits(line, size):
        return True
    if line.is_numbered or _fits(line, size):
        return False
    is_sentence = any(len(name.split()) > LONG_NAME for name in line.names)
    return is_sentence or re.search(r"[!¡]|:\s*$", text) is not None or _tells_when(text)


def _tells_when(text: str) -> bool:
    return words.WHEN.search(words.PHONE.sub(" ", text)) is not None


def _fits(line: Line, size: int) -> bool:
    """Tell whether these are several names and as many as play together: no sentence has that."""
    return len(line.names) == size > 1


def _without_marker(text: str) -> tuple[str, bool]:
    """Take numbers, ticks and dashes off the beginning; tell whether the line had a number."""
    is_numbered = False
    while True:
        even = words.flat(text)
        number = words.NUMBERED.match(even)
        found = number if number and number.end() else words.BULLET.match(even)
        if not found or not found.end():
            return text, is_numbered
        is_numbered = is_numbered or found is number
        text = text[found.end() :]


def _without(pattern: re.Pattern[str], text: str) -> tuple[str, bool]:
    """Leave out what matches; tell whether anything did."""
    pieces, last = [], 0
    for found in pattern.finditer(words.flat(text)):
        pieces.append(text[last : found.start()])
        last = found.end()
    return " ".join([*pieces, text[last:]]), bool(pieces)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Cut where names are joined; the second says whether a mere word joins a part to the last.

    A capital E or I alone is somebody's initial, unless all is in capitals.
    """
    last, is_weak = 0, False
    for joint in words.JOINT.finditer(words.flat(text)):
        word = text[slice(*joint.span("word"))]
        if word in ("E", "I") and not text.isupper():
            continue
        yield text[last : joint.start()], is_weak
        last, is_weak = joint.end(), bool(word)
    yield text[last:], is_weak


def _name(text: str) -> str:
    """Return a part as a name: without what is said before and after it, in its usual letters."""
    name = _trimmed(text)
    while True:
        held = name.split()
        if len(held) > 1 and _bare(held[-1]) in words.SAID_AFTER:
            name = _trimmed(" ".join(held[:-1]))
        elif len(held) > 1 and _bare(held[0]) in words.SAID_BEFORE:
            name = _trimmed(" ".join(held[1:]))
        else:
            break
    if _bare(name) in words.SAID_AFTER:
        return ""
    return in_usual_letters(name)


def _bare(word: str) -> str:
    return words.flat(word).strip(EDGES)


def _trimmed(text: str) -> str:
    """Return a part without the signs around it; the point of an initial stays."""
    is_even = sum(sign in QUOTES for sign in text) % 2 == 0
    gone = GUILLEMETS if is_even else GUILLEMETS + QUOTES
    tidy = _tidy("".join(sign for sign in text if sign not in gone))
    name = tidy.strip(EDGES)
    rest = tidy[tidy.find(name) + len(name) :]
    last = words.flat(name.split()[-1]) if name else ""
    has_point = rest.startswith(".") and " " in name
    return f"{name}." if has_point and (len(last) == 1 or last in INITIALS) else name


def _tidy(text: str) -> str:
    return " ".join(text.split())


def groups_of(names: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return names in sides of so many, in their order; none if they do not come out even."""
    if len(names) % size or len(names) == size:
        return []
    return [tuple(names[first : first + size]) for first in range(0, len(names), size)]
