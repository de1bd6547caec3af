"""A line-up that is secret changes nothing that anybody else can read, wherever they look.

Two captains could have sent their people in any order: each address is read under two of them, and
has to answer the same.
"""

import re
from collections.abc import Iterator

import pytest
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, captain_of, entry_of, name, roster_of
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import match_at
from tournaments.exports.documents import competition_document
from tournaments.live.match import match_pieces
from tournaments.matches.queries import read_matches
from tournaments.models import LineUpPlace, Match

pytestmark = pytest.mark.django_db
CHANGING = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]+"|X-CSRFToken": "[^"]+"|data-now="[^"]+"|DTSTAMP:\w+'
    rb"|\d{4}-\d\d-\d\dT[\d:.+Z]+|nonce-[\w-]+|data-version=\"[^\"]+\"|action_id\" value=\"[^\"]+\""
)
OF_DESKS = ("/competitions/", "/matches/")  # the rest is the same for all who are signed in
ELSEWHERE = ("/accounts/", "/admin/", "/operators/", "/language/")
SIGNED_WITH_TIME = "/friends/"  # its link differs from second to second
ORDERS = ([5, 4, 3, 2, 1], [2, 5, 1, 3, 4])


@pytest.fixture
def match(organiser, now) -> Match:
    """Two clubs of five meet at two pairs and a single; one of them has its line-up in."""
    return match_at(a_club_cup(organiser, now, boards="2,2,1"), 1, 1)


def names_of_addresses(
    resolver: URLResolver, before: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every named address of the site, with what it is about."""
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            space = f"{before}{each.namespace}:" if each.namespace else before
            yield from names_of_addresses(each, space)
        elif isinstance(each, URLPattern) and each.name:
            yield f"{before}{each.name}", tuple(each.pattern.converters)


def addresses(match: Match, hidden: int) -> list[str]:
    """All addresses that a match, its competition, its entries, its club and people have."""
    competition, rows = match.competition, []
    known = {
        "slug": competition.club.slug,
        "entry": entry_of(match, hidden).pk,
        "board": 1,
        "sheet": "standings",
        "name": "matches",
        "code": competition.code,
        "username": captain_of(match, hidden).username,
        "rival": captain_of(match, 1 - hidden).username,
        "year": timezone.now().year,
        "player": roster_of(match, hidden)[0].pk,
        "round_id": match.round_id,
        "match": match.pk,
        "act": "x",
        "step": "x",
    }
    for view, needed in set(names_of_addresses(get_resolver())):
        for pk in {competition.pk} if view.startswith("competitions:") else {match.pk}:
            try:
                rows.append(reverse(view, kwargs={k: {**known, "pk": pk}[k] for k in needed}))
            except (KeyError, NoReverseMatch):
                continue
    return sorted({row for row in rows if not row.startswith((*ELSEWHERE, SIGNED_WITH_TIME))})


def read_all(match: Match, hidden: int) -> dict[tuple[str, str], tuple[int, bytes]]:
    """Return what the rival and an organiser get at each address; other users see no more."""
    readers = {
        "rival": captain_of(match, 1 - hidden),
        "organiser": match.competition.club.members.get(),
    }
    found = {}
    for who, reader in readers.items():
        browser = a_browser(reader)
        for address in addresses(match, hidden):
            if who == "organiser" and not address.startswith(OF_DESKS):
                continue
            answer = browser.get(address)
            body = b"".join(answer) if answer.streaming else answer.content
            found[who, address] = (answer.status_code, CHANGING.sub(b"", body))
    return found


def set_order(match: Match, hidden: int, order: list[int]) -> None:
    """Change the order of a line-up without any other trace."""
    people = {player.number: player.pk for player in roster_of(match, hidden)}
    places = list(LineUpPlace.objects.filter(line_up__match=match).order_by("board", "place"))
    LineUpPlace.objects.filter(pk__in=[place.pk for place in places]).delete()
    for place, number in zip(places, order, strict=True):
        place.player_id = people[number]
    LineUpPlace.objects.bulk_create(places)


@pytest.mark.long
@pytest.mark.sampled
def test_no_address_tells_a_secret_line_up(match, now, settings, monkeypatch):
    at, hidden = timezone.now(), 0
    monkeypatch.setattr(timezone, "now", lambda: at)  # pages say when an event will end
    settings.CACHES = {
        key: {"BACKEND": "django.core.cache.backends.dummy.DummyCache"} for key in settings.CACHES
    }
    name(match, hidden, now, ORDERS[0])
    seen = []
    for order in ORDERS:
        set_order(match, hidden, order)
        seen.append(read_all(match, hidden))
    told = [where for where in seen[0] if seen[0][where] != seen[1][where]]
    assert told == []
    answered = {address for (_, address), (status, _) in seen[0].items() if status == 200}
    for address in (f"/matches/{match.pk}/", f"/api/competitions/{match.competition.pk}/matches/"):
        assert address in answered
    assert len(answered) > 40


def test_what_is_sent_and_taken_along_tells_no_secret_line_up(match, organiser, now):
    name(match, 0, now, ORDERS[0])
    seen = []
    for order in ORDERS:
        set_order(match, 0, order)
        (view,) = read_matches(Match.objects.filter(pk=match.pk))
        document = competition_document(match.competition)
        seen.append((match_pieces(view), document))
    assert seen[0] == seen[1]


def test_the_test_would_see_a_line_up_that_is_open(match, now):
    name(match, 0, now, ORDERS[0])
    name(match, 1, now)
    pages = []
    for order in ORDERS:
        people = {player.number: player.pk for player in roster_of(match, 0)}
        places = LineUpPlace.objects.filter(line_up__match=match, line_up__side=0)
        rows = list(places.order_by("board", "place"))
        places.delete()
        for place, number in zip(rows, order, strict=True):
            place.player_id = people[number]
        LineUpPlace.objects.bulk_create(rows)
        pages.append(CHANGING.sub(b"", a_browser(a_person()).get(f"/matches/{match.pk}/").content))
    assert pages[0] != pages[1]
