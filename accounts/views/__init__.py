"""Pages of people and of clubs: find, read the form, call one service, answer."""
