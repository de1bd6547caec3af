"""Fragments that a result sends to followers of a competition: only the changed ones."""

import re

import pytest

from games.live.fragments import frames
from games.live.subscribers import RenderKey
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match
from tests.tournaments.events import an_event, ready
from tournaments.live.competition import BRACKET
from tournaments.models import Match

pytestmark = pytest.mark.django_db

SPANISH, ENGLISH = RenderKey(None, "es-ar"), RenderKey(None, "en")


def pieces_of(event, audience=SPANISH):
    return BRACKET.render(event.pk, [audience]).pieces[audience]


def sent_between(before, now):
    return "\n".join(frames(before, now))


def test_a_result_in_a_group_sends_lines_of_its_table_and_its_match(now):
    event = an_event(now, "groups", 8, group_count=2)
    before = pieces_of(event)
    match = ready(event)[0]
    play_match(match, 0, now)
    sent = sent_between(before, pieces_of(event))
    assert sent.startswith("<tr")
    assert f'<li id="m{match.pk}"' in sent
    assert '<section id="g' not in sent
    assert len(sent) < len(sent_between({}, before)) / 3


@pytest.mark.feature("Competitions", "Pages follow live, and only what changed is sent")
def test_a_result_in_a_bracket_sends_two_matches(now):
    cup = a_running_cup(an_organiser(), now, entries=16, cap=16)
    before = pieces_of(cup)
    play_match(match_at(cup, 1, 1), 0, now)
    sent = sent_between(before, pieces_of(cup))
    assert [line[:8] for line in sent.split("\n")] == ['<li id="m'[:8]] * 2
    assert len(sent.encode()) <= 3072


def test_a_round_that_is_paired_sends_the_group_it_stands_in(now):
    event = an_event(now, "swiss", 4)
    before = pieces_of(event)
    for match in ready(event):
        play_match(match, 0, now)
    sent = sent_between(before, pieces_of(event))
    paired = Match.objects.of(event.pk).filter(round__number=2)
    assert sent.count('<section id="g') == 1
    assert all(f'<li id="m{match.pk}"' in sent for match in paired)


@pytest.mark.parametrize(("audience", "words"), [(SPANISH, "Cuadro"), (ENGLISH, "Bracket")])
def test_pieces_speak_the_language_of_their_readers(now, audience, words):
    drawn = sent_between({}, pieces_of(a_running_cup(an_organiser(), now), audience))
    assert words in drawn
    assert not re.search(r"{[{%]|<!--", drawn)


def test_the_end_of_a_competition_changes_its_badge(now):
    cup = a_running_cup(an_organiser(), now, entries=2)
    before = pieces_of(cup)
    assert "en juego" in before["state"]
    play_match(match_at(cup, 1, 1), 0, now)
    sent = sent_between(before, pieces_of(cup))
    assert '<span id="state" class="badge">terminada</span>' in sent
