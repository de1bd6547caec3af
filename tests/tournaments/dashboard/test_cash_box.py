"""The cash box: one tap for a payment, the sums, the pot, and no debts without a fee."""

import csv
import io
from datetime import datetime
from decimal import Decimal

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from accounts.profiles import services as profiles
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tournaments.draw.services import draw, undo_draw
from tournaments.entries.cash_box import CashBox
from tournaments.entries.partner_changes import move_player
from tournaments.entries.services import approve, register
from tournaments.models import Competition, Entry
from tournaments.withdrawals.services import withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> User:
    return an_organiser()


def box_of(cup: Competition) -> CashBox:
    cup.refresh_from_db()
    return CashBox.of(cup, cup.entries.all())


def pay(organiser: User, cup: Competition, entry: Entry, how: str = "paid-cash"):
    sent = {"only": entry.pk, "from": "cash"}
    return a_browser(organiser).post(f"/competitions/{cup.pk}/entered/{how}/", sent)


@pytest.mark.feature("Competitions", "Cash box: who paid and how in one tap, total and prize pot")
def test_one_tap_notes_how_somebody_paid(organiser: User, now: datetime) -> None:
    terms = {"fee": Decimal("10.25"), "prize_shares": "50,30", "fee_per": "person"}
    cup = a_running_cup(organiser, now, entries=4, per_side=2, **terms)
    first, second, third, _last = cup.entries.order_by("pk")
    answer = pay(organiser, cup, first)
    assert answer["Location"] == f"/competitions/{cup.pk}/cash/#entry-{first.pk}"
    pay(organiser, cup, second, "paid-transfer")
    pay(organiser, cup, third, "paid")
    box = box_of(cup)
    assert len(box.owing) == 1
    assert box.by_method == [
        ("en efectivo", 1, "$\xa020,50"),
        ("por transferencia", 1, "$\xa020,50"),
        ("", 1, "$\xa020,50"),
    ]
    assert (box.total, box.missing) == (Decimal("61.50"), "$\xa020,50")
    assert [(one.percent, one.amount) for one in box.pot] == [
        (50, "$\xa030,75"),
        (30, "$\xa018,45"),
    ]
    assert box.left_over == "$\xa012,30"
    page = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/cash/"))
    assert "Van <b>$\xa061,50</b>; falta cobrar $\xa020,50." in page
    told = cup.audit.filter(act="paid").earliest("pk")
    assert (told.before["paid"], told.after["paid_by"]) == (False, "cash")


def test_a_payment_is_corrected_and_taken_back(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2, fee=Decimal(100))
    entry = cup.entries.first()
    pay(organiser, cup, entry)
    pay(organiser, cup, entry, "paid-transfer")
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_by) == (True, "transfer")
    pay(organiser, cup, entry, "unpaid")
    entry.refresh_from_db()
    assert (entry.paid, entry.paid_by) == (False, "")


@pytest.mark.feature("Competitions", "No debts are listed where no fee is set")
def test_nobody_owes_where_no_fee_is_set(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=3, cap=4)
    cup.entries.filter(seed=1).update(paid=True)
    assert box_of(cup).owing == []
    browser = a_browser(organiser)
    page = text_of(browser.get(f"/competitions/{cup.pk}/cash/"))
    assert "nadie debe nada" in page
    assert "Deben" not in page
    assert "Deben" not in text_of(browser.get(f"/competitions/{cup.pk}/papers/?show=cash"))
    assert "sin pagar" not in text_of(browser.get(f"/competitions/{cup.pk}/entered/"))


def test_who_waits_for_a_place_owes_nothing(organiser: User, now: datetime) -> None:
    cup = a_cup(organiser, now, fee=Decimal(100))
    for state in (Entry.State.WAITING, Entry.State.REQUESTED):
        cup.entries.create(name=state, state=state, created_at=now)
    assert box_of(cup).owing == []


def test_who_left_and_paid_is_still_in_the_total(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=3, cap=4, fee=Decimal(100))
    entry = cup.entries.get(seed=3)
    pay(organiser, cup, entry)
    withdraw(entry_id=entry.pk, actor=organiser, now=now)
    box = box_of(cup)
    assert (box.out, box.total) == ([entry], 100)


@pytest.fixture
def pairs(organiser: User, now: datetime) -> Competition:
    """Two places, both taken by pairs that have paid; a third pair waits."""
    cup = a_cup(organiser, now, per_side=2, cap=2, fee=Decimal(100), fee_per="entry")
    for _ in range(3):
        enter(cup, organiser, now, a_person(), a_person())
    for entry in cup.entries.confirmed():
        pay(organiser, cup, entry)
    return cup


def test_who_left_before_the_draw_and_paid_is_still_in_the_total(pairs, organiser, now) -> None:
    gone, stays, next_in_line = pairs.entries.order_by("pk")
    people = [player.user for player in gone.roster.all()]
    asked = text_of(
        a_browser(people[0]).get(f"/competitions/{pairs.pk}/entries/{gone.pk}/withdraw/")
    )
    assert "✓ pago anotado" in asked
    withdraw(entry_id=gone.pk, actor=people[0], now=now)
    box = box_of(pairs)
    assert (box.out, box.paid, box.owing) == ([gone], [stays], [next_in_line])
    assert (box.total, box.by_method) == (200, [("en efectivo", 2, "$\xa0200")])
    told = pairs.audit.get(act="withdraw").before
    assert (told["paid"], told["paid_by"]) == (True, "cash")
    page = text_of(a_browser(organiser).get(f"/competitions/{pairs.pk}/entered/{gone.pk}/"))
    assert "Dejar entrar" not in page  # its people may be in another entry
    pay(organiser, pairs, gone, "unpaid")
    assert box_of(pairs).total == 100


def test_who_left_and_paid_may_enter_again(pairs, organiser, now) -> None:
    gone = pairs.entries.earliest("pk")
    people = [player.user for player in gone.roster.all()]
    withdraw(entry_id=gone.pk, actor=people[0], now=now)
    with pytest.raises(RefusedError, match="wrong-state"):
        approve(competition_id=pairs.pk, entry_ids=[gone.pk], actor=organiser, now=now)
    again = enter(pairs, organiser, now, *people)
    assert again.state == Entry.State.WAITING
    lines = text_of(a_browser(people[0]).get(f"/competitions/{pairs.pk}/"))
    assert f"/entries/{again.pk}/withdraw/" in lines
    withdraw(entry_id=again.pk, actor=people[0], now=now)
    assert not Entry.objects.filter(pk=again.pk).exists()  # nothing was paid for it


def test_the_name_of_an_account_is_erased_where_only_a_payment_is_left(pairs, now) -> None:
    gone = pairs.entries.earliest("pk")
    person, partner = (player.user for player in gone.roster.all())
    withdraw(entry_id=gone.pk, actor=person, now=now)
    profiles.anonymise(user_id=person.pk, now=now)
    gone.refresh_from_db()
    assert person.username not in f"{gone.name} {[one.name for one in gone.roster.all()]}"
    assert partner.username in gone.name


@pytest.fixture
def paid_twice(organiser: User, now: datetime) -> Entry:
    """Where a player had paid who moved to one who had paid, too."""
    cup = a_cup(organiser, now, per_side=2, cap=4, fee=Decimal(100), fee_per="entry")
    one, other = (register(competition_id=cup.pk, user=a_person(), now=now).entry for _ in range(2))
    for entry in (one, other):
        pay(organiser, cup, entry)
    moves = other.roster.get()
    move_player(player_id=moves.pk, to_entry_id=one.pk, actor=organiser, now=now)
    other.refresh_from_db()
    assert (other.state, other.paid, other.name) == (Entry.State.WITHDRAWN, True, moves.name)
    return other


def test_the_name_of_who_moved_away_is_erased_where_only_a_payment_is_left(paid_twice, now) -> None:
    person = User.objects.get(username=paid_twice.name)
    profiles.anonymise(user_id=person.pk, now=now)
    paid_twice.refresh_from_db()
    names = [one.name for one in paid_twice.roster.all()]
    assert person.username not in f"{paid_twice.name} {names}"


def test_an_undone_draw_leaves_the_payment_of_who_moved_away(paid_twice, organiser, now) -> None:
    cup = paid_twice.competition
    enter(cup, organiser, now, a_person(), a_person())
    draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    undo_draw(competition_id=cup.pk, actor=organiser, reason="faltaba uno", now=now)
    box = box_of(cup)
    assert (box.out, box.total) == ([paid_twice], 200)


def test_a_payment_goes_along_with_who_moves_to_another_entry(organiser, now) -> None:
    cup = a_cup(organiser, now, per_side=2, cap=4, fee=Decimal(100), fee_per="entry")
    one, other, third = (
        register(competition_id=cup.pk, user=a_person(), now=now).entry for _ in range(3)
    )
    pay(organiser, cup, one)
    moved = {"player_id": one.roster.get().pk, "to_entry_id": other.pk}
    move_player(**moved, actor=organiser, now=now)
    other.refresh_from_db()
    assert (other.paid, other.paid_by) == (True, "cash")
    assert not Entry.objects.filter(pk=one.pk).exists()
    assert box_of(cup).total == 100
    fourth = register(competition_id=cup.pk, user=a_person(), now=now).entry
    pay(organiser, cup, third)
    pay(organiser, cup, fourth, "paid-transfer")
    moved = {"player_id": fourth.roster.get().pk, "to_entry_id": third.pk}
    move_player(**moved, actor=organiser, now=now)
    box = box_of(cup)
    assert (box.total, [each.paid_by for each in box.out]) == (300, ["transfer"])


@pytest.mark.parametrize(("language", "cell"), [("es-ar", "1250,5"), ("en", "1250.5")])
def test_the_file_has_amounts_as_spreadsheets_read_them(organiser, now, language, cell) -> None:
    User.objects.filter(pk=organiser.pk).update(language=language)
    cup = a_running_cup(organiser, now, entries=3, cap=4, fee=Decimal("1250.50"))
    cup.entries.filter(seed=1).update(paid=True, paid_by="cash", name="=1+1")
    answer = a_browser(organiser).get(f"/competitions/{cup.pk}/cash/cash.csv")
    text = answer.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";" if language == "es-ar" else ","))
    (payer,) = (row for row in rows if row[0] == "'=1+1")
    assert (payer[3], payer[5], payer[6]) == (cell, "", "ARS")
    assert [row[5] for row in rows[1:]].count(cell) == 2


def test_it_is_the_organisers_alone(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2, fee=Decimal(100))
    for reader in (a_person(), an_organiser()):
        for address in ("cash/", "cash/cash.csv"):
            assert a_browser(reader).get(f"/competitions/{cup.pk}/{address}").status_code == 403
