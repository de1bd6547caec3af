"""Signals and hooks that the games app offers to other apps."""

from typing import NamedTuple

from django.dispatch import Signal


class PlayerFigures(NamedTuple):
    """The record of a player on their card at a table."""

    page: str
    played: int
    won: int
    skill: float | None
    beaten: int  # matches that the reader won against them
    lost_to: int  # and lost


class Strength(NamedTuple):
    """The mean of a player's rating, and whether their history outweighs a shared address."""

    mean: float
    is_trusted: bool = False


player_strength = Signal()
"""Sent with `player`, an account or a guest; a receiver returns its `Strength`."""
player_figures = Signal()
"""Sent with `player`, who has an account, and `reader`, who may be anonymous.

A receiver returns a `PlayerFigures`.
"""

game_started = Signal()
"""Sent with `game`, in the transaction that deals its first hand."""
judge_url = Signal()
"""Sent with `game`, of a table with a `page`; a receiver returns the path for calling its judge."""
competition_form_url = Signal()
"""Sent with `club`; a receiver returns the address of the form for a competition of the club.

Its query string takes the options of a table's rules.
"""
expects_call = Signal()
"""Sent with the `user` who opens a table page.

A receiver returns whether a match may call them away.
"""
check_seat = Signal()
"""Sent with `game`, of a table with a `page`, and `user`, in the transaction that seats them.

A receiver prevents it with RefusedError.
"""
walkover_of_game = Signal()
"""Sent with `game`, of a table with a `page`.

A receiver returns its `games.play.stakes.Walkover`.
"""
stakes_of_game = Signal()
"""Sent with `game`, a casual table for points before its first deal, `newcomer` and `address`.

The former is a possible player or None, the latter the keyed hash of theirs. A receiver returns its
`games.play.stakes.Stakes`, None for full points.
"""
club_of_report = Signal()
"""Sent with the `game` and the `person` of a report, both optional, and `event_id`.

The latter is the competition's number as given by the reporter. A receiver returns the id of the
club whose organisers decide on it, None if it concerns no club.
"""
game_finished = Signal()
"""Sent with `game` and `now`, in the transaction that writes the last action of the game."""
