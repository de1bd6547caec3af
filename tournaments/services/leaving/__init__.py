"""Who is not there: what leaving does to matches, how it is undone, rounds without an entry."""
