"""Live pages, each with its reader."""

from collections.abc import Callable

from django.utils import timezone

from accounts.models import User
from tests.games.friends import make_friends
from tests.games.tables import a_person, a_table
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.events import an_event
from tests.tournaments.league_factories import a_league
from tournaments.models import Competition, Match

Page = tuple[str, User | None]


def one_table_plays(event: Competition) -> None:
    """Call every match there is; at the first table everybody sits down."""
    now = timezone.now()
    matches = list(Match.objects.of(event.pk).callable(now))
    for match in matches:
        call(match, now)
    everybody_sits(matches[0], now)


def home() -> Page:
    """Open the front page of the next player, with running tables."""
    cup = a_running_cup(an_organiser(), timezone.now())
    one_table_plays(cup)
    return "/", players_of(match_at(cup, 1, 2), 0)[0]


def of_format(format_: str, **choices: object) -> Callable[[], Page]:
    """The page of a competition of that format with a table at play."""

    def scene() -> Page:
        event = an_event(timezone.now(), format_, 8, **choices)
        one_table_plays(event)
        return f"/competitions/{event.pk}/", None

    return scene


def a_league_page() -> Page:
    return f"/competitions/{a_league(timezone.now(), entries=6).pk}/", None


def a_desk() -> Page:
    organiser = an_organiser()
    cup = a_running_cup(organiser, timezone.now())
    one_table_plays(cup)
    return f"/competitions/{cup.pk}/manage/", organiser


def with_cards(page: str) -> Callable[[], Page]:
    """A page of a match with real cards, for its organiser."""

    def scene() -> Page:
        organiser = an_organiser()
        match = match_at(a_running_cup(organiser, timezone.now(), with_cards=True), 1, 1)
        return f"/matches/{match.pk}/{page}", organiser

    return scene


def embedded() -> Page:
    return f"/embed/competitions/{a_running_cup(an_organiser(), timezone.now()).pk}/", None


def a_table_page(*, seated: bool) -> Callable[[], Page]:
    """A table, live or waiting, as one of its people sees it."""

    def scene() -> Page:
        person = a_person()
        people = [person, a_person()]
        game = a_table(timezone.now(), people=people, seated=seated, turn_seconds=120)
        return f"/tables/{game.pk}/", person

    return scene


def a_lobby() -> Page:
    """Open a lobby with a table of each kind, as a user invited to another one."""
    now, person, host = timezone.now(), a_person(), a_person()
    a_table(now, turn_seconds=120)
    waiting = a_table(now, people=[host, a_person()], seated=False)
    waiting.seats.filter(number=1).update(user=None)
    waiting.seats.filter(user=host).update(sat_at=now)
    make_friends(now, host, person)
    waiting.invitations.create(by=host, to=person, at=now)
    return "/tables/", person


LIVE_PAGES = {
    "lobby": a_lobby,
    "home": home,
    "knockout": of_format("single"),
    "double knockout": of_format("double"),
    "groups": of_format("groups", group_count=2, qualifiers=2),
    "swiss": of_format("swiss"),
    "league": a_league_page,
    "desk": a_desk,
    "score": with_cards("score/"),
    "match": with_cards(""),
    "embed": embedded,
    "table": a_table_page(seated=True),
    "waiting table": a_table_page(seated=False),
}
