"""What can be done in a competition: one function per thing (lock, check, apply, announce)."""
