"""Words for people: formats, stages, tie-breaks, rows of imports, refusals."""
