"""What is shown in a room: signs with codes, and the score over a stream."""
