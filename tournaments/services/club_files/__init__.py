"""A club as a file, to take along: written, read and brought in (docs/club-files.md)."""
