"""Every way through a hand of a course."""

from collections.abc import Iterator, Sequence

from games.engine import legal_actions, to_token
from games.lessons import Course, Place, place


def paths(course: Course, number: int, said: Sequence[str] = ()) -> Iterator[Place]:
    """Yield every place a learner who does what is good can come to."""
    now = place(course, number, said)
    yield now
    if now.step is not None:
        legal = {to_token(action) for action in legal_actions(now.state, 0)}
        following = legal.intersection(now.step.good)
        assert following, f"{course.preset} {number}: nothing good is legal after {said}"
        for token in sorted(following):
            yield from paths(course, number, (*said, token))
