"""Choices in words: only the label of the value is translated."""

import pytest

from accounts.models import Membership


class Label:
    """A label that notes when it is put into words."""

    def __init__(self, word: str, asked: list[str]) -> None:
        self.word, self.asked = word, asked

    def __str__(self) -> str:
        self.asked.append(self.word)
        return self.word

    __hash__ = None  # type: ignore[assignment]  # hashing a lazy label translates it


def test_only_the_label_of_the_value_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    labels = [(key, Label(key.title(), asked)) for key in ("owner", "player")]
    monkeypatch.setattr(Membership._meta.get_field("role"), "choices", labels)
    assert Membership(role="player").get_role_display() == "Player"
    assert asked == ["Player"]


@pytest.mark.parametrize("value", ["unknown", None])
def test_a_value_without_a_label_is_shown_as_it_is(value: str | None) -> None:
    assert Membership(role=value).get_role_display() == value
