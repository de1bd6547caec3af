"""What is said at a table beside the game, as one audience has it: bubbles, lines, signs."""
