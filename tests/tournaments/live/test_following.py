"""Updates sent to followers of a competition: rendered once per language and version."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser

from games.live.fragments import frames, positioned_children
from games.live.subscribers import RenderKey
from tests.games.tables import a_person, act, state_of
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_card,
    a_cup,
    a_running_cup,
    call,
    enter,
    everybody_sits,
    match_at,
    play_match,
    players_of,
    win,
)
from tournaments.common.broadcast import competition_group
from tournaments.live.competition import BRACKET, TABLES
from tournaments.live.versions import may_follow
from tournaments.ranking import services as ranking

pytestmark = [pytest.mark.django_db, pytest.mark.both]

SPANISH, ENGLISH = RenderKey(None, "es-ar"), RenderKey(None, "en")


@pytest.fixture
def cup(organiser, now):
    return a_running_cup(organiser, now)


def version_of(cup):
    return BRACKET.versions([cup.pk])[cup.pk]


def frame_of(cup):
    return "\n".join(frames({}, BRACKET.render(cup.pk, [SPANISH]).pieces[SPANISH]))


def test_everybody_of_one_language_is_sent_the_same(cup):
    rendering = BRACKET.render(cup.pk, [SPANISH, ENGLISH])
    assert set(rendering.pieces) == {SPANISH, ENGLISH}
    assert rendering.version == version_of(cup)
    assert "data-mine" not in "".join(rendering.pieces[SPANISH].values())


@pytest.mark.parametrize("source", [BRACKET, TABLES])
def test_every_part_that_is_sent_has_its_place_on_the_page(cup, source, organiser):
    sent = set(positioned_children(source.render(cup.pk, [SPANISH]).pieces[SPANISH]))
    assert "tables" in sent
    page = f"/competitions/{cup.pk}/"
    entry = f"{page}entries/{cup.entries.confirmed().first().pk}/"
    for address in ["/", entry] if source is TABLES else [page, f"/embed{page}"]:
        page = text_of(a_browser(organiser).get(address))
        assert sent <= set(re.findall(r' id="(\w+)"', page)), address


def test_an_entrys_way_is_fetched_again_with_the_news(cup, organiser, now):
    address = f"/competitions/{cup.pk}/entries/{match_at(cup, 1, 1).slots.get(side=0).entry_id}/"
    way = re.compile(r'<section id="own-way".*?</section>', re.DOTALL)
    (before,) = way.findall(text_of(a_browser().get(address)))
    assert f'data-refresh hx-get="{address}" hx-trigger="news" hx-select="#own-way"' in before
    play_match(match_at(cup, 1, 1), 0, now)
    (after,) = way.findall(text_of(a_browser().get(address, headers={"HX-Request": "true"})))
    assert after != before


def test_the_page_opens_its_socket_in_its_own_language(cup, organiser):
    for language in ("es-ar", "en"):
        page = text_of(a_browser(language=language).get(f"/competitions/{cup.pk}/"))
        assert f'ws-connect="/ws/competitions/{cup.pk}/?language={language}"' in page


def test_the_version_follows_entries_calls_scores_and_results(cup, now):
    seen = [version_of(cup)]
    match = match_at(cup, 1, 1)
    call(match, now)
    seen.append(version_of(cup))
    game = everybody_sits(match, now)
    seen.append(version_of(cup))
    act(game, "mazo", now)
    seen.append(version_of(cup))
    win(game, 0, now)
    seen.append(version_of(cup))
    assert len(set(seen)) == len(seen)
    assert seen[-1] == version_of(cup)


def test_a_card_that_scores_nothing_is_not_sent_to_anybody(cup, now):
    match = match_at(cup, 1, 1)
    call(match, now)
    game = everybody_sits(match, now)
    before = version_of(cup)
    act(game, a_card(state_of(game)), now)
    assert version_of(cup) == before


def test_a_cup_that_was_forgotten_has_no_version(cup):
    ranking.forget_competition(competition_id=cup.pk)
    assert BRACKET.versions([cup.pk]) == {}


def test_what_people_do_is_hinted_at_once(
    organiser, now, hints, django_capture_on_commit_callbacks
):
    cup = a_running_cup(organiser, now)
    with django_capture_on_commit_callbacks(execute=True):
        play_match(match_at(cup, 1, 1), 0, now)
    assert competition_group(cup.pk) in {group for group, _ in hints}


def test_nobodys_clock_is_sent_to_all(cup, now):
    call(match_at(cup, 1, 1), now)
    frame = frame_of(cup)
    assert "<time" not in frame
    assert not re.search(r"\d\d:\d\d", frame)


def test_strangers_follow_what_is_public_alone(organiser, now):
    public = a_running_cup(organiser, now, name="Pública")
    private = a_running_cup(organiser, now, name="Privada", public=False)
    player = players_of(match_at(private, 1, 1), 0)[0]
    for reader, theirs in ((AnonymousUser(), False), (a_person(), False), (player, True)):
        assert may_follow(public.pk, reader)
        assert may_follow(private.pk, reader) is theirs
    assert not may_follow(10**30, AnonymousUser())


@pytest.mark.parametrize("entries", [8, 128])
def test_versions_and_frames_take_few_queries(
    organiser, now, entries, django_assert_max_num_queries
):
    cup = a_running_cup(organiser, now, entries=entries, cap=128)
    with django_assert_max_num_queries(3):
        BRACKET.versions([cup.pk])
    with django_assert_max_num_queries(10):
        BRACKET.render(cup.pk, [SPANISH, ENGLISH])


def test_an_entry_by_hand_is_seen_by_those_who_follow(organiser, now):
    cup = a_cup(organiser, now)
    before, person = version_of(cup), a_person()
    enter(cup, organiser, now, person)
    assert version_of(cup) != before
    assert str(person) in frame_of(cup)
