"""Named and saved rulebooks, as forms and pages offer them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine import Rules
from games.house_rules import Clause, summary
from games.house_rules.rulebooks import NAMED, query_of
from games.models import Rulebook


@dataclass(frozen=True)
class OfferedRulebook:
    """A rulebook by its name, with the query that fills in a form."""

    name: str
    rules: Rules
    pk: int | None = None  # of a club's own set
    club: str = ""

    @property
    def query(self) -> str:
        """The query string of a form with these rules."""
        return query_of(self.rules)

    @property
    def clauses(self) -> Sequence[Clause]:
        """The rules in words."""
        return summary(self.rules)


def named_rulebooks() -> list[OfferedRulebook]:
    """Return the rulebooks that the site knows by name."""
    return [OfferedRulebook(each.name, each.rules) for each in NAMED]


def saved_by(club_id: int) -> list[OfferedRulebook]:
    """Return a club's own sets."""
    return _offered(Rulebook.objects.filter(club=club_id).select_related("club"))


def offered_to(user: User | AnonymousUser) -> list[OfferedRulebook]:
    """Return the sets of the reader's clubs, then those with a name."""
    if not user.is_authenticated:
        return named_rulebooks()
    own = Rulebook.objects.filter(club__memberships__user=user.pk).select_related("club")
    return [*_offered(own), *named_rulebooks()]


def _offered(rows: Iterable[Rulebook]) -> list[OfferedRulebook]:
    return [OfferedRulebook(row.name, row.rules, row.pk, str(row.club)) for row in rows]
