"""Teams that last: their name and emblem, who is in them from when until when, who leads them."""
