"""The robots of commit 5d35910: what later ones are measured against. They are not to be improved.

Adapted to today's engine in names and imports alone: `view.ranking` for the strengths and values
beside a muestra, `view.part` and `view.playing` for the hands of a pico, `level_of` for a level.
"""

from bench.opponents.frozen.decide import decide

__all__ = ["decide"]
