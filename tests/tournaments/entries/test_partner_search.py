"""Two players who look for a partner find each other, by an organiser or by themselves."""

from datetime import datetime

import pytest

from accounts.common.notification_types import PARTNER
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.desks import who
from tests.tournaments.entries.test_completing import paste
from tests.tournaments.events import award, ready
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.common.notifications import OCCASIONS
from tournaments.draw import services as draw
from tournaments.entries.partner_search import (
    drop_proposal,
    lone_entries,
    pair_up,
    propose_partner,
    search_of,
)
from tournaments.entries.services import register, set_paid
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.models import AuditEvent, Competition, Entry, PartnerProposal

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_cup(organiser, now, per_side=2)


def alone(cup: Competition, now: datetime) -> tuple[User, Entry]:
    """Somebody who entered without a partner."""
    user = a_person()
    register(competition_id=cup.pk, user=user, now=now)
    return user, cup.entries.of_person(user.pk).get()


def test_an_organiser_joins_two_with_one_tap(cup: Competition, now: datetime) -> None:
    chicho, nacho = paste(cup, "Chicho\nNacho", now)
    browser = a_browser(cup.club.members.get())
    desk = text_of(browser.get(f"/competitions/{cup.pk}/manage/"))
    way = f"/competitions/{cup.pk}/entered/{chicho.pk}/pair/"
    assert f'action="{way}"' in desk
    assert "Juntar con Nacho" in desk
    browser.post(way, {"entry": nacho.pk})
    pair = cup.entries.get()
    assert (pair.pk, pair.name, pair.state) == (chicho.pk, "Chicho y Nacho", "confirmed")
    assert cup.audit.filter(act=AuditEvent.Act.MOVE_PLAYER).count() == 1
    assert sound()


def test_after_a_move_the_page_of_the_pair_is_shown(cup: Competition, now: datetime) -> None:
    chicho, nacho = paste(cup, "Chicho\nNacho", now)
    browser = a_browser(cup.club.members.get())
    answer = browser.post(
        f"/competitions/{cup.pk}/entered/{chicho.pk}/players/",
        {"goes": chicho.roster.get().pk, "to": nacho.pk},
        follow=True,
    )
    assert answer.redirect_chain == [(f"/competitions/{cup.pk}/entered/{nacho.pk}/", 302)]
    assert answer.status_code == 200


def test_who_paid_stays(cup: Competition, now: datetime) -> None:
    chicho, nacho = paste(cup, "Chicho\nNacho", now)
    set_paid(entry_ids=[nacho.pk], paid=True, **who(cup, now))
    pair = pair_up(entry_id=chicho.pk, other_id=nacho.pk, actor=cup.club.members.get(), now=now)
    assert (pair.pk, pair.paid) == (nacho.pk, True)


def test_a_whole_pair_is_joined_with_nobody(cup: Competition, now: datetime) -> None:
    organiser = cup.club.members.get()
    (chicho,) = paste(cup, "Chicho", now)
    whole = enter(cup, organiser, now, a_person(), a_person())
    told = {"entry_id": chicho.pk, "other_id": whole.pk, "now": now}
    assert refusal(pair_up, actor=organiser, **told) == "wrong-state"
    _, other = alone(cup, now)
    told["other_id"] = other.pk
    assert refusal(pair_up, actor=a_person(), **told) == "not-organiser"
    assert list(lone_entries(cup)) == [chicho, other]


@pytest.mark.feature(
    "Entries", "Two players who look for a partner find each other, or an organiser joins them"
)
def test_a_proposal_is_accepted_on_the_page(cup: Competition, now: datetime) -> None:
    (ana, anas), (beto, betos) = alone(cup, now), alone(cup, now)
    page, answer = f"/competitions/{cup.pk}/", f"/competitions/{cup.pk}/partner/{anas.pk}/"
    assert "Proponerle jugar juntos" in text_of(a_browser(ana).get(page))
    sent = a_browser(ana).post(f"/competitions/{cup.pk}/partner/{betos.pk}/", follow=True)
    assert "se lo propusiste" in text_of(sent)
    asked = text_of(a_browser(beto).get(page))
    assert "te propone jugar juntos" in asked
    assert f'action="{answer}"' in asked
    assert "Ya son equipo." in text_of(a_browser(beto).post(answer, follow=True))
    pair = cup.entries.get()
    assert pair.state == Entry.State.CONFIRMED
    assert {player.user for player in pair.roster.all()} == {ana, beto}
    assert not PartnerProposal.objects.exists()
    assert sound()


def test_a_pair_that_needs_approval_waits_for_it(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, per_side=2, approval=True)
    (ana, anas), (beto, betos) = alone(cup, now), alone(cup, now)
    propose_partner(entry_id=betos.pk, user=ana, now=now)
    pair = propose_partner(entry_id=anas.pk, user=beto, now=now)
    assert pair is not None
    assert pair.state == Entry.State.REQUESTED


def test_a_proposal_is_declined_or_taken_back(cup: Competition, now: datetime) -> None:
    (ana, anas), (beto, betos) = alone(cup, now), alone(cup, now)
    for user, other in ((ana, betos), (beto, anas)):
        propose_partner(entry_id=betos.pk, user=ana, now=now)
        drop_proposal(entry_id=other.pk, user=user)
        assert not PartnerProposal.objects.exists()
    assert [one.entry for one in search_of(anas)] == [betos]


def test_only_who_looks_for_a_partner_proposes(cup: Competition, now: datetime) -> None:
    (ana, anas), (_, betos) = alone(cup, now), alone(cup, now)
    (chicho,) = paste(cup, "Chicho", now)
    assert refusal(propose_partner, entry_id=betos.pk, user=a_person(), now=now) == "not-in-entry"
    assert refusal(propose_partner, entry_id=chicho.pk, user=ana, now=now) == "wrong-state"
    assert refusal(propose_partner, entry_id=anas.pk, user=ana, now=now) == "wrong-state"
    Competition.objects.filter(pk=cup.pk).update(state=Competition.State.CHECK_IN)
    told = {"entry_id": betos.pk, "user": ana, "now": now}
    assert refusal(propose_partner, **told) == "registration-closed"


def test_who_is_asked_is_told_until_they_have_a_partner(cup: Competition, now: datetime) -> None:
    (ana, anas), (beto, betos) = alone(cup, now), alone(cup, now)
    propose_partner(entry_id=betos.pk, user=ana, now=now)
    proposal, occasion = PartnerProposal.objects.get(), OCCASIONS[PARTNER]
    assert occasion.people(proposal.pk) == {beto.pk}
    notice = occasion.words(proposal.pk, beto)
    assert notice is not None
    assert notice.title == f"{ana} te propone jugar juntos"
    propose_partner(entry_id=anas.pk, user=beto, now=now)
    assert occasion.words(proposal.pk, beto) is None


PAIRS = "Ana y Beto\nRosa y Elena\nKarim y Lola\nMarta y Nora\nPepe y Quique"


def drawn_without_some(
    organiser: User, now: datetime, alone_then: str, format_: str = "swiss", **terms: object
) -> tuple[Competition, list[Entry]]:
    """Draw and start an evening of pairs; return it, and those who had no partner then."""
    rounds = {"swiss_rounds": 4} if format_ == "swiss" else {}
    shape = FormatOptions(format=format_, **rounds)
    cup = a_cup(organiser, now, per_side=2, shape=shape, cap=16, with_cards=True, **terms)
    paste(cup, f"{PAIRS}\n{alone_then}", now)
    draw.draw(seed="semilla", **who(cup, now))
    lifecycle.start(**who(cup, now))
    cup.refresh_from_db()
    return cup, list(lone_entries(cup))


def test_who_had_no_partner_at_the_draw_is_on_the_desk_and_comes_late(
    organiser: User, now: datetime
) -> None:
    cup, (chicho, nacho) = drawn_without_some(organiser, now, "Chicho\nNacho")
    browser, manage = a_browser(organiser), f"/competitions/{cup.pk}/manage/"
    desk = text_of(browser.get(manage))
    assert "Chicho se anotó sin compañero" in desk
    assert "todavía puede entrar, en cuanto esté completo. También buscan: Nacho." in desk
    assert f'action="/competitions/{cup.pk}/entered/{chicho.pk}/pair/"' in desk
    assert f'href="/competitions/{cup.pk}/entries/{chicho.pk}/withdraw/"' in desk
    own = text_of(browser.get(f"/competitions/{cup.pk}/entered/{chicho.pk}/"))
    assert "todavía puede entrar" in own
    assert "¿Con quién juega?" in own
    browser.post(f"/competitions/{cup.pk}/entered/{chicho.pk}/pair/", {"entry": nacho.pk})
    chicho.refresh_from_db()
    assert (chicho.state, chicho.first_round) == ("confirmed", 2)
    assert "se anotó sin compañero" not in text_of(browser.get(manage))
    assert sound()


@pytest.mark.parametrize(
    ("format_", "why"),
    [("single", "deshacé el sorteo"), ("swiss", "Ya pasó la mitad de las rondas")],
)
def test_who_can_come_in_no_more_is_listed_as_out_with_the_reason(
    organiser: User, now: datetime, format_: str, why: str
) -> None:
    cup, (chicho,) = drawn_without_some(organiser, now, "Chicho", format_, publishes_alone=True)
    for _ in range(2 if format_ == "swiss" else 0):
        for match in ready(cup):
            award(match, 0, now)
    browser = a_browser(organiser)
    desk = text_of(browser.get(f"/competitions/{cup.pk}/manage/"))
    assert "se anotó sin compañero" not in desk
    out = desk[desk.index('id="out"') :]
    out = out[: out.index("</section>")]
    assert "Chicho" in out
    assert "está sin compañero" in out
    own = text_of(browser.get(f"/competitions/{cup.pk}/entered/{chicho.pk}/"))
    assert why in own
    assert "¿Con quién juega?" not in own
    assert "Cambiar un jugador" in own


@pytest.mark.parametrize(
    ("format_", "late_entries", "said"),
    [
        ("swiss", True, "Ya hay partidos armados, pero todavía pueden entrar."),
        ("swiss", False, "La inscripción cerró, pero todavía pueden entrar"),
        ("single", False, "Si alguien no viene, quien organiza puede ponerte en su lugar."),
    ],
)
def test_who_has_no_partner_reads_after_the_draw_what_is_true(
    organiser: User, now: datetime, format_: str, late_entries: bool, said: str
) -> None:
    shape = FormatOptions(format=format_)
    cup = a_cup(organiser, now, per_side=2, shape=shape, late_entries=late_entries)
    user, own = alone(cup, now)
    paste(cup, PAIRS, now)
    page = f"/competitions/{cup.pk}/"
    assert "Falta que tu compañero acepte el enlace." in text_of(a_browser(user).get(page))
    draw.draw(seed="semilla", **who(cup, now))
    told = text_of(a_browser(user).get(page))
    assert said in told
    assert ("Hacer otro enlace" in told) is late_entries
    entered = text_of(a_browser(organiser).get(f"{page}entered/{own.pk}/"))
    assert ("Hacer otro enlace" in entered) is late_entries
