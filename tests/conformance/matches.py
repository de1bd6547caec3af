"""The kinds of case about single matches: series, states, corrections, points, admission."""

import ipaddress
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.conformance.brackets import named
from tests.conformance.expectations import assert_facts, refusal
from tests.tournaments.formats.play import leaning, play_out, taken_back
from tournaments.formats.admission import admit
from tournaments.formats.bracket import BYE, Graph, MatchState, Part, apply_verdicts
from tournaments.formats.knockout import single_elimination
from tournaments.formats.plans import LONG
from tournaments.formats.ranking_points import (
    Circumstances,
    Posting,
    RankedResult,
    Reason,
    points_reason,
    postings_due,
    share_a_network,
)
from tournaments.formats.series import Series, Verdict

Case = Mapping[str, Any]
SIDES = {1: Verdict.FIRST, 2: Verdict.SECOND}
SEMIFINALS = {"main.1.1": Verdict.FIRST, "main.1.2": Verdict.FIRST}


def best_of(case: Case) -> None:
    given, expected = case["input"], dict(case["expected"])
    series = Series(given["best_of"])
    if "games" not in given:
        decided = [Verdict.FIRST] * series.wins_needed
        facts = {
            "wins_needed": series.wins_needed,
            "max_games": series.best_of,
            "match_ends_as_soon_as_reached": series.verdict(decided, draw_allowed=False)
            is Verdict.FIRST
            and refusal(lambda: series.verdict([*decided, Verdict.FIRST], draw_allowed=False))
            == "game-after-the-end",
        }
        assert_facts(facts, expected)
        return
    winners = [SIDES[game] for game in given["games"]]
    draw_allowed = "elimination" not in given.get("stage", "")
    if "error" in expected:
        code = refusal(lambda: series.verdict(winners, draw_allowed=draw_allowed))
        assert code == "tie-in-elimination" or "tie" not in str(expected["error"])
        return
    verdict = series.verdict(winners, draw_allowed=draw_allowed)
    says = str(expected["result"])
    wanted = next((side for number, side in SIDES.items() if str(number) in says), Verdict.DRAW)
    assert verdict is wanted


def truco_match_default(case: Case) -> None:
    """Two chicos, a third only at 1-1."""
    numbers = re.findall(r"\d+", case["expected"]["equals"])
    series = Series()
    assert [series.best_of, LONG] == [int(number) for number in numbers]
    assert series.verdict([Verdict.FIRST] * 2, draw_allowed=False) is Verdict.FIRST
    assert series.verdict([Verdict.FIRST, Verdict.SECOND], draw_allowed=False) is None


def locked() -> None:
    """A preview comes first: it names the dependent results before they are removed."""
    graph = single_elimination(4)
    played = {**SEMIFINALS, "main.2.1": Verdict.FIRST}
    assert leaning(graph, "main.1.1") == ["main.2.1"]
    assert "main.2.1" not in taken_back(graph, played, "main.1.1")


def replaced() -> None:
    graph = single_elimination(4)
    before = apply_verdicts(graph, SEMIFINALS)["main.1.1"]
    changed = {**taken_back(graph, SEMIFINALS, "main.1.1"), "main.1.1": Verdict.SECOND}
    assert apply_verdicts(graph, changed)["main.2.1"].slots[0] == before.slots[1] != before.winner


def cleared() -> None:
    graph = single_elimination(4)
    after = apply_verdicts(graph, taken_back(graph, SEMIFINALS, "main.1.1"))
    assert after["main.2.1"].slots[0] is None


def two_winners() -> None:
    """One verdict per match; a second winner would be a game after the end."""
    both = [Verdict.FIRST, Verdict.SECOND]
    assert refusal(lambda: Series(1).verdict(both, draw_allowed=False)) == "game-after-the-end"


def double_walkover() -> None:
    """We allow it, as the case recommends: the place becomes a bye, which passes on."""
    states = apply_verdicts(single_elimination(4), {**SEMIFINALS, "main.1.1": Verdict.NEITHER})
    assert states["main.2.1"].slots[0] == BYE
    assert states["main.2.1"].winner == states["main.1.2"].winner


def not_ready() -> None:
    graph = single_elimination(4)
    assert refusal(lambda: apply_verdicts(graph, {"main.2.1": Verdict.FIRST})) == "match-not-ready"
    bye = {"main.1.1": Verdict.FIRST}
    assert refusal(lambda: apply_verdicts(single_elimination(3), bye)) == "match-not-ready"


def tied() -> None:
    graph = single_elimination(4)
    assert (
        refusal(lambda: apply_verdicts(graph, {"main.1.1": Verdict.DRAW})) == "tie-in-elimination"
    )


def passes_on() -> None:
    states = apply_verdicts(single_elimination(4), SEMIFINALS)
    assert states["main.2.1"].is_ready
    assert states["main.2.1"].slots[0] == states["main.1.1"].winner


ACTIONS: Mapping[str, Callable[[], None]] = {
    "already (played|started)": locked,
    "next match has not started": replaced,
    "two (winners|losers)": two_winners,
    "double (forfeit|walkover)": double_walkover,
    "not determined|not ready|only one|one opponent|waiting|locked|bye": not_ready,
    "tie|draw": tied,
    "reset|remove|clear|reopen": cleared,
    "forfeit|walkover|win|end|finish|complete": passes_on,
}
"""What the words of an action ask; the first that fits."""


def match_state(case: Case) -> None:
    action = case["input"]["action"].lower()
    next(check for words, check in ACTIONS.items() if re.search(words, action))()


def correction_cascade(case: Case) -> None:
    """Reopen and flip one match of a bracket where better seeds won so far."""
    given = case["input"]
    graph = single_elimination(given["bracket"])
    rounds = graph.rounds[Part.MAIN]
    last = rounds if re.search("final was|everything|all matches", given["played"]) else rounds - 1
    whole = play_out(graph, lambda _state: Verdict.FIRST)
    before = {key: whole[key] for key in whole if graph.by_key[key].round <= last}
    reopened = key_of(graph, given["action"].split()[1])
    after = {**taken_back(graph, before, reopened), reopened: Verdict.SECOND}
    assert set(before) - set(after) == set(leaning(graph, reopened)) & set(before)
    old, new = apply_verdicts(graph, before), apply_verdicts(graph, after)
    for name, says in case["expected"].items():
        check_after(name, says, graph, old, new)


def check_after(
    name: str, says: str, graph: Graph, old: Mapping[str, MatchState], new: Mapping[str, MatchState]
) -> None:
    key, _, side = name.partition("_slot_")
    was, now = old[key_of(graph, key)], new[key_of(graph, key)]
    if says.startswith("untouched"):
        assert now == was if not side else now.slots[int(side) - 1] == was.slots[int(side) - 1]
    elif side:
        assert named(now.slots[int(side) - 1]) == "TBD"
    else:
        assert now.verdict is None
        assert now.is_ready == ("READY" in says)
        assert now.slots != was.slots


def key_of(graph: Graph, name: str) -> str:
    """QF1, SF2, final and R1.3 as keys of the main bracket."""
    rounds = graph.rounds[Part.MAIN]
    if name.lower().startswith("r"):
        return f"main.{name[1:]}"
    back = {"f": 0, "s": 1, "q": 2}[name[0].lower()]
    return f"main.{rounds - back}.{name[2:] if back else 1}"


def registration_cap(case: Case) -> None:
    given = case["input"]
    admission = admit(range(given["concurrent_requests"]), given["cap"])
    facts = {"confirmed": len(admission.confirmed), "waitlisted": len(admission.waiting)}
    assert_facts(facts, case["expected"])


def points_of(case: Case) -> None:
    given = case["input"]
    if "event" in given:
        next(check for words, check in EVENTS.items() if words in given["event"])(case)
        return
    stated = given.get("ips", {})
    networks = (
        {player: network(address) for player, address in stated.items()}
        if isinstance(stated, dict)
        else {}
    )
    how = Circumstances(
        competitive=given.get("competitive", True),
        walkover=given.get("walkover", False),
        annulled=given.get("annulled", False),
        presencial=given.get("presencial", False),
        shared_network=share_a_network(networks.items()),
    )
    result = RankedResult(
        reason=points_reason(how),
        winners=given["winners"],
        losers=given["losers"],
        automatic=given.get("automatic", ()),
    )
    assert_facts({line.player: line.points for line in result.postings()}, case["expected"])


def network(address: str) -> str:
    """IPv6 addresses are one network by their first 64 bits."""
    parsed = ipaddress.ip_address(address)
    return str(ipaddress.ip_network((parsed, 64 if parsed.version == 6 else 32), strict=False))


def played(winner: str, loser: str, **told: Any) -> RankedResult[str]:
    return RankedResult(reason=Reason.PLAYED, winners=[winner], losers=[loser], **told)


def total(ledger: Iterable[Posting[str]]) -> Counter[str]:
    totals: Counter[str] = Counter()
    for posting in ledger:
        totals[posting.player] += posting.points
    return totals


def twice(case: Case) -> None:
    ledger = postings_due([], [played("A", "B")])
    assert ledger
    assert not postings_due(ledger, [played("A", "B")])
    assert case["expected"]["points_applied_once"]


def corrected(_case: Case) -> None:
    """Reversals and new entries; the totals are as if the corrected result had been the first."""
    ledger = postings_due([], [played("A", "B")])
    results = [played("A", "B", taken_back=True), played("B", "A", number=1)]
    changes = postings_due(ledger, results)
    assert [(one.player, one.points) for one in changes if one.is_reversal] == [
        ("A", -20),
        ("B", -5),
    ]
    assert total([*ledger, *changes]) == total(played("B", "A").postings())


def annulled(_case: Case) -> None:
    """Everything given is taken back."""
    ledger = postings_due([], [played("A", "B")])
    changes = postings_due(ledger, [played("A", "B", taken_back=True)])
    assert total([*ledger, *changes]) == {"A": 0, "B": 0}


EVENTS: Mapping[str, Callable[[Case], None]] = {
    "twice": twice,
    "corrects": corrected,
    "annul": annulled,
}

KINDS: Mapping[str, Callable[[Case], None]] = {
    "best_of": best_of,
    "truco_match_default": truco_match_default,
    "match_state": match_state,
    "correction_cascade": correction_cascade,
    "registration_cap": registration_cap,
    "ranking_points": points_of,
}
