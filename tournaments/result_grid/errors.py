"""Errors of a file of results."""


class ResultFileError(Exception):
    """The file cannot be read; the message says why, in the reader's language."""
