"""I16: circuits count events of clubs that joined, links join persons of different clubs."""

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef

from tournaments.models import Competition, FederationClub, PersonLink
from tournaments.verification.games import Check, Violation, make_violation

BATCH = 200


def circuits_count_events_of_their_clubs() -> Iterator[Violation]:
    """I16: an event of a circuit is of a club that is, or was, in the federation."""
    joined = FederationClub.objects.ever().filter(
        federation=OuterRef("series__federation"), club=OuterRef("club")
    )
    events = Competition.objects.filter(series__federation__isnull=False).exclude(Exists(joined))
    for competition in events.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I16", competition, "its club was never in the federation")


def editions_are_of_one_series() -> Iterator[Violation]:
    """I16: an event defends points of the series that it counts in."""
    astray = Competition.objects.filter(defends__isnull=False).exclude(
        series__isnull=False, series=F("defends__series")
    )
    for competition in astray.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I16", competition, "it defends an event of another series")


def links_join_persons_of_different_clubs() -> Iterator[Violation]:
    """I16: an organiser of a federation says nothing of two persons of one club."""
    inside = PersonLink.objects.filter(first__club=F("second__club"))
    for link in inside.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I16", link, "both persons are of one club")


FEDERATION_CHECKS: tuple[Check, ...] = (
    circuits_count_events_of_their_clubs,
    editions_are_of_one_series,
    links_join_persons_of_different_clubs,
)
