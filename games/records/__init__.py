"""A game's rows read back: into the engine's values, as a finished record, as figures."""
