"""What people say at a table beside the game: phrases, gestures, written lines and their bounds."""
