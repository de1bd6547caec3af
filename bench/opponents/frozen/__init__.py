"""The robots of commit 5d35910, the reference for later ones. Do not improve them.

Only names and imports are adapted to today's engine: `view.ranking` for strengths and values under
a muestra, `view.part` and `view.playing` for the hands of a pico, `level_of` for a level.
"""

from bench.opponents.frozen.decide import decide

__all__ = ["decide"]
