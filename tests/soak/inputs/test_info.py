"""Secrets: hidden cards must not leak by page, socket, file, mail, size or refusal."""

import pytest
from django.utils import timezone

from games.live.subscribers import RenderKey
from games.models import Game
from games.play import notifications
from games.table_page import live as table_page_live
from tests.games.tables import a_card_to_play, a_person, a_table, may_fold, state_of, whoever_acts
from tests.live.pieces.test_leaks import NOW, twins
from tests.live.secrecy import assert_keeps_secrets, past_of, spoken_of
from tests.live.test_actions import fragment, is_unchanged, other
from tests.live.visitors import Visitor
from tests.soak.inputs.listed import check
from tests.tournaments.cups import a_running_cup, call, everybody_sits, match_at, players_of
from tournaments.common import notifications as common_notifications

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    return a_table(timezone.now(), dealt=may_fold)


def all_that_is_sent(watcher: Visitor, game: Game, visit) -> list[str]:
    """Page, fragment and frames of a watcher, while the players act."""
    line = watcher.watch(game)
    line.table()
    for _ in range(4):
        token, person = a_card_to_play(game), visit(whoever_acts(game).user)
        assert person.play(game, token).status == 200
        line.table(game.version + 1)
        game.refresh_from_db()
    page = f"/tables/{game.pk}/"
    answers = [watcher.get(page), watcher.get(page, **{"HX-Request": "true"})]
    assert {answer.status for answer in answers} == {200}
    return [*line.heard, *(answer.text for answer in answers)]


@check("B049")
def test_a_spectator_is_sent_backs_alone(game, visit):
    sent = all_that_is_sent(visit(), game, visit)
    assert_keeps_secrets(sent, past_of(game), None)
    assert not any('class="held"' in text for text in sent)


@check("B058")
def test_a_second_account_learns_no_more_at_ones_own_table_than_anybody(game, visit):
    """No delay: who sits at one address scores nothing instead (B045), and private is a choice."""
    sent = all_that_is_sent(visit(a_person()), game, visit)
    assert_keeps_secrets(sent, past_of(game), None)
    private = a_table(timezone.now(), public=False)
    assert visit(a_person()).get(f"/tables/{private.pk}/").status == 404


@check("B051")
@pytest.mark.parametrize("ask", ["get", "post"])
def test_no_address_shows_the_hand_of_another_seat(game, visit, ask):
    """405 and 409, not 404: `hand/` is where two who share a device pass it on."""
    due = whoever_acts(game)
    rival, path = other(due), f"/tables/{game.pk}/hand/?seat={other(due).number}"
    person = visit(due.user)
    if ask == "get":
        answer = person.get(path, **{"HX-Request": "true"})
        assert answer.status == 405
    else:
        answer = person.post(path, {"who": rival.number, "seen_version": game.version})
        assert answer.status in {409, 422}
    hidden = set(state_of(game).held[rival.number])
    assert not hidden & spoken_of(answer.text)
    page = person.get(f"/tables/{game.pk}/?seat={rival.number}&viewer={rival.number}")
    assert_keeps_secrets([page.text], past_of(game), due.number)
    assert is_unchanged(game)


@check("B053")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_is_hidden_changes_neither_number_nor_size_of_what_is_sent(viewer):
    """No padding: what a viewer gets is the same byte for byte."""
    audience = RenderKey(viewer, "es-ar")
    drawn = [
        table_page_live._render_boards(table, table_page_live.TableContext(), [audience], 1).pieces[
            audience
        ]
        for table in twins(a_table(timezone.now()), viewer)
    ]
    one, twin = ({name: NOW.sub("", piece) for name, piece in each.items()} for each in drawn)
    assert one == twin


@check("B056")
@pytest.mark.parametrize("name", ["record/", "record.tgn", "record.json", "record/picture.png"])
def test_a_game_that_is_played_has_no_record(game, visit, name):
    """Those of the API: `tests/tournaments/api/test_privacy.py`."""
    for reader in (visit(), visit(a_person()), visit(whoever_acts(game).user)):
        answer = reader.get(f"/tables/{game.pk}/{name}?hand=1&step=0&seat=0")
        assert answer.status == 404
        assert not spoken_of(answer.body.decode(errors="replace"))


@check("B060")
def test_a_card_is_refused_in_the_same_words_wherever_it_is(game, visit):
    due = whoever_acts(game)
    state, person = state_of(game), visit(due.user)
    held = {str(card) for hand in state.held for card in hand}
    rivals = [str(card) for card in state.held[other(due).number]]
    nobodys = sorted({"1e", "1b", "7e", "7o", "4c", "5c", "6c"} - held)
    answers = [person.play(game, card) for card in (*rivals, *nobodys)]
    assert {(answer.status, answer.notice) for answer in answers} == {(422, "No tenés esa carta.")}
    assert len({fragment(answer) for answer in answers}) == 1
    assert is_unchanged(game)


@check("B061")
def test_no_notice_names_a_card(organiser, now):
    """Push messages are checked here; letters are of competitions alone, and know of no table."""
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    player = players_of(match, 0)[0]
    told = [str(common_notifications._called(match.pk, player))]
    game = everybody_sits(match, now)
    told += [str(notifications._words(seat, seat.user)) for seat in game.seats.all()]
    assert any(str(game.pk) in text for text in told)
    assert not any(spoken_of(text) for text in told)
