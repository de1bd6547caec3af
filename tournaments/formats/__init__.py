"""Competition formats as pure functions: ids in, pairings, graphs and standings out."""
