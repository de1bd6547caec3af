"""Leaving is asked about on a page, taken back on another; absences are a tap of either side."""

import pytest

from tests.games.tables import a_person
from tests.tournaments import drafts
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter, players_of
from tests.tournaments.events import (
    an_event,
    award,
    draw_what_follows,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.league_factories import DAY, a_league, fixture
from tests.tournaments.schedule.test_letters import HOUR, sweep, with_address
from tests.tournaments.withdrawals.test_tables_left import leave, play, seeded
from tournaments.draw.services import undo_draw
from tournaments.models import Competition, Entry, Match
from tournaments.withdrawals.absences import mark_absent

pytestmark = pytest.mark.django_db
State = Match.State


def withdrawal_page(user, event, entry):
    return a_browser(user).get(f"/competitions/{event.pk}/entries/{entry.pk}/withdraw/")


def post(user, event, path, **fields):
    return a_browser(user).post(f"/competitions/{event.pk}/{path}", fields)


def its_page(event, entry) -> str:
    return text_of(
        a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/entered/{entry.pk}/")
    )


def own_page(event, entry) -> str:
    return text_of(a_browser(entry.roster.get().user).get(f"/competitions/{event.pk}/"))


@pytest.mark.feature("Entries", "The consequences are listed before an entry leaves")
def test_the_desk_leads_to_a_page_that_says_what_falls(now):
    event = an_event(now, "round-robin", 4)
    gone = seeded(event, 1)
    match = next(m for m in ready(event) if m.slots.filter(entry=gone).exists())
    rival = match.slots.exclude(entry=gone).get().entry
    play(match, the_better_seed(match), now)
    link = f"/competitions/{event.pk}/entries/{gone.pk}/withdraw/"
    desk = f"/competitions/{event.pk}/manage/?s=entries"
    assert link in text_of(a_browser(organiser_of(event)).get(desk))
    assert link in its_page(event, gone)
    page = text_of(withdrawal_page(organiser_of(event), event, gone))
    assert "Jugó 1 de sus 3 partidos: se anulan todos" in page
    assert f"Se anula el resultado contra {rival}." in page
    assert event.entries.confirmed().count() == 4


@pytest.mark.parametrize(
    ("format_", "stay"),  # with who waits
    [("single", 5), ("double", 9), ("groups", 9), ("swiss", 9), ("round-robin", 9)],
)
def test_the_desk_offers_it_to_those_who_may_leave(format_, stay, now):
    event = an_event(now, format_, 8)
    for match in ready(event):
        award(match, 0, now)
    event.entries.create(name="Zoe", state=Entry.State.WAITING, created_at=now, complete_at=now)
    desk = text_of(
        a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/manage/?s=entries")
    )
    offered = {entry for entry in event.entries.all() if f"/entries/{entry.pk}/withdraw/" in desk}
    answers = {e: withdrawal_page(organiser_of(event), event, e) for e in event.entries.all()}
    assert offered == {entry for entry, answer in answers.items() if answer.status_code == 200}
    assert len(offered) == stay


def test_the_desk_offers_it_before_the_draw_to_all_but_after_the_end_to_nobody(organiser, now):
    cup = a_cup(organiser, now, cap=2)
    for _ in range(3):
        enter(cup, organiser, now, a_person())
    desk = f"/competitions/{cup.pk}/manage/?s=entries"
    assert text_of(a_browser(organiser).get(desk)).count("/withdraw/") == 3
    over = an_event(now, "single", 2)
    award(ready(over)[0], 0, now)
    desk = f"/competitions/{over.pk}/manage/?s=entries"
    assert "/withdraw/" not in text_of(a_browser(organiser_of(over)).get(desk))


def test_whom_an_organiser_withdrew_is_not_told_that_they_left(now):
    event = an_event(now, "round-robin", 4)
    gone = seeded(event, 1)
    leave(event, gone, now)
    assert "Ya no estás en esta competencia." in own_page(event, gone)
    undo_draw(competition_id=event.pk, actor=organiser_of(event), reason="faltaba uno", now=now)
    page = own_page(event, gone)
    assert "Ya no estás en esta competencia." in page
    assert "no estabas acreditado" not in page


def test_who_waits_in_a_competition_in_play_is_taken_off_the_list(now):
    event = an_event(now, "single", 4)
    zoe = event.entries.create(
        name="Zoe", state=Entry.State.WAITING, created_at=now, complete_at=now
    )
    organiser = organiser_of(event)
    page = text_of(withdrawal_page(organiser, event, zoe))
    assert "Todavía no tenía un lugar: nadie más cambia." in page
    assert "Se puede deshacer" not in page
    answer = a_browser(organiser).post(
        f"/competitions/{event.pk}/withdraw/", {"entry": zoe.pk}, follow=True
    )
    assert answer.status_code == 200
    assert "Zoe ya no juega." in text_of(answer)
    assert not event.entries.filter(pk=zoe.pk).exists()


def test_who_played_half_is_told_whom_it_loses_to(now):
    event = an_event(now, "round-robin", 4)
    Competition.objects.filter(pk=event.pk).update(leaving="walkover")
    gone = seeded(event, 1)
    match = next(m for m in ready(event) if m.slots.filter(entry=gone).exists())
    rival = match.slots.exclude(entry=gone).get().entry
    page = text_of(withdrawal_page(gone.roster.get().user, event, gone))
    assert f"{match.place}: gana {rival} por ausencia." in page
    assert "los 2 partidos que vienen" in page
    assert "queda al final, como retirado" in page


@pytest.mark.parametrize(
    ("format_", "told"),
    [
        ("single", "por ausencia y pasa."),
        ("swiss", "Son impares: en cada ronda uno descansa."),
        ("groups", "No clasifica: su lugar es de quien le sigue en la tabla."),
    ],
)
def test_it_is_said_what_that_means_in_each_format(format_, told, now):
    event = an_event(now, format_, 8)
    assert told in text_of(withdrawal_page(organiser_of(event), event, seeded(event, 1)))


def test_before_the_draw_it_is_said_who_gets_the_place(organiser, now):
    cup = a_cup(organiser, now, cap=2)
    first, _, third = (enter(cup, organiser, now, a_person()) for _ in range(3))
    assert f"lista de espera: {third}." in text_of(withdrawal_page(organiser, cup, first))
    assert "nadie más cambia" in text_of(withdrawal_page(organiser, cup, third))
    third.delete()
    assert "Su lugar queda libre" in text_of(withdrawal_page(organiser, cup, first))


def test_only_its_own_and_organisers_are_asked_and_only_while_there_is_something_to_leave(now):
    event = an_event(now, "single", 4)
    gone = seeded(event, 1)
    assert withdrawal_page(a_person(), event, gone).status_code == 403
    assert withdrawal_page(an_organiser(), event, gone).status_code == 403
    assert post(organiser_of(event), event, "withdraw/", entry=gone.pk).status_code == 302
    assert withdrawal_page(organiser_of(event), event, gone).status_code == 409


def test_the_page_says_in_which_round_it_comes_back(now):
    event = an_event(now, "swiss", 8, swiss_rounds=5)
    gone = seeded(event, 1)
    assert "puede volver para la ronda siguiente" in text_of(
        withdrawal_page(organiser_of(event), event, gone)
    )
    leave(event, gone, now)
    for match in ready(event):
        award(match, the_better_seed(match), now)
    assert "Vuelve a jugar desde la ronda 3." in its_page(event, gone)
    answer = post(organiser_of(event), event, f"entries/{gone.pk}/reinstate/")
    assert answer.status_code == 302
    gone.refresh_from_db()
    assert gone.state == Entry.State.CONFIRMED


def test_a_player_leaves_by_the_page_and_the_organiser_takes_it_back(now):
    event = an_event(now, "single", 4)
    gone = seeded(event, 1)
    link = f"/competitions/{event.pk}/entries/{gone.pk}/withdraw/"
    assert link in own_page(event, gone)
    answer = post(organiser_of(event), event, "withdraw/", entry=gone.pk, reason="se enfermó")
    assert answer.url == f"/competitions/{event.pk}/entered/{gone.pk}/"
    page = its_page(event, gone)
    assert "se enfermó" in page
    assert "Deshacer el retiro" in page
    assert link not in own_page(event, gone)
    player = gone.roster.get().user
    assert post(player, event, f"entries/{gone.pk}/reinstate/").status_code == 403
    assert post(organiser_of(event), event, f"entries/{gone.pk}/reinstate/").status_code == 302
    gone.refresh_from_db()
    assert gone.state == Entry.State.CONFIRMED
    assert "Deshacer el retiro" not in its_page(event, gone)


def test_once_it_is_too_late_the_page_says_why_instead(now):
    event = an_event(now, "swiss", 5, swiss_rounds=2)
    gone = seeded(event, 1)
    post(organiser_of(event), event, "withdraw/", entry=gone.pk)
    for match in ready(event):
        award(match, the_better_seed(match), now)
    page = its_page(event, gone)
    assert "ya se sorteó o se jugó sin esa inscripción" in page
    assert "Deshacer el retiro" not in page
    answer = post(organiser_of(event), event, f"entries/{gone.pk}/reinstate/")
    assert answer.status_code == 409


def test_an_organiser_marks_the_absent_on_the_list_by_a_tap_or_by_ticks(now):
    event = an_event(now, "swiss", 6)
    one, two, three = (seeded(event, number) for number in (1, 2, 3))
    organiser = organiser_of(event)
    assert post(organiser, event, "entered/absent/", only=one.pk).status_code == 302
    assert post(organiser, event, "entered/absent/", ticked=[two.pk, three.pk]).status_code == 302
    page = text_of(a_browser(organiser).get(f"/competitions/{event.pk}/entered/"))
    assert page.count("ausente en la ronda 2") == 3
    assert post(organiser, event, "entered/present/", only=two.pk).status_code == 302
    assert event.entries.filter(absences__number=2).count() == 2
    assert post(organiser, event, "entered/present/", only=two.pk).status_code == 409


def test_a_player_is_absent_from_the_next_round_and_asks_for_a_later_one(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    Competition.objects.filter(pk=event.pk).update(byes=2)
    own = seeded(event, 2)
    player = own.roster.get().user
    assert "suma ½ punto. Le quedan 2." in own_page(event, own)
    address = f"entries/{own.pk}/absent/"
    assert post(player, event, address, number=2, absent="yes").status_code == 302
    assert post(player, event, address, number=4, absent="yes").status_code == 302
    assert sorted(own.absences.values_list("number", flat=True)) == [2, 4]
    page = own_page(event, own)
    assert "Quien falta no se sortea en esa ronda y no suma." in page
    assert page.count('value="no"') == 2
    assert post(player, event, address, number=3, absent="yes").status_code == 409
    assert post(player, event, address, number=4, absent="no").status_code == 302
    assert post(player, event, address, number="x", absent="yes").status_code == 422
    assert post(player, event, address, number=2, absent="maybe").status_code == 422
    assert post(a_person(), event, address, number=2, absent="no").status_code == 403
    assert list(own.absences.values_list("number", flat=True)) == [2]


def test_an_organiser_says_whether_the_bye_was_asked_for(now):
    event = an_event(now, "swiss", 6)
    own = seeded(event, 1)
    page = its_page(event, own)
    assert "Pidió libre" in page
    assert "Quien falta sin pedirla no suma." in page
    assert "Pidió libre" not in own_page(event, own)
    address = f"entries/{own.pk}/absent/"
    for said, asked in (("yes", False), ("asked", True)):
        assert post(organiser_of(event), event, address, number=2, absent=said).status_code == 302
        assert own.absences.get().asked == asked
        post(organiser_of(event), event, address, number=2, absent="no")


def test_half_a_point_and_what_gave_it_stand_in_the_standings_and_in_the_round(now):
    event = an_event(now, "swiss", 6)
    own = seeded(event, 1)
    address = f"entries/{own.pk}/absent/"
    post(organiser_of(event), event, address, number=2, absent="asked")
    for match in ready(event):
        award(match, the_better_seed(match), now)
    award(ready(event)[0], 0, now)  # before a result of its round, no bye counts
    page = own_page(event, own)
    assert "<b>1,5</b>" in page
    assert "libre pedida: ½ punto" in page


def test_byes_and_missed_rounds_are_told_by_the_scale_of_the_table(now):
    event = an_event(now, "swiss", 5, swiss_rounds=4, scale="3-1-0")
    Competition.objects.filter(pk=event.pk).update(late_points="full")
    own = seeded(event, 1)
    page = own_page(event, own)
    assert "suma 1 punto. Le queda 1." in page
    assert "Cada uno puede pedir 1 ronda libre: suma 1 punto" in page
    assert "Quien llega tarde suma 3 puntos por cada ronda que no jugó" in page
    assert "Quien descansa suma 3 puntos." in page
    post(organiser_of(event), event, f"entries/{own.pk}/absent/", number=2, absent="asked")
    for match in ready(event):
        award(match, the_better_seed(match), now)
    assert "libre pedida: 1 punto" in own_page(event, own)


def test_who_left_stands_in_the_standings_without_a_rank(now):
    event = an_event(now, "round-robin", 4)
    gone = seeded(event, 1)
    for match in ready(event):
        play(match, the_better_seed(match), now)
    post(organiser_of(event), event, "withdraw/", entry=gone.pk)
    page = own_page(event, seeded(event, 2))
    row = page[page.index(f'data-entry="{gone.pk}"') :].split("</tr>")[0]
    assert "retirado" in row
    assert "<td>–" in row


def test_what_leaving_and_absences_come_to_stand_in_the_rules_of_the_competition(now):
    league, swiss = an_event(now, "league", 4), an_event(now, "swiss", 4)
    assert "se anulan sus partidos si jugó menos de la mitad" in own_page(league, seeded(league, 1))
    page = own_page(swiss, seeded(swiss, 1))
    assert "Cada uno puede pedir 1 ronda libre: suma ½ punto" in page
    assert "Si alguien se retira" not in page


@pytest.mark.parametrize("with_cards", [True, False])
def test_real_cards_promise_no_table_that_opens_by_itself(with_cards, now, mailoutbox):
    league = a_league(now, starts_at=now + 10 * DAY, with_cards=with_cards)
    match = fixture(league, 1)
    player = with_address(players_of(match, 0)[0])
    sweep(match.scheduled_at - HOUR)
    page = text_of(a_browser(player).get(f"/matches/{match.pk}/"))
    told = [page, mailoutbox[-1].body]
    assert all(("se abre sola a esa hora" in each) != with_cards for each in told)
    assert all(("con cartas de verdad" in each) == with_cards for each in told)
    assert ("comparten conexión" in page) != with_cards
    assert all("segundos" not in each for each in told)


def test_the_draft_says_who_is_not_in_it(now):
    event = drafts.a_running_event(now, "swiss", 6)
    drafts.win_round(event, now)
    own = seeded(event, 1)
    mark_absent(entry_id=own.pk, actor=organiser_of(event), now=now)
    draw_what_follows()
    page = text_of(a_browser(organiser_of(event)).get(f"/competitions/{event.pk}/draft/"))
    assert f"No están en esta ronda: {own}." in page
    assert "el borrador de antes se descartó" in page


def test_what_was_annulled_says_who_left(now):
    event = an_event(now, "round-robin", 4)
    gone = seeded(event, 1)
    match = next(m for m in ready(event) if m.slots.filter(entry=gone).exists())
    rival = match.slots.exclude(entry=gone).get().entry
    play(match, the_better_seed(match), now)
    leave(event, gone, now)
    reader = a_browser(language="en")
    page = text_of(reader.get(f"/matches/{match.pk}/"))
    assert f"since <b><bdi>{gone}</bdi></b> withdrew" in page
    assert "Annulled by" in page
    its_way = text_of(reader.get(f"/competitions/{event.pk}/entries/{rival.pk}/"))
    assert f"since <bdi>{gone}</bdi> withdrew" in its_way
