"""A seal shown before its table is opened, and the cut that comes with the form."""

from datetime import datetime, timedelta

import pytest
from django.db import connection

from accounts.models import User
from games.casual import services as casual
from games.casual.services import PRACTICE_KEPT
from games.engine import make_rules
from games.fair import shuffle
from games.models import Game
from games.play import advance_seals
from games.play.advance_seals import LIFE, AdvanceCut, AdvanceSeal
from tests.games.races import at_once
from tests.games.records.test_record import checked, text_of
from tests.games.tables import CORTE, a_person, a_table, agree_to_end, sealed

pytestmark = [pytest.mark.both, pytest.mark.django_db]
RULES = make_rules("argentino", {"target": "15"})


@pytest.fixture(autouse=True)
def _a_table_before(now: datetime) -> None:
    """The first table of a site on SQLite begins the numbers."""
    a_table(now, seated=False)


def a_seal(now: datetime, user: User | None) -> AdvanceSeal:
    seal = advance_seals.draw_seal(user_id=user and user.pk, now=now)
    assert seal is not None
    return seal


def cut_of(
    seal: AdvanceSeal, now: datetime, user: User | None, corte: str = CORTE
) -> AdvanceCut | None:
    return advance_seals.read_cut(
        token=seal.token, corte=corte, user_id=user and user.pk, address="home", now=now
    )


def practise(user: User, now: datetime, cut: AdvanceCut | None) -> Game:
    return casual.open_table(
        user=user,
        rules=RULES,
        robots=True,
        private=False,
        public=False,
        competitive=False,
        turn_seconds=60,
        cut=cut,
        now=now,
    )


def play_now(user: User, now: datetime, cut: AdvanceCut | None, *, company: bool = True) -> Game:
    return casual.find_table(
        user=user, rules=RULES, company=company, turn_seconds=60, cut=cut, now=now
    )


@pytest.mark.feature("Playing", "A seal shown ahead lets the form that opens a table deal")
@pytest.mark.parametrize("open_", [practise, play_now])
def test_a_cut_under_a_seal_opens_the_table_dealt(now, open_):
    ana = a_person()
    seal = a_seal(now, ana)
    game = open_(ana, now, cut_of(seal, now + LIFE, ana))
    assert (game.pk, game.commitment, game.status) == (seal.game, seal.commitment, "live")
    own, robot = game.seats.order_by("number")
    assert (own.user, own.sat_at, own.contribution) == (ana, now, CORTE)
    assert own.corte_hash == sealed(game)
    assert (robot.corte_hash, robot.contribution) == ("", "")
    assert own.addresses.get().key == "home"


def test_the_record_of_such_a_game_verifies(now, tmp_path):
    ana = a_person()
    seal = a_seal(now, ana)
    game = agree_to_end(practise(ana, now, cut_of(seal, now, ana)), now)
    assert shuffle.commitment(bytes.fromhex(game.revealed_seed), seal.game) == seal.commitment
    status, told = checked(text_of(game), tmp_path)
    assert status == 0, told


def test_the_seal_is_drawn_before_any_cut_and_stores_nothing(now):
    ana, tables = a_person(), Game.objects.count()
    first, second = a_seal(now, ana), a_seal(now, ana)
    assert len({first.game, second.game, first.commitment, second.commitment}) == 4
    assert Game.objects.count() == tables
    cuts = [cut_of(first, now, ana, corte) for corte in (CORTE, "ff" * 32)]
    assert len({cut.sealed_seed for cut in cuts if cut}) == 1, "whatever the cut is"


def test_a_seal_opens_one_table(now):
    ana = a_person()
    cut = cut_of(a_seal(now, ana), now, ana)
    dealt, waiting = practise(ana, now, cut), practise(ana, now, cut)
    assert (dealt.status, waiting.status) == (Game.Status.LIVE, Game.Status.WAITING)
    assert dealt.pk != waiting.pk
    assert shuffle.unseal(dealt.sealed_seed) != shuffle.unseal(waiting.sealed_seed)


@pytest.mark.django_db(transaction=True)
def test_of_two_forms_at_once_one_gets_the_seal(now):
    ana = a_person()
    cut = cut_of(a_seal(now, ana), now, ana)
    games = at_once(*[lambda: practise(ana, now, cut)] * 2)
    assert sorted(game.status for game in games) == [Game.Status.LIVE, Game.Status.WAITING]


def test_a_seal_expires(now):
    ana = a_person()
    seal = a_seal(now, ana)
    assert cut_of(seal, now + LIFE, ana)
    assert cut_of(seal, now + LIFE + timedelta(seconds=1), ana) is None


def test_a_seal_is_its_readers_alone(now):
    ana = a_person()
    own, strangers = a_seal(now, ana), a_seal(now, None)
    assert cut_of(strangers, now, None)
    for seal, user in ((own, a_person()), (own, None), (strangers, ana)):
        assert cut_of(seal, now, user) is None


@pytest.mark.parametrize("corte", ["", "hola", CORTE[:-2], CORTE.upper(), "\x00" * 64])
def test_a_badly_written_cut_is_none(now, corte):
    assert cut_of(a_seal(now, None), now, None, corte) is None


def test_what_the_site_did_not_sign_is_no_seal(now):
    token = a_seal(now, None).token
    for changed in ("", "x", token[:-1], token[1:], token.swapcase()):
        assert cut_of(AdvanceSeal(1, "", changed), now, None) is None


def test_a_number_that_the_database_forgot_opens_no_table(now):
    """As after a backup was restored: another table will get the number."""
    seal = a_seal(now, None)
    with connection.cursor() as cursor:
        reset = {
            "sqlite": "UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'games_game'",
            "postgresql": "SELECT setval(pg_get_serial_sequence('games_game', 'id'), %s)",
        }
        values = [seal.game - 1] if connection.vendor == "postgresql" else []
        cursor.execute(reset[connection.vendor], values)
    assert cut_of(seal, now, None) is None


def test_the_newest_unfinished_game_stays_open_whatever_its_number(now):
    ana = a_person()
    cut = cut_of(a_seal(now, ana), now, ana)
    for _ in range(PRACTICE_KEPT):
        practise(ana, now, None)
    newest = practise(ana, now + timedelta(minutes=1), cut)
    practise(ana, now + timedelta(minutes=2), None)
    newest.refresh_from_db()
    assert newest.status == Game.Status.LIVE


def test_where_people_may_come_nothing_is_dealt(now):
    ana = a_person()
    cut = cut_of(a_seal(now, ana), now, ana)
    waiting = play_now(ana, now, cut, company=False)
    assert (waiting.status, waiting.seats.get(user=ana).sat_at) == (Game.Status.WAITING, None)


def test_a_found_table_keeps_its_own_commitment(now):
    ana = a_person()
    known = play_now(ana, now, None)
    found = play_now(ana, now, cut_of(a_seal(now, ana), now, ana))
    assert (found.pk, found.commitment) == (known.pk, known.commitment)
    assert found.status == Game.Status.WAITING
