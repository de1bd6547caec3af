"""Formats of Venezuela; what is missing here is that of `es`."""

THOUSAND_SEPARATOR = "."
