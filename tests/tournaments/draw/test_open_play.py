"""Arena and king of the table through services, pages, exports and `verify`."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.common.errors import RefusedError
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tests.tournaments.events import an_event, nobody_comes, organiser_of, ready
from tests.tournaments.lifecycle.test_pages_creating import fields
from tournaments import verification
from tournaments.changes.endings import Cut, endings_of
from tournaments.common.errors import WrongStateError
from tournaments.draw.rounds import draw_awaited
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches.services import call_match, give_walkover
from tournaments.models import Competition, Group, Match, StageSlot
from tournaments.results.services import correct_result, reopen_match, submit_result
from tournaments.round_clock.queries import SOONEST, closing_clocks, next_free_at
from tournaments.stages.queries import read_event
from tournaments.standings.queries import group_rows
from tournaments.withdrawals.no_shows import record_no_show
from tournaments.withdrawals.pauses import pause_entry, resume_entry
from tournaments.withdrawals.services import reinstate, withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def violations():
    return [str(each) for each in verification.violations(live=False)]


def award(event, match, winner, at):
    """Award a match at an instant, and let a worker draw what follows."""
    actor = organiser_of(event)
    give_walkover(match_id=match.pk, winner=winner, actor=actor, reason="no", now=at)
    draw(event, at)


def decide(event, at):
    """Award all open matches to their first sides."""
    for match in ready(event):
        award(event, match, 0, at)
    draw(event, at)


def draw(event, at):
    """Let a worker draw the next matches at an instant."""
    for group in Group.objects.awaiting().filter(stage__competition=event):
        assert draw_awaited(group_id=group.pk, now=at)
    event.refresh_from_db()


def meetings(event):
    matches = Match.objects.of(event.pk).order_by("number")
    return [{slot.entry.seed for slot in match.slots.all()} for match in matches]


def with_terms(now, entries, format_="arena", **terms):
    terms = {"late_entries": True, "cap": 8, "shape": FormatOptions(format=format_), **terms}
    return a_running_cup(an_organiser(), now, entries=entries, **terms)


def test_the_form_describes_it():
    organiser = an_organiser()
    asked = fields(organiser, format="arena", cap="8", open_minutes="90")
    page = a_browser(organiser).get("/competitions/new/", asked, headers={"HX-Request": "true"})
    assert "Hasta 8 jugadores, arena, abierta 1 h 30" in text_of(page)
    whole = text_of(a_browser(organiser).get("/competitions/new/", {"format": "arena"}))
    assert 'name="open_minutes"' in whole
    assert 'name="swiss_rounds"' not in whole


@pytest.mark.feature("Formats", "Arena: open for a set time, who is free plays")
@pytest.mark.parametrize("format_", ["arena", "king"])
def test_who_is_free_plays_until_it_closes(format_, now):
    event = an_event(now, format_, 5)
    at = event.started_at
    for minutes in range(0, 60, 10):
        decide(event, at + timedelta(minutes=minutes))
        assert event.state == Competition.State.RUNNING
        assert violations() == []
    played = len(meetings(event))
    decide(event, at + HOUR)
    assert event.state == Competition.State.FINISHED
    assert len(meetings(event)) == played
    assert event.champion is not None
    assert violations() == []


def test_no_result_is_left_out_at_an_early_end(now):
    event = an_event(now, "arena", 4)
    for match in ready(event):
        award(event, match, 0, now)
    award(event, ready(event)[0], 0, now + MINUTE)
    endings = endings_of(event)
    assert endings[0].cut == Cut.RESULTS
    assert all(ending.taken_back == 0 for ending in endings)


def test_an_open_match_is_played_to_its_end_after_closing(now):
    event = an_event(now, "arena", 4)
    first, second = ready(event)
    late = event.started_at + HOUR
    award(event, first, 0, late)
    event.refresh_from_db()
    assert event.state == Competition.State.RUNNING
    assert ready(event) == [second]
    decide(event, late)
    assert event.state == Competition.State.FINISHED
    assert len(meetings(event)) == 2


def of_seeds(event, *seeds):
    """The open match of these seeds."""
    (match,) = (
        match
        for match in ready(event)
        if {slot.entry.seed for slot in match.slots.all()} == {*seeds}
    )
    return match


def win(event, winner, loser, at):
    match = of_seeds(event, winner, loser)
    points = (5, 3) if match.slots.get(entry__seed=winner).side == 0 else (3, 5)
    told = {"games": [points], "reason": "se jugó en la barra", "actor": organiser_of(event)}
    submit_result(match_id=match.pk, now=at, **told)
    draw(event, at)


def test_a_king_meets_the_one_who_has_waited_longest_however_long_matches_take(now):
    event = an_event(now, "king", 6, king_tables=2)
    for minutes, loser in ((1, 4), (2, 5), (3, 6)):
        win(event, 3, loser, event.started_at + minutes * MINUTE)
    win(event, 1, 2, event.started_at + 4 * MINUTE)
    assert of_seeds(event, 1, 5)  # 3 plays 4 again
    assert violations() == []


def test_who_rests_in_mid_match_frees_no_table(now):
    event = an_event(now, "king", 4, king_tables=1)
    organiser, at = organiser_of(event), event.started_at + MINUTE
    first = event.entries.get(seed=1)
    pause_entry(entry_id=first.pk, actor=organiser, now=at)
    draw(event, at)
    assert meetings(event) == [{1, 2}]
    win(event, 1, 2, at + MINUTE)
    assert meetings(event) == [{1, 2}, {3, 4}]
    resume_entry(entry_id=first.pk, actor=organiser, now=at + 2 * MINUTE)
    win(event, 3, 4, at + 3 * MINUTE)
    assert meetings(event)[-1] == {2, 3}  # who came back waits behind 2
    assert violations() == []


def test_who_comes_late_waits_behind_those_who_wait(now):
    event = with_terms(now, 4, "king", shape=FormatOptions(format="king", king_tables=1))
    organiser, at = organiser_of(event), event.started_at + MINUTE
    win(event, 1, 2, at)
    enter(event, organiser, at + MINUTE, a_person())
    win(event, 1, 3, at + 2 * MINUTE)
    win(event, 1, 4, at + 3 * MINUTE)
    assert meetings(event)[-1] == {1, 2}
    win(event, 1, 2, at + 4 * MINUTE)
    assert meetings(event)[-1] == {1, 5}
    assert violations() == []


def test_a_pause_puts_nobody_who_came_late_behind_those_who_waited_less(now):
    event = with_terms(now, 4, "king", shape=FormatOptions(format="king", king_tables=1))
    organiser, start = organiser_of(event), event.started_at
    win(event, 1, 2, start + MINUTE)
    enter(event, organiser, start + 2 * MINUTE, a_person())
    win(event, 1, 3, start + 3 * MINUTE)
    lifecycle.pause(competition_id=event.pk, actor=organiser, now=start + 4 * MINUTE)
    start += HOUR
    lifecycle.resume(competition_id=event.pk, actor=organiser, now=start + 4 * MINUTE)
    win(event, 1, 4, start + 5 * MINUTE)
    win(event, 1, 2, start + 6 * MINUTE)
    assert meetings(event)[-1] == {1, 5}  # who came a minute before 3 lost
    assert violations() == []


def test_a_corrected_result_leaves_its_sides_where_they_wait(now):
    event = an_event(now, "king", 4, king_tables=1)
    at, first = event.started_at + MINUTE, of_seeds(event, 1, 2)
    win(event, 1, 2, at)
    win(event, 1, 3, at + MINUTE)
    side = first.slots.get(entry__seed=1).side
    told = {"match_id": first.pk, "actor": organiser_of(event), "reason": "mal escrito"}
    for minutes, lost in ((2, 2), (3, 1)):
        points = (lost, 5) if side else (5, lost)
        correct_result(**told, games=[points], now=at + minutes * MINUTE)
    win(event, 1, 4, at + 4 * MINUTE)
    assert meetings(event)[-1] == {1, 2}  # 2 waits since the first minute
    assert violations() == []


def test_a_streak_counts_double_in_the_table(now):
    event = an_event(now, "king", 4)
    for minutes in range(4):
        decide(event, event.started_at + timedelta(minutes=minutes))
    assert group_rows(event.stages.get().groups.get())[0].values["points"] == 4
    arena = an_event(now, "arena", 3)
    while True:
        (match,) = ready(arena)
        best = match.slots.filter(entry__seed=1).first()
        award(arena, match, best.side if best else 0, now)
        rows = group_rows(arena.stages.get().groups.get())
        if rows[0].won == 3:
            break
    assert rows[0].values["points"] == 4


def test_the_last_two_wait_for_others_and_play_again_once_alone(now):
    event = an_event(now, "arena", 3)
    organiser = organiser_of(event)
    award(event, ready(event)[0], 0, now)
    (match,) = ready(event)
    out = next(seed for seed in (1, 2, 3) if not match.slots.filter(entry__seed=seed).exists())
    award(event, match, 0, now)
    withdraw(entry_id=event.entries.get(seed=out).pk, actor=organiser, now=now)
    draw(event, now)
    if not ready(event):
        decide(event, now)
    assert len(ready(event)) == 1
    decide(event, now)
    assert len(ready(event)) == 1
    last, before = meetings(event)[-1], meetings(event)[-2]
    assert last == before
    assert violations() == []


def test_who_leaves_in_mid_game_loses_it_and_is_paired_no_more(now):
    event = an_event(now, "arena", 4)
    entry = event.entries.get(seed=4)
    withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    draw(event, now)
    assert not Match.objects.of(event.pk).undecided().filter(slots__entry=entry).exists()
    decide(event, now)
    assert not Match.objects.of(event.pk).undecided().filter(slots__entry=entry).exists()
    assert group_rows(event.stages.get().groups.get())[-1].has_left
    reinstate(entry_id=entry.pk, actor=organiser_of(event), reason="volvió", now=now)
    decide(event, now)
    assert Match.objects.of(event.pk).undecided().filter(slots__entry=entry).exists()
    assert violations() == []


def test_who_rests_is_not_paired_keeps_its_place_and_returns_by_one_tap(now):
    event = an_event(now, "arena", 4)
    entry = event.entries.get(seed=1)
    user = entry.roster.get().user
    browser = a_browser(user)
    address, page = (
        f"/competitions/{event.pk}/entries/{entry.pk}/pause/",
        f"/competitions/{event.pk}/",
    )
    assert "Descansar" in text_of(browser.get(page))
    assert browser.post(address, {"paused": "yes"}).status_code == 302
    assert browser.post(address, {"paused": "yes"}).status_code == 409
    for match in ready(event):
        award(event, match, 0, now)
    assert all(not match.slots.filter(entry=entry).exists() for match in ready(event))
    rows = group_rows(event.stages.get().groups.get())
    assert not any(row.has_left for row in rows)
    assert "Volver a jugar" in text_of(browser.get(page))
    browser.post(address, {"paused": "no"})
    browser.post(address, {"paused": "yes"})  # and twice again, quickly
    browser.post(address, {"paused": "no"})
    decide(event, now)
    assert len([match for match in ready(event) if match.slots.filter(entry=entry).exists()]) == 1
    assert violations() == []


def test_organisers_let_an_entry_rest_on_its_page(now):
    event = an_event(now, "arena", 4)
    entry, browser = event.entries.get(seed=2), a_browser(organiser_of(event))
    page = f"/competitions/{event.pk}/entered/{entry.pk}/"
    assert "Descansar" in text_of(browser.get(page))
    answer = browser.post(f"/competitions/{event.pk}/entries/{entry.pk}/pause/", {"paused": "yes"})
    assert answer["location"] == page
    assert "Volver a jugar" in text_of(browser.get(page))


def test_a_stranger_cannot_pause_others_nor_anybody_a_swiss(now):
    event, swiss = an_event(now, "arena", 4), an_event(now, "swiss", 4)
    entry = event.entries.get(seed=1)
    with pytest.raises(WrongStateError):
        pause_entry(entry_id=swiss.entries.first().pk, actor=organiser_of(swiss), now=now)
    with pytest.raises(WrongStateError):
        resume_entry(entry_id=entry.pk, actor=organiser_of(event), now=now)
    answer = a_browser(a_person()).post(
        f"/competitions/{event.pk}/entries/{entry.pk}/pause/", {"paused": "yes"}
    )
    assert answer.status_code == 403


def test_who_did_not_come_rests_until_they_return(now):
    event = an_event(now, "arena", 4)
    match, other = ready(event)
    entry = match.slots.get(side=0).entry
    page = f"/competitions/{event.pk}/results/{match.pk}/absent/?who=0"
    assert "Descansa hasta que vuelva" in text_of(a_browser(organiser_of(event)).get(page))
    record_no_show(
        match_id=match.pk, absent=[0], actor=organiser_of(event), reason="No vino", now=now
    )
    award(event, other, 0, now)
    (following,) = ready(event)
    assert not following.slots.filter(entry=entry).exists()
    resume_entry(entry_id=entry.pk, actor=organiser_of(event), now=now)
    draw(event, now)
    assert any(one.slots.filter(entry=entry).exists() for one in ready(event))


def test_both_absent_rest_until_they_return(now):
    event = an_event(now, "arena", 4)
    match = ready(event)[0]
    nobody_comes(match, now)
    absent = StageSlot.objects.filter(entry__in=match.slots.values("entry"))
    assert [slot.paused for slot in absent] == [True, True]
    assert violations() == []
    resume_entry(entry_id=absent[0].entry_id, actor=organiser_of(event), now=now)
    assert StageSlot.objects.filter(stage__competition=event, paused=True).count() == 1


def test_who_joins_while_it_is_open_is_paired():
    now = timezone.now()  # the page looks at the clock
    event = with_terms(now, 3)
    late = enter(event, organiser_of(event), now, a_person())
    draw(event, now)
    assert {3, late.seed} in meetings(event)
    user = a_person()
    browser = a_browser(user)
    page = text_of(browser.get(f"/competitions/{event.pk}/"))
    assert "Te toca rival en cuanto haya alguien libre." in page
    assert browser.post(f"/competitions/{event.pk}/register/", {}, follow=True).status_code == 200
    assert event.entries.filter(roster__user=user, state="confirmed").exists()


def test_nobody_joins_once_the_time_has_passed(now):
    event = with_terms(now, 4)
    late = event.started_at + HOUR
    with pytest.raises(RefusedError, match="closed-meanwhile"):
        enter(event, organiser_of(event), late, a_person())
    browser = a_browser(a_person())  # whose clock is that of the machine
    assert "Anotarme" not in text_of(browser.get(f"/competitions/{event.pk}/"))
    answer = browser.post(f"/competitions/{event.pk}/register/", {}, follow=True)
    assert answer.status_code == 409
    assert "no entra nadie más" in text_of(answer)


@pytest.mark.parametrize(("format_", "awaited"), [("arena", "que empiece"), ("swiss", "el sorteo")])
def test_who_has_entered_reads_what_is_awaited(format_, awaited, now):
    organiser, player = an_organiser(), a_person()
    event = a_cup(organiser, now, shape=FormatOptions(format=format_), sit_down_minutes=1)
    enter(event, organiser, now, player)
    page = text_of(a_browser(player).get(f"/competitions/{event.pk}/"))
    assert f"Estás adentro. Falta {awaited}." in page
    assert "Al cabo de 1 minuto gana quien está" in page


def test_the_open_matches_come_first_and_then_the_newest(now):
    event = with_terms(now, 4)
    award(event, ready(event)[0], 0, now)
    award(event, ready(event)[0], 0, now)
    (table,) = read_event(event, event.entries.all()).tables
    (all_together,) = table.rounds
    numbers = [view.match.number for view in all_together.matches]
    assert sorted(numbers[:2]) == [3, 4]
    assert numbers[2:] == [2, 1]


def test_one_alone_waits_until_it_closes(now):
    event = with_terms(now, 2)
    organiser = organiser_of(event)
    withdraw(entry_id=event.entries.get(seed=2).pk, actor=organiser, now=now)
    decide(event, event.started_at + timedelta(minutes=30))
    assert event.state == Competition.State.RUNNING
    assert "Buscando rivales libres…" in text_of(a_browser().get(f"/competitions/{event.pk}/"))
    decide(event, event.started_at + HOUR)
    assert event.state == Competition.State.FINISHED
    assert violations() == []


def test_fewer_than_two_cannot_begin(now):
    told = StringIO()
    with pytest.raises(CommandError, match="Son pocos para ese formato"):
        call_command("play_cup", entries=1, format="arena", seed="1", json=True, stdout=told)


def test_a_result_taken_back_leaves_later_matches(now):
    event = an_event(now, "arena", 4)
    first = ready(event)[0]
    decide(event, now)
    decide(event, now)
    reopen_match(match_id=first.pk, actor=organiser_of(event), reason="mal", now=now)
    assert first in ready(event)
    assert violations() == []
    decide(event, event.started_at + HOUR)
    assert event.state == Competition.State.FINISHED
    assert violations() == []


def test_pages_papers_and_exports_show_it_without_rounds(now):
    organiser = an_organiser()
    event = an_event(now, "arena", 5, organiser=organiser)
    award(event, ready(event)[0], 0, now)
    browser, anybody = a_browser(organiser), a_browser()
    wall = browser.get(f"/competitions/{event.pk}/wall/")["location"]
    shown = (f"/competitions/{event.pk}/", f"/api/competitions/{event.pk}/", wall)
    own = ("manage/", "screens/", "results/", "export/competition.json", "export/matches.csv")
    own += ("export/standings.csv", "papers/", "entered/", "draft/", "officials/")
    managed = [f"/competitions/{event.pk}/{each}" for each in own]

    def check_pages():
        for reader, pages in ((anybody, shown), (browser, managed)):
            for page in pages:
                answer = reader.get(page, follow=True)
                assert answer.status_code == 200, page
                assert "Ronda" not in text_of(answer), page

    check_pages()
    page = text_of(anybody.get(shown[0]))
    assert "abierta hasta las" in page
    assert "después de dos seguidas" in page
    assert "Termina hacia" not in page
    assert "data-clocks" in page
    assert "data-until" in text_of(anybody.get(wall, follow=True))
    (table,) = read_event(event, event.entries.all()).tables
    assert [each.title for each in table.rounds] == ["Partidos"]
    decide(event, event.started_at + HOUR)
    assert event.state == Competition.State.FINISHED
    check_pages()


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("format_", "entries"), [("arena", 3), ("arena", 8), ("king", 3), ("king", 8)]
)
def test_whole_ones_are_played_at_tables(format_, entries):
    told = StringIO()
    call_command("play_cup", entries=entries, format=format_, seed="1", json=True, stdout=told)
    found = json.loads(told.getvalue())
    assert (found["format"], found["violations"]) == (format_, [])
    assert found["matches"] > entries


def test_its_clock_stands_still_in_a_pause(now):
    event = an_event(now, "arena", 4)
    organiser, start = organiser_of(event), event.started_at
    lifecycle.pause(competition_id=event.pk, actor=organiser, now=start + HOUR / 2)
    event.refresh_from_db()
    (clock,) = closing_clocks(event.stages.select_related("competition"))
    assert (clock.bell_at, clock.left) == (None, "30:00")
    draw(event, start + 3 * HOUR)
    assert event.state == Competition.State.PAUSED
    lifecycle.resume(competition_id=event.pk, actor=organiser, now=start + 5 * HOUR)
    stage = event.stages.select_related("competition").get()
    assert stage.closes_at == start + 5 * HOUR + HOUR / 2
    decide(event, start + 5 * HOUR)
    assert event.state == Competition.State.RUNNING
    decide(event, start + 5 * HOUR + HOUR / 2)
    assert event.state == Competition.State.FINISHED


@pytest.mark.feature("Formats", "Arena: a waiting player reads when an opponent may come")
def test_who_waits_is_told_when_a_table_becomes_free(now):
    event = an_event(now, "arena", 5)
    group = Group.objects.get(stage__competition=event)
    for match in ready(event):
        call_match(match_id=match.pk, now=now)
    ended, running = Game.objects.filter(match_game__match__round__group=group)
    assert next_free_at(group, now) is None, "no game has ended"
    Game.objects.filter(pk=ended.pk).update(
        status=Game.Status.FINISHED,
        winner=0,
        revealed_seed="00",
        started_at=now - 9 * MINUTE,
        finished_at=now - MINUTE,
        act_by=None,
    )
    Game.objects.filter(pk=running.pk).update(
        status=Game.Status.LIVE, started_at=now - 5 * MINUTE, act_by=now
    )
    assert next_free_at(group, now) == now + 3 * MINUTE
    assert next_free_at(group, now + HOUR) == now + HOUR + SOONEST, "it may end at any moment"
    busy = Match.objects.of(event.pk).values("slots__entry")
    waiting = event.entries.exclude(pk__in=busy).get()
    page = text_of(a_browser(waiting.roster.get().user).get(f"/competitions/{event.pk}/"))
    assert "próximo rival en {left}, más o menos" in page
