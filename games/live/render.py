"""Tables as something to be watched: pieces for each audience, from one reading of the game."""

from collections.abc import Collection
from dataclasses import replace

from django.utils import timezone, translation

from games.board import PerrosOffer, board, with_draw, with_talk
from games.board.finale import finale
from games.board.names import names_for
from games.engine import DealerDraw, State, view
from games.live import admission
from games.live.changes import changes
from games.live.hub import Holder, Rendering, spectators
from games.live.pieces import Pieces
from games.live.subscribers import Audience
from games.live.table import table_pieces
from games.models import Game
from games.records.dealing import Dealer, shown_state
from games.records.finished import GameRecord
from games.records.one_device import eyes_of
from games.services import perros
from games.services.hints import game_group
from games.services.talk.hearing import last_lines

SHOWN = (  # of a seat and its person: all that deals and boards read
    *("game", "number", "user", "robot", "company", "companion", "automatic", "timeouts"),
    *("corte_hash", "contribution", "sat_at", "absent_since", "socket", "sign", "signed_at"),
    *("looked", "ends_in"),
    *("user__username", "user__display_name", "user__anonymised_at"),
)


class Tables:
    """Tables as something to be watched (`games.live.hub.Source`)."""

    def group(self, pk: int) -> str:
        """Return the group in which a game's changes are hinted at."""
        return game_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, int]:
        """Return the games' versions."""
        return dict(Game.objects.filter(pk__in=pks).values_list("pk", "version"))

    def render(self, pk: int, audiences: Collection[Audience], notice: str = "") -> Rendering:
        """Draw a game for each audience.

        `notice` is the code of a refusal that the table is to explain.
        """
        game = Game.objects.get(pk=pk)
        seats = list(game.seats.select_related("user").only(*SHOWN).order_by("number"))
        lines = last_lines(game)
        dealer = Dealer(game, seats)
        state = shown_state(game, dealer)
        dogs = _dogs(game, state) if state else None
        rematch, draw = _rematch(game), _draw(dealer, state)
        record = GameRecord(game, seats) if game.status == Game.Status.FINISHED else None
        now = timezone.now()
        pieces: dict[Audience, Pieces] = {}
        for audience in audiences:
            eyes = eyes_of(game, seats, audience.seat)
            with translation.override(audience.language):
                shown = view(state, eyes) if state else None
                content = board(
                    game=game,
                    seats=seats,
                    view=shown,
                    viewer=audience.seat,
                    now=now,
                    spectators=spectators(self, pk),
                    notice=notice,
                    dogs=dogs,
                    rematch=rematch,
                )
                content = with_talk(content, seats, shown, lines, now)
                if draw is not None:
                    content = with_draw(content, seats, draw)
                if record is not None:
                    told = finale(record, names_for(seats, eyes))
                    content = replace(content, finale=told)
                pieces[audience] = table_pieces(content)
        holders = {seat.number: Holder(seat.user_id, seat.socket) for seat in seats}
        is_open = admission.is_open(game, seats)
        return Rendering(game.version, pieces, holders, is_open=is_open, write=changes)


def _rematch(game: Game) -> int | None:
    """Return the table where the same people play again, if it is there."""
    if not (game.is_over and game.is_casual):
        return None
    return Game.objects.filter(rematch_of=game).values_list("pk", flat=True).first()


def _draw(dealer: Dealer, state: State | None) -> DealerDraw | None:
    """Return the draw for the dealer, which the table shows in its first hand (R-D1)."""
    return dealer.draw() if state and state.start.number == 1 else None


def _dogs(game: Game, state: State) -> PerrosOffer | None:
    start = perros.next_hand(state) if state.start.rules.perros else None
    return PerrosOffer(perros.thrown(game, start.label)) if start else None


TABLES = Tables()
