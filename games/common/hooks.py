"""What the games app tells the rest of the house."""

from django.dispatch import Signal

game_started = Signal()
"""Sent with `game`, inside the transaction that dealt its first hand."""
judge_url = Signal()
"""Sent with `game`, of a table with a `page`; answered with the path where its judge is called."""
expects_call = Signal()
"""Sent with `user`, of who opens a table; answered whether something may call them to another."""
check_seat = Signal()
"""Sent with `game`, of a table with a `page`, and `user`, inside the transaction that sits them
down there: RefusedError keeps them from it."""
walkover_of_game = Signal()
"""Sent with `game`, of a table with a `page`; answered with its `games.records.walkover`."""
stakes_of_game = Signal()
"""Sent with `game`, a casual table for points before its first deal, and `newcomer`, who may sit
down there, or None; answered with its `games.records.stakes`, None where points are whole."""
club_of_report = Signal()
"""Sent with a report: the `game` where it happened and the `person`, either may be None, and
`event_id`, the number of a competition as its reporter gives it; answered with the number of the
club whose organisers decide on it, None if it is no club's."""
game_finished = Signal()
"""Sent with `game` and `now`, inside the transaction that wrote the last action of the game."""
