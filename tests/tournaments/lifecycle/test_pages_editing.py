"""Repeating a competition, and editing one without entries."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from games.engine import make_rules
from tests.games.races import ROUNDS
from tests.games.tables import a_person
from tests.tournaments import cups
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import an_organiser, enter
from tests.tournaments.lifecycle.test_pages_creating import fields
from tests.tournaments.refusals import at_once
from tournaments.competitions import state
from tournaments.competitions.settings import CompetitionSettings
from tournaments.entries import services as entries_services
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import set_up
from tournaments.models import AuditEvent, Competition, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both]
TO_15 = make_rules("argentino", {"target": "15"})
a_cup, a_running_cup = partial(cups.a_cup, rules=TO_15), partial(cups.a_running_cup, rules=TO_15)
GROUPS = FormatOptions(format="groups", group_count=2, qualifiers=1, final_best_of=3)


def edit(organiser, event, **changed):
    """Send the form of an event as it stands, but for what changed."""
    halves = str(event.rules.option("halves"))
    known = fields(organiser, name=event.name, cap=str(event.cap), halves=halves)
    return a_browser(organiser).post(f"/competitions/{event.pk}/edit/", {**known, **changed})


def change(event, actor, now, **changed):
    """Change terms through the service."""
    event.refresh_from_db()
    terms = replace(CompetitionSettings.of(event), **changed)
    set_up.edit_competition(competition_id=event.pk, actor=actor, terms=terms, now=now)
    event.refresh_from_db()


def changes(event):
    return event.audit.filter(act=AuditEvent.Act.EDIT)


def test_the_form_of_an_announced_one_shows_what_it_is(organiser, now):
    event = a_cup(organiser, now, shape=GROUPS, cap=6, starts_at=now + timedelta(days=1))
    page = text_of(a_browser(organiser).get(f"/competitions/{event.pk}/edit/"))
    assert 'value="2026-03-15T18:30"' in page
    assert 'name="qualifiers" value="1"' in page
    assert "Hasta 6 jugadores, 2 grupos, pasa 1" in page


def test_what_was_changed_is_in_the_log_with_what_it_was(organiser, now):
    event = a_cup(organiser, now)
    answer = edit(organiser, event, name="Copa del bar", prizes="un lechón", keep_apart="on")
    assert answer.url == f"/competitions/{event.pk}/manage/"
    event.refresh_from_db()
    assert (event.name, event.prizes) == ("Copa del bar", "un lechón")
    told = changes(event).get()
    assert told.before == {"name": "Copa", "prizes": ""}
    assert told.after == {"name": "Copa del bar", "prizes": "un lechón"}
    assert told.actor == organiser
    log = " ".join(text_of(a_browser(organiser).get(f"{answer.url}?s=log")).split())
    assert "nombre <bdi>Copa → Copa del bar</bdi>, premios <bdi>— → un lechón</bdi>" in log


def test_an_option_that_changed_is_said_with_what_it_was(organiser, now):
    event = a_cup(organiser, now)
    flor = make_rules("argentino-flor", {"target": "20", "covered": "on"})
    change(event, organiser, now, rules=make_rules("argentino"))
    page = " ".join(text_of(a_browser().get(f"/competitions/{event.pk}/")).split())
    assert "Puntos <bdi>a 15 → a 30</bdi>" in page
    change(event, organiser, now, rules=flor)
    page = " ".join(text_of(a_browser().get(f"/competitions/{event.pk}/")).split())
    for told in ("Truco argentino → Truco argentino con flor", "a 30 → a 20", "No → Sí"):
        assert told in page
    assert "opciones del reglamento" not in page


def test_the_log_says_choices_in_the_words_of_their_columns(organiser, now):
    event = a_cup(organiser, now)
    change(event, organiser, now, seeding="random", best_of=3, cap=24, late_entries=True)
    page = " ".join(text_of(a_browser().get(f"/competitions/{event.pk}/")).split())
    for told in (
        "sorteo <bdi>por ranking → al azar</bdi>",
        "cada partido <bdi>a una partida → al mejor de tres</bdi>",
        "cupo <bdi>16 → 24</bdi>",
        "inscripción tardía",
    ):
        assert told in page


def test_a_form_sent_as_it_was_changes_nothing(organiser, now):
    event = a_cup(organiser, now, starts_at=now + timedelta(hours=1))
    Competition.objects.filter(pk=event.pk).update(starts_at=now - timedelta(days=400))
    start = "2025-02-07T18:30"
    assert edit(organiser, event, keep_apart="on", starts_at=start).status_code == 302
    assert not changes(event).exists()


def test_a_start_may_stay_in_the_past_but_not_be_moved_there(organiser, now):
    event = a_cup(organiser, now, starts_at=now)
    answer = edit(organiser, event, starts_at="2020-01-01T20:00")
    assert answer.status_code == 422
    assert not changes(event).exists()


def test_a_higher_cap_lets_the_waiting_list_in_and_a_lower_one_throws_nobody_out(organiser, now):
    event = a_cup(organiser, now, cap=2)
    for _ in range(4):
        enter(event, organiser, now, a_person())
    change(event, organiser, now, cap=3)
    assert event.entries.filter(state=Entry.State.CONFIRMED).count() == 3
    assert event.places.count() == 3
    with pytest.raises(RefusedError, match="cap-too-low"):
        change(event, organiser, now, cap=2)
    event.refresh_from_db()
    assert (event.cap, event.places.count()) == (3, 3)


@pytest.mark.feature("Competitions", "Settings change until the draw")
@pytest.mark.parametrize("checks_in", [False, True])
def test_until_the_draw_all_may_change_but_the_rules_people_entered_by(organiser, now, checks_in):
    event = a_cup(organiser, now)
    entries = [enter(event, organiser, now, a_person()) for _ in range(3)]
    if checks_in:
        state.open_check_in(competition_id=event.pk, actor=organiser, now=now)
    change(event, organiser, now, shape=GROUPS, best_of=3, turn_seconds=60)
    assert (event.stages.count(), event.best_of, event.turn_seconds) == (2, 3, 60)
    assert list(event.entries.confirmed().order_by("pk")) == entries
    assert changes(event).get().after["format"] == "groups"
    for rules in (make_rules("uruguayo", {}), make_rules("argentino", {"target": "30"})):
        with pytest.raises(RefusedError, match="terms-settled"):
            change(event, organiser, now, rules=rules)


@pytest.mark.parametrize("with_cards", [True, False])
def test_rules_nobody_agreed_to_on_screen_change_until_the_draw(organiser, now, with_cards):
    """With real cards, or where names alone were written down."""
    event = a_cup(organiser, now, with_cards=with_cards)
    player = NamedPlayer("Ana", a_person()) if with_cards else NamedPlayer("Don Pepe")
    entries_services.add_entry(competition_id=event.pk, actor=organiser, players=[player], now=now)
    page = text_of(a_browser(organiser).get(f"/competitions/{event.pk}/edit/"))
    assert "el reglamento queda como está" not in page
    change(event, organiser, now, rules=make_rules("argentino", {"target": "30"}))
    assert event.rules.target == 30


def test_the_form_changes_the_format_in_the_check_in(organiser, now):
    event = a_cup(organiser, now)
    enter(event, organiser, now, a_person())
    state.open_check_in(competition_id=event.pk, actor=organiser, now=now)
    page = text_of(a_browser(organiser).get(f"/competitions/{event.pk}/edit/"))
    assert 'type="radio"' in page
    assert "el reglamento queda como está" in page
    assert 'name="target" value="15"' in page  # hidden: the summary needs it
    answer = edit(organiser, event, format="swiss", swiss_rounds="3", target="30", cap="8")
    assert answer.status_code == 302
    event.refresh_from_db()
    stage = event.stages.get()
    assert (event.cap, event.rules.target, stage.format, stage.swiss_rounds) == (8, 15, "swiss", 3)


@pytest.mark.feature("Competitions", "Players see which settings changed")
def test_who_plays_is_shown_what_changed_since_the_registration_was_opened(organiser, now):
    event = a_cup(organiser, now, opened=False)
    change(event, organiser, now, cap=12)
    state.open_registration(competition_id=event.pk, actor=organiser, now=now)
    player = a_person()
    enter(event, organiser, now, player)
    address = f"/competitions/{event.pk}/"
    assert "last-change" not in text_of(a_browser(player).get(address))
    change(event, organiser, now + timedelta(minutes=1), cap=16)
    change(event, organiser, now + timedelta(minutes=2), shape=GROUPS)
    page = text_of(a_browser(player).get(address))
    told = page.partition('id="last-change"')[2].partition("</section>")[0]
    assert "formato <bdi>eliminación directa → grupos y eliminación</bdi>" in told


def test_in_a_draft_with_entries_all_may_change_but_how_many_sit_together(organiser, now):
    event = a_cup(organiser, now, opened=False)
    enter(event, organiser, now, a_person())
    change(event, organiser, now, shape=GROUPS)
    assert event.stages.count() == 2
    with pytest.raises(RefusedError, match="terms-settled"):
        change(event, organiser, now, rules=make_rules("argentino", {"seats": "4"}))


@pytest.mark.parametrize(
    "changed", [{"cap": "1"}, {"cap": "9" * 40}, {"name": "x\0"}, {"name": ""}, {"seeding": "me"}]
)
def test_bad_input_changes_nothing(organiser, now, changed):
    event = a_cup(organiser, now)
    assert edit(organiser, event, **changed).status_code == 422
    assert not changes(event).exists()


def test_what_does_not_fit_any_more_is_said_beside_it(organiser, now):
    event = a_cup(organiser, now, shape=GROUPS, cap=6)
    enter(event, organiser, now, a_person())
    answer = edit(
        organiser, event, format="groups", group_count="2", qualifiers="1", cycles="1", cap="3"
    )
    assert answer.status_code == 422
    assert "muchos grupos" in text_of(answer)


def test_nobody_else_changes_it_and_nobody_once_it_is_drawn(organiser, now):
    event = a_cup(organiser, now)
    for who in (an_organiser(), a_person()):
        page = f"/competitions/{event.pk}/edit/"
        assert a_browser(who).post(page, fields(organiser)).status_code == 403
        with pytest.raises(RefusedError, match="not-organiser"):
            change(event, who, now, name="Mía")
    running = a_running_cup(organiser, now)
    with pytest.raises(RefusedError, match="wrong-state"):
        change(running, organiser, now, name="Tarde")
    assert edit(organiser, running, cap="32").status_code == 409


def test_the_name_of_another_open_one_is_taken(organiser, now):
    event = a_cup(organiser, now, name="Una")
    a_cup(organiser, now, name="Otra")
    assert edit(organiser, event, name="Otra").status_code == 422
    with pytest.raises(RefusedError, match="name-taken"):
        change(event, organiser, now, name="Otra")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(ROUNDS))
def test_of_two_equal_announcements_at_once_one_is_made(round_, now):
    organiser = an_organiser()

    def announce():
        return a_cup(organiser, now, name="Copa del bar", opened=False)

    assert at_once(announce, announce, announce).count("name-taken") == 2
    assert Competition.objects.count() == 1


def test_terms_are_changed_from_the_desk_until_the_draw(organiser, now):
    event = a_cup(organiser, now)
    browser = a_browser(organiser)
    address = f'href="/competitions/{event.pk}/edit/"'

    def leads_there() -> bool:
        return address in text_of(browser.get(f"/competitions/{event.pk}/manage/?s=rules"))

    assert leads_there()
    state.open_check_in(competition_id=event.pk, actor=organiser, now=now)
    assert leads_there()
    edit(organiser, event, name="Copa de la noche")
    event.refresh_from_db()
    assert event.name == "Copa de la noche"


def test_once_it_is_drawn_what_touches_no_result_can_be_changed(organiser, now):
    running = a_running_cup(organiser, now)
    page = f"/competitions/{running.pk}/edit/"
    browser = a_browser(organiser)
    shown = browser.get(page).content.decode()
    assert 'name="prizes"' in shown
    assert 'name="cap"' not in shown
    pace = {"turn_seconds": "45", "sit_down_minutes": "5"}
    sent = {"drawn": "True", "name": "Copa nueva", "prizes": "Un jamón", "cap": "2", **pace}
    assert browser.post(page, sent).status_code == 302
    cap = running.cap
    running.refresh_from_db()
    assert (running.name, running.prizes, running.public) == ("Copa nueva", "Un jamón", False)
    assert (running.turn_seconds, running.sit_down_minutes) == (45, 5)
    assert running.cap == cap
    assert changes(running).get().after["name"] == "Copa nueva"
    assert browser.post(page, {"drawn": "True", "name": ""}).status_code == 422
    assert a_browser(a_person()).post(page, sent).status_code == 404  # it is not public now


def test_errors_are_listed_on_top_with_a_link_to_each_field(organiser, now):
    event = a_cup(organiser, now)
    answer = edit(organiser, event, name="", cap="1001")
    assert answer.status_code == 422
    summary = text_of(answer).split('id="refused"', 1)[1].split("</ul>", 1)[0]
    assert '<a href="#id_name">' in summary
    assert '<a href="#id_cap">' in summary


@pytest.mark.parametrize(
    ("terms", "shown", "hidden"),
    [
        ({"with_cards": True}, ["approval"], ["turn_seconds", "round_minutes", "byes", "leaving"]),
        ({"round_minutes": 30}, ["round_minutes", "turn_seconds"], ["late_entries"]),
        ({"shape": FormatOptions(format="swiss")}, ["late_entries", "byes"], ["leaving"]),
        ({"shape": FormatOptions(format="round-robin")}, ["leaving"], ["late_entries", "byes"]),
    ],
)
def test_a_running_competition_shows_settings_that_still_matter(
    terms, shown, hidden, organiser, now
):
    running = a_running_cup(organiser, now, **terms)
    page = a_browser(organiser).get(f"/competitions/{running.pk}/edit/").content.decode()
    assert [name for name in shown if f'name="{name}"' not in page] == []
    assert [name for name in hidden if f'name="{name}"' in page] == []
    assert "s=change&amp;open=length" in page


def test_a_timed_competition_can_change_but_not_drop_its_clock(organiser, now):
    running = a_running_cup(organiser, now, round_minutes=30, with_cards=True)
    browser, page = a_browser(organiser), f"/competitions/{running.pk}/edit/"
    sent = {"drawn": "True", "name": running.name, "public": "on"}
    assert browser.post(page, {**sent, "round_minutes": ""}).status_code == 422
    assert browser.post(page, {**sent, "round_minutes": "20"}).status_code == 302
    running.refresh_from_db()
    assert running.round_minutes == 20
    latest = browser.get(f"/competitions/{running.pk}/manage/?s=change").content.decode()
    undo = re.search(r'formaction="(/competitions/\d+/undo/\d+/)"', latest).group(1)
    assert browser.post(undo).status_code == 302
    running.refresh_from_db()
    assert running.round_minutes == 30
