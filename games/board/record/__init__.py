"""The record of a game that is over: as a page, and as a picture."""
