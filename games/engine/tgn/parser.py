"""Parser: text to records; every error has a position."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, cast

from ..actions import Action, from_token
from ..cards import Card, parse_card
from ..errors import NotationError
from ..hand_start import Part
from .lexer import Tag, Word, tokenize
from .record import HandRecord, Record
from .tags import add_rulings_tag, read_heading

MAX_LENGTH: Final = 1_000_000
"""In characters; the longest games are far shorter."""
_LABEL: Final = re.compile(r"([1-9][0-9]{0,5})([abc]?)")
_FIELD: Final = re.compile(r"(kind|mano|deal|muestra|perros)=(\S+)")
_ACTION: Final = re.compile(r"([0-9]+):(\S+)")


def read_tgn(text: str) -> Record:
    """Parse the record in a text; raises NotationError with line and column."""
    if len(text) > MAX_LENGTH:
        raise NotationError("too-long")
    tags: list[Tag] = []
    words: list[Word] = []
    for lexeme in tokenize(text.removeprefix("\ufeff")):
        if isinstance(lexeme, Word):
            words.append(lexeme)
        elif words:
            raise lexeme.at.error("tag-after-hand")
        else:
            tags.append(lexeme)
    heading = read_heading(tags)
    hands = _hands(_drafts(words, heading.rules.seats))
    return replace(heading, hands=add_rulings_tag(hands, tags))


def read_games(text: str) -> list[Record]:
    """Parse a text with one or several games, as PGN files have them.

    A tag after a hand starts the next game. Raises NotationError with line and column.
    """
    if len(text) > MAX_LENGTH:
        raise NotationError("too-long")
    starts = [1]
    is_in_hands = False
    for lexeme in tokenize(text.removeprefix("\ufeff")):
        if isinstance(lexeme, Word):
            is_in_hands = True
        elif is_in_hands:
            starts.append(lexeme.at.line)
            is_in_hands = False
    lines = text.removeprefix("\ufeff").split("\n")
    ends = [*(start - 1 for start in starts[1:]), len(lines)]
    blanks = ("\n" * (start - 1) for start in starts)  # errors name the line in the file
    pieces = ("\n".join(lines[start - 1 : end]) for start, end in zip(starts, ends, strict=True))
    return [read_tgn(blank + piece) for blank, piece in zip(blanks, pieces, strict=True)]


@dataclass(slots=True)
class _Draft:
    """The part of a hand that is parsed so far."""

    at: Word
    number: int
    part: Part
    fields: dict[str, Word] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)


def _drafts(words: Sequence[Word], seats: int) -> list[_Draft]:
    drafts: list[_Draft] = []
    rest = iter(words)
    for word in rest:
        if word.text.lower() == "hand":
            drafts.append(_begin(next(rest, word)))
        elif not drafts:
            raise word.error("no-hand")
        elif ":" in word.text:
            drafts[-1].actions.append(_read_action(word, seats))
        else:
            _add_field(drafts[-1], word)
    return drafts


def _begin(label: Word) -> _Draft:
    matched = _LABEL.fullmatch(label.text.lower())
    if matched is None:
        raise label.error("bad-number")
    return _Draft(label, int(matched[1]), cast(Part, matched[2]))


def _add_field(draft: _Draft, word: Word) -> None:
    matched = _FIELD.fullmatch(word.text.lower())
    if matched is None or matched[1] in draft.fields or draft.actions:
        raise word.error("bad-field")
    value = Word(matched[2], word.line, word.column + matched.start(2))
    draft.fields[matched[1]] = value


def _read_action(word: Word, seats: int) -> Action:
    matched = _ACTION.fullmatch(word.text)
    if matched is None:
        raise word.error("bad-action")
    if len(matched[1]) > 1 or int(matched[1]) >= seats:
        raise word.error("no-such-seat")
    try:
        return from_token(int(matched[1]), matched[2])
    except NotationError as error:
        raise word.error(error.code, matched.start(2)) from error


def _hands(drafts: Iterable[_Draft]) -> tuple[HandRecord, ...]:
    """Return the hands; those of a pico round take the deal from the round's header.

    A header is hand `a` itself unless one of its parts follows directly.
    """
    hands: list[HandRecord] = []
    is_header = False
    for draft in drafts:
        if not draft.part:
            hands.append(_whole_hand(draft))
            is_header = not draft.actions
            continue
        if not hands or not hands[-1].part or hands[-1].number != draft.number or draft.fields:
            raise draft.at.error("no-deal")
        latest = hands.pop() if is_header else hands[-1]
        is_header = False
        hands.append(replace(latest, part=draft.part, actions=tuple(draft.actions)))
    return tuple(hands)


def _whole_hand(draft: _Draft) -> HandRecord:
    fields = draft.fields
    for name in ("mano", "deal"):
        if name not in fields:
            raise draft.at.error(f"no-{name}")
    if "kind" in fields and fields["kind"].text != "pico":
        raise fields["kind"].error("bad-kind")
    muestra = fields.get("muestra")
    return HandRecord(
        number=draft.number,
        part="a" if "kind" in fields else "",
        mano=_digit(fields["mano"]),
        hands=tuple(_dealt(fields["deal"])),
        muestra=None if muestra is None else _card(muestra, 0, muestra.text),
        perros=_digit(fields["perros"]) if "perros" in fields else None,
        actions=tuple(draft.actions),
    )


def _digit(word: Word) -> int:
    if re.fullmatch("[0-9]", word.text) is None:
        raise word.error("bad-seat")
    return int(word.text)


def _dealt(word: Word) -> Iterator[tuple[Card, ...]]:
    offset = 0
    for hand in word.text.split("/"):
        cards = []
        for name in hand.split(","):
            cards.append(_card(word, offset, name))
            offset += len(name) + 1
        yield tuple(cards)


def _card(word: Word, offset: int, name: str) -> Card:
    try:
        return parse_card(name)
    except NotationError as error:
        raise word.error(error.code, offset) from error
