"""The cases, the questions they ask an engine, and the comparison of its answers."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

Case = Mapping[str, Any]
Question = dict[str, Any]
FOLDER: Final = Path(__file__).with_name("cases")
ALL: Final = (
    *("argentino", "argentino-flor", "trucoestrella"),
    *("uruguayo", "uruguayo-online", "truc"),
)
"""The presets of a case whose variant is `all`."""
FALTA_RULES: Final = {"leader_to_target": "shortfall", "malas_wins_cama": "malas"}
WHOLE_LEG: Final = ("wins_cama", "wins_leg", "wins_match")
TOKENS: Final = {
    "no_quiero": "no",
    "no quiero": "no",
    "me achico": "achico",
    "con flor me achico": "achico",
    "vale cuatro": "vale4",
    "vale 4": "vale4",
    "vale_cuatro": "vale4",
    "juego fuera": "fuera",
    "juego_fuera": "fuera",
    "real envido": "real",
    "real_envido": "real",
    "falta envido": "falta",
    "falta_envido": "falta",
    "con flor envido": "conflor",
    "contraflor al resto": "resto",
    "contraflor_al_resto": "resto",
}
"""Words of sources, as tokens of the notation."""


def token(words: str) -> str:
    """Return the token of a call in the words of a source."""
    return TOKENS.get(words, words)


@dataclass(frozen=True)
class Capabilities:
    """The first line of an adapter. What it does not name it supports whole."""

    name: str = "unnamed"
    kinds: frozenset[str] | None = None
    presets: frozenset[str] | None = None
    options: frozenset[str] | None = None
    facts: frozenset[str] | None = None
    codes: bool = True
    """Whether refusals carry the codes of the corpus; otherwise any refusal will do."""

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> "Capabilities":
        """Read the line; raises ValueError if it is of another version of the protocol."""
        if line.get("truco_conformance") != VERSION:
            raise ValueError(f"the first line is not of protocol {VERSION}: {line}")
        lists = {
            key: frozenset(line[key]) if key in line else None
            for key in ("kinds", "presets", "options", "facts")
        }
        return cls(str(line.get("name", "unnamed")), **lists, codes=bool(line.get("codes", True)))

    def supports(self, question: Question) -> bool:
        """Return whether the adapter can be asked this."""
        return (
            (self.kinds is None or question["kind"] in self.kinds)
            and (self.presets is None or question["preset"] in self.presets)
            and (self.options is None or self.options >= question["options"].keys())
        )

    def reports_fact(self, fact: str) -> bool:
        """Return whether the adapter reports this fact of a hand."""
        return self.facts is None or fact in self.facts


VERSION: Final = 1
EVERYTHING: Final = Capabilities()


class Kind(NamedTuple):
    """A kind of case: its section, the fields of its question, and the check of an answer.

    The check returns what is wrong with the answer, or "".
    """

    section: str
    fields: tuple[str, ...]
    check: Callable[[Case, Any, Capabilities], str]


def read_cases(*paths: Path) -> Iterator[Case]:
    """Yield the cases of these files, or of the corpus: one JSON object a line."""
    for path in paths or sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def questions(case: Case) -> Iterator[Question]:
    """Yield what a case asks, once for each of its presets, without the expected answer."""
    kind = KINDS[case["kind"]]
    options = {key: str(value) for key, value in case.get("options", {}).items()}
    options |= {key: str(case[key]) for key in ("seats", "target") if key in case}
    if "rule" in case:
        options["falta"] = FALTA_RULES[case["rule"]]
    if "camas" in case:
        options["legs_to_win"] = str(case["camas"])
    if case["kind"] in ("six_player_round", "pico_falta_cap"):
        options["seats"] = "6"
    if case["kind"] == "hand_winner_cards":
        options["seats"] = str(len(case["tricks"][0]))
    presets = ALL if case["variant"] == "all" else (case["variant"],)
    for preset in presets:
        question: Question = {
            "id": case["id"] if len(presets) == 1 else f"{case['id']}/{preset}",
            "kind": case["kind"],
            "preset": preset,
            "options": options,
        }
        if case.get("house"):
            question["house"] = True
        question |= {key: _plain(key, case[key]) for key in kind.fields if key in case}
        if case["kind"] == "preset":
            question["keys"] = list(case["expect"])
        yield question


_OF_CARDS: Final = ("a", "b", "card", "muestra", "vira", "cards", "tricks")


def _plain(key: str, value: Any) -> Any:
    """Write cards in small letters, calls as tokens, and the seat of a mano as its team."""
    if key == "mano" and isinstance(value, str):
        return value if value in "AB" else "AB"[int(value.lstrip("seat")[0]) % 2]
    if isinstance(value, str):
        return value.lower() if key in _OF_CARDS and value not in "AB" else value
    if not isinstance(value, list):
        return value
    if key in ("calls", "after"):
        return [token(each) for each in value]
    if key in _OF_CARDS:
        return [_plain(key, each) for each in value]
    return value


def mismatch(case: Case, answer: Any, able: Capabilities = EVERYTHING) -> str:
    """Return what is wrong with an answer to a question of the case; "" if nothing is."""
    return KINDS[case["kind"]].check(case, answer, able)


@dataclass
class Tally:
    """How many cases of a section passed, failed and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)


def _differs(answer: Any, expected: Any) -> str:
    if answer == expected and (isinstance(answer, bool) == isinstance(expected, bool)):
        return ""
    return f"expected {json.dumps(expected)}, got {json.dumps(answer)}"


def _expected(case: Case, answer: Any, _able: Capabilities) -> str:
    return _differs(answer, case["expect"])


def _names(cards: Sequence[str]) -> set[str]:
    return {card.lower() for card in cards}


def _manilhas(case: Case, answer: Any, _able: Capabilities) -> str:
    return _differs([str(card).lower() for card in answer], [c.lower() for c in case["expect"]])


def _deck(case: Case, answer: Any, _able: Capabilities) -> str:
    names = _names(answer)
    if len(answer) != case["count"] or len(names) != len(answer):
        return f"{len(answer)} cards, expected {case['count']}"
    expected = _names(case.get("expect", case.get("present", ())))
    absent, present = expected - names, names & _names(case.get("missing", ()))
    return f"without {sorted(absent)}, with {sorted(present)}" if absent or present else ""


def _ladder(case: Case, answer: Any, _able: Capabilities) -> str:
    wins = {"wins_cama": "wins_leg"}
    expected = {key: wins.get(case[key], case[key]) for key in ("quiero", "no_quiero")}
    answered = {key: answer.get(key) for key in expected}
    return _differs({key: wins.get(value, value) for key, value in answered.items()}, expected)


def _legal(case: Case, answer: Any, _able: Capabilities) -> str:
    expected, excluded = (set(map(token, case.get(key, ()))) for key in ("legal", "illegal"))
    missing, wrong = expected - set(answer), excluded & set(answer)
    return f"not legal: {sorted(missing)}; legal: {sorted(wrong)}" if missing or wrong else ""


def _falta(case: Case, answer: Any, _able: Capabilities) -> str:
    if case["expect"] in WHOLE_LEG and "target" in case:
        return _differs(answer, case["target"] - case["score"]["AB".index(case["winner"])])
    return _differs(answer, case["expect"])


def _hand_kind(case: Case, answer: Any, _able: Capabilities) -> str:
    return _differs(answer, {"kind": case["expect"], "team": case.get("team")})


def _declared_envido(case: Case, answer: Any, _able: Capabilities) -> str:
    return _differs(answer, {"spoken": case["spoken"], "winner": case["winner"]})


def _side(case: Case, answer: Any, _able: Capabilities) -> str:
    expected = case["expect"]
    return _differs(
        answer, expected if expected in "AB" else "AB"[int(expected.lstrip("seat")[0]) % 2]
    )


def _first_winner(case: Case, answer: Any, _able: Capabilities) -> str:
    return _differs(answer, case["expect_winner"])


def _next_mano(case: Case, answer: Any, _able: Capabilities) -> str:
    right = (case["mano"] + 1) % case["seats"]
    expected = case["expect_next"]
    return _differs(answer, right if expected == "right neighbour" else expected)


def _round(case: Case, answer: Any, _able: Capabilities) -> str:
    return "" if case["expect"].startswith(answer) else f"expected {case['expect']}, got {answer}"


def _refused(answer: Any, code: str, able: Capabilities) -> str:
    if not able.codes:
        return "" if answer else "expected a refusal"
    return _differs(answer, code)


def _valid(case: Case, answer: Any, able: Capabilities) -> str:
    if case["expect"] == "ok" or answer == "ok":
        return _differs(answer, case["expect"])
    return _refused(answer, case["expect"], able)


def _script(case: Case, answer: Any, able: Capabilities) -> str:
    expect = case["expect"]
    if "error" in expect:
        return _refused(answer.get("error"), expect["error"], able)
    if "error" in answer:
        return f"refused: {answer['error']}"
    wrong = [
        f"{fact}: {difference}"
        for fact, expected in expect.items()
        if able.reports_fact(fact) and (difference := _fact(case, fact, expected, answer))
    ]
    return "; ".join(wrong)


def _fact(case: Case, fact: str, expected: Any, answer: Mapping[str, Any]) -> str:
    match fact:
        case "legal" | "illegal":
            legal = answer["legal"]
            differences = [
                f"{seat} {_legal({fact: tokens}, legal.get(seat, ()), EVERYTHING)}"
                for seat, tokens in expected.items()
                if _legal({fact: tokens}, legal.get(seat, ()), EVERYTHING)
            ]
            return "; ".join(differences)
        case "shown":
            cards_shown = {seat: _names(cards) for seat, cards in answer["shown"].items()}
            expected_cards = {seat: _names(cards) for seat, cards in expected.items()}
            return "" if cards_shown == expected_cards else _differs(answer["shown"], expected)
        case "made":
            actions = list(answer["actions"])
            for text in case["actions"].split():
                if text in actions:
                    actions.remove(text)
            return _differs(actions, expected)
        case _:
            return _differs(answer.get(fact), expected)


def _view(case: Case, answer: Any, _able: Capabilities) -> str:
    sees = {seat: _names(cards) for seat, cards in answer.items()}
    expected = {seat: _names(cards) for seat, cards in case["sees"].items()}
    if sees != expected or sees.keys() & set(map(str, case["hides"])):
        return _differs(answer, case["sees"])
    return ""


_HAND: Final = ("mano", "deal", "muestra", "score", "perros", "actions")
KINDS: Final[Mapping[str, Kind]] = {
    "card_cmp": Kind("cards", ("a", "b", "muestra"), _expected),
    "acts_as_pieza": Kind("cards", ("card", "muestra"), _expected),
    "manilha": Kind("cards", ("vira",), _manilhas),
    "deck": Kind("cards", (), _deck),
    "deck_has": Kind("cards", (), _deck),
    "hand_winner_seq": Kind("tricks", ("tricks", "mano"), _expected),
    "hand_winner_cards": Kind("tricks", ("tricks", "mano", "muestra"), _side),
    "next_leader": Kind("tricks", ("tricks", "first_leader"), _expected),
    "next_leader_cards": Kind("tricks", ("tricks", "mano", "muestra"), _expected),
    "truco_ladder": Kind("truco", ("calls",), _ladder),
    "envido_value": Kind("envido", ("cards", "muestra"), _expected),
    "envido_ladder": Kind("envido", ("calls",), _ladder),
    "envido_legal": Kind("envido", ("after",), _legal),
    "envido_winner": Kind("envido", ("values", "mano_seat"), _expected),
    "declaration": Kind("envido", ("values", "mano_seat"), _expected),
    "declaration_alternate": Kind("envido", ("values", "mano_seat"), _declared_envido),
    "falta_value": Kind("envido", ("score", "winner"), _falta),
    "flor_value": Kind("flor", ("cards", "muestra"), _expected),
    "half": Kind("score", ("score",), _expected),
    "end_order": Kind("score", ("score", "flor", "envido", "truco"), _first_winner),
    "mano_rotation": Kind("table", ("mano",), _next_mano),
    "six_player_round": Kind("table", ("score", "history"), _round),
    "pico_falta_cap": Kind("table", (), _expected),
    "hand_kind": Kind("table", ("score",), _hand_kind),
    "perros_arm": Kind("table", ("hand", "steps"), _expected),
    "match_format": Kind("options", (), _expected),
    "rules_valid": Kind("options", (), _valid),
    "preset": Kind("options", (), _expected),
    "script": Kind("hands", _HAND, _script),
    "view": Kind("views", (*_HAND, "viewer"), _view),
}
