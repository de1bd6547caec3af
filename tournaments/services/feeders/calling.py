"""What a final calls the places of a source: by its name, as long as everybody may read that."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext, override

from tournaments.models import Berth, Entry, Feeder
from tournaments.results.berths import is_shown

NAME = 190  # letters of an entry
MARK = "\0"  # where the name of a source stands


def label_of(rank: int, source: str) -> str:
    """Call a place of a source, in the language of who announces it."""
    return (gettext("%(rank)s.º de %(source)s") % {"rank": rank, "source": source})[:NAME]


def show_name(feeder: Feeder) -> None:
    """Call the places of a source by the name it has, or by none once that is not public any more.

    Only the name is exchanged: the words around it are in the language of who announced the feeder.
    """
    shown = feeder.source.name if is_shown(feeder.source) else Feeder.PRIVATE
    for berth in feeder.berths.all():
        label = _renamed(berth, shown)
        if label != berth.label:
            Entry.objects.filter(berth=berth, name=berth.label).update(name=label)
            Berth.objects.filter(pk=berth.pk).update(label=label)


def _renamed(berth: Berth, name: str) -> str:
    """Put another name into the label of a berth, whatever stands there by now."""
    for before, after in _words(berth.rank):
        if berth.label.startswith(before) and berth.label.endswith(after):
            return (before + name + after)[:NAME]
    return label_of(berth.rank, name)  # it was said otherwise when it was announced


def _words(rank: int) -> Iterator[tuple[str, str]]:
    """Yield what stands around a name in each language."""
    for code, _ in settings.LANGUAGES:
        with override(code):
            before, _, after = label_of(rank, MARK).partition(MARK)
        yield before, after
