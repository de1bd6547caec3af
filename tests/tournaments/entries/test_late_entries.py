"""Coming late: a Swiss takes entries until half of its rounds, from the next round on."""

from datetime import datetime

import pytest

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter, play_match
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tests.tournaments.halls import call_who_may, write
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.entries.places import change_capacity
from tournaments.entries.queries import entry_list, names_list
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.live.competition import CompetitionView
from tournaments.models import Competition, Entry, Group, Match, MatchSlot
from tournaments.standings.queries import group_rows, group_table
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db


def a_swiss(now: datetime, entries: int = 8, *, cap: int = 16, **terms: object) -> Competition:
    organiser = an_organiser()
    shape = FormatOptions(format="swiss", swiss_rounds=4)
    return a_running_cup(
        organiser, now, entries=entries, shape=shape, cap=cap, late_entries=True, **terms
    )


def register(cup: Competition, now: datetime, user: User | None = None) -> Entry:
    registration = entries_services.register(
        competition_id=cup.pk, user=user or a_person(), now=now
    )
    return registration.entry


def test_a_late_entry_plays_from_the_next_round_and_stands_below_with_nothing(
    now: datetime,
) -> None:
    cup = a_swiss(now)
    late = register(cup, now)
    late.refresh_from_db()
    assert (late.state, late.seed, late.first_round) == (Entry.State.CONFIRMED, 9, 2)
    assert late.strength is not None
    assert not MatchSlot.objects.filter(entry=late).exists()
    award_all(cup, now)
    rounds = MatchSlot.objects.filter(entry=late).values_list("round__number", flat=True)
    assert sorted(rounds) == [2, 3, 4]
    rows = {row.entry: row for row in group_rows(Group.objects.get(stage__competition=cup))}
    assert len(rows) == 9
    assert len(rows[late.pk].appearances) == 3
    assert sound()


def test_an_odd_field_that_a_late_entry_makes_even_has_no_more_byes(now: datetime) -> None:
    cup = a_swiss(now, 5)
    enter(cup, organiser_of(cup), now, a_person())
    for match in ready(cup):
        award(match, 0, now)
    second = Match.objects.of(cup.pk).filter(round__number=2)
    assert second.exclude(state=Match.State.BYE).count() == 3


@pytest.mark.parametrize("format_", ["swiss", "rotation", "americano", "mexicano"])
def test_who_comes_late_plays_at_once_and_another_one_rests(now: datetime, format_: str) -> None:
    shape = FormatOptions(format=format_, swiss_rounds=4)
    terms = {"shape": shape, "cap": 16, "with_cards": True, "publishes_alone": True}
    event = a_running_cup(an_organiser(), now, entries=8, **terms)
    late = enter(event, organiser_of(event), now, a_person())
    call_who_may(now)
    for match in Match.objects.of(event.pk).filter(state=Match.State.CALLED):
        write(match, now)
    second = MatchSlot.objects.filter(
        round__number=2, match__round__group__stage__competition=event
    )
    byes = second.filter(match__state=Match.State.BYE, entry__isnull=False)
    assert byes.count() == 1
    assert byes.get().entry != late
    assert second.filter(entry=late).count() == 1
    assert sound()


def test_nobody_joins_once_half_of_the_rounds_are_under_way(now: datetime) -> None:
    cup = a_swiss(now)
    for _ in range(2):
        for match in ready(cup):
            award(match, 0, now)
    adding = {"competition_id": cup.pk, "actor": organiser_of(cup), "now": now}
    players = [NamedPlayer("Tardón")]
    assert refusal(entries_services.add_entry, players=players, **adding) == "too-late-to-join"
    entering = {"competition_id": cup.pk, "user": a_person(), "now": now}
    assert refusal(entries_services.register, **entering) == "registration-closed"


def test_a_late_entry_needs_a_free_place(now: datetime) -> None:
    cup = a_swiss(now, cap=8)
    entering = {"competition_id": cup.pk, "user": a_person(), "now": now}
    assert refusal(entries_services.register, **entering) == "no-free-place"
    assert cup.entries.count() == 8
    change_capacity(competition_id=cup.pk, cap=9, actor=organiser_of(cup), now=now)
    assert entries_services.register(**entering).entry.state == Entry.State.CONFIRMED


def test_the_place_of_who_withdrew_is_free_for_a_late_entry(now: datetime) -> None:
    cup = a_swiss(now, cap=8)
    gone, other = cup.entries.order_by("pk")[:2]
    for entry in (gone, other):
        withdrawals.withdraw(entry_id=entry.pk, actor=organiser_of(cup), now=now)
    late = entries_services.register(competition_id=cup.pk, user=a_person(), now=now).entry
    assert late.state == Entry.State.CONFIRMED
    back = {"actor": organiser_of(cup), "now": now}
    withdrawals.reinstate(entry_id=other.pk, **back)
    other.refresh_from_db()
    assert other.place is not None
    assert refusal(withdrawals.reinstate, entry_id=gone.pk, **back) == "no-free-place"
    change_capacity(competition_id=cup.pk, cap=9, actor=organiser_of(cup), now=now)
    withdrawals.reinstate(entry_id=gone.pk, **back)


def test_who_was_left_waiting_is_let_in_late_by_an_organiser(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=4, late_entries=True, shape=FormatOptions(format="swiss"))
    for _ in range(5):
        waiting = register(cup, now)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    change_capacity(competition_id=cup.pk, cap=5, actor=organiser, now=now)
    entries_services.approve(
        competition_id=cup.pk, entry_ids=[waiting.pk], actor=organiser, now=now
    )
    waiting.refresh_from_db()
    assert (waiting.state, waiting.first_round) == (Entry.State.CONFIRMED, 2)


@pytest.mark.dialect
def test_who_waits_stands_below_the_seeds_and_who_lacks_a_partner_last(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=4, late_entries=True, shape=FormatOptions(format="swiss"))
    entries = [register(cup, now) for _ in range(6)]
    Entry.objects.filter(pk=entries[4].pk).update(complete_at=None, state=Entry.State.FORMING)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    for listed in (entry_list(cup), names_list(cup)):
        assert [line.entry.seed for line in listed] == [1, 2, 3, 4, None, None]
        assert [line.entry for line in listed[4:]] == [entries[5], entries[4]]


def test_where_organisers_confirm_a_late_entry_asks_too(now: datetime) -> None:
    cup = a_swiss(now, approval=True)
    late = register(cup, now)
    assert late.state == Entry.State.REQUESTED
    deciding = {"competition_id": cup.pk, "entry_ids": [late.pk], "now": now}
    entries_services.approve(actor=organiser_of(cup), **deciding)
    late.refresh_from_db()
    assert (late.state, late.first_round) == (Entry.State.CONFIRMED, 2)


@pytest.mark.parametrize("format_", ["single", "double", "round-robin", "groups", "league"])
def test_other_formats_take_nobody_and_say_what_to_do_while_no_card_was_played(
    format_: str, now: datetime
) -> None:
    cup = an_event(now, format_, 8)
    Competition.objects.update(late_entries=True)
    adding = {
        "competition_id": cup.pk,
        "actor": organiser_of(cup),
        "players": [NamedPlayer("Tardón")],
        "now": now,
    }
    assert refusal(entries_services.add_entry, **adding) == "undo-the-draw-first"
    play_match(ready(cup)[0], 0, now)
    assert refusal(entries_services.add_entry, **adding) == "no-late-entries"
    assert cup.entries.count() == 8


def test_a_swiss_without_late_entries_takes_whom_its_organiser_writes_down(now: datetime) -> None:
    cup = an_event(now, "swiss", 8)
    assert not entries_services.takes_entries(cup)
    assert refusal(entries_services.register, competition_id=cup.pk, user=a_person(), now=now) == (
        "registration-closed"
    )
    late = entries_services.add_entry(
        competition_id=cup.pk,
        actor=organiser_of(cup),
        players=[NamedPlayer("Tardón")],
        now=now,
    )
    assert (late.state, late.first_round) == (Entry.State.CONFIRMED, 2)
    assert sound()


@pytest.mark.parametrize(("points", "given"), [("none", 0), ("half", 0.5), ("full", 1)])
def test_a_missed_round_gives_what_was_announced(points: str, given: float, now: datetime) -> None:
    cup = a_swiss(now, late_points=points)
    for match in ready(cup):
        award(match, 0, now)
    late = register(cup, now)
    award(ready(cup)[0], 0, now)  # before a result, no bye counts
    table = group_table(Group.objects.get(stage__competition=cup))
    assert table.scores[late.pk] == 2 * given
    assert sound()
    page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
    matches = Match.objects.of(cup.pk).filter(round__number__lte=2)
    assert matches.count() == 8 + 2 * bool(given)
    assert all(f'id="m{match.pk}"' in page for match in matches)
    award_all(cup, now)
    assert sound()


@pytest.mark.parametrize(("points", "is_said"), [("none", True), ("half", False)])
def test_a_late_player_reads_that_missed_rounds_give_nothing_if_so(
    points: str, is_said: bool, now: datetime
) -> None:
    cup, late = a_swiss(now, late_points=points), a_person()
    register(cup, now, late)
    page = text_of(a_browser(late).get(f"/competitions/{cup.pk}/"))
    assert "Entrás en la ronda 2." in page
    assert ("Las anteriores no suman." in page) == is_said


def test_players_who_change_partners_get_their_missed_rounds_too(now: datetime) -> None:
    shape = FormatOptions(format="americano", swiss_rounds=4)
    cup = a_running_cup(
        an_organiser(), now, entries=8, shape=shape, cap=16, late_points="half", late_entries=True
    )
    late = register(cup, now)
    award(ready(cup)[0], 0, now)  # before a result, no bye counts
    table = group_table(Group.objects.get(stage__competition=cup))
    assert table.scores[late.pk] == 0.5
    award_all(cup, now)
    assert sound()


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("swiss", "Entra desde la ronda que viene; las que se perdió no suman."),
        ("round-robin", "quien entra tarde jugaría menos que los demás"),
    ],
)
def test_the_organiser_reads_what_a_late_entry_means(shape, said, now):
    event = an_event(now, shape, 8)
    play_match(ready(event)[0], 0, now)
    address = f"/competitions/{event.pk}/manage/?s=entries"
    assert said in text_of(a_browser(organiser_of(event)).get(address))


def test_the_organiser_reads_that_it_is_too_late_before_typing_a_name(now: datetime) -> None:
    cup = a_swiss(now)
    for _ in range(2):
        for match in ready(cup):
            award(match, 0, now)
    page = text_of(a_browser(organiser_of(cup)).get(f"/competitions/{cup.pk}/manage/?s=entries"))
    assert "Ya pasó la mitad de las rondas" in page
    assert "Entra desde la ronda que viene" not in page


def test_an_entry_that_the_draw_left_out_waits_for_none(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, cap=4)
    *_, left_out = [enter(cup, organiser, now, a_person()) for _ in range(5)]
    address = f"/competitions/{cup.pk}/entries/{left_out.pk}/"
    assert "falta el sorteo" in text_of(a_browser().get(address))
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    page = text_of(a_browser().get(address))
    assert "No tiene partidos." in page
    assert "falta el sorteo" not in page


@pytest.mark.parametrize(
    ("format_", "said"),
    [("swiss", "Entró en la ronda 2."), ("arena", "Entró cuando ya se jugaba.")],
)
def test_the_draw_is_explained_without_those_who_came_late(
    now: datetime, format_: str, said: str
) -> None:
    event = an_event(now, format_, 9, **({"swiss_rounds": 4} if format_ == "swiss" else {}))
    late = enter(event, organiser_of(event), now, a_person("tardon"))
    draw_of = CompetitionView.of(event).draw
    assert len(draw_of.entries) == 10, "it is in the list, after those who were drawn"
    for entry in draw_of.entries[:9]:
        assert draw_of.was_drawn(entry)
        assert f"{entry.seed}.º de 9." in draw_of.reasons(entry)[0]
    assert draw_of.reasons(draw_of.entries[9]) == [said]
    page = text_of(a_browser(User.objects.get(username="tardon")).get(f"/competitions/{event.pk}/"))
    assert said in page
    assert "Saliste" not in page
    page = text_of(a_browser().get(f"/competitions/{event.pk}/entries/{late.pk}/"))
    assert said in page
    assert "Cabeza de serie" not in page
