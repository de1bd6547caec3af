"""What follows from stored results: standings, cascades, points, ratings; nothing is written."""
