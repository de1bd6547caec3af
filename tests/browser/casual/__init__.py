"""Tables among friends, in real browsers."""
