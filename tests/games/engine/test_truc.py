"""R-V: truc valencià."""

import pytest

from games.engine import view
from tests.games.engine.hands import cards, legal_tokens, play, refused, table


def tied(first: str, second: str, **options):
    """Both have played their first card and tied."""
    state = table("truc", first, second, **options)
    return play(state, f"0:{first.split()[0]} 1:{second.split()[0]}")


@pytest.mark.feature("Rules", "Truc: the two-card tie and covered cards")
def test_rv1_after_a_tied_first_trick_the_last_two_cards_go_together():
    state = tied("3e 7e 5c", "3b 6b 4e")
    assert state.to_act == (0,)
    assert legal_tokens(state, 0) == {"7e/5c", "5c/7e", "truco", "mazo"}
    assert refused(state, "0:7e") == "two-cards-together"
    assert refused(state, "0:(7e)/(5c)") == "cannot-cover"
    assert refused(state, "0:7e/4e") == "card-not-held"
    plain = table("argentino", "3e 7e 5c", "3b 6b 4e")
    assert refused(plain, "0:7e/5c") == "one-card-at-a-time"


def test_rv1_they_are_revealed_together():
    state = play(tied("3e 7e 5c", "3b 6b 4e"), "0:7e/5c")
    assert view(state, 1).tricks[1].plays[0].card is None
    assert view(state, None).tricks[1].plays[0].card is None
    assert str(view(state, 0).tricks[1].plays[0].card) == "7e"
    assert view(state, 1).counts == (0, 2)
    both = play(state, "1:6b/4e")
    assert str(view(both, 1).tricks[1].plays[0].card) == "7e"
    assert both.hand_winner == 0


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        ("7e/5c", "6b/4e", 0),  # the best visible decides
        ("6e/5c", "6b/4c", 0),  # tied again: the hidden ones
        ("5e/6e", "5b/4c", 1),  # higher than its cover: void
        ("6e/6c", "6b/4c", 1),  # equal to its cover: void
        ("6e/5c", "6b/5b", 0),  # tied hidden: mano
        ("5e/6e", "5b/6b", 0),  # all void: mano
    ],
)
def test_rv1_what_decides_the_tie_play(mine, theirs, winner):
    first = f"3e {mine.replace('/', ' ')}"
    second = f"3b {theirs.replace('/', ' ')}"
    state = play(tied(first, second), f"0:{mine} 1:{theirs}")
    assert state.hand_winner == winner


def test_rv1_the_hidden_cards_are_shown_only_if_the_visible_ones_tie():
    won = play(tied("3e 7e 5c", "3b 6b 4e"), "0:7e/5c 1:6b/4e")
    assert [trick.winner for trick in won.tricks] == ["=", 0]
    again = play(tied("3e 6e 5c", "3b 6b 4c"), "0:6e/5c 1:6b/4c")
    assert [trick.winner for trick in again.tricks] == ["=", "=", 0]
    shown = [play.card for play in view(again, None).tricks[2].plays]
    assert shown == list(cards("5c 4c"))


def test_rv1_every_seat_still_in_plays_from_the_leader_on():
    state = table("truc", "3e 7e 5c", "3b 6b 4e", "4o 5e 6e", "4b 5b 6c")
    state = play(state, "0:3e 1:3b 2:4o 3:4b 0:7e/5c 1:mazo 2:5e/6e")
    assert state.to_act == (3,)
    assert play(state, "3:6c/5b").hand_winner == 0


def test_rv2_a_covered_card_ranks_below_every_card():
    state = table("truc", "7e 6e 3o", "4e 5b 6c")
    assert legal_tokens(state, 0) >= {"7e", "(7e)"}
    assert play(state, "0:(7e) 1:4e").tricks[0].winner == 1
    assert refused(table("argentino", "7e 6e 3o", "4e 5b 6c"), "0:(7e)") == "cannot-cover"


def test_rv2_covered_cards_tie_among_themselves():
    assert play(table("truc", "7e 6e 3o", "4e 5b 6c"), "0:(7e) 1:(4e)").tricks[0].winner == "="


def test_rv2_covering_in_the_first_trick_obliges_to_cover_the_rest():
    state = play(table("truc", "7e 6e 3o", "4e 5b 6c"), "0:(7e) 1:4e 1:5b")
    assert legal_tokens(state, 0) == {"(6e)", "(3o)", "truco", "mazo"}
    assert refused(state, "0:6e") == "must-cover"


def test_rv2_after_a_tied_first_trick_both_are_covered_and_void():
    state = play(table("truc", "7e 6e 3o", "7c 5b 6c"), "0:(7e) 1:(7c)")
    assert legal_tokens(state, 0) == {"(6e)/(3o)", "(3o)/(6e)", "truco", "mazo"}
    assert refused(state, "0:6e/3o") == "must-cover"
    ended = play(state, "0:(6e)/(3o) 1:(5b)/(6c)")
    assert ended.hand_winner == 0
    assert [play.card for play in view(ended, 1).tricks[2].plays] == [None, *cards("6c")]


@pytest.mark.parametrize(
    ("options", "legal", "covered"),
    [
        ({"cover_after_tie": "off"}, {"6e/3o", "3o/6e"}, "(6e)/(3o)"),
        ({"cover_after_tie": "off", "tie_two_cards": "off"}, {"6e", "3o"}, "(6e)"),
    ],
)
def test_rv4_a_cover_binds_only_where_one_may_cover(options, legal, covered):
    state = play(table("truc", "7e 6e 3o", "7c 5b 6c", **options), "0:(7e) 1:(7c)")
    assert legal_tokens(state, 0) == {*legal, "truco", "mazo"}
    assert refused(state, f"0:{covered}") == "cannot-cover"


def test_rv2_one_who_covered_loses_the_tie_play_to_one_who_did_not():
    state = table("truc", "7e 6e 3o", "7c 5b 6c", "4e 3e 5e", "4b 3b 5o")
    state = play(state, "0:(7e) 1:7c 2:4e 3:4b")
    assert state.tricks[0].winner == 1
    tie = table("truc", "7e 6e 3o", "3c 5b 6c", "3e 4e 5e", "4b 3b 5o")
    tie = play(tie, "0:(7e) 1:3c 2:3e 3:4b 0:(6e)/(3o) 1:6c/5b 2:5e/4e 3:5o/3b")
    assert [trick.winner for trick in tie.tricks] == ["=", 1]


def test_rv2_a_covered_card_leaves_the_envido_count():
    line = "0:envido 1:quiero 0:3o 1:5b 0:(7e) 1:4o 1:3c 0:6e"
    ended = play(table("truc", "7e 6e 3o", "5b 4o 3c"), line)
    assert dict(ended.envido.declared.values)[0] == 6


def test_rv2_a_card_hidden_beneath_counts_for_the_envido():
    state = play(
        table("truc", "3e 7o 6o", "3b 5b 4c"),
        "0:envido 1:quiero 0:3e 1:3b 0:7o/6o 1:5b/4c",
    )
    assert dict(state.envido.declared.values)[0] == 33
    assert view(state, None).shown == {0: cards("7o 6o")}


def test_rv2_all_covered_leaves_no_envido_at_all():
    ended = play(
        table("truc", "7e 6e 3o", "5b 4o 3c"),
        "0:envido 1:quiero 0:(7e) 1:(5b) 0:(6e)/(3o) 1:(4o)/(3c)",
    )
    assert ended.envido.declared.values == ((0, 0), (1, None))
    assert view(ended, 1).shown == {}


def test_rv1_covered_cards_beneath_are_void_whatever_they_are():
    state = table("truc", "7e 6e 4o", "7c 6b 5b", mano=1)
    state = play(state, "1:(7c) 0:(7e) 1:(5b)/(6b) 0:(6e)/(4o)")
    assert [trick.winner for trick in state.tricks] == ["=", "=", "="]
    assert state.hand_winner == 1
