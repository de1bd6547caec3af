"""What is sent of a fragment to somebody who was shown the one before it."""

import pytest
from django.utils.safestring import SafeString

from games.live.hub import Audience
from tests.tournaments.cups import a_running_cup, an_organiser, match_at, play_match
from tests.tournaments.events import an_event, ready
from tournaments.live.competition import BRACKET
from tournaments.live.news import PART, in_lines, news

SPANISH = Audience(None, "es")
TABLE = '<table id="t">\n<tr id="t1-1">{}</tr>\n<tr id="t1-2">{}</tr>\n</table>'
LIST = '<ol id="o">\n<li id="m1">{}</li>\n</ol>'


def test_nothing_new_is_nothing_to_send():
    assert news(LIST, LIST) == ""


def test_a_piece_that_changed_is_sent_alone():
    assert news(TABLE.format("a", "b"), TABLE.format("a", "c")) == '<tr id="t1-2">c</tr>'


def test_rows_of_tables_come_first_as_parsers_need_them():
    before = PART.join((LIST.format("a"), TABLE.format("a", "b")))
    after = PART.join((LIST.format("x"), TABLE.format("y", "b")))
    assert news(before, after) == '<tr id="t1-1">y</tr><li id="m1">x</li>'


def test_a_part_with_another_shape_is_sent_whole():
    after = LIST.format("a").replace("</ol>", '<li id="m2">b</li>\n</ol>')
    assert news(PART.join((LIST.format("a"), "<p>")), PART.join((after, "<p>"))) == after


def test_whatever_is_in_doubt_is_sent_whole():
    assert news("a", PART.join("ab")) == PART.join("ab")


def test_parts_are_written_without_blank_lines():
    assert in_lines("<ol>\n\n  <li>\n</ol>\n") == "<ol>\n<li>\n</ol>"
    assert isinstance(in_lines(""), SafeString)


def frame_of(event):
    return BRACKET.render(event.pk, [SPANISH]).frames[SPANISH]


@pytest.mark.django_db
def test_a_result_in_a_group_sends_lines_of_its_table_alone(now):
    event = an_event(now, "groups", 8, group_count=2)
    before = frame_of(event)
    match = ready(event)[0]
    play_match(match, 0, now)
    sent = news(before, frame_of(event))
    assert sent.startswith("<tr")
    assert f'<li id="m{match.pk}"' in sent
    assert len(sent) < len(before) / 3


@pytest.mark.django_db
def test_a_result_in_a_bracket_sends_two_matches(now):
    cup = a_running_cup(an_organiser(), now, entries=16, cap=16)
    before = frame_of(cup)
    play_match(match_at(cup, 1, 1), 0, now)
    sent = news(before, frame_of(cup))
    assert sent.count("<li id=") == 2
    assert len(sent.encode()) <= 3072
