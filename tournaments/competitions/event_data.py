"""A competition as a `SportsEvent` of schema.org, for search engines."""

from collections.abc import Sequence
from typing import Any, Final

from accounts.common.schema_org import SPORT, Data, members_with_value, organization
from tournaments.models import Competition

SCHEMA: Final = "https://schema.org/"
State = Competition.State


def sports_events(competition: Competition, origin: str, address: str, text: str) -> Sequence[Data]:
    """Return the block of a competition with its club; none without a date, which it requires.

    `origin` is that of the site, `address` the absolute one of the page.
    """
    starts = competition.starts_at or competition.started_at
    if starts is None:
        return ()
    club = competition.club
    event: dict[str, Any] = {
        "@type": "SportsEvent",
        "name": competition.name,
        "sport": SPORT,
        "description": text,
        "url": address,
        "image": f"{address}picture.png",
        "startDate": starts.isoformat(),
        "endDate": competition.finished_at and competition.finished_at.isoformat(),
        "eventStatus": SCHEMA + _status(competition),
        "eventAttendanceMode": SCHEMA + _mode(competition),
        "location": _location(competition, address),
        "organizer": organization("SportsOrganization", club.name, f"{origin}/clubs/{club.slug}/"),
        "maximumAttendeeCapacity": competition.cap * competition.players_per_side,
        "offers": _offer(competition, address),
    }
    return (members_with_value(event),)


def _status(competition: Competition) -> str:
    return "EventCancelled" if competition.state == State.CANCELLED else "EventScheduled"


def _is_in_a_hall(competition: Competition) -> bool:
    return competition.with_cards or competition.presencial or bool(competition.location)


def _mode(competition: Competition) -> str:
    kind = "Offline" if _is_in_a_hall(competition) else "Online"
    return f"{kind}EventAttendanceMode"


def _location(competition: Competition, address: str) -> Data:
    if not _is_in_a_hall(competition):
        return {"@type": "VirtualLocation", "url": address}
    club = competition.club.name
    where = competition.address or competition.venue or club
    return {"@type": "Place", "name": competition.venue or club, "address": where}


def _offer(competition: Competition, address: str) -> Data:
    if competition.fee is None:
        return {}
    is_open = competition.state == State.REGISTRATION
    return {
        "@type": "Offer",
        "url": address,
        "price": str(competition.amount_due),
        "priceCurrency": competition.currency,
        "availability": SCHEMA + ("InStock" if is_open else "SoldOut"),
    }
