"""Starting a competition: the texts before and after are true, also without any accounts."""

from datetime import timedelta

import pytest

from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    play_match,
    win,
)
from tests.tournaments.refusals import refusal
from tournaments.competitions import state as competitions_state
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.queries import first_matches
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Match

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PLAY_WITH_CARDS = "with-cards/"


def by_name(event, organiser, now, names):
    """Write down one entry of names without accounts."""
    players = [NamedPlayer(name) for name in names]
    return entries.add_entry(competition_id=event.pk, actor=organiser, players=players, now=now)


def of_names(organiser, now, named, known=0, per_side=1, **terms):
    """Create a cup with a number of named entries and a number of accounts; the accounts come
    first.
    """
    event = a_cup(organiser, now, per_side=per_side, **terms)
    for number in range(known):
        at = now + timedelta(milliseconds=number)
        enter(event, organiser, at, *(a_person() for _ in range(per_side)))
    for number in range(named):
        at = now + timedelta(seconds=number + 1)
        by_name(event, organiser, at, [f"N{number} {seat}" for seat in range(per_side)])
    return event


def draw_event(event, organiser, now):
    draw.draw(competition_id=event.pk, actor=organiser, seed="s", now=now)
    return event


def started(event, organiser):
    """The page that follows a click on the button; how they play has been said before."""
    if not event.with_cards:
        now = event.created_at
        lifecycle.play_on_screen(competition_id=event.pk, actor=organiser, now=now)
    browser = a_browser(organiser, organiser.language)
    return text_of(browser.post(f"/competitions/{event.pk}/start/", follow=True))


def pages(event, organiser, language="es-ar"):
    """The two pages with the button."""
    organiser.language = language
    organiser.save()
    browser = a_browser(organiser, language)
    addresses = ("manage/", "entered/")
    return [text_of(browser.get(f"/competitions/{event.pk}/{each}")) for each in addresses]


@pytest.mark.feature("Entries", "Missing accounts are counted before the start")
@pytest.mark.parametrize(
    ("named", "known", "per_side", "spanish", "english"),
    [
        (3, 1, 2, "3 de 4 parejas no tienen cuenta", "3 of 4 pairs have no account"),
        (1, 2, 1, "1 de 3 jugadores no tiene cuenta", "1 of 3 players has no account"),
        (2, 0, 3, "2 de 2 equipos no tienen cuenta", "2 of 2 teams have no account"),
        (1, 0, 2, "1 de 1 pareja no tiene cuenta", "1 of 1 pair has no account"),
    ],
)
def test_how_many_have_no_account_is_said_where_the_button_is(
    organiser, now, named, known, per_side, spanish, english
):
    event = of_names(organiser, now, named, known, per_side)
    for page in pages(event, organiser):
        assert spanish in page
        assert f"/competitions/{event.pk}/steps/{PLAY_WITH_CARDS}" in page
        assert f"/competitions/{event.pk}/entered/?show=unclaimed" in page
    for page in pages(event, organiser, "en"):
        assert english in page


def test_what_was_chosen_is_offered_first(organiser, now):
    event = of_names(organiser, now, 3)
    qr, cards = f"/competitions/{event.pk}/claims/", f"/competitions/{event.pk}/steps/with-cards/"
    for page in pages(event, organiser):
        assert page.index(cards) < page.index("?show=unclaimed")
    lifecycle.play_on_screen(competition_id=event.pk, actor=organiser, now=now)
    for page in pages(event, organiser):
        section = page[page.index("missing-accounts") :]
        assert section.index(qr) < section.index("?show=unclaimed") < section.index(cards)


@pytest.mark.feature("Competitions", "A robot stands in for a partner without an account")
def test_of_a_pair_with_one_account_the_robot_is_told_of(organiser, now):
    event = of_names(organiser, now, 0, 1, per_side=2)
    players = [NamedPlayer("Ana", a_person()), NamedPlayer("Beto")]
    entries.add_entry(competition_id=event.pk, actor=organiser, players=players, now=now)
    for page in pages(event, organiser):
        assert "En 1 pareja falta la cuenta de alguien: en su lugar juega un robot." in page
        assert "no tiene cuenta." not in page


def test_nothing_is_said_where_all_have_accounts_or_need_none(organiser, now):
    for event in (of_names(organiser, now, 0, 2), of_names(organiser, now, 2, with_cards=True)):
        assert not [page for page in pages(event, organiser) if "missing-accounts" in page]
    over = of_names(organiser, now, 2)
    lifecycle.cancel(competition_id=over.pk, actor=organiser, now=now, reason="lluvia")
    assert "missing-accounts" not in pages(over, organiser)[0]


def test_a_cup_of_names_starts_without_a_promise(organiser, now):
    page = started(draw_event(of_names(organiser, now, 4), organiser, now), organiser)
    assert "Empezó, pero todavía no se llama a nadie." in page
    assert "2 partidos esperan: hay un lado en el que nadie tiene cuenta." in page
    assert "llamados" not in page
    assert "4 de 4 jugadores no tienen cuenta" in page


def test_a_cup_of_accounts_says_how_many_are_called(organiser, now):
    page = started(draw_event(of_names(organiser, now, 0, 4), organiser, now), organiser)
    assert "¡Empezó! Se llaman 2 partidos: quienes juegan ya se pueden sentar." in page
    assert "partidos esperan" not in page


def test_where_some_have_accounts_both_are_said(organiser, now):
    event = of_names(organiser, now, 4, 4, shape=FormatOptions(format="groups", group_count=2))
    page = started(draw_event(event, organiser, now), organiser)
    first = Match.objects.of(event.pk).filter(state=Match.State.READY)
    waiting = first.unattended().count()
    called = first.callable(now).count()
    assert called + waiting == 4
    told = first_matches(event, now).in_words()
    assert told in page
    assert (f"{called} partido" in told, f"{waiting} partido" in told) == (called > 0, waiting > 0)


def test_one_of_each_is_said_in_the_singular(organiser, now):
    event = draw_event(of_names(organiser, now, 1, 3), organiser, now)
    page = started(event, organiser)
    assert "¡Empezó! Se llama 1 partido: quienes juegan ya se pueden sentar." in page
    assert "1 partido espera: hay un lado en el que nadie tiene cuenta." in page


def test_with_real_cards_nobody_is_called_to_a_table(organiser, now):
    event = draw_event(of_names(organiser, now, 4, with_cards=True), organiser, now)
    page = started(event, organiser)
    assert "¡Empezó! 2 partidos ya se pueden jugar, con cartas de verdad." in page


@pytest.mark.parametrize(
    ("named", "known", "with_cards", "told"),
    [
        (0, 4, False, "¡Empezó! La primera mesa se abre sola el"),
        (4, 0, True, "¡Empezó! El primer partido es el"),
        (4, 0, False, "Empezó, pero todavía no se llama a nadie. 6 partidos esperan"),
    ],
)
def test_a_league_with_hours_says_when_it_begins(organiser, now, named, known, with_cards, told):
    shape = FormatOptions(format="league", cycles=1)
    terms = {"round_days": 7, "starts_at": now + timedelta(days=400), "with_cards": with_cards}
    event = draw_event(of_names(organiser, now, named, known, shape=shape, **terms), organiser, now)
    lifecycle.start(competition_id=event.pk, actor=organiser, now=now)
    event.refresh_from_db()
    words = first_matches(event, now).in_words()
    assert words.startswith(told)
    assert ("hora de" in words) is (known > 0 or with_cards)


def test_it_is_said_in_english(organiser, now):
    organiser.language = "en"
    organiser.save()
    page = started(draw_event(of_names(organiser, now, 4), organiser, now), organiser)
    assert "It has started, but nobody is called yet. 2 matches wait" in page


@pytest.mark.feature("Real cards", "A running competition switches to real cards")
@pytest.mark.parametrize("state", ["registration", "check-in", "drawn", "running", "paused"])
def test_one_click_takes_real_cards_as_long_as_nothing_was_played(organiser, now, state):
    event = of_names(organiser, now, 3, 1)
    who = {"competition_id": event.pk, "actor": organiser, "now": now}
    match state:
        case "check-in":
            competitions_state.open_check_in(**who)
        case "drawn" | "running" | "paused":
            draw_event(event, organiser, now)
    if state in ("running", "paused"):
        lifecycle.start(**who)
    if state == "paused":
        lifecycle.pause(**who)
    step = f"/competitions/{event.pk}/steps/{PLAY_WITH_CARDS}"
    page = text_of(a_browser(organiser).post(step, follow=True))
    assert "Se juega con cartas de verdad" in page
    assert "missing-accounts" not in page
    event.refresh_from_db()
    assert (event.with_cards, event.state) == (True, state)
    told = event.audit.get(act=AuditEvent.Act.EDIT)
    assert (told.before, told.after) == ({"with_cards": False}, {"with_cards": True})
    assert a_browser(organiser).post(step).status_code == 409


def test_tables_that_wait_are_void_and_the_match_is_called_to_a_real_one(organiser, now):
    event = a_running_cup(organiser, now)
    match = match_at(event, 1, 1)
    table = call(match, now)
    lifecycle.play_with_cards(competition_id=event.pk, actor=organiser, now=now)
    match.refresh_from_db()
    table.refresh_from_db()
    assert (match.state, match.sit_by, table.status) == ("ready", None, Game.Status.ANNULLED)
    assert matches.call_match(match_id=match.pk, now=now)
    assert match.games.filter(voided=False).count() == 0


def test_once_a_card_was_played_it_stays_on_the_site(organiser, now):
    event = a_running_cup(organiser, now)
    match = match_at(event, 1, 1)
    call(match, now)
    win(everybody_sits(match, now), 0, now)
    by = {"competition_id": event.pk, "now": now}
    assert refusal(lifecycle.play_with_cards, actor=organiser, **by) == "played-on-the-site"
    assert refusal(lifecycle.play_with_cards, actor=an_organiser(), **by) == "not-organiser"
    event.refresh_from_db()
    assert not event.with_cards


def test_the_button_goes_once_a_card_was_played_and_the_links_stay(organiser, now):
    event = draw_event(of_names(organiser, now, 1, 3), organiser, now)
    lifecycle.start(competition_id=event.pk, actor=organiser, now=now)
    play_match(Match.objects.of(event.pk).callable(now).get(), 0, now)
    page = pages(event, organiser)[0]
    assert PLAY_WITH_CARDS not in page
    assert "?show=unclaimed" in page


def test_the_link_that_is_offered_seats_who_takes_it(organiser, now):
    event = draw_event(of_names(organiser, now, 1, 1), organiser, now)
    guest = event.entries.get(roster__user=None)
    browser = a_browser(organiser)
    listed = text_of(browser.get(f"/competitions/{event.pk}/entered/?show=unclaimed"))
    assert f'name="entry" value="{guest.pk}"' in listed
    token = entries.renew_invitation(entry_id=guest.pk, user=organiser)
    a_browser(a_person()).post(f"/invitation/{token}/")
    assert "Se llama 1 partido" in started(event, organiser)


def test_the_last_change_says_what_it_was_and_what_it_is(organiser, now):
    told = {"actor": organiser, "now": now}
    for with_cards, words in ((True, "con cartas de verdad sí → no"), (False, "")):
        cup = a_cup(organiser, now, with_cards=with_cards)
        for _ in range(2):  # the second time nothing changes
            lifecycle.play_on_screen(competition_id=cup.pk, **told)
        assert cup.audit.filter(act=AuditEvent.Act.EDIT).count() == 1
        page = text_of(a_browser().get(f"/competitions/{cup.pk}/"))
        notice = page[page.index("Las condiciones cambiaron") :].partition("</section>")[0]
        told_now = " ".join(notice.replace("<bdi>", "").replace("</bdi>", "").split())
        assert "nombres por QR no → sí" in told_now
        assert ("con cartas de verdad" in told_now) == with_cards
        assert words in told_now
