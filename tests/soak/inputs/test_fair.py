"""Manipulated deals: players by their corte, the site by its seed."""

import ast
import hashlib
import random
from pathlib import Path

import pytest
from django.conf import settings

from games.fair import shuffle
from games.models import Game
from games.play import seats
from tests.games.play.test_cortes import FIVE, advance, closed, everything, open_, refusal_of
from tests.games.tables import CORTE, a_person, a_table, fold_to_the_end, sealed, state_of
from tests.soak.inputs.listed import LARGE, check
from tests.tournaments.browsers import a_browser
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db]

CORTES = ("", "00" * 31, "00" * 33, "g" * 64, CORTE.upper(), "\x00" * 64, "f" * 2**20)


@check("B119")
@pytest.mark.parametrize("corte", CORTES, ids=lambda text: f"{text[:8]!r} x{len(text)}")
def test_a_corte_is_what_was_sealed_or_nothing(now, corte):
    """32 bytes in hex; who does not open it is left out after five seconds, visibly."""
    ana, luis = a_person(), a_person()
    game = closed(now, ana, luis)
    assert refusal_of(game, ana, now, corte=corte) == "wrong-corte"
    before = everything(game)
    answer = a_browser(ana).post(f"/tables/{game.pk}/open/", {"corte": corte})
    assert answer.status_code in {409, 422}
    assert everything(game) == before
    open_(game, luis, now)
    assert advance(game, now + FIVE)
    assert [seat.contribution for seat in game.seats.order_by("number")] == ["", CORTE]
    assert refusal_of(game, ana, now + FIVE) == "cortes-closed"


@check("B119")
@pytest.mark.parametrize("hash_", ["x", "f" * 63, "F" * 64, "0" * 2**20])
def test_what_seals_no_corte_is_refused(now, hash_):
    ana = a_person()
    game = a_table(now, people=[ana, a_person()], seated=False)
    before = everything(game)
    answer = a_browser(ana).post(f"/tables/{game.pk}/sit/", {"corte_hash": hash_})
    assert answer.status_code in {409, 413, 422}
    assert everything(game) == before


@check("B119")
def test_one_corte_for_all_tables_is_another_one_at_each(now):
    ana = a_person()
    tables = [closed(now, ana, a_person()) for _ in range(2)]
    assert sealed(tables[0]) != sealed(tables[1])
    for game in tables:
        open_(game, ana, now)
        assert advance(game, now + FIVE)
    assert state_of(tables[0]).deal.hands != state_of(tables[1]).deal.hands


@check("B120")
def test_every_commitment_ends_in_a_reveal_annulled_games_too(now):
    """A seed that is thrown away is seen: what was annulled opens it like what was played."""
    played, annulled = a_table(now, preset="truc", target="12"), a_table(now)
    fold_to_the_end(played, now)
    seats.annul_game(game_id=annulled.pk, now=now)
    for game in (played, annulled):
        game.refresh_from_db()
        seed = bytes.fromhex(game.revealed_seed)
        assert shuffle.commitment(seed, game.pk, game.scheme) == game.commitment
    assert list(violations(live=False)) == []
    Game.objects.filter(pk=annulled.pk).update(revealed_seed="")
    assert "I12" in {violation.invariant for violation in violations(live=False)}


@check("B121")
def test_a_seed_is_drawn_by_the_system_and_tells_nothing_of_the_next(monkeypatch):
    """Neither the time nor the deals before: 32 bytes of the system's own for each game."""
    root = Path(settings.BASE_DIR)
    for folder in ("games/fair", "games/engine"):
        for path in (root / folder).rglob("*.py"):
            imported = {
                name.name
                for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.Import)
                for name in node.names
            }
            assert not imported & {"random", "time"}, path
    source = (root / "games/fair/shuffle.py").read_text()
    assert "secrets.token_bytes(SEED_BYTES)" in source
    random.seed(1)
    number = 20_000 if LARGE else 2_000
    seeds = [hashlib.sha256(bytes([n % 256, n // 256])).digest() for n in range(number)]
    first = [
        shuffle.shuffled(range(40), seed=seed, game=1, number=1, contributions=())[0]
        for seed in seeds
    ]
    expected = number / 40
    chi = sum((first.count(card) - expected) ** 2 / expected for card in range(40))
    assert chi < 80  # 39 degrees of freedom: beyond this once in ten thousand
