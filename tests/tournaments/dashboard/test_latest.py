"""Latest events at the desk: actions of organisers, and decisions of tables and the clock."""

import re
from datetime import timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, call, match_at, play_match, players_of, sit
from tests.tournaments.halls import an_evening, match_of, write
from tournaments.judging.officials import appoint_official
from tournaments.matches import services as matches
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]
LATER = timedelta(minutes=1)


def latest_of(cup, organiser) -> str:
    """The words of the list."""
    page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/"))
    listed = page.split('<section id="latest"', 1)[1].split("</section>", 1)[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", listed.split(">", 1)[1]))


@pytest.mark.feature("Competitions", "The dashboard lists what tables and the clock decided last")
def test_a_result_of_a_live_table_is_told_with_its_score(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 2)
    (loser,), (winner,) = (players_of(match, side) for side in (0, 1))
    play_match(match, 1, now + LATER)
    said = latest_of(cup, organiser)
    assert re.search(rf"{winner} le ganó a {loser} \(5–\d, Partido 2\) Corregir", said)
    assert said.index("le ganó a") < said.index("dio comienzo")


def test_an_absence_is_told_and_what_was_given_by_hand_is_told_once(organiser, now):
    cup = a_running_cup(organiser, now)
    first, second = match_at(cup, 1, 1), match_at(cup, 1, 2)
    (there,), (absent,) = (players_of(first, side) for side in (0, 1))
    sit(call(first, now + LATER), there, now=now + LATER)
    matches.end_sit_down_window(match_id=first.pk, now=first.sit_by)
    later = first.sit_by + LATER
    matches.give_walkover(
        match_id=second.pk, winner=0, actor=organiser, reason="No vino", now=later
    )
    said = latest_of(cup, organiser)
    assert f"{there} ganó por ausencia a {absent} (Partido 1)" in said
    assert said.count("Partido 2") == 2  # the act, and what undoes it says for whom
    assert said.index("dio por ganado") < said.index("ganó por ausencia a")


def test_nobody_came_is_told_too(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    call(match, now + LATER)
    matches.end_sit_down_window(match_id=match.pk, now=match.sit_by)
    names = " – ".join(str(players_of(match, side)[0]) for side in (0, 1))
    assert f"{names} sin presentes (Partido 1)" in latest_of(cup, organiser)


def test_an_act_for_neither_side_does_not_say_who_won(organiser, now):
    cup = a_running_cup(organiser, now)
    match = match_at(cup, 1, 1)
    matches.give_walkover(
        match_id=match.pk, winner=None, actor=organiser, reason="No vinieron", now=now + LATER
    )
    said = latest_of(cup, organiser)
    assert f"{organiser} anotó que no vino nadie (Partido 1)" in said
    assert "dio por ganado" not in said


def test_who_left_by_mistake_comes_back_from_here(organiser, now):
    cup = an_evening(now, organiser=organiser)
    entry = match_of(cup, 1).slots.get(side=0).entry
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser, reason="se fue", now=now + LATER)
    assert f"retiró a {entry}" in latest_of(cup, organiser)
    page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/"))
    assert f"/competitions/{cup.pk}/entered/{entry.pk}/" in page.split('id="latest"', 1)[1]


def test_a_person_is_the_object_of_an_act_and_the_match_follows(organiser, now):
    cup = an_evening(now, organiser=organiser)
    match, judge = match_of(cup, 1), a_person("inés")
    appoint = {"competition_id": cup.pk, "actor": organiser, "now": now + LATER}
    appoint_official(**appoint, user=judge, role="judge", match=match)
    assert f"{organiser} nombró a {judge} ({match.place})" in latest_of(cup, organiser)
    log = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/?s=log"))
    assert re.search(rf"nombró a\s+<bdi>{judge}</bdi>\s+\(<a[^>]*><bdi>{match.place}<", log)


def test_who_came_back_and_lost_since_cannot_be_withdrawn_from_here(organiser, now):
    cup = an_evening(now, organiser=organiser)
    match = match_of(cup, 1)
    entry = match.slots.get(side=0).entry
    acts = {"entry_id": entry.pk, "actor": organiser, "reason": "se fue"}
    withdrawals.withdraw(now=now + LATER, **acts)
    withdrawals.reinstate(now=now + 2 * LATER, **acts)
    desk, undo = f"/competitions/{cup.pk}/manage/", f"/entries/{entry.pk}/withdraw/"
    assert undo in text_of(a_browser(organiser).get(desk))
    matches.give_walkover(
        match_id=match.pk, winner=1, actor=organiser, reason="No vino", now=now + 3 * LATER
    )
    assert undo not in text_of(a_browser(organiser).get(desk))


def test_a_result_written_by_hand_is_the_act_alone(now):
    event = an_evening(now)
    match = match_of(event, 1)
    write(match, now + LATER)
    said = latest_of(event, match.competition.club.members.get())
    assert "anotó el resultado" in said
    assert "le ganó a" not in said
