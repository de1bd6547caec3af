"""The errors of the engine: stable codes; whoever shows them has the words."""

from collections.abc import Iterable


class RulesError(ValueError):
    """A contradictory set of options; `keys` names them."""

    def __init__(self, code: str, keys: Iterable[str] = ()) -> None:
        self.code = code
        self.keys = tuple(keys)
        super().__init__(": ".join(filter(None, (code, ", ".join(self.keys)))))


class NotationError(ValueError):
    """Text that is not TGN; line and column count from 1."""

    def __init__(self, code: str, line: int = 1, column: int = 1) -> None:
        self.code = code
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {code}")


class IllegalActionError(ValueError):
    """Well-formed but forbidden. In a record, `hand` is its number and `index` counts from 0."""

    def __init__(self, code: str, hand: str | None = None, index: int | None = None) -> None:
        self.code = code
        self.hand = hand
        self.index = index
        where = (
            None if hand is None else f"hand {hand}",
            None if index is None else f"action {index}",
        )
        place = ", ".join(part for part in where if part is not None)
        super().__init__(": ".join(part for part in (place, code) if part))
