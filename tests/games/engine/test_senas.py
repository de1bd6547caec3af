"""R-G: signals."""

import pytest

from games.engine import make_rules, signals


@pytest.mark.feature("Rules", "Señas of a team")
def test_rg_a_fixed_list_for_teams_only():
    assert signals(make_rules("trucoestrella")) == ()
    listed = signals(make_rules("trucoestrella", {"seats": "4"}))
    assert listed == (
        *("1e", "1b", "7e", "7o", "3", "2"),
        *("envido-30", "ciego", "perdedoras", "viejas"),
    )
    assert signals(make_rules("argentino", {"seats": "4"})) == ()


def test_rg_uruguay_adds_each_pieza():
    listed = signals(make_rules("uruguayo-online", {"seats": "4"}))
    assert listed[:5] == ("pieza-2", "pieza-4", "pieza-5", "pieza-11", "pieza-10")
