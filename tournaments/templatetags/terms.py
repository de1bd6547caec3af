"""What the log tells of terms that were changed."""

from collections.abc import Iterator

from django import template
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field

from tournaments.models import AuditEvent, Competition, Stage
from tournaments.wording.formats import DIVISIONS

register = template.Library()

FIGURES = (str, int)
LONGEST = 40


@register.filter
def changes(event: AuditEvent) -> Iterator[tuple[object, str]]:
    """Return what was changed, each with its old and new value where they are short: `16 → 24`."""
    if event.act != AuditEvent.Act.EDIT:
        return
    for name, after in event.after.items():
        yield _label(name), _figures(event.before.get(name), after)


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
