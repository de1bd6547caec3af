"""Sizes of frames: changes after each action, the first frame, and a whole match."""

import gzip
from random import Random

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from bench.socket_traffic import wire
from games.chat.queries import sign_buttons
from games.engine import PRESETS, make_rules
from games.house_rules import OFFERED, summary
from games.live.fragments import fragment_patch
from games.table_page.fragments import table_pieces
from games.table_view.felt import card_order
from tests.games.table_view.boards import a_game, make_table_view, random_states
from tests.runner.chance import SEED

HANDS = 4
FRAME, MATCH = 4096, 150 * 1024  # bytes
USUAL_FRAMES = 160  # of a match to 30 of two


@pytest.mark.feature("Playing", "Frames of a table are within 3 KB for two seats, 4 KB otherwise")
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("preset", OFFERED)
def test_a_frame_is_small_the_first_as_well(preset: str, seats: int) -> None:
    limit = 3072 if seats == 2 else FRAME
    for viewer in (0, 1, None):
        shown: dict[str, str] = {}
        for state in random_states(preset, Random(preset), HANDS, seats):
            now = dict(table_pieces(make_table_view(state, viewer)))
            frames = fragment_patch(shown, now)
            assert max(len(frame.encode()) for frame in frames) <= (limit if shown else FRAME)
            assert max(len(frame.encode()) for frame in fragment_patch({}, now)) <= FRAME
            shown = now


@pytest.mark.feature("Playing", "A match of two fits into 150 KB on the wire")
@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize("preset", OFFERED)
def test_a_match_of_two_fits_into_150_kilobytes(preset: str, viewer: int | None) -> None:
    target = str(min(30, PRESETS[preset].target))
    rules = make_rules(preset, {"seats": "2", "target": target, "legs_to_win": "1"})
    sent = wire(rules, f"{SEED} {preset}", viewer)
    assert sent.total <= MATCH * max(1, len(sent.frames) / USUAL_FRAMES)
    assert max(sent.frames) <= FRAME


def test_a_play_sends_neither_buttons_nor_cards_again() -> None:
    shown: dict[str, str] = {}
    for state in random_states("argentino", Random(1), 1, 2):
        now = dict(table_pieces(make_table_view(state, 0)))
        sent = "".join(fragment_patch(shown, now)) if shown else ""
        assert '<button class="held"' not in sent
        assert sent.count('value="') <= 1  # of truco, which becomes retruco
        shown = now


def test_the_page_and_the_sheet_of_a_table_are_light() -> None:
    rules = make_rules("uruguayo-online", {"seats": "6"})
    more = {"order": card_order(rules), "signs": sign_buttons(rules), "clauses": summary(rules)}
    page = render_to_string(
        "games/table_page/table.html", {"game": a_game(rules), "fragment": "", **more}
    )
    css = (settings.BASE_DIR / "static/css/table.css").read_bytes()
    # in addition to the table itself
    assert len(gzip.compress(page.encode(), 6)) <= (10 - 2) * 1024
    assert len(gzip.compress(css, 6)) <= 14 * 1024


def test_the_end_of_a_hand_and_the_next_deal_leave_the_table_itself_alone() -> None:
    shown: dict[str, str] = {}
    for state in random_states("argentino", Random(1), 3, 4):
        now = dict(table_pieces(make_table_view(state, 0)))
        if shown:
            assert "<main" not in "".join(fragment_patch(shown, now))
        shown = now
