"""The one way a format refuses: a stable code, words are the templates' business."""


class FormatError(ValueError):
    """Well-formed input that no competition can use; `subjects` are the ids concerned."""

    def __init__(self, code: str, *subjects: object) -> None:
        super().__init__(code, *subjects)
        self.code = code
        self.subjects = subjects
