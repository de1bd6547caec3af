"""Why a club or an account says no: an exception with a stable code, words in `_refusal.html`."""


class RefusedError(Exception):
    """A request that the rules do not allow; nothing was changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
