"""What a service answers when it says no."""

import pytest

from games.refusals import RefusedError


def refusal(call: object, **arguments: object) -> str:
    """The code with which a service says no."""
    with pytest.raises(RefusedError) as refused:
        call(**arguments)
    return refused.value.code
