"""Parser of a club file: checks its size, the type of every value and all references."""

import json
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError

from accounts.clubs.look import BAND, TEXT, encode_logo
from accounts.clubs.look_forms import LookForm
from accounts.i18n.time_zones import validate_zone
from accounts.names.validation import validate_shown_name
from games.engine import (
    OPTION_KEYS,
    IllegalActionError,
    NotationError,
    make_rules,
    read_tgn,
    replay,
)
from games.engine.errors import RulesError
from tournaments.club_files.export import FORMAT, LONGEST_NAME, VERSION, Document
from tournaments.formats.club_match import MOST, SIZES
from tournaments.formats.errors import FormatError
from tournaments.formats.series_table import MOST_POINTS, read_points
from tournaments.models import Entry, Match, Series

MAX_BYTES: Final = 16 * 1024 * 1024
COMPETITIONS, SERIES = 2000, 200  # of a club, from all its files
ENTRIES, MATCHES, MEMBERS, POINTS = 1024, 8192, 10_000, 1_000_000
PLAYERS: Final = MOST * int(SIZES[-1])  # of an entry, at all boards of a club match
ON_ONE_SIDE: Final = 3  # entries, where partners change
OF_SEVERAL: Final = ("mixed-scripts", "no-letters")  # names of players in one, or "?" for none
LONGEST_HOST: Final = 300
WITHOUT_SERIES, WITHOUT_LOOK = 1, 2  # versions of files before series, and before looks
UNSTORED: Final = re.compile("[\0\ud800-\udfff]")  # characters that the database cannot store
Check = Callable[[Any, str], None]


class FileRefusedError(Exception):
    """Rejection of a file: its reason (`code`) and the position in the file (`place`)."""

    def __init__(self, code: str, place: str = "") -> None:
        super().__init__(f"{place}: {code}" if place else code)
        self.code, self.place = code, place


def read_club(data: bytes) -> Document:
    """Parse and validate a club's file. Raises FileRefusedError."""
    if len(data) > MAX_BYTES:
        raise FileRefusedError("too-large")
    try:
        document = json.loads(
            data.decode(), object_pairs_hook=_without_repeated_keys, parse_constant=_constant
        )
    except (ValueError, RecursionError) as error:
        raise FileRefusedError("not-json") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileRefusedError("not-a-club")
    if document.get("version") == WITHOUT_SERIES and "series" not in document:
        document |= {"version": WITHOUT_LOOK, "series": []}
    if document.get("version") == WITHOUT_LOOK and "look" not in document:
        document |= {"version": VERSION, "look": None}
    if document.get("version") != VERSION:
        raise FileRefusedError("other-version")
    CLUB_FILE(document, "")
    for number, competition in enumerate(document["competitions"], start=1):
        _fits(competition, f"competitions {number}")
    for number, series in enumerate(document["series"], start=1):
        _fits_series(series, f"series {number}")
    return document


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> Document:
    document = dict(pairs)
    if len(document) < len(pairs):
        raise ValueError("a key twice")
    return document


def _constant(name: str) -> None:
    raise ValueError(name)


# ---- validators: each raises FileRefusedError for a bad value ----
def _is(value: Any, kind: type, place: str) -> None:
    if type(value) is not kind:
        raise FileRefusedError(f"not-{kind.__name__}", place)


def text(most: int, least: int = 0, *, excused: Collection[str] = ()) -> Check:
    """Return a check for text of `least` to `most` letters without hidden or bidi characters.

    `excused` has the codes of `validate_shown_name` that are no reason to refuse it.
    """

    def check(value: Any, place: str) -> None:
        _is(value, str, place)
        if not least <= len(value) <= most:
            raise FileRefusedError("length", place)
        try:
            validate_shown_name(value)
        except ValidationError as error:
            if error.code not in excused:
                raise FileRefusedError("letters", place) from error

    return check


def integer_in_range(low: int, high: int) -> Check:
    def check(value: Any, place: str) -> None:
        _is(value, int, place)
        if not low <= value <= high:
            raise FileRefusedError("range", place)

    return check


def one_of(*values: object) -> Check:
    def check(value: Any, place: str) -> None:
        if not any(value == each and type(value) is type(each) for each in values):
            raise FileRefusedError("not-one-of", place)

    return check


def maybe(check_it: Check) -> Check:
    return lambda value, place: None if value is None else check_it(value, place)


def list_of(check_it: Check, most: int, least: int = 0) -> Check:
    def check(value: Any, place: str) -> None:
        _is(value, list, place)
        if not least <= len(value) <= most:
            raise FileRefusedError("how-many", place)
        for number, each in enumerate(value, start=1):
            check_it(each, f"{place} {number}")

    return check


def of_keys(checks: Mapping[str, Check]) -> Check:
    def check(value: Any, place: str) -> None:
        _is(value, dict, place)
        if value.keys() != checks.keys():
            odd = sorted(map(str, value.keys() ^ checks.keys()))[0]
            raise FileRefusedError("keys", _under(place, odd))
        for name, check_it in checks.items():
            check_it(value[name], _under(place, name))

    return check


def instant(value: Any, place: str) -> None:
    _is(value, str, place)
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        at = None
    # In the first and the last year, some time zones show a year that no column can store.
    if at is None or at.tzinfo is None or not 1 < at.year < 9999 or len(value) > 40:
        raise FileRefusedError("not-an-instant", place)


def day(value: Any, place: str) -> None:
    _is(value, str, place)
    try:
        date.fromisoformat(value)
    except ValueError as error:
        raise FileRefusedError("not-a-day", place) from error


def falling_points(value: Any, place: str) -> None:
    text(120)(value, place)
    try:
        read_points(value)
    except FormatError as error:
        raise FileRefusedError("points", place) from error


def zone(value: Any, place: str) -> None:
    _is(value, str, place)
    try:
        validate_zone(value)
    except ValidationError as error:
        raise FileRefusedError("no-such-zone", place) from error


LOOK_FIELDS: Final = ("short_name", "email", "phone", "web", "legal")
LOOK_KEYS: Final = {*LOOK_FIELDS, "colour", "text_colour", "host", "logo"}
MOST_OF_LOGO: Final = 512 * 1024  # letters of base64


def check_look(value: Any, place: str) -> None:
    """Check a club's look by the rules of its form; the logo is a picture that can be read."""
    _is(value, dict, place)
    if set(value) != LOOK_KEYS:
        raise FileRefusedError("keys", place)
    for name, text in value.items():
        _is(text, str, _under(place, name))
    if len(value["logo"]) > MOST_OF_LOGO or len(value["host"]) > LONGEST_HOST:
        raise FileRefusedError("length", place)
    form = LookForm(
        {
            **{name: value[name] for name in LOOK_FIELDS},
            "colour": value["colour"] or BAND,
            "text_colour": value["text_colour"] or TEXT,
        }
    )
    if not form.is_valid():
        raise FileRefusedError("look", _under(place, next(iter(form.errors))))
    try:
        if value["logo"]:
            encode_logo(b64decode(value["logo"], validate=True))
    except (ValueError, ValidationError) as error:
        raise FileRefusedError("look", _under(place, "logo")) from error


def rules(value: Any, place: str) -> None:
    of_keys({"preset": text(24), "options": lambda *_: None})(value, place)
    options = value["options"]
    _is(options, dict, _under(place, "options"))
    if len(options) > len(OPTION_KEYS) or any(type(each) is not str for each in options.values()):
        raise FileRefusedError("options", place)
    try:
        make_rules(value["preset"], options)
    except (RulesError, KeyError) as error:
        raise FileRefusedError("no-such-rules", place) from error


def record(value: Any, place: str) -> None:
    """Check that a record can be replayed. Its signature is not checked here."""
    _is(value, str, place)
    if UNSTORED.search(value):
        raise FileRefusedError("record", place)
    try:
        replay(read_tgn(value))
    except (NotationError, IllegalActionError) as error:
        raise FileRefusedError("record", place) from error


def _under(place: str, name: str) -> str:
    return f"{place}, {name}" if place else name


def side(value: Any, place: str) -> None:
    """Check a side: one entry, or several where partners change."""
    number = integer_in_range(1, ENTRIES)
    check = list_of(number, ON_ONE_SIDE, 2) if type(value) is list else number
    check(value, place)


MATCH: Final = of_keys(
    {
        "number": integer_in_range(1, 32_767),
        "stage": integer_in_range(1, 100),
        "group": integer_in_range(1, 1000),
        "round": integer_in_range(1, 1000),
        "state": one_of(*map(str, Match.DECIDED)),
        "winner": one_of(None, 0, 1),
        "by_time": one_of(True, False),
        "reason": one_of("", *Match.PointsReason.values),
        "completed_at": instant,
        "sides": list_of(maybe(side), 2, 2),
        "games": list_of(
            of_keys({"score": list_of(integer_in_range(0, 1000), 2, 2), "record": maybe(record)}),
            15,
        ),
    }
)
COMPETITION: Final = of_keys(
    {
        "origin": text(200),
        "name": text(80, 1),
        "season": text(30),
        "rules": rules,
        "best_of": integer_in_range(1, 15),
        "started_at": maybe(instant),
        "finished_at": maybe(instant),
        "champion": maybe(integer_in_range(1, ENTRIES)),
        "entries": list_of(
            of_keys(
                {
                    "name": text(LONGEST_NAME, 1, excused=OF_SEVERAL),
                    "state": one_of(*Entry.State.values),
                    "players": list_of(text(60, 1), PLAYERS),
                }
            ),
            ENTRIES,
        ),
        "matches": list_of(MATCH, MATCHES),
    }
)
POINTS_OF_ONE: Final = of_keys(
    {"points": integer_in_range(0, POINTS), "counts": one_of(True, False)}
)
SERIES_OF_CLUB: Final = of_keys(
    {
        "origin": text(200),
        "name": text(60, 1),
        "starts_on": maybe(day),
        "ends_on": maybe(day),
        "scoring": one_of(*Series.Scoring.values),
        "place_points": falling_points,
        "attended_points": integer_in_range(0, MOST_POINTS),
        "attendance_bonus": integer_in_range(0, MOST_POINTS),
        "counted": maybe(integer_in_range(1, Series.MOST_PLANNED)),
        "planned": maybe(integer_in_range(1, Series.MOST_PLANNED)),
        "validity": one_of(*Series.Validity.values),
        "finalists": maybe(integer_in_range(2, 128)),
        "silver_finalists": maybe(integer_in_range(2, 128)),
        "competitions": list_of(
            of_keys({"name": text(80, 1), "finished_at": maybe(instant)}), COMPETITIONS, 1
        ),
        "table": list_of(
            of_keys(
                {
                    "name": text(60, 1),
                    "rank": integer_in_range(1, MEMBERS),
                    "total": integer_in_range(0, POINTS),
                    "points": list_of(maybe(POINTS_OF_ONE), COMPETITIONS, 1),
                }
            ),
            MEMBERS,
        ),
    }
)
CLUB_FILE: Final = of_keys(
    {
        "format": one_of(FORMAT),
        "version": one_of(VERSION),
        "site": text(200),
        "written_at": instant,
        "club": of_keys({"name": text(60, 1), "zone": zone, "about": text(400)}),
        "look": maybe(check_look),
        "members": list_of(
            of_keys({"name": text(60, 1), "role": text(9, 1), "joined_at": instant}), MEMBERS
        ),
        "competitions": list_of(COMPETITION, COMPETITIONS),
        "series": list_of(SERIES_OF_CLUB, SERIES),
    }
)


def _fits(competition: Document, place: str) -> None:
    """Refuse numbers of unknown entries, and winners that do not fit the state of the match."""
    entry_count = len(competition["entries"])
    if (competition["champion"] or 0) > entry_count:
        raise FileRefusedError("no-such-entry", _under(place, "champion"))
    numbers = [match["number"] for match in competition["matches"]]
    if len(set(numbers)) < len(numbers):
        raise FileRefusedError("twice", _under(place, "matches"))
    for number, match in enumerate(competition["matches"], start=1):
        at = f"{place}, matches {number}"
        sides = (each if type(each) is list else [each or 0] for each in match["sides"])
        if any(number > entry_count for numbers in sides for number in numbers):
            raise FileRefusedError("no-such-entry", _under(at, "sides"))
        won = match["state"] in (Match.State.COMPLETED, Match.State.WALKOVER)
        winner = match["winner"]
        if won and not _is_drawn(match) and (winner is None or match["sides"][winner] is None):
            raise FileRefusedError("no-winner", _under(at, "winner"))


def _fits_series(series: Document, place: str) -> None:
    """Refuse a row of a table that has not one cell for each competition."""
    for number, line in enumerate(series["table"], start=1):
        if len(line["points"]) != len(series["competitions"]):
            raise FileRefusedError("how-many", f"{place}, table {number}, points")


def _is_drawn(match: Document) -> bool:
    """Return whether a match was played without a winner, each side winning as many games."""
    is_played = match["state"] == Match.State.COMPLETED and None not in match["sides"]
    scores = [game["score"] for game in match["games"]]
    led = [sum(score[side] > score[1 - side] for score in scores) for side in (0, 1)]
    return is_played and match["winner"] is None and bool(scores) and led[0] == led[1]
