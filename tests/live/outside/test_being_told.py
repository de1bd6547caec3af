"""Push messages in browsers: sent through Celery after an event, until a browser reads them."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Membership, PushSubscription, User
from games.engine import view
from games.models import Game, Seat
from games.play import abandonment, presence
from games.play.notifications import notify_seat, send_invitation
from games.play.seats import annul_game
from games.table_view.labels import RANKS, SUITS
from tests.accounts.subscribed import Subscribed, subscribe
from tests.games.friends import a_private_table, ask, make_friends
from tests.games.tables import (
    a_legal_token,
    a_person,
    a_table,
    act,
    may_fold,
    state_of,
    whoever_acts,
)
from tests.live.scenes import a_match_at_its_table, a_ready_match
from tests.tournaments.cups import a_cup, an_organiser, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import a_league, fixture
from tests.truco_site.receivers import PATIENCE, Receiver, a_receiver
from tournaments.common.notifications import deliver_notifications
from tournaments.competitions import state
from tournaments.judging.services import call_judge
from tournaments.models import Match
from tournaments.schedule import services as schedule
from truco_site.embedded.celery import tasks

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = timedelta(hours=1)


class PushInbox:
    """The push messages of some users, once their push service has them."""

    def __init__(self, receiver: Receiver, begin: Callable[[], None]) -> None:
        self._receiver = receiver
        self.begin = begin  # worker and beat: what waits for them is done from then on
        self._keys: dict[str, Subscribed] = {}

    def in_a_browser_of(self, person: User) -> Client:
        """Subscribe a user in a separate browser."""
        browser = Client()
        browser.force_login(person)
        keys = self._keys.setdefault(person.username, Subscribed())
        endpoint = self._receiver.url(f"/201/{person.username}")
        assert subscribe(browser, endpoint, keys).status_code == 204
        return browser

    def next(self) -> tuple[str, dict[str, Any]]:
        """Return the next message and its recipient."""
        got = self._receiver.received()
        name = got.path.rpartition("/")[2]
        return name, json.loads(self._keys[name].read(got.body))

    def people(self, number: int) -> dict[str, dict[str, Any]]:
        """Check that exactly this many users get the message."""
        told = dict(self.next() for _ in range(number))
        assert self._receiver.requests.empty()
        return told


@pytest.fixture
def push_inbox(tmp_path: Any, settings: Any) -> Iterator[PushInbox]:
    with a_receiver(tmp_path) as receiver, ExitStack() as running:
        settings.LOCAL_RECEIVERS = receiver.trusted

        def begin() -> None:
            settings.ALARM = True
            running.enter_context(tasks())

        yield PushInbox(receiver, begin)


def both_of(match: Match) -> tuple[User, User]:
    return players_of(match, 0)[0], players_of(match, 1)[0]


@pytest.mark.feature("Notifications", "Push: a called match")
def test_a_called_match_is_told_to_those_who_play_it(push_inbox: PushInbox) -> None:
    match = a_ready_match()
    one, other = both_of(match)
    User.objects.filter(pk=other.pk).update(language="en")
    for person in (one, other, organiser_of(match.competition)):
        push_inbox.in_a_browser_of(person)
    push_inbox.begin()  # which calls it
    said = push_inbox.people(2)
    table = match.games.get().game
    assert said.keys() == {one.username, other.username}
    assert said[one.username]["title"] == f"{match.competition}: tu partido"
    where = f"Partido 1, contra {other}. Sentate antes de las "
    assert said[one.username]["body"].startswith(where)
    assert said[other.username]["title"] == f"{match.competition}: your match"
    assert said[one.username]["url"] == f"/tables/{table.pk}/"
    assert said[one.username]["tag"] == f"called-{match.pk}"


@pytest.mark.feature("Notifications", "Push: hours offered and agreed")
def test_offered_hours_are_told_to_the_other_side_and_the_agreed_one_to_all_others(
    push_inbox: PushInbox,
) -> None:
    match = fixture(a_league(timezone.now()), 1)
    home, away = both_of(match)
    for person in (home, away):
        push_inbox.in_a_browser_of(person)
    push_inbox.begin()
    at = match.scheduled_at + HOUR
    schedule.propose_times(match_id=match.pk, user=home, times=[at], now=timezone.now())
    name, said = push_inbox.next()
    assert (name, said["title"]) == (away.username, f"{home} te propone horarios")
    assert said["url"] == f"/matches/{match.pk}/"
    offer = match.proposals.get()
    schedule.accept_time(proposal_id=offer.pk, user=away, now=timezone.now())
    name, said = push_inbox.next()
    assert (name, said["title"]) == (home.username, f"Tu partido contra {away}")
    assert said["body"].startswith("Se juega el ")


def test_a_friend_is_told_who_asks_them_to_which_game_and_of_no_table_that_is_gone(
    push_inbox: PushInbox,
) -> None:
    now, ana, luis = timezone.now(), a_person("ana"), a_person("luis")
    make_friends(now, ana, luis)
    push_inbox.in_a_browser_of(luis)
    User.objects.filter(pk=luis.pk).update(language="en")
    game = a_private_table(now, ana)
    push_inbox.begin()
    invitation = ask(game, ana, luis, now)
    said = push_inbox.people(1)[luis.username]
    assert said["title"] == "ana invites you to their table"
    assert said["body"].startswith("Argentine truco, ")
    assert said["url"] == f"/tables/{game.pk}/asked/"
    annul_game(game_id=game.pk, now=now)
    still(push_inbox, lambda: send_invitation(invitation_id=invitation.pk, now=now), luis)


@pytest.mark.feature("Notifications", "Push: the judge is called")
def test_a_call_for_the_judge_is_told_to_who_may_rule(push_inbox: PushInbox) -> None:
    match, _ = a_match_at_its_table()
    one, other = both_of(match)
    organiser = organiser_of(match.competition)
    for person in (one, other, organiser):
        push_inbox.in_a_browser_of(person)
    push_inbox.begin()
    call_judge(match_id=match.pk, actor=one, text="¡Fue renuncio!", now=timezone.now())
    (said,) = push_inbox.people(1).values()
    assert said["title"] == "Llaman al juez"
    assert said["body"] == f"{match.competition}. Partido 1."
    assert "renuncio" not in str(said)


@pytest.mark.feature("Notifications", "Push: a club opens a competition")
def test_an_opened_registration_is_told_to_the_club_but_not_to_who_opened_it(
    push_inbox: PushInbox,
) -> None:
    organiser, member = an_organiser(), a_person("carla")
    cup = a_cup(organiser, timezone.now(), opened=False)
    Membership.objects.create(club=cup.club, user=member)
    for person in (organiser, member, a_person("dani")):
        push_inbox.in_a_browser_of(person)
    push_inbox.begin()
    state.open_registration(competition_id=cup.pk, actor=organiser, now=timezone.now())
    said = push_inbox.people(1)
    assert said["carla"]["title"] == cup.name
    assert said["carla"]["body"] == f"{cup.club} abre la inscripción."


# ---- a turn ----


def arrive(game: Game, seat: Seat, now: datetime) -> None:
    """The person of a seat opens the table."""
    presence.arrive(
        game_id=game.pk, seat=seat.number, user_id=seat.user_id or 0, socket="tab", now=now
    )


def away_when_awaited(push_inbox: PushInbox, *, is_away: bool = True) -> tuple[Any, User]:
    """A rival has just acted; whose turn it is now had the table open, and maybe has not now."""
    now = timezone.now()
    game = a_table(now, turn_seconds=120, dealt=may_fold)
    mano = whoever_acts(game)
    other = game.seats.exclude(pk=mano.pk).get()
    arrive(game, other, now)
    push_inbox.in_a_browser_of(other.user)
    if is_away:
        presence.leave(game_id=game.pk, socket="tab", now=now)
    game.refresh_from_db()
    push_inbox.begin()
    act(game, "truco", now)
    return game, other.user


@pytest.mark.feature("Notifications", "Push: a turn at a table the player left, without a card")
def test_who_left_the_table_is_told_that_it_waits_and_no_card_is_named(
    push_inbox: PushInbox,
) -> None:
    game, person = away_when_awaited(push_inbox)
    name, said = push_inbox.next()
    assert (name, said["title"], said["url"]) == (
        person.username,
        "Te toca",
        f"/tables/{game.pk}/",
    )
    held = view(state_of(game), game.seats.get(user=person).number).own
    words = str(said).lower()
    assert not [card for card in held if f"'{card}'" in words]
    suits = (suit.split()[-1] for suit in SUITS.values())
    assert not [word for word in (*RANKS.values(), *suits) if f" {word}" in words]


def test_a_table_that_all_had_left_goes_on_and_says_so(push_inbox: PushInbox) -> None:
    now = timezone.now()
    game = a_table(now, turn_seconds=120)
    first, second = game.seats.order_by("number")
    game.seats.update(automatic=True, absent_since=now)
    abandonment.pause_abandoned(game)
    push_inbox.in_a_browser_of(second.user)
    push_inbox.begin()
    arrive(game, first, now)
    (said,) = push_inbox.people(1).values()
    assert said["title"] == "La mesa sigue"


# ---- what is not so any more ----


def still(push_inbox: PushInbox, check: Callable[[], None], person: User) -> None:
    """Check that no message arrived before the next one: messages keep their order."""
    check()
    PushSubscription.objects.exclude(user=person).delete()
    lifecycle_news(person)
    assert push_inbox.next()[1]["tag"].startswith("news")


def lifecycle_news(person: User) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now(), opened=False)
    Membership.objects.create(club=cup.club, user=person)
    state.open_registration(competition_id=cup.pk, actor=organiser, now=timezone.now())


def test_who_sits_at_the_table_already_is_not_called_to_it(push_inbox: PushInbox) -> None:
    match, _ = a_match_at_its_table()
    one, _ = both_of(match)
    push_inbox.in_a_browser_of(one)
    push_inbox.begin()
    late = {"kind": "called", "about": match.pk, "without": None, "now": timezone.now()}
    still(push_inbox, lambda: deliver_notifications(**late), one)


def test_who_has_the_table_open_is_not_told_of_a_turn(push_inbox: PushInbox) -> None:
    game, person = away_when_awaited(push_inbox, is_away=False)
    number = game.seats.get(user=person).number
    late = {"game_id": game.pk, "number": number, "now": timezone.now()}
    still(push_inbox, lambda: notify_seat(**late), person)


def test_who_signed_out_is_told_nothing(push_inbox: PushInbox) -> None:
    match = a_ready_match()
    one, other = both_of(match)
    push_inbox.in_a_browser_of(one).post("/accounts/logout/")
    push_inbox.in_a_browser_of(other)
    push_inbox.begin()  # which calls it
    assert push_inbox.people(1).keys() == {other.username}


def test_a_push_service_that_hangs_delays_nobody(push_inbox: PushInbox) -> None:
    match = a_ready_match()
    one, other = both_of(match)
    push_inbox.in_a_browser_of(other)
    hanging = PushSubscription.objects.get().endpoint.replace("/201/", "/hang/")
    hanging = hanging.replace(other.username, one.username)
    browser = push_inbox.in_a_browser_of(one)
    PushSubscription.objects.filter(user=one).update(endpoint=hanging)
    before = timezone.now()
    push_inbox.begin()
    assert {push_inbox.next()[0], push_inbox.next()[0]} == {one.username, other.username}
    assert timezone.now() - before < timedelta(seconds=PATIENCE)
    assert browser.get("/").status_code == 200


def test_a_late_task_for_a_table_that_ended_says_nothing(push_inbox: PushInbox) -> None:
    game, person = away_when_awaited(push_inbox)
    push_inbox.next()
    act(game, a_legal_token(game), timezone.now())
    game.refresh_from_db()
    game.status = game.Status.ANNULLED
    game.act_by = None
    game.save()
    number = game.seats.get(user=person).number
    late = {"game_id": game.pk, "number": number, "now": timezone.now()}
    still(push_inbox, lambda: notify_seat(**late), person)
