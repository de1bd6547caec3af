"""The desk of a large event: how much its page weighs, and what a result sends to it."""

import re
from datetime import datetime, timedelta

import pytest

from games.live.fragments import child_ids, frames, positioned_children
from games.live.subscribers import RenderKey
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import SECOND, an_organiser, call, everybody_sits, players_of, sit
from tests.tournaments.desks import (
    an_evening_of,
    drafted,
    drawn_event,
    judge_called,
    nobody_yet,
    on_screen,
    slips_that_disagree,
    timed,
)
from tests.tournaments.events import organiser_of, ready
from tests.tournaments.halls import call_who_may, write
from tests.tournaments.timed import LENGTH
from tournaments.dashboard.live import DESKS, FRAMES, TOKEN, runs
from tournaments.dashboard.queries import Dashboard, Snapshot, read_flags
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match
from tournaments.round_clock import services as round_clock

pytestmark = pytest.mark.django_db

SPANISH = RenderKey(None, "es-ar")
KILOBYTE = 1024


def pieces_of(event: Competition, source=DESKS) -> dict[str, str]:
    return source.render(event.pk, [SPANISH]).pieces[SPANISH]


def an_open_match(event: Competition) -> Match:
    return Match.objects.of(event.pk).filter(state__in=Match.PLAYABLE)[0]


@pytest.fixture
def large(now: datetime) -> Competition:
    """128 entries, two of their 64 results written."""
    return an_evening_of(now, entries=128, results=2)


@pytest.mark.feature(
    "Judging", "The dashboard of 128 entries is light, and a result sends only changes"
)
@pytest.mark.sampled
def test_the_page_of_128_entries_is_light_and_a_result_sends_what_changed(large, now) -> None:
    page = a_browser(organiser_of(large)).get(f"/competitions/{large.pk}/manage/")
    assert len(page.content) <= 60 * KILOBYTE
    assert text_of(page).count('class="tile ') == 64
    before = pieces_of(large)
    match = an_open_match(large)
    write(match, now)
    sent = "\n".join(frames(before, pieces_of(large)))
    assert re.findall(r'^<\w+ id="(t\d+|needs|tiles|roster|podium|n\d+)"', sent, re.MULTILINE) == [
        f"t{match.pk}"
    ]
    assert len(sent.encode()) <= 4 * KILOBYTE


@pytest.mark.parametrize("state", [slips_that_disagree, judge_called])
def test_every_piece_that_is_sent_has_its_place_on_the_page(state, now) -> None:
    event = state(now)
    browser = a_browser(organiser_of(event))
    pages = {"manage/": DESKS, "manage/?s=log": FRAMES, "results/": FRAMES, "hall/": FRAMES}
    for path, source in pages.items():
        page = text_of(browser.get(f"/competitions/{event.pk}/{path}"))
        there = re.findall(r' id="([\w-]+)"', page)
        assert set(positioned_children(pieces_of(event, source))) <= set(there), path
        assert len(there) == len(set(there)), path


def test_pages_with_a_step_of_their_own_have_the_place_of_the_next_one_too(now) -> None:
    event = drafted(now)
    browser = a_browser(organiser_of(event))
    for path in ("paste/", "draft/", "entered/", "officials/"):
        page = text_of(browser.get(f"/competitions/{event.pk}/{path}"))
        there = re.findall(r' id="([\w-]+)"', page)
        assert set(positioned_children(pieces_of(event, FRAMES))) <= set(there), path


def test_a_form_has_the_readers_token_on_the_page_and_none_in_what_all_are_sent(now) -> None:
    event = slips_that_disagree(now)
    shown = pieces_of(event)
    assert shown[TOKEN] == ""
    forms = [name for name, piece in shown.items() if "<form" in piece]
    assert forms
    assert all(TOKEN in child_ids(shown[name]) for name in forms)
    assert "csrfmiddlewaretoken" not in "".join(frames({}, shown))
    page = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/manage/"))
    (main,) = re.findall(r'<section id="needs".*?</section>', page, re.DOTALL)
    assert main.count('name="csrfmiddlewaretoken"') == main.count("<form") > 0


@pytest.mark.feature("Judging", "Slips that disagree are shown next to each other")
def test_slips_that_disagree_stand_side_by_side_and_one_is_kept_with_one_button(now) -> None:
    event = slips_that_disagree(now)
    browser = a_browser(organiser_of(event))
    page = text_of(browser.get(f"/competitions/{event.pk}/manage/"))
    (card,) = re.findall(r'<li id="n\d+" class="need red">.*?</form>', page, re.DOTALL)
    assert re.findall(r'<b class="num">(\d–\d)</b>', card) == ["5–3", "5–4"]
    likeliest = card[: card.index("<details")]
    address, claimed = re.findall(
        r'formaction="([^"]*)" name="claimed" value="([^"]*)"', likeliest
    )[0]
    assert "Dejar 5–3</button>" in likeliest
    assert browser.post(address, {"claimed": claimed}).status_code == 302
    kept = Match.objects.get(pk=int(re.findall(r"/results/(\d+)/", address)[0]))
    assert (kept.state, kept.winner) == (Match.State.COMPLETED, 0)
    after = text_of(browser.get(f"/competitions/{event.pk}/manage/"))
    assert "No coinciden" not in after
    assert f'href="/matches/{kept.pk}/reopen/"' in after  # the way to undo it


def test_who_is_missing_becomes_a_card_once_half_of_the_time_is_over(now: datetime) -> None:
    event = on_screen(now)
    half = now + timedelta(minutes=event.sit_down_minutes) / 2

    def at(moment: datetime) -> list[str]:
        return [card.title for card in Dashboard(Snapshot(event, moment)).cards]

    assert at(now) == at(half - SECOND) == []
    titles = at(half)
    assert titles.count("Todavía no llegó nadie") == 2
    assert sum(title.startswith("Falta ") for title in titles) == 1


def test_a_pause_gives_those_who_are_missing_the_whole_time_again(now: datetime) -> None:
    event, later = on_screen(now), now + timedelta(hours=1)
    acting = {"competition_id": event.pk, "actor": organiser_of(event)}
    lifecycle.pause(**acting, now=now)
    lifecycle.resume(**acting, now=later)
    event.refresh_from_db()
    assert Dashboard(Snapshot(event, later + SECOND)).cards == []


def test_a_desk_is_drawn_anew_as_time_passes_while_somebody_is_awaited(now: datetime) -> None:
    event = on_screen(now)
    marks = [read_flags(event, now + step * SECOND).awaited for step in (0, 30)]
    assert marks[0] != marks[1]
    for match in Match.objects.of(event.pk).sitting_down():
        everybody_sits(match, now)
    assert read_flags(event, now).awaited == 0


@pytest.mark.feature("Judging", "Results missing after the bell are a card of the dashboard")
def test_what_the_bell_left_unwritten_is_a_card_once_the_tables_were_told(now) -> None:
    event = timed(now)
    call_who_may(now)
    first, *others = Match.objects.of(event.pk).filter(state=Match.State.CALLED)
    clock = round_clock.start_clock(
        round_id=first.round_id, actor=organiser_of(event), now=now - 2 * LENGTH
    )
    before, version = pieces_of(event), DESKS.versions([event.pk])
    assert "nadie cargó" not in positioned_children(before)["needs"]  # whatever the hour
    round_clock.notify_round_time_up(clock_id=clock.pk, now=now)
    assert DESKS.versions([event.pk]) != version
    needs = positioned_children(pieces_of(event))["needs"]
    assert "o nadie cargó" in needs
    assert "Cargar los 4 que faltan" in needs
    for match in (first, *others):
        write(match, now)
    assert "nadie cargó" not in positioned_children(pieces_of(event))["needs"]


def test_where_the_next_step_asks_for_people_nothing_claims_to_be_in_order(now) -> None:
    drawn_now = positioned_children(pieces_of(nobody_yet(now)))
    assert "Falta gente" in drawn_now["next"]
    assert "Nada para decidir por ahora" in drawn_now["needs"]
    assert "en orden" not in drawn_now["needs"]


def test_only_who_runs_it_follows_the_desk(now) -> None:
    event = judge_called(now)
    assert runs(event.pk, organiser_of(event))
    for other in (a_person(), an_organiser()):
        assert not runs(event.pk, other)
        assert a_browser(other).get(f"/competitions/{event.pk}/manage/").status_code == 403


def test_who_sits_down_is_news_at_the_desk(now) -> None:

    event = drawn_event(now)
    Competition.objects.filter(pk=event.pk).update(state=Competition.State.RUNNING)
    match = ready(event)[0]
    game = call(match, now)
    before = DESKS.versions([event.pk])
    sit(game, players_of(match, 0)[0], now=now)
    assert DESKS.versions([event.pk]) != before
