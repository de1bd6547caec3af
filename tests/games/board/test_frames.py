"""How much is sent: what differs after each action, and everything to who comes to a table."""

import gzip
from random import Random

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.board.card_order import card_order
from games.board.talk.signs import sign_buttons
from games.engine import PRESETS, make_rules
from games.house_rules import summary
from games.live.pieces import difference, whole
from games.live.table import table_pieces
from tests.games.board.boards import a_game, random_states, seen

NAME_OF_HASH = len(".0123456789ab")  # what collecting the files adds to each address
HANDS = 4


def size(html: str) -> int:
    """The bytes of a frame as it is sent."""
    return len(html.encode()) + NAME_OF_HASH * html.count(".svg")


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_frame_in_play_is_small(preset: str, seats: int) -> None:
    limit = 3072 if seats == 2 else 4096
    shown: dict[int | None, dict[str, str]] = {}
    for state in random_states(preset, Random(preset), HANDS, seats):
        for viewer in (0, 1, None):
            now = dict(table_pieces(seen(state, viewer)))
            if viewer in shown:
                assert size("\n".join(difference(shown[viewer], now))) <= limit
            shown[viewer] = now


@pytest.mark.parametrize(("seats", "limit"), [(2, 4096), (4, 5120), (6, 6144)])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_whole_table_is_sent_to_who_comes(preset: str, seats: int, limit: int) -> None:
    for state in random_states(preset, Random(preset), 2, seats):
        for viewer in (0, None):
            assert size(whole(table_pieces(seen(state, viewer)), "table")) <= limit


def test_the_page_and_the_sheet_of_a_table_are_light() -> None:
    rules = make_rules("uruguayo-online", {"seats": "6"})
    more = {"order": card_order(rules), "signs": sign_buttons(rules), "clauses": summary(rules)}
    page = render_to_string("games/table.html", {"game": a_game(rules), "fragment": "", **more})
    css = (settings.BASE_DIR / "static/css/table.css").read_bytes()
    assert len(gzip.compress(page.encode(), 6)) <= (10 - 2) * 1024  # beside the table itself
    assert len(gzip.compress(css, 6)) <= 14 * 1024


def test_the_end_of_a_hand_and_the_next_deal_leave_the_table_itself_alone() -> None:
    shown: dict[str, str] = {}
    for state in random_states("argentino", Random(1), 3, 4):
        now = dict(table_pieces(seen(state, 0)))
        changed = difference(shown, now) if shown else []
        assert not any(piece.startswith("<main") for piece in changed)
        shown = now
