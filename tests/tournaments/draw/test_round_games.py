"""Rounds with their own number of games: stored, drawn matches, a change of length, the form."""

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import an_event, award_all, organiser_of, ready
from tests.tournaments.lifecycle.test_pages_creating import fields
from tournaments import verification
from tournaments.changes.lengths import change_length
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match, Round
from tournaments.results.services import submit_result

pytestmark = [pytest.mark.django_db]


def games(event):
    rounds = Round.objects.filter(group__stage__competition=event).order_by("part", "number")
    return [row.best_of for row in rounds]


@pytest.mark.feature("Formats", "Games per round: a list, at best of or a fixed number")
def test_each_round_of_a_bracket_has_its_games(now):
    event = an_event(now, "single", 8, round_games="1,3")
    assert games(event) == [1, 3, 3]
    longer = an_event(now, "single", 8, round_games="1,3", final_best_of=5)
    assert games(longer) == [1, 3, 5]
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert [str(each) for each in verification.violations(live=False)] == []


def test_rounds_paired_in_play_take_theirs(now):
    event = an_event(now, "swiss", 4, swiss_rounds=2, round_games="1,3")
    assert games(event) == [1]
    award_all(event, now)
    assert games(event) == [1, 3]


def test_a_table_without_a_list_has_the_same_everywhere(now):
    assert games(an_event(now, "round-robin", 4)) == [1, 1, 1]


def test_a_round_of_a_fixed_even_number_may_be_drawn(now):
    shape = FormatOptions(format="round-robin", round_games="2,1")
    event = a_running_cup(an_organiser(), now, shape=shape, all_games=True, with_cards=True)
    match = ready(event)[0]
    submit_result(match_id=match.pk, games=[(5, 1), (2, 5)], actor=organiser_of(event), now=now)
    match.refresh_from_db()
    assert match.is_drawn


def test_a_change_of_length_leaves_the_rounds_of_a_list(now):
    event = an_event(now, "single", 8, round_games="1,3")
    change_length(competition_id=event.pk, best_of=5, actor=organiser_of(event), now=now)
    assert games(event) == [1, 3, 3]
    plain = an_event(now, "single", 8)
    change_length(competition_id=plain.pk, best_of=5, actor=organiser_of(plain), now=now)
    assert games(plain) == [5, 5, 5]


def test_the_form_takes_a_list_and_refuses_others_in_words():
    organiser = an_organiser()
    asked = fields(organiser, format="single", cap="8", round_games="1,1,3")
    a_browser(organiser).post("/competitions/new/", asked)
    event = Competition.objects.get()
    assert event.stages.get().round_games == "1,1,3"
    page = text_of(a_browser(organiser).get(f"/competitions/{event.pk}/"))
    assert "artidas en cada ronda: 1,1,3" in page
    answer = a_browser(organiser).post("/competitions/new/", asked | {"round_games": "1,2"})
    assert answer.status_code == 422
    assert "necesita que se jueguen todas" in text_of(answer)
    assert not Match.objects.exists()
