"""The kinds of case that are about the cards.

Those of the public corpus are asked by `games.engine.conformance`; here are those whose situation
is told in words, and the words of calls.
"""

from collections.abc import Callable, Mapping

from games.engine import view
from games.engine.conformance.corpus import KINDS as ASKED
from games.engine.conformance.corpus import mismatch, questions
from games.engine.conformance.reference import answer, played
from games.house_rules.call_names import canto
from tests.conformance.staging import Case
from tests.conformance.words import flor, mazo, perros, said, transcript, truc


def ask(case: Case) -> None:
    """Ask the engine what the case asks, once for each preset."""
    for question in questions(case):
        wrong = mismatch(case, answer(question))
        assert not wrong, wrong


def check_view(case: Case) -> None:
    """The cards that a viewer gets, and none of the hidden ones in what it is told."""
    ask(case)
    for question in questions(case):
        state = played(question)
        hidden = {card for seat in case["hides"] for card in state.held[seat]}
        told = {card for event in view(state, case["viewer"]).events for card in event.cards}
        assert not hidden & told


def word(case: Case) -> None:
    assert canto(case["token"], case["variant"]) == case["expect"]


KINDS: Mapping[str, Callable[[Case], object]] = {
    **dict.fromkeys(ASKED, ask),
    "view": check_view,
    "word": word,
    "truco_legal": said.legal_after,
    "envido_primero": said.legal_after,
    "envido_window": said.legal_after,
    "truco_and_envido_answer": said.truco_and_envido_answer,
    "mazo_points": mazo.mazo_points,
    "mazo_team": mazo.mazo_team,
    "flor_contest": flor.flor_contest,
    "truc_rule": truc.truc_rule,
    "perros": perros.perros,
    "score_script": transcript.score_script,
}
