"""The organiser's page of a draft: looked at, tapped, mended, published, without any script."""

import re

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, an_organiser, enter
from tests.tournaments.drafts import (
    a_draft,
    a_running_event,
    announced,
    publish,
    swap,
    the_draft,
    who,
    win_round,
)
from tests.tournaments.events import organiser_of
from tests.tournaments.lifecycle.test_pages_creating import fields as fields_of
from tournaments.draw import drafts
from tournaments.formats.catalogue import brackets
from tournaments.models import Competition, Draft, Match
from tournaments.results.services import reopen_match

pytestmark = pytest.mark.django_db
State = Competition.State


def browser_of(event):
    return a_browser(organiser_of(event))


def address(event, act=""):
    return f"/competitions/{event.pk}/draft/{act}"


def fields(page):
    """The hidden fields of the form of pools."""
    form = page[page.index('class="pools"') - 600 :]
    return dict(re.findall(r'name="(seen|one)" value="([^"]+)"', form))


def test_sortear_leads_to_the_draft_and_publishing_to_the_desk(now):
    event = announced(now, "single", 4)
    browser = browser_of(event)
    manage = f"/competitions/{event.pk}/manage/"
    assert "Sortear" in text_of(browser.get(manage))
    assert browser.post(f"/competitions/{event.pk}/draw/").url == address(event)
    page = text_of(browser.get(address(event)))
    assert "Borrador del sorteo" in page
    assert the_draft(event).seed in page
    assert "Mirar el borrador" in text_of(browser.get(manage))
    answer = browser.post(address(event, "publish/"), {"seen": the_draft(event).mark})
    assert answer.url == manage
    event.refresh_from_db()
    assert event.state == State.DRAWN


@pytest.mark.parametrize("form", brackets())
def test_the_draft_of_a_bracket_shows_its_byes(now, form):
    event = announced(now, form, 11)
    a_draft(event, now)
    page = text_of(browser_of(event).get(address(event)))
    assert page.count("pasa libre") == 5  # 11 entries in 16 places


def test_who_publishes_by_itself_may_still_ask_for_a_draft(now):
    event = announced(now, "single", 4)
    Competition.objects.filter(pk=event.pk).update(publishes_alone=True)
    browser = browser_of(event)
    assert "Sortear en borrador" in text_of(
        browser.get(f"/competitions/{event.pk}/manage/?s=rules")
    )
    assert browser.post(f"/competitions/{event.pk}/draw/", {"draft": "1"}).url == address(event)
    browser.post(f"/competitions/{event.pk}/draw/")
    event.refresh_from_db()
    assert (event.state, Draft.objects.count()) == (State.DRAWN, 0)


def test_two_taps_swap_two(now):
    event = announced(now, "swiss", 6)
    a_draft(event, now)
    browser = browser_of(event)
    (one, mate), (other, _), _ = the_draft(event).as_it_stands
    page = text_of(browser.get(address(event), {"chosen": one}))
    name = event.entries.get(pk=one)
    assert f"<b>{name}</b>: tocá con quién cambian." in page
    assert f'name="other" value="{other}"' in page
    assert f'name="other" value="{mate}"' not in page
    told = fields(page)
    assert told == {"seen": the_draft(event).mark, "one": str(one)}
    assert browser.post(address(event, "swap/"), {**told, "other": other}).url == address(event)
    assert {other, mate} in [{*pool} for pool in the_draft(event).as_it_stands]
    assert "a mano" in text_of(browser.get(address(event)))


def test_a_rival_is_chosen_for_one(now):
    event = announced(now, "swiss", 6)
    a_draft(event, now)
    browser = browser_of(event)
    (one, _), (other, _), _ = the_draft(event).as_it_stands
    page = text_of(browser.get(address(event), {"chosen": one, "act": "pair"}))
    assert "tocá con quién juegan" in page
    assert f'action="{address(event, "pair/")}"' in page
    browser.post(address(event, "pair/"), {**fields(page), "other": other})
    assert {one, other} in [{*pool} for pool in the_draft(event).as_it_stands]


@pytest.mark.feature(
    "Competitions",
    "Rematches, second byes and club-mates are pointed out, with one tap to correct them",
)
def test_club_mates_who_meet_are_mended_with_one_tap(now):
    event = announced(now, "swiss", 4, affiliations=["Sur", "Norte", "Sur", "Norte"])
    Competition.objects.filter(pk=event.pk).update(keep_apart=True)
    a_draft(event, now)
    browser = browser_of(event)
    assert "Para mirar" not in text_of(browser.get(address(event)))
    (one, _), pair = the_draft(event).as_it_stands
    clubs = dict(event.entries.values_list("pk", "affiliation"))
    other = next(each for each in pair if clubs[each] != clubs[one])
    swap(event, one, other, now)
    page = text_of(browser.get(address(event)))
    assert "Son de un mismo club" in page
    mending = page.partition('class="warned"')[2].partition("</form>")[0]
    mend = dict(re.findall(r'name="(seen|one|other)" value="([^"]+)"', mending))
    browser.post(address(event, "swap/"), mend)
    assert "Para mirar" not in text_of(browser.get(address(event)))


def test_a_round_of_a_swiss_shows_points_rematches_and_second_byes(now):
    event = a_running_event(now, "swiss", 5, choices={"swiss_rounds": 4})
    free = next(p[0] for p in drawn_pairs(event) if p[1] is None)
    win_round(event, now)
    page = text_of(browser_of(event).get(address(event)))
    assert "Borrador de la ronda 2" in page
    assert "<small>1</small>" in page
    held = next(pool[0] for pool in the_draft(event).as_it_stands if None in pool)
    swap(event, free, held, now)
    page = text_of(browser_of(event).get(address(event)))
    assert f"Ya descansó y le toca de nuevo: {event.entries.get(pk=free)}." in page
    assert "descansa otra vez" in page


def test_a_draft_of_a_rotation_shows_no_points(now):
    event = a_running_event(now, "rotation", 6, choices={"swiss_rounds": 5})
    win_round(event, now)
    page = text_of(browser_of(event).get(address(event)))
    assert "Borrador de la ronda 2" in page
    assert "de otros puntos" not in page
    assert "<small>1</small>" not in page


def drawn_pairs(event):
    found = event.stages.get().groups.get().rounds.get(number=1).matches.order_by("number")
    return [
        tuple(match.slots.order_by("side").values_list("entry_id", flat=True)) for match in found
    ]


def test_a_draft_that_was_left_behind_says_so_and_is_drawn_again(now):
    event = announced(now, "single", 4)
    draft = a_draft(event, now)
    enter(event, organiser_of(event), now, a_person())
    browser = browser_of(event)
    page = text_of(browser.get(address(event)))
    assert "Este borrador ya no vale" in page
    assert "Publicar" not in page
    answer = browser.post(address(event, "publish/"), {"seen": draft.mark})
    assert answer.status_code == 409
    assert 'data-code="draft-outdated"' in text_of(answer)


def test_a_draft_of_an_open_result_leads_to_the_results(now):
    event = a_running_event(now, "swiss", 4, with_cards=True)
    win_round(event, now)
    match = Match.objects.of(event.pk).first()
    reopen_match(match_id=match.pk, actor=organiser_of(event), reason="mal", now=now)
    page = text_of(browser_of(event).get(address(event)))
    assert "Falta 1 resultado." in page
    assert f'href="/competitions/{event.pk}/results/"' in page
    assert "Sortear de nuevo" not in page


def test_a_draft_of_changed_results_says_so(now):
    event = a_running_event(now, "swiss", 4)
    win_round(event, now)
    Draft.objects.update(anew=True)
    assert "el borrador de antes se descartó" in text_of(browser_of(event).get(address(event)))
    assert "Publicar la ronda 2" in text_of(
        browser_of(event).get(f"/competitions/{event.pk}/manage/")
    )


@pytest.mark.parametrize(
    ("act", "sent", "status"),
    [
        ("swap", {"one": "x", "other": "1"}, 422),
        ("swap", {"one": "1", "other": "9" * 30}, 422),
        ("swap", {}, 409),
        ("dance", {}, 404),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(act, sent, status, now):
    event = announced(now, "single", 4)
    before = a_draft(event, now)
    answer = browser_of(event).post(address(event, f"{act}/"), sent)
    assert answer.status_code == status
    assert the_draft(event).mark == before.mark
    assert browser_of(event).get(address(event), {"chosen": "9" * 5000}).status_code == 200


def test_without_a_draft_the_page_says_what_to_do(now):
    event = announced(now, "single", 4)
    browser = browser_of(event)
    assert "Sortear en borrador" in text_of(browser.get(address(event)))
    a_draft(event, now)
    browser.post(address(event, "discard/"))
    assert not Draft.objects.exists()
    a_draft(event, now)
    publish(event, now)
    page = text_of(browser.get(address(event)))
    assert "Faltan 2 resultados." in page
    assert "Sortear la que sigue" not in page
    refused = browser.post(address(event, "draw/"))
    assert refused.status_code == 409
    assert "Todavía faltan resultados" in text_of(refused)


def test_more_rounds_than_rivals_are_said_where_more_may_come(now):
    event = announced(now, "swiss", 4, choices={"swiss_rounds": 7}, late_entries=True)
    browser = browser_of(event)
    assert browser.post(f"/competitions/{event.pk}/draw/").url == address(event)
    assert "Son 7 rondas y alcanza para 3" in text_of(browser.get(address(event)))


@pytest.mark.parametrize(("format_", "is_told"), [("groups", True), ("round-robin", False)])
def test_of_groups_it_says_that_the_knockout_is_counted_too(format_, is_told, now):
    event = announced(now, format_, 8, choices={"group_count": 2} if is_told else {})
    a_draft(event, now)
    page = text_of(browser_of(event).get(address(event)))
    assert ("La eliminación cuenta en el total" in page) == is_told


@pytest.mark.parametrize(
    ("format_", "choices", "told"),
    [
        ("single", {}, "Quien organiza lo pasó al lugar del"),
        ("groups", {"group_count": 2}, "Quien organiza lo pasó al"),
        ("league", {"divisions": 2}, "Quien organiza lo cambió de división"),
    ],
)
def test_why_says_what_was_swapped_by_hand(format_, choices, told, now):
    event = announced(now, format_, 8, choices=choices)
    a_draft(event, now)
    first, second, *_ = the_draft(event).as_it_stands
    swap(event, first[0], second[0], now)
    publish(event, now)
    why = text_of(a_browser().get(f"/competitions/{event.pk}/why/"))
    assert why.count(told) == 2


def test_why_says_what_was_paired_by_hand(now):
    event = a_running_event(now, "swiss", 4)
    win_round(event, now)
    (one, _), (other, _) = the_draft(event).as_it_stands
    drafts.pair(one=one, other=other, **who(event, now))
    publish(event, now)
    page = text_of(a_browser().get(f"/competitions/{event.pk}/entries/{one}/"))
    assert "A mano: así lo puso quien organiza." in page


@pytest.mark.feature("Competitions", "Rounds publish themselves if the settings say so")
@pytest.mark.parametrize(
    ("with_cards", "publishing", "alone"),
    [("", "", True), ("on", "", False), ("on", "alone", True), ("", "by-hand", False)],
)
def test_publishing_by_itself_is_a_term_on_for_tables_on_the_site(
    with_cards, publishing, alone, now
):
    organiser = an_organiser()
    event = a_cup(organiser, now)
    address = f"/competitions/{event.pk}/edit/"
    browser = a_browser(organiser)
    form = fields_of(organiser, name=event.name, cap=str(event.cap))
    form |= {"with_cards": with_cards, "publishing": publishing}
    answer = browser.post(address, {key: value for key, value in form.items() if value})
    assert answer.status_code == 302
    event.refresh_from_db()
    assert event.publishes_alone == alone
    shown = text_of(browser.get(address))
    assert f'<option value="{publishing}" selected>' in shown
