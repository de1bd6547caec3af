"""Why a table says no: exceptions with a stable code. Words for people: `games.words`, templates."""


class RefusedError(Exception):
    """Somebody asked for what may not be done; nothing was changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class StaleError(RefusedError):
    """The table has moved on since the fragment that was clicked; `version` is the newest."""

    def __init__(self, version: int) -> None:
        super().__init__("stale")
        self.version = version
