"""The announcement on the page of a competition: place, price, prizes, description."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from tournaments.competitions.describe import has_ended
from tournaments.competitions.markdown import render_markdown
from tournaments.competitions.terms_labels import fee_in_words, prize_share
from tournaments.models import Competition
from tournaments.models.competitions import read_prize_shares

MAP = "https://www.openstreetmap.org/search?"


@dataclass(frozen=True)
class Announcement:
    """Place, price, prizes and description. The map is a link: nothing is loaded from it."""

    map: str
    fee: str
    prizes: Sequence[str]
    description: SafeString

    @classmethod
    def of(cls, competition: Competition) -> "Announcement | None":
        """Return the announcement of a competition; None if there is nothing to tell."""
        announcement = cls(
            map=MAP + urlencode({"query": competition.address or competition.venue}),
            fee=fee_in_words(competition),
            prizes=[] if has_ended(competition) else _prizes(competition),
            description=render_markdown(competition.description),
        )
        parts = (announcement.fee, announcement.prizes, announcement.description)
        return announcement if competition.location or any(parts) else None


def _prizes(competition: Competition) -> list[str]:
    """Return the prizes, then the shares of the pot."""
    shares = read_prize_shares(competition.prize_shares)
    return [
        *competition.prizes.splitlines(),
        *(prize_share(rank, percent) for rank, percent in enumerate(shares, start=1)),
    ]
