"""What is said at a table is seen for a moment over the felt, unless its reader wants no motion."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.tables import a_table, act, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEEP = """() => {
  window.said = [];
  const stage = document.getElementById("stage");
  const note = () => stage.hidden || window.said.push(stage.textContent);
  new MutationObserver(note).observe(stage, { childList: true });
}"""


@pytest.mark.moving
@pytest.mark.feature("Playing", "Calls, answers and the values of the envido are seen one by one")
def test_a_call_its_answer_and_the_values_are_seen_in_their_order(open_screen):
    game = a_table(timezone.now(), turn_seconds=120)
    screen = open_screen(f"/tables/{game.pk}/", whoever_acts(game).user)
    page = screen.page
    page.evaluate(KEEP)
    act(game, "envido", timezone.now())
    expect(page.locator("#stage b")).to_have_text("¡Envido!")
    expect(page.locator("#stage")).to_have_css("pointer-events", "none")
    game.refresh_from_db()
    act(game, "quiero", timezone.now())
    expect(
        page.locator("#stage b.value").or_(page.locator("#stage[hidden]")).first
    ).to_be_attached()
    expect(page.locator("#stage")).to_be_hidden()
    said = page.evaluate("window.said")
    assert said[:2] == ["¡Envido!", "Quiero"]
    assert len(said) == 4


def test_without_motion_nothing_is_staged(open_screen):
    game = a_table(timezone.now(), turn_seconds=120)
    person = whoever_acts(game).user
    person.motion = person.Motion.NONE
    person.save()
    page = open_screen(f"/tables/{game.pk}/", person).page
    page.evaluate(KEEP)
    act(game, "envido", timezone.now())
    expect(page.locator(".seat q").filter(has_text="¡Envido!")).to_be_visible()
    assert page.evaluate("window.said") == []
