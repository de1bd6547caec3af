"""Form fields for matches of several boards, and what they say of the order of a table."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.shape import Shape
from tournaments.formats.tie_breaks import TieBreak

BY_MATCH, BY_BOARD = "match", "board"
COUNTED_FIRST: Final = ((BY_MATCH, _("los encuentros ganados")), (BY_BOARD, _("las mesas ganadas")))
USUAL: Final = ("2,2,2", "2,2,1", "2,1,1", "1,1,1", "3,2,1", "2,2,1,1")
"""What clubs often play: three pairs, two pairs and a single, and so on."""


def boards_widget() -> forms.TextInput:
    """Return an input that proposes what is usual (`_board_terms.html` has the list)."""
    return forms.TextInput(attrs={"list": "usual-boards", "placeholder": USUAL[1]})


def ordered(shape: Shape, cleaned: Mapping[str, Any]) -> Shape:
    """Let the boards count before the matches, where that was chosen and there is a table."""
    offered = FORMATS[shape.format].offered
    if cleaned.get("counted_first") != BY_BOARD or TieBreak.GAMES not in offered:
        return shape
    first = (str(TieBreak.GAMES), str(TieBreak.POINTS))
    rest = (name for name in shape.tie_breaks if name not in first)
    return replace(shape, tie_breaks=(*first, *rest))


def counted_first(shape: Shape) -> str:
    """Return what counts first in a shape, as the form has it."""
    return BY_BOARD if shape.tie_breaks[:1] == (str(TieBreak.GAMES),) else BY_MATCH
