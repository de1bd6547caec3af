"""Forms that no page has: a table answers each of them, and changes only by what is allowed.

`FUZZ=5000` posts that many.
"""

import os
from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import from_token
from games.models import Game
from tests.games.tables import a_table, state_of, whoever_acts
from tests.runner import chance
from tournaments.verification.games import GAME_CHECKS, Case

pytestmark = [pytest.mark.django_db, pytest.mark.both]
TIMES = int(os.environ.get("FUZZ", "120"))
POSTS = ("play", "sit", "open", "sign", "back")
FIELDS = ("token", "seen_version", "action_id", "corte_hash", "corte", "sign", "language", "x")
ODD = (
    *("", " ", "0", "-1", "9" * 400, "1e9", "NaN", "null", "true", "[]", "{}", "\0", "\u202e", "🂡"),
    *(
        "truco",
        "quiero",
        "no",
        "mazo",
        "perros",
        "1e",
        "n7e",
        "40o",
        "1e/1e",
        "0:truco",
        "x" * 5000,
    ),
    *("' OR 1=1 --", "<script>", "../../etc/passwd", "%00", "\r\nSet-Cookie: a=b", "٣", "a\u0301"),
)


def a_form(rng: Random, game: Game) -> dict[str, object]:
    """Some fields of odd values, now and then with a version and an id that could be right."""
    form: dict[str, object] = {
        name: rng.choice(ODD) for name in rng.sample(FIELDS, rng.randint(0, len(FIELDS)))
    }
    if rng.random() < 0.5:
        form |= {"seen_version": game.version, "action_id": f"id{rng.random()}"}
    return form


@pytest.mark.sampled
def test_odd_forms_are_answered_and_leave_a_sound_table():
    rng, now = Random(chance.SEED), timezone.now()
    game = a_table(now)
    browsers = [Client(), Client()]
    browsers[1].force_login(whoever_acts(game).user)
    for number in range(TIMES):
        if game.is_over or state_of(game).over:
            game = a_table(now)
            browsers[1].force_login(whoever_acts(game).user)
        form, path = a_form(rng, game), f"/tables/{game.pk}/{rng.choice(POSTS)}/"
        answer = rng.choice(browsers).post(path, form)
        said = f"{number}: {path} {form!r} was answered {answer.status_code}"
        assert answer.status_code in {200, 204, 302, 403, 404, 409, 422, 429}, said
        game.refresh_from_db()
        for row in game.actions.all():
            from_token(row.seat, row.token)
    case = Case(game, list(game.actions.order_by("seq")))
    assert [fault for check in GAME_CHECKS for fault in check(case)] == []
