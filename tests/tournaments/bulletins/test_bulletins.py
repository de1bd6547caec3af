"""Bulletins of an organiser: recipients, duration and rate limit."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.common.notification_types import BULLETIN
from tests.games.tables import a_person
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, match_at, players_of
from tests.tournaments.refusals import at_once, refusal
from tournaments.bulletins.queries import bulletin_for, bulletins_for
from tournaments.bulletins.services import AT_ONCE, IN, send_bulletin, take_bulletin_back
from tournaments.common.notifications import OCCASIONS
from tournaments.judging.officials import appoint_official
from tournaments.lifecycle import services as lifecycle
from tournaments.live.competition import BRACKET
from tournaments.live.match import NEXT_MATCHES
from tournaments.models import AuditEvent, Bulletin, Competition, Official
from tournaments.models.bulletins import LIFE

pytestmark = [pytest.mark.django_db, pytest.mark.both]
FOOD = "A comer, seguimos 22:15"
SECOND = timedelta(seconds=1)


@pytest.fixture
def cup(organiser, now: datetime) -> Competition:
    return a_running_cup(organiser, now)


def say(cup: Competition, actor, now: datetime, text: str = FOOD) -> Bulletin:
    return send_bulletin(competition_id=cup.pk, actor=actor, text=text, now=now)


def standing(cup: Competition, now: datetime) -> list[str]:
    return list(cup.bulletins.standing(now).values_list("text", flat=True))


def test_it_stands_until_its_time_is_up(cup, organiser, now):
    say(cup, organiser, now, "  A   comer ")
    assert standing(cup, now) == ["A comer"]
    assert standing(cup, now + LIFE - SECOND) == ["A comer"]
    assert standing(cup, now + LIFE) == []
    event = cup.audit.get(act=AuditEvent.Act.BULLETIN)
    assert (event.actor, event.reason) == (organiser, "A comer")


def test_the_next_one_takes_its_place(cup, organiser, now):
    say(cup, organiser, now)
    say(cup, organiser, now + SECOND, "Final en la mesa 1")
    assert standing(cup, now + 2 * SECOND) == ["Final en la mesa 1"]


def test_a_clock_set_back_holds_no_bulletin_up(cup, organiser, now):
    for number in range(AT_ONCE):
        say(cup, organiser, now + number * SECOND)
    earlier = now - timedelta(hours=1)
    said = say(cup, organiser, earlier, "Final en la mesa 1")
    assert standing(cup, earlier) == ["Final en la mesa 1"]
    take_bulletin_back(bulletin_id=said.pk, actor=organiser, now=earlier - timedelta(hours=1))
    assert standing(cup, earlier) == []


def test_it_is_taken_back_once(cup, organiser, now):
    said = say(cup, organiser, now)
    told = {"bulletin_id": said.pk, "now": now + SECOND}
    assert refusal(take_bulletin_back, actor=a_person("nadie"), **told) == "not-organiser"
    take_bulletin_back(actor=organiser, **told)
    assert standing(cup, now + SECOND) == []
    assert refusal(take_bulletin_back, actor=organiser, **told) == "no-bulletin"
    nobodys = {"bulletin_id": 10**9, "now": now}
    assert refusal(take_bulletin_back, actor=organiser, **nobodys) == "no-bulletin"


def test_nobody_else_says_anything(cup, organiser, now):
    judge = a_person("jueza")
    appoint_official(
        competition_id=cup.pk, actor=organiser, user=judge, role=Official.Role.JUDGE, now=now
    )
    for person in (judge, a_person("nadie"), an_organiser()):
        told = {"competition_id": cup.pk, "text": FOOD, "now": now}
        assert refusal(send_bulletin, actor=person, **told) == "not-organiser"
    assert not Bulletin.objects.exists()


@pytest.mark.parametrize("text", ["", "   ", "x" * 281])
def test_it_has_words_and_not_too_many(cup, organiser, now, text):
    told = {"competition_id": cup.pk, "text": text, "now": now}
    assert refusal(send_bulletin, actor=organiser, **told) == "badly-written"


def test_it_is_no_way_to_chat(cup, organiser, now):
    for number in range(AT_ONCE):
        say(cup, organiser, now + number * SECOND)
    told = {"competition_id": cup.pk, "text": FOOD, "actor": organiser}
    assert refusal(send_bulletin, now=now + IN - SECOND, **told) == "too-many-bulletins"
    say(cup, organiser, now + IN)


def test_a_draft_and_what_was_cancelled_have_nobody_to_hear_it(organiser, now):
    cup = a_cup(organiser, now)
    lifecycle.cancel(competition_id=cup.pk, actor=organiser, now=now, reason="lluvia")
    told = {"competition_id": cup.pk, "text": FOOD, "now": now}
    assert refusal(send_bulletin, actor=organiser, **told) == "wrong-state"


@pytest.mark.feature("Competitions", "Players and officials get a bulletin as a notification")
def test_players_and_officials_are_told_and_others_are_not(organiser, now):
    now = timezone.now()
    cup = a_running_cup(organiser, now)
    judge, stranger = a_person("jueza"), a_person("nadie")
    appoint_official(
        competition_id=cup.pk, actor=organiser, user=judge, role=Official.Role.JUDGE, now=now
    )
    said = say(cup, organiser, now)
    occasion = OCCASIONS[BULLETIN]
    people = occasion.people(said.pk)
    players = {one.pk for one in players_of(match_at(cup, 1, 1), 0)}
    assert players < people
    assert judge.pk in people
    assert stranger.pk not in people
    notice = occasion.words(said.pk, judge)
    assert notice is not None
    assert (notice.title, notice.body) == (cup.name, FOOD)
    assert notice.url == f"/competitions/{cup.pk}/"
    take_bulletin_back(bulletin_id=said.pk, actor=organiser, now=now)
    assert occasion.words(said.pk, judge) is None


def test_who_follows_is_shown_it_at_once_and_no_longer_when_it_is_taken_back(organiser):
    now = timezone.now()
    cup = a_running_cup(organiser, now)
    player = players_of(match_at(cup, 1, 1), 0)[0]

    def marks() -> tuple[object, object]:
        return BRACKET.versions([cup.pk])[cup.pk], NEXT_MATCHES.versions([player.pk])[player.pk]

    before = marks()
    said = say(cup, organiser, now)
    during = marks()
    assert all(old != new for old, new in zip(before, during, strict=True))
    assert bulletin_for(player, now) == said
    assert bulletin_for(a_person("nadie"), now) is None
    take_bulletin_back(bulletin_id=said.pk, actor=organiser, now=now)
    assert bulletin_for(player, now) is None
    assert all(old != new for old, new in zip(during, marks(), strict=True))


def test_the_newest_where_a_person_plays_and_the_one_of_a_cup_are_told_apart(
    cup, organiser, now, django_assert_num_queries
):
    other, gone = a_running_cup(organiser, now), a_running_cup(organiser, now)
    player = players_of(match_at(cup, 1, 1), 0)[0]
    own, theirs = say(cup, organiser, now, "Uno"), say(other, organiser, now, "Dos")
    with django_assert_num_queries(1):
        assert bulletins_for(player, other, now) == (own, theirs)
    assert bulletins_for(player, cup, now) == (own, own)
    assert bulletins_for(player, gone, now) == (own, None)
    assert bulletins_for(a_person("nadie"), other, now) == (None, theirs)
    assert bulletins_for(player, other, now + LIFE) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_stands(now):
    organiser = an_organiser()
    cup = a_running_cup(organiser, now)
    at_once(lambda: say(cup, organiser, now, "Uno"), lambda: say(cup, organiser, now, "Dos"))
    assert len(standing(cup, now)) == 1
    assert cup.bulletins.count() == 2
