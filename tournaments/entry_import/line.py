"""Parser of one line of a pasted list: its players, and words that are no names.

No line is an error: unreadable parts are skipped and reported. Text between « and » is one name,
whatever it contains.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.entry_import.chat_export import read_message
from tournaments.names import words
from tournaments.names.given_names import is_given_name
from tournaments.names.letters import (
    has_letters,
    in_usual_letters,
    struck_as_tildes,
    without_pictures,
)
from tournaments.names.words import PAIR

LONG_LINE: Final = 400  # characters; a longer line is prose
LONG_TEAM: Final = 60  # characters
LONG_NAME: Final = 6  # words; a longer name is a sentence
QUOTED: Final = re.compile(
    r"«([^«»]+)»|(?:^|(?<=[/,;+&|\t]))\s*[\"“]([^\"“”]+)[\"”]\s*(?=$|[/,;+&|\t])"
)
EDGES: Final = " \t,;:.-–—*_/\\|+&!?¡¿'`´()[]{}#=~"
BRACKETED: Final = re.compile(r"([^()«»]+?)\s*\(([^()]+)\)")
QUOTES: Final = '"“”'
GUILLEMETS: Final = "«»"  # they enclose a name, and no name contains them
INITIALS: Final = frozenset({"jr", "sr", "cia", "hnos"})


@dataclass(frozen=True)
class Line:
    """A line of a list. `written` is the original text, which identifies it."""

    number: int
    written: str
    names: tuple[str, ...] = ()
    weak: tuple[int, ...] = ()  # indexes of names joined to the one before by a word ("y")
    paid: bool = False
    looks: bool = False  # for a partner
    team: str = ""  # its own name, before a colon or a dash
    left_out: tuple[str, ...] = ()  # what was not taken as part of a name: "phone", "brackets"
    is_numbered: bool = False
    is_talk: bool = False  # skipped, as it has no names of players
    why: str = ""  # reason for skipping it: "withdrawn", "waiting", "notice"
    surname_first: str = ""  # the single person that two names with a comma may be


def read_people(text: str, size: int) -> Line:
    """Read the names in a cell as those in a line of a list."""
    return read_line(1, text.strip(), size, is_taken=False)


def cell_name(cell: str) -> str:
    """Return the name in a cell, without identity documents and telephone numbers."""
    if cell.startswith("@"):
        return cell
    name, is_changed = cell, False
    for pattern in (words.DOCUMENT, words.PHONE):
        name, has = _without(pattern, name)
        is_changed = is_changed or has
    name = re.sub(r"\(\s*\)|\[\s*\]", " ", name)
    return _tidy(name).strip(" -–—,;:") if is_changed and has_letters(name) else cell


def write(names: Sequence[str], team: str = "") -> str:
    """Write names so that they are read back unchanged, between « and » if necessary.

    With quoted names, the team's own name is left out.
    """
    plain = f"{team}: " * bool(team) + " / ".join(names)
    line = read_line(1, plain, len(names) * bool(team), is_taken=False)
    is_same = (line.names, line.team, line.is_numbered) == (tuple(names), team, False)
    return plain if is_same and not line.is_talk else " / ".join(f"«{name}»" for name in names)


def continued(text: str, more: str, size: int) -> str:
    """Add names to a line with one name.

    If the team is then complete, the first name becomes the name of the team.
    """
    line = read_line(1, f"{text}: {more}", size, is_taken=False)
    is_team = size > PAIR and line.team and len(line.names) >= size
    return f"{text}: {more}" if is_team else f"{text} / {more}"


def read_line(number: int, original: str, size: int, *, is_taken: bool) -> Line:
    """Read one line: first the marks before the names, then the quoted names."""
    if len(original) > LONG_LINE:
        return Line(number, original, is_talk=True)
    if not has_letters(original):
        return Line(number, original)
    message = read_message(original)
    if message.is_notice and not is_taken:
        return Line(number, original, is_talk=True, why="notice")
    raw = struck_as_tildes(message.text)
    is_crossed = not is_taken and _is_crossed(raw)
    text = without_pictures(words.JOINING.sub(" / ", raw))
    is_bold = words.BOLD.fullmatch(text) is not None
    text = words.EMPHASIS.sub(r"\2", text)
    text, is_struck = _without(words.STRUCK, text)
    unmarked, is_numbered = _without_marker(text)
    remainder, is_gone = _without_leaving(unmarked)
    if not is_taken and (is_crossed or is_gone or (is_struck and not has_letters(remainder))):
        return Line(number, original, is_numbered=is_numbered, is_talk=True, why="withdrawn")
    text = text if is_taken else unmarked
    line = Line(number, original, is_numbered=is_numbered)
    if of_team := _of_team(line, text, size):
        return of_team
    plain, quoted = _split_quotes(text)
    for stretch, quote in zip(plain, [*quoted, ""], strict=True):
        line = _with_names(line, stretch, size)
        line = replace(line, names=(*line.names, quote)) if has_letters(quote) else line
    if not line.names and is_taken:
        whole = _tidy(text.replace("«", "").replace("»", ""))
        line = replace(line, names=(whole,) if has_letters(whole) else ())
    is_talk = (is_bold and not _fits(line, size)) or _is_talk(line, plain, size)
    if not quoted:
        bare = _without(words.PHONE, _without(words.DOCUMENT, text)[0])[0]
        line = _with_surnames(line, bare, size)
    return replace(line, is_talk=not line.names or (is_talk and not is_taken and not quoted))


def _is_crossed(text: str) -> bool:
    """Return whether a cross at an end withdraws the line. In a line with ticks it does not."""
    if any(sign in text for sign in words.TICKS):
        return False
    bare = text.replace("\ufe0f", "").strip(f"{EDGES}0123456789")
    return bool(bare) and (bare[0] in words.CROSSES or bare[-1] in words.CROSSES)


def _without_leaving(text: str) -> tuple[str, bool]:
    """Return whether a line withdraws its names, at its end or in brackets, and the text before.

    A single word directly after a name may be a surname: `Juan Baja`. It counts as a withdrawal if
    its letter case differs from that of the names.
    """
    even = words.flat(text)
    if any(words.GONE_NOTE.fullmatch(match[0]) for match in words.BRACKETS.finditer(even)):
        return text, True
    match = words.GONE_AFTER.search(even)
    if match is None:
        return text, False
    group = "apart" if match["apart"] else "end"
    phrase, before = text[slice(*match.span(group))], text[: match.start(group)]
    if group == "apart" and (not before.strip(EDGES) or has_letters(before)):
        return before, True
    is_sentence = len(phrase.split()) > 1 and not phrase.istitle()
    differs = (phrase.isupper() and not before.isupper()) or (
        phrase.islower() and not before.islower()
    )
    return before, is_sentence or differs


def _with_surnames(line: Line, text: str, size: int) -> Line:
    """Read `Ruiz, Ana` as one person if the second is a given name, or mark it as doubtful."""
    pieces = [piece.split(",") for piece in re.split(r"\s*[/;+&|\t]\s*|\s+[-–—]+\s+|\s+y\s+", text)]
    if any(len(piece) != PAIR or not all(map(has_letters, piece)) for piece in pieces):
        return line
    people = [tuple(map(_name, piece)) for piece in pieces]
    if len(people) == size and all(map(all, people)) and (size > 1 or _is_flipped(*people[0])):
        return replace(line, names=tuple(f"{given} {last}" for last, given in people), weak=())
    if len(people) != 1 or size != PAIR or len(line.names) != PAIR:
        return line
    last, given = people[0]
    if line.names != (last, given) or len(last.split()) > PAIR or len(given.split()) > PAIR:
        return line
    is_pair = is_given_name(last) and (is_given_name(given) or " " in last)
    if is_pair or (" " in last and " " in given):
        return line
    return replace(line, surname_first=f"{given} {last}")


def _is_flipped(last: str, given: str) -> bool:
    return is_given_name(given) and not is_given_name(last)


def _of_team(line: Line, text: str, size: int) -> Line | None:
    """Read `Los Pibes: Nico y Fede` or `Los Pibes (Nico y Fede)` as a team with its players.

    Brackets after a complete set of names hold something else, such as a club. After a colon or a
    dash there may be more or fewer names than players, with reserves or as part of a larger team.
    """
    team, rest, has_sign = _headed(text, size)
    if not has_sign and _fits(_with_names(line, team, size), size):
        return None
    team_line = _with_names(line, rest, size)
    is_listed = has_sign and size > 1 and len(team_line.names) >= PAIR
    has_others = is_listed and not _is_talk(team_line, [rest], size)
    if not has_letters(team) or "«" in team or not (_fits(team_line, size) or has_others):
        return None
    tokens = set(re.findall(r"\w+", words.flat(team))) - words.KINDS
    if not tokens and has_sign:
        return team_line
    is_name = len(team) <= LONG_TEAM and not tokens & (words.TALK | words.SAID_AFTER)
    return replace(team_line, team=_name(team)) if is_name else None


def _headed(text: str, size: int) -> tuple[str, str, bool]:
    """Return a possible team name, the rest of the line, and whether a sign separates them.

    The sign is a colon or a dash. A dash may also separate the two names of a pair, or any names if
    there are several dashes.
    """
    team, colon, rest = text.partition(": ")
    if colon:
        return team, rest, True
    if bracketed := BRACKETED.fullmatch(text):
        return bracketed[1], bracketed[2], False
    team, *others = words.DASH.split(text)
    has_dash = size > PAIR and len(others) == 1 and len(list(_parts(team))) == 1
    return (team, others[0], True) if has_dash else (text, "", False)


def _split_quotes(text: str) -> tuple[list[str], list[str]]:
    """Return the stretches outside quotes, and the quoted names between them."""
    pieces = QUOTED.split(text)
    inside = zip(pieces[1::3], pieces[2::3], strict=True)
    return pieces[::3], [_trimmed(either or other or "") for either, other in inside]


def _with_names(line: Line, text: str, size: int) -> Line:
    """Add the names of a plain stretch of text.

    In a complete team one of the names may be a word that elsewhere is an answer: "Si".
    """
    text, mention = _without(words.MENTIONED, text)
    text, document = _without(words.DOCUMENT, text)
    text, mail = _without(words.MAIL, text)
    text, phone = _without(words.PHONE, text)
    text, _money = _without(words.MONEY, text)
    text, _when = _without(words.WHEN, text)
    text, unpaid = _without(words.UNPAID, text)
    text = re.sub(r"\(([^()]*)\)", _payment_note, text)
    bracketed = " ".join(match[0] for match in words.BRACKETS.finditer(text))
    text, brackets = _without(words.BRACKETS, text)
    text, looks = _without(words.LOOKS, text)
    looks = looks or words.LOOKS.search(words.flat(bracketed)) is not None
    text, is_paid, is_partly = _payments(text, bracketed, size)
    paid = is_paid and not unpaid and not is_partly
    names, weak = list(line.names), list(line.weak)
    parts = list(_parts(text))
    is_whole = sum(has_letters(part) for part, _ in parts) == size > PAIR
    for part, is_weak in parts:
        name = _name(part) or (in_usual_letters(_trimmed(part)) if is_whole else "")
        if has_letters(name) and not words.NOBODY.fullmatch(words.flat(name)):
            weak += [len(names)] if is_weak and names else []
            names.append(name)
    left_out = [
        ("phone", phone or mail or document or mention),
        ("brackets", brackets and bool(bracketed)),
    ]
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


def _payment_note(match: re.Match[str]) -> str:
    """Remove the brackets around a payment note, so that it follows the name it belongs to."""
    return match[1] if words.flat(match[1]).strip() in words.PAID else match[0]


def _payments(text: str, bracketed: str, size: int) -> tuple[str, bool, bool]:
    """Return the text without "no", whether a side paid, and whether only a part of it did.

    A payment noted after the last name or before the first is the side's; after another name it is
    not.
    """
    has_note = bool(words.PAID & {*_split_words(bracketed)})
    parts = [part for part, _ in _parts(text)]
    notes = [bool(words.PAID & {*_split_words(part)[-1:]}) for part in map(str.strip, parts)]
    has_any = has_note or any(words.PAID & {*_split_words(part)} for part in parts)
    if not has_any:
        return text, False, False
    partly = has_note and words.PARTLY.search(words.flat(bracketed)) is not None
    even = words.flat(text)
    tail = re.search(rf"\b(?:{'|'.join(words.PAID)})\b(?P<of>[^/]*)$", even)
    partly = partly or bool(
        tail and words.PARTLY.search(tail["of"]) and len(_split_words(tail["of"])) < 3
    )
    denied = [words.NOT_YET.search(words.flat(part)) is not None for part in parts]
    if any(denied):
        joints = [match[0] for match in _joints(text)]
        trimmed = [
            part[: words.NOT_YET.search(words.flat(part)).start()] if is_no else part  # type: ignore[union-attr]
            for part, is_no in zip(parts, denied, strict=True)
        ]
        text = "".join(a + b for a, b in zip(trimmed, [*joints, ""], strict=True))
        partly = True
    leads = bool(words.PAID & {*_split_words(parts[0])[:1]})
    name_notes = [note for part, note in zip(parts, notes, strict=True) if has_letters(_name(part))]
    of_first_alone = size > 1 and len(name_notes) > 1 and any(name_notes) and not all(name_notes)
    trails = bool(notes) and notes[-1]
    if of_first_alone and not trails and not leads and not has_note:
        partly = True
    return text, True, partly


def _split_words(text: str) -> list[str]:
    return re.findall(r"\w+", words.flat(text))


def _is_talk(line: Line, plain: Iterable[str], size: int) -> bool:
    """Return whether a line is talk instead of the names of a side."""
    text = words.flat(" ".join(plain))
    tokens = set(re.findall(r"\w+", words.LOOKS.sub(" ", words.BRACKETS.sub(" ", text))))
    name_tokens = set(re.findall(r"\w+", words.flat(" ".join(line.names))))
    if words.TALK & tokens & name_tokens or words.LINK.search(text):
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
    """Return whether there are several names and as many as a team has; no sentence does."""
    return len(line.names) == size > 1


def _without_marker(text: str) -> tuple[str, bool]:
    """Strip numbers, ticks and dashes from the start; return whether there was a number."""
    is_numbered = False
    while True:
        even = words.flat(text)
        number = words.NUMBERED.match(even)
        number = words.ROMAN.match(text) or number
        marker = number if number and number.end() else words.BULLET.match(even)
        if not marker or not marker.end():
            return text, is_numbered
        is_numbered = is_numbered or marker is number
        text = text[marker.end() :]


def _without(pattern: re.Pattern[str], text: str) -> tuple[str, bool]:
    """Remove all matches; return whether there were any."""
    pieces, last = [], 0
    for match in pattern.finditer(words.flat(text)):
        pieces.append(text[last : match.start()])
        last = match.end()
    return " ".join([*pieces, text[last:]]), bool(pieces)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of joined names, and whether only a word joins a part to the last one.

    A capital E or I by itself is an initial, unless the whole text is in capitals.
    """
    last, is_weak = 0, False
    for joint in _joints(text):
        word = text[slice(*joint.span("word"))]
        yield text[last : joint.start()], is_weak
        last, is_weak = joint.end(), bool(word)
    yield text[last:], is_weak


def _joints(text: str) -> Iterator[re.Match[str]]:
    even, at = words.flat(text), 0
    while (joint := words.JOINT.search(even, at)) is not None:
        is_initial = text[slice(*joint.span("word"))] in ("E", "I") and not text.isupper()
        at = joint.end("word") if is_initial else joint.end()
        if not is_initial:
            yield joint


def _name(text: str) -> str:
    """Return a part as a name: without filler words around it, in usual letter case."""
    name = _trimmed(text)
    while True:
        tokens = name.split()
        if len(tokens) > 1 and _bare(tokens[-1]) in words.SAID_AFTER:
            name = _trimmed(" ".join(tokens[:-1]))
        elif len(tokens) > 1 and _bare(tokens[0]) in words.SAID_BEFORE:
            name = _trimmed(" ".join(tokens[1:]))
        else:
            break
    if _bare(name) in words.SAID_AFTER:
        return ""
    return in_usual_letters(name)


def _bare(word: str) -> str:
    return words.flat(word).strip(EDGES)


def _trimmed(text: str) -> str:
    """Return a part without surrounding punctuation; the point of an initial stays."""
    is_even = sum(sign in QUOTES for sign in text) % 2 == 0
    removed = GUILLEMETS if is_even else GUILLEMETS + QUOTES
    tidy = _tidy("".join(sign for sign in text if sign not in removed))
    name = tidy.strip(EDGES)
    rest = tidy[tidy.find(name) + len(name) :]
    last = words.flat(name.split()[-1]) if name else ""
    has_point = rest.startswith(".") and " " in name
    return f"{name}." if has_point and (len(last) == 1 or last in INITIALS) else name


def _tidy(text: str) -> str:
    return " ".join(text.split())


def groups_of(names: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return names in teams of `size`; none if they do not divide evenly."""
    if len(names) % size or len(names) == size:
        return []
    return [tuple(names[first : first + size]) for first in range(0, len(names), size)]
