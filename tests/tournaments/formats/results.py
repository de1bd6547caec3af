"""The results of a table in one line."""

from tournaments.formats.pairing import Outcome
from tournaments.formats.results_table import Result
from tournaments.formats.series import Verdict

VERDICTS = {
    "1": Verdict.FIRST,
    "=": Verdict.DRAW,
    "2": Verdict.SECOND,
    "+": Verdict.FIRST,
    "-": Verdict.SECOND,
    "0": Verdict.NEITHER,
    "?": None,
}
BYES = {"": Outcome.BYE, "H": Outcome.HALF_BYE, "Z": Outcome.ZERO_BYE}


def results(text: str) -> list[Result[str]]:
    """Rounds are parted by `/`, a word is a result: `ab1` a won, `ab=` a draw, `ab2` b won, `ab+`
    b did not come, `ab-` a did not, `ab0` neither did, `ab?` is not played yet, `a` has a bye,
    `aH` one of half a point, `aZ` one of nothing."""
    return [
        _result(word, number)
        for number, line in enumerate(text.split("/"), start=1)
        for word in line.split()
    ]


def _result(word: str, round_: int) -> Result[str]:
    if word[1:] in BYES:
        return Result(word[0], None, round=round_, bye=BYES[word[1:]])
    first, second, sign = list(word)
    return Result(first, second, VERDICTS[sign], round_, walkover=sign in "+-")
