"""What a final calls the places of a source: by its name, as long as everybody may read that."""

from tournaments.models import Berth, Entry, Feeder
from tournaments.results.berths import is_shown

NAME = 190  # letters of an entry


def show_name(feeder: Feeder) -> None:
    """Take the name of a source that is not public any more out of its places, or put it back.

    Only it is exchanged: the words around it are in the language of who announced the feeder. What
    stands for it is always said in the language of the sources, so that it is found again.
    """
    name, private = feeder.source.name, Feeder.PRIVATE
    old, new = (private, name) if is_shown(feeder.source) else (name, private)
    for berth in feeder.berths.filter(label__contains=old):
        label = berth.label.replace(old, new)[:NAME]
        Entry.objects.filter(berth=berth, name=berth.label).update(name=label)
        Berth.objects.filter(pk=berth.pk).update(label=label)
