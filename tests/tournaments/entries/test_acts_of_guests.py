"""Guests reach every page and every act that the pages of their competition offer them."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.accounts.people import a_guest
from tests.games.tables import a_person
from tests.tournaments.boards import a_club_cup, call_and_name, captain_of, entry_of
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.challenges.test_challenges import a_ladder, dare, entry, player
from tests.tournaments.cups import a_cup, a_running_cup, match_at, players_of
from tests.tournaments.events import an_event, award
from tests.tournaments.league_factories import a_league
from tests.tournaments.refusals import refusal
from tournaments.competitions.state import open_check_in
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import register
from tournaments.entries.substitutes import add_reserve
from tournaments.models import Challenge, Competition, Entry, Match

pytestmark = [pytest.mark.django_db]
DAY = timedelta(days=1)
TO_ACCOUNTS = ("/accounts/login/", "/accounts/signup/")
LINK, FORM = re.compile(r' href="(/[^"]*)"'), re.compile(r'<form ([^>]*method="post"[^>]*)>')
Arranged = tuple[User, list[str]]  # a player, and pages of theirs


def a_browser_of_guest(user: User) -> Client:
    """Return the browser of a player whom this makes a guest."""
    User.objects.filter(pk=user.pk).update(is_guest=True, visited_at=timezone.now())
    user.refresh_from_db()
    return a_browser(user)


def closed_ways(browser: Client, page: str) -> Iterator[str]:
    """Yield the links and forms of a page that lead to the sign-in or to an error.

    Links that offer an account are none of them.
    """
    answer = browser.get(page)
    if answer.status_code != 200:
        yield f"{page}: {answer.status_code}"
    main = answer.content.decode().partition('<main id="main"')[2].partition("</main>")[0]
    for way in sorted(set(LINK.findall(main))):
        if not way.startswith(TO_ACCOUNTS) and _is_closed(browser.get(way)):
            yield f"GET {way} of {page}"
    for attributes in FORM.findall(main):
        action = re.search(r'action="([^"]*)"', attributes)
        way = page if action is None else action[1]
        with transaction.atomic():
            answer = browser.post(way)
            transaction.set_rollback(True)
        if answer.status_code not in (409, 422) and _is_closed(answer):
            yield f"POST {way} of {page}"


def _is_closed(answer) -> bool:
    where = answer.headers.get("Location", "")
    return answer.status_code >= 400 or where.startswith(TO_ACCOUNTS)


def forming(organiser: User, now: datetime) -> Arranged:
    cup, first, other = a_cup(organiser, now, per_side=2), a_person(), a_person()
    for user in (first, other):
        register(competition_id=cup.pk, user=user, now=now)
    return first, _pages(cup, first)


def entered(organiser: User, now: datetime) -> Arranged:
    cup, user = a_cup(organiser, now, reserves=1), a_person()
    own = register(competition_id=cup.pk, user=user, now=now).entry
    return user, [*_pages(cup, user), f"/competitions/{cup.pk}/entries/{own.pk}/withdraw/"]


def at_check_in(organiser: User, now: datetime) -> Arranged:
    cup, user = a_cup(organiser, now), a_person()
    register(competition_id=cup.pk, user=user, now=now)
    open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    return user, [*_pages(cup, user), f"/c/{cup.code}/here/"]


def in_knockout(organiser: User, now: datetime) -> Arranged:
    return _first(a_running_cup(organiser, now))


def in_private(organiser: User, now: datetime) -> Arranged:
    return _first(a_running_cup(organiser, now, public=False))


def with_cards(organiser: User, now: datetime) -> Arranged:
    return _first(a_running_cup(organiser, now, with_cards=True))


def in_swiss(organiser: User, now: datetime) -> Arranged:
    user, pages = _first(an_event(now, "swiss", 5, organiser=organiser))
    own = Entry.objects.of_person(user.pk).get()
    return user, [*pages, f"/competitions/{own.competition_id}/entries/{own.pk}/withdraw/"]


def in_arena(organiser: User, now: datetime) -> Arranged:
    return _first(an_event(now, "arena", 4, organiser=organiser))


def in_league(organiser: User, now: datetime) -> Arranged:
    return _first(a_league(now, organiser=organiser, public=False))


def lost_by_absence(organiser: User, now: datetime) -> Arranged:
    event = a_running_cup(organiser, now)
    match = match_at(event, 1, 1)
    award(match, 0, now)
    return players_of(match, 1)[0], [f"/matches/{match.pk}/"]


def of_boards(organiser: User, now: datetime) -> Arranged:
    terms = {"boards": "2,1", "reserves": 1, "transfers_until": now + DAY}
    return _captain(a_club_cup(organiser, now, **terms))


def of_seen_boards(organiser: User, now: datetime) -> Arranged:
    event = a_club_cup(organiser, now, boards="1,1", reserves=1)
    match = match_at(event, 1, 1)
    captain, reserve = captain_of(match, 0), NamedPlayer("Beto")
    add_reserve(entry_id=entry_of(match, 0).pk, player=reserve, actor=captain, now=now)
    call_and_name(match, now)
    return _captain(event)


def challenged(organiser: User, now: datetime) -> Arranged:
    event = a_ladder(now)
    dare(event, 2, 1, now)
    return player(event, 1), [*_pages(event, player(event, 1)), f"/competitions/{event.pk}/ladder/"]


def challenging(organiser: User, now: datetime) -> Arranged:
    event = a_ladder(now)
    return player(event, 3), [*_pages(event, player(event, 3)), f"/competitions/{event.pk}/ladder/"]


def _first(event: Competition) -> Arranged:
    user = event.entries.order_by("pk")[0].roster.get().user
    return user, _pages(event, user)


def _captain(event: Competition) -> Arranged:
    user = captain_of(match_at(event, 1, 1), 0)
    return user, _pages(event, user)


def _pages(event: Competition, user: User) -> list[str]:
    own = event.entries.of_person(user.pk).get()
    matches = Match.objects.of(event.pk).filter(slots__entry=own).order_by("pk")[:1]
    page = f"/competitions/{event.pk}/"
    return ["/", page, f"{page}entries/{own.pk}/", *(f"/matches/{each.pk}/" for each in matches)]


STATES: list[Callable[[User, datetime], Arranged]] = [
    *(forming, entered, at_check_in, in_knockout, in_private, with_cards, in_swiss, in_arena),
    *(in_league, lost_by_absence, of_boards, of_seen_boards, challenged, challenging),
]


@pytest.mark.feature("Entries", "A guest does whatever the page of their competition offers")
@pytest.mark.parametrize("arrange", STATES)
def test_no_way_of_a_guests_own_pages_is_closed_to_them(arrange, organiser):
    user, pages = arrange(organiser, timezone.now())
    browser = a_browser_of_guest(user)
    closed = [way for page in pages for way in closed_ways(browser, page)]
    assert not closed, "\n".join(closed)


def test_a_guest_leaves_by_the_page_that_says_what_follows(organiser, now):
    event = a_running_cup(organiser, now)
    user, (_home, page, *_others) = _first(event)
    own, browser = event.entries.of_person(user.pk).get(), a_browser_of_guest(user)
    ask = f"{page}entries/{own.pk}/withdraw/"
    assert f'href="{ask}"' in text_of(browser.get(page))
    assert f'action="{page}leave/"' in text_of(browser.get(ask))
    browser.post(f"{page}leave/")
    own.refresh_from_db()
    assert own.state == Entry.State.WITHDRAWN


def test_a_challenged_guest_answers_and_is_not_taken_for_silent(organiser):
    user, pages = challenged(organiser, timezone.now())
    made, browser = Challenge.objects.get(), a_browser_of_guest(user)
    answer = browser.post(f"{pages[-1]}{made.pk}/accept/")
    made.refresh_from_db()
    assert (made.answer, answer.url) == (Challenge.Answer.ACCEPTED, f"/matches/{made.match_id}/")


def test_the_code_at_the_door_knows_a_guest(organiser):
    user, pages = at_check_in(organiser, timezone.now())
    browser = a_browser_of_guest(user)
    assert "No te encontramos" not in text_of(browser.get(pages[-1]))
    assert browser.post(pages[-1]).url == pages[-1]
    assert Entry.objects.get().checked_in_at


def test_at_the_door_a_guest_who_is_not_entered_may_sign_in(organiser):
    _user, pages = at_check_in(organiser, timezone.now())
    shown = text_of(a_browser(a_guest()).get(pages[-1]))
    assert "No te encontramos" in shown
    assert f'href="/accounts/login/?next={pages[-1]}"' in shown


def test_a_code_leads_a_guest_to_their_place_not_to_names_to_choose(organiser, now):
    event = a_running_cup(organiser, now, with_cards=True)
    user, (_home, page, *_others) = _first(event)
    browser = a_browser_of_guest(user)
    assert browser.get(f"/c/{event.code}/").url == page
    assert a_browser().get(f"/c/{event.code}/").url == f"{page}follow/"


def test_a_guest_acts_for_no_entry_but_their_own(organiser):
    event, guest = a_ladder(timezone.now()), a_guest()
    made, own = dare(event, 2, 1, timezone.now()), entry(event, 1)
    page, other = f"/competitions/{event.pk}/", entry(event, 3).pk
    acts = {
        f"entries/{own.pk}/absent/": {"number": 1, "absent": "yes"},
        f"entries/{own.pk}/pause/": {"paused": "yes"},
        f"ladder/{made.pk}/accept/": {},
        "ladder/challenge/": {"challenger": other, "challenged": own.pk},
        "reserves/": {"entry": own.pk, "player": "Beto"},
        "reserves/drop/": {"entry": own.pk, "player": own.roster.get().pk},
        "substitute/": {"entry": own.pk, "goes": 1, "comes": 2},
        "transfer/": {"entry": own.pk, "goes": 1, "player": "Beto"},
    }
    browser = a_browser(guest)
    assert browser.get(f"{page}entries/{own.pk}/withdraw/").status_code == 403
    answers = {act: browser.post(page + act, fields).status_code for act, fields in acts.items()}
    assert answers == dict.fromkeys(acts, 403)


def test_a_guest_adds_reserves_by_name_and_no_account(organiser, now):
    """An account that a stranger adds could no longer enter."""
    guest, known = a_guest(), a_person()
    cup = a_cup(organiser, now, reserves=2)
    entered = register(competition_id=cup.pk, user=guest, now=now).entry
    told = {"entry_id": entered.pk, "actor": guest, "now": now}
    assert refusal(add_reserve, player=NamedPlayer(str(known), known), **told) == "adds-by-name"
    assert add_reserve(player=NamedPlayer("Beto"), **told).reserve
    assert register(competition_id=cup.pk, user=known, now=now).entry.roster.get().user == known
