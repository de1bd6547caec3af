"""A whole match of a cup, tapped on two phones, while others watch (and hear no secret)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.engine import LogEntry, State, View, views
from games.table_page import live as table_page_live
from tests.browser.players import BOLD, RECKLESS, Player, one_action, play_to_the_end
from tests.games.tables import a_person
from tests.live.secrecy import assert_keeps_secrets, past_of
from tests.tournaments.cups import a_cup, an_organiser, enter, players_of
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = ("Ana Ruiz", "Beto Paz", "Carla Sosa")


def a_cup_that_starts(**terms: object) -> Competition:
    """Three players: the first has a bye, the others play for the other place in the final."""
    organiser, now = an_organiser(), timezone.now()
    cup = a_cup(organiser, now, turn_seconds=120, **terms)
    for number, name in enumerate(PLAYERS):
        person = a_person(f"jugador{number}")
        person.display_name = name
        person.save()
        enter(cup, organiser, now, person)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
    return cup


def first_match(cup: Competition) -> Match:
    return Match.objects.of(cup.pk).get(round__number=1, state__in=("ready", "called"))


def both_sit_down(open_screen, match: Match, wishes: Sequence[str] = BOLD) -> tuple[Player, Player]:
    """Each finds the way to their table from the front page."""
    people = [players_of(match, side)[0] for side in (0, 1)]
    players = tuple(Player(open_screen("/", person, recorded=True), wishes) for person in people)
    for player in players:
        sit = player.screen.page.get_by_role("link", name="Sentarme")
        player.screen.look_until(sit)
        player.screen.follow(sit)
    return players


@pytest.mark.long
def test_a_whole_match_is_tapped_watched_interrupted_and_carried_on(open_screen):
    cup = a_cup_that_starts(presencial=True)
    match = first_match(cup)
    first, second = both_sit_down(open_screen, match)
    game = match.games.get().game
    watcher = open_screen(f"/tables/{game.pk}/", recorded=True)
    bracket = open_screen(f"/competitions/{cup.pk}/", desk=True, recorded=True)
    bracket.page.evaluate("window.isTheSamePage = true")

    for _ in range(5):
        one_action(first, second)
    the_network_fails(second, first)
    play_to_the_end(first, second)

    match.refresh_from_db()
    winner = str(players_of(match, match.winner)[0])
    expect(bracket.page.locator(".bracket .round").nth(1)).to_contain_text(winner)
    assert bracket.page.evaluate("window.isTheSamePage")
    expect(watcher.page.locator("#table.end")).to_be_visible()
    points_are_shown(open_screen, match, ("20", "5"))
    for screen, viewer in ((first.screen, 0), (second.screen, 1), (watcher, None), (bracket, None)):
        assert_keeps_secrets(told_in_play(screen, game), past_of(game), viewer)


def told_in_play(screen, game) -> list[str]:
    """All that came but the record, which is open once the game is over: the table checks it."""
    record = f"/tables/{game.pk}/record.tgn "
    return [text for text in screen.received() if record not in text]


def test_a_view_that_leaks_one_card_does_not_pass(open_screen, monkeypatch):
    monkeypatch.setattr(table_page_live, "views", leaky_views)
    match = first_match(a_cup_that_starts(presencial=True))
    first, second = both_sit_down(open_screen, match)
    game = match.games.get().game
    watcher = open_screen(f"/tables/{game.pk}/", recorded=True)
    one_action(first, second)
    for screen, viewer in ((first.screen, 0), (watcher, None)):
        with pytest.raises(AssertionError, match="was told of"):
            assert_keeps_secrets(screen.received(), past_of(game), viewer)
    assert_keeps_secrets(second.screen.received(), past_of(game), 1)


def leaky_views(
    state: State, viewers: Iterable[int | None], moments: Sequence[LogEntry]
) -> dict[int | None, View]:
    """Copy a card of the second seat into the first one's hand, and onto the public table."""
    seen, card = dict(views(state, viewers, moments)), state.held[1][0]
    if None in seen:
        seen[None] = replace(seen[None], muestra=card)
    if 0 in seen:
        seen[0] = replace(seen[0], own=(*state.held[0], card))
    return seen


def test_where_players_share_a_connection_the_match_gives_no_points_and_says_why(open_screen):
    match = first_match(a_cup_that_starts(presencial=False))
    screen = open_screen(f"/matches/{match.pk}/")
    expect(screen.page.get_by_text("0 si dos jugadores comparten conexión")).to_be_visible()
    play_to_the_end(*both_sit_down(open_screen, match, RECKLESS))
    match.refresh_from_db()
    points_are_shown(open_screen, match, ("0", "0"))
    screen.look_until(screen.page.get_by_text("misma conexión"))


def points_are_shown(open_screen, match: Match, points: tuple[str, str]) -> None:
    """The winner's and the loser's, on the page of the match and on the leaderboard."""
    for path in (f"/matches/{match.pk}/", "/ranking/"):
        screen = open_screen(path)
        for side, number in zip((match.winner, 1 - match.winner), points, strict=True):
            row = screen.page.get_by_role("row").filter(has_text=str(players_of(match, side)[0]))
            screen.look_until(row)
            expect(row.get_by_role("cell", name=number, exact=True).first).to_be_visible()


def the_network_fails(player: Player, other: Player) -> None:
    """Somebody loses the network in mid-hand and returns to the same seat and hand."""
    bar, hand = player.screen.page.get_by_text("Reconectando…"), player.hand()
    assert hand
    with player.screen.without_network():
        expect(bar).to_be_visible()
        assert player.hand() == hand
        if other.is_wanted():
            other.act()
    expect(bar).to_be_hidden()
    assert player.has_moved(other.read_glance().version - 1)
    assert player.hand() == hand
