"""Records that are well written and forbidden."""

import pytest

from games.engine import IllegalActionError, read_tgn, replay
from tests.games.engine.test_tgn import DEAL, HEAD, PICO

NEXT = "hand 2 mano=1 deal=7e,3b,1e/7o,3e,6o\n"


@pytest.mark.parametrize(
    ("text", "code", "hand", "index"),
    [
        (DEAL + "1:real", "not-your-turn", "1", 0),
        (DEAL + "0:5e 1:11b 1:truco 0:envido", "envido-closed", "1", 3),
        (DEAL + "0:3o", "card-not-held", "1", 0),
        (DEAL + "0:mazo 1:mazo", "hand-over", "1", 1),
        ("hand 1 mano=0 deal=7e,10o,5e/7e,11b,11e", "wrong-deal", "1", None),
        ("hand 1 mano=0 deal=7e,10o,5e", "wrong-deal", "1", None),
        ("hand 1 mano=0 deal=7e,10o/3o,11b,11e", "wrong-deal", "1", None),
        ("hand 1 mano=0 deal=7e,10o,5e/3o,11b,11e muestra=4c", "wrong-deal", "1", None),
        ("hand 1 mano=0 deal=7e,10o,5e/3o,11b,11e perros=1", "wrong-perros", "1", None),
        ("hand 1 mano=7 deal=7e,10o,5e/3o,11b,11e", "wrong-mano", "1", None),
        ("hand 1 mano=2 deal=7e,10o,5e/3o,11b,11e", "wrong-mano", "1", None),
        ("hand 2 mano=0 deal=7e,10o,5e/3o,11b,11e", "wrong-number", "2", None),
        ("hand 1 kind=pico mano=0 deal=7e,10o,5e/3o,11b,11e", "wrong-kind", "1a", None),
        (DEAL + NEXT, "hand-not-over", "2", None),
        (DEAL + "0:mazo\n" + NEXT.replace("mano=1", "mano=0"), "wrong-mano", "2", None),
        (DEAL + "0:mazo\n" + NEXT.replace("hand 2", "hand 3"), "wrong-number", "3", None),
        ('[Score "0-29"]' + DEAL + "0:mazo\n" + NEXT, "game-over", "2", None),
    ],
)
def test_what_the_rules_forbid_is_refused_with_hand_and_index(text, code, hand, index):
    with pytest.raises(IllegalActionError) as refused:
        replay(read_tgn(HEAD + text))
    assert (refused.value.code, refused.value.hand, refused.value.index) == (code, hand, index)


def test_the_parts_of_a_pico_round_come_in_order():
    with pytest.raises(IllegalActionError, match="wrong-kind"):
        replay(read_tgn(PICO + "hand 2a\n1:mazo\nhand 2c\n"))
    with pytest.raises(IllegalActionError, match="wrong-mano"):
        replay(read_tgn(PICO.replace("kind=pico mano=1", "kind=pico mano=2")))
    with pytest.raises(IllegalActionError, match="wrong-kind"):
        replay(read_tgn(PICO + "hand 2a 1:mazo hand 2a 1:mazo"))


def test_the_error_says_where_in_words():
    assert str(IllegalActionError("envido-closed", "3", 4)) == "hand 3, action 4: envido-closed"
    assert str(IllegalActionError("not-your-turn")) == "not-your-turn"
