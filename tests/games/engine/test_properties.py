"""Properties of every hand of every family, checked by random play."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice, pairwise
from random import Random

import pytest

from games.engine import (
    Action,
    AnswerPerros,
    Call,
    CallName,
    Card,
    HandRecord,
    PlayCard,
    PlayPair,
    Record,
    Rules,
    Start,
    State,
    apply,
    apply_log,
    deal,
    deal_hands,
    deck_for,
    extend_log,
    first_start,
    legal_actions,
    lines,
    log_entries,
    next_hand_start,
    read_tgn,
    replay,
    to_token,
    view,
    write_tgn,
)
from games.engine.actions import (
    BLIND_PLAYS,
    CALLS,
    COVERS,
    FOLD,
    FOLD_SHOWING,
    HAND_CHOICES,
    NO_QUIERO,
    PLAYS,
    QUIERO,
    PlayBlind,
    perros_answers,
)
from games.engine.deals import deal_opening
from games.engine.envido import UNSHOWN
from games.engine.last_hand import deciding_team, is_blind
from games.engine.state import PARDA
from tests.games.engine.hands import every_table, random_tables, refused_action
from tests.runner import chance

HANDS = int(os.environ.get("HANDS", "12"))  # of each table, in each test
LONGEST_HAND = 120


def name(rules: Rules) -> str:
    return "-".join((rules.preset, *(f"{key}={text}" for key, text in rules.options().items())))


SETS = int(os.environ.get("SETS", "3"))  # tables with options by chance
TABLES = [*every_table(), *random_tables(SETS, Random(f"{chance.SEED} sets"))]
NAMES = list(map(name, TABLES))


def hands(rules: Rules, rng: Random) -> Iterator[list[State]]:
    """Every state of each of some hands of uniform random legal play."""
    return islice(endless_hands(rules, rng), HANDS)


def endless_hands(rules: Rules, rng: Random) -> Iterator[list[State]]:
    """Game after game."""
    deck = list(deck_for(rules))
    while True:
        start: Start | None = first_start(
            rules, rng.randrange(rules.seats), starting_score(rules, rng)
        )
        while start is not None:
            if start.part in ("", "a"):
                rng.shuffle(deck)
            thrown = rng.choice((None, 0, 1)) if rules.perros and not start.part else None
            states = [apply_log(deal(start, deck), lines(thrown))]
            while not states[-1].over:
                seat = rng.choice(states[-1].to_act)
                action = rng.choice(legal_actions(states[-1], seat))
                states.append(apply(states[-1], action))
                assert len(states) < LONGEST_HAND, "every hand ends"
            yield states
            start = next_hand_start(states[-1])


def starting_score(rules: Rules, rng: Random) -> tuple[int, int]:
    """Return a score to start from: often one that a team decides at, or both (R-B)."""
    x = rules.target - rules.truco_prices[0]
    return rng.choice(((0, 0), (x, 2), (4, x), (x, x))) if rules.mao_x else (0, 0)


@lru_cache(4096)
def every_action(seat: int, dealt: tuple[Card, ...]) -> tuple:
    """All a seat could say, and play of these cards."""
    pairs = [(one, other) for one in dealt for other in dealt]
    return (
        *(PLAYS[seat][card] for card in dealt),
        *(COVERS[seat][card] for card in dealt),
        *(PlayPair(seat, *pair, covered) for pair in pairs for covered in (False, True)),
        *BLIND_PLAYS[seat],
        *HAND_CHOICES[seat],
        *CALLS[seat].values(),
        *perros_answers(seat, ley=True),
        *perros_answers(seat, ley=False),
        QUIERO[seat],
        NO_QUIERO[seat],
        FOLD[seat],
        FOLD_SHOWING[seat],
    )


@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_an_action_is_legal_if_and_only_if_it_is_accepted(rules):
    rng = Random(f"{chance.SEED} 1")
    for states in hands(rules, rng):
        state = rng.choice(states)
        cards = tuple(card for hand in state.deal.hands for card in hand)[:7]
        for seat in range(rules.seats):
            legal = set(legal_actions(state, seat))
            is_asked = seat in state.to_act
            assert bool(legal) == is_asked or (legal and not rules.is_plain_turn)
            for action in every_action(seat, (*cards, *state.held[seat])):
                assert (action in legal) == (refused_action(state, action) is None)


@pytest.mark.feature("Rules", "Records in TGN, written and read")
@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_a_record_reads_back_as_it_was_and_replays_to_the_same_states(rules):
    finals = [states[-1] for states in hands(rules, Random(f"{chance.SEED} 2"))]
    ends = [number for number, state in enumerate(finals, 1) if state.winner is not None]
    played = finals[: min(ends, default=HANDS)]
    record = Record(
        rules=rules,
        seats=tuple(f"seat {number}" for number in range(rules.seats)),
        hands=tuple(map(recorded, played)),
        score=played[0].start.score,
    )
    again = read_tgn(write_tgn(record))
    assert again == record
    assert list(replay(again).hands) == played


def recorded(state: State) -> HandRecord:
    start, dealt = state.start, state.deal
    return HandRecord(
        number=start.number,
        part=start.part,
        mano=start.round_mano,
        hands=dealt.hands,
        muestra=dealt.muestra,
        perros=dealt.perros,
        actions=state.actions,
    )


@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_every_card_is_conserved_and_played_by_its_holder_alone(rules):
    for states in hands(rules, Random(f"{chance.SEED} 3")):
        for state in states:
            for seat, dealt in enumerate(state.deal.hands):
                played = [
                    card
                    for action in state.actions
                    if action.seat == seat
                    for card in cards_played(action, dealt)
                ]
                assert Counter((*played, *state.held[seat])) == Counter(dealt)


def cards_played(action: Action, dealt: tuple[Card, ...]) -> tuple[Card, ...]:
    match action:
        case PlayCard(_, card):
            return (card,)
        case PlayPair(_, card, beneath):
            return card, beneath
        case PlayBlind():
            return (action.card_of(dealt),)
        case _:
            return ()


@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_scores_only_grow_stop_at_the_target_and_are_what_was_paid(rules):
    for states in hands(rules, Random(f"{chance.SEED} 4")):
        for before, after in pairwise(states):
            grown = all(old <= new for old, new in zip(before.score, after.score, strict=True))
            assert grown or any(entry.reason == UNSHOWN for entry in after.points)
            assert max(after.score) <= rules.target
        final = states[-1]
        for team in (0, 1):
            paid = sum(entry.points for entry in final.points if entry.team == team)
            assert final.score[team] - final.start.score[team] == paid
        won = rules.target in final.score
        assert won == (final.legs != final.start.legs)
        assert (final.winner is not None) == (rules.legs_to_win in final.legs)


@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_a_hand_has_a_winner_unless_cut_off_or_tied(rules):
    for states in hands(rules, Random(f"{chance.SEED} 5")):
        assert all(state.hand_winner is None for state in states[:-1])
        if states[-1].hand_winner is None and not is_without_winner(states[-1]):
            assert rules.target in states[-1].score


def is_without_winner(state: State) -> bool:
    """Return whether three tricks were tied and no team wins such a hand (R-T7)."""
    is_tied = [trick.winner for trick in state.tricks] == [PARDA] * 3
    return is_tied and state.deal.rules.all_tied == "nobody"


@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_the_moments_of_a_hand_follow_from_those_before_its_last_action(rules):
    for states in hands(rules, Random(f"{chance.SEED} 9")):
        folded = log_entries(states[0])
        for before, after in pairwise(states):
            folded = extend_log(folded, before, after)
            assert list(folded) == log_entries(after)
        if len(states) > 2:
            assert extend_log((), states[0], states[-1]) == log_entries(states[-1])


@pytest.mark.parametrize("rules", TABLES, ids=NAMES)
def test_a_view_contains_no_card_its_viewer_has_not_seen(rules):
    rng = Random(f"{chance.SEED} 6")
    for states in hands(rules, rng):
        for state in (rng.choice(states), states[-1]):
            for viewer in (None, *range(rules.seats)):
                told = replace(view(state, viewer), label="")
                told = replace(told, events=told.events[1:])  # the first tells label and own cards
                assert cards_in(told) <= known_cards(state, viewer)


def known_cards(state: State, viewer: int | None) -> set[Card]:
    """Return what this viewer knows of the cards, derived independently of the view."""
    known = {state.deal.muestra} - {None}
    if viewer is not None and not (state.opening == "perros" and viewer % 2 == state.deal.perros):
        known |= set() if is_blind(state) else set(state.deal.hands[viewer])
    if viewer is not None and state.opening == "mao_x" and viewer % 2 in teams_that_look(state):
        known |= {card for mate in state.deal.teams[viewer % 2] for card in state.deal.hands[mate]}
    for number, trick in enumerate(state.tricks):
        for played in trick.plays:
            up = not played.covered and (played.beneath is None or trick.winner is not None)
            known |= {played.card} if up else set()
            tied = number + 1 < len(state.tricks) and not played.covered
            known |= {played.beneath} - {None} if tied and played.beneath else set()
    is_shown = state.over or any(to_token(action) == "mazo:show" for action in state.actions)
    if is_shown and state.envido.declared is not None:
        known |= set(state.deal.hands[state.envido.declared.winner])
    if state.over:
        known |= {card for seat in state.flor.shown for card in state.deal.hands[seat]}
    return known


def teams_that_look(state: State) -> set[int]:
    """Return the teams whose seats see each other's cards before a mão de X (R-B2)."""
    teams = {"team": {deciding_team(state.deal)}, "both": {0, 1}, "own": set()}
    return teams[state.deal.rules.mao_x_sees]


def cards_in(value: object) -> set[Card]:
    """Every card anywhere inside a value, and every card a text names."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, str):
        return {card for card in deck_for_all() if str(card) in value.strip("()").split("/")}
    if isinstance(value, dict):
        return cards_in((*value.keys(), *value.values()))
    if isinstance(value, tuple):
        return set().union(*map(cards_in, value)) if value else set()
    slots = getattr(type(value), "__slots__", ())
    if isinstance(value, Rules) or not slots:
        return set()
    return set().union(*(cards_in(getattr(value, slot)) for slot in slots))


@lru_cache(4096)
def deck_for_all() -> tuple[Card, ...]:
    return deck_for(TABLES[0])


PAIRS = max(2_000, 10 * HANDS)
HANDS_AT_A_TABLE = 12  # then another table is drawn, so that all numbers of seats take part
KINDS_OF_VIEWER = {(seats, who) for seats in (2, 4, 6) for who in ("seat", "spectator")}


def test_a_view_depends_only_on_what_its_viewer_may_know():
    """Pairs of deals that differ in hidden cards alone, after the same public actions."""
    rng = Random(f"{chance.SEED} 7")
    compared: Counter[tuple[int, str]] = Counter()
    while compared.total() < PAIRS:
        rules = rng.choice(TABLES)
        for states in islice(endless_hands(rules, rng), HANDS_AT_A_TABLE):
            viewer = rng.choice((None, *range(rules.seats)))
            twins = twins_of(states, viewer, rng)
            for one, other in (rng.choice(twins), twins[-1]) if twins else ():
                assert one.deal.hands != other.deal.hands
                assert view(one, viewer) == view(other, viewer)
                compared[rules.seats, "spectator" if viewer is None else "seat"] += 1
    assert set(compared) == KINDS_OF_VIEWER


def twins_of(states: list[State], viewer: int | None, rng: Random) -> list[tuple[State, State]]:
    """Return the hand with other hidden cards that the viewer cannot distinguish.

    Public is what was done, who had to act and what the table was told. A compulsory flor becomes
    public by being due (R-F2), and the dogs tell a team whether it holds one (R-X2).
    """
    deal = states[-1].deal
    hidden = shuffled_hidden(states[-1], viewer, rng)
    other = apply_log(deal_hands(deal.start, hidden, deal.muestra), lines(deal.perros))
    twins: list[tuple[State, State]] = []
    for state, after in pairwise((*states, states[-1])):
        if public(state) != public(other) or ley(state, viewer) != ley(other, viewer):
            break
        if hidden != list(map(list, deal.hands)):
            twins.append((state, other))
        action = after.actions[-1]
        if refused_action(other, action) is not None:
            break
        other = apply(other, action)
    return twins


def ley(state: State, viewer: int | None) -> set[bool]:
    """Return what the perros tell the viewer of its team's flores."""
    actions = () if viewer is None else legal_actions(state, viewer)
    return {action.ley for action in actions if isinstance(action, AnswerPerros)}


def public(state: State) -> tuple:
    """Return the public information that hidden cards decide."""
    shown = view(state, None).shown if state.over else {}
    winners = [trick.winner for trick in state.tricks]
    told = (state.envido.declared, state.flor.declared, winners, shown)
    return (state.to_act, state.score, *told)


def shuffled_hidden(state: State, viewer: int | None, rng: Random) -> list[list[Card]]:
    """The same hands with every card the viewer never gets to see exchanged for another."""
    known = known_cards(state, viewer) | known_cards(deal_opening(state.deal), viewer)
    unseen = [card for card in deck_for(state.start.rules) if card not in known]
    rng.shuffle(unseen)
    return [[card if card in known else unseen.pop() for card in hand] for hand in state.deal.hands]


def test_a_call_refused_for_hidden_reasons_has_the_same_code_for_all():
    for rules in TABLES:
        for states in hands(rules, Random(f"{chance.SEED} 8")):
            state = states[0]
            for seat in range(rules.seats):
                if seat not in state.to_act and rules.is_plain_turn:
                    refused = {refused_action(state, Call(seat, canto)) for canto in CallName}
                    assert len(refused) == 1
