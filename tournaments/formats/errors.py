"""The error of a format: a stable code; templates hold the message."""


class FormatError(ValueError):
    """Well-formed input that no competition can use; `subjects` are the ids concerned."""

    def __init__(self, code: str, *subjects: object) -> None:
        super().__init__(code, *subjects)
        self.code = code
        self.subjects = subjects
