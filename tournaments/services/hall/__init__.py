"""The tables of a club's room: setting them up, giving them to matches, moving matches."""
