"""What the log tells of terms that were changed."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django import template
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Subquery
from django.utils import timezone
from django.utils.formats import date_format

from games.engine import OPTION_KEYS, PRESETS
from games.house_rules import words
from games.talk.levels import Level
from tournaments.models import AuditEvent, Competition, Stage
from tournaments.wording.formats import DIVISIONS, NAMES

register = template.Library()

FIGURES = (str, int)
LONGEST = 40


@register.filter
def changes(event: AuditEvent) -> Iterator[tuple[object, str]]:
    """Return what was changed, each with its old and new value where they are short: `16 → 24`."""
    if event.act != AuditEvent.Act.EDIT:
        return
    for name, after in event.after.items():
        before = event.before.get(name)
        if name == "options":
            yield from _options(event)
        else:
            yield _label(name), _figures(_in_words(name, before), _in_words(name, after))


@register.simple_tag
def talk_levels() -> list[tuple[str, object]]:
    """Return how much may be said at tables: the choices of that term."""
    return list(Level.choices)


@register.simple_tag
def last_change(competition: Competition) -> AuditEvent | None:
    """Return the last change of terms since people could read them."""
    log = competition.audit
    opened = log.filter(act=AuditEvent.Act.OPEN_REGISTRATION).values("pk")[:1]
    return log.filter(act=AuditEvent.Act.EDIT, pk__gt=Subquery(opened)).order_by("pk").last()


def _options(event: AuditEvent) -> Iterator[tuple[object, str]]:
    """Say each option of the rules that was changed; one that is not written is the preset's."""
    assert event.competition is not None
    known = event.competition.preset
    before, after = (
        {"preset": known, **side, **side["options"]} for side in (event.before, event.after)
    )
    for key in OPTION_KEYS:
        if before.get(key) != after.get(key):
            values = (_option(key, side) for side in (before, after))
            yield words.label(key), _figures(*values)


def _option(key: str, side: Mapping[str, str]) -> str:
    preset = side["preset"]
    return words.choice(key, side.get(key) or PRESETS[preset].option(key), preset)


def _in_words(name: str, value: object) -> object:
    """Say a format, a kind of talk, an hour as the reader does; all else is a figure or a text."""
    match name:
        case "format":
            return str(NAMES[str(value)])
        case "preset":
            return words.preset(str(value))
        case "talk" if value in Level:
            return str(Level(str(value)).label)
        case "starts_at" | "transfers_until" if value:
            at = timezone.localtime(datetime.fromisoformat(str(value)))
            return date_format(at, "D j M H:i")
    return value


def _label(name: str) -> object:
    for model in (Competition, Stage):
        try:
            field = model._meta.get_field(name)
        except FieldDoesNotExist:
            continue
        assert isinstance(field, Field)
        return field.verbose_name
    return DIVISIONS  # the only term without a column of its own


def _figures(before: object, after: object) -> str:
    values = (before or "—", after or "—")
    are_short = all(type(value) in FIGURES and len(str(value)) <= LONGEST for value in values)
    return " → ".join(map(str, values)) if are_short else ""
