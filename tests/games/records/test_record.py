"""Records: a finished game read back, written down, and checked by anybody without this site."""

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings

from games.engine import legal_actions, read_tgn, replay, to_token, write_tgn
from games.fair import shuffle
from games.models import Action, Game
from games.play import clock
from games.play import seats as play_seats
from games.play.finished_game import GameRecord
from tests.games.tables import a_person, a_table, act, fold_to_the_end, play_to_the_end, state_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]

CHECK = Path(settings.BASE_DIR) / "static" / "tools" / "check_deals.py"


def record_of(game: Game) -> GameRecord:
    game.refresh_from_db()
    return GameRecord(game, list(game.seats.order_by("number")))


def text_of(game: Game) -> str:
    return write_tgn(record_of(game).notation())


def checked(text: str, folder: Path, *more: Path) -> tuple[int, str]:
    """Return what the stand-alone script says of a record, run as a stranger would."""
    path = folder / "game.tgn"
    path.write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-I", "-S", CHECK, path, *more],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.returncode, run.stdout


def is_right(text: str, folder: Path) -> bool:
    status, said = checked(text, folder)
    assert "WRONG" not in said, said
    return status == 0


def a_finished_game(now: datetime, *, seats: int = 2, **options: str) -> Game:
    people = [a_person() for _ in range(seats)]
    game = a_table(now, people=people, **{"target": "5", **options})
    play_to_the_end(game, now)
    return game


@pytest.mark.feature("Records", "The record as TGN replays to the stored result")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_record_replays_into_the_stored_result(now, seats):
    game = a_finished_game(now, seats=seats)
    played = replay(read_tgn(text_of(game)))
    last = played.hands[-1]
    assert (list(last.score), list(last.legs)) == (game.score, game.legs)
    assert last.winner == game.winner
    tokens = [action for hand in played.hands for action in hand.actions]
    assert len(tokens) == game.actions.count()


def test_writing_and_reading_give_the_same_record(now):
    record = record_of(a_finished_game(now)).notation()
    assert read_tgn(write_tgn(record)) == record


def test_the_record_names_the_game_its_people_and_its_day(now):
    ana, luis = a_person("Ana"), a_person("Luis")
    game = a_table(now, people=[ana, luis], target="5")
    Game.objects.filter(pk=game.pk).update(title='Copa "El Ancho", final')
    fold_to_the_end(game, now)
    record = read_tgn(text_of(game))
    assert record.seats == ("Ana", "Luis")
    tags = dict(record.tags)
    assert (tags["Event"], tags["Date"]) == (('Copa "El Ancho", final',), ("2026-03-14",))


@pytest.mark.feature("Records", "The record of a finished game, step by step")
def test_a_step_shows_the_table_after_so_many_actions(now):
    game = a_finished_game(now)
    record = record_of(game)
    actions = record.hands[0].actions
    assert record.step(0, 0).action is None
    assert record.step(0, 1).action == actions[0]
    assert record.step(0, 999).state == record.hands[0]
    assert record.step(0, -1).index == 0


def test_a_flor_that_the_system_sang_is_a_step_of_its_own(now):
    """R-F11."""
    game = a_table(
        now,
        preset="uruguayo-online",
        flor_sung="auto",
        target="5",
        dealt=lambda state: bool(state.deal.flores),
    )
    play_to_the_end(game, now)
    record = record_of(game)
    actions = record.hands[0].actions
    assert "flor" in map(to_token, actions)
    steps = [record.step(0, index).state.actions for index in range(len(actions) + 1)]
    assert steps == [actions[:index] for index in range(len(actions) + 1)]


def test_plays_of_the_clock_are_marked(now):
    game = a_table(now, target="5", competitive=True)
    seat = state_of(game).to_act[0]
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    fold_to_the_end(game, now)
    assert record_of(game).played_by_robots == {("1", seat)}
    assert game.actions.filter(by=Action.By.CLOCK).count() == 1


def test_a_game_annulled_before_its_deal_has_no_hands(now):
    game = a_table(now, seated=False)
    play_seats.annul_game(game_id=game.pk, now=now)
    assert record_of(game).hands == ()
    assert read_tgn(text_of(game)).hands == ()


# ---- the check anybody can make ----


@pytest.mark.parametrize(
    ("preset", "seats"), [("argentino", 2), ("argentino", 4), ("uruguayo", 2), ("truc", 2)]
)
def test_the_deals_of_a_record_fit_its_seed(now, tmp_path, preset, seats):
    game = a_table(now, people=[a_person() for _ in range(seats)], preset=preset)
    for _ in range(3):
        _fold_once(game, now)
    play_seats.annul_game(game_id=game.pk, now=now)
    assert len(record_of(game).hands) == 3
    assert is_right(text_of(game), tmp_path)


def test_so_do_those_of_a_pico_round(now, tmp_path):
    game = a_table(now, people=[a_person() for _ in range(6)], pico="malas")
    while not state_of(game).start.part:
        _fold_once(game, now)
    for _ in range(3):
        _fold_once(game, now)
    play_seats.annul_game(game_id=game.pk, now=now)
    text = text_of(game)
    assert "kind=pico" in text
    assert is_right(text, tmp_path)


def _fold_once(game: Game, now: datetime) -> None:
    """Deal, if a hand is over, and fold, once the flores that come first are announced."""
    if state_of(game).over:
        clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
        game.refresh_from_db()
    label = game.start["number"], game.start["part"]
    while not (state := state_of(game)).over and (state.start.number, state.start.part) == label:
        legal = {to_token(action) for action in legal_actions(state, state.to_act[0])}
        act(game, next(token for token in ("mazo", "flor", "quiero") if token in legal), now)


def test_a_quarrelsome_name_does_not_disturb_the_check(now, tmp_path):
    ana = a_person()
    ana.display_name = 'la "Zurda"'
    ana.save()
    game = a_table(now, people=[ana, a_person()], target="5")
    fold_to_the_end(game, now)
    assert is_right(text_of(game), tmp_path)


@pytest.mark.feature(
    "Records", "The seed behind the published commitment is revealed when the game is over"
)
def test_every_game_that_is_over_opens_the_seed_it_had_committed_to(now):
    games = [a_table(now, target="5") for _ in range(4)]
    fold_to_the_end(games[0], now)
    for game in games[1:3]:
        play_seats.annul_game(game_id=game.pk, now=now)
    for game in games:
        game.refresh_from_db()
        assert bool(game.revealed_seed) == game.is_over
        seed = bytes.fromhex(game.revealed_seed) or shuffle.unseal(game.sealed_seed)
        assert shuffle.commitment(seed, game.pk) == game.commitment
