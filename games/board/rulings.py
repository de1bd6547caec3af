"""Rulings in words, for the table, the record and the page of the match.

`told` says whose they are: a judge's, or the bell's of a timed round.
"""

from accounts.values.looked_up import gettext as _
from games.board.names import Names
from games.board.words import points
from games.engine import Award, Loss, Proceed, SetScore, TimeUp, Void, from_word


def told(word: str, names: Names) -> str:
    """Say what was decided and who did: `Juez: 3 puntos para Ana`."""
    said = {"ruling": ruling(word, names)}
    if isinstance(from_word(word), TimeUp):
        return _("Campana: %(ruling)s") % said
    return _("Juez: %(ruling)s") % said


def ruling(word: str, names: Names) -> str:
    """Say what a judge decided: `3 puntos para Ana`."""
    match from_word(word):
        case Proceed():
            return _("sigue la mano")
        case Void():
            return _("la mano se juega de nuevo")
        case SetScore((first, second)):
            one, other = (
                f"{names.team(team)} {score}" for team, score in ((0, first), (1, second))
            )
            return _("el tanteador queda %(one)s, %(other)s") % {"one": one, "other": other}
        case Award(team, number):
            to = {"points": points(number), "name": names.in_sentence(team)}
            return _("%(points)s para %(name)s") % to
        case Loss(team):
            return _("partida perdida para %(name)s") % {"name": names.in_sentence(team)}
        case TimeUp(winner):
            if winner is None:
                return _("la partida queda como está: el partido ya tenía ganador")
            return _("gana por tiempo %(name)s") % {"name": names.in_sentence(winner)}
