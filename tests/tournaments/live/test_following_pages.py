"""Finding a table with real cards: the QR code leads to the names, a tap follows one."""

import re
from datetime import datetime

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, players_of
from tests.tournaments.events import an_event, organiser_of
from tests.tournaments.halls import call_who_may
from tournaments.models import Competition

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')


@pytest.mark.feature("Entries", "With real cards the QR leads to the pairs, and a tap follows one")
def test_by_the_qr_and_one_tap_a_stranger_finds_their_table(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4, with_cards=True)
    entry = match_at(cup, 1, 2).slots.get(side=0).entry
    call_who_may(now)
    stranger = a_browser()
    listed = stranger.get(f"/c/{cup.code}/", follow=True)
    assert f'value="{entry.pk}"' in text_of(listed)
    address = listed.redirect_chain[-1][0]
    page = text_of(stranger.post(address, {"entry": entry.pk}, follow=True))
    assert f"<bdi>{entry}</bdi></b>" in page
    assert "Partido 2,\n      contra " in page
    assert f'data-own="{entry.pk}"' in page
    news = text_of(stranger.get(f"/competitions/{cup.pk}/own/"))
    assert f'data-about="{entry.pk}"' in news
    assert "Partido 2,\n      contra " in news
    again = stranger.get(f"/c/{cup.code}/")
    assert again["location"] == f"/competitions/{cup.pk}/"
    assert "¿Contra quién juego?" in text_of(a_browser().get(f"/competitions/{cup.pk}/"))


def test_after_news_a_follower_still_enters_under_a_name_of_their_own(now: datetime) -> None:
    event = an_event(now, "swiss", 5)
    Competition.objects.update(with_cards=True, late_entries=True, members_only=True)
    stranger, page = a_browser(), f"/competitions/{event.pk}/"
    stranger.post(f"{page}follow/", {"entry": event.entries.order_by("pk")[0].pk})
    whole, news = text_of(stranger.get(page)), text_of(stranger.get(f"{page}own/"))
    form = re.compile(r'<section [^>]*id="join".*?</section>', re.DOTALL)
    shown = [TOKEN.sub("", form.search(text)[0]) for text in (whole, news)]
    assert 'name="display_name"' in shown[0]
    assert shown[1] == shown[0]


def test_who_follows_the_one_that_rests_reads_so(now: datetime) -> None:
    event = an_event(now, "swiss", 5)
    Competition.objects.update(with_cards=True)
    playing = {
        slot.entry_id
        for match in event.stages.get().groups.get().rounds.get(number=1).matches.all()
        for slot in match.slots.all()
        if match.state == "ready"
    }
    resting = event.entries.exclude(pk__in=playing).get()
    stranger = a_browser()
    page = stranger.post(f"/competitions/{event.pk}/follow/", {"entry": resting.pk}, follow=True)
    assert "Descansa esta ronda." in text_of(page)


def test_who_plays_or_runs_it_is_led_to_the_page_and_so_is_everybody_on_screens(
    now: datetime,
) -> None:
    cup = a_running_cup(an_organiser(), now, entries=4, with_cards=True)
    player = players_of(match_at(cup, 1, 1), 0)[0]
    for person in (player, organiser_of(cup)):
        assert a_browser(person).get(f"/c/{cup.code}/")["location"] == f"/competitions/{cup.pk}/"
    on_screens = a_running_cup(an_organiser(), now, entries=4)
    led = a_browser().get(f"/c/{on_screens.code}/")["location"]
    assert led == f"/competitions/{on_screens.pk}/"


@pytest.mark.parametrize("entry", ["x", "-1", "9" * 30, "1\0"])
def test_bad_input_follows_nobody(now: datetime, entry: str) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, with_cards=True)
    browser = a_browser()
    assert browser.post(f"/competitions/{cup.pk}/follow/", {"entry": entry}).status_code == 422
    assert "Tu lugar" not in text_of(browser.get(f"/competitions/{cup.pk}/"))


def test_only_entries_of_an_event_one_may_see_are_followed(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, with_cards=True)
    other = a_running_cup(an_organiser(), now, entries=2, with_cards=True, public=False)
    foreign = other.entries.earliest("pk").pk
    browser = a_browser(a_person())
    assert browser.post(f"/competitions/{cup.pk}/follow/", {"entry": foreign}).status_code == 404
    assert browser.get(f"/competitions/{other.pk}/follow/").status_code == 404
