"""Why a table says no, beyond what everywhere refuses; its words are in `games.board.words`."""

from accounts.services.refusals import RefusedError


class StaleError(RefusedError):
    """The table has moved on since the fragment that was clicked; `version` is the newest."""

    def __init__(self, version: int) -> None:
        super().__init__("stale")
        self.version = version


__all__ = ["RefusedError", "StaleError"]
