"""Pages of competitions: find, read the form, call one service, answer."""
