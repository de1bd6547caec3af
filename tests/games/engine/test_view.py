"""A viewer's information: the fields of the view and the story of the hand."""

import pytest

from games.engine import PendingView, Start, events, make_rules, view
from tests.games.engine.hands import cards, dealt, legal_tokens, play, table

HANDS = ("7e 6e 1b", "5e 6b 3o")
FOUR = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c")


def story(state, viewer=None):
    """The events as short lines."""
    return [
        " ".join(
            str(part)
            for part in (event.kind, event.seat, event.team, event.token, event.value, *event.cards)
            if part is not None
        )
        for event in events(state, viewer)
    ]


def test_a_view_of_the_deal():
    seen = view(table("argentino", *FOUR, mano=2, score=(3, 4)), 1)
    assert (seen.viewer, seen.seats, seen.label, seen.mano, seen.dealer) == (1, 4, "1", 2, 1)
    assert (seen.score, seen.legs, seen.winner, seen.over) == ((3, 4), (0, 0), None, False)
    assert (seen.own, seen.counts) == (cards("5e 6b 3o"), (3, 3, 3, 3))
    assert (seen.to_act, seen.turn, seen.tricks, seen.legal) == ((2,), 2, (), ())
    assert set(seen.blocked.values()) == {"not-your-turn"}


def test_a_spectator_has_no_hand_and_nothing_to_say():
    seen = view(table("argentino", *FOUR), None)
    assert (seen.own, seen.legal, seen.blocked) == ((), (), {})


def test_calls_are_legal_or_blocked_with_a_reason():
    seen = view(play(table("argentino", *HANDS), "0:truco 1:quiero"), 0)
    assert seen.blocked == {
        "envido": "envido-closed",
        "real": "envido-closed",
        "falta": "envido-closed",
        "truco": "truco-not-yours",
        "retruco": "truco-not-yours",
        "vale4": "truco-not-yours",
        "quiero": "nothing-pending",
        "no": "nothing-pending",
    }


def test_who_may_raise_and_what_the_hand_is_worth():
    state = table("argentino", *HANDS)
    assert (view(state, 0).stake, view(state, 0).truco_raiser) == (1, None)
    accepted = view(play(state, "0:truco 1:quiero"), 0)
    assert (accepted.stake, accepted.truco_level, accepted.truco_raiser) == (2, 2, 1)
    fuera = play(table("truc", *HANDS), "0:truco 1:retruco 0:vale4 1:fuera")
    assert view(fuera, 0).pending == PendingView("truco", "fuera", 1, 24, 4)
    assert view(play(fuera, "0:quiero"), 0).stake == 24


@pytest.mark.parametrize(
    ("preset", "line", "pending"),
    [
        ("argentino", "", None),
        ("argentino", "0:envido", PendingView("envido", "envido", 0, 2, 1)),
        ("argentino", "0:envido 1:real", PendingView("envido", "real", 1, 5, 2)),
        ("argentino", "0:falta", PendingView("envido", "falta", 0, 30, 1)),
        ("argentino", "0:truco", PendingView("truco", "truco", 0, 2, 1)),
        ("argentino", "0:truco 1:envido", PendingView("envido", "envido", 1, 2, 1)),
        ("argentino", "0:truco 1:retruco", PendingView("truco", "retruco", 1, 3, 2)),
        ("argentino", "0:mazo", None),
    ],
)
def test_the_pending_call_with_the_price_of_either_answer(preset, line, pending):
    assert view(play(table(preset, *HANDS), line), 1).pending == pending


@pytest.mark.parametrize(
    ("preset", "line", "pending"),
    [
        ("argentino-flor", "0:flor 1:flor", PendingView("flor", "flor", 1, 6, 0)),
        ("argentino-flor", "0:flor 1:contraflor", PendingView("flor", "contraflor", 1, 6, 4)),
        ("argentino-flor", "0:flor 1:resto", PendingView("flor", "resto", 1, 10, 4)),
        ("uruguayo-online", "0:flor 1:flor", PendingView("flor", "flor", 1, 3, 0)),
        ("uruguayo-online", "0:flor 1:conflor", PendingView("flor", "conflor", 1, 5, 3)),
        ("uruguayo-online", "0:flor 1:resto", PendingView("flor", "resto", 1, 30, 3)),
    ],
)
def test_a_pending_flor(preset, line, pending):
    target = "40" if preset == "uruguayo-online" else "30"
    state = table(
        preset,
        "7e 6e 5e",
        "4o 5o 1o",
        score=(20, 10),
        muestra="7c" if preset == "uruguayo-online" else None,
        target=target,
    )
    assert view(play(state, line), 0).pending == pending


def test_pending_dogs():
    rules = make_rules("uruguayo-online", {"perros": "on"})
    state = dealt(Start(rules, 1, "", 0, (25, 30), (0, 0)), *HANDS, muestra="7c", perros=0)
    assert view(state, 1).pending == PendingView("perros", "perros", 0, 12, 2)


def test_the_story_of_a_hand():
    state = play(
        table("argentino", *HANDS),
        "0:envido 1:quiero 0:1b 1:truco 0:quiero 1:3o 0:7e 1:6b",
    )
    assert story(state) == [
        "deal 1 1",
        "call 0 0 envido",
        "answer 1 1 quiero",
        "declare 0 0 33",
        "declare 1 1 son buenas",
        "points 0 envido 2",
        "card 0 0 1b 1b",
        "call 1 1 truco",
        "answer 0 0 quiero",
        "card 1 1 3o 3o",
        "trick 0 0",
        "card 0 0 7e 7e",
        "card 1 1 6b 6b",
        "trick 0 0",
        "points 0 truco 2",
        "show 0 0 7e 6e",
        "hand 0",
    ]
    assert story(state, 1)[0] == "deal 1 1 5e 6b 3o"


def test_the_story_of_flores_a_parda_and_a_fold():
    state = table("uruguayo-online", "7e 6e 5e", "4o 5o 1o", muestra="7c", target="30")
    state = play(state, "0:flor 1:flor 0:quiero 0:6e 1:5o 0:mazo")
    assert story(state) == [
        "deal 1 1",
        "muestra 7c",
        "call 0 0 flor",
        "call 1 1 flor",
        "answer 0 0 quiero",
        "declare 0 0 38",
        "declare 1 1 son buenas",
        "points 0 flor 3",
        "card 0 0 6e 6e",
        "card 1 1 5o 5o",
        "trick 0 0",
        "fold 0 0 mazo",
        "points 1 mazo 1",
        "show 0 0 7e 6e 5e",
        "hand 1",
    ]


def test_the_story_of_covered_cards_keeps_their_faces():
    state = play(table("truc", "3e 7e 5c", "3b 6b 4e"), "0:3e 1:3b 0:7e/5c")
    assert story(state)[-2:] == ["trick =", "card 0 0 ()/()"]
    assert story(state, 0)[-1] == "card 0 0 7e/5c 7e 5c"
    decided = play(state, "1:6b/4e")
    assert "card 0 0 7e/() 7e" in story(decided)
    hidden = play(table("truc", "3e 6e 5c", "3b 6b 4c"), "0:3e 1:3b 0:6e/5c 1:6b/4c")
    assert "card 0 0 6e/5c 6e 5c" in story(hidden)
    covered = play(table("truc", *HANDS), "0:(7e)")
    assert story(covered, 1)[-1] == "card 0 0 ()"
    assert story(covered, 0)[-1] == "card 0 0 7e 7e"


def test_the_story_of_the_dogs_and_of_the_end_of_a_game():
    rules = make_rules("uruguayo-online", {"perros": "on", "legs_to_win": "2"})
    start = Start(rules, 1, "", 0, (30, 20), (1, 0))
    state = play(dealt(start, *HANDS, muestra="7c", perros=0), "1:punto:quiere:quiere")
    assert story(state)[2:] == [
        "call 0 perros",
        "answer 1 1 punto:quiere:quiere",
        "declare 0 0 33",
        "declare 1 1 son buenas",
        "points 0 envido 10",
        "show 0 0 7e 6e",
        "hand",
        "leg 0",
        "game 0",
    ]


def test_a_leg_that_is_not_the_game_is_told_as_a_leg():
    rules = make_rules("truc", {"legs_to_win": "2"})
    state = play(dealt(Start(rules, 1, "", 0, (0, 23), (0, 0)), *HANDS), "0:mazo")
    assert story(state)[-2:] == ["hand 1", "leg 1"]
    assert legal_tokens(state, 1) == set()


def test_a_view_tells_the_state_as_it_is():
    state = table("uruguayo-online", *FOUR, muestra="7c", score=(39, 3))
    state = play(state, "0:6e 1:5e 2:mazo 3:7e 3:truco 0:no")
    seen = view(state, 2)
    assert (seen.rules, seen.muestra) == (state.start.rules, state.deal.muestra)
    assert (seen.folded, seen.turn, seen.over) == ((2,), None, True)
    assert (seen.hand_winner, seen.winner, seen.points) == (1, None, state.points)
    assert seen.events == events(state, 2) != events(state, None)
    (trick,) = seen.tricks
    assert (trick.leader, trick.winner) == (0, 1)
    assert [(one.seat, str(one.card), one.covered) for one in trick.plays] == [
        (0, "6e", False),
        (1, "5e", False),
        (3, "7e", False),
    ]
    won = view(play(table("argentino", *HANDS, score=(29, 3)), "0:truco 1:no"), None)
    assert (won.winner, won.hand_winner) == (0, 0)


def test_a_covered_card_is_told_as_covered():
    (trick,) = view(play(table("truc", *HANDS), "0:(7e)"), 1).tricks
    assert (trick.plays[0].seat, trick.plays[0].card, trick.plays[0].covered) == (0, None, True)
    tied = play(table("truc", "3e 6e 5c", "3b 6b 4c"), "0:3e 1:3b 0:6e/5c 1:6b/4c")
    assert [trick.leader for trick in view(tied, 1).tricks] == [0, 0, 0]


def test_a_pending_flor_of_four_is_told_with_its_last_caller():
    state = table("argentino-flor", "7e 6e 5e", "12b 6c 3e", "12c 6o 3b", "4o 5o 1o")
    asked = view(play(state, "0:flor 3:contraflor"), 2).pending
    assert asked == PendingView("flor", "contraflor", 3, 6, 4)
    plain = view(play(state, "0:flor 3:flor"), 0).pending
    assert plain == PendingView("flor", "flor", 3, 6, 0)


def test_the_dogs_are_thrown_by_a_seat_of_their_team():
    rules = make_rules("uruguayo-online", {"perros": "on"})
    state = dealt(Start(rules, 1, "", 0, (25, 30), (0, 0)), *HANDS, muestra="7c", perros=1)
    assert view(state, 0).pending.by == 1


def test_the_story_of_four_tells_teams_and_shows_the_winning_cards():
    state = table("argentino", "12e 11e 4b", "7o 6o 1c", "7e 3b 10c", "5c 6c 2o", mano=2)
    state = play(state, "2:envido 3:quiero 2:mazo 3:2o 0:mazo")
    assert story(state)[3:7] == [
        "declare 2 0 7",
        "declare 3 1 31",
        "declare 0 0 son buenas",
        "declare 1 1 33",
    ]
    assert "show 1 1 7o 6o" in story(state)
    assert "call 2 0 envido" in story(state)
    assert "fold 2 0 mazo" in story(state)
