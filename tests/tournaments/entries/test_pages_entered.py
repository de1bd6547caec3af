"""The organiser's page of entries, and what players see of their own place."""

from decimal import Decimal

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    match_at,
    play_match,
)
from tests.tournaments.events import ready
from tests.tournaments.soundness import sound
from tournaments.competitions import state
from tournaments.draw import services as draw
from tournaments.entries import services as entries_services
from tournaments.entries import substitutes
from tournaments.entries.rosters import NamedPlayer
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def register(cup, now, person=None, **fields):
    return entries_services.register(
        competition_id=cup.pk, user=person or a_person(), now=now, **fields
    ).entry


def desk(user, cup, query=""):
    return text_of(a_browser(user).get(f"/competitions/{cup.pk}/entered/{query}"))


def decide(user, cup, act, **fields):
    return a_browser(user).post(f"/competitions/{cup.pk}/entered/{act}/", fields)


def page_of(user, cup):
    return text_of(a_browser(user).get(f"/competitions/{cup.pk}/"))


def test_the_sections_of_the_desk_lead_back_to_it_and_it_to_the_public_page(organiser, now):
    cup = a_cup(organiser, now)
    front = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/manage/"))

    assert f'class="back" href="/competitions/{cup.pk}/manage/"' in desk(organiser, cup)
    assert f'class="back" href="/competitions/{cup.pk}/"' in front


def test_several_are_confirmed_by_ticks_and_one_by_its_own_button(organiser, now):
    cup = a_cup(organiser, now, approval=True)
    first, second, third = (register(cup, now) for _ in range(3))
    assert "falta que quien organiza te confirme" in page_of(first.roster.get().user, cup)
    answer = decide(organiser, cup, "approve", ticked=[first.pk, second.pk])
    assert answer.url == f"/competitions/{cup.pk}/entered/"
    states = list(cup.entries.order_by("pk").values_list("state", flat=True))
    assert states == ["confirmed", "confirmed", "requested"]
    answer = decide(organiser, cup, "approve", only=third.pk, ticked=[first.pk], show="requested")
    assert answer.url == f"/competitions/{cup.pk}/entered/?show=requested&q=#entry-{third.pk}"
    assert cup.entries.confirmed().count() == 3


def test_who_is_not_confirmed_reads_why(organiser, now):
    cup, ana = a_cup(organiser, now, approval=True), a_person()
    entry = register(cup, now, ana)
    assert decide(organiser, cup, "reject", only=entry.pk).status_code == 422
    assert decide(organiser, cup, "reject", only=entry.pk, reason="No es socia").status_code == 302
    page = page_of(ana, cup)
    assert "No te confirmaron" in page
    assert "No es socia" in page
    assert "Dejar entrar" in desk(organiser, cup)


@pytest.mark.feature("Entries", "Payments are noted")
def test_payments_are_one_tap_and_filtered(organiser, now):
    cup = a_cup(organiser, now, fee=Decimal(100))
    ana = a_person("ana")
    payer, debtor = register(cup, now, ana), register(cup, now, a_person("beto"))
    beto = debtor.roster.get().user
    assert "pago sin anotar" in page_of(ana, cup)
    decide(organiser, cup, "paid", only=payer.pk)
    assert "pago anotado" in page_of(ana, cup)
    assert "pago sin anotar" in page_of(beto, cup)
    unpaid = desk(organiser, cup, "?show=unpaid")
    assert f'id="entry-{debtor.pk}"' in unpaid
    assert f'id="entry-{payer.pk}"' not in unpaid
    decide(organiser, cup, "unpaid", only=payer.pk)
    assert f'id="entry-{payer.pk}"' in desk(organiser, cup, "?show=unpaid")


def test_where_nobody_has_paid_that_is_noted_on_the_page_of_an_entry_or_for_several(organiser, now):
    cup = a_cup(organiser, now)
    payer, debtor = register(cup, now), register(cup, now)
    label = f"Anotar el pago de {debtor}"
    page = desk(organiser, cup)
    assert label not in page
    assert "show=unpaid" not in page
    assert page.count("Anotar el pago") == 1  # with those that are ticked
    own = f"/competitions/{cup.pk}/entered/{payer.pk}/"
    assert "pago sin anotar" not in text_of(a_browser(organiser).get(own))
    assert "Anotar el pago" in text_of(a_browser(organiser).get(own))
    decide(organiser, cup, "paid", only=payer.pk)
    assert label in desk(organiser, cup)
    assert "Borrar el pago" in text_of(a_browser(organiser).get(own))


def test_entries_are_found_by_player_and_by_club_whatever_the_accents(organiser, now):
    cup = a_cup(organiser, now)
    found = register(cup, now, affiliation="Atlético Güemes")
    other = register(cup, now)
    page = desk(organiser, cup, "?q=atletico guemes")
    assert f'id="entry-{found.pk}"' in page
    assert f'id="entry-{other.pk}"' not in page
    assert "Nadie así" in desk(organiser, cup, "?q=nadie%00&show=unheard-of")


def test_the_check_in_goes_by_taps_of_players_and_organisers(organiser, now):
    cup = a_cup(organiser, now)
    ana, beto = a_person(), a_person()
    register(cup, now, ana)
    other = register(cup, now, beto)
    opened = a_browser(organiser).post(f"/competitions/{cup.pk}/steps/open-check-in/")
    assert opened.url == f"/competitions/{cup.pk}/manage/"
    assert "Acreditarme" in page_of(ana, cup)
    a_browser(ana).post(f"/competitions/{cup.pk}/check-in/")
    assert "✓ Acreditado" in page_of(ana, cup)
    assert a_browser(ana).post(f"/competitions/{cup.pk}/check-in/").status_code == 409
    assert a_browser(a_person()).post(f"/competitions/{cup.pk}/check-in/").status_code == 403
    absent = desk(organiser, cup, "?show=absent")
    assert f'id="entry-{other.pk}"' in absent
    decide(organiser, cup, "check-in", only=other.pk)
    assert "2 acreditados" in desk(organiser, cup)
    decide(organiser, cup, "undo-check-in", only=other.pk)
    assert "1 acreditado</" in " ".join(desk(organiser, cup).split()).replace(" </", "</")
    reopened = a_browser(organiser).post(f"/competitions/{cup.pk}/steps/reopen/")
    assert reopened.status_code == 302
    cup.refresh_from_db()
    assert cup.state == Competition.State.REGISTRATION


def test_who_missed_the_check_in_is_told(organiser, now):
    cup, ana = a_cup(organiser, now), a_person()
    register(cup, now, ana)
    here = [register(cup, now) for _ in range(2)]
    state.open_check_in(competition_id=cup.pk, actor=organiser, now=now)
    decide(organiser, cup, "check-in", ticked=[entry.pk for entry in here])
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    assert "no estabas acreditado" in page_of(ana, cup)


def test_who_comes_after_the_draw_is_let_in_once_it_is_undone(organiser, now):
    cup = a_cup(organiser, now)
    late, *_ = [register(cup, now) for _ in range(3)]
    a_browser(organiser).post(f"/competitions/{cup.pk}/steps/roll-call/")
    decide(organiser, cup, "undo-check-in", only=late.pk)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    own = f"/competitions/{cup.pk}/entered/{late.pk}/"
    way_out = f"/competitions/{cup.pk}/manage/?s=rules#undo-draw"
    assert f'href="{way_out}"' in text_of(a_browser(organiser).get(own))
    reason = {"reason": "Llegaron"}
    a_browser(organiser).post(f"/competitions/{cup.pk}/steps/undo-draw/", reason)
    assert "Dejar entrar" in text_of(a_browser(organiser).get(own))
    decide(organiser, cup, "approve", only=late.pk)
    late.refresh_from_db()
    assert late.state == Entry.State.CONFIRMED
    assert "Quedó fuera del sorteo" not in text_of(a_browser(organiser).get(own))


def test_who_comes_after_a_result_joins_the_next_round_by_one_tap(organiser, now):
    cup = a_cup(organiser, now, shape=FormatOptions(format="swiss", swiss_rounds=4))
    late, *_ = [register(cup, now) for _ in range(9)]
    a_browser(organiser).post(f"/competitions/{cup.pk}/steps/roll-call/")
    decide(organiser, cup, "undo-check-in", only=late.pk)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    play_match(ready(cup)[0], 0, now)
    own = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/entered/{late.pk}/"))
    for page in (own, desk(organiser, cup)):
        assert "Entra en la ronda 2" in page
        assert f'formaction="/competitions/{cup.pk}/entered/approve/"' in page
    decide(organiser, cup, "approve", only=late.pk)
    late.refresh_from_db()
    assert (late.state, late.first_round) == (Entry.State.CONFIRMED, 2)
    assert "desde la ronda 2" in desk(organiser, cup)
    assert sound()


def test_who_comes_too_late_reads_why(organiser, now):
    cup = a_cup(organiser, now)
    late, *_ = [register(cup, now) for _ in range(5)]
    a_browser(organiser).post(f"/competitions/{cup.pk}/steps/roll-call/")
    decide(organiser, cup, "undo-check-in", only=late.pk)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="s", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    play_match(ready(cup)[0], 0, now)
    own = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/entered/{late.pk}/"))
    assert "quien entra tarde jugaría menos que los demás" in own
    assert "Entra en la ronda" not in own + desk(organiser, cup)


def test_a_draw_is_undone_from_the_dashboard(organiser, now):
    cup = a_running_cup(organiser, now)
    manage, address = f"/competitions/{cup.pk}/manage/", f"/competitions/{cup.pk}/steps/undo-draw/"
    rules = f"{manage}?s=rules"
    assert f'href="{rules}#undo-draw"' in text_of(a_browser(organiser).get(manage))
    assert address in text_of(a_browser(organiser).get(rules))
    assert a_browser(organiser).post(address).status_code == 422
    assert a_browser(organiser).post(address, {"reason": "Faltaba Ana"}).url == manage
    assert "Faltaba Ana" in text_of(a_browser(organiser).get(f"{manage}?s=log"))
    assert address not in text_of(a_browser(organiser).get(rules))
    assert a_browser(organiser).post(address, {"reason": "otra vez"}).status_code == 409


def test_the_cap_is_changed_and_a_silly_one_refused(organiser, now):
    cup = a_cup(organiser, now, cap=2)
    for _ in range(3):
        register(cup, now)
    address = f"/competitions/{cup.pk}/cap/"
    for silly in ("", "x", "1", "1001", "9" * 30, "2\x00"):
        assert a_browser(organiser).post(address, {"cap": silly}).status_code == 422
    assert a_browser(organiser).post(address, {"cap": "3"}).status_code == 302
    assert cup.entries.confirmed().count() == 3
    assert a_browser(organiser).post(address, {"cap": "2"}).status_code == 409


def test_the_order_is_written_by_numbers(organiser, now):
    cup = a_cup(organiser, now, seeding=Competition.Seeding.MANUAL)
    first, second = register(cup, now), register(cup, now)
    address = f"/competitions/{cup.pk}/order/"
    assert address in desk(organiser, cup)
    fields = {f"number_{first.pk}": "5", f"number_{second.pk}": "2"}
    assert a_browser(organiser).post(address, fields).url == address
    assert list(cup.entries.order_by("manual_seed")) == [second, first]
    silly = a_browser(organiser).post(address, fields | {f"number_{first.pk}": "-1"})
    assert silly.status_code == 422
    page = text_of(a_browser(organiser).get(address))
    assert page.index(str(second)) < page.index(str(first))


def test_a_captain_adds_a_reserve_and_sends_them_in(organiser, now):
    cup = a_running_cup(organiser, now, entries=2, per_side=2, reserves=1)
    match = match_at(cup, 1, 1)
    entry = match.slots.get(side=0).entry
    captain, spare = entry.roster.get(number=1).user, a_person("suplente")
    assert "Sumar un suplente" in page_of(captain, cup)
    added = a_browser(captain).post(
        f"/competitions/{cup.pk}/reserves/", {"entry": entry.pk, "player": "@Suplente"}
    )
    assert added.url == f"/competitions/{cup.pk}/"
    assert "Sos suplente de" in page_of(spare, cup)
    call(match, now)
    fields = {
        "entry": entry.pk,
        "goes": entry.roster.get(number=2).pk,
        "comes": entry.roster.get(user=spare).pk,
    }
    address = f"/competitions/{cup.pk}/substitute/"
    assert a_browser(spare).post(address, fields).status_code == 403
    assert a_browser(captain).post(address, fields).status_code == 302
    assert "Sentarme" in page_of(spare, cup)
    assert a_browser(captain).post(address, fields).status_code == 422


def test_an_unknown_account_is_no_reserve(organiser, now):
    cup = a_cup(organiser, now, reserves=1)
    entry = enter(cup, organiser, now, a_person())
    address = f"/competitions/{cup.pk}/reserves/"
    for name in ("@nadie", "", "\x00", "x" * 61):
        fields = {"entry": entry.pk, "player": name}
        assert a_browser(organiser).post(address, fields).status_code == 422
    assert entry.roster.count() == 1


def test_a_reserve_gives_the_place_back(organiser, now):
    cup = a_cup(organiser, now, reserves=1)
    entry, spare = enter(cup, organiser, now, a_person()), a_person()
    reserve = substitutes.add_reserve(
        entry_id=entry.pk, player=NamedPlayer("x", spare), actor=organiser, now=now
    )
    fields = {"entry": entry.pk, "player": reserve.pk}
    dropped = a_browser(spare).post(f"/competitions/{cup.pk}/reserves/drop/", fields)
    assert dropped.url == f"/competitions/{cup.pk}/"
    assert entry.roster.count() == 1


def test_the_organiser_sees_one_entry_with_all_that_can_be_done(organiser, now):
    cup = a_cup(organiser, now, reserves=2)
    entry = enter(cup, organiser, now, a_person())
    address = f"/competitions/{cup.pk}/entered/{entry.pk}/"
    assert address in desk(organiser, cup)
    page = text_of(a_browser(organiser).get(address))
    assert "Sumar un suplente" in page
    assert "Se retira" in page
    other = a_cup(organiser, now, name="Otra")
    strange = f"/competitions/{other.pk}/entered/{entry.pk}/"
    assert a_browser(organiser).get(strange).status_code == 404


@pytest.mark.feature("Entries", "Late entries of a Swiss")
def test_a_late_player_is_told_from_which_round_on(organiser, now):
    shape = FormatOptions(format="swiss", swiss_rounds=4)
    cup = a_running_cup(organiser, now, shape=shape, late_entries=True)
    late = a_person()
    assert "todavía podés entrar" in page_of(late, cup)
    assert a_browser(late).post(f"/competitions/{cup.pk}/register/").status_code == 302
    assert "Entrás en la ronda 2" in page_of(late, cup)
    assert "desde la ronda 2" in desk(organiser, cup)


@pytest.mark.parametrize("who", ["player", "organiser of another club", "stranger"])
def test_only_the_clubs_organisers_see_and_decide(organiser, now, who):
    cup, player = a_cup(organiser, now), a_person()
    entry = register(cup, now, player)
    user = {"player": player, "organiser of another club": an_organiser(), "stranger": None}[who]
    acts = AuditEvent.objects.count()
    browser, own = a_browser(user), f"/competitions/{cup.pk}"
    answers = [
        browser.get(f"{own}/{page}/") for page in ("entered", f"entered/{entry.pk}", "order")
    ]
    answers += [
        browser.post(f"{own}/entered/paid/", {"only": entry.pk}),
        browser.post(f"{own}/cap/", {"cap": 3}),
        browser.post(f"{own}/order/", {}),
        browser.post(f"{own}/steps/open-check-in/"),
    ]
    assert {answer.status_code for answer in answers} == {302 if user is None else 403}
    assert AuditEvent.objects.count() == acts


@pytest.mark.parametrize("only", ["x", "-1", "0", "9" * 30, "\x00"])
def test_entries_that_cannot_be_meant_are_refused(organiser, now, only):
    cup, other = a_cup(organiser, now), a_cup(organiser, now, name="Otra")
    foreign = register(other, now)
    assert decide(organiser, cup, "paid", only=only).status_code == 422
    assert decide(organiser, cup, "paid", only=foreign.pk).status_code == 422
    assert decide(organiser, cup, "paid", ticked=[foreign.pk]).status_code == 422
    assert decide(organiser, cup, "paid").status_code == 422
    assert decide(organiser, cup, "steal", only=only).status_code == 404
    assert not Entry.objects.get(pk=foreign.pk).paid


def test_a_page_of_many_entries_takes_few_queries(organiser, now, django_assert_max_num_queries):
    cup = a_cup(organiser, now, cap=64)
    for _ in range(40):
        register(cup, now)
    browser = a_browser(organiser)
    with django_assert_max_num_queries(12):
        browser.get(f"/competitions/{cup.pk}/entered/")


@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia", "en", "pt-br"])
def test_the_pages_are_there_in_both_languages(organiser, now, language):
    cup = a_cup(organiser, now)
    register(cup, now)
    organiser.language = language
    organiser.save()
    for page in ("entered", "order", "manage"):
        answer = a_browser(organiser).get(f"/competitions/{cup.pk}/{page}/")
        assert f'<html lang="{language}">' in text_of(answer)
        assert "style=" not in text_of(answer)


def test_a_page_that_draws_its_list_anew_keeps_the_row_that_was_acted_on(organiser, now):
    cup = a_cup(organiser, now)
    first, second = (register(cup, now) for _ in range(2))
    browser = a_browser(organiser)
    asked = {"headers": {"HX-Request": "true"}}
    path = f"/competitions/{cup.pk}/entered/"
    fields = {"only": first.pk, "show": "unpaid", "kept": [second.pk, "x"]}
    answer = browser.post(f"{path}paid/", fields, **asked)
    listed = text_of(browser.get(answer.url))
    assert listed.index(f'id="entry-{first.pk}"') < listed.index(f'id="entry-{second.pk}"')
    assert f'id="entry-{first.pk}"' not in text_of(browser.get(f"{path}?show=unpaid"))
    assert browser.get(f"{path}?kept={'9' * 5000}&kept={'9' * 18}").status_code == 200
    refused = browser.post(f"{path}check-in/", {"only": first.pk}, **asked)
    assert (refused.status_code, refused["HX-Retarget"]) == (409, "#main")


def test_two_of_five_did_not_come_the_others_are_drawn(organiser, now):
    """One tap asks which entries came, two mark the absent ones; the others stay unchanged."""
    cup = a_cup(organiser, now)
    entries = [register(cup, now) for _ in range(5)]
    browser = a_browser(organiser)
    asked = browser.post(f"/competitions/{cup.pk}/steps/roll-call/", follow=True)
    assert asked.redirect_chain[0][0] == f"/competitions/{cup.pk}/entered/"
    assert text_of(asked).count("No está\n") == 5
    for entry in entries[:2]:
        decide(organiser, cup, "undo-check-in", only=entry.pk)
    assert "Sortear con 3" in text_of(browser.get(f"/competitions/{cup.pk}/manage/"))
    assert browser.post(f"/competitions/{cup.pk}/steps/roll-call/").status_code == 409


@pytest.mark.parametrize(("per_side", "button"), [(1, "No está"), (2, "No están")])
def test_the_roll_call_names_the_button_as_it_is_written(organiser, now, per_side, button):
    cup = a_cup(organiser, now, per_side=per_side)
    enter(cup, organiser, now, *(a_person() for _ in range(per_side)))
    page = text_of(
        a_browser(organiser).post(f"/competitions/{cup.pk}/steps/roll-call/", follow=True)
    )
    assert f"tocá «{button}» en" in page
    assert f"{button}\n" in page


@pytest.mark.parametrize(
    "address", ["start", "draw", "steps/open-check-in", "entered/paid", "cap", "draft/publish"]
)
def test_who_reloads_what_is_only_posted_reads_the_desk(organiser, now, address):
    cup = a_cup(organiser, now)
    path = f"/competitions/{cup.pk}/{address}/"
    answer = a_browser(organiser).get(path)
    assert (answer.status_code, answer.url) == (302, f"/competitions/{cup.pk}/manage/")
    assert a_browser().get(path).status_code == 405
