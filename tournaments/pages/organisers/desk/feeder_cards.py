"""Cards about places that are won in another competition: news, equals, and who is awaited."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, ngettext

from accounts.values.joining import together
from tournaments.models import Competition
from tournaments.pages.organisers.desk.cards import Card
from tournaments.pages.organisers.desk.ways import link, post
from tournaments.pages.organisers.feeders import BerthView, FeederView, of_berths

NAMED: Final = 3  # berths that are awaited and named


def feeder_cards(
    competition: Competition, feeders: Iterable[FeederView], asked: int
) -> Iterator[Card]:
    """Return what there is to decide, to know and to wait for."""
    if asked:
        yield _asked(competition, asked)
    berths = of_berths(feeders)
    yield from (_news(competition, one) for one in berths if one.berth.is_news)
    if competition.is_over:
        return
    yield from (_equals(competition, one) for one in berths if one.equals)
    awaited = [one for one in berths if one.is_awaited]
    if awaited and competition.is_drawn:
        yield _awaited(competition, awaited)


def _asked(competition: Competition, number: int) -> Card:
    told = ngettext(
        "%(number)s competencia pide a tus primeros",
        "%(number)s competencias piden a tus primeros",
        number,
    )
    return Card(
        key="asked-for",
        title=told % {"number": number},
        words=gettext("Hasta que digas que sí no pasa nadie."),
        likeliest=link(gettext("Ver y contestar"), "competitions:feeders", competition.pk),
    )


def _news(competition: Competition, one: BerthView) -> Card:
    keys = ("competitions:berth", competition.pk, one.berth.pk)
    return Card(
        key=f"berth-{one.berth.pk}",
        title=one.berth.label,
        words=one.fate,
        likeliest=post(gettext("Entendido"), *keys),
        others=[link(gettext("Ver los pases"), "competitions:feeders", competition.pk)],
    )


def _equals(competition: Competition, one: BerthView) -> Card:
    names = together(str(entry) for entry in one.equals)
    told = gettext("Comparten ese puesto: %(names)s.")
    if one.has_left:
        told = gettext("%(names)s terminó en ese puesto, y se había ido antes del final.")
    return Card(
        key=f"equals-{one.berth.pk}",
        title=one.berth.label,
        words=told % {"names": names},
        likeliest=link(gettext("Elegir quién pasa"), "competitions:feeders", competition.pk),
    )


def _awaited(competition: Competition, awaited: Sequence[BerthView]) -> Card:
    named = ", ".join(one.berth.label for one in awaited[:NAMED])
    more = len(awaited) - NAMED
    if more > 0:
        named = gettext("%(names)s y %(number)s más") % {"names": named, "number": more}
    return Card(
        key="awaited",
        title=gettext("Se espera a quien gane otra competencia"),
        words=gettext("%(names)s. Sus partidos se llaman cuando se sepa.") % {"names": named},
        likeliest=link(gettext("Ver los pases"), "competitions:feeders", competition.pk),
    )
