"""The datasets that pages are measured in, as rows."""
