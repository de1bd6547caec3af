"""Cases told in words: read as moves or as facts, and played at a real table.

What cannot be read is skipped, never guessed; tests/games/engine/games holds such cases as records.
"""
